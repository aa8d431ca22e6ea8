// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"
#include "core/trace/trace.h"

#include <QString>
#include <QStringList>

#include <random>
#include <string>

// What the tests of the core share.
namespace attention::test {

QString text(const std::string& utf8);
std::string readFile(const QString& path); // fails the program when it cannot be read

QString sourcePath(const QString& name); // "resources/scenarios" in the source tree
QStringList bundledScenarios();          // their full paths
Scenario bundled(const QString& name);   // "abc-causal"

// A matrix from rows; and a scenario of it with identity projections and tokens A, B, …
Matrix matrix(std::initializer_list<std::initializer_list<double>> rows);
BoolMatrixPtr bools(std::initializer_list<std::initializer_list<bool>> rows);
Scenario scenarioOf(Matrix X);

const Matrix& values(const Trace& trace, StageId id, int head = -1);
Matrix outputOf(const Scenario& scenario);

Matrix randomMatrix(std::mt19937_64& random, Eigen::Index rows, Eigen::Index columns);
// Any scenario that this edition supports: shapes, heads, scales, masks, labels, labs and view.
Scenario randomScenario(std::mt19937_64& random, int mostTokens = 12);
// The same with everything the format knows but mistakes: context, groups of heads, biases,
// positions, block, readout.
Scenario randomMixture(std::mt19937_64& random, int mostTokens);

// "" when every number agrees to `relative` of the largest in `expected` (NaN with NaN, infinity
// with the same infinity), else what differs first.
QString difference(const Matrix& found, const Matrix& expected, double relative = 1e-12);

} // namespace attention::test

// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace attention {

// Equal in everything but its matrices and how it is looked at (`view`).
ATTENTION_API bool sameRest(const Scenario& a, const Scenario& b);

// What changed between two scenarios, held as small as it can be: of a matrix of equal shape only
// the changed rectangle, old and new; everything else whole, and only when it differs.
class ATTENTION_API ScenarioDifference {
public:
    ScenarioDifference(const Scenario& before, const Scenario& after);

    Scenario forward(const Scenario& before) const;
    Scenario backward(const Scenario& after) const;

    // This change followed by `next`. Pre: `next` starts where this ends; `before` is where this
    // starts.
    ScenarioDifference then(const ScenarioDifference& next, const Scenario& before) const;

    bool empty() const;
    std::size_t bytes() const; // held by this difference

private:
    struct MatrixChange {
        MatrixField field = MatrixField::X;
        bool whole = false; // every row and column, or the shapes differ, or one side has none
        int row = 0;
        int column = 0;
        MatrixPtr before, after; // the whole
        Matrix rectangle;        // else its rows before, and below them as many after
    };
    static std::optional<MatrixChange> compare(const MatrixPtr& before, const MatrixPtr& after);
    Scenario applied(const Scenario& s, bool forward) const;

    std::vector<MatrixChange> m_matrices;                      // those that changed
    unsigned m_restChanged = 0;                                // a bit a field that is no matrix
    std::shared_ptr<const Scenario> m_restBefore, m_restAfter; // only those fields; null: none
};

} // namespace attention

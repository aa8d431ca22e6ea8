// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/matrix.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attention {

// A projection that is present; without a matrix it is the identity.
struct Projection {
    MatrixPtr matrix;

    bool isIdentity() const { return !matrix; }
};

enum class ScaleKind { InverseSqrtDk, None, Custom };

struct Scale {
    ScaleKind kind = ScaleKind::InverseSqrtDk;
    double multiplier = 1; // used when the kind is Custom

    bool operator==(const Scale&) const = default;
};

// What stands in a row whose keys are all blocked: what the softmax makes of it, or zeros.
enum class EmptyRows { Computed, Zeros };

// Where query i stands among m keys: at i + (m - n), or at i. The same thing when n = m.
enum class Alignment { BottomRight, TopLeft };

// Which keys each query may read: the parts are combined with AND.
struct Mask {
    bool causal = false;
    std::vector<bool> padding; // one a key, true = a real token; empty: no padding mask
    BoolMatrixPtr allowed;     // (n, m), true = may attend; null: everything
    double fill = -1e9;        // replaces a blocked score; finite or -infinity
    EmptyRows emptyRows = EmptyRows::Computed;
    Alignment alignment = Alignment::BottomRight;
};

// Parameters of the variance experiment (lab "scaling").
struct ScalingParameters {
    std::vector<int> d_k = {4, 64, 512};
    int samples = 20000; // dot products a size
    int repeats = 8;     // how often the experiment is run
    std::uint64_t seed = 0;

    bool operator==(const ScalingParameters&) const = default;
};

// Parameters of the KV-cache figures (lab "memory").
struct MemoryParameters {
    std::int64_t layers = 32;
    std::int64_t heads = 32;
    std::int64_t kvHeads = 8;
    std::int64_t headDim = 128;
    std::int64_t seqLen = 8192;
    std::int64_t batch = 16;
    double bytesPerElement = 2;
    double memoryGib = 80;  // of the card, in GiB = 2^30 bytes
    double weightsGib = 15; // held by the model's weights
    double usable = 0.9;    // the fraction of the card an engine uses

    bool operator==(const MemoryParameters&) const = default;
};

// How the scenario was last looked at; travels with the file, but is no part of its content.
struct View {
    std::optional<std::string> place, stage, palette;
    std::optional<int> head, decimals;
    std::optional<bool> transposed, sharedRange;

    bool operator==(const View&) const = default;
};

// All that a person may change: saved, undoable. A plain value; copies share their matrices.
struct Scenario {
    std::string title;
    std::string description;
    std::vector<std::string> tokens;  // n labels, always filled in
    MatrixPtr X;                      // (n, d_model)
    std::vector<std::string> columns; // d_model labels, or empty: numbers
    Projection W_q;                   // (d_model, heads·d_k)
    Projection W_k;                   // (d_model, heads·d_k)
    Projection W_v;                   // (d_model, heads·d_v)
    std::optional<Projection> W_o;    // (heads·d_v, d_model); absent: no output projection
    int heads = 1;
    Scale scale;
    Mask mask;
    ScalingParameters scaling;
    MemoryParameters memory;
    View view;

    int tokenCount() const { return static_cast<int>(X->rows()); }
    int modelWidth() const { return static_cast<int>(X->cols()); }
};

using ScenarioPtr = std::shared_ptr<const Scenario>;

// The same content, number by number (a NaN equals itself); how it is looked at (`view`) is left
// out.
ATTENTION_API bool sameContent(const Scenario& a, const Scenario& b);
ATTENTION_API bool sameMatrix(const MatrixPtr& a, const MatrixPtr& b);
ATTENTION_API bool sameScale(const Scale& a, const Scale& b);
ATTENTION_API bool sameMask(const Mask& a, const Mask& b);

// Width of one head's queries and keys (d_k), and of its values (d_v).
ATTENTION_API int headWidth(const Scenario& scenario);
ATTENTION_API int valueWidth(const Scenario& scenario);

// The multiplier of the scores: 1/√d_k, 1, or the scenario's own.
ATTENTION_API double scaleFactor(const Scenario& scenario);

// The number of columns that a projection makes of d_model columns.
ATTENTION_API int projectedWidth(const Scenario& scenario, const Projection& projection);

// The matrices of a scenario that are edited by the cell.
enum class MatrixField { X, W_q, W_k, W_v, W_o };
ATTENTION_API const char* fieldName(MatrixField field); // "X", "W_q", …

// The field's projection; null for X and for an absent W_o.
ATTENTION_API const Projection* projectionOf(const Scenario& scenario, MatrixField field);

// The field's matrix; an identity projection is written out. Empty when W_o is absent.
ATTENTION_API Matrix fieldMatrix(const Scenario& scenario, MatrixField field);

} // namespace attention

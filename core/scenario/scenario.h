// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/matrix.h"

#include <cstdint>
#include <optional>
#include <set>
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
    std::optional<int>
        window; // that many keys up to the query's own, on both sides when not causal
    std::vector<bool> padding; // one a key, true = a real token; empty: no padding mask
    BoolMatrixPtr allowed;     // (n, m), true = may attend; null: everything
    MatrixPtr bias;            // (n, m), added to the scores before blocking; null: none
    double fill = -1e9;        // replaces a blocked score; finite or -infinity
    EmptyRows emptyRows = EmptyRows::Computed;
    Alignment alignment = Alignment::BottomRight;
};

// A second sequence of m tokens: keys and values come from it (cross-attention).
struct Context {
    std::vector<std::string> tokens; // m labels, always filled in
    MatrixPtr X;                     // (m, d_context)
};

enum class PositionKind { None, Sinusoidal, Learned, Rope };

// Which two columns of a head RoPE turns together: 2p and 2p + 1, or p and p + d_k/2.
enum class Pairing { Adjacent, Halves };

// How a token's place enters: added to X, or by turning queries and keys (RoPE).
struct Positions {
    PositionKind kind = PositionKind::None;
    MatrixPtr table; // learned: a row a position, (positions, d_model)
    Pairing pairing = Pairing::Adjacent;
    double base = 10000;
    std::int64_t offset = 0;       // the first position, where there are no ids
    std::vector<std::int64_t> ids; // a position for each token; empty: offset, offset + 1, …
};

enum class Placement { Pre, Post };
enum class Norm { LayerNorm, RmsNorm };
enum class Activation { Gelu, GeluTanh, Relu, Silu };

// The rest of a transformer block: two norms, two residual additions, an MLP. Vectors are matrices
// of one row; a null one is left out (gamma 1, beta and biases 0).
struct Block {
    Placement placement = Placement::Pre;
    Norm norm = Norm::LayerNorm;
    double epsilon = 1e-5;
    MatrixPtr gamma_1, beta_1, gamma_2, beta_2; // (1, d_model)
    MatrixPtr W_1, b_1;                         // (d_model, d_ff), (1, d_ff)
    MatrixPtr W_2, b_2;                         // (d_ff, d_model), (1, d_model)
    Activation activation = Activation::Gelu;
};

// What the last stage is read as: a label for each of its columns, the largest is the prediction.
struct Readout {
    std::vector<std::string> labels; // empty: numbers
    bool logits = false;             // softmax first
    std::vector<int> targets;        // the right label's index for each token, -1: none; or empty

    bool operator==(const Readout&) const = default;
};

// Bugs that people really write, run on purpose; core/attention/mistakes.h has their table.
enum class Mistake {
    MaskAfterSoftmax,
    SoftmaxOverQueries,
    ScaleBySqrtDModel,
    ReshapeWithoutTranspose,
    TiledKvHeads,
    RotatedValues,
    NoMaxSubtraction,
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
    std::optional<std::int64_t> window;    // tokens that a layer with a sliding window keeps
    std::optional<std::int64_t> fullEvery; // every so many layers one without that window
    double memoryGib = 80;                 // of the card, in GiB = 2^30 bytes
    double weightsGib = 15;                // held by the model's weights
    double usable = 0.9;                   // the fraction of the card an engine uses

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
    std::optional<Context> context;   // absent: keys and values come from X (self-attention)
    Projection W_q;                   // (d_model, heads·d_k)
    Projection W_k;                   // (d_context, kv_heads·d_k)
    Projection W_v;                   // (d_context, kv_heads·d_v)
    std::optional<Projection> W_o;    // (heads·d_v, d_model); absent: no output projection
    MatrixPtr b_q, b_k, b_v, b_o;     // biases, matrices of one row; null: none
    int heads = 1;
    std::optional<int> kvHeads; // absent: as many as heads
    Scale scale;
    std::optional<double> softcap; // c: scaled scores become c·tanh(score / c)
    Mask mask;
    Positions positions;
    std::optional<Block> block; // absent: attention alone
    std::optional<Readout> readout;
    std::set<Mistake> mistakes;
    ScalingParameters scaling;
    MemoryParameters memory;
    View view;

    int tokenCount() const { return static_cast<int>(X->rows()); } // n
    int modelWidth() const { return static_cast<int>(X->cols()); } // d_model
    // What keys and values are made of: m tokens of d_context columns.
    const Matrix& keySource() const { return context ? *context->X : *X; }
    int keyCount() const { return static_cast<int>(keySource().rows()); }     // m
    int contextWidth() const { return static_cast<int>(keySource().cols()); } // d_context
    const std::vector<std::string>& keyTokens() const { return context ? context->tokens : tokens; }
    int kvHeadCount() const { return kvHeads.value_or(heads); }
    bool has(Mistake mistake) const { return mistakes.contains(mistake); }
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

// The key/value head that a query head reads: head / (heads / kv_heads).
ATTENTION_API int kvHeadOf(const Scenario& scenario, int head);

// The multiplier of the scores: 1/√d_k, 1, the scenario's own, or what the mistake makes of it.
ATTENTION_API double scaleFactor(const Scenario& scenario);

// The matrices of a scenario that are edited by the cell; vectors are matrices of one row.
enum class MatrixField {
    X,
    W_q,
    W_k,
    W_v,
    W_o,
    ContextX,
    b_q,
    b_k,
    b_v,
    b_o,
    MaskBias,
    PositionTable,
    gamma_1,
    beta_1,
    gamma_2,
    beta_2,
    W_1,
    b_1,
    W_2,
    b_2,
};
inline constexpr int matrixFieldCount = 20;
ATTENTION_API const char* fieldName(MatrixField field); // its path in a file: "X", "block.W_1", …

// Where the field's matrix is held; null when its part of the scenario (W_o, context, block) is
// absent. What is held may be null: the identity, or a vector that is left out.
ATTENTION_API MatrixPtr* matrixIn(Scenario& scenario, MatrixField field);
ATTENTION_API const MatrixPtr* matrixIn(const Scenario& scenario, MatrixField field);

// The field's projection; null for what is no projection and for an absent W_o.
ATTENTION_API const Projection* projectionOf(const Scenario& scenario, MatrixField field);

// The number of columns that W_q, W_k or W_v makes.
ATTENTION_API int projectedWidth(const Scenario& scenario, MatrixField field);

// The field's matrix; an identity projection is written out. Empty when it is absent.
ATTENTION_API Matrix fieldMatrix(const Scenario& scenario, MatrixField field);

// The position of each query or key: the ids, or offset, offset + 1, …
ATTENTION_API std::vector<std::int64_t> positionIds(const Scenario& scenario, int count);

} // namespace attention

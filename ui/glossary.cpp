// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/glossary.h"

#include <QtCore/QCoreApplication>

#include <array>

namespace attention::ui {

namespace {

struct Entry {
    const char* name;
    const char* says;
};

constexpr std::array<Entry, 28> table = {{
    {"n, m",
     QT_TRANSLATE_NOOP("Glossary",
                       "how many tokens read, and how many can be read; m is n but for a second "
                       "sequence. Elsewhere: sequence length, T, L, target and source length")},
    {"d_model", QT_TRANSLATE_NOOP(
                    "Glossary", "columns of X. Elsewhere: d, hidden size, embedding dimension, C")},
    {"d_k, d_v",
     QT_TRANSLATE_NOOP(
         "Glossary",
         "columns of the keys and of the values of one head. Elsewhere: head size, head_dim")},
    {"X",
     QT_TRANSLATE_NOOP(
         "Glossary",
         "tokens: a row of numbers for each. Elsewhere: embeddings, inputs, hidden states, E")},
    {"C", QT_TRANSLATE_NOOP("Glossary", "tokens of the context: a second sequence that is read. "
                                        "Elsewhere: memory, encoder output")},
    {"PE", QT_TRANSLATE_NOOP("Glossary", "a row for each position, added to X. Elsewhere: "
                                         "positional encoding, position embedding, P")},
    {"W_q, W_k, W_v",
     QT_TRANSLATE_NOOP("Glossary", "projections that make queries, keys and values of X. "
                                   "Elsewhere: W^Q, Wq, q_proj, query weights, in_proj")},
    {"b_q, b_k, b_v, b_o", QT_TRANSLATE_NOOP("Glossary", "biases, added after a projection")},
    {"Q", QT_TRANSLATE_NOOP("Glossary", "queries: who reads. Elsewhere: q, Queries, target")},
    {"K",
     QT_TRANSLATE_NOOP("Glossary", "keys: who can be read. Elsewhere: k, Keys, source, memory")},
    {"V", QT_TRANSLATE_NOOP("Glossary", "values: what is handed on. Elsewhere: v, Values")},
    {"RQ, RK",
     QT_TRANSLATE_NOOP(
         "Glossary",
         "queries and keys turned by their positions. Elsewhere: rotary embedding, RoPE")},
    {"S", QT_TRANSLATE_NOOP("Glossary", "scores: every query times every key. Elsewhere: logits, "
                                        "energies, similarities, QK, e, attention scores")},
    {"÷ √dₖ",
     QT_TRANSLATE_NOOP("Glossary", "scores are divided by the root of the key width. Elsewhere: "
                                   "scaled dot product, temperature, softmax scale")},
    {"mask", QT_TRANSLATE_NOOP("Glossary", "which keys a query may not read. Elsewhere: attention "
                                           "mask, causal mask, padding mask, look-ahead mask")},
    {"weights",
     QT_TRANSLATE_NOOP("Glossary", "what share each key has in a row; P in files. Elsewhere: "
                                   "attention, attention map, attention probabilities, α, A")},
    {"output, O",
     QT_TRANSLATE_NOOP("Glossary", "the values, mixed by the weights; O in a block and in files. "
                                   "Elsewhere: context vectors, attended values, Z, C")},
    {"head",
     QT_TRANSLATE_NOOP("Glossary", "one of several attentions beside each other, each with columns "
                                   "of its own. Elsewhere: h, multi-head attention")},
    {"kv heads",
     QT_TRANSLATE_NOOP("Glossary",
                       "heads of keys and values that several query heads share. Elsewhere: "
                       "grouped-query attention (GQA), multi-query attention (MQA)")},
    {"heads joined",
     QT_TRANSLATE_NOOP("Glossary",
                       "what the heads hand on, side by side. Elsewhere: Concat(head₁, …), z")},
    {"W_o", QT_TRANSLATE_NOOP("Glossary",
                              "projection that mixes the heads. Elsewhere: W^O, out_proj, c_proj")},
    {"N₁, N₂", QT_TRANSLATE_NOOP("Glossary",
                                 "rows brought to one scale. Elsewhere: LayerNorm, RMSNorm, ln_1")},
    {"γ, β",
     QT_TRANSLATE_NOOP("Glossary",
                       "gain and offset of a norm. Elsewhere: weight and bias, scale and shift")},
    {"R₁, R₂",
     QT_TRANSLATE_NOOP("Glossary",
                       "what came in, added again. Elsewhere: residual stream, skip connection")},
    {"H, M", QT_TRANSLATE_NOOP(
                 "Glossary", "the hidden layer and the output of the MLP. Elsewhere: feed-forward "
                             "network, FFN, W_1 and W_2: fc1 and fc2, up and down projection")},
    {"Y", QT_TRANSLATE_NOOP("Glossary",
                            "what leaves the block. Elsewhere: hidden state of the next layer")},
    {"p", QT_TRANSLATE_NOOP("Glossary", "probabilities of labels, read from the last stage. "
                                        "Elsewhere: softmax of logits, LM head")},
    {"KV cache",
     QT_TRANSLATE_NOOP(
         "Glossary", "keys and values kept from token to token. Elsewhere: past_key_values, past")},
}};

} // namespace

std::vector<std::pair<QString, QString>> glossary()
{
    std::vector<std::pair<QString, QString>> rows;
    for (const Entry& entry : table)
        rows.emplace_back(QString::fromUtf8(entry.name),
                          QCoreApplication::translate("Glossary", entry.says));
    return rows;
}

} // namespace attention::ui

// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/checks/check_words.h"

#include <QtCore/QCoreApplication>

#include <array>

namespace attention::ui {

namespace {

struct Words {
    std::string_view id;
    const char* pass;
    const char* byDesign;
    const char* fail;
    const char* topic;
};

constexpr std::array<Words, 13> table = {{
    {"weights_rows_sum_to_one", QT_TRANSLATE_NOOP("Checks", "rows add to 1"), "",
     QT_TRANSLATE_NOOP("Checks", "rows do not add to 1"),
     QT_TRANSLATE_NOOP("Checks", "sums of the rows")},
    {"no_nan", QT_TRANSLATE_NOOP("Checks", "no NaN"), "",
     QT_TRANSLATE_NOOP("Checks", "NaN or ∞ somewhere"), QT_TRANSLATE_NOOP("Checks", "NaN")},
    {"blocked_keys_get_no_weight", QT_TRANSLATE_NOOP("Checks", "blocked keys get nothing"), "",
     QT_TRANSLATE_NOOP("Checks", "blocked keys still get a share"),
     QT_TRANSLATE_NOOP("Checks", "blocked keys")},
    {"future_is_ignored", QT_TRANSLATE_NOOP("Checks", "no peeking"),
     QT_TRANSLATE_NOOP("Checks", "reads the future (not causal)"),
     QT_TRANSLATE_NOOP("Checks", "peeks at the future"),
     QT_TRANSLATE_NOOP("Checks", "reading ahead")},
    {"first_token_returns_its_value", QT_TRANSLATE_NOOP("Checks", "first token returns its value"),
     "", QT_TRANSLATE_NOOP("Checks", "first token loses its value"),
     QT_TRANSLATE_NOOP("Checks", "the first token")},
    {"order_blind", QT_TRANSLATE_NOOP("Checks", "order does not matter here"),
     QT_TRANSLATE_NOOP("Checks", "order matters here"),
     QT_TRANSLATE_NOOP("Checks", "order matters, and should not"),
     QT_TRANSLATE_NOOP("Checks", "order")},
    {"position_shift_is_ignored", QT_TRANSLATE_NOOP("Checks", "only distance counts"),
     QT_TRANSLATE_NOOP("Checks", "absolute positions count"),
     QT_TRANSLATE_NOOP("Checks", "a shift of all positions changes the output"),
     QT_TRANSLATE_NOOP("Checks", "positions")},
    {"scale_fits_head_size", QT_TRANSLATE_NOOP("Checks", "scale is 1/√dₖ"),
     QT_TRANSLATE_NOOP("Checks", "another scale than 1/√dₖ"),
     QT_TRANSLATE_NOOP("Checks", "scale does not fit the head size"),
     QT_TRANSLATE_NOOP("Checks", "scale")},
    {"heads_read_their_group", QT_TRANSLATE_NOOP("Checks", "heads read their own columns"), "",
     QT_TRANSLATE_NOOP("Checks", "heads read foreign columns"),
     QT_TRANSLATE_NOOP("Checks", "columns of the heads")},
    {"head_count_keeps_parameters", QT_TRANSLATE_NOOP("Checks", "heads cost no parameters"),
     QT_TRANSLATE_NOOP("Checks", "another number of parameters"),
     QT_TRANSLATE_NOOP("Checks", "wrong number of parameters"),
     QT_TRANSLATE_NOOP("Checks", "parameters")},
    {"cached_decoding_matches", QT_TRANSLATE_NOOP("Checks", "the cache gives the same"),
     QT_TRANSLATE_NOOP("Checks", "no cache without a causal mask"),
     QT_TRANSLATE_NOOP("Checks", "the cache gives another result"),
     QT_TRANSLATE_NOOP("Checks", "the cache")},
    {"tiled_matches", QT_TRANSLATE_NOOP("Checks", "tiles give the same"), "",
     QT_TRANSLATE_NOOP("Checks", "tiles give another result"),
     QT_TRANSLATE_NOOP("Checks", "tiles")},
    {"output_shape_matches_input", QT_TRANSLATE_NOOP("Checks", "output fits the input"),
     QT_TRANSLATE_NOOP("Checks", "output has another width"),
     QT_TRANSLATE_NOOP("Checks", "output does not fit the input"),
     QT_TRANSLATE_NOOP("Checks", "shape of the output")},
}};

} // namespace

QString checkWords(const Check& check)
{
    for (const Words& words : table) {
        if (words.id != check.id)
            continue;
        const char* text = check.status == CheckStatus::Pass       ? words.pass
                           : check.status == CheckStatus::ByDesign ? words.byDesign
                           : check.status == CheckStatus::Fail     ? words.fail
                                                                   : words.topic;
        if (check.undecided)
            return QCoreApplication::translate("Checks", "%1: cannot be told, NaN or ∞")
                .arg(QCoreApplication::translate("Checks", words.topic));
        return *text ? QCoreApplication::translate("Checks", text) : QString();
    }
    return {};
}

QString checkSign(CheckStatus status)
{
    return status == CheckStatus::Pass       ? QStringLiteral("✓")
           : status == CheckStatus::Fail     ? QStringLiteral("✗")
           : status == CheckStatus::ByDesign ? QStringLiteral("○")
                                             : QStringLiteral("–");
}

QColor checkColour(const Theme& theme, CheckStatus status)
{
    return status == CheckStatus::Pass   ? theme.holds
           : status == CheckStatus::Fail ? theme.broken
                                         : theme.byDesign;
}

} // namespace attention::ui

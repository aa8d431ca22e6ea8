// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/forms.h"

#include "core/text/form_csv.h"
#include "core/text/form_json.h"
#include "core/text/form_latex.h"
#include "core/text/form_markdown.h"
#include "core/text/form_numpy.h"
#include "core/text/form_python.h"
#include "core/text/form_pytorch.h"
#include "core/text/form_text.h"

#include <algorithm>
#include <array>

namespace attention {

namespace {

constexpr std::array<TextForm, 8> table = {{
    {"text", writeText},
    {"json", writeJson},
    {"csv", writeCsv},
    {"markdown", writeMarkdown},
    {"latex", writeLatex},
    {"numpy", writeNumpy, true},
    {"pytorch", writePytorch, true},
    {"python", writePython, true},
}};

} // namespace

std::span<const TextForm> textForms()
{
    return table;
}

const TextForm* findTextForm(std::string_view id)
{
    const auto* form =
        std::find_if(table.begin(), table.end(), [&](const TextForm& row) { return row.id == id; });
    return form == table.end() ? nullptr : form;
}

bool keeps(const StageFilter& filter, const Stage& stage)
{
    const bool named = filter.ids.empty() || std::find(filter.ids.begin(), filter.ids.end(),
                                                       stage.id) != filter.ids.end();
    return named && (filter.head < 0 || stage.head < 0 || stage.head == filter.head);
}

} // namespace attention

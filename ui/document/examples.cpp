// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/document/examples.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QDir>

namespace attention::ui {

namespace {

struct GroupRow {
    const char* title;
    std::vector<const char*> names;
};

// Only the order is said here: an example is a file, and one that stands in no row is listed all
// the same.
const std::vector<GroupRow>& groupTable()
{
    static const std::vector<GroupRow> table = {
        {QT_TRANSLATE_NOOP("Examples", "By hand"),
         {"abc-unscaled", "abc-scaled", "abc-causal", "decode-four", "opposite-vectors",
          "long-neighbour", "big-but-equal"}},
        {QT_TRANSLATE_NOOP("Examples", "Projections"),
         {"cat-sat", "cat-sat-causal", "sat-the-cat", "bank-no-projections", "bank-river",
          "bank-loan", "bank-two-sentences", "who-asks-whom"}},
        {QT_TRANSLATE_NOOP("Examples", "Scaling"),
         {"slope-sixteen-eight-zero", "slope-divided-by-eight", "slope-soft-cap",
          "saturation-six-keys", "overflow"}},
        {QT_TRANSLATE_NOOP("Examples", "Masks"),
         {"five-by-five-causal", "running-average", "sliding-window", "padding", "blocked-row",
          "mask-too-late", "mask-with-zero", "wrong-axis", "leak-copier", "leak-fixed"}},
        {QT_TRANSLATE_NOOP("Examples", "Heads"),
         {"cat-sat-two-heads", "heads-mixed", "two-specialists", "who-is-she",
          "previous-token-head", "induction-step-1", "induction-step-2", "sink", "reshape-bug",
          "heads-wide-scale", "heads-own-keys", "heads-shared-keys", "heads-one-key",
          "heads-tiled-keys"}},
        {QT_TRANSLATE_NOOP("Examples", "Order"),
         {"echo-no-order", "echo-sinusoids", "learned-places", "padding-left", "bias-by-distance",
          "rope-relative", "rope-two-speeds", "rope-values"}},
        {QT_TRANSLATE_NOOP("Examples", "Around attention"),
         {"translate-cross", "decode-cached", "logits-red-blue", "block-pre", "block-post"}},
    };
    return table;
}

} // namespace

QString exampleFile(const QString& name)
{
    return QStringLiteral(":/scenarios/%1.json").arg(name);
}

std::vector<ExampleGroup> exampleGroups()
{
    QStringList left = QDir(QStringLiteral(":/scenarios"))
                           .entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name);
    for (QString& file : left)
        file.chop(5);
    std::vector<ExampleGroup> groups;
    for (const GroupRow& row : groupTable()) {
        ExampleGroup group{QCoreApplication::translate("Examples", row.title), {}};
        for (const char* name : row.names)
            if (left.removeOne(QLatin1String(name)))
                group.names += QLatin1String(name);
        if (!group.names.isEmpty())
            groups.push_back(std::move(group));
    }
    if (!left.isEmpty())
        groups.push_back({QCoreApplication::translate("Examples", "More"), left});
    return groups;
}

QStringList exampleNames()
{
    QStringList names;
    for (const ExampleGroup& group : exampleGroups())
        names += group.names;
    return names;
}

} // namespace attention::ui

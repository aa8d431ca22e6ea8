// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>
#include <QtCore/QStringList>

#include <vector>

namespace attention::ui {

// The bundled scenarios, by file name without its ending, in the order in which they are taught.
QStringList exampleNames();
QString exampleFile(const QString& name); // ":/scenarios/NAME.json"

struct ExampleGroup {
    QString title;
    QStringList names;
};

// The same in groups for a menu; a file that no group names stands under "More".
std::vector<ExampleGroup> exampleGroups();

} // namespace attention::ui

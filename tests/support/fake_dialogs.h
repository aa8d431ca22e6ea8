// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogs.h"

#include <QStringList>

#include <utility>

namespace attention::test {

// Answers what the test has laid down, and remembers what was said. Puts itself in place while it
// lives.
class FakeDialogs : public ui::Dialogs {
public:
    FakeDialogs() { replace(this); }
    ~FakeDialogs() override { replace(nullptr); }

    QString openFile(QWidget*, const QString&, const QString&, const QString&) override
    {
        return fileToOpen;
    }
    QString saveFile(QWidget*, const QString&, const QString&, const QString&) override
    {
        return fileToSave;
    }
    QString chooseFolder(QWidget*, const QString&, const QString&) override { return folder; }
    ui::ReplaceAnswer askReplace(QWidget*, const QString&, const QStringList& files) override
    {
        existing = files;
        return replaceAnswer;
    }
    std::optional<QString> askText(QWidget*, const QString&, const QString& label,
                                   const QString&) override
    {
        labels += label;
        return std::exchange(text, std::nullopt); // asked again, it is given up
    }
    void showTable(QWidget*, const QString&,
                   const std::vector<std::pair<QString, QString>>& rows) override
    {
        for (const auto& row : rows)
            texts += row.first + QLatin1Char(' ') + row.second;
    }
    ui::UnsavedAnswer askUnsaved(QWidget*, const QString&) override
    {
        ++asked;
        return unsaved;
    }
    void showProblem(QWidget*, const QString&, const QString& problem) override
    {
        problems += problem;
    }
    void showText(QWidget*, const QString&, const QString& said) override { texts += said; }

    QString fileToOpen, fileToSave, folder;
    QStringList existing;
    ui::ReplaceAnswer replaceAnswer = ui::ReplaceAnswer::Cancel;
    std::optional<QString> text;
    ui::UnsavedAnswer unsaved = ui::UnsavedAnswer::Cancel;
    int asked = 0;
    QStringList problems, texts, labels;
};

} // namespace attention::test

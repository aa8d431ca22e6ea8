// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/selection.h"

#include <QtCore/QObject>

#include <optional>

class QMenu;

namespace attention::ui {

class MainWindow;

// What is copied as text: a matrix in several forms, what a picture shows for those who do not see
// it, the arithmetic of a number for a paper.
class CopyCommands : public QObject {
    Q_OBJECT

public:
    explicit CopyCommands(MainWindow& window);

    // `form`: one of matrixForms(). Without a matrix, of the one that is asked.
    void copyMatrix(const char* form, std::optional<MatrixRef> matrix = {});
    // Without a matrix, of what is shown: the asked matrix, a comparison, a plot.
    void copyAltText(std::optional<MatrixRef> matrix = {});
    void copyExplanation(); // as LaTeX

    // The submenu Copy As of a matrix' menu.
    void addTo(QMenu& menu, const MatrixRef& matrix);

signals:
    void said(const QString& text); // what was copied, or why nothing

private:
    std::optional<MatrixRef> asked() const; // nothing while a plot is shown
    void put(const std::string& text, const QString& what);
    bool refused(); // while a mistake is hidden; says why

    MainWindow& m_window;
};

} // namespace attention::ui

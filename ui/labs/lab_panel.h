// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editors/parameter_form.h"
#include "ui/figures/figure.h"
#include "ui/theme/theme.h"

#include <QtWidgets/QWidget>

#include <memory>
#include <vector>

class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace attention::ui {

class Document;
class PlotView;
class WordsBox;

// What experiments have in common: their parameters at the left, the plot, and below it what it
// says in plain words. A panel that is not visible does nothing until it is.
class LabPanel : public QWidget {
    Q_OBJECT

public:
    ~LabPanel() override;

    void setTheme(const Theme& theme);
    // The plot, for export; null when there is none yet.
    virtual std::unique_ptr<Figure> figure() const = 0;

    QString words() const; // what stands below the plot

protected:
    enum class Outcome { Neutral, Good, Bad };

    // `argument`: what the experiment shows, in two short sentences, or nothing.
    LabPanel(Document& document, const QString& title, const QString& argument,
             std::vector<Parameter> parameters, QWidget* parent);

    // The document's values, to be shown now: the panel is visible and they may have changed.
    virtual void refresh() = 0;
    virtual void themeChanged() {}

    void showWords(Outcome outcome, const QString& sentence, const QString& detail);

    Document& document() const { return m_document; }
    const Theme& theme() const { return m_theme; }
    PlotView& plot() const { return *m_plot; }
    WordsBox& wordsBox() const { return *m_words; }
    QVBoxLayout& column() const { return *m_column; } // below the parameters, in their column

    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void scenarioChanged();
    void arrange();

    Document& m_document;
    Theme m_theme;
    QScrollArea* m_scroll;
    QLabel* m_title;
    QLabel* m_argument;
    ParameterForm* m_form;
    QVBoxLayout* m_column;
    PlotView* m_plot;
    QVBoxLayout* m_underPlot;
    WordsBox* m_words;
    bool m_stale = true;
};

} // namespace attention::ui

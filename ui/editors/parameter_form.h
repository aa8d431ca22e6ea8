// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"
#include "ui/theme/theme.h"

#include <QtCore/QString>
#include <QtWidgets/QWidget>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace attention::ui {

class Document;

// A slider over the values of a parameter that are worth dragging through.
struct ParameterSlider {
    int minimum = 0, maximum = 1;
    std::function<int(const Scenario&)> position; // the nearest, held to the range
    std::function<QString(int)> text;             // what typing this value would be
};

// One value of a scenario that is typed, stepped or dragged.
struct Parameter {
    QString id;      // object name of its field and start of its merge keys: "memory.seqLen"
    QString heading; // of the group that starts here; empty: the group goes on
    QString label;
    QString help;      // tooltip
    bool wide = false; // its field takes a row of its own: lists
    std::function<QString(const Scenario&)> text;
    // The scenario with the typed value, or why it cannot be that. What the document refuses
    // afterwards is shown in the same way.
    std::function<std::variant<Scenario, QString>(const Scenario&, const QString&)> change;
    std::function<QString(const Scenario&, int steps)> step; // the value so many steps on, as text
    std::optional<ParameterSlider> slider;
};

// The whole number that was typed: "8192", "8,192", "8 Ki", "2^13"; or why it is none.
std::variant<std::int64_t, QString> parseWhole(const QString& text);
// A number of any kind, as in the cells of a matrix.
std::variant<double, QString> parseReal(const QString& text);

// Labelled fields for a list of parameters. A value that is typed counts when it is finished with
// Enter or by leaving the field; steps and sliders count at once. What cannot be used is marked
// with its reason below the field, and the scenario keeps the old value; Esc brings it back.
class ParameterForm : public QWidget {
    Q_OBJECT

public:
    ParameterForm(Document& document, std::vector<Parameter> parameters, QWidget* parent = nullptr);
    ~ParameterForm() override;

    void setTheme(const Theme& theme);
    // With little room between the rows, for a low window.
    void setCompact(bool compact);
    // What the words may take; longer ones go on in a second line.
    void setRoom(int width);
    // Shows the values of the document, and forgets what was refused.
    void refresh();
    // The reason that is shown below a field; empty when its value is good.
    QString reason(const QString& id) const;

private:
    struct Row;

    void arrange();
    void makeRow(Row& row, class QGridLayout& grid, int& line);
    void commit(Row& row, const QString& text, const QString& mergeKey);
    void showValue(Row& row);
    void showReason(Row& row, const QString& reason);

    Document& m_document;
    std::vector<std::unique_ptr<Row>> m_rows;
    Theme m_theme;
    bool m_compact = false;
    int m_room = 0;
};

} // namespace attention::ui

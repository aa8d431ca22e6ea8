// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editors/parameter_form.h"

#include "core/text/number.h"
#include "ui/document/document.h"
#include "ui/editors/parameter_field.h"

#include <QtCore/QRegularExpression>
#include <QtCore/QSignalBlocker>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QSlider>

#include <algorithm>
#include <cmath>
#include <utility>

namespace attention::ui {

namespace {

constexpr int minimumTarget = 32;

QLabel* plainLabel(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    return label;
}

// Fusion's own groove and handle are hard to see on dark ground.
QString sliderStyle(const Theme& theme)
{
    const qreal unit = theme.base / 14;
    QString sheet = QStringLiteral(
        "QSlider::groove:horizontal { height: %1px; background: {border}; border-radius: %2px; }"
        "QSlider::sub-page:horizontal { background: {accent}; border-radius: %2px; }"
        "QSlider::handle:horizontal { width: %3px; margin: -%4px 0; border-radius: %5px;"
        " background: {panel}; border: 2px solid {accent}; }"
        "QSlider::handle:horizontal:focus { background: {accent}; }");
    sheet = sheet.arg(qRound(4 * unit))
                .arg(qRound(2 * unit))
                .arg(qRound(16 * unit))
                .arg(qRound(8 * unit))
                .arg(qRound(8 * unit) + 2);
    return sheet.replace(QLatin1String("{border}"), theme.cellBorder.name())
        .replace(QLatin1String("{accent}"), theme.accent.name())
        .replace(QLatin1String("{panel}"), theme.panel.name());
}

} // namespace

struct ParameterForm::Row {
    Parameter parameter;
    QLabel* heading = nullptr;
    QLabel* label = nullptr;
    ParameterField* field = nullptr;
    QSlider* slider = nullptr;
    QLabel* reason = nullptr;
    int sliderGesture = 0;
};

std::variant<double, QString> parseReal(const QString& text)
{
    const auto value = parseNumber(text.trimmed().toStdString());
    if (const auto* problem = std::get_if<Message>(&value))
        return QString::fromStdString(english(*problem));
    return std::get<double>(value);
}

std::variant<std::int64_t, QString> parseWhole(const QString& text)
{
    QString digits = text.trimmed();
    static const QRegularExpression groups(QStringLiteral("^\\d{1,3}([, '\\x{202f}]\\d{3})+$"));
    if (groups.match(digits).hasMatch())
        digits.remove(QRegularExpression(QStringLiteral("\\D")));
    double factor = 1;
    for (const auto& [unit, size] :
         {std::pair(QLatin1String("Ki"), 1024.0), std::pair(QLatin1String("Mi"), 1048576.0)}) {
        if (digits.endsWith(unit, Qt::CaseInsensitive)) {
            digits.chop(unit.size());
            factor = size;
            break;
        }
    }
    const auto value = parseReal(digits);
    if (const auto* reason = std::get_if<QString>(&value))
        return *reason;
    const double whole = std::get<double>(value) * factor;
    if (whole != std::round(whole) || std::abs(whole) > 9e15)
        return ParameterForm::tr("%1 is not a whole number").arg(text.trimmed());
    return static_cast<std::int64_t>(whole);
}

ParameterForm::ParameterForm(Document& document, std::vector<Parameter> parameters, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setColumnStretch(0, 1);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    int line = 0;
    for (Parameter& parameter : parameters) {
        m_rows.push_back(std::make_unique<Row>());
        m_rows.back()->parameter = std::move(parameter);
        makeRow(*m_rows.back(), *grid, line);
    }
    grid->setRowStretch(line, 1);
}

ParameterForm::~ParameterForm() = default;

void ParameterForm::makeRow(Row& row, QGridLayout& grid, int& line)
{
    const Parameter& parameter = row.parameter;
    if (!parameter.heading.isEmpty()) {
        row.heading = plainLabel(parameter.heading, this);
        // Roles of the palette, not colours: a style sheet above takes a palette of its own away.
        row.heading->setForegroundRole(QPalette::PlaceholderText); // secondary
        grid.addWidget(row.heading, line++, 0, 1, 2, Qt::AlignBottom);
    }

    row.field = new ParameterField(static_cast<bool>(parameter.step), this);
    row.field->setObjectName(parameter.id);
    row.field->setAccessibleName(parameter.label);
    row.field->setToolTip(parameter.help);
    row.label = plainLabel(parameter.label, this);
    row.label->setToolTip(parameter.help);
    row.label->setBuddy(row.field);
    if (parameter.wide) {
        grid.addWidget(row.label, line++, 0, 1, 2);
        grid.addWidget(row.field, line++, 0, 1, 2);
    } else {
        row.field->setAlignment(Qt::AlignRight);
        grid.addWidget(row.label, line, 0);
        grid.addWidget(row.field, line++, 1);
    }

    if (parameter.slider) {
        row.slider = new QSlider(Qt::Horizontal, this);
        row.slider->setObjectName(parameter.id + QStringLiteral(".slider"));
        row.slider->setAccessibleName(parameter.label);
        row.slider->setToolTip(parameter.help);
        row.slider->setRange(parameter.slider->minimum, parameter.slider->maximum);
        row.slider->setPageStep(1);
        row.slider->setMinimumHeight(minimumTarget);
        grid.addWidget(row.slider, line++, 0, 1, 2);
        connect(row.slider, &QSlider::sliderPressed, this, [&row] { ++row.sliderGesture; });
        connect(row.slider, &QSlider::valueChanged, this, [this, &row](int value) {
            commit(row, row.parameter.slider->text(value),
                   QStringLiteral("%1/slider/%2").arg(row.parameter.id).arg(row.sliderGesture));
        });
    }

    row.reason = plainLabel({}, this);
    row.reason->setForegroundRole(QPalette::BrightText); // something is wrong
    row.reason->setWordWrap(true);
    row.reason->setVisible(false);
    row.reason->setObjectName(parameter.id + QStringLiteral(".reason"));
    grid.addWidget(row.reason, line++, 0, 1, 2);

    connect(row.field, &ParameterField::finished, this,
            [this, &row](const QString& text) { commit(row, text, {}); });
    connect(row.field, &ParameterField::abandoned, this, [this, &row] { showValue(row); });
    connect(row.field, &ParameterField::stepped, this, [this, &row](int steps, int gesture) {
        commit(row, row.parameter.step(m_document.scenario(), steps),
               QStringLiteral("%1/step/%2").arg(row.parameter.id).arg(gesture));
    });
}

void ParameterForm::commit(Row& row, const QString& text, const QString& mergeKey)
{
    auto changed = row.parameter.change(m_document.scenario(), text);
    if (const auto* reason = std::get_if<QString>(&changed)) {
        showReason(row, *reason);
        return;
    }
    const auto problem = m_document.apply({std::move(std::get<Scenario>(changed)),
                                           tr("Change %1").arg(row.parameter.label), mergeKey});
    if (problem)
        showReason(row, QString::fromStdString(english(problem->message)));
    else
        showValue(row); // also when nothing changed: "8 Ki" becomes 8192
}

void ParameterForm::showValue(Row& row)
{
    row.field->showText(row.parameter.text(m_document.scenario()));
    showReason(row, {});
    if (row.slider) {
        const QSignalBlocker blocker(row.slider);
        row.slider->setValue(row.parameter.slider->position(m_document.scenario()));
    }
}

void ParameterForm::showReason(Row& row, const QString& reason)
{
    row.field->setWrong(!reason.isEmpty());
    row.field->setAccessibleDescription(reason);
    row.reason->setText(reason);
    row.reason->setVisible(!reason.isEmpty());
}

QString ParameterForm::reason(const QString& id) const
{
    for (const auto& row : m_rows)
        if (row->parameter.id == id)
            return row->reason->text();
    return {};
}

void ParameterForm::refresh()
{
    for (const auto& row : m_rows)
        showValue(*row);
}

void ParameterForm::setTheme(const Theme& theme)
{
    m_theme = theme;
    const qreal unit = theme.base / 14;
    for (const auto& row : m_rows) {
        row->label->setFont(theme.body());
        row->field->setFont(theme.body());
        row->field->setColours(theme.cellBorder, theme.focus, theme.broken);
        row->field->setFixedHeight(row->field->sizeHint().height());
        row->reason->setFont(theme.body(12.0 / 14));
        if (row->slider) {
            row->slider->setMinimumHeight(qMax(minimumTarget, qRound(minimumTarget * unit)));
            row->slider->setStyleSheet(sliderStyle(theme));
        }
        if (row->heading) {
            QFont font = theme.bold(12.0 / 14);
            font.setCapitalization(QFont::AllUppercase);
            row->heading->setFont(font);
        }
    }
    arrange();
}

void ParameterForm::setCompact(bool compact)
{
    if (compact == m_compact)
        return;
    m_compact = compact;
    arrange();
}

void ParameterForm::setRoom(int width)
{
    m_room = width;
    arrange();
}

void ParameterForm::arrange()
{
    const qreal unit = m_theme.base / 14;
    // Only where it must be: a label that may wrap asks for two lines even when it needs one.
    for (const auto& row : m_rows) {
        const int beside =
            row->parameter.wide ? 0 : row->field->sizeHint().width() + qRound(8 * unit);
        for (QLabel* label : {row->label, row->heading})
            if (label) {
                const int room = m_room - (label == row->label ? beside : 0);
                const bool wraps =
                    m_room > 0 && label->fontMetrics().horizontalAdvance(label->text()) > room;
                label->setWordWrap(wraps);
                // In a scroll area nothing asks how high that makes it.
                label->setMinimumHeight(wraps ? label->heightForWidth(std::max(room, 1)) : 0);
            }
    }
    auto* grid = static_cast<QGridLayout*>(layout());
    grid->setHorizontalSpacing(qRound(8 * unit));
    grid->setVerticalSpacing(qRound((m_compact ? 1 : 4) * unit));
    for (const auto& row : m_rows)
        if (row->heading)
            row->heading->setMinimumHeight(qMax(row->heading->minimumHeight(), // of two lines
                                                qRound((m_compact               ? 19
                                                        : row == m_rows.front() ? 22
                                                                                : 26) *
                                                       unit)));
}

} // namespace attention::ui

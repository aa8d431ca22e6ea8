// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export_dialog/size_fields.h"

#include "core/text/number.h"
#include "ui/editors/parameter_field.h"
#include "ui/editors/parameter_form.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QSignalBlocker>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>

#include <algorithm>
#include <cmath>

namespace attention::ui {

namespace {

constexpr double smallestScale = 1, largestScale = 8;
constexpr double smallestDpi = 36, largestDpi = 2400;
constexpr double largestSide = 1e6; // of any unit; the limit of all pixels together is lower

QString words(const char* text)
{
    return QCoreApplication::translate("picture", text);
}

} // namespace

SizeFields::SizeFields(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_firstRow(new QHBoxLayout)
    , m_preset(new QComboBox(this))
    , m_unit(new QComboBox(this))
    , m_fineWord(new QLabel(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    auto* row = new QHBoxLayout;
    column->addLayout(m_firstRow);
    column->addLayout(row);
    m_firstRow->setSpacing(8);
    row->setSpacing(8);
    auto* sizeWord = new QLabel(tr("Si&ze"), this);
    sizeWord->setBuddy(m_preset);
    m_firstRow->addWidget(sizeWord);
    m_preset->setObjectName(QStringLiteral("exportPreset"));
    m_preset->setAccessibleName(tr("Size of the picture"));
    for (const SizePreset& preset : sizePresets())
        m_preset->addItem(words(preset.text), QLatin1String(preset.id));
    m_preset->addItem(tr("Custom"));
    m_firstRow->addWidget(m_preset);
    m_firstRow->addStretch(1);

    constexpr const char* names[] = {"exportWidth", "exportHeight", "exportFine"};
    const QString says[] = {tr("Width"), tr("Height"), QString()};
    for (int i = 0; i < fieldCount; ++i) {
        auto* field = new ParameterField(true, this);
        field->setObjectName(QLatin1String(names[i]));
        field->setAccessibleName(says[i]);
        field->setToolTip(says[i]);
        field->setColours(theme.cellBorder, theme.focus, theme.broken);
        field->setFixedWidth(qRound(theme.base * (i == Fine ? 4.6 : 6)));
        m_fields[i] = field;
        const auto which = static_cast<Field>(i);
        connect(field, &ParameterField::stepped, this,
                [this, which](int steps) { step(which, steps); });
        connect(field, &ParameterField::abandoned, this, &SizeFields::show);
        connect(field, &ParameterField::finished, this, [this, which](const QString& text) {
            read(which, text);
            if (m_reasons[which].isEmpty())
                show();
        });
        connect(field->findChild<QLineEdit*>(), &QLineEdit::textEdited, this,
                [this, which](const QString& text) { read(which, text); });
    }
    row->addWidget(m_fields[Width]);
    row->addWidget(new QLabel(QStringLiteral("×"), this));
    row->addWidget(m_fields[Height]);
    m_unit->setObjectName(QStringLiteral("exportUnit"));
    m_unit->setAccessibleName(tr("Unit of width and height"));
    for (const auto& unit : unitChoices())
        m_unit->addItem(words(unit.text), static_cast<int>(unit.value));
    row->addWidget(m_unit);
    row->addWidget(m_fineWord);
    row->addWidget(m_fields[Fine]);
    row->addStretch(1);

    connect(m_preset, &QComboBox::activated, this, [this](int index) {
        for (const SizePreset& preset : sizePresets())
            if (m_preset->itemData(index) == QLatin1String(preset.id)) {
                setSize(preset.size);
                emit changed();
            }
    });
    connect(m_unit, &QComboBox::activated, this, [this](int index) {
        chooseUnit(static_cast<SizeUnit>(m_unit->itemData(index).toInt()));
    });
    show();
}

double& SizeFields::valueOf(Field field)
{
    return field == Width                    ? m_size.width
           : field == Height                 ? m_size.height
           : m_size.unit == SizeUnit::Pixels ? m_size.scale
                                             : m_size.dpi;
}

std::optional<QString> SizeFields::problem() const
{
    for (const QString& reason : m_reasons)
        if (!reason.isEmpty())
            return reason;
    return std::nullopt;
}

void SizeFields::read(Field field, const QString& text)
{
    QString& reason = m_reasons[field];
    reason.clear();
    const auto parsed = parseReal(text);
    const bool pixels = m_size.unit == SizeUnit::Pixels;
    if (const auto* why = std::get_if<QString>(&parsed)) {
        reason = *why;
    } else {
        const double value = std::get<double>(parsed);
        const double lowest = field != Fine ? (pixels ? 1 : 0.05)
                              : pixels      ? smallestScale
                                            : smallestDpi;
        const double highest = field != Fine ? largestSide : pixels ? largestScale : largestDpi;
        if (!(value >= lowest && value <= highest))
            reason = tr("%1 is not from %2 to %3").arg(text.trimmed()).arg(lowest).arg(highest);
        else if (pixels && field != Fine && value != std::floor(value))
            reason = tr("%1 is not a whole number of pixels").arg(text.trimmed());
        else
            valueOf(field) = value;
    }
    m_fields[field]->setWrong(!reason.isEmpty());
    showPreset();
    emit changed();
}

void SizeFields::step(Field field, int steps)
{
    const bool pixels = m_size.unit == SizeUnit::Pixels;
    double value = valueOf(field);
    if (field == Fine && pixels)
        value = std::clamp(std::floor(value) + steps, smallestScale, largestScale);
    else if (field == Fine)
        value = std::clamp(value + 50 * steps, 50.0, largestDpi);
    else if (m_size.unit == SizeUnit::Centimetres)
        value = std::max(0.5, value + 0.5 * steps);
    else
        value = std::max(10.0, value + 10 * steps);
    valueOf(field) = value;
    show();
    emit changed();
}

// What somebody sees of the size stays about what it is.
void SizeFields::chooseUnit(SizeUnit unit)
{
    if (unit == m_size.unit)
        return;
    constexpr double inAnInch[] = {96, 2.54, 72};
    const double factor =
        inAnInch[static_cast<int>(unit)] / inAnInch[static_cast<int>(m_size.unit)];
    const double places = unit == SizeUnit::Centimetres ? 10 : 1;
    for (double* side : {&m_size.width, &m_size.height})
        *side = std::max(1 / places, std::round(*side * factor * places) / places);
    m_size.unit = unit;
    show();
    emit changed();
}

void SizeFields::setSize(const PictureSize& size)
{
    m_size = size;
    show();
}

void SizeFields::show()
{
    for (int i = 0; i < fieldCount; ++i) {
        m_reasons[i].clear();
        m_fields[i]->showText(QString::fromStdString(shortest(valueOf(static_cast<Field>(i)))));
    }
    const bool pixels = m_size.unit == SizeUnit::Pixels;
    m_fineWord->setText(pixels ? tr("times") : tr("dpi"));
    const QString says = pixels ? tr("Pixels of the picture for each of those, 1 to 8")
                                : tr("Pixels of the picture in an inch");
    m_fields[Fine]->setAccessibleName(says);
    m_fields[Fine]->setToolTip(says);
    m_unit->setCurrentIndex(m_unit->findData(static_cast<int>(m_size.unit)));
    showPreset();
}

void SizeFields::showPreset()
{
    int index = m_preset->count() - 1;
    const std::span<const SizePreset> presets = sizePresets();
    for (std::size_t i = 0; i < presets.size(); ++i) {
        const PictureSize& size = presets[i].size;
        const bool pixels = size.unit == SizeUnit::Pixels;
        if (size.width == m_size.width && size.height == m_size.height &&
            size.unit == m_size.unit &&
            (pixels ? size.scale == m_size.scale : size.dpi == m_size.dpi))
            index = static_cast<int>(i);
    }
    m_preset->setCurrentIndex(index);
}

} // namespace attention::ui

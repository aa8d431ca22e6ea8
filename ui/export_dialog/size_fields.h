// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/picture_request.h"

#include <QtWidgets/QWidget>

class QComboBox;
class QHBoxLayout;
class QLabel;

namespace attention::ui {

class ParameterField;

// The size of a picture: one of a few that are often needed, or width, height, their unit and how
// fine it is. A number that cannot be used is marked where it stands, and its reason is given.
class SizeFields : public QWidget {
    Q_OBJECT

public:
    SizeFields(const Theme& theme, QWidget* parent = nullptr);

    void setSize(const PictureSize& size);
    const PictureSize& size() const { return m_size; }
    QHBoxLayout& firstRow() { return *m_firstRow; } // with room at its end
    // Why what stands in a field is no size, or nothing.
    std::optional<QString> problem() const;

signals:
    void changed();

private:
    enum Field { Width, Height, Fine, fieldCount };

    double& valueOf(Field field);
    void read(Field field, const QString& text);
    void step(Field field, int steps);
    void chooseUnit(SizeUnit unit);
    void show();
    void showPreset();

    PictureSize m_size;
    QHBoxLayout* m_firstRow;
    QComboBox* m_preset;
    QComboBox* m_unit;
    QLabel* m_fineWord;
    ParameterField* m_fields[fieldCount];
    QString m_reasons[fieldCount];
};

} // namespace attention::ui

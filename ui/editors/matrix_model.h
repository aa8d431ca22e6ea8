// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <QtCore/QAbstractTableModel>
#include <QtCore/QStringList>

namespace attention::ui {

class Document;

// A given matrix of the document as a table: follows the document, and asks it for every change.
class MatrixModel : public QAbstractTableModel {
    Q_OBJECT

public:
    explicit MatrixModel(Document& document, QObject* parent = nullptr);

    Document& document() const { return m_document; }
    MatrixField field() const { return m_field; }
    void setField(MatrixField field); // one that the scenario has
    QString fieldTitle() const;       // "W_q", "block.W_1"
    const Matrix& values() const { return *m_values; }
    QString rowLabel(int row) const { return m_rows.value(row); }
    QString columnLabel(int column) const { return m_columns.value(column); }
    // "A, 2": where a number stands, in a sentence.
    QString placeOf(int row, int column) const;

    // Why the text cannot be a number there; empty when it can.
    QString problemWith(const QString& text) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

signals:
    void refused(const QString& sentence); // a number that could not be read or used
    void vanished();                       // the scenario has this matrix no longer

private:
    void refresh();

    Document& m_document;
    MatrixField m_field = MatrixField::X;
    MatrixPtr m_values;
    QStringList m_rows, m_columns;
};

// The matrices that a scenario has, be it as an identity.
std::vector<MatrixField> givenMatrices(const Scenario& s);

} // namespace attention::ui

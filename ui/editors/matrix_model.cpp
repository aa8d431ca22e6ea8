// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editors/matrix_model.h"

#include "core/scenario/edits.h"
#include "core/text/number.h"
#include "core/trace/trace.h"
#include "ui/document/document.h"
#include "ui/figures/labels.h"
#include "ui/figures/layout_parts.h"

namespace attention::ui {

namespace {

bool isGiven(const Scenario& s, MatrixField field)
{
    const MatrixPtr* held = matrixIn(s, field);
    return held && (*held || projectionOf(s, field));
}

QString withMinus(QString number)
{
    return number.replace(QLatin1Char('-'), QChar(0x2212));
}

} // namespace

std::vector<MatrixField> givenMatrices(const Scenario& s)
{
    std::vector<MatrixField> fields;
    for (int i = 0; i < matrixFieldCount; ++i)
        if (isGiven(s, static_cast<MatrixField>(i)))
            fields.push_back(static_cast<MatrixField>(i));
    return fields;
}

MatrixModel::MatrixModel(Document& document, QObject* parent)
    : QAbstractTableModel(parent)
    , m_document(document)
{
    connect(&m_document, &Document::scenarioChanged, this, &MatrixModel::refresh);
    refresh();
}

void MatrixModel::setField(MatrixField field)
{
    if (field == m_field)
        return;
    beginResetModel();
    m_field = field;
    m_values.reset(); // of another matrix
    refresh();
    endResetModel();
}

void MatrixModel::refresh()
{
    const Scenario& s = m_document.scenario();
    if (!isGiven(s, m_field)) {
        emit vanished();
        return;
    }
    // Of the scenario alone: the trace of a large one may be a moment behind.
    Trace labels{m_document.scenarioPtr(), {{StageId::Embeddings, -1, s.X}}, nullptr};
    if (s.context)
        labels.stages.push_back({StageId::Context, -1, s.context->X});
    const MatrixRef ref{m_field, {}, -1};
    const QStringList rows = rowLabelsFor(labels, ref), columns = columnLabelsFor(labels, ref);
    const MatrixPtr& held = *matrixIn(s, m_field);
    const MatrixPtr values = held ? held : share(fieldMatrix(s, m_field));

    const bool reshaped =
        m_values && (m_values->rows() != values->rows() || m_values->cols() != values->cols());
    const bool first = !m_values; // inside of a reset, or before anybody looks
    const bool relabelled = rows != m_rows || columns != m_columns;
    if (reshaped)
        beginResetModel();
    m_values = values;
    m_rows = rows;
    m_columns = columns;
    if (reshaped)
        endResetModel();
    if (reshaped || first)
        return;
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    if (relabelled) {
        emit headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    }
}

QString MatrixModel::fieldTitle() const
{
    return QString::fromUtf8(fieldName(m_field));
}

QString MatrixModel::placeOf(int row, int column) const
{
    const QString r = rowLabel(row);
    const QString c = isolated(shortened(columnLabel(column)));
    return r.isEmpty() ? c : QStringLiteral("%1, %2").arg(isolated(shortened(r)), c);
}

QString MatrixModel::problemWith(const QString& text) const
{
    const auto number = parseNumber(text.toStdString());
    const auto* wrong = std::get_if<Message>(&number);
    return wrong ? QString::fromStdString(english(*wrong)) : QString();
}

int MatrixModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_values->rows());
}

int MatrixModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_values->cols());
}

QVariant MatrixModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const double value = (*m_values)(index.row(), index.column());
    switch (role) {
    case Qt::DisplayRole:
        return withMinus(QString::number(value, 'g', 6));
    case Qt::EditRole:
        return QString::fromStdString(shortest(value));
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole: {
        const QString text =
            QStringLiteral("%1 = %2").arg(placeOf(index.row(), index.column()),
                                          withMinus(QString::fromStdString(shortest(value))));
        return role == Qt::ToolTipRole ? toolTipOf(text) : text;
    }
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant MatrixModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const QString label = orientation == Qt::Vertical ? rowLabel(section) : columnLabel(section);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return label;
    case Qt::ToolTipRole:
        return toolTipOf(label.left(1000));
    default:
        return {};
    }
}

Qt::ItemFlags MatrixModel::flags(const QModelIndex& index) const
{
    return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable |
                                 Qt::ItemNeverHasChildren
                           : Qt::NoItemFlags;
}

bool MatrixModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::EditRole)
        return false;
    const auto number = parseNumber(value.toString().toStdString());
    if (const auto* wrong = std::get_if<Message>(&number)) {
        emit refused(QString::fromStdString(english(*wrong)));
        return false;
    }
    const auto problem = m_document.apply({withCell(m_document.scenario(), m_field, index.row(),
                                                    index.column(), std::get<double>(number)),
                                           tr("Change %1").arg(fieldTitle()),
                                           {}});
    if (problem)
        emit refused(QString::fromStdString(english(*problem)));
    return !problem;
}

} // namespace attention::ui

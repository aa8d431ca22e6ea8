// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editors/sequences.h"

#include "core/scenario/edits.h"
#include "core/scenario/rearrange.h"
#include "ui/dialogs/dialogs.h"
#include "ui/document/document.h"

#include <QtCore/QCoreApplication>
#include <QtWidgets/QMenu>

#include <array>

namespace attention::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Sequences", text);
}

constexpr std::array<SequenceChangeInfo, 6> changes = {{
    {SequenceChange::AddBefore, "addBefore", QT_TRANSLATE_NOOP("Sequences", "Add Token Before"),
     QT_TRANSLATE_NOOP("Sequences", "Add Column Before"), nullptr, nullptr},
    {SequenceChange::AddAfter, "addAfter", QT_TRANSLATE_NOOP("Sequences", "Add Token After"),
     QT_TRANSLATE_NOOP("Sequences", "Add Column After"), "Alt+Ins", "Alt+Shift+Ins"},
    {SequenceChange::Rename, "rename", QT_TRANSLATE_NOOP("Sequences", "Rename Token…"),
     QT_TRANSLATE_NOOP("Sequences", "Rename Column…"), "Ctrl+F2", "Ctrl+Shift+F2"},
    {SequenceChange::Remove, "remove", QT_TRANSLATE_NOOP("Sequences", "Remove Token"),
     QT_TRANSLATE_NOOP("Sequences", "Remove Column"), "Alt+Del", "Alt+Shift+Del"},
    {SequenceChange::MoveBack, "moveBack", QT_TRANSLATE_NOOP("Sequences", "Move Token Up"),
     QT_TRANSLATE_NOOP("Sequences", "Move Column Left"), "Alt+Up", "Alt+Left"},
    {SequenceChange::MoveOn, "moveOn", QT_TRANSLATE_NOOP("Sequences", "Move Token Down"),
     QT_TRANSLATE_NOOP("Sequences", "Move Column Right"), "Alt+Down", "Alt+Right"},
}};

const SequenceChangeInfo& infoOf(SequenceChange change)
{
    return changes[static_cast<std::size_t>(change)];
}

std::string labelOf(const Scenario& s, const Sequence& sequence, int index)
{
    const auto at = static_cast<std::size_t>(index);
    if (!sequence.columns)
        return sequence.of == MatrixField::X ? s.tokens[at] : s.context->tokens[at];
    return s.columns.empty() ? std::to_string(index + 1) : s.columns[at];
}

} // namespace

Scenario renamed(const Scenario& s, const Sequence& sequence, int index, std::string label)
{
    if (sequence.columns)
        return withColumn(s, index, std::move(label));
    return sequence.of == MatrixField::X ? withToken(s, index, std::move(label))
                                         : withContextToken(s, index, std::move(label));
}

int lengthOf(const Scenario& s, const Sequence& sequence)
{
    const Matrix& m = **matrixIn(s, sequence.of);
    return static_cast<int>(sequence.columns ? m.cols() : m.rows());
}

std::optional<Sequence> rowSequence(const Scenario& s, MatrixField field)
{
    const MatrixField keys = s.context ? MatrixField::ContextX : MatrixField::X;
    switch (field) {
    case MatrixField::X:
    case MatrixField::MaskBias:
        return Sequence{false, MatrixField::X};
    case MatrixField::ContextX:
        return Sequence{false, MatrixField::ContextX};
    case MatrixField::W_q:
    case MatrixField::W_1:
        return Sequence{true, MatrixField::X};
    case MatrixField::W_k:
    case MatrixField::W_v:
        return Sequence{true, keys};
    default:
        return std::nullopt;
    }
}

std::optional<Sequence> columnSequence(const Scenario& s, MatrixField field)
{
    switch (field) {
    case MatrixField::MaskBias:
        return Sequence{false, s.context ? MatrixField::ContextX : MatrixField::X};
    case MatrixField::ContextX:
        return Sequence{true, MatrixField::ContextX};
    case MatrixField::X:
    case MatrixField::PositionTable:
    case MatrixField::W_o:
    case MatrixField::b_o:
    case MatrixField::gamma_1:
    case MatrixField::beta_1:
    case MatrixField::gamma_2:
    case MatrixField::beta_2:
    case MatrixField::W_2:
    case MatrixField::b_2:
        return Sequence{true, MatrixField::X};
    default:
        return std::nullopt;
    }
}

std::optional<MatrixField> givenBehind(const Scenario& s, const MatrixRef& matrix)
{
    if (matrix.field)
        return matrix.field;
    // A copy of X is edited in X, what is projected in its projection.
    const MatrixField keys = s.context ? MatrixField::ContextX : MatrixField::X;
    const auto projected = [&](MatrixField projection, MatrixField source) {
        return projectionOf(s, projection)->isIdentity() ? source : projection;
    };
    switch (matrix.stage) {
    case StageId::Embeddings:
    case StageId::Input:
        return MatrixField::X;
    case StageId::Context:
    case StageId::ContextInput:
        return MatrixField::ContextX;
    case StageId::PositionEncoding:
    case StageId::ContextPositionEncoding:
        return s.positions.table ? std::optional(MatrixField::PositionTable) : std::nullopt;
    case StageId::Queries:
    case StageId::HeadQueries:
        return projected(MatrixField::W_q, MatrixField::X);
    case StageId::Keys:
    case StageId::HeadKeys:
        return projected(MatrixField::W_k, keys);
    case StageId::Values:
    case StageId::HeadValues:
        return projected(MatrixField::W_v, keys);
    case StageId::Output:
        return s.W_o ? std::optional(MatrixField::W_o) : std::nullopt;
    default:
        return std::nullopt;
    }
}

std::span<const SequenceChangeInfo> sequenceChanges()
{
    return changes;
}

QString textOf(const SequenceChangeInfo& info, const Sequence& sequence)
{
    return tr(sequence.columns ? info.columnText : info.tokenText);
}

SequenceResult changeSequence(Document& document, QWidget* window, const Sequence& sequence,
                              SequenceChange change, int index)
{
    const Scenario& s = document.scenario();
    const int count = lengthOf(s, sequence);
    QString name = textOf(infoOf(change), sequence).remove(QChar(0x2026));
    if (index < 0 || index >= count) // of a trace that is older than the scenario
        return {tr("It is not there any more"), index};
    SequenceResult result{{}, index};
    Order order;
    switch (change) {
    case SequenceChange::AddBefore:
        order = orderWithAdded(count, index);
        break;
    case SequenceChange::AddAfter:
        order = orderWithAdded(count, ++result.index);
        break;
    case SequenceChange::Remove:
        if (count < 2)
            return {sequence.columns ? tr("The last column stays: a token needs one number")
                                     : tr("The last token stays: attention needs one"),
                    index};
        order = orderWithRemoved(count, index);
        result.index = std::min(index, count - 2);
        break;
    case SequenceChange::MoveBack:
    case SequenceChange::MoveOn: {
        result.index += change == SequenceChange::MoveOn ? 1 : -1;
        if (result.index < 0)
            return {tr("It is the first already"), index};
        if (result.index >= count)
            return {tr("It is the last already"), index};
        order = orderWithMoved(count, index, result.index);
        break;
    }
    case SequenceChange::Rename: {
        if (sequence.columns && sequence.of == MatrixField::ContextX)
            return {tr("The columns of a context have numbers, no names"), index};
        const auto label = Dialogs::instance().askText(
            window, name, sequence.columns ? tr("Name of the column") : tr("Text of the token"),
            QString::fromStdString(labelOf(s, sequence, index)));
        // Unnamed columns stay so when their number was only looked at.
        if (!label || label->toStdString() == labelOf(s, sequence, index))
            return result;
        if (const auto wrong =
                document.apply({renamed(s, sequence, index, label->toStdString()), name, {}}))
            result.refused = QString::fromStdString(english(*wrong));
        return result;
    }
    }
    const std::string label = tr("new").toStdString();
    const auto wrong =
        document.apply({sequence.columns ? withColumnOrder(s, sequence.of, order, label)
                                         : withTokenOrder(s, sequence.of, order, label),
                        name,
                        {}});
    if (wrong)
        return {QString::fromStdString(english(*wrong)), index};
    return result;
}

void fillSequenceMenu(QMenu& menu, Document& document, QWidget* window, const Sequence& sequence,
                      int index, const std::function<void(const QString&)>& refused)
{
    for (const SequenceChangeInfo& info : sequenceChanges()) {
        QAction* action = menu.addAction(textOf(info, sequence));
        action->setObjectName(QStringLiteral("token.%1").arg(QLatin1String(info.id)));
        QObject::connect(action, &QAction::triggered, &document,
                         [&document, window, sequence, change = info.change, index, refused] {
                             const SequenceResult result =
                                 changeSequence(document, window, sequence, change, index);
                             if (!result.refused.isEmpty())
                                 refused(result.refused);
                         });
    }
}

} // namespace attention::ui

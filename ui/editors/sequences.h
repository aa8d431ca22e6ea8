// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"
#include "ui/document/selection.h"

#include <QtCore/QString>

#include <functional>
#include <optional>
#include <span>

class QMenu;
class QWidget;

namespace attention::ui {

class Document;

// Tokens or columns, of X or of the context: what can be added, removed, renamed and moved.
struct Sequence {
    bool columns = false;
    MatrixField of = MatrixField::X; // or ContextX

    bool operator==(const Sequence&) const = default;
};

int lengthOf(const Scenario& s, const Sequence& sequence);

// With another label for one of them.
Scenario renamed(const Scenario& s, const Sequence& sequence, int index, std::string label);

// What the rows and the columns of a given matrix stand for, where they are such a sequence.
std::optional<Sequence> rowSequence(const Scenario& s, MatrixField field);
std::optional<Sequence> columnSequence(const Scenario& s, MatrixField field);

// The given matrix that is edited in the place of one on the board: itself, X where Q is X, W_q
// where Q is computed. None for what is computed from others.
std::optional<MatrixField> givenBehind(const Scenario& s, const MatrixRef& matrix);

enum class SequenceChange { AddBefore, AddAfter, Rename, Remove, MoveBack, MoveOn };

// One row a change: "Remove Token" and "Remove Column", also the name of the undo step.
struct SequenceChangeInfo {
    SequenceChange change;
    const char* id; // "remove"
    const char* tokenText;
    const char* columnText;
    const char* tokenKeys; // in the table; nullptr: none
    const char* columnKeys;
};

std::span<const SequenceChangeInfo> sequenceChanges();
QString textOf(const SequenceChangeInfo& info, const Sequence& sequence);

struct SequenceResult {
    QString refused; // in one sentence; empty when it was done, or given up by the person
    int index = 0;   // where what was meant stands now
};

// Changes the document by one step. `window` is the parent of the question for a name.
SequenceResult changeSequence(Document& document, QWidget* window, const Sequence& sequence,
                              SequenceChange change, int index);

// An entry for every change of one token or column; `refused` is called with the sentence.
void fillSequenceMenu(QMenu& menu, Document& document, QWidget* window, const Sequence& sequence,
                      int index, const std::function<void(const QString&)>& refused);

} // namespace attention::ui

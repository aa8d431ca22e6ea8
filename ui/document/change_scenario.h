// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/difference.h"

#include <QtGui/QUndoCommand>

namespace attention::ui {

class Document;

// The one undo command: what changed between two scenarios, held as a difference.
class ChangeScenario : public QUndoCommand {
public:
    ChangeScenario(Document& document, ScenarioPtr before, ScenarioPtr after, const QString& text,
                   const QString& mergeKey);

    void undo() override;
    void redo() override;
    int id() const override { return m_mergeKey.isEmpty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand* next) override;

private:
    Document& m_document;
    ScenarioDifference m_difference;
    ScenarioPtr m_after; // for the first redo alone: then the scenario is there already
    QString m_mergeKey;
};

} // namespace attention::ui

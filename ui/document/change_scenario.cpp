// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/document/change_scenario.h"

#include "ui/document/document.h"

namespace attention::ui {

ChangeScenario::ChangeScenario(Document& document, ScenarioPtr before, ScenarioPtr after,
                               const QString& text, const QString& mergeKey)
    : m_document(document)
    , m_difference(*before, *after)
    , m_after(std::move(after))
    , m_mergeKey(mergeKey)
{
    setText(text);
}

void ChangeScenario::undo()
{
    m_document.setScenario(
        std::make_shared<const Scenario>(m_difference.backward(m_document.scenario())));
}

void ChangeScenario::redo()
{
    if (m_after)
        m_document.setScenario(std::exchange(m_after, nullptr));
    else
        m_document.setScenario(
            std::make_shared<const Scenario>(m_difference.forward(m_document.scenario())));
}

bool ChangeScenario::mergeWith(const QUndoCommand* next)
{
    const auto* other = static_cast<const ChangeScenario*>(next); // same id, so the same class
    if (other->m_mergeKey != m_mergeKey)
        return false;
    // The document already stands after `other`, so the way back leads to where this one began.
    const Scenario between = other->m_difference.backward(m_document.scenario());
    m_difference = m_difference.then(other->m_difference, m_difference.backward(between));
    // A drag that came back to its start is no step.
    setObsolete(m_difference.empty());
    return true;
}

} // namespace attention::ui

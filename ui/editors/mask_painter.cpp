// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/mask_painter.h"

#include "core/scenario/edits.h"
#include "core/scenario/mask_edits.h"
#include "ui/document/document.h"

#include <QtCore/QStringList>

#include <algorithm>
#include <cmath>

namespace attention::ui {

namespace {

// The cells that a straight stroke touches, so that a quick one leaves no gaps.
std::vector<Pair> stroke(const CellRef& from, const CellRef& to)
{
    const int steps = std::max({std::abs(to.row - from.row), std::abs(to.column - from.column), 1});
    std::vector<Pair> pairs;
    for (int i = 0; i <= steps; ++i) {
        const double way = static_cast<double>(i) / steps;
        pairs.emplace_back(
            static_cast<int>(std::lround(from.row + way * (to.row - from.row))),
            static_cast<int>(std::lround(from.column + way * (to.column - from.column))));
    }
    return pairs;
}

QString nameOf(std::string_view part)
{
    return part == "causal"   ? MaskPainter::tr("causal mask")
           : part == "window" ? MaskPainter::tr("window")
                              : MaskPainter::tr("padding mask");
}

} // namespace

MaskPainter::MaskPainter(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
    connect(&m_document, &Document::loaded, this, &MaskPainter::end);
}

void MaskPainter::setOn(bool on)
{
    if (on == m_on)
        return;
    end();
    m_on = on;
    emit switched(on);
}

bool MaskPainter::canPaintOn(const MatrixRef& matrix)
{
    return !matrix.field && rowAxis(matrix) == Axis::Query && columnAxis(matrix) == Axis::Key;
}

void MaskPainter::begin(const CellRef& cell)
{
    const Scenario& s = m_document.scenario();
    if (cell.row >= s.tokenCount() || cell.column >= s.keyCount())
        return; // what is shown is older than the scenario
    ++m_gesture;
    m_before = m_document.scenarioPtr();
    m_allows = !pairAllowed(s, cell.row, cell.column);
    m_last = cell;
    paint(cell, cell);
}

void MaskPainter::moveTo(const CellRef& cell)
{
    if (!m_last || (m_last->row == cell.row && m_last->column == cell.column))
        return;
    paint(*m_last, cell);
    m_last = cell;
}

void MaskPainter::end()
{
    m_last.reset();
    m_before.reset();
}

void MaskPainter::cancel()
{
    if (!m_last)
        return;
    m_document.apply({withMask(m_document.scenario(), m_before->mask),
                      {},
                      QStringLiteral("mask %1").arg(m_gesture)});
    end();
}

void MaskPainter::toggle(const CellRef& cell)
{
    begin(cell);
    end();
}

void MaskPainter::paint(const CellRef& from, const CellRef& to)
{
    const Scenario& s = m_document.scenario();
    std::vector<Pair> pairs = stroke(from, to);
    std::erase_if(pairs, [&](const Pair& pair) {
        return pair.first >= s.tokenCount() || pair.second >= s.keyCount();
    });
    PairsChanged changed = withPairs(s, pairs, m_allows);
    if (const auto wrong = m_document.apply({std::move(changed.after),
                                             m_allows ? tr("Allow Pairs") : tr("Block Pairs"),
                                             QStringLiteral("mask %1").arg(m_gesture)})) {
        emit said(QString::fromStdString(english(*wrong)));
    } else if (!changed.writtenOut.empty()) {
        QStringList names;
        for (const std::string_view part : changed.writtenOut)
            names += nameOf(part);
        emit said(tr("Blocked by the %1: written out as pairs, so that this one can be allowed")
                      .arg(names.join(tr(" and the "))));
    }
}

} // namespace attention::ui

// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/board_layout.h"

// The tabs "head 1 | head 2 | all | mean", and the weights of all heads beside each other.
namespace attention::ui {

// Which heads' weights are shown: those of one, where there is but one, and where a strip enlarges
// another stage.
BoardOptions::Heads headsShown(const LayoutInput& in, bool strip);

// The tabs in `place`: words where they fit, else numbers, else some of the numbers and a menu of
// all; nothing with one head.
void placeHeadTabs(BoardLayout& layout, const LayoutInput& in, BoardOptions::Heads on,
                   const QRectF& place, qreal scale);
// The width of the tabs with the word "head", or with numbers alone; 0 with one head.
qreal headTabsWidth(const LayoutInput& in, qreal scale, bool words);

// What the label over one of several heads' weights says and does.
void labelHead(BoardLayout& layout, PlacedMatrix& m, const LayoutInput& in);

// The weights of all heads inside `room`, as large as they can be; answers where they end.
QRectF placeAllHeads(BoardLayout& layout, const LayoutInput& in, const QRectF& room, qreal scale);

} // namespace attention::ui

// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/picture_request.h"

namespace attention::ui {

// What the next picture takes over from the last one: format, size, colours and what stands around
// the cells. What it shows, with how many decimals and which way round, is the window's; a title of
// somebody's own belongs to one picture.
// Whether explanations are wanted is known only where there are some.
void remember(const PictureRequest& request, std::optional<bool> explanations);
// The request with that; at first a slide. Explanations that are not wanted are dropped.
PictureRequest remembered(PictureRequest request);
// Whether a picture that is none of the board has a title.
bool titleIsRemembered();

} // namespace attention::ui

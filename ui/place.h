// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attention::ui {

// Where the window is: the board or one of the labs. The names stand in scenario files.
enum class Place { Board, Scaling, Memory };

std::string placeName(Place place);
std::optional<Place> placeNamed(std::string_view name);

} // namespace attention::ui

// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_line.h"
#include "ui/export/picture_request.h"

#include <string>
#include <vector>

namespace attention::app {

// Choices of the options of "export".
std::vector<std::string> plotNames();
std::vector<std::string> themeNames();
std::vector<std::string> backgroundNames();
std::vector<std::string> paletteNames();
std::vector<std::string> rangeNames();
std::vector<std::string> unitNames();
std::vector<std::string> headsNames();

// Options that exclude each other, or say something that the picture has not; throws Failure.
void requirePictureOptions(const Arguments& arguments);

// Size, theme, background: what is the same for every picture of a call. Throws Failure when it is
// unusable.
ui::PictureRequest sizeAndColours(const Arguments& arguments);

// How a scenario's figures look: as the window shows the scenario when it opens it, unless an
// option says otherwise.
ui::FigureOptions figureOptions(const Scenario& scenario, const Arguments& arguments);

// What the options say about a picture of FILE, and what it is made of. Throws Failure.
struct AskedPicture {
    ui::PictureRequest request;
    ui::PictureSource source;
};
AskedPicture askedPicture(const std::string& file, const Arguments& arguments);

} // namespace attention::app

// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGui/QPaintDevice>
#include <QtGui/QPainterPath>

#include <memory>
#include <vector>

namespace attention::ui {

// Stands before a QSvgGenerator or a QPdfWriter and makes good what they cannot do. In an SVG text
// arrives as outlines, so that no reader needs our fonts, and what the generator ignores (clipping,
// antialiasing switched off) is written down for each element that it draws, in their order. In
// both an emoji in colours, which has no outline, arrives as an image.
class OutlineDevice : public QPaintDevice {
public:
    enum class Target { Svg, SvgWithText, Pdf };

    OutlineDevice(QPaintDevice* device, Target target);
    ~OutlineDevice() override;

    struct Element {
        bool crisp = false; // drawn without antialiasing
        int clip = -1;      // index into `clips`, or not clipped
        // In an SVG, of a letter: the generator, which is slow at writing its path, got a stand-in.
        QPainterPath outline;
    };
    const std::vector<Element>& elements() const;
    // In the coordinates of the element that is clipped.
    const std::vector<QPainterPath>& clips() const;

    QPaintEngine* paintEngine() const override;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    class Engine;
    QPaintDevice* m_device;
    std::unique_ptr<Engine> m_engine;
};

} // namespace attention::ui

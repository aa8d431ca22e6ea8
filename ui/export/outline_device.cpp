// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/outline_device.h"

#include "ui/export/formats.h"

#include <QtCore/QSet>
#include <QtGui/QGlyphRun>
#include <QtGui/QImage>
#include <QtGui/QPaintEngine>
#include <QtGui/QPainter>
#include <QtGui/QPixmap>
#include <QtGui/QRawFont>
#include <QtGui/QTextLayout>

#include <algorithm>

namespace attention::ui {

namespace {

// A font of the bundle, all of it said: what is left open comes from the desktop's settings.
QFont neutralFont()
{
    QFont font("DejaVu Sans", -1, QFont::Normal, false);
    font.setPixelSize(14);
    return font;
}

// The bundled fonts have these, in plain black.
bool isBundled(QChar c)
{
    return c.unicode() < 0x250;
}

// The text in pieces of one font file each; where the font has no glyph, Qt takes another.
QList<QGlyphRun> glyphRuns(const QString& text, const QFont& font)
{
    QTextLayout layout(text, font);
    layout.beginLayout();
    layout.createLine();
    layout.endLayout();
    return layout.glyphRuns();
}

// True when a glyph of the text is a picture (an emoji): its outline is empty, and asking a colour
// font for outlines makes it invisible on the screen afterwards.
bool hasColourGlyphs(const QString& text, const QFont& font)
{
    if (std::all_of(text.begin(), text.end(), isBundled))
        return false;
    const QList<QGlyphRun> runs = glyphRuns(text, font);
    return std::any_of(runs.begin(), runs.end(), [](const QGlyphRun& run) {
        const QRawFont raw = run.rawFont();
        return !raw.fontTable("CBDT").isEmpty() || !raw.fontTable("sbix").isEmpty() ||
               !raw.fontTable("COLR").isEmpty() || !raw.fontTable("SVG ").isEmpty();
    });
}

// Qt leaves in a font file's face by which fraction of a pixel it last shifted a glyph for the
// screen, and shifts the outlines that it takes from the face by it. That is a matter of the last
// digits, but a file's bytes must not tell what was painted before it. Another size of the same
// face, opened anew, puts the shift back to nothing.
void forgetShift(const QString& text, const QFont& font)
{
    for (const QGlyphRun& run : glyphRuns(text, font)) {
        QRawFont raw = run.rawFont();
        raw.setPixelSize(raw.pixelSize() + 1);
    }
}

QPainterPath standIn()
{
    QPainterPath path;
    path.lineTo(1, 0);
    return path;
}

} // namespace

class OutlineDevice::Engine : public QPaintEngine {
public:
    Engine(QPaintDevice* device, Target target)
        : QPaintEngine(QPaintEngine::AllFeatures)
        , m_device(device)
        , m_target(target)
    {
    }

    std::vector<Element> m_elements;
    std::vector<QPainterPath> m_clips;

    Type type() const override { return User; }

    bool begin(QPaintDevice*) override
    {
        if (!m_painter.begin(m_device))
            return false;
        m_painter.setFont(neutralFont());
        return true;
    }

    bool end() override { return m_painter.end(); }

    void updateState(const QPaintEngineState& now) override
    {
        const DirtyFlags changed = now.state();
        if (changed & DirtyTransform)
            m_painter.setTransform(now.transform());
        if (changed & DirtyPen)
            m_painter.setPen(now.pen());
        if (changed & DirtyBrush)
            m_painter.setBrush(now.brush());
        if (changed & DirtyBrushOrigin)
            m_painter.setBrushOrigin(now.brushOrigin());
        if (changed & DirtyOpacity)
            m_painter.setOpacity(now.opacity());
        if (changed & DirtyHints) {
            m_painter.setRenderHints(m_painter.renderHints(), false);
            m_painter.setRenderHints(now.renderHints(), true);
        }
        if (changed & DirtyFont && m_target != Target::Svg)
            m_painter.setFont(now.font());
        if (changed & DirtyClipPath)
            clip(now.clipPath(), now.clipOperation());
        else if (changed & DirtyClipRegion) {
            QPainterPath path;
            path.addRegion(now.clipRegion());
            clip(path, now.clipOperation());
        }
        if (changed & DirtyClipEnabled) {
            m_clipping = now.isClipEnabled();
            if (m_target == Target::Pdf)
                m_painter.setClipping(m_clipping);
        }
    }

    void drawPath(const QPainterPath& path) override
    {
        if (m_outlining && path.isEmpty())
            return;
        note(path.controlPointRect());
        if (m_outlining && m_target != Target::Pdf) {
            m_elements.back().outline = path;
            m_painter.drawPath(standIn());
        } else {
            m_painter.drawPath(path);
        }
    }

    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override
    {
        const QPolygonF polygon(QList<QPointF>(points, points + count));
        note(polygon.boundingRect());
        if (mode == PolylineMode)
            m_painter.drawPolyline(polygon);
        else
            m_painter.drawPolygon(polygon, mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
    }

    void drawRects(const QRectF* rects, int count) override
    {
        for (const QRectF* rect = rects; rect != rects + count; ++rect) {
            note(*rect);
            m_painter.drawRect(*rect);
        }
    }

    void drawImage(const QRectF& rect, const QImage& image, const QRectF& source,
                   Qt::ImageConversionFlags) override
    {
        note(rect);
        m_painter.drawImage(rect, image, source);
    }

    void drawPixmap(const QRectF& rect, const QPixmap& pixmap, const QRectF& source) override
    {
        drawImage(rect, pixmap.toImage(), source, Qt::AutoColor);
    }

    void drawTextItem(const QPointF& position, const QTextItem& item) override
    {
        // Glyph runs bring no text; they can only become outlines.
        const QString text = plainLine(item.text());
        if (text.isEmpty()) {
            drawOutlines(position, item, text);
        } else if (m_target != Target::SvgWithText && hasColourGlyphs(text, item.font())) {
            drawTextImage(position, item, text);
        } else if (m_target != Target::Svg) {
            note(around(position, item));
            m_painter.drawText(position, text);
        } else {
            drawOutlines(position, item, text);
        }
    }

private:
    // Room for glyphs that reach over their own advance.
    static QRectF around(const QPointF& position, const QTextItem& item)
    {
        const qreal margin = item.ascent() + item.descent();
        return QRectF(position.x(), position.y() - item.ascent(), item.width(), margin)
            .adjusted(-margin, -margin, margin, margin);
    }

    void drawOutlines(const QPointF& position, const QTextItem& item, const QString& text)
    {
        const QFont font = text.isEmpty() ? painter()->font() : item.font();
        const QString face =
            QString("%1 %2 %3").arg(font.family()).arg(font.bold()).arg(font.italic());
        if (!std::all_of(text.begin(), text.end(), isBundled))
            forgetShift(text, font);
        else if (!m_faces.contains(face))
            forgetShift(QString("0"), font);
        m_faces.insert(face);
        m_outlining = true;
        QPaintEngine::drawTextItem(position, item); // comes back as drawPath
        m_outlining = false;
    }

    void drawTextImage(const QPointF& position, const QTextItem& item, const QString& text)
    {
        const QRectF area = around(position, item).toAlignedRect();
        constexpr qreal sharpness = 4;
        QImage image((area.size() * sharpness).toSize(), QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        painter.scale(sharpness, sharpness);
        painter.translate(-area.topLeft());
        painter.setPen(m_painter.pen());
        painter.setFont(item.font());
        painter.drawText(position, text);
        painter.end();
        drawImage(area, image, image.rect(), Qt::AutoColor);
    }

    void clip(const QPainterPath& path, Qt::ClipOperation operation)
    {
        if (m_target == Target::Pdf) { // which knows about clipping
            m_painter.setClipPath(path, operation);
            return;
        }
        const QPainterPath onPage = m_painter.transform().map(path);
        m_hasClip = operation != Qt::NoClip;
        if (operation == Qt::IntersectClip && m_clipping)
            m_clip = m_clip.intersected(onPage);
        else
            m_clip = onPage;
        m_clipping = true;
    }

    // To be called once for each element that the target will write; `bounds` is where it lies, in
    // the current coordinates, without its pen.
    void note(QRectF bounds)
    {
        Element element;
        element.crisp = !m_painter.testRenderHint(QPainter::Antialiasing);
        if (m_clipping && m_hasClip) {
            const qreal pen =
                m_painter.pen().style() == Qt::NoPen ? 0 : m_painter.pen().widthF() + 1;
            bounds = m_painter.transform().mapRect(bounds.adjusted(-pen, -pen, pen, pen));
            if (!m_clip.contains(bounds)) {
                const QPainterPath here = m_painter.transform().inverted().map(m_clip);
                const auto same = std::find(m_clips.begin(), m_clips.end(), here);
                element.clip = static_cast<int>(same - m_clips.begin());
                if (same == m_clips.end())
                    m_clips.push_back(here);
            }
        }
        m_elements.push_back(element);
    }

    QPaintDevice* m_device;
    Target m_target;
    QPainter m_painter;
    bool m_outlining = false;
    QSet<QString> m_faces; // that have given an outline
    QPainterPath m_clip;   // in the target's coordinates
    bool m_hasClip = false;
    bool m_clipping = false;
};

OutlineDevice::OutlineDevice(QPaintDevice* device, Target target)
    : m_device(device)
    , m_engine(std::make_unique<Engine>(device, target))
{
}

OutlineDevice::~OutlineDevice() = default;

const std::vector<OutlineDevice::Element>& OutlineDevice::elements() const
{
    return m_engine->m_elements;
}

const std::vector<QPainterPath>& OutlineDevice::clips() const
{
    return m_engine->m_clips;
}

QPaintEngine* OutlineDevice::paintEngine() const
{
    return m_engine.get();
}

int OutlineDevice::metric(PaintDeviceMetric metric) const
{
    switch (metric) {
    case PdmWidth:
        return m_device->width();
    case PdmHeight:
        return m_device->height();
    case PdmWidthMM:
        return m_device->widthMM();
    case PdmHeightMM:
        return m_device->heightMM();
    case PdmNumColors:
        return m_device->colorCount();
    case PdmDepth:
        return m_device->depth();
    case PdmDpiX:
        return m_device->logicalDpiX();
    case PdmDpiY:
        return m_device->logicalDpiY();
    case PdmPhysicalDpiX:
        return m_device->physicalDpiX();
    case PdmPhysicalDpiY:
        return m_device->physicalDpiY();
    case PdmDevicePixelRatio:
        return 1;
    case PdmDevicePixelRatioScaled:
        return static_cast<int>(devicePixelRatioFScale());
    }
    return 0;
}

} // namespace attention::ui

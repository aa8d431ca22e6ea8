// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/formats.h"
#include "ui/export/outline_device.h"
#include "ui/export/scenario_in_picture.h"
#include "ui/figures/canvas.h"

#include <QtCore/QBuffer>
#include <QtCore/QtMath>
#include <QtGui/QPainter>
#include <QtSvg/QSvgGenerator>

#include <array>
#include <cmath>
#include <cstdlib>

namespace attention::ui {

namespace {

QByteArray number(qreal value)
{
    return QByteArray::number(value, 'g', 9);
}

// For letters: more digits make a file half as large again, and take most of the time.
void appendHundredths(QByteArray& text, qreal value)
{
    const long long rounded = std::llround(value * 100);
    const long long size = std::abs(rounded);
    if (rounded < 0)
        text += '-';
    text += QByteArray::number(size / 100);
    if (size % 100 != 0)
        text.append('.').append(static_cast<char>('0' + size / 10 % 10));
    if (size % 10 != 0)
        text += static_cast<char>('0' + size % 10);
}

void appendNumber(QByteArray& text, qreal value)
{
    text += number(value);
}

QByteArray pathData(const QPainterPath& path, void (*append)(QByteArray&, qreal))
{
    QByteArray data;
    data.reserve(14 * path.elementCount());
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element& e = path.elementAt(i);
        const char* letter = e.isMoveTo() ? "M" : e.isLineTo() ? "L" : e.isCurveTo() ? "C" : " ";
        data += letter;
        append(data, e.x);
        data += ',';
        append(data, e.y);
    }
    return data;
}

QByteArray clipPaths(const std::vector<QPainterPath>& clips)
{
    QByteArray definitions;
    for (std::size_t i = 0; i < clips.size(); ++i) {
        const char* rule = clips[i].fillRule() == Qt::WindingFill ? "nonzero" : "evenodd";
        definitions += "<clipPath id=\"clip" + QByteArray::number(i) + "\"><path clip-rule=\"" +
                       rule + "\" d=\"" + pathData(clips[i], appendNumber) + "\"/></clipPath>\n";
    }
    return definitions;
}

// Ends of the names of elements that draw something, from which QSvgGenerator makes its body.
bool isDrawing(QByteArrayView name)
{
    constexpr std::array<QByteArrayView, 7> names = {"rect",    "path", "polyline", "circle",
                                                     "ellipse", "text", "image"};
    return std::find(names.begin(), names.end(), name) != names.end();
}

// The body with what QSvgGenerator leaves out said at each element: clipping, and crisp edges of
// cells, so that neighbours leave no seam. Only rectangles are crisp; outlines of letters are
// paths.
QByteArray withAttributes(const QByteArray& body,
                          const std::vector<OutlineDevice::Element>& elements)
{
    QByteArray result;
    result.reserve(body.size() + body.size() / 4);
    std::size_t next = 0;
    qsizetype done = 0;
    // Texts and attributes are escaped: a "<" starts an element.
    for (qsizetype at = body.indexOf('<'); at >= 0; at = body.indexOf('<', at + 1)) {
        qsizetype end = at + 1;
        while (end < body.size() && body[end] >= 'a' && body[end] <= 'z')
            ++end;
        const QByteArrayView name = QByteArrayView(body).sliced(at + 1, end - at - 1);
        if (!isDrawing(name))
            continue;
        if (next == elements.size())
            return {};
        const OutlineDevice::Element& element = elements[next++];
        result += QByteArrayView(body).sliced(done, end - done);
        if (element.crisp && name == "rect")
            result += " shape-rendering=\"crispEdges\"";
        if (element.clip >= 0)
            result += " clip-path=\"url(#clip" + QByteArray::number(element.clip) + ")\"";
        done = end;
        if (element.outline.isEmpty())
            continue;
        const QByteArrayView start = " d=\"";
        const qsizetype data = body.indexOf(start, end) + start.size();
        result += QByteArrayView(body).sliced(done, data - done);
        result += pathData(element.outline, appendHundredths);
        done = body.indexOf('"', data);
    }
    if (next != elements.size())
        return {};
    result += QByteArrayView(body).sliced(done);
    return result;
}

} // namespace

QByteArray renderSvg(const Figure& figure, const PictureOptions& options)
{
    QByteArray drawn;
    QBuffer buffer(&drawn);
    buffer.open(QIODevice::WriteOnly);

    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(96); // else the screen's
    generator.setSize(QSize(qCeil(options.size.width()), qCeil(options.size.height())));
    generator.setViewBox(QRectF(QPointF(0, 0), options.size));
    OutlineDevice device(&generator, options.textAsText ? OutlineDevice::Target::SvgWithText
                                                        : OutlineDevice::Target::Svg);
    CanvasPainter painter(&device, true);
    paintPicture(painter.canvas(), figure, options);
    painter.end();

    // QSvgGenerator's own head gives the size in rounded millimetres and does not escape the texts.
    const QByteArray defsStart = "<defs>", defsEnd = "</defs>";
    const qsizetype defs = drawn.indexOf(defsStart);
    const qsizetype body = drawn.indexOf(defsEnd, defs);
    if (defs < 0 || body < 0)
        return {};
    const QByteArray content = withAttributes(drawn.mid(body + defsEnd.size()), device.elements());
    Q_ASSERT(!content.isEmpty());
    if (content.isEmpty()) // without the letters
        return {};

    // In pixels, or in centimetres where its size is one on paper.
    const QSizeF shown = options.onPaper ? options.size * (2.54 / 96) : QSizeF(options.pixels());
    const char* unit = options.onPaper ? "cm" : "";
    QByteArray svg = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg width=\"" +
                     number(shown.width()) + unit + "\" height=\"" + number(shown.height()) + unit +
                     "\" viewBox=\"0 0 " + number(options.size.width()) + ' ' +
                     number(options.size.height()) +
                     "\" version=\"1.1\" xmlns=\"http://www.w3.org/2000/svg\""
                     " xmlns:xlink=\"http://www.w3.org/1999/xlink\">\n";
    const Origin origin = originOf(figure, options);
    svg += "<title>" + origin.title.toHtmlEscaped().toUtf8() + "</title>\n";
    svg += "<desc>" + origin.description.toHtmlEscaped().toUtf8() + "</desc>\n";
    svg += svgMetadata(origin);
    svg += drawn.mid(defs, body - defs) + clipPaths(device.clips()) + defsEnd + content;
    return svg;
}

} // namespace attention::ui

// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/picture.h"

#include "core/attention/buffers.h"
#include "ui/export/formats.h"
#include "ui/export/save_file.h"
#include "ui/figures/canvas.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QFileInfo>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtGui/QImage>
#include <QtGui/QPainter>

#include <array>
#include <cmath>
#include <memory>
#include <new>

namespace attention::ui {

namespace {

constexpr qreal maximumMegapixels = 100;

constexpr std::array<ImageFormat, 3> formats = {{
    {"png", QT_TRANSLATE_NOOP("picture", "PNG image"), renderPng},
    {"svg", QT_TRANSLATE_NOOP("picture", "SVG drawing"), renderSvg},
    {"pdf", QT_TRANSLATE_NOOP("picture", "PDF page"), renderPdf},
}};

QString endings()
{
    QStringList list;
    for (const ImageFormat& format : formats)
        list << u'.' + QLatin1String(format.suffix);
    const QString last = list.takeLast();
    return QCoreApplication::translate("picture", "%1 or %2").arg(list.join(", "), last);
}

// In memory that is used again: new memory takes longer than most pictures. Null when there is not
// enough.
QImage emptyImage(const QSize& size, QImage::Format format)
{
    using Memory = std::shared_ptr<uchar[]>;
    const qsizetype bytesPerLine = qsizetype{4} * size.width();
    try {
        auto memory = std::make_unique<Memory>(bytes(static_cast<std::size_t>(bytesPerLine) *
                                                     static_cast<std::size_t>(size.height())));
        uchar* const pixels = memory->get();
        return QImage(
            pixels, size.width(), size.height(), bytesPerLine, format,
            [](void* held) { delete static_cast<Memory*>(held); }, memory.release());
    } catch (const std::bad_alloc&) {
        return {};
    }
}

} // namespace

QSize PictureOptions::pixels() const
{
    return QSize(static_cast<int>(std::lround(size.width() * scale)),
                 static_cast<int>(std::lround(size.height() * scale)));
}

QSizeF PictureOptions::points() const
{
    return onPaper ? size * (72.0 / 96) : QSizeF(pixels());
}

std::span<const ImageFormat> imageFormats()
{
    return formats;
}

const ImageFormat* formatFor(const QString& path)
{
    const QString suffix = QFileInfo(path).suffix();
    for (const ImageFormat& format : formats)
        if (suffix.compare(QLatin1String(format.suffix), Qt::CaseInsensitive) == 0)
            return &format;
    return nullptr;
}

std::optional<QString> sizeProblem(const PictureOptions& options)
{
    const auto text = [](const char* key) { return QCoreApplication::translate("picture", key); };
    if (!(options.size.width() >= 1) || !(options.size.height() >= 1))
        return text(QT_TRANSLATE_NOOP("picture",
                                      "A picture of %1 × %2 pixels: each must be at least 1"))
            .arg(options.size.width())
            .arg(options.size.height());
    if (!std::isfinite(options.scale) || options.scale <= 0)
        return text(
                   QT_TRANSLATE_NOOP("picture", "A picture at scale %1: the scale must be above 0"))
            .arg(options.scale);
    // In floating point, before any of it is rounded to whole pixels.
    const qreal width = std::round(options.size.width() * options.scale);
    const qreal height = std::round(options.size.height() * options.scale);
    if (width < 1 || height < 1)
        return text(QT_TRANSLATE_NOOP("picture", "A picture at scale %1 has no pixel left"))
            .arg(options.scale);
    if (width * height > maximumMegapixels * 1e6)
        return text(QT_TRANSLATE_NOOP("picture",
                                      "A picture of %1 × %2 pixels: the limit is %3 megapixels"))
            .arg(width, 0, 'f', 0)
            .arg(height, 0, 'f', 0)
            .arg(maximumMegapixels);
    return std::nullopt;
}

QString plainLine(const QString& text)
{
    QString line;
    line.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (c.isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate())
            line.append(c).append(text[++i]);
        else if (c.isSurrogate() || c.unicode() >= 0xfffe)
            line.append(QChar::ReplacementCharacter);
        else if (c.isSpace())
            line.append(u' ');
        else if (c.category() != QChar::Other_Control)
            line.append(c);
    }
    return line;
}

void paintPicture(Canvas& canvas, const Figure& figure, const PictureOptions& options)
{
    loadFonts();
    Theme theme = Theme::make(options.theme, 14 * options.letters);
    const QRectF all(QPointF(0, 0), options.size);
    if (options.background == Background::White)
        theme.window = Qt::white;
    if (options.background != Background::Transparent)
        canvas.painter.fillRect(all, theme.window);
    figure.paint(canvas, all, theme);
}

QImage renderImage(const Figure& figure, const PictureOptions& options)
{
    const QSize pixels = options.pixels();
    const bool transparent = options.background == Background::Transparent;
    QImage image = emptyImage(pixels, transparent ? QImage::Format_ARGB32_Premultiplied
                                                  : QImage::Format_RGB32);
    if (image.isNull())
        return image;
    // Else the resolution is the screen's, and with it all that is measured in points.
    constexpr qreal metres = 0.0254;
    image.setDotsPerMeterX(qRound(96 / metres));
    image.setDotsPerMeterY(qRound(96 / metres));
    image.fill(Qt::transparent);

    CanvasPainter painter(&image);
    painter.canvas().painter.scale(static_cast<qreal>(pixels.width()) / options.size.width(),
                                   static_cast<qreal>(pixels.height()) / options.size.height());
    paintPicture(painter.canvas(), figure, options);
    painter.end();

    // Programs that go by it show every scale at the same size.
    image.setDotsPerMeterX(qRound(options.dpi() / metres));
    image.setDotsPerMeterY(qRound(options.dpi() / metres));
    return image;
}

void copyPicture(const Figure& figure, PictureOptions options)
{
    if (options.background == Background::Transparent)
        options.background = Background::Theme;
    QGuiApplication::clipboard()->setImage(renderImage(figure, options));
}

std::optional<QString> savePicture(const Figure& figure, const QString& path,
                                   const PictureOptions& options)
{
    const ImageFormat* format = formatFor(path);
    if (!format)
        return QCoreApplication::translate("picture", "%1: the name of a picture ends in %2")
            .arg(path, endings());
    if (const std::optional<QString> problem = sizeProblem(options))
        return problem;
    const QByteArray bytes = format->render(figure, options);
    if (bytes.isEmpty())
        return QCoreApplication::translate("picture",
                                           "Cannot write %1: not enough memory for the picture")
            .arg(path);
    return saveFile(path, bytes);
}

} // namespace attention::ui

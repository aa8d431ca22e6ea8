// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/png_file.h"

#include "core/attention/buffers.h"

#include <QtCore/QtEndian>
#include <QtGui/QImage>

#include <libdeflate.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

// PNG, second edition: https://www.w3.org/TR/png
namespace attention::ui {

namespace {

enum Filter : uchar { None = 0, Up = 2 };

void append(QByteArray& bytes, quint32 number)
{
    const quint32 bigEndian = qToBigEndian(number);
    bytes.append(reinterpret_cast<const char*>(&bigEndian), sizeof bigEndian);
}

class Compressor {
public:
    Compressor()
        // Higher levels take twice the time to save a twentieth.
        : m_compressor(libdeflate_alloc_compressor(6))
    {
        if (!m_compressor)
            throw std::bad_alloc();
    }
    ~Compressor() { libdeflate_free_compressor(m_compressor); }
    Compressor(const Compressor&) = delete;
    Compressor& operator=(const Compressor&) = delete;

    void append(QByteArray& bytes, const void* data, std::size_t size)
    {
        const qsizetype before = bytes.size();
        const std::size_t most = libdeflate_zlib_compress_bound(m_compressor, size);
        bytes.resize(before + static_cast<qsizetype>(most));
        const std::size_t compressed =
            libdeflate_zlib_compress(m_compressor, data, size, bytes.data() + before, most);
        bytes.resize(before + static_cast<qsizetype>(compressed));
    }

private:
    libdeflate_compressor* m_compressor;
};

// Length, type, what `data` appends, and the checksum of the last two.
template <typename Data>
void addChunk(QByteArray& file, const char* type, Data data)
{
    const qsizetype start = file.size();
    append(file, 0); // the length, when it is known
    file.append(type, 4);
    data();
    const qsizetype content = start + 4;
    qToBigEndian(static_cast<quint32>(file.size() - content - 4), file.data() + start);
    append(file, libdeflate_crc32(0, file.constData() + content,
                                  static_cast<std::size_t>(file.size() - content)));
}

QRgb plainColour(QRgb pixel, bool transparent)
{
    return transparent ? qUnpremultiply(pixel) : pixel | 0xff000000;
}

// The colours of an image as long as they are few, by a hash table with room for four times as
// many.
class Palette {
public:
    Palette() { m_slots.fill(-1); }

    const std::vector<QRgb>& colours() const { return m_colours; }

    // Its number; -1 when it is one too many.
    int indexOf(QRgb pixel)
    {
        std::size_t slot = (pixel * 0x9e3779b1U) >> 22;
        while (m_slots[slot] >= 0) {
            if (m_colours[static_cast<std::size_t>(m_slots[slot])] == pixel)
                return m_slots[slot];
            slot = (slot + 1) % m_slots.size();
        }
        if (m_colours.size() == 256)
            return -1;
        m_slots[slot] = static_cast<qint16>(m_colours.size());
        m_colours.push_back(pixel);
        return m_slots[slot];
    }

private:
    std::array<qint16, 1024> m_slots;
    std::vector<QRgb> m_colours; // as the image has them
};

using Bytes = std::shared_ptr<uchar[]>;

// Rows of numbers of colours, each after its filter; null when a palette does not suffice.
Bytes indexedRows(const QImage& image, Palette& palette)
{
    const auto width = static_cast<std::size_t>(image.width());
    const Bytes rows = attention::bytes((width + 1) * static_cast<std::size_t>(image.height()));
    uchar* to = rows.get();
    QRgb last = 0;
    int index = -1;
    for (int y = 0; y < image.height(); ++y) {
        const QRgb* pixels = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        *to++ = None;
        for (std::size_t x = 0; x < width; ++x) {
            if (index < 0 || pixels[x] != last) {
                last = pixels[x];
                index = palette.indexOf(last);
                if (index < 0)
                    return nullptr;
            }
            *to++ = static_cast<uchar>(index);
        }
    }
    return rows;
}

// Rows of red, green, blue, and alpha when `channels` is 4, each after its filter: the difference
// to the row above where most of that is 0, for cells are higher than a pixel.
Bytes colourRows(const QImage& image, std::size_t channels)
{
    const auto width = static_cast<std::size_t>(image.width());
    const std::size_t bytes = width * channels;
    const Bytes rows = attention::bytes((bytes + 1) * static_cast<std::size_t>(image.height()));
    std::vector<uchar> row(bytes), above(bytes);
    uchar* to = rows.get();
    const QRgb* pixelsAbove = nullptr;
    for (int y = 0; y < image.height(); ++y) {
        const QRgb* pixels = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        const QRgb* const before = std::exchange(pixelsAbove, pixels);
        if (before && std::memcmp(pixels, before, width * sizeof(QRgb)) == 0) { // most rows are
            *to++ = Up;
            std::memset(to, 0, bytes);
            to += bytes;
            continue;
        }
        uchar* channel = row.data();
        for (std::size_t x = 0; x < width; ++x) {
            const QRgb colour = plainColour(pixels[x], channels == 4);
            *channel++ = static_cast<uchar>(qRed(colour));
            *channel++ = static_cast<uchar>(qGreen(colour));
            *channel++ = static_cast<uchar>(qBlue(colour));
            if (channels == 4)
                *channel++ = static_cast<uchar>(qAlpha(colour));
        }
        std::size_t equal = 0;
        for (std::size_t i = 0; i < bytes; ++i)
            equal += row[i] == above[i];
        const bool up = y > 0 && equal > bytes / 2;
        *to++ = up ? Up : None;
        if (up)
            for (std::size_t i = 0; i < bytes; ++i)
                to[i] = static_cast<uchar>(row[i] - above[i]);
        else
            std::memcpy(to, row.data(), bytes);
        to += bytes;
        row.swap(above);
    }
    return rows;
}

} // namespace

QByteArray pngFile(const QImage& image, const std::vector<PngText>& texts)
{
    Q_ASSERT(image.format() == QImage::Format_RGB32 ||
             image.format() == QImage::Format_ARGB32_Premultiplied);
    const bool transparent = image.hasAlphaChannel();
    Palette palette;
    Bytes rows = indexedRows(image, palette);
    const bool indexed = rows != nullptr;
    const std::size_t channels = indexed ? 1 : transparent ? 4 : 3;
    if (!indexed)
        rows = colourRows(image, channels);

    Compressor compressor;
    QByteArray file("\x89PNG\r\n\x1a\n", 8);
    addChunk(file, "IHDR", [&] {
        append(file, static_cast<quint32>(image.width()));
        append(file, static_cast<quint32>(image.height()));
        const char colourType = indexed ? 3 : transparent ? 6 : 2;
        const char more[] = {8, colourType, 0, 0, 0}; // bits, colours; deflate, filters, one pass
        file.append(more, sizeof more);
    });
    if (indexed) {
        addChunk(file, "PLTE", [&] {
            for (const QRgb pixel : palette.colours()) {
                const QRgb colour = plainColour(pixel, transparent);
                file.append(static_cast<char>(qRed(colour)));
                file.append(static_cast<char>(qGreen(colour)));
                file.append(static_cast<char>(qBlue(colour)));
            }
        });
        if (transparent)
            addChunk(file, "tRNS", [&] {
                for (const QRgb pixel : palette.colours())
                    file.append(static_cast<char>(qAlpha(pixel)));
            });
    }
    addChunk(file, "pHYs", [&] {
        append(file, static_cast<quint32>(image.dotsPerMeterX()));
        append(file, static_cast<quint32>(image.dotsPerMeterY()));
        file.append(1); // of a metre
    });
    for (const PngText& text : texts)
        addChunk(file, "iTXt", [&] {
            file.append(text.keyword).append('\0');
            file.append(text.compressed ? 1 : 0).append('\0');
            file.append('\0').append('\0'); // no language, the keyword in no other one
            if (text.compressed)
                compressor.append(file, text.text.constData(),
                                  static_cast<std::size_t>(text.text.size()));
            else
                file.append(text.text);
        });
    addChunk(file, "IDAT", [&] {
        compressor.append(file, rows.get(),
                          (static_cast<std::size_t>(image.width()) * channels + 1) *
                              static_cast<std::size_t>(image.height()));
    });
    addChunk(file, "IEND", [] {});
    return file;
}

} // namespace attention::ui

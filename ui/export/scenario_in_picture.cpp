// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/scenario_in_picture.h"

#include "core/scenario/scenario_json.h"
#include "ui/export/formats.h"
#include "ui/export/picture_request.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QXmlStreamReader>
#include <QtCore/QtEndian>

#include <libdeflate.h>

#include <memory>

namespace attention::ui {

namespace {

// The most that libpng, with which nearly every program reads PNG, takes of one text; a larger
// scenario stays out.
constexpr qsizetype mostScenarioBytes = 7'900'000;

constexpr char pngSignature[] = "\x89PNG\r\n\x1a\n";
constexpr char pngScenario[] = "Attention Lab scenario", pngSoftware[] = "Software";
constexpr char svgScenario[] = "urn:attention-lab:scenario",
               svgSoftware[] = "urn:attention-lab:software",
               svgSettings[] = "urn:attention-lab:settings";

using Text = std::variant<QByteArray, QString>; // or why there is none

QString tr(const char* text)
{
    return QCoreApplication::translate("ScenarioInPicture", text);
}

QString damaged()
{
    return tr("is a damaged picture: no scenario can be read from it");
}

QString without(bool ours)
{
    return ours ? tr("is a picture by Attention Lab, but holds no scenario: it shows a plot, or "
                     "numbers that are to be predicted, or its scenario is larger than 7.9 MB")
                : tr("is a picture that holds no scenario of Attention Lab: another program made "
                     "it, or saved it without what it does not know");
}

QByteArray escaped(const QByteArray& text)
{
    return QString::fromUtf8(text).toHtmlEscaped().toUtf8();
}

// XML knows no way to write these two characters; in JSON they stand in strings alone.
QByteArray withoutNonCharacters(QByteArray json)
{
    return json.replace("\xEF\xBF\xBE", "\\ufffe").replace("\xEF\xBF\xBF", "\\uffff");
}

quint32 numberAt(const QByteArray& file, qsizetype at)
{
    return qFromBigEndian<quint32>(file.constData() + at);
}

Text inflated(QByteArrayView compressed)
{
    const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> inflater(
        libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
    if (!inflater)
        throw std::bad_alloc();
    QByteArray text(mostScenarioBytes, Qt::Uninitialized);
    std::size_t size = 0;
    const libdeflate_result result = libdeflate_zlib_decompress(
        inflater.get(), compressed.data(), static_cast<std::size_t>(compressed.size()), text.data(),
        static_cast<std::size_t>(text.size()), &size);
    if (result == LIBDEFLATE_INSUFFICIENT_SPACE)
        return tr("is a picture whose scenario is larger than 7.9 MB");
    if (result != LIBDEFLATE_SUCCESS)
        return damaged();
    text.resize(static_cast<qsizetype>(size));
    text.squeeze();
    return text;
}

// After the keyword: 0, whether it is compressed, how, a language, 0, the keyword in it, 0, text.
Text contentOf(QByteArrayView afterKeyword)
{
    if (afterKeyword.size() < 5 || (afterKeyword[1] != 0 && afterKeyword[1] != 1) ||
        afterKeyword[2] != 0)
        return damaged();
    qsizetype at = 3;
    for (int skipped = 0; skipped < 2; ++skipped) {
        at = afterKeyword.indexOf('\0', at) + 1;
        if (at == 0)
            return damaged();
    }
    const QByteArrayView text = afterKeyword.sliced(at);
    if (afterKeyword[1] == 1)
        return inflated(text);
    return text.size() > mostScenarioBytes ? Text(tr("is a picture whose scenario is larger than "
                                                     "7.9 MB"))
                                           : Text(text.toByteArray());
}

Text textInPng(const QByteArray& file)
{
    bool ours = false;
    constexpr qsizetype around = 12; // of a chunk's data: length, type, checksum
    for (qsizetype at = sizeof pngSignature - 1; file.size() - at >= around;) {
        const qsizetype length = numberAt(file, at);
        if (length > file.size() - at - around)
            return damaged();
        const QByteArrayView chunk = QByteArrayView(file).sliced(at + 4, length + 4);
        if (libdeflate_crc32(0, chunk.data(), static_cast<std::size_t>(chunk.size())) !=
            numberAt(file, at + 8 + length))
            return damaged();
        const QByteArrayView type = chunk.first(4), data = chunk.sliced(4);
        const QByteArrayView keyword = data.first(std::max<qsizetype>(data.indexOf('\0'), 0));
        if (type == "iTXt" && keyword == pngScenario)
            return contentOf(data.sliced(keyword.size()));
        if (type == "iTXt" && keyword == pngSoftware)
            ours = data.contains("Attention Lab");
        if (type == "IEND")
            return without(ours);
        at += length + around;
    }
    return damaged();
}

// Not by an XML reader: its time for a tag grows with the square of somebody's attributes.
Text textInSvg(const QByteArray& file)
{
    const qsizetype name = file.indexOf(svgScenario);
    if (name < 0)
        return without(file.contains(svgSoftware));
    const qsizetype start = file.indexOf('>', name) + 1;
    const qsizetype end = file.indexOf('<', start);
    if (start == 0 || end < 0 || file.mid(end, 2) != "</")
        return damaged();
    if (end - start > 2 * mostScenarioBytes)
        return tr("is a picture whose scenario is larger than 7.9 MB");
    QXmlStreamReader xml("<s>" + file.sliced(start, end - start) + "</s>");
    xml.readNextStartElement();
    const QByteArray text = xml.readElementText().toUtf8();
    return xml.hasError() ? Text(damaged()) : Text(text);
}

bool isPng(const QByteArray& file)
{
    return file.startsWith(pngSignature);
}

bool isSvg(const QByteArray& file)
{
    // The tag stands near the start, after what an editor says of itself.
    const QByteArray start = file.first(std::min<qsizetype>(file.size(), 4096));
    const QByteArray trimmed = start.startsWith("\xEF\xBB\xBF") ? start.sliced(3) : start;
    return trimmed.trimmed().startsWith('<') && start.contains("<svg");
}

} // namespace

Origin originOf(const Figure& figure, const PictureOptions& options)
{
    Origin origin;
    origin.title = plainLine(figure.title());
    origin.description = plainLine(figure.description());
    // Marks that keep a label to itself are for a screen.
    origin.description.remove(QChar(0x2068)).remove(QChar(0x2069));
    origin.software = "Attention Lab " ATTENTION_VERSION;
    const auto number = [](qreal value) { return QByteArray::number(value, 'g', 9); };
    const QSizeF size = options.onPaper ? options.size * (2.54 / 96) : options.size;
    origin.settings = "--size " + number(size.width()) + 'x' + number(size.height()) +
                      (options.onPaper ? " --unit cm --dpi " + number(options.dpi())
                                       : " --scale " + number(options.scale)) +
                      " --theme " + idOf(themeChoices(), options.theme) + " --background " +
                      idOf(backgroundChoices(), options.background);
    if (const auto scenario = figure.scenario()) {
        // Without its view: the settings say how the picture looks, and a window that saved
        // another view since would else write other bytes than the command line.
        Scenario numbers = *scenario;
        numbers.view = {};
        origin.scenario = QByteArray::fromStdString(writeScenario(numbers));
    }
    if (origin.scenario.size() > mostScenarioBytes)
        origin.scenario.clear();
    return origin;
}

std::vector<PngText> pngTexts(const Origin& origin)
{
    std::vector<PngText> texts = {{"Title", origin.title.toUtf8()},
                                  {"Description", origin.description.toUtf8()},
                                  {pngSoftware, origin.software},
                                  {"Settings", origin.settings}};
    if (!origin.scenario.isEmpty())
        texts.push_back({pngScenario, origin.scenario, true});
    return texts;
}

QByteArray svgMetadata(const Origin& origin)
{
    const auto element = [](const char* name, const char* space, const QByteArray& text) {
        return QByteArray("<") + name + " xmlns=\"" + space + "\">" + text + "</" + name + ">\n";
    };
    QByteArray metadata = "<metadata>\n" +
                          element("software", svgSoftware, escaped(origin.software)) +
                          element("settings", svgSettings, escaped(origin.settings));
    const QByteArray scenario = escaped(withoutNonCharacters(origin.scenario));
    if (!scenario.isEmpty() && scenario.size() <= mostScenarioBytes)
        metadata += element("scenario", svgScenario, scenario);
    return metadata + "</metadata>\n";
}

QByteArray pdfInformation(const Origin& origin)
{
    const auto said = [](const char* name, const QByteArray& text) {
        return QByteArray("<dc:") + name + "><rdf:Alt><rdf:li xml:lang=\"x-default\">" +
               escaped(text) + "</rdf:li></rdf:Alt></dc:" + name + ">\n";
    };
    return "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
           "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
           "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
           "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\""
           " xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\""
           " xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\">\n" +
           said("title", origin.title.toUtf8()) + said("description", origin.description.toUtf8()) +
           "<xmp:CreatorTool>" + escaped(origin.software) + "</xmp:CreatorTool>\n<pdf:Keywords>" +
           escaped(origin.settings) +
           "</pdf:Keywords>\n</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n"
           "<?xpacket end=\"w\"?>\n";
}

bool isPicture(const QByteArray& file)
{
    return isPng(file) || isSvg(file);
}

std::variant<QByteArray, QString> scenarioTextIn(const QByteArray& file)
{
    if (isPng(file))
        return textInPng(file);
    if (isSvg(file))
        return textInSvg(file);
    if (file.startsWith("%PDF-"))
        return tr("is a PDF: its scenario is attached to it as scenario.json, which viewers of PDF "
                  "can save; PNG and SVG open by themselves");
    return file;
}

} // namespace attention::ui

// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export_dialog/remembered.h"

#include <QtCore/QSettings>

namespace attention::ui {

namespace {

const auto group = QStringLiteral("picture");

} // namespace

void remember(const PictureRequest& request, std::optional<bool> explanations)
{
    QSettings settings;
    settings.beginGroup(group);
    settings.setValue(QStringLiteral("format"), request.format);
    settings.setValue(QStringLiteral("textAsText"), request.textAsText);
    settings.setValue(QStringLiteral("width"), request.size.width);
    settings.setValue(QStringLiteral("height"), request.size.height);
    settings.setValue(QStringLiteral("unit"),
                      QLatin1String(idOf(unitChoices(), request.size.unit)));
    settings.setValue(QStringLiteral("scale"), request.size.scale);
    settings.setValue(QStringLiteral("dpi"), request.size.dpi);
    settings.setValue(QStringLiteral("theme"), QLatin1String(idOf(themeChoices(), request.theme)));
    settings.setValue(QStringLiteral("background"),
                      QLatin1String(idOf(backgroundChoices(), request.background)));
    const FigureParts& parts = request.look.parts;
    if (request.kind != PictureKind::Board) // which has one only where somebody gives it one
        settings.setValue(QStringLiteral("title"), !parts.title || !parts.title->isEmpty());
    settings.setValue(QStringLiteral("formula"), parts.formula);
    settings.setValue(QStringLiteral("labels"), parts.labels);
    settings.setValue(QStringLiteral("bar"), parts.bar);
    if (explanations)
        settings.setValue(QStringLiteral("explanations"), *explanations);
}

bool titleIsRemembered()
{
    return QSettings().value(group + QStringLiteral("/title"), true).toBool();
}

PictureRequest remembered(PictureRequest request)
{
    QSettings settings;
    settings.beginGroup(group);
    const auto on = [&](const char* key, bool usual) {
        return settings.value(QLatin1String(key), usual).toBool();
    };
    const auto name = [&](const char* key) {
        return settings.value(QLatin1String(key)).toString().toStdString();
    };
    const PictureSize usual = sizePresets().front().size;
    PictureSize& size = request.size;
    size.width = settings.value(QStringLiteral("width"), usual.width).toDouble();
    size.height = settings.value(QStringLiteral("height"), usual.height).toDouble();
    size.unit = valueOf(unitChoices(), name("unit")).value_or(usual.unit);
    size.scale = settings.value(QStringLiteral("scale"), usual.scale).toDouble();
    size.dpi = settings.value(QStringLiteral("dpi"), usual.dpi).toDouble();
    request.theme = valueOf(themeChoices(), name("theme")).value_or(request.theme);
    request.background =
        valueOf(backgroundChoices(), name("background")).value_or(request.background);
    request.textAsText = on("textAsText", false);
    const QString format = settings.value(QStringLiteral("format"), request.format).toString();
    if (formatFor(QStringLiteral("x.") + format))
        request.format = format;
    FigureParts& parts = request.look.parts;
    if (request.kind != PictureKind::Board && !titleIsRemembered())
        parts.title = QString();
    parts.formula = on("formula", true);
    parts.labels = on("labels", true);
    parts.bar = on("bar", true);
    if (!on("explanations", true))
        request.look.explained.clear();
    // Settings of another version, or edited by hand.
    if (requestProblem(request)) {
        request.size = usual;
        request.background = Background::Theme;
    }
    return request;
}

} // namespace attention::ui

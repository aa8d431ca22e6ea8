// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/file_commands.h"

#include "core/scenario/scenario_json.h"
#include "ui/dialogs/dialogs.h"
#include "ui/document/document.h"
#include "ui/document/examples.h"
#include "ui/document/read_file.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QSettings>
#include <QtWidgets/QMenu>
#include <QtWidgets/QWidget>

namespace attention::ui {

namespace {

constexpr int mostRecent = 8;
const auto recentKey = QStringLiteral("recentFiles");
const auto lastKey = QStringLiteral("lastDocument");

// Titles are shown as they are: & is no mnemonic.
QString menuText(QString text)
{
    return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

} // namespace

FileCommands::FileCommands(Document& document, QWidget* window)
    : QObject(window)
    , m_document(document)
    , m_window(window)
{
    connect(&m_document, &Document::loaded, this, [this] { m_example.clear(); });
}

QString FileCommands::filter()
{
    return tr("Scenarios and pictures of them (*.json *.png *.svg);;All files (*)");
}

QString FileCommands::documentName() const
{
    if (!m_document.path().isEmpty())
        return QFileInfo(m_document.path()).fileName();
    const QString title = QString::fromStdString(m_document.scenario().title);
    return title.isEmpty() ? tr("Untitled") : title;
}

QString FileCommands::source() const
{
    return m_document.path().isEmpty() ? m_example
                                       : QFileInfo(m_document.path()).absoluteFilePath();
}

bool FileCommands::mayClose()
{
    if (!m_document.isModified())
        return true;
    switch (Dialogs::instance().askUnsaved(m_window, documentName())) {
    case UnsavedAnswer::Save:
        return save();
    case UnsavedAnswer::Discard:
        return true;
    case UnsavedAnswer::Cancel:
        break;
    }
    return false;
}

void FileCommands::newDocument()
{
    Scenario s;
    s.title = tr("Untitled").toStdString();
    s.tokens = {"A", "B", "C"};
    Matrix x(3, 2);
    x << 1, 0, 0, 1, 1, 1;
    s.X = share(std::move(x));
    openScenario(std::move(s));
}

bool FileCommands::openScenario(Scenario scenario)
{
    if (!mayClose())
        return false;
    m_document.load(std::move(scenario), {});
    return true;
}

void FileCommands::open()
{
    if (!mayClose())
        return;
    const QString folder = m_document.path().isEmpty()
                               ? QDir::homePath()
                               : QFileInfo(m_document.path()).absolutePath();
    const QString path =
        Dialogs::instance().openFile(m_window, tr("Open Scenario"), folder, filter());
    if (path.isEmpty())
        return;
    if (const auto reason = m_document.open(path))
        Dialogs::instance().showProblem(m_window, tr("This file cannot be opened"), *reason);
    else
        remember(path);
}

bool FileCommands::openPath(const QString& path)
{
    if (!mayClose())
        return false;
    const bool example = path.startsWith(QLatin1String("example:"));
    std::optional<QString> reason;
    if (example) {
        auto read = readScenarioFile(path);
        if (const auto* problem = std::get_if<QString>(&read))
            reason = *problem;
        else
            m_document.load(std::move(std::get<OpenedScenario>(read).scenario), {});
    } else {
        reason = m_document.open(path);
    }
    if (reason) {
        Dialogs::instance().showProblem(m_window, tr("This file cannot be opened"), *reason);
        return false;
    }
    if (example) {
        QSettings().setValue(lastKey, path);
        m_example = path;
    } else {
        remember(path);
    }
    return true;
}

bool FileCommands::save()
{
    return m_document.path().isEmpty() ? saveAs() : saveTo(m_document.path());
}

bool FileCommands::saveAs()
{
    QString suggestion = m_document.path();
    if (suggestion.isEmpty()) {
        QString name = documentName();
        name.replace(QLatin1Char('/'), QLatin1Char('-'));
        suggestion = QDir(QDir::homePath()).filePath(name + QStringLiteral(".json"));
    }
    QString path = Dialogs::instance().saveFile(m_window, tr("Save Scenario"), suggestion,
                                                tr("Scenarios (*.json);;All files (*)"));
    if (path.isEmpty())
        return false;
    if (QFileInfo(path).suffix().isEmpty())
        path += QStringLiteral(".json");
    return saveTo(path);
}

bool FileCommands::saveTo(const QString& path)
{
    emit aboutToSave();
    if (const auto reason = m_document.save(path)) {
        Dialogs::instance().showProblem(m_window, tr("Not saved"), *reason);
        return false;
    }
    remember(path);
    return true;
}

void FileCommands::revert()
{
    m_document.revert();
}

void FileCommands::remember(const QString& path)
{
    QSettings settings;
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList recent = settings.value(recentKey).toStringList();
    recent.removeAll(absolute);
    recent.prepend(absolute);
    settings.setValue(recentKey, recent.mid(0, mostRecent));
    settings.setValue(lastKey, absolute);
}

QString FileCommands::lastDocument()
{
    const QString last = QSettings().value(lastKey).toString();
    const QString file =
        last.startsWith(QLatin1String("example:")) ? exampleFile(last.mid(8)) : last;
    return QFile::exists(file) ? last : QString();
}

void FileCommands::fillRecentMenu(QMenu& menu)
{
    menu.clear();
    const QStringList recent = QSettings().value(recentKey).toStringList();
    for (const QString& path : recent) {
        QAction* action = menu.addAction(menuText(QFileInfo(path).fileName()));
        action->setToolTip(path);
        action->setStatusTip(path);
        connect(action, &QAction::triggered, this, [this, path] { openPath(path); });
    }
    if (recent.isEmpty())
        menu.addAction(tr("No files yet"))->setEnabled(false);
}

void FileCommands::fillExamplesMenu(QMenu& menu)
{
    fillExamplesMenu(menu, QStringLiteral("example."),
                     [this](const QString& name) { openPath(QStringLiteral("example:") + name); });
}

void FileCommands::fillExamplesMenu(QMenu& menu, const QString& objectNames,
                                    const std::function<void(const QString&)>& chosen)
{
    if (!menu.isEmpty())
        return;
    for (const ExampleGroup& group : exampleGroups()) {
        QMenu* submenu = menu.addMenu(group.title);
        for (const QString& name : group.names) {
            QFile file(exampleFile(name));
            if (!file.open(QIODevice::ReadOnly))
                continue;
            const QByteArray text = file.readAll();
            const auto read = readScenario(
                std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
            const auto* scenario = std::get_if<Scenario>(&read);
            const QString title = scenario ? QString::fromStdString(scenario->title) : name;
            QAction* action = submenu->addAction(menuText(title));
            action->setObjectName(objectNames + name);
            connect(action, &QAction::triggered, &menu, [chosen, name] { chosen(name); });
        }
    }
}

} // namespace attention::ui

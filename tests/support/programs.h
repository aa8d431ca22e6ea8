// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attention/run.h"
#include "core/text/forms.h"
#include "tests/support/golden.h"

#include <QtCore/QFile>
#include <QtCore/QJsonDocument>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>

namespace attention::test {

inline std::string program(const Scenario& scenario, const QString& form)
{
    return findTextForm(form.toStdString())->write(*run(std::make_shared<Scenario>(scenario)), {});
}

// Exported programs that one Python runs one after the other and compares, variable by variable,
// with the stages beside them.
class Programs {
public:
    // Compared with the product's own trace.
    void add(const QString& name, const QString& form, const Scenario& scenario)
    {
        add(name, program(scenario, form), program(scenario, "json"));
    }

    // Compared with what another program computed.
    void addGolden(const QString& name, const QString& form)
    {
        add(name, program(goldenScenario(name), form),
            QJsonDocument(goldenFile(name)).toJson().toStdString());
    }

    int count() const { return m_count; }

    // What Python says is wrong; empty when every program is right.
    QString wrong(const QStringList& options = {}) const
    {
        QProcess process;
        process.start(python(), QStringList{ATTENTION_SOURCE_DIR "/tests/core/run_programs.py",
                                            m_folder.path()} +
                                    options);
        if (!process.waitForFinished(120000) || process.exitCode() != 0)
            return python() + ": " + process.errorString() + "\n" + process.readAllStandardError();
        const QString said = QString::fromUtf8(process.readAllStandardOutput()).trimmed();
        return said == QString::number(m_count) ? QString() : said;
    }

    // The system's has the packages that another one in the path may lack.
    static QString python() { return qEnvironmentVariable("ATTENTION_PYTHON", "/usr/bin/python3"); }

private:
    void add(const QString& name, const std::string& source, const std::string& stages)
    {
        save(m_folder.filePath(name + ".py"), source);
        save(m_folder.filePath(name + ".json"), stages);
        ++m_count;
    }

    static void save(const QString& path, const std::string& text)
    {
        QFile file(path);
        if (!file.open(QFile::WriteOnly) ||
            file.write(text.data(), static_cast<qint64>(text.size())) < 0)
            qFatal("%s: %s", qPrintable(path), qPrintable(file.errorString()));
    }

    QTemporaryDir m_folder;
    int m_count = 0;
};

} // namespace attention::test

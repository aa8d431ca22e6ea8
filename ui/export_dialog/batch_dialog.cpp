// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export_dialog/batch_dialog.h"

#include "ui/dialogs/dialogs.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QSettings>
#include <QtCore/QTimer>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QProgressBar>
#include <QtWidgets/QPushButton>

namespace attention::ui {

namespace {

const auto folderKey = QStringLiteral("batchFolder");
const auto formatsKey = QStringLiteral("batchFormats");

} // namespace

BatchDialog::BatchDialog(PictureSource source, const QString& name, PictureRequest like,
                         QWidget* parent)
    : QDialog(parent)
    , m_source(std::move(source))
    , m_name(name)
    , m_like(std::move(like))
    , m_what(new QLabel(this))
    , m_folder(new QLineEdit(this))
    , m_choose(new QPushButton(tr("C&hoose…"), this))
    , m_bar(new QProgressBar(this))
    , m_report(new QPlainTextEdit(this))
    , m_export(new QPushButton(tr("&Export"), this))
    , m_close(new QPushButton(tr("Close"), this))
    , m_timer(new QTimer(this))
{
    setObjectName(QStringLiteral("batchDialog"));
    setWindowTitle(tr("Export All"));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(16, 16, 16, 16);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(12);

    m_what->setTextFormat(Qt::PlainText); // a title may hold anything
    m_what->setWordWrap(true);
    m_what->setObjectName(QStringLiteral("batchWhat"));
    grid->addWidget(m_what, 0, 0, 1, 3);

    auto* folderLabel = new QLabel(tr("&Folder"), this);
    folderLabel->setBuddy(m_folder);
    m_folder->setObjectName(QStringLiteral("batchFolder"));
    m_folder->setMinimumWidth(320);
    m_folder->setText(QSettings().value(folderKey, QDir::homePath()).toString());
    m_choose->setObjectName(QStringLiteral("batchChoose"));
    m_choose->setAccessibleName(tr("Choose the folder"));
    m_choose->setAutoDefault(false);
    grid->addWidget(folderLabel, 1, 0);
    grid->addWidget(m_folder, 1, 1);
    grid->addWidget(m_choose, 1, 2);

    auto* formatsLabel = new QLabel(tr("Formats"), this);
    auto* boxes = new QHBoxLayout;
    boxes->setSpacing(16);
    const QStringList chosen =
        QSettings().value(formatsKey, QStringList{QStringLiteral("png")}).toStringList();
    for (const ImageFormat& format : imageFormats()) {
        const QString suffix = QLatin1String(format.suffix);
        auto* box = new QCheckBox(u'&' + suffix.toUpper(), this);
        box->setObjectName(QStringLiteral("batch.") + suffix);
        box->setAccessibleName(QCoreApplication::translate("picture", format.name));
        box->setToolTip(box->accessibleName());
        box->setChecked(chosen.contains(suffix));
        connect(box, &QCheckBox::toggled, this, &BatchDialog::refresh);
        boxes->addWidget(box);
        m_formats << box;
    }
    boxes->addStretch(1);
    grid->addWidget(formatsLabel, 2, 0);
    grid->addLayout(boxes, 2, 1, 1, 2);

    m_bar->setObjectName(QStringLiteral("batchBar"));
    m_bar->setAccessibleName(tr("Progress"));
    m_bar->setFormat(tr("%v of %m"));
    m_bar->hide();
    grid->addWidget(m_bar, 3, 0, 1, 3);
    m_report->setObjectName(QStringLiteral("batchReport"));
    m_report->setAccessibleName(tr("What was written"));
    m_report->setReadOnly(true);
    m_report->setTabChangesFocus(true);
    m_report->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_report->setMinimumHeight(140);
    m_report->hide();
    grid->addWidget(m_report, 4, 0, 1, 3);
    grid->setRowStretch(4, 1);

    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    m_export->setObjectName(QStringLiteral("batchExport"));
    m_export->setDefault(true);
    m_close->setObjectName(QStringLiteral("batchClose"));
    m_close->setAutoDefault(false);
    buttons->addWidget(m_export);
    buttons->addWidget(m_close);
    grid->addLayout(buttons, 5, 0, 1, 3);

    m_timer->setInterval(0);
    connect(m_timer, &QTimer::timeout, this, &BatchDialog::writeNext);
    connect(m_choose, &QPushButton::clicked, this, &BatchDialog::chooseFolder);
    connect(m_folder, &QLineEdit::textChanged, this, &BatchDialog::refresh);
    connect(m_export, &QPushButton::clicked, this, &BatchDialog::start);
    connect(m_close, &QPushButton::clicked, this, &BatchDialog::reject);
    refresh();
    m_export->setFocus();
}

QStringList BatchDialog::formats() const
{
    QStringList list;
    for (qsizetype i = 0; i < m_formats.size(); ++i)
        if (m_formats[i]->isChecked())
            list << QLatin1String(imageFormats()[static_cast<std::size_t>(i)].suffix);
    return list;
}

void BatchDialog::refresh()
{
    const bool running = m_batch != nullptr;
    const PictureOptions picture = pictureOptions(m_like);
    const std::size_t pictures =
        batchFiles(*m_source.trace, QString(), m_like, {QStringLiteral("png")}).size();
    m_what->setText(tr("The board and every stage of every head of “%1”, and the plots: %2 "
                       "pictures of %3 × %4 pixels in %5 files.")
                        .arg(m_name)
                        .arg(pictures)
                        .arg(picture.pixels().width())
                        .arg(picture.pixels().height())
                        .arg(pictures * static_cast<std::size_t>(formats().size())));
    for (QWidget* input : std::initializer_list<QWidget*>{m_folder, m_choose})
        input->setEnabled(!running);
    for (QCheckBox* box : m_formats)
        box->setEnabled(!running);
    m_export->setEnabled(!running && !formats().isEmpty() && !m_folder->text().trimmed().isEmpty());
    m_close->setText(running ? tr("Cancel") : tr("Close"));
    m_bar->setVisible(running);
}

void BatchDialog::chooseFolder()
{
    const QString folder =
        Dialogs::instance().chooseFolder(this, tr("Export All"), m_folder->text());
    if (!folder.isEmpty())
        m_folder->setText(folder);
}

void BatchDialog::start()
{
    const QString folder = m_folder->text().trimmed();
    if (const auto reason = makeFolder(folder)) {
        Dialogs::instance().showProblem(this, tr("Not exported"), *reason);
        return;
    }
    auto batch = std::make_unique<Batch>(
        m_source, QDir(folder), batchFiles(*m_source.trace, batchStem(m_name), m_like, formats()));
    const QStringList existing = batch->existing();
    m_kept = 0;
    if (!existing.isEmpty()) {
        switch (Dialogs::instance().askReplace(this, folder, existing)) {
        case ReplaceAnswer::Cancel:
            return;
        case ReplaceAnswer::Keep:
            batch->leaveOut(existing);
            m_kept = existing.size();
            break;
        case ReplaceAnswer::Replace:
            break;
        }
    }
    QSettings().setValue(folderKey, folder);
    QSettings().setValue(formatsKey, formats());
    m_batch = std::move(batch);
    m_bar->setRange(0, static_cast<int>(m_batch->count()));
    m_bar->setValue(0);
    m_report->hide();
    refresh();
    m_close->setFocus();
    m_timer->start();
}

void BatchDialog::writeNext()
{
    if (m_batch->atEnd()) {
        finish({});
        return;
    }
    if (const auto reason = m_batch->writeNext())
        finish(*reason);
    else
        m_bar->setValue(static_cast<int>(m_batch->position()));
}

void BatchDialog::finish(const QString& how)
{
    m_timer->stop();
    const std::unique_ptr<Batch> batch = std::move(m_batch);
    QStringList lines;
    if (!how.isEmpty())
        lines << how;
    lines << tr("Written: %1 of %2 files").arg(batch->position()).arg(batch->count());
    if (m_kept > 0)
        lines << tr("Kept as they were: %1").arg(m_kept);
    m_report->setPlainText((lines + batch->written()).join(u'\n'));
    m_report->show();
    refresh();
    m_close->setFocus();
}

void BatchDialog::reject()
{
    if (m_batch)
        finish(tr("Cancelled"));
    else
        QDialog::reject();
}

} // namespace attention::ui

// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/dialogs/dialogs.h"

#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QInputDialog>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace attention::ui {

namespace {

Dialogs* replacement = nullptr;

void tell(QWidget* parent, QMessageBox::Icon icon, const QString& title, const QString& text)
{
    QMessageBox box(icon, title, text, QMessageBox::Ok, parent);
    box.setTextFormat(Qt::PlainText); // names and reasons may hold anything
    box.exec();
}

} // namespace

QString Dialogs::openFile(QWidget* parent, const QString& title, const QString& folder,
                          const QString& filter)
{
    return QFileDialog::getOpenFileName(parent, title, folder, filter);
}

QString Dialogs::saveFile(QWidget* parent, const QString& title, const QString& suggestion,
                          const QString& filter)
{
    return QFileDialog::getSaveFileName(parent, title, suggestion, filter);
}

QString Dialogs::chooseFolder(QWidget* parent, const QString& title, const QString& folder)
{
    return QFileDialog::getExistingDirectory(parent, title, folder);
}

ReplaceAnswer Dialogs::askReplace(QWidget* parent, const QString& folder,
                                  const QStringList& existing)
{
    QMessageBox box(
        QMessageBox::Question, QMessageBox::tr("Existing files"),
        QMessageBox::tr("%1 of these files are in “%2” already.").arg(existing.size()).arg(folder),
        QMessageBox::NoButton, parent);
    box.setTextFormat(Qt::PlainText);
    box.setDetailedText(existing.join(QLatin1Char('\n')));
    const QAbstractButton* replace =
        box.addButton(QMessageBox::tr("&Replace All"), QMessageBox::DestructiveRole);
    QPushButton* keep = box.addButton(QMessageBox::tr("&Keep All"), QMessageBox::AcceptRole);
    box.addButton(QMessageBox::Cancel);
    box.setDefaultButton(keep);
    box.exec();
    return box.clickedButton() == replace ? ReplaceAnswer::Replace
           : box.clickedButton() == keep  ? ReplaceAnswer::Keep
                                          : ReplaceAnswer::Cancel;
}

std::optional<QString> Dialogs::askText(QWidget* parent, const QString& title, const QString& label,
                                        const QString& text)
{
    bool accepted = false;
    const QString typed =
        QInputDialog::getText(parent, title, label, QLineEdit::Normal, text, &accepted);
    return accepted ? std::optional(typed) : std::nullopt;
}

UnsavedAnswer Dialogs::askUnsaved(QWidget* parent, const QString& documentName)
{
    QMessageBox box(
        QMessageBox::Warning, QMessageBox::tr("Unsaved changes"),
        QMessageBox::tr("Save the changes to “%1” before it is closed?").arg(documentName),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, parent);
    box.setTextFormat(Qt::PlainText);
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Save:
        return UnsavedAnswer::Save;
    case QMessageBox::Discard:
        return UnsavedAnswer::Discard;
    default:
        return UnsavedAnswer::Cancel;
    }
}

void Dialogs::showProblem(QWidget* parent, const QString& title, const QString& text)
{
    tell(parent, QMessageBox::Warning, title, text);
}

void Dialogs::showTable(QWidget* parent, const QString& title,
                        const std::vector<std::pair<QString, QString>>& rows)
{
    QDialog dialog(parent);
    dialog.setWindowTitle(title);
    auto* column = new QVBoxLayout(&dialog);
    auto* scroll = new QScrollArea(&dialog);
    auto* page = new QWidget(scroll);
    auto* grid = new QGridLayout(page);
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(6);
    int row = 0;
    for (const auto& [key, meaning] : rows) {
        int place = 0;
        for (const QString& text : {key, meaning}) {
            auto* label = new QLabel(text, page);
            label->setTextFormat(Qt::PlainText);
            label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
            if (text.size() > 60) { // in lines that can be read
                label->setWordWrap(true);
                label->setFixedWidth(32 * label->fontMetrics().height());
            }
            grid->addWidget(label, row, place++);
        }
        ++row;
    }
    scroll->setWidget(page);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setMinimumWidth(page->sizeHint().width() + 28);
    scroll->setMinimumHeight(std::min(page->sizeHint().height(), 480));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, &dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    column->addWidget(scroll);
    column->addWidget(buttons);
    dialog.exec();
}

void Dialogs::showText(QWidget* parent, const QString& title, const QString& text)
{
    tell(parent, QMessageBox::NoIcon, title, text);
}

Dialogs& Dialogs::instance()
{
    static Dialogs real;
    return replacement ? *replacement : real;
}

void Dialogs::replace(Dialogs* dialogs)
{
    replacement = dialogs;
}

} // namespace attention::ui

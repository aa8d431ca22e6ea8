// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/batch.h"

#include <QtWidgets/QDialog>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QTimer;

namespace attention::ui {

// All pictures of the document into a folder: which formats, a bar while it goes on, and what was
// written. One file a turn of the event loop, so that Cancel is heard between two.
class BatchDialog : public QDialog {
    Q_OBJECT

public:
    // `name`: of the document, for people and for the names of the files.
    BatchDialog(PictureSource source, const QString& name, PictureRequest like,
                QWidget* parent = nullptr);

    void reject() override; // stops first, while it goes on

private:
    void chooseFolder();
    void start();
    void writeNext();
    void finish(const QString& how);
    QStringList formats() const;
    void refresh();

    PictureSource m_source;
    QString m_name;
    PictureRequest m_like;
    std::unique_ptr<Batch> m_batch; // while it goes on
    qsizetype m_kept = 0;

    QLabel* m_what;
    QLineEdit* m_folder;
    QPushButton* m_choose;
    QList<QCheckBox*> m_formats;
    QProgressBar* m_bar;
    QPlainTextEdit* m_report;
    QPushButton* m_export;
    QPushButton* m_close;
    QTimer* m_timer;
};

} // namespace attention::ui

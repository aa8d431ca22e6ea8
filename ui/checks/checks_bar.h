// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/checks.h"
#include "ui/theme/theme.h"

#include <QtCore/QFutureWatcher>
#include <QtWidgets/QWidget>

#include <stop_token>
#include <vector>

class QTimer;

namespace attention::ui {

class Document;

// The bar at the bottom: the most telling checks as sentences, and what is asked at the right.
class ChecksBar : public QWidget {
    Q_OBJECT

public:
    explicit ChecksBar(Document& document, QWidget* parent = nullptr);
    ~ChecksBar() override;

    void setTheme(const Theme& theme);
    void setStatus(const QString& text); // at the right: the asked number
    const std::vector<Check>& checks() const { return m_checks; }

signals:
    void checked();
    void rowOffends(int query); // a click on a check that names one

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Item {
        std::size_t check = 0;
        QString text;
        QRectF rect;
    };

    void start();
    std::vector<Item> items() const;

    Document& m_document;
    Theme m_theme;
    QString m_status;
    QTimer* m_timer;
    std::stop_source m_stop;
    QFutureWatcher<std::vector<Check>> m_watcher;
    TracePtr m_checkedTrace;
    std::vector<Check> m_checks;
};

} // namespace attention::ui

// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/labs/scaling.h"
#include "ui/labs/lab_panel.h"

#include <QtCore/QThreadPool>
#include <QtCore/QTimer>

#include <atomic>
#include <stop_token>
#include <vector>

class QPushButton;
class QTableWidget;

namespace attention::ui {

// Why scores are divided by √d_k: the experiment, drawn run by run on a thread of its own. What was
// asked last wins; the picture before stays until the first run of the next is there.
class ScalingPanel : public LabPanel {
    Q_OBJECT

public:
    explicit ScalingPanel(Document& document, QWidget* parent = nullptr);
    ~ScalingPanel() override;

    // Complete, unless that would take more than some seconds: then of the runs that are there.
    std::unique_ptr<Figure> figure() const override;
    bool isDrawing() const { return m_drawing; }

signals:
    void drawn(); // the last run is there

private:
    void refresh() override;
    void themeChanged() override;
    void start(std::vector<VarianceRun> runs);
    void stop();
    void runFinished(int revision, const VarianceRun& run);
    void showRuns();
    void showSentence();

    ScalingParameters m_asked;       // what is drawn now, or was drawn last
    std::vector<VarianceRun> m_runs; // of m_asked
    ScalingParameters m_shown;       // of the runs that are shown
    std::vector<VarianceRun> m_shownRuns;
    bool m_drawing = false;
    int m_revision = 0;
    std::stop_source m_stop;
    std::shared_ptr<std::atomic<double>> m_progress;
    QThreadPool m_pool;
    QTimer m_progressTimer;
    QTableWidget* m_table;
    QPushButton* m_button;
};

} // namespace attention::ui

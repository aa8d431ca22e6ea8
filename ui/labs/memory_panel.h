// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/labs/lab_panel.h"

namespace attention::ui {

// How a KV cache grows, and whether it fits a card. The length of a sequence can be dragged in the
// plot.
class MemoryPanel : public LabPanel {
    Q_OBJECT

public:
    explicit MemoryPanel(Document& document, QWidget* parent = nullptr);

    std::unique_ptr<Figure> figure() const override;

private:
    void refresh() override;
};

} // namespace attention::ui

// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/mask_bar.h"

#include "ui/document/document.h"
#include "ui/editors/mask_painter.h"
#include "ui/editors/switches.h"
#include "ui/fitted_button.h"
#include "ui/flow_layout.h"

#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QToolButton>

namespace attention::ui {

MaskBar::MaskBar(Document& document, MaskPainter& painter, QAction* emptyRows, QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("maskBar"));
    setAccessibleName(tr("Painting the mask"));
    setAttribute(Qt::WA_StyledBackground);
    auto* row = new FlowLayout(this);
    row->setContentsMargins(16, 3, 16, 3);
    row->setSpacing(8);
    auto* says = new QLabel(this);
    says->setTextFormat(Qt::PlainText);
    says->setObjectName(QStringLiteral("maskBarText"));
    says->setWordWrap(true);
    row->addWidget(says);
    const auto button = [&](const char* name, const QString& text, const QString& tip) {
        auto* b = new FittedButton(this);
        b->setObjectName(QLatin1String(name));
        b->setProperty("chip", true);
        b->setText(text);
        b->setAccessibleName(tip);
        b->setToolTip(tip);
        b->setFocusPolicy(Qt::StrongFocus);
        row->addWidget(b);
        return b;
    };
    auto* presets = button("maskPresets", tr("Presets"), tr("Masks with a name"));
    auto* menu = new QMenu(presets);
    connect(menu, &QMenu::aboutToShow, this,
            [this, menu, &document] { fillMaskPresets(*menu, document, window()); });
    connect(presets, &QToolButton::clicked, menu, [presets, menu] {
        menu->popup(presets->mapToGlobal(QPoint(0, presets->height() + 2)));
    });
    auto* rows = button("maskEmptyRows", tr("Empty rows…"),
                        tr("The three rules for a row with every key blocked"));
    connect(rows, &QToolButton::clicked, emptyRows, &QAction::trigger);
    auto* done = button("maskDone", tr("Done"), tr("Stop painting the mask (Esc)"));
    connect(done, &QToolButton::clicked, &painter, [&painter] { painter.setOn(false); });
    connect(&painter, &MaskPainter::switched, this, [this, says](bool on) {
        says->setText(tr("Painting the mask: drag over the framed cells to block or allow them. "
                         "Space does the selected one."));
        setVisible(on);
    });
    connect(&painter, &MaskPainter::said, says, &QLabel::setText);
    hide();
}

} // namespace attention::ui

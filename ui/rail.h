// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/place.h"
#include "ui/theme/theme.h"

#include <QtWidgets/QWidget>

class QButtonGroup;

namespace attention::ui {

// The words at the left that lead from place to place, in groups.
class Rail : public QWidget {
    Q_OBJECT

public:
    explicit Rail(QWidget* parent = nullptr);

    void setPlace(Place place);
    void setTheme(const Theme& theme, qreal zoom);

signals:
    void chosen(attention::ui::Place place);

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    void fit(); // smaller in a low window, rather than cut

    Theme m_theme = Theme::make(ThemeKind::Light);
    QButtonGroup* m_buttons;
};

} // namespace attention::ui

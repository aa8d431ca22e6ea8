// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/picture_request.h"
#include "ui/theme/theme.h"

#include <QtWidgets/QDialog>

#include <memory>
#include <vector>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace attention::ui {

class PicturePreview;
class SizeFields;

// Everything that can be said about a picture, and how it will look. It makes no file itself: who
// opens it does what is wanted, and closes it.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    // `pins`: the explanations that there are; those of `start` are in the picture at first.
    ExportDialog(PictureRequest start, PictureSource source, std::vector<CellRef> pins,
                 const Theme& theme, QWidget* parent);
    ~ExportDialog() override;

    const PictureRequest& request() const { return m_request; }
    std::optional<bool> wantsExplanations() const; // nothing where none are pinned
    std::shared_ptr<const Figure> figure() const { return m_figure; } // null: there is none
    // A sentence for whoever sits in front of it, until something changes.
    void say(const QString& sentence);

signals:
    void saveWanted();
    void copyWanted();
    void commandWanted();

private:
    // One thing that can be shown: a kind, or a kind with its plot.
    struct Shown {
        PictureKind kind;
        std::string plot;
    };

    QWidget* makeControls();
    QWidget* makeBelowPreview();
    void fillKinds();
    void fillMatrices();
    void fillStages();
    void showRequest(); // in the fields
    void takeFields();  // into the request
    void kindChanged();
    void refresh(); // figure, preview, what is possible
    int heightOf(int pixels) const;
    QCheckBox* check(QGridLayout& grid, int row, const QString& text, const char* name,
                     int columns = 2);
    QComboBox* choice(QGridLayout& grid, int row, const QString& text, const char* name,
                      const QString& says);

    PictureRequest m_request;
    PictureSource m_source;
    std::vector<CellRef> m_pins;
    const Theme m_theme;
    std::vector<Shown> m_kinds;
    std::vector<MatrixRef> m_matrices;    // those of the list
    std::optional<PictureRequest> m_made; // what the figure was made of
    std::shared_ptr<const Figure> m_figure;
    bool m_showing = false; // the fields are set by us

    PicturePreview* m_preview;
    QComboBox* m_kind;
    QComboBox* m_matrix;
    QLabel* m_matrixWord = nullptr;
    QComboBox* m_head;
    QLabel* m_headWord = nullptr;
    QListWidget* m_stages;
    QCheckBox* m_title;
    QLineEdit* m_titleText;
    QCheckBox* m_formula;
    QCheckBox* m_values;
    QSpinBox* m_decimals;
    QCheckBox* m_labels;
    QCheckBox* m_bar;
    QCheckBox* m_explanations;
    QComboBox* m_themes;
    QComboBox* m_background;
    QComboBox* m_palette;
    QComboBox* m_range;
    QCheckBox* m_transposed;
    QComboBox* m_format;
    QCheckBox* m_textAsText;
    SizeFields* m_size;
    QLabel* m_verdict;
    QPushButton* m_command;
    QPushButton* m_copy;
    QPushButton* m_save;
};

} // namespace attention::ui

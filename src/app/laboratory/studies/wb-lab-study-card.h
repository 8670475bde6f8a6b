/* The card of a study: its plot, a sentence about the result, a menu, and a knob on the horizontal axis if the study has an option that only
 * selects a point of the result (LabStudyKind.knob). */
#pragma once

#include <gtk/gtk.h>

#include "plot-view.h"
#include "wb-lab-marker.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_STUDY_CARD (wb_lab_study_card_get_type ())
G_DECLARE_FINAL_TYPE (WbLabStudyCard, wb_lab_study_card, WB, LAB_STUDY_CARD, GtkWidget)

/* Makes the card of a study by its number. */
GtkWidget *wb_lab_study_card_new (WbSession *session, int index);
/* Adapts the card to full size on the page, or to its place among the other cards. */
void wb_lab_study_card_set_large (WbLabStudyCard *self, gboolean large);
/* Returns the sentence about the result without markup, or the reason why there is none; borrowed. */
const char *wb_lab_study_card_sentence (WbLabStudyCard *self);
/* Returns the plot area of the card. */
GtkWidget *wb_lab_study_card_area (WbLabStudyCard *self);
/* Returns the plot of the result for a figure, without marks of the window, or NULL if there is no result. Free it with plot_view_free. */
PlotView *wb_lab_study_card_figure (WbLabStudyCard *self);
/* Returns the marker of the present value in the bifurcation diagram; NULL for other studies. */
WbLabMarker *wb_lab_study_card_marker (WbLabStudyCard *self);
/* Returns the button that opens the panel with the points of the bifurcation diagram; NULL for other studies. */
GtkWidget *wb_lab_study_card_panel_button (WbLabStudyCard *self);
/* Sets whether a card in full size leaves out the sentence about the result, to have a higher plot. */
void wb_lab_study_card_set_compact (WbLabStudyCard *self, gboolean compact);
/* Returns the buttons of the card for the title of the view, or NULL if it has none. */
GtkWidget *wb_lab_study_card_tools (WbLabStudyCard *self);
/* Returns the knob (WbAxisKnob), or NULL if the study has no knob. */
GtkWidget *wb_lab_study_card_knob (WbLabStudyCard *self);
/* Returns the button that opens the model for which the study is made; NULL if the study is for all models, or if it has not refused a model
 * yet. */
GtkWidget *wb_lab_study_card_other_model (WbLabStudyCard *self);

/* Signal: "open", when the user asks for the card in full size or for all cards again. */

G_END_DECLS

/* The state of the Laboratory of a session: step size, visible page, plot axes and visible layers. Changes of the step size can be undone.
 * Call all functions on the main thread.
 *
 * Signal: "changed" is emitted when any of these values changed. */
#pragma once

#include "plot-study-plane.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_LABORATORY (wb_laboratory_get_type ())
G_DECLARE_FINAL_TYPE (WbLaboratory, wb_laboratory, WB, LABORATORY, GObject)

/* Returns the state of a session. The first call creates it; the session owns it. */
WbLaboratory *wb_laboratory_of (WbSession *session);
/* Returns the step size h of the plot of stability regions, or NaN if it was not set
 * yet. */
double wb_laboratory_step (WbLaboratory *self);
/* Sets the step size without an undo step, as during a drag. */
void wb_laboratory_set_step (WbLaboratory *self, double h);
/* Sets the step size when a session is opened. This change cannot be undone. */
void wb_laboratory_resume_step (WbLaboratory *self, double h);
/* Makes one undo step of all changes of the step size since the last call. */
void wb_laboratory_commit_step (WbLaboratory *self);
/* Returns whether the plot of stability regions shows the order star of the main method. */
gboolean wb_laboratory_shows_star (WbLaboratory *self);
/* Shows or hides the order star. */
void wb_laboratory_show_star (WbLaboratory *self, gboolean shown);
/* Returns the flags of the visible layers of the phase plane (PLOT_STUDY_NULLCLINES, …). All are visible at first. */
guint wb_laboratory_layers (WbLaboratory *self);
/* Shows or hides a layer of the phase plane. */
void wb_laboratory_show_layer (WbLaboratory *self, guint layer, gboolean shown);
/* Options of the phase plane that belong to the model. */
typedef enum { WB_LAB_OPTION_AXES, WB_LAB_OPTION_SLICE, WB_LAB_OPTION_SECTION, WB_LAB_OPTION_BOX, WB_LAB_OPTION_TIME, WB_N_LAB_PLANE_OPTIONS } WbLabPlaneOption;
/* Returns the text of an option of the study phase-plane, or NULL if it has its default. Owned by the object. */
const char *wb_laboratory_plane (WbLaboratory *self, WbLabPlaneOption option);
/* Returns the key of an option of the study phase-plane: "axes", "slice", "section", "box" or "time". */
const char *wb_laboratory_plane_key (WbLabPlaneOption option);
/* Sets an option of the phase plane without an undo step, as during a drag; text NULL: the default. Changes of box and time are never undone. Opening another model resets all. */
void wb_laboratory_set_plane (WbLaboratory *self, WbLabPlaneOption option, const char *text);
/* Makes one undo step of all changes of these options since the last call. */
void wb_laboratory_commit_plane (WbLaboratory *self);
/* Sets the options when a session is opened; this change cannot be undone. texts[WB_N_LAB_PLANE_OPTIONS] may have NULL. */
void wb_laboratory_resume_plane (WbLaboratory *self, const char *const *texts);
/* What the user has chosen in the bifurcation diagram: the state on its vertical axis, by name, and the selected point, as "special P Y" or "branch P Y"
 * with its coordinates. */
typedef enum { WB_LAB_DIAGRAM_STATE, WB_LAB_DIAGRAM_POINT, WB_N_LAB_DIAGRAM_CHOICES } WbLabDiagramChoice;
/* Returns a choice as text, owned by the object; NULL: the first state, or no selected point. */
const char *wb_laboratory_diagram (WbLaboratory *self, WbLabDiagramChoice choice);
/* Sets a choice. This makes no undo step. Opening another model resets both choices. */
void wb_laboratory_set_diagram (WbLaboratory *self, WbLabDiagramChoice choice, const char *text);
/* Returns the column on the horizontal axis of the plot of a study with `varied` (LabStudyKind), given by its id; by default `over`. */
const char *wb_laboratory_axis (WbLaboratory *self, const char *study);
/* Sets the column on the horizontal axis of this plot: `varied`, rhs, steps or wall_seconds. Other names are ignored. */
void wb_laboratory_set_axis (WbLaboratory *self, const char *study, const char *axis);
/* Returns the error on the vertical axis of this plot: "end", by default, or the largest error over the run, "steps" or "dense". */
const char *wb_laboratory_error (WbLaboratory *self, const char *study);
/* Sets the error on the vertical axis of this plot. Other names are ignored. */
void wb_laboratory_set_error (WbLaboratory *self, const char *study, const char *error);
/* Returns the further models of these studies as a text "a,b", or "" if there are none. */
const char *wb_laboratory_models (WbLaboratory *self);
/* Sets the further models. Opening another model removes them. */
void wb_laboratory_set_models (WbLaboratory *self, const char *models);
/* Returns the name by which model_method_find finds the method in the tableau grid, or NULL if the grid has that of the page. The name of edited
 * cells is their text in braces. */
const char *wb_laboratory_tableau (WbLaboratory *self);
/* Sets this name. This makes no undo step. */
void wb_laboratory_set_tableau (WbLaboratory *self, const char *name);
/* Names of pages that are shown from elsewhere. wb-lab-page.h has all pages. */
#define WB_LAB_PAGE_ID_METHOD "method"
#define WB_LAB_PAGE_ID_STUDIES "studies"
#define WB_LAB_PAGE_ID_PLANE "plane"
/* Returns the visible page, owned by the object: the name of a page, or "studies:ID" for one study. */
const char *wb_laboratory_page (WbLaboratory *self);
/* Returns whether a lesson asks for what the visible page shows. The page then hides limits and special points, and computes no study by itself. */
gboolean wb_laboratory_is_asked (WbLaboratory *self);
/* Sets whether a lesson asks for what the visible page shows. */
void wb_laboratory_set_asked (WbLaboratory *self, gboolean asked);
/* Returns whether the visible page shows all studies or one study. */
gboolean wb_laboratory_shows_studies (WbLaboratory *self);
/* Returns the id of the study that the page shows in full size, or NULL. */
const char *wb_laboratory_study (WbLaboratory *self);
/* Shows the study with this id in full size, or all studies if id is NULL. */
void wb_laboratory_open_study (WbLaboratory *self, const char *id);
/* Shows a page; see wb_laboratory_page for the names. */
void wb_laboratory_set_page (WbLaboratory *self, const char *page);
/* Shows a page as part of a command that changes something else too, so that undo of the command shows the page from which it came. */
void wb_laboratory_go_to_page (WbLaboratory *self, const char *page);

G_END_DECLS

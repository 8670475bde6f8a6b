/* The main window. Each window shows one session. */
#pragma once

#include <gtk/gtk.h>

#include "wb-compare-view.h"
#include "wb-laboratory-view.h"
#include "wb-ensemble-sidebar.h"
#include "wb-ensemble-view.h"
#include "wb-microscope-view.h"
#include "wb-model-browser.h"
#include "wb-model-editor.h"
#include "wb-panes.h"
#include "wb-session.h"
#include "wb-settings-panel.h"
#include "wb-sidebar.h"
#include "wb-simulate-view.h"
#include "wb-transport.h"

G_BEGIN_DECLS

#define WB_TYPE_WINDOW (wb_window_get_type ())
G_DECLARE_FINAL_TYPE (WbWindow, wb_window, WB, WINDOW, GtkApplicationWindow)

/* Makes the window of a new session. */
WbWindow *wb_window_new (GtkApplication *application);
/* Returns the session of the window; borrowed. */
WbSession *wb_window_session (WbWindow *self);
/* Returns the widget that lays out the window. */
WbPanes *wb_window_panes (WbWindow *self);
/* Returns the model browser of the sidebar. */
WbModelBrowser *wb_window_browser (WbWindow *self);
/* Returns the sidebar with the models and the lessons. */
WbSidebar *wb_window_sidebar (WbWindow *self);
/* Returns the settings panel. */
WbSettingsPanel *wb_window_panel (WbWindow *self);
/* Returns the transport at the bottom of the window. */
WbTransport *wb_window_transport (WbWindow *self);
/* Returns the Simulate view. */
WbSimulateView *wb_window_simulate (WbWindow *self);
/* Returns the Compare view. The first call makes it. */
WbCompareView *wb_window_compare (WbWindow *self);
/* Returns the Laboratory view. The first call makes it. */
WbLaboratoryView *wb_window_laboratory (WbWindow *self);
/* Returns the Microscope view. The first call makes it. */
WbMicroscopeView *wb_window_microscope (WbWindow *self);
/* Returns the Ensemble view. The first call makes it. */
WbEnsembleView *wb_window_ensemble (WbWindow *self);
/* Returns the editor of the model's text. The first call makes it. */
WbModelEditor *wb_window_editor (WbWindow *self);
/* Returns whether the editor has changes that are not saved. */
gboolean wb_window_has_changes (WbWindow *self);

/* Opens a file by what it is: a session, a lesson, a list of cues, a study, a table of measured data, a file of another program, or a model, which
 * may also be an id of the library. Returns FALSE if the file has errors; the window then shows them. */
gboolean wb_window_open_path (WbWindow *self, const char *path);
/* Opens a model by library id or path. */
void wb_window_open_model (WbWindow *self, const char *model);
/* Opens a lesson by its id or path at a page, counted from 0. If that is impossible, shows a message and returns FALSE. */
gboolean wb_window_open_lesson (WbWindow *self, const char *id, int page);
/* Shows the view with this name. Returns FALSE if the window has no such view. */
gboolean wb_window_show_view (WbWindow *self, const char *name);
/* Polls the session and updates all widgets, as each frame does. */
void wb_window_refresh (WbWindow *self);

G_END_DECLS

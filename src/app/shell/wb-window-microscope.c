/* The actions of the Microscope. */
#include <glib/gi18n.h>

#include "wb-export-microscope.h"
#include "wb-plot-output.h"
#include "wb-table-window.h"
#include "wb-view.h"
#include "wb-window-private.h"

typedef GSimpleAction Action;

static WbMicroscope *
microscope_of (gpointer w)
{
  return wb_microscope_of (wb_window_session (w));
}

/* Opens an attempt of the current run in the Microscope. A pool thread repeats the attempt while this thread shows the view. */
static void
open_attempt (Action *a, GVariant *value, gpointer w)
{
  wb_microscope_open (microscope_of (w), (gsize) g_variant_get_uint64 (value));
  wb_window_show_view (w, wb_view_microscope.id);
}

static void
open_worst (Action *a, GVariant *value, gpointer w)
{
  wb_microscope_open_worst (microscope_of (w));
  wb_window_show_view (w, wb_view_microscope.id);
}

/* Opens an event of the current run in the Microscope by its number in the event log. */
static void
open_event (Action *a, GVariant *value, gpointer w)
{
  if (wb_microscope_open_event (microscope_of (w), (gsize) g_variant_get_uint64 (value)))
    wb_window_show_view (w, wb_view_microscope.id);
}

/* Opens a located event of the current run in the Microscope by its number, counted from 1. */
static void
open_located (Action *a, GVariant *value, gpointer w)
{
  if (wb_microscope_open_located (microscope_of (w), (gsize) g_variant_get_uint64 (value)))
    wb_window_show_view (w, wb_view_microscope.id);
  else
    wb_session_message (wb_window_session (w), _("The run has no such event yet"));
}

static gboolean
prepare (gpointer user)
{
  WbWindow *self = user;

  self->prepare_source = 0;
  wb_window_microscope (self);
  return G_SOURCE_REMOVE;
}

void
wb_window_prepare_microscope (WbWindow *self)
{
  if (self->microscope == NULL && self->prepare_source == 0)
    self->prepare_source = g_idle_add_full (G_PRIORITY_LOW, prepare, self, NULL);
}

/* ---- cards ---- */

static void
show_data (Action *a, GVariant *value, gpointer w)
{
  g_autofree char *text = wb_microscope_card_table (microscope_of (w), g_variant_get_int32 (value)), *title = NULL;

  if (text == NULL)
    return;
  title = wb_microscope_card_title (microscope_of (w), g_variant_get_int32 (value));
  wb_table_window_present (w, title, text);
}

static void
copy_table (Action *a, GVariant *value, gpointer w)
{
  g_autofree char *text = wb_microscope_card_table (microscope_of (w), g_variant_get_int32 (value));

  if (text == NULL)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (w), text);
  wb_session_message (wb_window_session (w), _("Visible data copied"));
}

static void
copy_card (Action *a, GVariant *value, gpointer w)
{
  wb_plot_output_copy_microscope (gtk_widget_get_clipboard (w), wb_window_session (w), g_variant_get_int32 (value));
}

static void
export_card (Action *a, GVariant *value, gpointer w)
{
  wb_window_export_plot (w, g_variant_get_int32 (value));
}

static const GActionEntry entries[] = {
  { "microscope", open_attempt, "t" }, { "microscope-worst", open_worst }, { "microscope-event", open_event, "t" },
  { "microscope-located", open_located, "t" }, { "microscope-data", show_data, "i" }, { "microscope-copy-table", copy_table, "i" },
  { "microscope-copy", copy_card, "i" }, { "microscope-export", export_card, "i" },
};

void
wb_window_install_microscope (WbWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

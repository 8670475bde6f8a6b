/* Builds the title of the page of an event, its tabs, and the controls of the search. */
#include "wb-search-strip.h"

#include <glib/gi18n.h>

#include "plot-format.h"
#include "wb-rich.h"
#include "wb-search-words.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"
#include "wb-wrap.h"

/* Largest number of tabs for the events of one step. */
#define MOST_TABS 4

/* Distance of the rows of controls in a narrow window from the edges of the strip, px. */
#define NARROW_MARGIN 8

/* The isolation windows that the user can choose. 0 means the window of the run; the last one means the smallest window that the resolution
 * of t permits. */
static const double windows[] = { 0, 1e-2, 1e-3, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12, 1e-300 };

typedef struct
{
  WbSession *session;        /* session that owns the microscope and outlives the strip */
  WbMicroscope *microscope;
  GtkWidget *name, *about, *badge, *tabs, *window, *looks, *ranges, *tools;
  gboolean filling;
} Strip;

static Strip *
strip_of (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "wb-search-strip");
}

static void
strip_free (gpointer data)
{
  Strip *self = data;

  g_object_unref (self->microscope);
  g_free (self);
}

/* ---- title ---- */

static void
open_tab (GtkButton *button, Strip *self)
{
  wb_microscope_open_event (self->microscope, GPOINTER_TO_SIZE (g_object_get_data (G_OBJECT (button), "event")));
}

/* Makes a tab for each event of the step, in order of time. */
static void
build_tabs (Strip *self, const WbSearchPicture *picture, WbRunItem *run)
{
  const LabEvent *event = picture->event;
  int open = 0, skip;

  wb_widget_empty_box (self->tabs);
  gtk_widget_set_visible (self->tabs, event->n_together > 1);
  for (int i = 0; i < event->n_together; i++)
    if (event->together[i] == event->index)
      open = i;
  skip = CLAMP (open - MOST_TABS / 2, 0, MAX (event->n_together - MOST_TABS, 0));
  for (int i = skip; event->n_together > 1 && i < MIN (event->n_together, skip + MOST_TABS); i++)
    {
      GtkWidget *button = gtk_toggle_button_new ();
      g_autofree char *name = wb_search_event_name (model_system_event (wb_run_item_system (run), picture->together[i].event)->name);
      char t[64];
      g_autofree char *label = NULL;

      plot_format_number (picture->together[i].t, 5, t, sizeof t);
      label = g_strdup_printf ("%s, %s", name, t);
      gtk_button_set_label (GTK_BUTTON (button), label);
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), i == open);
      gtk_widget_add_css_class (button, "try");
      g_object_set_data (G_OBJECT (button), "event", GSIZE_TO_POINTER (event->together[i]));
      g_signal_connect (button, "clicked", G_CALLBACK (open_tab), self);
      gtk_box_append (GTK_BOX (self->tabs), button);
    }
}

static void
show_title (Strip *self, const WbSearchPicture *picture, WbRunItem *run)
{
  const LabEvent *event = picture->event;
  g_autofree char *name = wb_search_event_title (wb_run_item_system (run), picture->witness,
                                                 event->index != G_MAXSIZE && picture->witness == event->witness ? event->located : 0);
  g_autofree char *about = wb_search_about (event, wb_run_item_model (run)), *markup = NULL;
  g_autofree char *trial = wb_search_trial_badge (picture, wb_run_item_model (run));

  gtk_label_set_text (GTK_LABEL (self->name), name);
  markup = wb_rich_markup (about);
  gtk_label_set_markup (GTK_LABEL (self->about), markup);
  gtk_widget_set_visible (self->badge, trial != NULL);
  if (trial != NULL)
    {
      g_autofree char *badge = wb_rich_markup (trial);

      gtk_label_set_markup (GTK_LABEL (self->badge), badge);
    }
}

static void
show_controls (Strip *self, const WbSearchPicture *picture)
{
  const WbSearchChoice *choice = wb_microscope_choice (self->microscope);
  guint row = 0;

  self->filling = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    if (windows[i] == choice->window)
      row = i;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->window), row);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->looks), picture->looks);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->ranges), picture->ranges);
  gtk_widget_set_sensitive (self->looks, picture->event->finder != SIM_ISOLATE_DRAKE);
  gtk_widget_set_sensitive (self->ranges, picture->event->finder != SIM_ISOLATE_DRAKE);
  self->filling = FALSE;
}

void
wb_search_strip_show (GtkWidget *strip, const WbSearchPicture *picture, WbRunItem *run)
{
  Strip *self = strip_of (strip);

  show_title (self, picture, run);
  build_tabs (self, picture, run);
  show_controls (self, picture);
}

void
wb_search_strip_clear (GtkWidget *strip)
{
  Strip *self = strip_of (strip);

  gtk_label_set_text (GTK_LABEL (self->name), _("Event"));
  gtk_label_set_text (GTK_LABEL (self->about), "");
  gtk_widget_set_visible (self->tabs, FALSE);
}

void
wb_search_strip_set_narrow (GtkWidget *strip, gboolean narrow)
{
  Strip *self = strip_of (strip);

  gtk_widget_set_visible (self->about, !narrow);
  gtk_widget_set_halign (self->tools, narrow ? GTK_ALIGN_FILL : GTK_ALIGN_END);
  gtk_widget_set_margin_top (self->tools, narrow ? NARROW_MARGIN : 0);
  gtk_widget_set_margin_bottom (self->tools, narrow ? NARROW_MARGIN : 0);
}

/* ---- settings of the search ---- */

static void
choose (Strip *self, int witness)
{
  WbSearchChoice choice = *wb_microscope_choice (self->microscope);

  choice.window = windows[MIN (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->window)), G_N_ELEMENTS (windows) - 1)];
  choice.witness = witness;
  wb_microscope_choose_search (self->microscope, &choice);
}

static void
on_window (Strip *self)
{
  if (!self->filling)
    choose (self, wb_microscope_choice (self->microscope)->witness);
}

static void
on_looks (Strip *self)
{
  WbSearchChoice choice = *wb_microscope_choice (self->microscope);

  if (self->filling)
    return;
  choice.looks = gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->looks));
  wb_microscope_choose_search (self->microscope, &choice);
}

static void
on_ranges (Strip *self)
{
  WbSearchChoice choice = *wb_microscope_choice (self->microscope);

  if (self->filling)
    return;
  choice.ranges = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->ranges));
  wb_microscope_choose_search (self->microscope, &choice);
}

void
wb_search_strip_change_witness (GtkWidget *strip, int by)
{
  Strip *self = strip_of (strip);
  const WbSearchPicture *picture = wb_microscope_picture (self->microscope);
  WbRunItem *run = wb_microscope_run (self->microscope);
  const int n = run != NULL ? model_system_n_events (wb_run_item_system (run)) : 0;

  for (int i = 1; picture != NULL && i <= n; i++)
    {
      const int witness = ((picture->witness + by * i) % n + n) % n;

      if (model_system_event (wb_run_item_system (run), witness)->trigger != MODEL_TRIGGER_CROSSING)
        continue;
      choose (self, witness);
      return;
    }
}

/* ---- buttons ---- */

static void
move (Strip *self, int by)
{
  if (!wb_microscope_move_event (self->microscope, by))
    g_signal_emit_by_name (self->session, "message", by > 0 ? _("There is no later event.") : _("There is no earlier event."));
}

static void go_back (Strip *self) { move (self, -1); }
static void go_on (Strip *self) { move (self, 1); }
static void open_attempt (Strip *self) { wb_microscope_open_attempt_of_event (self->microscope); }
void wb_search_strip_move (GtkWidget *strip, int by) { move (strip_of (strip), by); }

static GtkWidget *
button_new (Strip *self, const char *icon, const char *label, GCallback clicked)
{
  GtkWidget *button = icon == NULL ? gtk_button_new_with_label (label) : gtk_button_new_from_icon_name (icon);

  if (icon != NULL)
    wb_widget_set_label (button, label);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  return button;
}

static GtkWidget *
window_choice_new (Strip *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  GtkWidget *choice;

  for (gsize i = 0; i < G_N_ELEMENTS (windows); i++)
    {
      char number[64];

      plot_format_number (windows[i], 1, number, sizeof number);
      g_ptr_array_add (names, i == 0 ? g_strdup (_("as in the run")) : i + 1 == G_N_ELEMENTS (windows) ? g_strdup (_("smallest")) : g_strdup (number));
    }
  g_ptr_array_add (names, NULL);
  choice = gtk_drop_down_new_from_strings ((const char *const *) names->pdata);
  gtk_widget_set_valign (choice, GTK_ALIGN_CENTER);
  wb_widget_set_name (choice, _("Window"));
  g_signal_connect_swapped (choice, "notify::selected", G_CALLBACK (on_window), self);
  return choice;
}

/* Makes a control with a label before it. */
static GtkWidget *
labelled_new (GtkWidget *label, GtkWidget *control)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);

  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), control);
  return box;
}

static GtkWidget *
dim_label_new (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "dim");
  return label;
}

GtkWidget *
wb_search_strip_new (WbSession *session)
{
  GtkWidget *strip = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *pair = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  Strip *self = g_new0 (Strip, 1);

  self->session = session;
  self->microscope = g_object_ref (wb_microscope_of (session));
  g_object_set_data_full (G_OBJECT (strip), "wb-search-strip", self, strip_free);
  gtk_widget_add_css_class (strip, "title-strip");
  gtk_widget_add_css_class (strip, "compare");
  self->name = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->name, "model-name");
  gtk_box_append (GTK_BOX (strip), self->name);
  self->about = dim_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->about), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (self->about), 0);
  gtk_label_set_max_width_chars (GTK_LABEL (self->about), 1); /* it gets what the controls leave, which otherwise would wrap beside it */
  gtk_widget_set_hexpand (self->about, TRUE);
  gtk_box_append (GTK_BOX (strip), self->about);
  self->badge = wb_rich_label_new ("");
  gtk_widget_add_css_class (self->badge, "badge");
  gtk_widget_add_css_class (self->badge, "large");
  gtk_widget_add_css_class (self->badge, "trial");
  gtk_label_set_ellipsize (GTK_LABEL (self->badge), PANGO_ELLIPSIZE_END);
  gtk_widget_set_valign (self->badge, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (self->badge, FALSE);
  gtk_box_append (GTK_BOX (strip), self->badge);
  self->tools = wb_wrap_new (10);
  gtk_widget_set_valign (self->tools, GTK_ALIGN_CENTER);
  gtk_widget_set_halign (self->tools, GTK_ALIGN_END);
  self->tabs = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->tabs, "linked");
  gtk_widget_set_valign (self->tabs, GTK_ALIGN_CENTER);
  wb_wrap_append (WB_WRAP (self->tools), self->tabs);
  self->window = window_choice_new (self);
  wb_wrap_append (WB_WRAP (self->tools), labelled_new (dim_label_new (_("Window")), self->window));
  self->looks = gtk_spin_button_new_with_range (0, WB_MOST_LOOKS, 1);
  gtk_widget_set_valign (self->looks, GTK_ALIGN_CENTER);
  wb_widget_set_name (self->looks, _("Guard points"));
  g_signal_connect_swapped (self->looks, "value-changed", G_CALLBACK (on_looks), self);
  wb_wrap_append (WB_WRAP (self->tools), labelled_new (dim_label_new (_("Guard points")), self->looks));
  self->ranges = gtk_check_button_new_with_label (_("By ranges"));
  wb_tooltip_set (self->ranges, _("Add points where bounds of the witness function show a change of its sign"));
  gtk_widget_set_valign (self->ranges, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (self->ranges, "toggled", G_CALLBACK (on_ranges), self);
  wb_wrap_append (WB_WRAP (self->tools), self->ranges);
  gtk_widget_add_css_class (pair, "linked");
  gtk_box_append (GTK_BOX (pair), button_new (self, "wb-previous-symbolic", _("Previous event"), G_CALLBACK (go_back)));
  gtk_box_append (GTK_BOX (pair), button_new (self, "wb-next-symbolic", _("Next event"), G_CALLBACK (go_on)));
  wb_wrap_append (WB_WRAP (self->tools), pair);
  wb_wrap_append (WB_WRAP (self->tools), button_new (self, NULL, _("Attempt"), G_CALLBACK (open_attempt)));
  gtk_box_append (GTK_BOX (strip), self->tools);
  return strip;
}

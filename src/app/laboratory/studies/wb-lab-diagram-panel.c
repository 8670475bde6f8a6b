/* Edits the options of the bifurcation diagram and shows its special points and the selected point. */
#include "wb-lab-diagram-panel.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-option.h"
#include "plot-study-diagram.h"
#include "plot-text.h"
#include "wb-field.h"
#include "wb-lab-diagram-rows.h"
#include "wb-laboratory.h"
#include "wb-number-field.h"
#include "wb-rich.h"
#include "wb-session-history.h"
#include "wb-session-layout.h"
#include "wb-setting-rows.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

struct _WbLabDiagramPanel
{
  GtkWidget parent_instance;
  WbSession *session;
  WbLabStudies *studies;
  WbStudy *study;
  WbPlotArea *area;
  GtkWidget *scrolled, *box, *parameter, *ends[2], *state, *list, *details, *run, *plane, *tools, *whole, *points;
  gboolean large;        /* whether the diagram is in full size */
  double range[2];       /* ends of the range of the parameter; NaN without a parameter */
  LabDiagramPoint point;
  gboolean has_point, quiet;
  char *shown;           /* the value of the option `vary` that the panel shows, or NULL */
  guint serial;          /* serial number of the result that the list shows */
};

G_DEFINE_FINAL_TYPE (WbLabDiagramPanel, wb_lab_diagram_panel, GTK_TYPE_WIDGET)

static guint changed_signal;

GtkWidget *wb_lab_diagram_panel_tools (WbLabDiagramPanel *self) { return self->tools; }
GtkWidget *wb_lab_diagram_panel_button (WbLabDiagramPanel *self) { return self->points; }
GtkWidget *wb_lab_diagram_panel_list (WbLabDiagramPanel *self) { return self->list; }
GtkWidget *wb_lab_diagram_panel_state_control (WbLabDiagramPanel *self) { return self->state; }
const char *wb_lab_diagram_panel_text (WbLabDiagramPanel *self) { return gtk_label_get_text (GTK_LABEL (self->details)); }

static const LabResult *
result_of (WbLabDiagramPanel *self)
{
  return wb_study_result (self->study);
}

int
wb_lab_diagram_panel_state (WbLabDiagramPanel *self)
{
  guint k = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->state));

  return k != GTK_INVALID_LIST_POSITION ? (int) k : 0;
}

PlotView *
wb_lab_diagram_panel_view (WbLabDiagramPanel *self, const LabResult *result)
{
  int state = MIN (wb_lab_diagram_panel_state (self), lab_diagram_n_states (result) - 1);
  const LabStudyKind *kind = wb_study_kind (self->study);

  return plot_study_diagram_new (result, state, self->has_point ? &self->point : NULL, _(kind->label),
                                 wb_study_remark (self->study));
}

/* Appends the name of a parameter or state as formulas show it, such as "μ" for mu. */
static void
append_name (GtkStringList *list, const char *name)
{
  g_autofree char *rich = plot_text_variable (name), *plain = plot_text_plain (rich);

  gtk_string_list_append (list, plain);
}

/* ---- the parameter and its range ---- */

/* Returns the chosen parameter, or NULL. */
static const ModelQuantity *
chosen (WbLabDiagramPanel *self)
{
  Model *model = wb_session_model (self->session);
  guint k = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->parameter));

  for (int p = 0; model != NULL && p < model_n_parameters (model); p++)
    if (model_parameter (model, p)->size == 0 && k-- == 0)
      return model_parameter (model, p);
  return NULL;
}

gboolean
wb_lab_diagram_panel_has_parameter (WbLabDiagramPanel *self)
{
  return chosen (self) != NULL;
}

/* Stores the chosen parameter and range in the option `vary` of the study. If by_user is TRUE, the change can be undone. */
static void
store (WbLabDiagramPanel *self, gboolean by_user)
{
  const ModelQuantity *parameter = chosen (self);
  g_autofree char *text = NULL;
  char number[2][G_ASCII_DTOSTR_BUF_SIZE];

  for (int k = 0; k < 2; k++)
    g_ascii_dtostr (number[k], sizeof number[k], self->range[k]);
  text = parameter != NULL ? g_strdup_printf ("%s=%s:%s", parameter->name, number[0], number[1]) : NULL;
  g_free (self->shown);
  self->shown = g_strdup (text);
  if (by_user)
    wb_study_set_option (self->study, "vary", text);
  else
    wb_study_adapt_option (self->study, "vary", text);
}

/* The keys of the fields of the ends are "0" and "1". */
#define END(key) (key[0] - '0')

static char *
get_end (gpointer owner, const char *key)
{
  WbLabDiagramPanel *self = owner;

  return isfinite (self->range[END (key)]) ? wb_number_text (self->range[END (key)]) : NULL;
}

static char *
end_reason (gpointer owner, const char *key, const char *text)
{
  WbLabDiagramPanel *self = owner;
  double ends[] = { self->range[0], self->range[1] };

  if (!wb_number_parse (text, &ends[END (key)]) || !isfinite (ends[END (key)]))
    return wb_field_number_reason (text, -INFINITY, INFINITY);
  return ends[0] >= ends[1] ? g_strdup (_("the second end must be above the first")) : NULL;
}

static void
set_end (gpointer owner, const char *key, const char *text)
{
  WbLabDiagramPanel *self = owner;

  self->range[END (key)] = g_ascii_strtod (text, NULL);
  store (self, TRUE);
  wb_field_commit (wb_field_of (self->ends[!END (key)])); /* an end that was typed before may be right now */
}

static const WbBinding end_binding = { get_end, set_end, end_reason };

static void
show_ends (WbLabDiagramPanel *self, double from, double to)
{
  self->range[0] = from;
  self->range[1] = to;
  for (int k = 0; k < 2; k++)
    wb_field_show (wb_field_of (self->ends[k]));
}

/* Shows the option `vary` of the study again after undo or after a session was opened. Does nothing if the model has no such parameter. */
static void
show_option (WbLabDiagramPanel *self)
{
  Model *model = wb_session_model (self->session);
  const char *option = wb_study_option (self->study, "vary");
  LabRange range = { 0 };
  guint k = 0;

  if (option == NULL || g_strcmp0 (option, self->shown) == 0 || !lab_option_range ("vary", option, FALSE, &range, NULL))
    return;
  for (int p = 0; model != NULL && p < model_n_parameters (model); p++)
    if (model_parameter (model, p)->size == 0)
      {
        if (strcmp (model_parameter (model, p)->name, range.name) == 0)
          {
            self->quiet = TRUE;
            gtk_drop_down_set_selected (GTK_DROP_DOWN (self->parameter), k);
            show_ends (self, range.from, range.to);
            self->quiet = FALSE;
            g_free (self->shown);
            self->shown = g_strdup (option);
          }
        k++;
      }
  g_free (range.name);
}

/* Shows the range of the parameter in the fields: the range of its slider if it has one, otherwise a range around its value. */
static void
show_range (WbLabDiagramPanel *self, gboolean by_user)
{
  const ModelQuantity *parameter = chosen (self);
  WbSliderRange range = parameter != NULL ? wb_slider_range (parameter) : (WbSliderRange) { NAN, NAN, 0, FALSE };
  double ends[2] = { range.low, range.high };

  if (self->quiet || parameter == NULL)
    return;
  if (!(ends[0] < ends[1]))
    {
      double by = parameter->value != 0 ? fabs (parameter->value) : 1;

      ends[0] = parameter->value - by;
      ends[1] = parameter->value + by;
    }
  show_ends (self, ends[0], ends[1]);
  store (self, by_user);
}

static void
on_parameter (WbLabDiagramPanel *self)
{
  show_range (self, TRUE);
}

/* Fills the list of scalar parameters. Chooses the first one that has a range, or else the first. */
static void
on_model (WbLabDiagramPanel *self)
{
  Model *model = wb_session_model (self->session);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  int n = 0, first = -1;

  if (wb_session_keeps_model (self->session))
    return;
  for (int p = 0; model != NULL && p < model_n_parameters (model); p++)
    {
      const ModelQuantity *parameter = model_parameter (model, p);

      if (parameter->size != 0)
        continue;
      append_name (names, parameter->name);
      if (first < 0 && parameter->low < parameter->high)
        first = n;
      n++;
    }
  self->quiet = TRUE;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->parameter), G_LIST_MODEL (names));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->parameter), n == 0 ? GTK_INVALID_LIST_POSITION : (guint) MAX (first, 0));
  self->quiet = FALSE;
  if (n > 0)
    show_range (self, FALSE);
  else
    store (self, FALSE);
}

/* ---- the selected point ---- */

static void
fill_details (WbLabDiagramPanel *self)
{
  const LabResult *result = result_of (self);
  Model *model = wb_session_model (self->session);
  gboolean same = model != NULL && g_strcmp0 (model_id (model), wb_study_result_model (self->study)) == 0;
  gboolean any = result != NULL && self->has_point;
  g_autofree char *text = any ? wb_lab_diagram_point_text (result, &self->point, wb_lab_diagram_panel_state (self), same ? model_time_unit (model) : NULL)
                              : g_strdup ("");

  gtk_label_set_markup (GTK_LABEL (self->details), text);
  gtk_widget_set_visible (self->details, any);
  gtk_widget_set_visible (self->run, any);
  gtk_widget_set_visible (self->plane, any && lab_diagram_n_states (result) == 2);
  gtk_widget_set_sensitive (self->run, same);
  gtk_widget_set_sensitive (self->plane, same);
}

/* Selects a point in the plot, the list and the details; NULL: none. */
static void
show_point (WbLabDiagramPanel *self, const LabDiagramPoint *point)
{
  GtkListBoxRow *row = point != NULL && point->special ? gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), point->row) : NULL;

  self->has_point = point != NULL;
  if (point != NULL)
    self->point = *point;
  self->quiet = TRUE;
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
  self->quiet = FALSE;
  fill_details (self);
  g_signal_emit (self, changed_signal, 0);
}

/* Selects a point that the user has chosen, and stores the choice in the session. */
static void
select_point (WbLabDiagramPanel *self, const LabDiagramPoint *point)
{
  g_autofree char *text = NULL;
  char p[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];

  if (point != NULL)
    text = g_strdup_printf ("%s %s %s", point->special ? "special" : "branch", g_ascii_dtostr (p, sizeof p, point->p), g_ascii_dtostr (y, sizeof y, point->y));
  wb_laboratory_set_diagram (wb_laboratory_of (self->session), WB_LAB_DIAGRAM_POINT, text);
  show_point (self, point);
}

/* Selects the point that the session has stored, if the result has it, otherwise none. */
static void
restore_point (WbLabDiagramPanel *self)
{
  const char *text = wb_laboratory_diagram (wb_laboratory_of (self->session), WB_LAB_DIAGRAM_POINT);
  g_auto (GStrv) words = g_strsplit (text != NULL ? text : "", " ", -1);
  LabDiagramPoint point;
  gboolean found = result_of (self) != NULL && g_strv_length (words) == 3
                   && lab_diagram_find (result_of (self), wb_lab_diagram_panel_state (self), strcmp (words[0], "special") == 0,
                                        g_ascii_strtod (words[1], NULL), g_ascii_strtod (words[2], NULL), &point);

  show_point (self, found ? &point : NULL);
}

/* Opens the panel for the details of a point that was clicked. */
static void
open_panel (WbLabDiagramPanel *self)
{
  if (self->large)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->points), TRUE);
}

static void
show_panel (WbLabDiagramPanel *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), self->large && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->points)));
}

void
wb_lab_diagram_panel_set_large (WbLabDiagramPanel *self, gboolean large)
{
  self->large = large;
  show_panel (self);
}

void
wb_lab_diagram_panel_set_compact (WbLabDiagramPanel *self, gboolean compact)
{
  gtk_widget_set_visible (self->whole, !compact);
}

static void
on_click (WbPlotArea *area, double x, double y, gboolean add, WbLabDiagramPanel *self)
{
  PlotRange x_range, y_range;
  LabDiagramPoint point;
  gboolean found;

  if (result_of (self) == NULL)
    return;
  plot_view_get_shown (wb_plot_area_view (area), &x_range, &y_range);
  found = lab_diagram_nearest (result_of (self), wb_lab_diagram_panel_state (self), x, y, x_range.high - x_range.low, y_range.high - y_range.low,
                               &point);
  select_point (self, found ? &point : NULL);
  if (found)
    open_panel (self);
}

static void
on_row (GtkListBox *list, GtkListBoxRow *row, WbLabDiagramPanel *self)
{
  LabDiagramPoint point;

  if (self->quiet || row == NULL || result_of (self) == NULL)
    return;
  point = lab_diagram_special (result_of (self), gtk_list_box_row_get_index (row), wb_lab_diagram_panel_state (self));
  select_point (self, &point);
}

static void
on_state (WbLabDiagramPanel *self)
{
  const LabResult *result = result_of (self);

  if (self->quiet)
    return;
  if (result != NULL)
    wb_laboratory_set_diagram (wb_laboratory_of (self->session), WB_LAB_DIAGRAM_STATE, lab_diagram_state (result, wb_lab_diagram_panel_state (self)));
  select_point (self, NULL);
}

/* ---- actions on the selected point ---- */

/* Sets the parameter to its value at the selected point, and with `state` also the initial values, as one undo step. */
static void
take_over (WbLabDiagramPanel *self, gboolean with_state)
{
  const LabResult *result = result_of (self);
  g_autoptr (LabValues) values = lab_values_copy (wb_session_values (self->session));
  g_autoptr (SimConfig) config = sim_config_copy (wb_session_config (self->session));

  g_hash_table_replace (values->parameters, g_strdup (lab_diagram_parameter (result)), lab_values_number_text (self->point.p));
  for (int k = 0; with_state && k < lab_diagram_n_states (result); k++)
    g_hash_table_replace (values->initials, g_strdup (lab_diagram_state (result, k)),
                          lab_values_number_text (lab_diagram_value (result, &self->point, k)));
  wb_session_adopt (self->session, config, values);
  wb_session_name_change (self->session, _("Use a point of the diagram"));
}

static void
on_run (WbLabDiagramPanel *self)
{
  if (!self->has_point || !gtk_widget_get_sensitive (self->run))
    return;
  wb_session_begin_group (self->session);
  take_over (self, TRUE);
  wb_session_go_to_view (self->session, WB_VIEW_ID_SIMULATE);
  wb_session_end_group (self->session, _("Use a point of the diagram"));
  wb_session_reset (self->session);
  wb_session_run (self->session);
}

static void
on_plane (WbLabDiagramPanel *self)
{
  wb_session_begin_group (self->session);
  take_over (self, FALSE);
  wb_laboratory_go_to_page (wb_laboratory_of (self->session), WB_LAB_PAGE_ID_PLANE);
  wb_session_end_group (self->session, _("Use a point of the diagram"));
}

/* ---- the result ---- */

static void
fill_lists (WbLabDiagramPanel *self)
{
  const LabResult *result = result_of (self);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  const char *chosen = wb_laboratory_diagram (wb_laboratory_of (self->session), WB_LAB_DIAGRAM_STATE);
  GtkWidget *child;
  guint state = 0;

  while ((child = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), child);
  for (int k = 0; result != NULL && k < lab_table_n_rows (lab_result_table (result, "special")); k++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), wb_lab_diagram_row_new (result, k));
  for (int k = 0; result != NULL && k < lab_diagram_n_states (result); k++)
    {
      append_name (names, lab_diagram_state (result, k));
      state = g_strcmp0 (lab_diagram_state (result, k), chosen) == 0 ? (guint) k : state;
    }
  self->quiet = TRUE;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->state), G_LIST_MODEL (names));
  if (result != NULL)
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->state), state);
  self->quiet = FALSE;
  gtk_widget_set_sensitive (self->state, result != NULL);
}

static void
on_study (WbLabDiagramPanel *self)
{
  if (self->serial != wb_study_serial (self->study))
    {
      self->serial = wb_study_serial (self->study);
      fill_lists (self);
      restore_point (self);
    }
  show_option (self);
  wb_field_set_failure (wb_field_of (self->ends[1]), g_strcmp0 (wb_study_wrong_option (self->study), "vary") == 0 ? wb_study_error (self->study) : NULL);
  fill_details (self);
}

static void
start (WbLabDiagramPanel *self)
{
  gboolean from = wb_field_commit (wb_field_of (self->ends[0])), to = wb_field_commit (wb_field_of (self->ends[1]));

  if (from && to)
    wb_lab_studies_run (self->studies, self->study);
}

/* ---- widget ---- */

static void
wb_lab_diagram_panel_dispose (GObject *object)
{
  g_clear_pointer (&WB_LAB_DIAGRAM_PANEL (object)->scrolled, gtk_widget_unparent);
  g_clear_pointer (&WB_LAB_DIAGRAM_PANEL (object)->shown, g_free);
  if (WB_LAB_DIAGRAM_PANEL (object)->tools != NULL)
    {
      g_signal_handlers_disconnect_by_data (WB_LAB_DIAGRAM_PANEL (object)->parameter, object);
      g_signal_handlers_disconnect_by_data (WB_LAB_DIAGRAM_PANEL (object)->points, object);
    }
  g_clear_object (&WB_LAB_DIAGRAM_PANEL (object)->tools);
  G_OBJECT_CLASS (wb_lab_diagram_panel_parent_class)->dispose (object);
}

static void
wb_lab_diagram_panel_class_init (WbLabDiagramPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_diagram_panel_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  changed_signal = g_signal_new ("view-changed", WB_TYPE_LAB_DIAGRAM_PANEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_lab_diagram_panel_init (WbLabDiagramPanel *self)
{
}

/* Appends a row with a label and a control. */
static void
add_line (WbLabDiagramPanel *self, const char *text, GtkWidget *control)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *label = wb_label_new (text, "dim-label");

  gtk_widget_set_hexpand (label, TRUE);
  wb_widget_set_name (control, text);
  wb_box_add (line, label, control, NULL);
  gtk_box_append (GTK_BOX (self->box), line);
}

static GtkWidget *
button_new (WbLabDiagramPanel *self, const char *text, void (*pressed) (WbLabDiagramPanel *self))
{
  GtkWidget *button = wb_styled (gtk_button_new_with_label (text), "raised");

  g_signal_connect_swapped (button, "clicked", G_CALLBACK (pressed), self);
  gtk_box_append (GTK_BOX (self->box), button);
  return button;
}

/* Shows the whole diagram. */
static void
show_whole (WbLabDiagramPanel *self)
{
  wb_plot_area_fit (self->area);
}

/* Makes the widgets for the title of the view. */
static void
build_tools (WbLabDiagramPanel *self)
{
  GtkWidget *label = wb_label_new (_("Over"), "dim-label"), *compute = wb_styled (gtk_button_new_with_label (_("Compute")), "raised");

  self->tools = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8));
  self->parameter = gtk_drop_down_new (NULL, NULL);
  wb_widget_set_name (self->parameter, _("Over"));
  self->whole = wb_styled (gtk_button_new_with_label (_("Whole range")), "raised");
  g_signal_connect_swapped (self->whole, "clicked", G_CALLBACK (show_whole), self);
  self->points = wb_styled (gtk_toggle_button_new_with_label (_("Points")), "raised");
  wb_tooltip_set (self->points, _("Range, special points and the selected point"));
  g_signal_connect_swapped (self->points, "toggled", G_CALLBACK (show_panel), self);
  g_signal_connect_swapped (compute, "clicked", G_CALLBACK (start), self);
  wb_box_add (self->tools, label, self->parameter, self->whole, self->points, compute, NULL);
  gtk_widget_set_valign (self->tools, GTK_ALIGN_CENTER);
}

static void
build (WbLabDiagramPanel *self)
{
  build_tools (self);
  /* A panel that is higher than the window scrolls, with all rows of the list. */
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  self->box = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), "study-side");
  gtk_widget_set_size_request (self->box, 260, -1);
  for (int k = 0; k < 2; k++)
    {
      self->range[k] = NAN;
      wb_field_new (self->ends[k] = wb_number_field_new ("", FALSE, 0), NULL, &end_binding, self, k == 0 ? "0" : "1");
      add_line (self, k == 0 ? _("From") : _("To"), self->ends[k]);
    }
  for (int k = 0; k < 2; k++)
    gtk_box_append (GTK_BOX (self->box), wb_field_why (wb_field_of (self->ends[k])));
  self->state = gtk_drop_down_new (NULL, NULL);
  add_line (self, _("State"), self->state);
  gtk_box_append (GTK_BOX (self->box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  self->list = wb_styled (gtk_list_box_new (), "lab-list");
  wb_widget_set_name (self->list, _("Special points"));
  gtk_box_append (GTK_BOX (self->box), self->list);
  self->details = wb_label_new (NULL, NULL);
  gtk_label_set_wrap (GTK_LABEL (self->details), TRUE);
  gtk_label_set_selectable (GTK_LABEL (self->details), TRUE);
  gtk_box_append (GTK_BOX (self->box), self->details);
  self->run = button_new (self, _("Run from here"), on_run);
  self->plane = button_new (self, _("Show the phase plane"), on_plane);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->box);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
}

GtkWidget *
wb_lab_diagram_panel_new (WbSession *session, int index, WbPlotArea *area)
{
  WbLabDiagramPanel *self = g_object_new (WB_TYPE_LAB_DIAGRAM_PANEL, NULL);

  self->session = session;
  self->studies = wb_lab_studies_of (session);
  self->study = wb_lab_studies_study (self->studies, index);
  self->area = area;
  build (self);
  g_signal_connect_swapped (self->parameter, "notify::selected", G_CALLBACK (on_parameter), self);
  g_signal_connect_swapped (self->state, "notify::selected", G_CALLBACK (on_state), self);
  g_signal_connect (self->list, "row-selected", G_CALLBACK (on_row), self);
  g_signal_connect_object (area, "plane-clicked", G_CALLBACK (on_click), self, 0);
  g_signal_connect_object (self->study, "changed", G_CALLBACK (on_study), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model), self, G_CONNECT_SWAPPED);
  {
    g_autofree char *before = g_strdup (wb_study_option (self->study, "vary"));

    on_model (self);
    if (before != NULL) /* on_model replaced an option that was set before this panel was made, such as by a session file */
      wb_study_adapt_option (self->study, "vary", before);
    show_option (self);
  }
  fill_lists (self);
  restore_point (self);
  return GTK_WIDGET (self);
}

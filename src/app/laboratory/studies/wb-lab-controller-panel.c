/* Predicts the number of steps for the gains while the user moves the sliders, and runs the study with them. */
#include "wb-lab-controller-panel.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "wb-rich.h"
#include "wb-widgets.h"

/* Time in ms after the last movement of a slider until the prediction is computed. */
#define SETTLE_MS 120

struct _WbLabControllerPanel
{
  GtkWidget parent_instance;
  WbSession *session;
  WbLabStudies *studies;
  WbStudy *study;
  GtkWidget *box, *choice, *rows[WB_N_LAB_GAINS], *values[WB_N_LAB_GAINS], *sliders[WB_N_LAB_GAINS], *counts[3][2], *button;
  gboolean quiet;
  guint settle_source;
};

G_DEFINE_FINAL_TYPE (WbLabControllerPanel, wb_lab_controller_panel, GTK_TYPE_WIDGET)

static const char *const controllers[] = { "i", "pi", "pid", "predictive" };
/* Number of gains of each controller. */
static const int n_gains[] = { 1, 2, 3, 2 };
static const struct { const char *key, *label; double low, high; } gains[WB_N_LAB_GAINS] = {
  { "safety", N_("Safety"), 0.5, 1 },
  { "k_i", N_("Error of this step, *k_I*"), 0, 2 },
  { "k_p", N_("Error of the step before, *k_P*"), 0, 2 },
  { "k_d", N_("Error two steps before, *k_D*"), 0, 1 },
};

GtkWidget *wb_lab_controller_panel_slider (WbLabControllerPanel *self, int slider) { return self->sliders[slider]; }
GtkWidget *wb_lab_controller_panel_button (WbLabControllerPanel *self) { return self->button; }

static gboolean
is_measured (WbLabControllerPanel *self)
{
  const LabResult *result = wb_study_result (self->study);

  return result != NULL && isfinite (lab_result_number (result, "accepted_measured")) && !wb_study_is_stale (self->study);
}

/* ---- changes by the user ---- */

static gboolean
predict (gpointer user)
{
  WbLabControllerPanel *self = user;

  self->settle_source = 0;
  wb_lab_studies_run (self->studies, self->study);
  return G_SOURCE_REMOVE;
}

static void
predict_soon (WbLabControllerPanel *self)
{
  wb_study_set_option (self->study, "measure", "false");
  g_clear_handle_id (&self->settle_source, g_source_remove);
  self->settle_source = g_timeout_add (SETTLE_MS, predict, self);
}

/* When the user chooses another controller, start with the default gains of that controller. */
static void
on_choice (WbLabControllerPanel *self)
{
  guint k = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->choice));

  if (self->quiet || k >= G_N_ELEMENTS (controllers))
    return;
  for (int i = 0; i < WB_N_LAB_GAINS; i++)
    wb_study_set_option (self->study, gains[i].key, NULL);
  wb_study_set_option (self->study, "controller", controllers[k]);
  predict_soon (self);
}

static void
on_slider (GtkRange *slider, WbLabControllerPanel *self)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (self->quiet)
    return;
  for (int i = 0; i < WB_N_LAB_GAINS; i++)
    if (self->sliders[i] == GTK_WIDGET (slider))
      wb_study_set_option (self->study, gains[i].key,
                                 g_ascii_formatd (text, sizeof text, "%.3f", gtk_range_get_value (slider)));
  predict_soon (self);
}

/* Copies the controller, its safety factor and its gains to the settings of the session, as one undo step. */
static void
use (WbLabControllerPanel *self)
{
  const LabResult *result = wb_study_result (self->study);
  g_autoptr (SimConfig) config = sim_config_copy (wb_session_config (self->session));
  g_autoptr (LabValues) values = lab_values_copy (wb_session_values (self->session));
  g_autofree char *list = NULL;
  char number[WB_N_LAB_GAINS][G_ASCII_DTOSTR_BUF_SIZE];

  for (int i = 0; i < WB_N_LAB_GAINS; i++)
    g_ascii_dtostr (number[i], sizeof number[i], lab_result_number (result, gains[i].key));
  list = g_strdup_printf ("[%s, %s, %s]", number[WB_LAB_K_I], number[WB_LAB_K_P], number[WB_LAB_K_D]);
  if (!sim_config_set (config, "controller", wb_study_option (self->study, "controller"), SIM_ORIGIN_LIVE, NULL)
      || !sim_config_set (config, "safety", number[WB_LAB_SAFETY], SIM_ORIGIN_LIVE, NULL)
      || !sim_config_set (config, "gains", list, SIM_ORIGIN_LIVE, NULL))
    return;
  wb_session_adopt (self->session, config, values);
  wb_session_name_change (self->session, _("Use in the run"));
}

static void
on_button (WbLabControllerPanel *self)
{
  if (!is_measured (self))
    {
      wb_study_set_option (self->study, "measure", "true");
      wb_lab_studies_run (self->studies, self->study);
      return;
    }
  use (self);
}

/* ---- display ---- */

static void
set_count (GtkWidget *label, const LabResult *result, const char *name)
{
  double value = result != NULL ? lab_result_number (result, name) : NAN;
  char text[64] = "–";

  if (isfinite (value))
    plot_format_count ((guint64) value, text, sizeof text);
  gtk_label_set_text (GTK_LABEL (label), text);
}

static void
refresh (WbLabControllerPanel *self)
{
  static const char *const names[3][2] = { { "accepted_in_use", "rejected_in_use" }, { "accepted_predicted", "rejected_predicted" },
                                           { "accepted_measured", "rejected_measured" } };
  const LabResult *result = wb_study_result (self->study);
  const char *controller = wb_study_option (self->study, "controller");
  guint chosen = 0;

  for (guint k = 0; k < G_N_ELEMENTS (controllers); k++)
    if (g_strcmp0 (controllers[k], controller) == 0)
      chosen = k;
  self->quiet = TRUE;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->choice), chosen);
  for (int i = 0; i < WB_N_LAB_GAINS; i++)
    {
      const char *option = wb_study_option (self->study, gains[i].key);
      double value = option != NULL ? g_ascii_strtod (option, NULL) : result != NULL ? lab_result_number (result, gains[i].key) : NAN;
      char text[32] = "";

      gtk_widget_set_visible (self->rows[i], i <= n_gains[chosen]);
      if (!isfinite (value))
        continue;
      plot_format_fixed (value, 2, text, sizeof text);
      gtk_label_set_text (GTK_LABEL (self->values[i]), text);
      gtk_range_set_value (GTK_RANGE (self->sliders[i]), value);
    }
  self->quiet = FALSE;
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 2; c++)
      set_count (self->counts[r][c], result, names[r][c]);
  gtk_button_set_label (GTK_BUTTON (self->button), is_measured (self) ? _("Use in the run") : _("Measure"));
  gtk_widget_set_sensitive (self->button, wb_session_model (self->session) != NULL);
}

/* ---- widget ---- */

static GtkWidget *
slider_row (WbLabControllerPanel *self, int i)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = wb_rich_label_new (_(gains[i].label));

  self->values[i] = wb_styled (gtk_label_new (NULL), "study-count");
  gtk_widget_set_hexpand (label, TRUE);
  self->sliders[i] = gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, gains[i].low, gains[i].high, 0.01);
  gtk_scale_set_draw_value (GTK_SCALE (self->sliders[i]), FALSE);
  wb_widget_set_name (self->sliders[i], gtk_label_get_text (GTK_LABEL (label)));
  g_signal_connect (self->sliders[i], "value-changed", G_CALLBACK (on_slider), self);
  wb_box_add (line, label, self->values[i], NULL);
  wb_box_add (row, line, self->sliders[i], NULL);
  self->rows[i] = row;
  return row;
}

static GtkWidget *
number_label (const char *text, const char *css)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (label, css);
  return label;
}

static GtkWidget *
counts_new (WbLabControllerPanel *self)
{
  static const char *const names[3] = { N_("In use"), N_("Predicted"), N_("Measured") };
  static const char *const classes[3] = { "study-in-use", "study-predicted", "study-measured" };
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_row_spacing (GTK_GRID (grid), 2);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 14);
  gtk_grid_attach (GTK_GRID (grid), number_label (_("accepted"), "row-remark"), 1, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), number_label (_("rejected"), "row-remark"), 2, 0, 1, 1);
  for (int r = 0; r < 3; r++)
    {
      GtkWidget *name = wb_label_new (_(names[r]), NULL);

      gtk_widget_set_hexpand (name, TRUE);
      gtk_widget_add_css_class (name, classes[r]);
      gtk_grid_attach (GTK_GRID (grid), name, 0, r + 1, 1, 1);
      for (int c = 0; c < 2; c++)
        {
          self->counts[r][c] = number_label ("–", "study-count");
          gtk_widget_add_css_class (self->counts[r][c], "study-result"); /* faint while the result is old */
          gtk_grid_attach (GTK_GRID (grid), self->counts[r][c], c + 1, r + 1, 1, 1);
        }
    }
  return grid;
}

static void
wb_lab_controller_panel_dispose (GObject *object)
{
  WbLabControllerPanel *self = WB_LAB_CONTROLLER_PANEL (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_handle_id (&self->settle_source, g_source_remove);
  G_OBJECT_CLASS (wb_lab_controller_panel_parent_class)->dispose (object);
}

static void
wb_lab_controller_panel_class_init (WbLabControllerPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_controller_panel_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_lab_controller_panel_init (WbLabControllerPanel *self)
{
}

GtkWidget *
wb_lab_controller_panel_new (WbSession *session, int index)
{
  WbLabControllerPanel *self = g_object_new (WB_TYPE_LAB_CONTROLLER_PANEL, NULL);
  const char *const names[] = { _("I"), _("PI"), _("PID"), _("Predictive"), NULL };
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *label = wb_styled (gtk_label_new (_("Try")), "dim-label");

  self->session = session;
  self->studies = wb_lab_studies_of (session);
  self->study = wb_lab_studies_study (self->studies, index);
  self->box = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), "study-side");
  self->choice = gtk_drop_down_new_from_strings (names);
  gtk_widget_set_hexpand (self->choice, TRUE);
  wb_widget_set_name (self->choice, _("Controller to try"));
  g_signal_connect_swapped (self->choice, "notify::selected", G_CALLBACK (on_choice), self);
  wb_box_add (line, label, self->choice, NULL);
  gtk_box_append (GTK_BOX (self->box), line);
  for (int i = 0; i < WB_N_LAB_GAINS; i++)
    gtk_box_append (GTK_BOX (self->box), slider_row (self, i));
  gtk_box_append (GTK_BOX (self->box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (self->box), counts_new (self));
  self->button = wb_styled (gtk_button_new_with_label (_("Measure")), "raised");
  gtk_widget_set_valign (self->button, GTK_ALIGN_END);
  gtk_widget_set_vexpand (self->button, TRUE);
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (on_button), self);
  gtk_box_append (GTK_BOX (self->box), self->button);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_object (self->study, "changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  refresh (self);
  return GTK_WIDGET (self);
}

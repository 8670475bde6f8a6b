/* Carries a step size between the page Method and the run. */
#include "wb-lab-step-uses.h"

#include <glib/gi18n.h>
#include <math.h>

#include "model-tableau.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

typedef struct
{
  WbSession *session;
  WbLaboratory *laboratory;
  const OdeMethod *(*method) (gpointer owner);
  gpointer owner;
} Uses;

/* Makes the next run use fixed steps of the shown size with the method of the page. The size is rounded down to four digits, so that the largest stable
 * step remains stable. All changes are one undo step. */
static void
use_in_run (Uses *self)
{
  const OdeMethod *method = self->method (self->owner);
  const double h = wb_laboratory_step (self->laboratory), power = pow (10, floor (log10 (h)) - 3);
  g_autoptr (LabValues) values = lab_values_copy (wb_session_values (self->session));
  g_autoptr (SimConfig) config = sim_config_copy (wb_session_config (self->session));
  g_autofree char *size = g_strdup_printf ("%.10g", floor (h / power * (1 + 1e-12)) * power), *message = NULL;
  g_autoptr (GError) error = NULL;

  if (method == NULL || !sim_config_set (config, "integrator", model_method_name (method), SIM_ORIGIN_LIVE, &error)
      || !sim_config_set (config, "max_step", size, SIM_ORIGIN_LIVE, &error)
      || ((method->traits & ODE_TRAIT_ADAPTIVE) != 0 && !sim_config_set (config, "error_control", "false", SIM_ORIGIN_LIVE, &error)))
    {
      wb_session_message (self->session, error != NULL ? error->message : _("This step cannot be used in the run"));
      return;
    }
  wb_session_adopt (self->session, config, values);
  message = g_strdup_printf (_("The next run takes fixed steps of %s with %s"), size, _(method->label));
  wb_session_message (self->session, message);
}

/* Moves the slider to the step that the run takes at the playhead. */
static void
take_from_run (Uses *self)
{
  WbRunItem *run = wb_session_current (self->session);
  SimTape *tape = run != NULL ? wb_run_item_tape (run) : NULL;
  gsize n = tape != NULL ? sim_tape_n_attempts (tape) : 0;
  OdeAttempt row;

  if (n == 0 || !sim_tape_get (tape, MIN (sim_tape_find (tape, wb_session_playhead (self->session)), n - 1), &row))
    {
      wb_session_message (self->session, _("There is no run yet whose step could be shown"));
      return;
    }
  wb_laboratory_set_step (self->laboratory, row.h);
  wb_laboratory_commit_step (self->laboratory);
}

static void
add_button (GtkWidget *row, const char *label, const char *tooltip, GCallback clicked, Uses *self)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_widget_add_css_class (button, "help-link");
  wb_tooltip_set (button, tooltip);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  gtk_box_append (GTK_BOX (row), button);
}

GtkWidget *
wb_lab_step_uses_new (WbSession *session, const OdeMethod *(*method) (gpointer owner), gpointer owner)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  Uses *self = g_new0 (Uses, 1);

  *self = (Uses) { session, wb_laboratory_of (session), method, owner };
  g_object_set_data_full (G_OBJECT (row), "wb-lab-step-uses", self, g_free);
  add_button (row, _("Use in the run"), _("The next run takes fixed steps of this size with this method"), G_CALLBACK (use_in_run), self);
  add_button (row, _("Step of the run"), _("Show the step that the run takes at the playhead"), G_CALLBACK (take_from_run), self);
  return row;
}

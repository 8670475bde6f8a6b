/* Describes the open attempt from its row of the tape, which is known before the attempt is repeated. */
#include "wb-attempt-title.h"

#include <glib/gi18n.h>

#include "plot-text.h"

char *
wb_attempt_name (WbMicroscope *microscope)
{
  if (wb_microscope_run (microscope) == NULL)
    return g_strdup (_("Microscope"));
  return g_strdup_printf (_("Attempt %lu"), (gulong) wb_microscope_index (microscope) + 1);
}

char *
wb_attempt_about (WbMicroscope *microscope)
{
  WbRunItem *run = wb_microscope_run (microscope);
  const LabAttempt *attempt = wb_microscope_attempt (microscope);
  g_autofree char *model = NULL, *label = NULL, *t = NULL, *h = NULL, *from = NULL;
  const OdeMethod *method;
  const char *unit;
  OdeAttempt row;
  gboolean known;

  if (run == NULL)
    return g_strdup ("");
  known = sim_tape_get (wb_run_item_tape (run), wb_microscope_index (microscope), &row);
  if (!known && attempt == NULL)
    return g_strdup ("");
  if (!known)
    row = attempt->record;
  unit = model_time_unit (wb_run_item_model (run));
  method = attempt != NULL ? attempt->method : sim_config_method (wb_run_item_config (run));
  model = plot_text_escape (model_name (wb_run_item_model (run)));
  label = plot_text_escape (_(method->label));
  t = plot_text_value (row.t, 6, unit);
  h = plot_text_value (row.h, 4, unit);
  if (known)
    return g_strdup_printf (_("%s, %s, from *t* = %s over *h* = %s"), model, label, t, h);
  from = plot_text_value (attempt->t_snapshot, 4, unit);
  return g_strdup_printf (_("%s, %s, from *t* = %s over *h* = %s, repeated from the snapshot at %s"), model, label, t, h, from);
}

char *
wb_attempt_trial_badge (WbMicroscope *microscope)
{
  const LabAttempt *shown = wb_microscope_scene (microscope).attempt;
  g_autofree char *h = NULL;

  if (shown == NULL || !shown->is_trial || wb_microscope_run (microscope) == NULL)
    return NULL;
  h = plot_text_value (shown->record.h, 3, model_time_unit (wb_run_item_model (wb_microscope_run (microscope))));
  return g_strdup_printf (_("*h* = %s, not that of the run"), h);
}

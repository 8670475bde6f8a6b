/* Computes a run on a thread, and shows its curve and its step sizes in two plots. */
#include "wb-first-picture.h"

#include <glib/gi18n.h>

#include "lab-problem.h"
#include "model-library.h"
#include "plot-layers.h"
#include "plot-text.h"
#include "plot-time-axis.h"
#include "wb-fraction-box.h"
#include "wb-job.h"
#include "wb-plot-area.h"
#include "wb-widgets.h"

#define MODEL "van-der-pol"
/* Part of the run that is shown, s. It has one slow and two fast parts of the oscillation. */
#define T_FIRST 15
#define T_LAST 27
/* Number of rows between two steps, for a smooth curve. */
#define POINTS_PER_STEP 8

typedef struct
{
  SimTrajectory *trajectory;
  SimTape *tape;
  char *name, *unit; /* name of the model, unit of its time */
} Record;

static void
record_free (gpointer data)
{
  Record *record = data;

  g_clear_pointer (&record->trajectory, sim_trajectory_unref);
  g_clear_pointer (&record->tape, sim_tape_unref);
  g_free (record->name);
  g_free (record->unit);
  g_free (record);
}

/* Runs the model with its own settings until T_LAST. Returns NULL with an error if this is not possible. */
static gpointer
compute (WbJob *job, gpointer data, GError **error)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_library_open (MODEL, sim_config_check_solver, diagnostics);
  g_autoptr (SimConfig) config = sim_config_new ();
  SimSamplingRule dense = { .sampling = SIM_SAMPLE_DENSE, .count = POINTS_PER_STEP };
  LabProblem problem = { .model = model, .config = config, .t_start = NAN, .t_end = NAN };
  g_autoptr (SimSimulator) simulator = NULL;
  SimStatus status;
  Record *record;

  if (model == NULL)
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, "there is no model " MODEL);
      return NULL;
    }
  sim_config_apply_model (config, model, diagnostics);
  if (!lab_problem_set_times (&problem, error) || (simulator = lab_problem_simulator (&problem, NULL, error)) == NULL)
    return NULL;
  record = g_new0 (Record, 1);
  record->name = g_strdup (model_name (model));
  record->unit = g_strdup (model_time_unit (model));
  record->trajectory = sim_trajectory_new (model_system_n_columns (sim_system_model (sim_simulator_system (simulator))),
                                           (gsize) sim_config_get_number (config, "memory_limit"));
  record->tape = sim_tape_new (0);
  sim_simulator_add_sink (simulator, sim_sink_trajectory (record->trajectory), &dense);
  sim_simulator_set_tape (simulator, record->tape);
  status = sim_simulator_initialize (simulator, problem.t_start, NULL, NULL, problem.t_end, FALSE);
  if (status.reason == SIM_READY)
    sim_simulator_advance_to (simulator, MIN (T_LAST, problem.t_end));
  return record;
}

/* Makes a plot over time. */
static PlotView *
view_new (PlotTimeAxis *axis, const char *title, const char *remark)
{
  PlotView *view = plot_view_new ();
  g_autofree char *label = plot_text_quantity ("t", plot_time_axis_unit (axis));

  plot_view_set_time_axis (view, axis);
  plot_view_set_x_label (view, label);
  plot_view_set_title (view, title, remark);
  return view;
}

/* Returns the first state over time, with a disc at the end of each accepted step. */
static PlotView *
curve_view (const Record *record, PlotTimeAxis *axis)
{
  PlotView *view = view_new (axis, record->name, _("each dot is one step"));
  PlotStyle blue = { .series = 0, .width = 1.6 };
  gsize n = sim_tape_n_attempts (record->tape), n_steps = 0;
  g_autofree double *t = g_new (double, n), *x = g_new (double, n);
  PlotLayer *dots;

  for (gsize k = sim_tape_first (record->tape); k < n; k++)
    {
      OdeAttempt attempt;

      if (!sim_tape_get (record->tape, k, &attempt) || attempt.outcome != ODE_ATTEMPT_ACCEPTED)
        continue;
      t[n_steps] = attempt.t + attempt.h;
      x[n_steps] = plot_run_value (record->trajectory, 0, t[n_steps]);
      n_steps++;
    }
  plot_view_add (view, plot_layer_curve_new (record->trajectory, 0, &blue, NULL));
  dots = plot_layer_line_new (t, x, n_steps, &blue);
  plot_layer_line_set_marker (dots, PLOT_MARKER_DISC, 1.9, FALSE);
  plot_view_add (view, dots);
  plot_view_set_x_labels_shown (view, FALSE);
  return view;
}

/* Returns the step sizes of all attempts over time. */
static PlotView *
steps_view (const Record *record, PlotTimeAxis *axis)
{
  g_autofree char *quantity = plot_text_quantity ("h", record->unit);
  PlotView *view = view_new (axis, _("Step size"), quantity);

  plot_view_set_log (view, FALSE, TRUE);
  plot_view_add (view, plot_layer_attempts_new (record->tape, PLOT_ATTEMPT_STEP));
  return view;
}

static void
on_computed (gpointer owner, gpointer result, const GError *error)
{
  Record *record = result;
  PlotTimeAxis *axis;
  PlotView *(*const make[]) (const Record *record, PlotTimeAxis *axis) = { curve_view, steps_view };
  static const double shares[] = { 1, 1.15 };

  if (record == NULL || sim_trajectory_n_rows (record->trajectory) == 0)
    {
      g_clear_pointer (&record, record_free);
      return;
    }
  axis = plot_time_axis_new (T_FIRST, T_LAST, record->unit);
  for (guint k = 0; k < G_N_ELEMENTS (make); k++)
    {
      GtkWidget *area = wb_plot_area_new (NULL);

      gtk_widget_set_can_target (area, FALSE);
      gtk_widget_set_focusable (area, FALSE);
      wb_fraction_box_append (owner, area, shares[k]);
      wb_plot_area_set_view (WB_PLOT_AREA (area), make[k](record, axis));
    }
  plot_time_axis_unref (axis);
  record_free (record);
}

GtkWidget *
wb_first_picture_new (void)
{
  GtkWidget *box = wb_fraction_box_new (GTK_ORIENTATION_VERTICAL, 0);

  wb_widget_set_name (box, _("A run with each of its steps"));
  gtk_widget_set_size_request (box, -1, 286);
  wb_job_replace (wb_job_place (box, "picture"), box, compute, NULL, NULL, on_computed, record_free);
  return box;
}

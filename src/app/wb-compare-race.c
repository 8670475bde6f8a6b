#include "wb-compare-race.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "wb-job.h"

/* What races, for the pool's thread. */
typedef struct
{
  WbJob *job;                  /* set by its thread */
  Model *model;
  SimConfig *config;
  WbValues *values;
  GHashTable *constants;
  LabRaceTerms terms;
  char *x, *y;
  double t_start, t_end;
  const OdeMethod **methods;
  int n_methods;
} Field;

struct _WbCompareRace
{
  GObject parent_instance;
  WbSession *session;
  GListStore *lanes;
  WbCompareLane *selected;
  LabRaceRule rule;
  double values[3];
  LabRace *race;
  WbJob *job;            /* of the race that runs, or NULL */
  gboolean stale;
  char *error;
};

G_DEFINE_FINAL_TYPE (WbCompareRace, wb_compare_race, G_TYPE_OBJECT)

enum { LANES_CHANGED, RACE_CHANGED, RUNNING_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* ---- what races ---- */

static void
field_free (gpointer data)
{
  Field *field = data;

  model_unref (field->model);
  sim_config_free (field->config);
  wb_values_free (field->values);
  g_clear_pointer (&field->constants, g_hash_table_unref);
  g_free (field->x);
  g_free (field->y);
  g_free (field->methods);
  g_free (field);
}

static gboolean
on_progress (gpointer user, double share)
{
  return wb_job_go_on (((Field *) user)->job, share);
}

static gpointer
run_race (WbJob *running, gpointer data, GError **error)
{
  Field *field = data;
  LabProblem problem = wb_values_problem (field->values, field->model, field->config, field->constants, field->t_start, field->t_end);
  LabProgress progress = { on_progress, field };

  field->job = running;
  return lab_race_run (&problem, field->methods, field->n_methods, &field->terms, &progress, error);
}

static void
plane_of (Field *field)
{
  for (int i = 0; i < model_n_plots (field->model); i++)
    if (model_plot (field->model, i)->type == MODEL_PLOT_PHASE && field->x == NULL)
      {
        field->x = g_strdup (model_plot (field->model, i)->x);
        field->y = g_strdup (model_plot (field->model, i)->y);
      }
  field->terms.x = field->x;
  field->terms.y = field->y;
}

static Field *
field_new (WbCompareRace *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->lanes));
  Field *field = g_new0 (Field, 1);

  field->model = model_ref (wb_session_model (self->session));
  field->config = sim_config_copy (wb_session_config (self->session));
  field->values = wb_values_copy (wb_session_values (self->session));
  field->constants = wb_values_constants (field->values);
  field->terms = (LabRaceTerms) { .rule = self->rule, .value = self->values[self->rule] };
  field->t_start = wb_session_t_start (self->session);
  field->t_end = wb_session_t_end (self->session);
  field->methods = g_new (const OdeMethod *, n + 1);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbCompareLane) lane = g_list_model_get_item (G_LIST_MODEL (self->lanes), i);

      field->methods[field->n_methods++] = wb_compare_lane_method (lane);
    }
  plane_of (field);
  return field;
}

/* ---- results ---- */

static void
connect_lanes (WbCompareRace *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->lanes));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbCompareLane) lane = g_list_model_get_item (G_LIST_MODEL (self->lanes), i);
      const LabRacer *found = NULL;

      for (int k = 0; self->race != NULL && k < self->race->n_racers; k++)
        if (self->race->racers[k].method == wb_compare_lane_method (lane))
          found = &self->race->racers[k];
      wb_compare_lane_set_racer (lane, found);
    }
}

static void
take_race (WbCompareRace *self, LabRace *race)
{
  LabRace *before = self->race;

  self->race = race;
  connect_lanes (self);
  g_signal_emit (self, signals[RACE_CHANGED], 0);
  lab_race_free (before);
}

/* How far a run went from the truth; where that is known for a part of the time only, how soon it left it. */
static double
badness (const LabRace *race, const LabRacer *racer)
{
  if (!(race->truth_end < race->t_end))
    return racer->largest_position_error;
  return isnan (racer->t_left) ? -INFINITY : -racer->t_left;
}

/* Nearest to the truth among the shown; without truth, the first. */
static void
select_best (WbCompareRace *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->lanes));
  double best = INFINITY;

  if (self->selected != NULL)
    return;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbCompareLane) lane = g_list_model_get_item (G_LIST_MODEL (self->lanes), i);
      const LabRacer *racer = wb_compare_lane_racer (lane);

      if (racer != NULL && racer->refused == NULL && racer->run.reason != SIM_FAILED_RUN && wb_compare_lane_visible (lane)
          && badness (self->race, racer) < best)
        {
          best = badness (self->race, racer);
          self->selected = lane;
        }
    }
}

static void
on_done (gpointer owner, gpointer result, const GError *error)
{
  WbCompareRace *self = owner;

  self->job = NULL;
  g_clear_pointer (&self->error, g_free);
  if (result != NULL)
    {
      self->stale = FALSE;
      take_race (self, result);
      select_best (self);
      g_signal_emit (self, signals[LANES_CHANGED], 0);
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      self->error = g_strdup (error->message);
      take_race (self, NULL);
    }
  g_signal_emit (self, signals[RUNNING_CHANGED], 0);
}

void
wb_compare_race_cancel (WbCompareRace *self)
{
  if (self->job == NULL)
    return;
  g_clear_pointer (&self->job, wb_job_cancel);
  g_signal_emit (self, signals[RUNNING_CHANGED], 0);
}

void
wb_compare_race_run (WbCompareRace *self)
{
  if (wb_session_model (self->session) == NULL || g_list_model_get_n_items (G_LIST_MODEL (self->lanes)) == 0)
    return;
  wb_compare_race_cancel (self);
  self->job = wb_job_start (self, run_race, field_new (self), field_free, on_done, (GDestroyNotify) lab_race_free);
  g_signal_emit (self, signals[RUNNING_CHANGED], 0);
}

gboolean wb_compare_race_is_running (WbCompareRace *self) { return self->job != NULL; }
double wb_compare_race_progress (WbCompareRace *self) { return self->job != NULL ? wb_job_progress (self->job) : 0; }
const LabRace *wb_compare_race_result (WbCompareRace *self) { return self->race; }
gboolean wb_compare_race_is_stale (WbCompareRace *self) { return self->stale; }
const char *wb_compare_race_error (WbCompareRace *self) { return self->error; }
WbSession *wb_compare_race_session (WbCompareRace *self) { return self->session; }
GListModel *wb_compare_race_lanes (WbCompareRace *self) { return G_LIST_MODEL (self->lanes); }
WbCompareLane *wb_compare_race_selected (WbCompareRace *self) { return self->selected; }
LabRaceRule wb_compare_race_rule (WbCompareRace *self) { return self->rule; }
double wb_compare_race_value (WbCompareRace *self) { return self->values[self->rule]; }
double wb_compare_race_value_of (WbCompareRace *self, LabRaceRule rule) { return self->values[rule]; }

/* ---- lanes ---- */

static int
free_color (WbCompareRace *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->lanes));
  int used[7] = { 0 }, best = 1;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbCompareLane) lane = g_list_model_get_item (G_LIST_MODEL (self->lanes), i);

      used[wb_compare_lane_color (lane)]++;
    }
  for (int color = 2; color <= 6; color++)
    if (used[color] < used[best])
      best = color;
  return best;
}

static void
mark_stale (WbCompareRace *self)
{
  self->stale = TRUE;
  g_signal_emit (self, signals[RUNNING_CHANGED], 0);
}

gboolean
wb_compare_race_add (WbCompareRace *self, const OdeMethod *method)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->lanes));
  g_autoptr (WbCompareLane) added = NULL;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbCompareLane) lane = g_list_model_get_item (G_LIST_MODEL (self->lanes), i);

      if (wb_compare_lane_method (lane) == method)
        return FALSE;
    }
  added = wb_compare_lane_new (method, free_color (self));
  g_list_store_append (self->lanes, added);
  g_signal_emit (self, signals[LANES_CHANGED], 0);
  mark_stale (self);
  return TRUE;
}

void
wb_compare_race_remove (WbCompareRace *self, WbCompareLane *lane)
{
  guint position;

  if (!g_list_store_find (self->lanes, lane, &position))
    return;
  if (self->selected == lane)
    self->selected = NULL;
  g_list_store_remove (self->lanes, position);
  g_signal_emit (self, signals[LANES_CHANGED], 0);
}

void
wb_compare_race_set_visible (WbCompareRace *self, WbCompareLane *lane, gboolean visible)
{
  wb_compare_lane_set_visible (lane, visible);
  g_signal_emit (self, signals[LANES_CHANGED], 0);
}

void
wb_compare_race_set_color (WbCompareRace *self, WbCompareLane *lane, int color)
{
  wb_compare_lane_set_color (lane, color);
  g_signal_emit (self, signals[LANES_CHANGED], 0);
}

void
wb_compare_race_select (WbCompareRace *self, WbCompareLane *lane)
{
  if (self->selected == lane || (lane != NULL && !g_list_store_find (self->lanes, lane, NULL)))
    return;
  self->selected = lane;
  g_signal_emit (self, signals[LANES_CHANGED], 0);
}

void
wb_compare_race_set_rule (WbCompareRace *self, LabRaceRule rule)
{
  if (self->rule == rule)
    return;
  self->rule = rule;
  mark_stale (self);
}

void
wb_compare_race_set_value (WbCompareRace *self, double value)
{
  if (!(value > 0) || self->values[self->rule] == value)
    return;
  self->values[self->rule] = value;
  mark_stale (self);
}

void
wb_compare_race_restore (WbCompareRace *self, GPtrArray *lanes, int selected, LabRaceRule rule, const double values[3])
{
  wb_compare_race_cancel (self);
  self->selected = NULL;
  g_list_store_splice (self->lanes, 0, g_list_model_get_n_items (G_LIST_MODEL (self->lanes)), lanes->pdata, lanes->len);
  if (selected >= 0 && selected < (int) lanes->len)
    self->selected = g_ptr_array_index (lanes, selected);
  self->rule = rule;
  for (int i = 0; i < (int) G_N_ELEMENTS (self->values); i++)
    if (values[i] > 0 && isfinite (values[i]))
      self->values[i] = values[i];
  take_race (self, NULL);
  g_signal_emit (self, signals[LANES_CHANGED], 0);
  mark_stale (self);
}

/* What a class would put side by side: the methods of each kind that this model can use. Of non-stiff problems the drift of the simple
 * explicit ones against the symplectic and the adaptive; of stiff ones what stiffness costs the explicit. */
typedef struct { const char *method; int color; gboolean hidden; } Starter;
static const Starter smooth[] = {
  { "explicit_euler", 5, FALSE }, { "semi_explicit_euler", 2, FALSE }, { "stormer_verlet", 3, FALSE },
  { "runge_kutta4", 4, FALSE },   { "runge_kutta5", 1, FALSE },        { "runge_kutta2", 6, TRUE },
};
static const Starter stiff[] = {
  { "runge_kutta5", 5, FALSE }, { "implicit_euler", 2, FALSE }, { "trbdf2", 3, FALSE }, { "rodas4", 4, FALSE }, { "radau", 1, FALSE },
};
#define LEAST_LANES 4

static void
add_starter (WbCompareRace *self, ModelSystem *system, const Starter *starter)
{
  const OdeMethod *method = ode_method_find (starter->method);
  g_autoptr (WbCompareLane) lane = NULL;

  if (method == NULL || ode_method_refuses (method, model_system_ode (system)) != NULL)
    return;
  lane = wb_compare_lane_new (method, starter->color);
  wb_compare_lane_set_visible (lane, !starter->hidden);
  g_list_store_append (self->lanes, lane);
}

static void
start_lanes (WbCompareRace *self)
{
  ModelSystem *system = wb_session_system (self->session);
  Model *model = wb_session_model (self->session);
  gboolean is_stiff = model != NULL && (model_traits (model) & (MODEL_IS_STIFF | MODEL_IS_DAE));
  double span;

  self->selected = NULL;
  g_list_store_remove_all (self->lanes);
  if (system == NULL || model == NULL)
    return;
  span = wb_session_t_end (self->session) - wb_session_t_start (self->session);
  self->values[LAB_RACE_STEP] = span > 0 ? pow (10, floor (log10 (span / 500))) : 0.01;
  for (guint i = 0; i < (is_stiff ? G_N_ELEMENTS (stiff) : G_N_ELEMENTS (smooth)); i++)
    add_starter (self, system, is_stiff ? &stiff[i] : &smooth[i]);
  if (!is_stiff && g_list_model_get_n_items (G_LIST_MODEL (self->lanes)) < LEAST_LANES + 1)
    add_starter (self, system, &(Starter) { "bogacki_shampine3", 3, FALSE });
}

static void
on_model_changed (WbCompareRace *self)
{
  if (model_diagnostics_n_errors (wb_session_errors (self->session)) > 0 && self->race != NULL)
    return; /* the last good model stays */
  wb_compare_race_cancel (self);
  start_lanes (self);
  g_clear_pointer (&self->error, g_free);
  self->stale = TRUE;
  take_race (self, NULL);
  g_signal_emit (self, signals[LANES_CHANGED], 0);
}

static void
on_setting_changed (WbCompareRace *self)
{
  mark_stale (self);
}

/* ---- object ---- */

static void
wb_compare_race_dispose (GObject *object)
{
  WbCompareRace *self = WB_COMPARE_RACE (object);

  g_clear_pointer (&self->job, wb_job_cancel);
  G_OBJECT_CLASS (wb_compare_race_parent_class)->dispose (object);
}

static void
wb_compare_race_finalize (GObject *object)
{
  WbCompareRace *self = WB_COMPARE_RACE (object);

  g_clear_pointer (&self->race, lab_race_free);
  g_clear_object (&self->lanes);
  g_clear_object (&self->session);
  g_free (self->error);
  G_OBJECT_CLASS (wb_compare_race_parent_class)->finalize (object);
}

static void
wb_compare_race_class_init (WbCompareRaceClass *klass)
{
  static const char *const names[N_SIGNALS] = { "lanes-changed", "race-changed", "running-changed" };

  G_OBJECT_CLASS (klass)->dispose = wb_compare_race_dispose;
  G_OBJECT_CLASS (klass)->finalize = wb_compare_race_finalize;
  for (int i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], WB_TYPE_COMPARE_RACE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_compare_race_init (WbCompareRace *self)
{
  self->lanes = g_list_store_new (WB_TYPE_COMPARE_LANE);
  self->values[LAB_RACE_COST] = 2000;
  self->values[LAB_RACE_STEP] = 0.01;
  self->values[LAB_RACE_ACCURACY] = 1e-5;
  self->stale = TRUE;
}

WbCompareRace *
wb_compare_race_new (WbSession *session)
{
  WbCompareRace *self = g_object_new (WB_TYPE_COMPARE_RACE, NULL);

  self->session = g_object_ref (session); /* a race may end after the window is gone */
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (on_setting_changed), self, G_CONNECT_SWAPPED);
  start_lanes (self);
  return self;
}

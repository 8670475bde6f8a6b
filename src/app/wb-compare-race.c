#include "wb-compare-race.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

/* Shared with the pool's thread; the last of both to leave frees it. */
typedef struct
{
  atomic_int references, cancelled;
  _Atomic double progress;     /* written by the thread, read by the window */
  Model *model;
  SimConfig *config;
  WbValues *values;
  GHashTable *constants;
  LabRaceTerms terms;
  char *x, *y;
  double t_start, t_end;
  const OdeMethod **methods;
  int n_methods;
} Job;

struct _WbCompareRace
{
  GObject parent_instance;
  WbSession *session;
  GListStore *lanes;
  WbCompareLane *selected;
  LabRaceRule rule;
  double values[3];
  LabRace *race;
  Job *job;              /* of the race that runs, or NULL */
  gboolean stale;
  char *error;
};

G_DEFINE_FINAL_TYPE (WbCompareRace, wb_compare_race, G_TYPE_OBJECT)

enum { LANES_CHANGED, RACE_CHANGED, RUNNING_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* ---- the job ---- */

static void
job_unref (Job *job)
{
  if (atomic_fetch_sub (&job->references, 1) != 1)
    return;
  model_unref (job->model);
  sim_config_free (job->config);
  wb_values_free (job->values);
  g_clear_pointer (&job->constants, g_hash_table_unref);
  g_free (job->x);
  g_free (job->y);
  g_free (job->methods);
  g_free (job);
}

static gboolean
on_progress (gpointer user, double share)
{
  Job *job = user;

  atomic_store (&job->progress, share);
  return !atomic_load (&job->cancelled);
}

static void
run_job (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  LabProblem problem = {
    .model = job->model, .config = job->config, .t_start = job->t_start, .t_end = job->t_end,
    .instance = { .constants = job->constants, .fast_math = sim_config_get_boolean (job->config, "fast_math"),
                  .seed = (guint64) sim_config_get_number (job->config, "seed") },
    .prepare = wb_values_prepare, .user = job->values, .events_off = job->values->events_off,
  };
  LabProgress progress = { on_progress, job };
  GError *error = NULL;
  LabRace *race = lab_race_run (&problem, job->methods, job->n_methods, &job->terms, &progress, &error);

  if (race != NULL)
    g_task_return_pointer (task, race, (GDestroyNotify) lab_race_free);
  else
    g_task_return_error (task, error);
}

static void
plane_of (Job *job)
{
  for (int i = 0; i < model_n_plots (job->model); i++)
    if (model_plot (job->model, i)->type == MODEL_PLOT_PHASE && job->x == NULL)
      {
        job->x = g_strdup (model_plot (job->model, i)->x);
        job->y = g_strdup (model_plot (job->model, i)->y);
      }
  job->terms.x = job->x;
  job->terms.y = job->y;
}

static GHashTable *
numbers_of (GHashTable *texts)
{
  GHashTable *numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer name, text;

  g_hash_table_iter_init (&iter, texts);
  while (g_hash_table_iter_next (&iter, &name, &text))
    {
      double *number = g_new (double, 1);

      *number = g_ascii_strtod (text, NULL);
      g_hash_table_insert (numbers, g_strdup (name), number);
    }
  return numbers;
}

static Job *
job_new (WbCompareRace *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->lanes));
  Job *job = g_new0 (Job, 1);

  atomic_init (&job->references, 1);
  job->model = model_ref (wb_session_model (self->session));
  job->config = sim_config_copy (wb_session_config (self->session));
  job->values = wb_values_copy (wb_session_values (self->session));
  job->constants = numbers_of (job->values->constants);
  job->terms = (LabRaceTerms) { .rule = self->rule, .value = self->values[self->rule] };
  job->t_start = wb_session_t_start (self->session);
  job->t_end = wb_session_t_end (self->session);
  job->methods = g_new (const OdeMethod *, n + 1);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbCompareLane) lane = g_list_model_get_item (G_LIST_MODEL (self->lanes), i);

      job->methods[job->n_methods++] = wb_compare_lane_method (lane);
    }
  plane_of (job);
  return job;
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

      if (racer != NULL && racer->refused == NULL && wb_compare_lane_visible (lane) && racer->largest_position_error < best)
        {
          best = racer->largest_position_error;
          self->selected = lane;
        }
    }
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer user)
{
  WbCompareRace *self = WB_COMPARE_RACE (source);
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  LabRace *race = g_task_propagate_pointer (G_TASK (result), &error);

  if (job != self->job) /* another one has begun, or it was cancelled */
    {
      lab_race_free (race);
      return;
    }
  g_clear_pointer (&self->job, job_unref);
  g_clear_pointer (&self->error, g_free);
  if (race != NULL)
    {
      self->stale = FALSE;
      take_race (self, race);
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
  atomic_store (&self->job->cancelled, 1);
  g_clear_pointer (&self->job, job_unref);
  g_signal_emit (self, signals[RUNNING_CHANGED], 0);
}

void
wb_compare_race_run (WbCompareRace *self)
{
  g_autoptr (GTask) task = NULL;

  if (wb_session_model (self->session) == NULL || g_list_model_get_n_items (G_LIST_MODEL (self->lanes)) == 0)
    return;
  wb_compare_race_cancel (self);
  self->job = job_new (self);
  task = g_task_new (self, NULL, on_done, NULL);
  atomic_fetch_add (&self->job->references, 1);
  g_task_set_task_data (task, self->job, (GDestroyNotify) job_unref);
  g_task_run_in_thread (task, run_job);
  g_signal_emit (self, signals[RUNNING_CHANGED], 0);
}

gboolean wb_compare_race_is_running (WbCompareRace *self) { return self->job != NULL; }
double wb_compare_race_progress (WbCompareRace *self) { return self->job != NULL ? atomic_load (&self->job->progress) : 0; }
const LabRace *wb_compare_race_result (WbCompareRace *self) { return self->race; }
gboolean wb_compare_race_is_stale (WbCompareRace *self) { return self->stale; }
const char *wb_compare_race_error (WbCompareRace *self) { return self->error; }
WbSession *wb_compare_race_session (WbCompareRace *self) { return self->session; }
GListModel *wb_compare_race_lanes (WbCompareRace *self) { return G_LIST_MODEL (self->lanes); }
WbCompareLane *wb_compare_race_selected (WbCompareRace *self) { return self->selected; }
LabRaceRule wb_compare_race_rule (WbCompareRace *self) { return self->rule; }
double wb_compare_race_value (WbCompareRace *self) { return self->values[self->rule]; }

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
  if (self->selected == lane)
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

  if (self->job != NULL)
    {
      atomic_store (&self->job->cancelled, 1);
      g_clear_pointer (&self->job, job_unref);
    }
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

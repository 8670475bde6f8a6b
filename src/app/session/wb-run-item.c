/* Stores the properties and results of one run. */
#include "wb-run-item.h"

#include <math.h>

struct _WbRunItem
{
  GObject parent_instance;

  char *name;
  int number, color;
  gboolean visible, pinned, ghost, failure_expected;

  Model *model;
  SimConfig *config;
  LabValues *values;
  ModelSystem *system;
  SimRun *run;
  SimRunPoll poll;
  double t_start, t_end, first_t_end;
  int parent, tree, letter; /* place of the run in the tree of branches; see wb_run_item_set_branch */
  double t_branch;   /* time at which this run branches from its parent */
  WbRunTimes times;  /* stored wall-clock times; NaN: the times are measured */
  double times_until;
};

G_DEFINE_FINAL_TYPE (WbRunItem, wb_run_item, G_TYPE_OBJECT)

WbRunItem *
wb_run_item_new (Model *model, const SimConfig *config, const LabValues *values, GError **error)
{
  g_autoptr (WbRunItem) self = g_object_new (WB_TYPE_RUN_ITEM, NULL);

  self->config = sim_config_copy (config);
  sim_config_keep_tableaus (self->config);
  self->system = lab_values_instance (values, model, self->config, error);
  if (self->system == NULL)
    return NULL;

  self->model = model_ref (model);
  self->values = lab_values_copy (values);
  self->t_start = isnan (values->t_start) ? model_system_t_start (self->system) : values->t_start;
  self->t_end = isnan (values->t_end) ? model_system_t_end (self->system) : values->t_end;
  self->first_t_end = values->t_end;

  self->run = lab_values_run (values, model, self->config, self->t_start, self->t_end, error);
  if (self->run == NULL)
    return NULL;
  wb_run_item_poll (self);
  return g_steal_pointer (&self);
}

static void
wb_run_item_finalize (GObject *object)
{
  WbRunItem *self = WB_RUN_ITEM (object);

  g_clear_pointer (&self->run, sim_run_free);
  g_clear_pointer (&self->system, model_system_free);
  g_clear_pointer (&self->values, lab_values_free);
  g_clear_pointer (&self->config, sim_config_free);
  g_clear_pointer (&self->model, model_unref);
  g_free (self->name);
  G_OBJECT_CLASS (wb_run_item_parent_class)->finalize (object);
}

static void
wb_run_item_class_init (WbRunItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = wb_run_item_finalize;
}

static void
wb_run_item_init (WbRunItem *self)
{
  self->name = g_strdup ("");
  self->times.wall_seconds = NAN;
  self->color = 1;
  self->visible = TRUE;
  self->t_branch = NAN;
}

const char *
wb_run_item_name (WbRunItem *self)
{
  return self->name;
}

void
wb_run_item_set_name (WbRunItem *self, const char *name)
{
  g_free (self->name);
  self->name = g_strdup (name);
}

int
wb_run_item_number (WbRunItem *self)
{
  return self->number;
}

void
wb_run_item_set_number (WbRunItem *self, int number)
{
  self->number = number;
}

int
wb_run_item_color (WbRunItem *self)
{
  return self->color;
}

void
wb_run_item_set_color (WbRunItem *self, int color)
{
  self->color = color;
}

gboolean
wb_run_item_visible (WbRunItem *self)
{
  return self->visible;
}

void
wb_run_item_set_visible (WbRunItem *self, gboolean visible)
{
  self->visible = visible;
}

gboolean
wb_run_item_pinned (WbRunItem *self)
{
  return self->pinned;
}

void
wb_run_item_set_pinned (WbRunItem *self, gboolean pinned)
{
  self->pinned = pinned;
}

gboolean
wb_run_item_ghost (WbRunItem *self)
{
  return self->ghost;
}

void
wb_run_item_set_ghost (WbRunItem *self, gboolean ghost)
{
  self->ghost = ghost;
}

gboolean
wb_run_item_failure_expected (WbRunItem *self)
{
  return self->failure_expected;
}

void
wb_run_item_set_failure_expected (WbRunItem *self, gboolean expected)
{
  self->failure_expected = expected;
}

void
wb_run_item_set_branch (WbRunItem *self, int tree, int parent, double t, int letter)
{
  self->tree = tree;
  self->parent = parent;
  self->t_branch = t;
  self->letter = letter;
}

int
wb_run_item_tree (WbRunItem *self)
{
  return self->tree;
}

int
wb_run_item_parent (WbRunItem *self)
{
  return self->parent;
}

double
wb_run_item_branch_t (WbRunItem *self)
{
  return self->t_branch;
}

int
wb_run_item_letter (WbRunItem *self)
{
  return self->letter;
}

SimRun *
wb_run_item_run (WbRunItem *self)
{
  return self->run;
}

SimTrajectory *
wb_run_item_trajectory (WbRunItem *self)
{
  return sim_run_trajectory (self->run);
}

SimTape *
wb_run_item_tape (WbRunItem *self)
{
  return sim_run_tape (self->run);
}

Model *
wb_run_item_model (WbRunItem *self)
{
  return self->model;
}

const SimConfig *
wb_run_item_config (WbRunItem *self)
{
  return self->config;
}

static WbStretch
stretch_of (double t, const SimConfig *config)
{
  return (WbStretch) { .t = t, .method = sim_config_method (config), .accuracy = sim_config_get_number (config, "accuracy"),
                       .max_step = sim_config_get_number (config, "max_step") };
}

GArray *
wb_run_item_stretches (WbRunItem *self)
{
  GArray *stretches = g_array_new (FALSE, FALSE, sizeof (WbStretch));
  g_autoptr (GPtrArray) history = sim_run_history (self->run);
  WbStretch first = stretch_of (self->t_start, self->config);

  g_array_append_val (stretches, first);
  for (guint i = 0; i < history->len; i++)
    {
      const SimRunChange *change = g_ptr_array_index (history, i);
      WbStretch *last = &g_array_index (stretches, WbStretch, stretches->len - 1), next;

      if (change->kind != SIM_RUN_CHANGE_CONFIG)
        continue;
      next = stretch_of (change->step < 0 ? self->t_start : change->t, change->config);
      next.new_method = next.method != last->method;
      if (next.method == last->method && next.accuracy == last->accuracy && next.max_step == last->max_step)
        continue;
      if (next.t > last->t)
        g_array_append_val (stretches, next);
      else /* of several changes before one step only the last one has an effect */
        {
          next.new_method = last->new_method || (next.new_method && stretches->len > 1);
          *last = next;
        }
    }
  return stretches;
}

const LabValues *
wb_run_item_values (WbRunItem *self)
{
  return self->values;
}

WbSnapshot *
wb_run_item_snapshot (WbRunItem *self, double t_end)
{
  return wb_snapshot_new (self->model, self->config, self->values, self->t_start, t_end);
}

ModelSystem *
wb_run_item_system (WbRunItem *self)
{
  return self->system;
}

double
wb_run_item_t_start (WbRunItem *self)
{
  return self->t_start;
}

double
wb_run_item_t_end (WbRunItem *self)
{
  return self->t_end;
}

void
wb_run_item_set_t_end (WbRunItem *self, double t_end)
{
  self->t_end = t_end;
  self->values->t_end = t_end;
  sim_run_set_t_end (self->run, t_end);
}

double
wb_run_item_first_t_end (WbRunItem *self)
{
  return self->first_t_end;
}

gboolean
wb_run_item_poll (WbRunItem *self)
{
  SimRunPoll before = self->poll;

  sim_run_poll (self->run, &self->poll);
  if (!isnan (self->times.wall_seconds) && self->poll.t <= self->times_until)
    {
      self->poll.statistics.wall_seconds = self->times.wall_seconds;
      self->poll.statistics.waited_seconds = self->times.waited_seconds;
      self->poll.statistics.actual_realtime_rate = self->times.realtime_rate;
    }
  return before.t != self->poll.t || before.state != self->poll.state || before.serial != self->poll.serial;
}

const SimRunPoll *
wb_run_item_state (WbRunItem *self)
{
  return &self->poll;
}

void
wb_run_item_set_times (WbRunItem *self, const WbRunTimes *times, double until)
{
  self->times = *times;
  self->times_until = until;
}

/* Adopts the newest end time among those that the user set at or before time t. */
static void
take_end (WbRunItem *self, const GPtrArray *history, double t)
{
  for (guint i = 0; i < history->len; i++)
    {
      const SimRunChange *change = g_ptr_array_index (history, i);

      if (change->kind == SIM_RUN_CHANGE_END && change->t <= t)
        self->t_end = self->values->t_end = change->value;
    }
}

gboolean
wb_run_item_branch (WbRunItem *self, WbRunItem *parent, double t, const GPtrArray *changes)
{
  g_autoptr (GPtrArray) history = sim_run_history (parent->run);

  t = sim_run_branch (self->run, parent->run, t, changes);
  if (isnan (t))
    return FALSE;
  take_end (self, history, t);
  take_end (self, changes, INFINITY);
  self->parent = parent->number;
  self->tree = parent->tree != 0 ? parent->tree : parent->number;
  self->t_branch = t;
  return TRUE;
}

void
wb_run_item_settings_at (WbRunItem *self, double t, SimConfig **config, LabValues **values)
{
  g_autoptr (GPtrArray) history = sim_run_history (self->run);

  *config = sim_config_copy (self->config);
  *values = lab_values_copy (self->values);
  for (guint i = 0; i < history->len; i++)
    {
      const SimRunChange *change = g_ptr_array_index (history, i);

      if (change->t > t)
        break;
      if (change->kind == SIM_RUN_CHANGE_CONFIG)
        {
          sim_config_free (*config);
          *config = sim_config_copy (change->config);
        }
      else if (change->kind == SIM_RUN_CHANGE_PARAMETER || change->kind == SIM_RUN_CHANGE_STATE)
        g_hash_table_insert (change->kind == SIM_RUN_CHANGE_PARAMETER ? (*values)->parameters : (*values)->initials,
                             g_strdup (change->name), lab_values_number_text (change->value));
    }
}

void
wb_run_item_recompute (WbRunItem *self, const GPtrArray *history, gint64 steps, gboolean stop)
{
  take_end (self, history, INFINITY);
  if (!isnan (self->t_branch))
    sim_run_mark (self->run, self->t_branch);
  sim_run_recompute (self->run, history, steps, stop);
  wb_run_item_poll (self); /* without this it would count as a run that was never started */
}

void
wb_run_item_run_to (WbRunItem *self, double t)
{
  wb_run_item_poll (self);
  if (t >= self->t_end)
    {
      sim_run_set_realtime_rate (self->run, 0);
      sim_run_start (self->run);
      sim_run_wait (self->run);
    }
  else
    {
      while (self->poll.t < t && self->poll.state != SIM_RUN_FINISHED)
        {
          sim_run_step (self->run);
          sim_run_wait (self->run);
          wb_run_item_poll (self);
        }
    }
  wb_run_item_poll (self);
}

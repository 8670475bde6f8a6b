/* Stores the entries and the rule of a comparison, runs the comparison on a thread, and compares what a result was computed from with what is
 * open. */
#include "wb-comparison.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-kind.h"
#include "wb-job.h"
#include "wb-session-history.h"
#include "wb-snapshot.h"

/* The input and output of one comparison for the thread of the job. */
typedef struct
{
  WbSnapshot *snapshot;
  LabComparisonTerms terms;
  char *x, *y;
  const OdeMethod **methods;
  int n_methods;
} Field;

struct _WbComparison
{
  GObject parent_instance;
  WbSession *session; /* session that owns this object */
  GListStore *entries;
  WbCompareEntry *selected;
  LabComparisonRule rule;
  double values[3];
  double time;           /* time of the playhead; NaN means the end */
  LabComparison *comparison;
  char *of_result;       /* what the result was computed from, without the methods; NULL without a result */
  WbJob *job;            /* job of the running comparison, or NULL */
  char *of_job;          /* what the running comparison is computed from */
  gboolean stale;
  char *error;
};

G_DEFINE_FINAL_TYPE (WbComparison, wb_comparison, G_TYPE_OBJECT)

enum { ENTRIES_CHANGED, COMPARISON_CHANGED, RUNNING_CHANGED, RESTORED, CHOSEN, N_SIGNALS };
static guint signals[N_SIGNALS];

/* ---- properties ---- */

static void
field_free (gpointer data)
{
  Field *field = data;

  wb_snapshot_free (field->snapshot);
  g_free (field->x);
  g_free (field->y);
  g_free (field->methods);
  g_free (field);
}

static gpointer
run_comparison (WbJob *running, gpointer data, GError **error)
{
  Field *field = data;
  LabProblem problem = wb_snapshot_problem (field->snapshot);
  LabProgress progress = { wb_job_go_on, running };

  return lab_comparison_run (&problem, field->methods, field->n_methods, &field->terms, &progress, error);
}

static void
plane_of (Field *field)
{
  Model *model = wb_snapshot_model (field->snapshot);

  for (int i = 0; i < model_n_plots (model); i++)
    if (field->x == NULL && (plot_kinds[model_plot (model, i)->type]->needs & PLOT_NEEDS_TWO_COLUMNS))
      {
        field->x = g_strdup (model_plot (model, i)->x);
        field->y = g_strdup (model_plot (model, i)->y);
      }
  field->terms.x = field->x;
  field->terms.y = field->y;
}

static Field *
field_new (WbComparison *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->entries));
  Field *field = g_new0 (Field, 1);

  field->snapshot = wb_session_snapshot (self->session);
  field->terms = (LabComparisonTerms) { .rule = self->rule, .value = self->values[self->rule] };
  field->methods = g_new (const OdeMethod *, n + 1);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->entries), i);

      field->methods[field->n_methods++] = wb_compare_entry_method (entry);
    }
  plane_of (field);
  return field;
}

/* ---- results ---- */

/* Returns everything on which a result depends apart from the methods, or NULL without a model. Free it with g_free. */
static char *
identity (WbComparison *self)
{
  g_autoptr (WbSnapshot) snapshot = wb_session_model (self->session) != NULL ? wb_session_snapshot (self->session) : NULL;
  g_autofree char *values = snapshot != NULL ? wb_snapshot_identity (snapshot) : NULL;

  return values != NULL ? g_strdup_printf ("%s\nrule %d: %.17g", values, (int) self->rule, self->values[self->rule]) : NULL;
}

/* Returns whether the result has the runs of all entries. It stays complete when an entry is removed. */
static gboolean
is_complete (WbComparison *self)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->entries)); i++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->entries), i);

      if (wb_compare_entry_result (entry) == NULL)
        return FALSE;
    }
  return TRUE;
}

/* Finds out whether the result is that of the present input. */
static void
judge (WbComparison *self)
{
  g_autofree char *now = identity (self);

  self->stale = self->comparison == NULL || g_strcmp0 (self->of_result, now) != 0 || !is_complete (self);
  g_signal_emit (self, signals[RUNNING_CHANGED], 0);
}

static void
connect_entries (WbComparison *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->entries));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->entries), i);
      const LabComparisonEntry *found = NULL;

      for (int k = 0; self->comparison != NULL && k < self->comparison->n_entries; k++)
        if (self->comparison->entries[k].method == wb_compare_entry_method (entry))
          found = &self->comparison->entries[k];
      wb_compare_entry_set_result (entry, found);
    }
}

static void
take_comparison (WbComparison *self, LabComparison *comparison)
{
  LabComparison *before = self->comparison;

  self->comparison = comparison;
  g_free (self->of_result);
  self->of_result = comparison != NULL ? g_steal_pointer (&self->of_job) : NULL;
  connect_entries (self);
  g_signal_emit (self, signals[COMPARISON_CHANGED], 0);
  lab_comparison_free (before);
}

/* Returns the error of a run relative to the reference solution. If the reference is not
 * known for the whole time, returns a number that is larger the earlier the run departs from
 * it. */
static double
badness (const LabComparison *comparison, const LabComparisonEntry *result)
{
  if (!(comparison->reference_end < comparison->t_end))
    return result->largest_position_error;
  return isnan (result->t_left) ? -INFINITY : -result->t_left;
}

/* Selects the visible entry with the smallest error. Without a reference solution selects the first visible
 * entry. */
static void
select_best (WbComparison *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->entries));
  double best = INFINITY;

  if (self->selected != NULL)
    return;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->entries), i);
      const LabComparisonEntry *result = wb_compare_entry_result (entry);

      if (result != NULL && result->refused == NULL && result->run.reason != SIM_FAILED_RUN && wb_compare_entry_visible (entry)
          && badness (self->comparison, result) < best)
        {
          best = badness (self->comparison, result);
          self->selected = entry;
        }
    }
}

static void
on_done (gpointer owner, gpointer result, const GError *error)
{
  WbComparison *self = owner;

  g_clear_pointer (&self->error, g_free);
  if (result != NULL)
    {
      if (self->comparison != NULL)
        self->time = NAN; /* moves the playhead to the end */
      take_comparison (self, result);
      select_best (self);
      g_signal_emit (self, signals[ENTRIES_CHANGED], 0);
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      self->error = g_strdup (error->message);
      take_comparison (self, NULL);
    }
  judge (self);
}

void
wb_comparison_cancel (WbComparison *self)
{
  if (self->job == NULL)
    return;
  g_clear_pointer (&self->job, wb_job_cancel);
  g_signal_emit (self, signals[RUNNING_CHANGED], 0);
}

void
wb_comparison_run (WbComparison *self)
{
  if (wb_session_model (self->session) == NULL || g_list_model_get_n_items (G_LIST_MODEL (self->entries)) == 0)
    return;
  wb_comparison_cancel (self);
  g_free (self->of_job);
  self->of_job = identity (self);
  wb_job_replace (&self->job, self, run_comparison, field_new (self), field_free, on_done, (GDestroyNotify) lab_comparison_free);
  g_signal_emit (self, signals[RUNNING_CHANGED], 0);
}

gboolean wb_comparison_is_running (WbComparison *self) { return self->job != NULL; }
double wb_comparison_progress (WbComparison *self) { return self->job != NULL ? wb_job_progress (self->job) : 0; }
const LabComparison *wb_comparison_result (WbComparison *self) { return self->comparison; }
gboolean wb_comparison_is_stale (WbComparison *self) { return self->stale; }
const char *wb_comparison_error (WbComparison *self) { return self->error; }
WbSession *wb_comparison_session (WbComparison *self) { return self->session; }
GListModel *wb_comparison_entries (WbComparison *self) { return G_LIST_MODEL (self->entries); }
WbCompareEntry *wb_comparison_selected (WbComparison *self) { return self->selected; }
LabComparisonRule wb_comparison_rule (WbComparison *self) { return self->rule; }
double wb_comparison_value (WbComparison *self) { return self->values[self->rule]; }
double wb_comparison_time (WbComparison *self) { return self->time; }
void wb_comparison_set_time (WbComparison *self, double t) { self->time = t; }
double wb_comparison_value_of (WbComparison *self, LabComparisonRule rule) { return self->values[rule]; }

/* ---- undo ---- */

typedef struct { WbCompareEntry *entry; int color; gboolean visible; } EntryState;
typedef struct
{
  GArray *entries;          /* EntryState */
  WbCompareEntry *selected; /* one of the entries, or NULL */
  gboolean keeps_selected;  /* the change has not changed the selected entry: what the user selected since stays */
  LabComparisonRule rule;
  double values[3];
} Terms;

static void entry_state_clear (gpointer data) { g_object_unref (((EntryState *) data)->entry); }

static void
terms_free (gpointer data)
{
  g_array_unref (((Terms *) data)->entries);
  g_free (data);
}

static gpointer
terms_now (gpointer owner)
{
  WbComparison *self = owner;
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->entries));
  Terms *terms = g_new0 (Terms, 1);

  *terms = (Terms) { .entries = g_array_new (FALSE, FALSE, sizeof (EntryState)), .selected = self->selected, .rule = self->rule };
  memcpy (terms->values, self->values, sizeof terms->values);
  g_array_set_clear_func (terms->entries, entry_state_clear);
  for (guint i = 0; i < n; i++)
    {
      WbCompareEntry *entry = g_list_model_get_item (G_LIST_MODEL (self->entries), i);
      const EntryState state = { entry, wb_compare_entry_color (entry), wb_compare_entry_visible (entry) };

      g_array_append_val (terms->entries, state);
    }
  return terms;
}

static gboolean
has_terms (WbComparison *self, const Terms *terms)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->entries));
  gboolean same = n == terms->entries->len && self->rule == terms->rule && memcmp (self->values, terms->values, sizeof terms->values) == 0;

  for (guint i = 0; same && i < n; i++)
    {
      const EntryState *state = &g_array_index (terms->entries, EntryState, i);
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->entries), i);

      same = entry == state->entry && wb_compare_entry_color (entry) == state->color && wb_compare_entry_visible (entry) == state->visible;
    }
  return same;
}

static void
restore_terms (gpointer owner, gpointer state)
{
  WbComparison *self = owner;
  const Terms *terms = state;
  g_autoptr (GPtrArray) entries = g_ptr_array_new ();
  gboolean has_selected = FALSE;

  if (has_terms (self, terms))
    return;
  wb_comparison_cancel (self);
  for (guint i = 0; i < terms->entries->len; i++)
    {
      const EntryState *entry = &g_array_index (terms->entries, EntryState, i);

      wb_compare_entry_set_color (entry->entry, entry->color);
      wb_compare_entry_set_visible (entry->entry, entry->visible);
      has_selected |= entry->entry == self->selected;
      g_ptr_array_add (entries, entry->entry);
    }
  if (!has_selected || !terms->keeps_selected)
    self->selected = terms->selected;
  g_list_store_splice (self->entries, 0, g_list_model_get_n_items (G_LIST_MODEL (self->entries)), entries->pdata, entries->len);
  self->rule = terms->rule;
  memcpy (self->values, terms->values, sizeof self->values);
  connect_entries (self);
  g_signal_emit (self, signals[ENTRIES_CHANGED], 0);
  judge (self);
  g_signal_emit (self, signals[RESTORED], 0);
}

/* Adds an undo step. before: the earlier terms, of which it takes ownership. */
static void
record (WbComparison *self, Terms *before, const char *words)
{
  Terms *after = terms_now (self);

  before->keeps_selected = after->keeps_selected = before->selected == after->selected;
  wb_session_add_change (self->session, self, restore_terms, before, after, terms_free);
  wb_session_name_change (self->session, words);
}

/* ---- entries ---- */

int
wb_comparison_free_color (WbComparison *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->entries));
  int used[PLOT_N_STYLES + 1] = { 0 }, best = 1;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->entries), i);

      used[wb_compare_entry_color (entry)]++;
    }
  for (int color = 2; color <= PLOT_N_STYLES; color++)
    if (used[color] < used[best])
      best = color;
  return best;
}

gboolean
wb_comparison_add (WbComparison *self, const OdeMethod *method)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->entries));
  g_autoptr (WbCompareEntry) added = NULL;
  Terms *before;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->entries), i);

      if (wb_compare_entry_method (entry) == method)
        return FALSE;
    }
  before = terms_now (self);
  added = wb_compare_entry_new (method, wb_comparison_free_color (self));
  g_list_store_append (self->entries, added);
  connect_entries (self);
  g_signal_emit (self, signals[ENTRIES_CHANGED], 0);
  judge (self);
  record (self, before, _("Add an integrator"));
  return TRUE;
}

void
wb_comparison_remove (WbComparison *self, WbCompareEntry *entry)
{
  Terms *before;
  guint position;

  if (!g_list_store_find (self->entries, entry, &position))
    return;
  before = terms_now (self);
  if (self->selected == entry)
    self->selected = NULL;
  g_list_store_remove (self->entries, position);
  g_signal_emit (self, signals[ENTRIES_CHANGED], 0);
  judge (self);
  record (self, before, _("Remove an integrator"));
}

void
wb_comparison_set_visible (WbComparison *self, WbCompareEntry *entry, gboolean visible)
{
  Terms *before;

  if (wb_compare_entry_visible (entry) == visible)
    return;
  before = terms_now (self);
  wb_compare_entry_set_visible (entry, visible);
  g_signal_emit (self, signals[ENTRIES_CHANGED], 0);
  record (self, before, visible ? _("Show") : _("Hide"));
}

void
wb_comparison_set_color (WbComparison *self, WbCompareEntry *entry, int color)
{
  Terms *before;

  if (wb_compare_entry_color (entry) == color)
    return;
  before = terms_now (self);
  wb_compare_entry_set_color (entry, color);
  g_signal_emit (self, signals[ENTRIES_CHANGED], 0);
  record (self, before, _("Colour"));
}

void
wb_comparison_select (WbComparison *self, WbCompareEntry *entry)
{
  if (entry != NULL && !g_list_store_find (self->entries, entry, NULL))
    return;
  if (self->selected != entry)
    {
      self->selected = entry;
      g_signal_emit (self, signals[ENTRIES_CHANGED], 0);
    }
  g_signal_emit (self, signals[CHOSEN], 0);
}

void
wb_comparison_set_rule (WbComparison *self, LabComparisonRule rule)
{
  Terms *before;

  if (self->rule == rule)
    return;
  before = terms_now (self);
  self->rule = rule;
  judge (self);
  record (self, before, _("Rule of the comparison"));
}

void
wb_comparison_set_value (WbComparison *self, double value)
{
  Terms *before;

  if (!(value > 0) || self->values[self->rule] == value)
    return;
  before = terms_now (self);
  self->values[self->rule] = value;
  judge (self);
  record (self, before, _("Value of the comparison"));
}

void
wb_comparison_restore (WbComparison *self, GPtrArray *entries, int selected, LabComparisonRule rule, const double values[3], double t)
{
  wb_comparison_cancel (self);
  self->selected = NULL;
  g_list_store_splice (self->entries, 0, g_list_model_get_n_items (G_LIST_MODEL (self->entries)), entries->pdata, entries->len);
  if (selected >= 0 && selected < (int) entries->len)
    self->selected = g_ptr_array_index (entries, selected);
  self->rule = rule;
  for (int i = 0; i < (int) G_N_ELEMENTS (self->values); i++)
    if (values[i] > 0 && isfinite (values[i]))
      self->values[i] = values[i];
  self->time = t;
  take_comparison (self, NULL);
  g_signal_emit (self, signals[ENTRIES_CHANGED], 0);
  judge (self);
  g_signal_emit (self, signals[RESTORED], 0);
}

/* The initial entries; those that support the model are added. For non-stiff problems they show how simple explicit methods drift and
 * symplectic and adaptive methods do not. For stiff problems they show the cost of explicit methods. */
typedef struct { const char *method; int color; gboolean hidden; } Starter;
static const Starter smooth[] = {
  { "explicit_euler", 5, FALSE }, { "semi_explicit_euler", 2, FALSE }, { "stormer_verlet", 3, FALSE },
  { "runge_kutta4", 4, FALSE },   { "runge_kutta5", 1, FALSE },        { "runge_kutta2", 6, TRUE },
};
static const Starter stiff[] = {
  { "runge_kutta5", 5, FALSE }, { "implicit_euler", 2, FALSE }, { "trbdf2", 3, FALSE }, { "rodas4", 4, FALSE }, { "radau", 1, FALSE },
};
#define LEAST_ENTRIES 4

static void
add_starter (WbComparison *self, ModelSystem *system, const Starter *starter)
{
  const OdeMethod *method = ode_method_find (starter->method);
  g_autoptr (WbCompareEntry) entry = NULL;

  if (method == NULL || ode_method_refuses (method, model_system_ode (system)) != NULL)
    return;
  entry = wb_compare_entry_new (method, starter->color);
  wb_compare_entry_set_visible (entry, !starter->hidden);
  g_list_store_append (self->entries, entry);
}

static void
start_entries (WbComparison *self)
{
  ModelSystem *system = wb_session_system (self->session);
  Model *model = wb_session_model (self->session);
  gboolean is_stiff = model != NULL && (model_traits (model) & (MODEL_IS_STIFF | MODEL_IS_DAE));
  double span;

  self->selected = NULL;
  g_list_store_remove_all (self->entries);
  if (system == NULL || model == NULL)
    return;
  span = wb_session_t_end (self->session) - wb_session_t_start (self->session);
  self->values[LAB_COMPARISON_STEP] = span > 0 ? pow (10, floor (log10 (span / 500))) : 0.01;
  for (guint i = 0; i < (is_stiff ? G_N_ELEMENTS (stiff) : G_N_ELEMENTS (smooth)); i++)
    add_starter (self, system, is_stiff ? &stiff[i] : &smooth[i]);
  if (!is_stiff && g_list_model_get_n_items (G_LIST_MODEL (self->entries)) < LEAST_ENTRIES + 1)
    add_starter (self, system, &(Starter) { "bogacki_shampine3", 3, FALSE });
}

static void
on_model_changed (WbComparison *self)
{
  if (wb_session_keeps_model (self->session))
    return;
  wb_comparison_cancel (self);
  start_entries (self);
  g_clear_pointer (&self->error, g_free);
  self->time = NAN;
  take_comparison (self, NULL);
  g_signal_emit (self, signals[ENTRIES_CHANGED], 0);
  judge (self);
}

/* ---- object ---- */

static void
wb_comparison_dispose (GObject *object)
{
  WbComparison *self = WB_COMPARISON (object);

  g_clear_pointer (&self->job, wb_job_cancel);
  G_OBJECT_CLASS (wb_comparison_parent_class)->dispose (object);
}

static void
wb_comparison_finalize (GObject *object)
{
  WbComparison *self = WB_COMPARISON (object);

  g_clear_pointer (&self->comparison, lab_comparison_free);
  g_clear_object (&self->entries);
  g_free (self->of_result);
  g_free (self->of_job);
  g_free (self->error);
  G_OBJECT_CLASS (wb_comparison_parent_class)->finalize (object);
}

static void
wb_comparison_class_init (WbComparisonClass *klass)
{
  static const char *const names[N_SIGNALS] = { "entries-changed", "comparison-changed", "running-changed", "restored", "chosen" };

  G_OBJECT_CLASS (klass)->dispose = wb_comparison_dispose;
  G_OBJECT_CLASS (klass)->finalize = wb_comparison_finalize;
  for (int i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], WB_TYPE_COMPARISON, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_comparison_init (WbComparison *self)
{
  self->entries = g_list_store_new (WB_TYPE_COMPARE_ENTRY);
  self->values[LAB_COMPARISON_COST] = 2000;
  self->values[LAB_COMPARISON_STEP] = 0.01;
  self->values[LAB_COMPARISON_ACCURACY] = 1e-5;
  self->stale = TRUE;
  self->time = NAN;
}

#define KEY "comparison"

WbComparison *
wb_comparison_peek (WbSession *session)
{
  return g_object_get_data (G_OBJECT (session), KEY);
}

WbComparison *
wb_comparison_of (WbSession *session)
{
  WbComparison *self = wb_comparison_peek (session);

  if (self != NULL)
    return self;
  self = g_object_new (WB_TYPE_COMPARISON, NULL);
  g_object_set_data_full (G_OBJECT (session), KEY, self, g_object_unref);
  self->session = session;
  wb_session_join_copies (session, self, terms_now, restore_terms, terms_free);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (judge), self, G_CONNECT_SWAPPED);
  start_entries (self);
  return self;
}

/* Runs the pages of a lesson and compares the expected values with those of the runs and studies. */
#include "lab-lesson-check.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-ask.h"
#include "lab-lesson-branch.h"
#include "lab-lesson-private.h"
#include "lab-progress-monitor.h"
#include "lab-statistics.h"
#include "model-lanes.h"

/* ---- expectations about one run ---- */

typedef struct
{
  const LabLesson *lesson;
  LabProgressMonitor monitor;
  GArray *checks;     /* LabCheck: results of the expectations */
  GPtrArray *trees;   /* ExprTree, one for each formula */
  GArray *formula_of; /* int: for each formula, the index of the check to which it belongs */
  GArray *statistics; /* LabStatistic; only the keys of the statistics are used */
  ModelFormulas *formulas;
  ModelSystem *system;
  SimSimulator *simulator;
  SimTape *tape;      /* NULL: no expectation is about an attempt */
  LabLessonAttempts attempts;
  double *values, *x;
  double t;
  gboolean started;
} Watch;

static LabCheck *
check_of (const Watch *watch, guint formula)
{
  return &g_array_index (watch->checks, LabCheck, g_array_index (watch->formula_of, int, formula));
}

/* Evaluates, by dense output, the expectations at times inside the step from watch->t to t. */
static void
take_times (Watch *watch, double t)
{
  OdeIntegrator *integrator = sim_simulator_integrator (watch->simulator);

  for (guint k = 0; k < watch->formula_of->len; k++)
    {
      LabCheck *check = check_of (watch, k);
      const LabExpectation *expectation = check->expectation;

      if (expectation->at != LAB_AT_TIME || !(expectation->t > watch->t) || !(expectation->t < t) || integrator == NULL)
        continue;
      if (ode_integrator_interpolate (integrator, expectation->t, watch->x) != ODE_DONE)
        continue;
      model_formulas_evaluate (watch->formulas, watch->system, expectation->t, watch->x, watch->values);
      check->got = watch->values[k];
    }
}

/* Evaluates the expectations at a time that the run reached: the start, or the end of a step. */
static void
take_values (Watch *watch, double t)
{
  model_formulas_evaluate (watch->formulas, watch->system, t, sim_simulator_x (watch->simulator), watch->values);
  for (guint k = 0; k < watch->formula_of->len; k++)
    {
      LabCheck *check = check_of (watch, k);
      const LabExpectation *expectation = check->expectation;
      double value = watch->values[k];

      if ((expectation->at == LAB_AT_START && !watch->started) || (expectation->at == LAB_AT_TIME && expectation->t == t)
          || expectation->at == LAB_AT_END || (expectation->at == LAB_AT_MINIMUM && !(check->got <= value))
          || (expectation->at == LAB_AT_MAXIMUM && !(check->got >= value)))
        check->got = value;
    }
}

static SimHandlerStatus
watch_step (gpointer user, const SimSimulator *simulator)
{
  Watch *watch = user;
  double t = sim_simulator_t (simulator);

  if (watch->started && t > watch->t)
    take_times (watch, t);
  take_values (watch, t);
  watch->started = TRUE;
  watch->t = t;
  return lab_progress_monitor_step_to (&watch->monitor, t) ? (SimHandlerStatus) { .severity = SIM_DID_NOTHING } : lab_progress_monitor_end ();
}

/* Returns whether an expectation names a statistic of the run. A column of the model with the same name has priority, and t always is the
 * time. */
static gboolean
is_statistic (const Watch *watch, const LabExpectation *expectation)
{
  if (lab_lesson_is_attempt (expectation->value))
    return model_system_find_column (watch->system, expectation->value) < 0;
  for (guint k = 0; k < watch->statistics->len; k++)
    if (strcmp (g_array_index (watch->statistics, LabStatistic, k).key, expectation->value) == 0)
      return strcmp (expectation->value, "t") != 0 && model_system_find_column (watch->system, expectation->value) < 0;
  return FALSE;
}

static ExprPlace
place_in_node (gpointer user, int character_offset)
{
  ExprPlace place;

  model_yaml_place (user, character_offset, &place.line, &place.column);
  return place;
}

/* Parses the expressions of a run's expectations. Returns FALSE after an error. */
static gboolean
compile (Watch *watch, const LabLessonSetup *setup, const char *run, GPtrArray *diagnostics)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();

  for (guint k = 0; k < watch->checks->len; k++)
    {
      const LabExpectation *expectation = g_array_index (watch->checks, LabCheck, k).expectation;
      ModelYaml *node = model_yaml_get (expectation->node, "value");
      ExprOrigin origin = { place_in_node, node };
      ExprTree *tree;
      int index = (int) k;

      if (expectation->run == NULL || strcmp (expectation->run, run) != 0 || is_statistic (watch, expectation))
        continue;
      tree = expr_tree_parse (expectation->value, &origin, errors);
      if (tree == NULL)
        continue;
      g_ptr_array_add (watch->trees, tree);
      g_array_append_val (watch->formula_of, index);
    }
  if (errors->len == 0)
    watch->formulas = model_formulas_new (setup->model, &setup->problem.instance, (const ExprTree *const *) watch->trees->pdata,
                                          (int) watch->trees->len, errors);
  for (guint k = 0; k < errors->len; k++)
    {
      const ExprError *error = errors->pdata[k];

      model_diagnostics_add (diagnostics, watch->lesson->path, error->place.line, error->place.column, "%s", error->message);
    }
  return errors->len == 0;
}

static void
take_statistics (Watch *watch, const LabLessonSetup *setup, const char *run, const SimStatus *status)
{
  SimStatistics statistics = sim_simulator_statistics (watch->simulator);
  g_autoptr (GArray) rows = lab_statistics (watch->simulator, setup->last != NULL ? setup->last : setup->config, status, &statistics);

  for (guint k = 0; k < watch->checks->len; k++)
    {
      LabCheck *check = &g_array_index (watch->checks, LabCheck, k);

      if (g_strcmp0 (check->expectation->run, run) != 0)
        continue;
      if (lab_lesson_is_attempt (check->expectation->value) && is_statistic (watch, check->expectation))
        check->got = lab_lesson_attempt_number (&watch->attempts, check->expectation->value);
      for (guint i = 0; i < rows->len; i++)
        {
          const LabStatistic *row = &g_array_index (rows, LabStatistic, i);

          if (strcmp (row->key, check->expectation->value) != 0)
            continue;
          check->got = row->type == LAB_STATISTIC_TEXT ? NAN : row->number;
          check->text = row->type == LAB_STATISTIC_TEXT ? g_strdup (row->text) : NULL;
        }
      if (isnan (check->got) && check->text == NULL && status->reason == SIM_FAILED_RUN)
        check->message = g_strdup (status->message);
    }
}

static void
watch_clear (Watch *watch)
{
  g_clear_pointer (&watch->simulator, sim_simulator_free);
  g_clear_pointer (&watch->tape, sim_tape_unref);
  g_clear_pointer (&watch->formulas, model_formulas_free);
  g_clear_pointer (&watch->trees, g_ptr_array_unref);
  g_clear_pointer (&watch->formula_of, g_array_unref);
  g_clear_pointer (&watch->statistics, g_array_unref);
  g_clear_pointer (&watch->values, g_free);
  g_clear_pointer (&watch->x, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Watch, watch_clear)

/* Makes the simulator of a run and compiles the expressions of its expectations. Returns FALSE after an
 * error. */
static gboolean
begin_run (Watch *watch, LabLessonSetup *setup, const LabLessonRun *run, GPtrArray *diagnostics)
{
  g_autoptr (GError) error = NULL;
  SimStatus status = { 0 };
  SimStatistics statistics;

  watch->trees = g_ptr_array_new_with_free_func ((GDestroyNotify) expr_tree_free);
  watch->formula_of = g_array_new (FALSE, FALSE, sizeof (int));
  if (!lab_lesson_setup_init (setup, watch->lesson, run, -1, diagnostics))
    return FALSE;
  watch->simulator = lab_problem_simulator (&setup->problem, NULL, &error);
  if (watch->simulator == NULL)
    {
      lab_lesson_report (run->node, diagnostics, error);
      return FALSE;
    }
  watch->system = sim_system_model (sim_simulator_system (watch->simulator));
  statistics = sim_simulator_statistics (watch->simulator);
  watch->statistics = lab_statistics (watch->simulator, setup->config, &status, &statistics);
  return compile (watch, setup, run->id, diagnostics);
}

/* Observes the attempts of the run if an expectation is about one of them. */
static void
watch_attempts (Watch *watch, const char *run)
{
  for (guint k = 0; k < watch->checks->len && watch->tape == NULL; k++)
    {
      const LabExpectation *expectation = g_array_index (watch->checks, LabCheck, k).expectation;

      if (g_strcmp0 (expectation->run, run) != 0 || !lab_lesson_is_attempt (expectation->value))
        continue;
      watch->tape = sim_tape_new (1);
      sim_tape_set_listener (watch->tape, lab_lesson_watch_attempt, &watch->attempts);
      sim_simulator_set_tape (watch->simulator, watch->tape);
    }
}

/* Computes one run and checks all its expectations. Returns FALSE after an error. */
static gboolean
check_run (Watch *watch, LabLessonSetup *setup, const LabLessonRun *run, GPtrArray *diagnostics, GError **error)
{
  SimStatus status;

  if (!begin_run (watch, setup, run, diagnostics))
    return FALSE;
  watch->values = g_new0 (double, watch->trees->len + 1);
  watch->x = g_new0 (double, sim_simulator_system (watch->simulator)->ode->n_states + 1);
  watch_attempts (watch, run->id);
  watch->t = watch->monitor.t_start = setup->problem.t_start;
  watch->monitor.t_end = setup->problem.t_end;
  lab_progress_monitor_watch (&watch->monitor, watch->simulator);
  sim_simulator_set_monitor (watch->simulator, watch_step, watch);
  status = sim_simulator_initialize (watch->simulator, setup->problem.t_start, NULL, NULL, setup->first_end, FALSE);
  if ((status.reason == SIM_READY || status.reason == SIM_REACHED_END)
      && !lab_lesson_advance (watch->simulator, watch->lesson, setup, run, &status, diagnostics))
    return FALSE;
  if (watch->monitor.cancelled)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
      return FALSE;
    }
  /* The monitor function is not called for updates of events at the end of the run. */
  take_values (watch, sim_simulator_t (watch->simulator));
  take_statistics (watch, setup, run->id, &status);
  return TRUE;
}

/* ---- checking of whole lessons ---- */

static void
check_clear (gpointer data)
{
  LabCheck *check = data;

  g_free (check->text);
  g_free (check->message);
}

void
lab_check_judge (LabCheck *check)
{
  const LabExpectation *expectation = check->expectation;

  if (check->message != NULL)
    check->passed = FALSE;
  else if (expectation->text != NULL)
    check->passed = g_strcmp0 (expectation->text, check->text) == 0;
  else
    check->passed = check->got >= expectation->low && check->got <= expectation->high;
}

/* Checks that the model of a page has what its question names. */
static void
verify_question (const LabLesson *lesson, int index, const LabLessonSetup *setup, GPtrArray *diagnostics)
{
  const LabLessonPage *page = &g_array_index (lesson->pages, LabLessonPage, index);
  const LabAskKind *kind = lab_ask_kind (page->ask);
  const ModelYaml *pages = model_yaml_get (model_yaml_root (lesson->document), "pages");

  if (kind != NULL && kind->verify != NULL)
    kind->verify (lesson, page, model_yaml_get (pages->items[index], kind->key), setup, diagnostics);
}

/* Checks that the window can show the view of a page and its links. */
static void
verify_links (const LabLesson *lesson, const LabLessonPage *page, const LabLessonSetup *setup, GPtrArray *diagnostics)
{
  if (page->place != NULL)
    lab_lesson_verify_link (lesson, page->place, setup, diagnostics);
  for (guint k = 0; k < page->links->len; k++)
    lab_lesson_verify_link (lesson, &g_array_index (page->links, LabLessonLink, k), setup, diagnostics);
}

static void
judge_all (GArray *checks)
{
  for (guint k = 0; k < checks->len; k++)
    lab_check_judge (&g_array_index (checks, LabCheck, k));
}

/* Makes the problem of each page as the window does, which reports errors in the plots and settings of the pages. Stops at the first page
 * with an error, since later pages have the same plots. */
static void
check_pages (const LabLesson *lesson, GPtrArray *diagnostics)
{
  guint before = model_diagnostics_n_errors (diagnostics);

  for (guint k = 0; k < lesson->pages->len && model_diagnostics_n_errors (diagnostics) == before; k++)
    {
      const LabLessonPage *page = &g_array_index (lesson->pages, LabLessonPage, k);
      g_auto (LabLessonSetup) setup = { 0 };

      if (lab_lesson_setup_init_page (&setup, lesson, (int) k, diagnostics))
        {
          verify_links (lesson, page, &setup, diagnostics);
          verify_question (lesson, (int) k, &setup, diagnostics);
        }
      /* The settings of this page are not used by its own run, but by the pages after it: check them here. */
      if (page->settings != NULL && lab_lesson_page_run (lesson, (int) k) != NULL)
        {
          g_autoptr (SimConfig) config = sim_config_new ();

          lab_lesson_apply_settings (config, page->settings, NULL, diagnostics);
        }
    }
}

/* Returns an array of LabCheck without results. */
static GArray *
checks_new (void)
{
  GArray *checks = g_array_new (FALSE, TRUE, sizeof (LabCheck));

  g_array_set_clear_func (checks, check_clear);
  return checks;
}

static void
add_check (GArray *checks, const LabExpectation *expectation)
{
  LabCheck check = { .expectation = expectation, .got = NAN };

  g_array_append_val (checks, check);
}

/* Makes the checks for all expectations of a lesson. */
static GArray *
all_checks (const LabLesson *lesson)
{
  GArray *checks = checks_new ();

  for (guint k = 0; k < lesson->expectations->len; k++)
    add_check (checks, &g_array_index (lesson->expectations, LabExpectation, k));
  return checks;
}

gboolean
lab_lesson_verify (const LabLesson *lesson, GPtrArray *diagnostics)
{
  g_autoptr (GArray) checks = all_checks (lesson);
  guint before = model_diagnostics_n_errors (diagnostics);

  check_pages (lesson, diagnostics);
  for (guint k = 0; k < lesson->runs->len; k++)
    {
      const LabLessonRun *run = &g_array_index (lesson->runs, LabLessonRun, k);
      g_auto (LabLessonSetup) setup = { 0 };
      g_auto (Watch) watch = { .lesson = lesson, .checks = checks };

      if (begin_run (&watch, &setup, run, diagnostics) && run->parent != NULL)
        lab_lesson_verify_branch (lesson, &setup, run, diagnostics);
    }
  for (guint k = 0; k < checks->len; k++)
    {
      const LabExpectation *expectation = g_array_index (checks, LabCheck, k).expectation;

      if (lab_lesson_has_study_file (expectation))
        lab_lesson_verify_ensemble (lesson, expectation, diagnostics);
    }
  model_diagnostics_sort (diagnostics);
  return model_diagnostics_n_errors (diagnostics) == before;
}

static gboolean
has_expectation (const LabLesson *lesson, const char *run)
{
  for (guint k = 0; k < lesson->expectations->len; k++)
    if (g_strcmp0 (g_array_index (lesson->expectations, LabExpectation, k).run, run) == 0)
      return TRUE;
  return FALSE;
}

GArray *
lab_lesson_check (const LabLesson *lesson, const LabProgress *progress, GPtrArray *diagnostics, GError **error)
{
  g_autoptr (GArray) checks = NULL;
  gboolean fine = lab_lesson_verify (lesson, diagnostics);

  if (!fine || !lab_lesson_check_order (lesson, diagnostics) || !lab_lesson_check_places (lesson, progress, diagnostics, error))
    return NULL;
  checks = all_checks (lesson);
  for (guint k = 0; fine && k < lesson->runs->len; k++)
    {
      const LabLessonRun *run = &g_array_index (lesson->runs, LabLessonRun, k);
      g_auto (LabLessonSetup) setup = { 0 };
      g_auto (Watch) watch = { .lesson = lesson, .monitor = { .progress = progress }, .checks = checks };

      fine = !has_expectation (lesson, run->id) || check_run (&watch, &setup, run, diagnostics, error);
    }
  fine = fine && lab_lesson_check_studies (lesson, checks, progress, diagnostics, error);
  judge_all (checks);
  return fine ? g_steal_pointer (&checks) : NULL;
}

/* ---- checking of one page ---- */

/* Returns whether a run has a setting or a value like the pair `key` of an expectation about a study. */
static gboolean
run_has (const LabLessonRun *run, const char *key, const ModelYaml *value)
{
  return run != NULL && lab_lesson_same_value (model_yaml_get (run->node, key), value);
}

/* Returns whether an expectation is about the study that the view of a page shows: the same study file, or the same study with the options of the
 * page, and with the settings and values of its run. */
static gboolean
is_of_place (const LabLesson *lesson, int index, const LabExpectation *expectation)
{
  const LabLessonLink *place = g_array_index (lesson->pages, LabLessonPage, index).place;
  const LabLessonRun *run = lab_lesson_run_until (lesson, index);
  const ModelYaml *with = expectation->with;

  if (place == NULL || (place->kind != LAB_LINK_LABORATORY && place->kind != LAB_LINK_ENSEMBLE) || g_strcmp0 (expectation->study, place->words[0]) != 0)
    return FALSE;
  for (int k = 0; place->with != NULL && k < place->with->n_items; k++)
    if (!lab_lesson_same_value (model_yaml_get (with, place->with->keys[k]->text), place->with->items[k]))
      return FALSE;
  for (int k = 0; with != NULL && k < with->n_items; k++)
    if (model_yaml_get (place->with, with->keys[k]->text) == NULL && !run_has (run, with->keys[k]->text, with->items[k]))
      return FALSE;
  return TRUE;
}

GArray *
lab_lesson_check_page (const LabLesson *lesson, int index, const LabProgress *progress, GPtrArray *diagnostics, GError **error)
{
  const LabLessonPage *page = &g_array_index (lesson->pages, LabLessonPage, index);
  const LabExpectation *asked = page->expectation >= 0 ? &g_array_index (lesson->expectations, LabExpectation, page->expectation) : NULL;
  const LabLessonRun *run = lab_lesson_find_run (lesson, asked != NULL && asked->run != NULL ? asked->run : page->reveal);
  g_autoptr (GArray) checks = checks_new ();
  g_auto (LabLessonSetup) setup = { 0 };
  g_auto (Watch) watch = { .lesson = lesson, .monitor = { .progress = progress }, .checks = checks };

  for (guint k = 0; k < lesson->expectations->len; k++)
    {
      const LabExpectation *expectation = &g_array_index (lesson->expectations, LabExpectation, k);

      if (expectation->run != NULL ? run != NULL && strcmp (expectation->run, run->id) == 0
                                   : (asked != NULL && lab_lesson_same_study (asked, expectation)) || is_of_place (lesson, index, expectation))
        add_check (checks, expectation);
    }
  if (run != NULL && has_expectation (lesson, run->id) && !check_run (&watch, &setup, run, diagnostics, error))
    return NULL;
  if (!lab_lesson_check_studies (lesson, checks, progress, diagnostics, error))
    return NULL;
  judge_all (checks);
  return g_steal_pointer (&checks);
}

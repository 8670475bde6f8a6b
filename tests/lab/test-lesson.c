/* Tests lessons: how they are read, positions of errors, translations, and the check of
 * expectations. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "lab-lesson-axis.h"
#include "lab-lesson-check.h"
#include "lab-lesson-text.h"

#define MODEL_FILE "models/test-problems/dahlquist-decay.yaml"
static const char head[] = "format: 1\ntitle: Decay\nchapter: accuracy\nlevel: beginner\nminutes: 5\nmodel: dahlquist-decay\n";

/* Loads a lesson that consists of a head of six lines and these lines. */
static LabLesson *
load (const char *text, const char *translation, GPtrArray *diagnostics)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = g_build_filename (folder, "decay.lesson.yaml", NULL);
  g_autofree char *other = g_build_filename (folder, "decay.lesson.de.yaml", NULL), *whole = g_strconcat (head, text, NULL);
  LabLesson *lesson;

  g_assert_true (g_file_set_contents (path, whole, -1, NULL));
  if (translation != NULL)
    g_assert_true (g_file_set_contents (other, translation, -1, NULL));
  lesson = lab_lesson_load (path, translation != NULL ? "de" : NULL, diagnostics);
  if (lesson != NULL)
    lab_lesson_verify (lesson, diagnostics);
  g_remove (path);
  g_remove (other);
  g_rmdir (folder);
  return lesson;
}

/* Checks a lesson. Its file must exist while its models are made. */
static GArray *
check (const char *text, GPtrArray *diagnostics)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = g_build_filename (folder, "decay.lesson.yaml", NULL);
  g_autofree char *whole = g_strconcat (head, text, NULL);
  g_autoptr (LabLesson) lesson = NULL;
  GArray *checks = NULL;

  g_assert_true (g_file_set_contents (path, whole, -1, NULL));
  lesson = lab_lesson_load (path, NULL, diagnostics);
  if (lesson != NULL)
    checks = lab_lesson_check (lesson, NULL, diagnostics, NULL);
  /* The lesson is freed at the end, so only numbers and messages of the checks may be used after that. */
  for (guint k = 0; checks != NULL && k < checks->len; k++)
    g_array_index (checks, LabCheck, k).expectation = NULL;
  g_remove (path);
  g_rmdir (folder);
  return checks;
}

/* ---- errors in lesson files ---- */

#define PAGE "pages:\n  - {text: A text}\n"

/* Line numbers count from the start of the file, whose head has six lines. */
static const struct { const char *name, *text; int line, column; const char *message; } wrong[] = {
  { "unknown-key", PAGE "pagse: 1\n", 9, 1, "unknown key 'pagse'" },
  { "no-pages", "tags: [a]\n", 1, 1, "needs the key 'pages'" },
  { "page-without-text", "pages:\n  - {title: A}\n", 8, 5, "needs 'text' or 'ask'" },
  { "run-is-no-mapping", "runs: {a: 1}\n" PAGE, 7, 11, "a run must be a mapping" },
  { "unknown-setting", "runs: {a: {integratr: rodas4}}\n" PAGE, 7, 12, "integratr" },
  { "unknown-integrator", "runs: {a: {integrator: rodas44}}\n" PAGE, 7, 24, "rodas44" },
  { "step-not-positive", "runs: {a: {fixed_step: 0}}\n" PAGE, 7, 24, "'fixed_step' must be a positive number" },
  { "unknown-parameter", "runs: {a: {set: {nothing: 1}}}\n" PAGE, 7, 11, "nothing" },
  { "reveal-of-no-run", "pages:\n  - {text: A, reveal: b}\n", 8, 23, "no run 'b'" },
  { "question-without-kind", "pages:\n  - {ask: What}\n", 8, 5, "needs one of" },
  { "two-kinds", "pages:\n  - {ask: What, draw: y, choose: [a, b], answer: a}\n", 8, 5, "needs one of" },
  { "answer-not-in-choices", "pages:\n  - {ask: What, choose: [a, b], answer: c}\n", 8, 5, "needs 'answer'" },
  { "unknown-number", "pages:\n  - {text: \"It is {x}.\"}\n", 8, 5, "{x}" },
  { "number-without-expectation", "pages:\n  - {ask: What, number: {expect: x}}\n", 8, 34, "no expectation 'x'" },
  { "expectation-of-no-run", PAGE "expect:\n  - {run: a, value: y, is: 1}\n", 10, 11, "no run 'a'" },
  { "expectation-of-nothing", PAGE "expect:\n  - {value: y, is: 1}\n", 10, 5, "needs 'run' or 'study'" },
  { "unknown-study", PAGE "expect:\n  - {study: ensembel, value: y, is: 1}\n", 10, 13, "unknown study" },
  { "study-without-its-file", PAGE "expect:\n  - {study: ensemble, value: y.mean, is: 1}\n", 10, 13, "needs a file" },
  { "study-file-with-options", PAGE "expect:\n  - {study: a.study.yaml, with: {end: 1}, value: y.mean, is: 1}\n", 10, 33, "'with' is not allowed with a study file" },
  { "within-too-wide", "runs: {a: {}}\n" PAGE "expect:\n  - {run: a, value: y, is: 1.25, within: 0.006}\n", 11, 42, "half a unit" },
  { "within-too-wide-with-exponent", "runs: {a: {}}\n" PAGE "expect:\n  - {run: a, value: y, is: 1.2e-5, within: 6e-7}\n", 11, 44, "half a unit" },
  { "range-reversed", "runs: {a: {}}\n" PAGE "expect:\n  - {run: a, value: y, between: [2, 1]}\n", 11, 33, "smaller one first" },
  { "unknown-column", "runs: {a: {}}\n" PAGE "expect:\n  - {run: a, value: 2*w, is: 1}\n", 11, 23, "w" },
  { "unknown-output", "outputs: {z: \"2*w\"}\nruns: {a: {}}\n" PAGE, 7, 17, "w" },
  { "plot-of-no-column", "pages:\n  - {text: A, plots: [{type: time, show: [w]}]}\n", 8, 43, "w" },
  { "plot-of-no-column-of-the-model-of-its-run",
    "runs: {a: {model: harmonic-oscillator}}\npages:\n  - {text: A, reveal: a, plots: [{type: time, show: [y]}]}\n", 9, 54, "y" },
  { "unknown-view", "pages:\n  - {text: A, view: simulat}\n", 8, 21, "simulate" },
  { "branch-of-no-run", "runs: {a: {from: {run: b, at: 1}}, b: {}}\n" PAGE, 7, 24, "no run 'b' before this one" },
  { "branch-without-time", "runs: {a: {}, b: {from: {run: a}}}\n" PAGE, 7, 25, "'from' needs 'run'" },
  { "branch-is-no-mapping", "runs: {a: {}, b: {from: a}}\n" PAGE, 7, 25, "'from' must be a mapping" },
  { "branch-with-another-key", "runs: {a: {}, b: {from: {run: a, at: 1, til: 2}}}\n" PAGE, 7, 41, "unknown key 'til'" },
  { "branch-with-initial-values", "runs: {a: {}, b: {from: {run: a, at: 1}, initial: {y: 1}}}\n" PAGE, 7, 42, "cannot have 'initial'" },
  { "branch-after-the-end", "runs: {a: {end: 1}, b: {from: {run: a, at: 1}}}\n" PAGE, 7, 44, "before its end, 1" },
  { "branch-of-an-unknown-state", "runs: {a: {end: 2}, b: {from: {run: a, at: 1}, shift: {w: 1}}}\n" PAGE, 7, 56, "no state 'w'" },
  { "branch-of-an-unknown-parameter", "runs: {a: {end: 2}, b: {from: {run: a, at: 1}, set: {w: 1}}}\n" PAGE, 7, 54, "w" },
  { "state-without-branch", "runs: {a: {state: {y: 1}}}\n" PAGE, 7, 12, "use 'initial' here" },
  { "place-of-no-view", "pages:\n  - {text: A, view: {labratory: controller}}\n", 8, 22, "unknown key 'labratory'" },
  { "two-places", "pages:\n  - {text: A, view: {laboratory: controller, compare: [rodas4]}}\n", 8, 21, "a link must be one of" },
  { "place-of-no-study", "pages:\n  - {text: A, view: {laboratory: controler}}\n", 8, 34, "unknown study 'controler'" },
  { "place-of-a-study-of-files", "pages:\n  - {text: A, view: {laboratory: ensemble}}\n", 8, 34, "write {ensemble: FILE}" },
  { "place-of-a-study-of-the-command", "pages:\n  - {text: A, view: {laboratory: compare}}\n", 8, 34, "no page for the study 'compare'" },
  { "place-with-an-unknown-option", "pages:\n  - {text: A, view: {laboratory: method-map, with: {lines: 3}}}\n", 8, 53, "unknown key 'lines'" },
  { "place-with-a-wrong-option", "pages:\n  - {text: A, view: {laboratory: lyapunov, with: {time: x}}}\n", 8, 57, "'time'" },
  { "place-with-a-wrong-step", "pages:\n  - {text: A, view: {laboratory: stability, with: {step: -1}}}\n", 8, 58, "'step' must be a positive number" },
  { "place-for-another-model", "pages:\n  - {text: A, view: {laboratory: index-ladder}}\n", 8, 21, "cannot show this page" },
  { "place-with-a-method-for-other-models", "pages:\n  - {text: A, view: {compare: [rodas4, stormer_verlet]}}\n", 8, 21, "'stormer_verlet' cannot integrate" },
  { "place-with-two-rules", "pages:\n  - {text: A, view: {compare: [rodas4], with: {cost: 10, step: 1}}}\n", 8, 47, "must be one of" },
  { "options-of-an-attempt", "pages:\n  - {text: A, view: {microscope: {attempt: 1}, with: {a: 1}}}\n", 8, 48, "has no options" },
  { "place-without-its-file", "pages:\n  - {text: A, view: {ensemble: a.study.yaml}}\n", 8, 21, "there is no study file" },
  { "attempt-without-run", "pages:\n  - {text: A, view: {microscope: {attempt: 1}}}\n", 8, 21, "has the key 'reveal'" },
  { "attempt-after-the-last",
    "runs: {a: {integrator: explicit_euler, fixed_step: 0.25, start: 0, end: 1}}\npages:\n  - {text: A, reveal: a, view: {microscope: {attempt: 5}}}\n", 9, 32,
    "no attempt 5; its last one is 4" },
  { "rejection-of-a-run-without-any",
    "runs: {a: {integrator: explicit_euler, fixed_step: 0.25, start: 0, end: 1}}\npages:\n  - {text: A, reveal: a, links: [{microscope: {rejection: 1}}]}\n", 9, 34,
    "no rejected attempt 1" },
  { "event-of-a-run-without-any",
    "runs: {a: {integrator: explicit_euler, fixed_step: 0.25, start: 0, end: 1}}\npages:\n  - {text: A, reveal: a, links: [{microscope: {event: 1}}]}\n", 9, 34,
    "no located event 1" },
  { "set-without-control", "runs: {a: {}}\npages:\n  - {ask: Q, set: {expect: n, within: 1}}\nexpect:\n  - {name: n, run: a, value: y, is: 1}\n", 9, 19, "must be a mapping, such as" },
  { "set-of-no-parameter", "runs: {a: {}}\npages:\n  - {ask: Q, set: {control: w, from: 1, expect: n, within: 1}}\nexpect:\n  - {name: n, run: a, value: y, is: 1}\n", 9, 29, "'w' is neither a parameter" },
  { "set-without-tolerance", "runs: {a: {}}\npages:\n  - {ask: Q, set: {control: step, from: 1, expect: n}}\nexpect:\n  - {name: n, run: a, value: y, is: 1}\n", 9, 19, "needs the tolerance 'within'" },
  { "set-within-a-percentage-of-zero", "runs: {a: {}}\npages:\n  - {ask: Q, set: {control: step, from: 1, expect: n, within: 10%}}\nexpect:\n  - {name: n, run: a, value: y, is: 0}\n", 9, 63, "percentage of 0" },
  { "attempt-of-a-value-that-is-none", "runs: {a: {}}\npages:\n  - {ask: Q, attempt: {expect: n}}\nexpect:\n  - {name: n, run: a, value: y, is: 1}\n", 9, 32, "must be one of attempt_longest" },
  { "point-with-one-axis", "runs: {a: {}}\npages:\n  - {ask: Q, point: {x: {column: y, expect: n, within: 1}}}\nexpect:\n  - {name: n, run: a, value: y, is: 1}\n", 9, 21, "'point' must be" },
  { "point-of-two-runs",
    "runs: {a: {}, b: {}}\npages:\n  - {ask: Q, point: {x: {column: y, expect: n, within: 1}, y: {column: y, expect: m, within: 1}}}\nexpect:\n"
    "  - {name: n, run: a, value: y, is: 1}\n  - {name: m, run: b, value: y, is: 1}\n", 9, 21, "same run or study" },
  { "curve-of-no-column", "pages:\n  - {ask: Q, draw: w}\n", 8, 20, "no column 'w'" },
  { "order-is-no-number", "order: first\n" PAGE, 7, 8, "'order' must be a whole number" },
  { "after-an-unknown-lesson", "after: [euler-converges, eulers]\n" PAGE, 7, 26, "no lesson 'eulers'" },
  { "after-itself", "after: decay\n" PAGE, 7, 8, "no lesson 'decay'" },
  { "after-a-later-lesson", "order: 1\nafter: [euler-converges]\n" PAGE, 8, 9, "its 'order' is 10" },
  { "unknown-link", "pages:\n  - {text: A, links: [{compare: [nothing]}]}\n", 8, 33, "unknown integrator" },
};

static void
test_wrong (gconstpointer data)
{
  guint k = GPOINTER_TO_UINT (data);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (GArray) checks = NULL;
  const ModelDiagnostic *first;

  checks = check (wrong[k].text, diagnostics);
  g_assert_null (checks);
  g_assert_cmpuint (model_diagnostics_n_errors (diagnostics), ==, 1);
  first = diagnostics->pdata[0];
  g_assert_nonnull (strstr (first->message, wrong[k].message));
  g_assert_cmpint (first->line, ==, wrong[k].line);
  g_assert_cmpint (first->column, ==, wrong[k].column);
  g_assert_true (g_str_has_suffix (first->file, "decay.lesson.yaml"));
}

/* ---- places in views ---- */

/* A page that names a place shows its view; a place has the same form as a link. */
static void
test_places (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (LabLesson) lesson
    = load ("runs: {a: {integrator: explicit_euler, fixed_step: 0.25, start: 0, end: 1}}\n"
            "pages:\n"
            "  - {text: A, reveal: a, view: {microscope: {attempt: 4}}}\n"
            "  - {text: B, view: {compare: [explicit_euler, rodas4], with: {step: 1/10}}}\n"
            "  - {text: C, view: {laboratory: stability, with: {step: 0.5, integrators: \"runge_kutta4,heun3\"}}}\n"
            "  - {text: D, view: {laboratory: dense-output}, links: [{laboratory: dense-output}]}\n"
            "  - {text: E, view: simulate}\n",
            NULL, diagnostics);
  static const char *const views[] = { "microscope", "compare", "laboratory", "laboratory", "simulate" };
  static const LabLinkKind kinds[] = { LAB_LINK_ATTEMPT, LAB_LINK_COMPARE, LAB_LINK_LABORATORY, LAB_LINK_LABORATORY };

  for (guint k = 0; k < diagnostics->len; k++)
    g_test_message ("%s", ((ModelDiagnostic *) diagnostics->pdata[k])->message);
  g_assert_nonnull (lesson);
  for (guint k = 0; k < G_N_ELEMENTS (views); k++)
    {
      const LabLessonPage *page = &g_array_index (lesson->pages, LabLessonPage, k);

      g_assert_cmpstr (page->view, ==, views[k]);
      g_assert_true ((page->place != NULL) == (k < G_N_ELEMENTS (kinds)));
      if (page->place != NULL)
        g_assert_cmpint (page->place->kind, ==, kinds[k]);
    }
  g_assert_cmpstr (model_yaml_get_text (g_array_index (lesson->pages, LabLessonPage, 1).place->with, "step", NULL), ==, "1/10");
  g_assert_cmpstr (g_array_index (lesson->pages, LabLessonPage, 3).place->words[0], ==, "dense-output");
}

/* Lessons that come after each other in a circle are refused. */
static void
test_circle (void)
{
  static const char *const names[] = { "a", "b", "c" };
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *models = g_build_filename (folder, "models", NULL);
  g_autofree char *data = g_strdup (g_getenv ("STEPWISE_DATA_DIR")), *model = g_build_filename (data, MODEL_FILE, NULL);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (LabLesson) lesson = NULL;
  char *paths[3];

  g_assert_cmpint (g_mkdir (models, 0700), ==, 0);
  for (int k = 0; k < 3; k++)
    {
      g_autofree char *name = g_strdup_printf ("%s.lesson.yaml", names[k]);
      g_autofree char *text = g_strdup_printf ("format: 1\ntitle: T\nchapter: accuracy\nlevel: beginner\nminutes: 5\nmodel: %s\nafter: [%s]\n" PAGE, model,
                                               names[(k + 1) % 3]);

      paths[k] = g_build_filename (models, name, NULL);
      g_assert_true (g_file_set_contents (paths[k], text, -1, NULL));
    }
  g_setenv ("STEPWISE_DATA_DIR", folder, TRUE);
  lesson = lab_lesson_load (paths[0], NULL, diagnostics);
  g_assert_nonnull (lesson);
  g_assert_null (lab_lesson_check (lesson, NULL, diagnostics, NULL));
  g_setenv ("STEPWISE_DATA_DIR", data, TRUE);
  g_assert_cmpuint (model_diagnostics_n_errors (diagnostics), ==, 1);
  g_assert_nonnull (strstr (((ModelDiagnostic *) diagnostics->pdata[0])->message, "'b' comes after this one itself"));
  for (int k = 0; k < 3; k++)
    {
      g_remove (paths[k]);
      g_clear_pointer (&paths[k], g_free);
    }
  g_rmdir (models);
  g_rmdir (folder);
}

/* Expectations give the numbers of attempts from 1. Three steps of 0.4, 0.4 and 0.2 reach the time 1, and a first step of 3 is too long. */
static void
test_attempts (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (GArray) checks
    = check ("runs:\n"
             "  a: {integrator: explicit_euler, fixed_step: 0.4, start: 0, end: 1}\n"
             "  b: {model: van-der-pol, integrator: runge_kutta5, accuracy: 1e-4, initial_step: 3, max_step: 5, start: 0, end: 20, set: {mu: 3}}\n" PAGE
             "expect:\n"
             "  - {run: a, value: attempt_longest, is: 1}\n"
             "  - {run: a, value: attempt_shortest, is: 3}\n"
             "  - {run: b, value: attempt_first_rejected, is: 1}\n"
             "  - {run: b, value: attempt_last_rejected, between: [2, 1000]}\n"
             "  - {run: b, value: attempt_worst, between: [1, 1000]}\n"
             "  - {run: a, value: attempt_worst, between: [1, 1000]}\n",
             diagnostics);

  for (guint k = 0; k < diagnostics->len; k++)
    g_test_message ("%s", ((ModelDiagnostic *) diagnostics->pdata[k])->message);
  g_assert_nonnull (checks);
  for (guint k = 0; k < checks->len; k++)
    {
      g_test_message ("%u: %g", k, g_array_index (checks, LabCheck, k).got);
      g_assert_true (g_array_index (checks, LabCheck, k).passed == (k < 5)); /* the run a has no rejected attempt */
    }
}

/* The reveal of a page is checked with the expectations of its run, of the number that it asks for, and of the study in its view. */
static void
test_page_checks (void)
{
  static const char text[] = "format: 1\ntitle: Decay\nchapter: accuracy\nlevel: beginner\nminutes: 5\nmodel: dahlquist-decay\n"
                             "runs:\n"
                             "  a: {integrator: explicit_euler, fixed_step: 0.25, start: 0, end: 1, set: {lambda: 1}}\n"
                             "  b: {integrator: explicit_euler, fixed_step: 0.5, start: 0, end: 1, set: {lambda: 1}}\n"
                             "pages:\n"
                             "  - {ask: Q, choose: [a, b], answer: a, reveal: a}\n"
                             "  - {ask: Q, number: {expect: n}}\n"
                             "  - {ask: Q, choose: [a, b], answer: a, view: {laboratory: stability}}\n"
                             "  - {ask: Q, choose: [a, b], answer: a, view: {laboratory: dense-output}}\n"
                             "expect:\n"
                             "  - {run: a, value: steps_taken, is: 4}\n"
                             "  - {run: b, value: steps_taken, is: 2}\n"
                             "  - {name: n, study: stability, value: eigenvalues, is: 1}\n";
  static const struct { guint n; const char *value; double got; } expected[] = { { 1, "steps_taken", 4 }, { 1, "eigenvalues", 1 }, { 1, "eigenvalues", 1 }, { 0, NULL, 0 } };
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (LabLesson) lesson = lab_lesson_load_text (text, "decay.lesson.yaml", NULL, diagnostics);

  g_assert_nonnull (lesson);
  for (guint k = 0; k < G_N_ELEMENTS (expected); k++)
    {
      g_autoptr (GArray) checks = lab_lesson_check_page (lesson, (int) k, NULL, diagnostics, NULL);

      for (guint i = 0; i < diagnostics->len; i++)
        g_test_message ("%s", ((ModelDiagnostic *) diagnostics->pdata[i])->message);
      g_assert_nonnull (checks);
      g_assert_cmpuint (checks->len, ==, expected[k].n);
      if (checks->len == 0)
        continue;
      g_assert_cmpstr (g_array_index (checks, LabCheck, 0).expectation->value, ==, expected[k].value);
      g_assert_cmpfloat (g_array_index (checks, LabCheck, 0).got, ==, expected[k].got);
      g_assert_true (g_array_index (checks, LabCheck, 0).passed);
    }
}

/* ---- branches ---- */

/* A branch repeats the other run up to its time and then has its own settings, parameters, states and end; a branch can begin from a branch. For
 * y' = λ y each value is known. */
static void
test_branches (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (GArray) checks
    = check ("runs:\n"
             "  a: {integrator: explicit_euler, fixed_step: 1, end: 4, set: {lambda: 1}, initial: {y: 1}}\n"
             "  b: {from: {run: a, at: 2.5}, set: {lambda: 2}, end: 5}\n"
             "  c: {from: {run: b, at: 3}, state: {y: 7}, fixed_step: 0.5, end: 4}\n"
             "  d: {from: {run: a, at: 2}, shift: {y: 0.25}, integrator: runge_kutta4}\n" PAGE
             "expect:\n"
             "  - {run: b, value: y, at: 2, is: 4}\n"
             "  - {run: b, value: y, at: 3, is: 12}\n"
             "  - {run: b, value: y, at: end, is: 108}\n"
             "  - {run: b, value: steps_taken, is: 5}\n"
             "  - {run: b, value: integrator, is: explicit_euler}\n"
             "  - {run: c, value: y, at: 4, is: 28}\n"
             "  - {run: c, value: steps_taken, is: 5}\n"
             "  - {run: d, value: y, at: 3, is: 11.5104167, within: 5e-8}\n"
             "  - {run: d, value: integrator, is: runge_kutta4}\n",
             diagnostics);

  for (guint k = 0; k < diagnostics->len; k++)
    g_test_message ("%s", ((ModelDiagnostic *) diagnostics->pdata[k])->message);
  g_assert_nonnull (checks);
  g_assert_cmpuint (checks->len, ==, 9);
  for (guint k = 0; k < checks->len; k++)
    {
      const LabCheck *one = &g_array_index (checks, LabCheck, k);

      g_test_message ("%u: %.17g %s", k, one->got, one->text != NULL ? one->text : "");
      g_assert_true (one->passed);
    }
}

/* ---- translations ---- */

static void
test_translation (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (LabLesson) lesson
    = load ("runs: {a: {end: 1}}\npages:\n  - {text: \"It is {y}.\", ask: What, choose: [up, down], answer: down}\n"
            "expect: [{name: y, run: a, value: y, is: 0.4, within: 0.05}]\n",
            "title: Zerfall\npages: [{text: \"Es ist {y}.\", choose: [auf, ab]}]\n", diagnostics);
  const LabLessonPage *page;

  g_assert_nonnull (lesson);
  page = &g_array_index (lesson->pages, LabLessonPage, 0);
  g_assert_cmpstr (lesson->title, ==, "Zerfall");
  g_assert_cmpstr (page->text, ==, "Es ist 0.4.");
  g_assert_cmpstr (page->question, ==, "What");
  g_assert_cmpstr (page->items[page->answer], ==, "ab");
}

static void
test_translated_titles (void)
{
  static const char text[] = "pages:\n  - {text: A, plots: [{type: step}, {type: time, show: [y], title: Curve}]}\n";
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = g_build_filename (folder, "decay.lesson.yaml", NULL);
  g_autofree char *other = g_build_filename (folder, "decay.lesson.de.yaml", NULL), *whole = g_strconcat (head, text, NULL);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (LabLesson) lesson = NULL;
  g_autoptr (Model) model = NULL;

  g_assert_true (g_file_set_contents (path, whole, -1, NULL));
  g_assert_true (g_file_set_contents (other, "pages: [{plots: [{}, {title: Kurve}]}]\n", -1, NULL));
  lesson = lab_lesson_load (path, "de", diagnostics);
  g_assert_nonnull (lesson);
  model = lab_lesson_model (lesson, NULL, 0, diagnostics);
  g_assert_nonnull (model);
  g_assert_cmpuint (diagnostics->len, ==, 0);
  g_assert_cmpint (model_n_plots (model), ==, 2);
  g_assert_cmpstr (model_plot (model, 1)->title, ==, "Kurve");
  g_remove (path);
  g_remove (other);
  g_rmdir (folder);
}

static void
test_wrong_titles (void)
{
  static const char *const wrong_titles[] = { "pages: [{plots: [{title: Kurve}]}]\n", "pages: [{plots: [{}, {}]}]\n", "pages: [{plots: [Kurve]}]\n" };

  for (guint k = 0; k < G_N_ELEMENTS (wrong_titles); k++)
    {
      g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
      g_autoptr (LabLesson) lesson = load ("pages:\n  - {text: A, plots: [{type: step}]}\n", wrong_titles[k], diagnostics);

      g_assert_null (lesson);
      g_assert_cmpuint (model_diagnostics_n_errors (diagnostics), ==, 1);
    }
}

static void
test_translation_of_other_shape (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (LabLesson) lesson = load (PAGE, "pages: [{text: A}, {text: B}]\n", diagnostics);
  const ModelDiagnostic *first;

  g_assert_null (lesson);
  g_assert_cmpuint (diagnostics->len, ==, 1);
  first = diagnostics->pdata[0];
  g_assert_true (g_str_has_suffix (first->file, "decay.lesson.de.yaml"));
  g_assert_nonnull (strstr (first->message, "2 pages"));
}

/* ---- texts of pages ---- */

/* Numbers with an exponent are written as powers of ten, but not names, formulas or other words that look alike. */
static void
test_prose (void)
{
  static const char *const rows[][2] = {
    { "a tolerance of 1e-6.", "a tolerance of 10⁻⁶." }, { "about 2.5e-9 m", "about 2.5×10⁻⁹ m" }, { "1e+03 and -1e12", "10³ and -10¹²" },
    { "11e2", "11×10²" }, { "x1e-6 1e6x 1.e-6 e-6 1e 0.1e-6b", "x1e-6 1e6x 1.e-6 e-6 1e 0.1e-6b" },
  };
  g_autoptr (GArray) paragraphs = lab_lesson_paragraphs ("below $1e-3$ and *1e-4*");
  const LabParagraph *first = &g_array_index (paragraphs, LabParagraph, 0);

  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autofree char *got = lab_lesson_prose (rows[k][0]);

      g_assert_cmpstr (got, ==, rows[k][1]);
    }
  g_assert_cmpstr (g_array_index (first->spans, LabSpan, 1).text, ==, "1e-3");
  g_assert_cmpstr (g_array_index (first->spans, LabSpan, 3).text, ==, "10⁻⁴");
}

static void
test_paragraphs (void)
{
  g_autoptr (GArray) paragraphs = lab_lesson_paragraphs ("It is *one* step\nof $x = h*y$, 2 * 3.\n\n$sqrt(2)$\n\n");
  const LabParagraph *first = &g_array_index (paragraphs, LabParagraph, 0);
  const LabSpan *spans = (const LabSpan *) (void *) first->spans->data;

  g_assert_cmpuint (paragraphs->len, ==, 2);
  g_assert_cmpuint (first->spans->len, ==, 5);
  g_assert_false (first->displayed);
  g_assert_cmpstr (spans[0].text, ==, "It is ");
  g_assert_cmpint (spans[1].kind, ==, LAB_SPAN_EMPHASIS);
  g_assert_cmpstr (spans[2].text, ==, " step of ");
  g_assert_cmpint (spans[3].kind, ==, LAB_SPAN_FORMULA);
  g_assert_cmpstr (spans[3].text, ==, "x");
  g_assert_cmpstr (spans[3].right, ==, "h*y");
  g_assert_cmpstr (spans[4].text, ==, ", 2 * 3.");
  g_assert_true (g_array_index (paragraphs, LabParagraph, 1).displayed);
}

/* ---- checks of expectations ---- */

/* Explicit Euler with h = 0.1 multiplies y by 0.9 in each step of y' = −y. */
static void
test_values (void)
{
  static const char text[]
    = "outputs: {twice: \"2*y\"}\n"
      "runs: {a: {integrator: explicit_euler, fixed_step: 0.1, end: 1, set: {lambda: -1}, initial: {y: 1}}}\n" PAGE
      "expect:\n"
      "  - {run: a, value: twice, is: 0.6974, within: 0.00005}\n"
      "  - {run: a, value: y, at: start, is: 1}\n"
      "  - {run: a, value: y, at: 0.5, is: 0.59049, within: 1e-9}\n"
      "  - {run: a, value: y, at: maximum, is: 1}\n"
      "  - {run: a, value: \"y - 1\", at: minimum, is: -0.65132156, within: 1e-9}\n"
      "  - {run: a, value: steps_taken, is: 10}\n"
      "  - {run: a, value: status, is: reached_end}\n"
      "  - {run: a, value: y, between: [0.3, 0.4]}\n"
      "  - {run: a, value: twice, is: 0.6975, within: 0.00005}\n"
      "  - {run: a, value: y, at: 2, is: 0.3}\n"
      "  - {run: a, value: status, is: failed}\n";
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (GArray) checks = check (text, diagnostics);

  g_assert_nonnull (checks);
  g_assert_cmpuint (checks->len, ==, 11);
  for (guint k = 0; k < checks->len; k++)
    g_assert_true (g_array_index (checks, LabCheck, k).passed == (k < 8));
  g_assert_cmpfloat_with_epsilon (g_array_index (checks, LabCheck, 0).got, 2 * pow (0.9, 10), 1e-14);
  g_assert_true (isnan (g_array_index (checks, LabCheck, 9).got));
}

static void
test_time_between_steps (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (GArray) checks
    = check ("runs: {a: {integrator: runge_kutta4, fixed_step: 0.1, end: 1, set: {lambda: -1}, initial: {y: 1}}}\n" PAGE
             "expect:\n  - {run: a, value: y, at: 0.55, is: 0.5769, within: 0.00005}\n",
             diagnostics);

  g_assert_nonnull (checks);
  g_assert_true (g_array_index (checks, LabCheck, 0).passed);
  g_assert_cmpfloat_with_epsilon (g_array_index (checks, LabCheck, 0).got, exp (-0.55), 1e-6);
}

/* The implicit trapezoidal rule is A-stable, so α is 90°. RK4 has the order 4, and its stability interval ends at 2.785. */
static void
test_cells (void)
{
  static const char text[] = PAGE "expect:\n"
                                  "  - {study: stability, with: {integrators: \"runge_kutta4,trapezoid\"}, value: \"methods[1].order\", is: 4}\n"
                                  "  - {study: stability, with: {integrators: \"runge_kutta4,trapezoid\"}, value: \"methods[2].alpha\", is: 90}\n"
                                  "  - {study: stability, with: {integrators: \"runge_kutta4,trapezoid\"}, value: \"methods[1].integrator\", is: runge_kutta4}\n"
                                  "  - {study: stability, with: {integrators: runge_kutta4}, value: \"methods[1].real_interval\", is: 2.785, within: 0.0005}\n"
                                  "  - {study: stability, with: {integrators: runge_kutta4}, value: \"methods[1].order\", is: 3}\n"
                                  "  - {study: stability, with: {integrators: runge_kutta4}, value: \"methods[0].order\", is: 4}\n"
                                  "  - {study: stability, with: {integrators: runge_kutta4}, value: \"methods[2].order\", is: 4}\n"
                                  "  - {study: stability, with: {integrators: runge_kutta4}, value: \"methods[1].size\", is: 4}\n"
                                  "  - {study: stability, with: {integrators: runge_kutta4}, value: \"method[1].order\", is: 4}\n";
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (GArray) checks = check (text, diagnostics);

  g_assert_nonnull (checks);
  g_assert_cmpuint (checks->len, ==, 9);
  for (guint k = 0; k < checks->len; k++)
    {
      g_assert_true (g_array_index (checks, LabCheck, k).passed == (k < 4));
      g_assert_true ((g_array_index (checks, LabCheck, k).message != NULL) == (k > 4));
    }
}

/* The members have λ = −1, −2 and −3, so y(1) is exp (λ). */
static void
test_ensemble (void)
{
  static const char study[] = "format: 1\nstudy: ensemble\nmodel: dahlquist-decay\nmembers: 3\ntime: {end: 1}\n"
                              "solver: {integrator: dop853, accuracy: 1e-11}\nvary: {lambda: -1 - member}\ninitial: {y: 1}\n"
                              "record: {y: {final: y}}\nfan: {y: {times: 3}}\n";
  static const char text[] = PAGE "expect:\n"
                                  "  - {study: PATH, value: y.mean, is: 0.1843, within: 0.00005}\n"
                                  "  - {study: PATH, value: y@1.max, is: 0.6065, within: 0.00005}\n"
                                  "  - {study: PATH, value: lambda.min, is: -3}\n"
                                  "  - {study: PATH, value: y.n, is: 3}\n"
                                  "  - {study: PATH, value: y.mean, is: 0.1844, within: 0.00005}\n"
                                  "  - {study: PATH, value: y.median, is: 1}\n"
                                  "  - {study: PATH, value: y, is: 1}\n";
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = g_build_filename (folder, "decays.study.yaml", NULL);
  g_auto (GStrv) parts = g_strsplit (text, "PATH", -1);
  g_autofree char *whole = g_strjoinv (path, parts);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new (), missing = model_diagnostics_new ();
  g_autoptr (GArray) checks = NULL;

  g_assert_true (g_file_set_contents (path, study, -1, NULL));
  checks = check (whole, diagnostics);
  g_assert_nonnull (checks);
  g_assert_cmpuint (checks->len, ==, 7);
  for (guint k = 0; k < checks->len; k++)
    g_assert_true (g_array_index (checks, LabCheck, k).passed == (k < 4));
  g_assert_cmpfloat_with_epsilon (g_array_index (checks, LabCheck, 0).got, (exp (-1) + exp (-2) + exp (-3)) / 3, 1e-9);
  g_assert_nonnull (strstr (g_array_index (checks, LabCheck, 5).message, "no number 'y.median'"));
  g_assert_nonnull (g_array_index (checks, LabCheck, 6).message);

  g_remove (path);
  g_assert_null (check (whole, missing));
  g_assert_cmpuint (model_diagnostics_n_errors (missing), >, 0);
  g_rmdir (folder);
}

static void
test_plots_of_another_model (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (GArray) checks = check ("runs: {a: {model: harmonic-oscillator}}\n"
                                     "pages:\n  - {text: A, plots: [{type: time, show: [y]}]}\n"
                                     "  - {text: B, reveal: a, plots: [{type: phase, x: q, y: p}]}\n",
                                     diagnostics);

  g_assert_nonnull (checks);
}

/* ---- the axis on which readers draw ---- */

/* x starts at 0 and has the unit of a parameter; y has the unit of another state; z has neither. */
static const char axis_model[]
  = "format: 1\nname: A\ntime: {end: 1}\nparameters: {height: {value: 20, unit: km}, other: {value: 7}}\n"
    "states:\n  x: {initial: 0, derivative: 1, unit: km}\n  y: {initial: 0, derivative: 1, unit: m}\n"
    "  z: {initial: 0, derivative: 1, unit: s}\n  u: {initial: -3, derivative: 1, unit: m}\n  w: {initial: 2, derivative: 1}\n";

static const struct { const char *column; gboolean logarithmic; double low, high; } axes[] = {
  { "x", FALSE, -100, 100 }, { "y", FALSE, -15, 15 },       { "z", FALSE, -5, 5 }, { "u", FALSE, -30, 3 },
  { "w", FALSE, -2, 20 },    { "w", TRUE, 0.002, 2000 },    { "u", TRUE, NAN, NAN },
};

static void
test_axis (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = g_build_filename (folder, "axis.yaml", NULL);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  const ModelInstance instance = { 0 };
  g_autoptr (Model) model = NULL;
  g_autoptr (ModelSystem) system = NULL;
  double values[5];

  g_assert_true (g_file_set_contents (path, axis_model, -1, NULL));
  model = model_library_open (path, NULL, diagnostics);
  g_assert_nonnull (model);
  system = model_system_new (model, &instance, NULL);
  g_assert_nonnull (system);
  for (int k = 0; k < 5; k++)
    values[k] = (const double[]) { 0, 0, 0, -3, 2 }[k];
  for (guint k = 0; k < G_N_ELEMENTS (axes); k++)
    {
      double low = NAN, high = NAN;
      gboolean found
        = lab_lesson_drawing_range (system, model_system_find_column (system, axes[k].column), values, axes[k].logarithmic, &low, &high);

      g_assert_true (found == !isnan (axes[k].low));
      g_assert_true (!found || (low == axes[k].low && high == axes[k].high));
    }
  values[4] = NAN;
  g_assert_false (lab_lesson_drawing_range (system, 4, values, FALSE, &values[0], &values[1]));
  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint k = 0; k < G_N_ELEMENTS (wrong); k++)
    {
      g_autofree char *name = g_strdup_printf ("/lab/lesson/an-error-in-a-lesson-is-reported-with-line-and-column/%s", wrong[k].name);

      g_test_add_data_func (name, GUINT_TO_POINTER (k), test_wrong);
    }
  g_test_add_func ("/lab/lesson/numbers-in-texts-are-powers-of-ten", test_prose);
  g_test_add_func ("/lab/lesson/a-page-names-a-place-in-a-view", test_places);
  g_test_add_func ("/lab/lesson/lessons-that-come-after-each-other-are-refused", test_circle);
  g_test_add_func ("/lab/lesson/expected-values-are-numbers-of-attempts", test_attempts);
  g_test_add_func ("/lab/lesson/a-page-is-checked-by-its-run-its-number-and-its-study", test_page_checks);
  g_test_add_func ("/lab/lesson/a-branch-begins-from-the-state-of-another-run", test_branches);
  g_test_add_func ("/lab/lesson/a-translation-replaces-texts-and-keeps-the-answer", test_translation);
  g_test_add_func ("/lab/lesson/a-translation-replaces-titles-of-plots", test_translated_titles);
  g_test_add_func ("/lab/lesson/a-translation-with-titles-that-the-lesson-does-not-have-is-refused", test_wrong_titles);
  g_test_add_func ("/lab/lesson/a-translation-with-another-number-of-pages-is-refused", test_translation_of_other_shape);
  g_test_add_func ("/lab/lesson/a-text-is-split-into-paragraphs-emphasis-and-formulas", test_paragraphs);
  g_test_add_func ("/lab/lesson/expected-values-are-compared-with-those-of-the-run", test_values);
  g_test_add_func ("/lab/lesson/expected-values-are-compared-with-statistics-of-an-ensemble", test_ensemble);
  g_test_add_func ("/lab/lesson/expected-values-are-compared-with-cells-of-tables", test_cells);
  g_test_add_func ("/lab/lesson/a-page-shows-columns-of-the-model-of-its-run", test_plots_of_another_model);
  g_test_add_func ("/lab/lesson/a-value-between-steps-comes-from-dense-output", test_time_between_steps);
  g_test_add_func ("/lab/lesson/the-axis-for-drawing-follows-from-values-at-the-start", test_axis);
  return g_test_run ();
}

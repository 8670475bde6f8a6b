/* Tests the solvers that are not part of Stepwise: each way in which they end has its own answer, and cancelling a study acts inside them. */
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "lab-linear-program.h"
#include "lab-registry.h"
#include "lab-result.h"
#include "lab-semidefinite.h"
#include "lab-fixture.h"

/* ---- CLP ---- */

/* A progress function that cancels at call `last`. It also notes whether SIGINT has another handler than that of the test. */
typedef struct
{
  int calls, last;
  gboolean handler_changed;
} Canceller;

static void
on_interrupt (int number)
{
}

static gboolean
count (gpointer user, double fraction)
{
  Canceller *canceller = user;
  struct sigaction action;

  sigaction (SIGINT, NULL, &action);
  canceller->handler_changed = canceller->handler_changed || action.sa_handler != on_interrupt;
  return ++canceller->calls < canceller->last;
}

/* Minimizes −Σ x with rows x_k + x_(k+1) ≤ 1 + k/n, so that the simplex method needs several iterations. */
static LabLinearProgram *
chain (int n)
{
  LabLinearProgram *program = lab_linear_program_new (n);
  g_autofree double *row = g_new0 (double, n);

  for (int k = 0; k < n; k++)
    {
      program->objective[k] = -1 - 0.001 * k;
      program->low[k] = 0;
    }
  for (int k = 0; k < n; k++)
    {
      memset (row, 0, sizeof (double) * (gsize) n);
      for (int j = 0; j < n; j++)
        row[j] = 1 + fabs (sin (1.0 + k * n + j));
      lab_linear_program_add (program, row, n, -1, 0, -INFINITY, 1 + (double) k / n);
    }
  return program;
}

static gboolean
has_clp (void)
{
  if (!lab_linear_program_available ())
    g_test_skip ("CLP is not installed");
  return lab_linear_program_available ();
}

static void
test_clp_cancelled (void)
{
  g_autoptr (LabLinearProgram) program = chain (40);
  void (*before) (int) = signal (SIGINT, on_interrupt);

  if (!has_clp ())
    return;
  for (int last = 1; last <= 2; last++)
    {
      Canceller canceller = { .last = last };
      LabProgress progress = { .func = count, .user = &canceller };
      g_autoptr (GError) error = NULL;
      double *x;
      LabLinearOutcome outcome = lab_linear_program_solve (program, &progress, 0.5, &x, &error);

      g_assert_false (canceller.handler_changed);
      if (last == 1) /* further calls depend on the time that the solver takes */
        {
          g_assert_cmpint (outcome, ==, LAB_LINEAR_FAILED);
          g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
          g_assert_null (x);
        }
      g_free (x);
    }
  signal (SIGINT, before);
}

static void
test_clp_answers (void)
{
  static const double ones[] = { 1, 1 };
  g_autoptr (LabLinearProgram) none = lab_linear_program_new (2), unbounded = lab_linear_program_new (2), solved = chain (5);
  g_autoptr (GError) error = NULL;
  double *x;

  if (!has_clp ())
    return;
  lab_linear_program_add (none, ones, 2, -1, 0, -INFINITY, 0);
  lab_linear_program_add (none, ones, 2, -1, 0, 1, INFINITY);
  g_assert_cmpint (lab_linear_program_solve (none, NULL, 0, &x, &error), ==, LAB_LINEAR_INFEASIBLE);
  g_assert_no_error (error);
  g_assert_null (x);

  g_assert_cmpint (lab_linear_program_solve (solved, NULL, 0, &x, &error), ==, LAB_LINEAR_SOLVED);
  g_assert_no_error (error);
  g_clear_pointer (&x, g_free);

  unbounded->objective[0] = 1;
  lab_linear_program_add (unbounded, ones, 2, -1, 0, -INFINITY, 1);
  g_assert_cmpint (lab_linear_program_solve (unbounded, NULL, 0, &x, &error), ==, LAB_LINEAR_FAILED);
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "unbounded"));
  g_assert_null (x);
}

/* A harmonic oscillator has x² + v² with dV/dt = 0, so the study must not say that the basis has no Lyapunov function at all. */
static void
test_clp_statement (void)
{
  const char *const values[] = { "x^2, x*v, v^2", "x=-1:1:5, v=-1:1:5", NULL };
  g_autoptr (GError) error = NULL;
  LabFixture f;

  if (!has_clp ())
    return;
  lab_fixture_init (&f, "format: 1\nname: Test\ntime: {end: 1}\nstates:\n  x: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: -x}\n", NULL);
  g_autoptr (LabResult) result = lab_registry_find ("lyapunov-function")->run (&f.problem, values, NULL, &error);
  if (result == NULL)
    g_assert_nonnull (strstr (error->message, "dV/dt < 0 at one of them"));
  lab_fixture_clear (&f);
}

/* ---- csdp ---- */

/* Puts a script with the name csdp into a folder, which becomes the whole PATH of the test, and solves a small program with it. */
static double *
solve_with_script (const char *script, const LabProgress *progress, GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "csdp", NULL), *before = g_strdup (g_getenv ("PATH"));
  g_autofree char *text = g_strdup_printf ("#!/bin/sh\nPATH=/usr/bin:/bin\n%s\n", script);
  g_autoptr (LabSdp) sdp = lab_sdp_new (1, 1);
  double *y;

  sdp->sizes[0] = 1;
  sdp->objective[0] = 1;
  lab_sdp_add (sdp, 1, 0, 0, 0, 1);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_cmpint (g_chmod (path, 0700), ==, 0);
  g_setenv ("PATH", folder, TRUE);
  y = lab_sdp_solve (sdp, NULL, progress, 0, error);
  g_setenv ("PATH", before, TRUE);
  g_unlink (path);
  g_rmdir (folder);
  return y;
}

static void
test_csdp_answers (void)
{
  static const struct { const char *script, *message; } rows[] = {
    { "echo 0.5 > solution; exit 0", NULL },
    { "echo 0.5 > solution; exit 3", NULL },
    { "exit 205", "exit status 205" },
    { "kill -9 $$", "signal 9" },
    { "kill -XCPU $$", "processor time" },
    { "echo 0.5 > solution; kill -SEGV $$", "signal 11" },
  };

  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree double *y = solve_with_script (rows[k].script, NULL, &error);

      g_assert_cmpint (y != NULL, ==, rows[k].message == NULL);
      g_assert_cmpint (error != NULL, ==, rows[k].message != NULL);
      if (error != NULL)
        g_assert_nonnull (strstr (error->message, rows[k].message));
    }
  g_autoptr (GError) error = NULL;
  g_autofree double *y = solve_with_script ("exit 1", NULL, &error); /* csdp says that the program has no solution */
  g_assert_null (y);
  g_assert_no_error (error);
}

/* The script ends with 0 only if it has limits, no descriptor beyond the first three and the one with which sh reads it, and a folder with nothing but
 * its input. */
static void
test_csdp_confined (void)
{
  g_autoptr (GError) error = NULL;
  int open_here = open ("/dev/null", O_RDONLY); /* without the flag close-on-exec */
  g_autofree double *y = solve_with_script ("[ \"$(ulimit -t)\" != unlimited ] || exit 100\n"
                                            "[ \"$(ulimit -v)\" != unlimited ] || exit 101\n"
                                            "[ \"$(ulimit -f)\" != unlimited ] || exit 102\n"
                                            "[ \"$(echo *)\" = 'param.csdp program.dat-s' ] || exit 103\n"
                                            "for d in /proc/$$/fd/*; do [ -L $d ] || continue; case ${d##*/} in [012]|10|255) ;; *) exit 104;; esac; done\n"
                                            "echo 1 > solution", NULL, &error);

  g_assert_cmpint (open_here, >=, 3);
  g_assert_no_error (error);
  g_assert_nonnull (y);
  close (open_here);
}

static gboolean
cancel_at_once (gpointer user, double fraction)
{
  return FALSE;
}

static void
test_csdp_cancelled (void)
{
  LabProgress progress = { .func = cancel_at_once };
  g_autoptr (GError) error = NULL;
  g_autofree double *y = solve_with_script ("exec sleep 1000", &progress, &error);

  g_assert_null (y);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/solvers/clp-is-cancelled-inside-and-leaves-the-handler-of-interrupts", test_clp_cancelled);
  g_test_add_func ("/lab/solvers/each-status-of-clp-has-its-own-answer", test_clp_answers);
  g_test_add_func ("/lab/solvers/no-statement-denies-a-function-that-is-constant-along-runs", test_clp_statement);
  g_test_add_func ("/lab/solvers/each-exit-of-csdp-has-its-own-answer", test_csdp_answers);
  g_test_add_func ("/lab/solvers/csdp-has-limits-and-neither-descriptors-nor-files-of-others", test_csdp_confined);
  g_test_add_func ("/lab/solvers/csdp-ends-when-the-study-is-cancelled", test_csdp_cancelled);
  return g_test_run ();
}

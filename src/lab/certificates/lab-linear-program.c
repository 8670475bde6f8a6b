/* Linear programs, which the simplex method of CLP (of the project COIN-OR) solves. A build without CLP solves none. */
#include "lab-linear-program.h"

#include <dlfcn.h>
#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-linear-program-private.h"

/* A variable has no bounds at first; CLP would otherwise take x ≥ 0. */
LabLinearProgram *
lab_linear_program_new (int n)
{
  LabLinearProgram *program = g_new0 (LabLinearProgram, 1);

  program->n = n;
  program->objective = g_new0 (double, n);
  program->low = g_new (double, n);
  program->high = g_new (double, n);
  for (int k = 0; k < n; k++)
    {
      program->low[k] = -INFINITY;
      program->high[k] = INFINITY;
    }
  program->entries = g_array_new (FALSE, FALSE, sizeof (LabLinearEntry));
  program->bounds = g_array_new (FALSE, FALSE, sizeof (double));
  return program;
}

void
lab_linear_program_free (LabLinearProgram *program)
{
  if (program == NULL)
    return;
  g_free (program->objective);
  g_free (program->low);
  g_free (program->high);
  g_array_unref (program->entries);
  g_array_unref (program->bounds);
  g_free (program);
}

/* Entry `count` of the loop is the additional column, whose index −1 means that there is none. */
void
lab_linear_program_add (LabLinearProgram *program, const double *coefficients, int count, int column, double other, double low, double high)
{
  int row = (int) program->bounds->len / 2;

  for (int k = 0; k <= count; k++)
    {
      LabLinearEntry entry = k < count ? (LabLinearEntry) { row, k, coefficients[k] } : (LabLinearEntry) { row, column, other };

      if (entry.column >= 0 && entry.value != 0)
        g_array_append_val (program->entries, entry);
    }
  g_array_append_val (program->bounds, low);
  g_array_append_val (program->bounds, high);
}

#ifdef LAB_HAVE_CLP

gboolean
lab_linear_program_available (void)
{
  return TRUE;
}

/* CLP uses the largest double for an infinite bound. */
static double
bound (double value)
{
  return isinf (value) ? copysign (DBL_MAX, value) : value;
}

/* Copies every stride-th bound. */
static double *
bounds_of (const double *values, int n, int stride)
{
  double *result = g_new (double, n + 1);

  for (int k = 0; k < n; k++)
    result[k] = bound (values[k * stride]);
  return result;
}

/* Sorts the entries by columns, the order that CLP requires. */
static void
sort_columns (const LabLinearProgram *program, int *start, int *index, double *values)
{
  const LabLinearEntry *entries = (const LabLinearEntry *) (gpointer) program->entries->data;
  int n = program->n;

  memset (start, 0, (gsize) (n + 2) * sizeof *start);
  for (guint k = 0; k < program->entries->len; k++)
    start[entries[k].column + 2]++;
  for (int k = 0; k <= n; k++)
    start[k + 1] += start[k];
  /* While the entries are copied, start[k + 1] is the place of the next entry of column k. At the end it is the start of column k + 1. */
  for (guint k = 0; k < program->entries->len; k++)
    {
      int at = start[entries[k].column + 1]++;

      index[at] = entries[k].row;
      values[at] = entries[k].value;
    }
}

/* What the solution reports to and why it ended. */
typedef struct
{
  const LabProgress *progress;
  double fraction;
  gint64 next;
  GError *error;
} Watch;

/* CLP asks at each iteration; the progress function is called once in this time, in µs. */
#define INTERVAL 5000

static int
go_on (void *user)
{
  Watch *watch = user;
  gint64 now = g_get_monotonic_time ();

  if (watch->error == NULL && now >= watch->next)
    {
      watch->next = now + INTERVAL;
      lab_progress_report (watch->progress, watch->fraction, &watch->error);
    }
  return watch->error == NULL;
}

/* Sets the error of each status that is neither a solution nor a proof that there is none. */
static void
set_error (GError **error, const LabClpAnswer *answer)
{
  const char *reason;

  switch (answer->status)
    {
    case 1:
      reason = _("it seems to have no solution, but the solver cannot prove it");
      break;
    case 2:
      reason = _("its objective seems to be unbounded");
      break;
    case 3:
      reason = _("a limit of iterations or time was reached");
      break;
    case 4:
      reason = _("rounding errors were too large");
      break;
    case LAB_CLP_NO_MEMORY:
      reason = _("there was not enough memory");
      break;
    default:
      reason = NULL;
    }
  if (reason != NULL)
    g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("the linear program was not solved: %s"), reason);
  else
    g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("the linear program was not solved: the solver CLP ended with status %d"),
                 answer->status);
}

/* Returns the function lab_clp_solve of the module that is linked with CLP. Returns NULL with an error if the module cannot be loaded. */
static LabClpSolve
load_clp (GError **error)
{
  /* Places of the module, seen from the folder of the program: where both are installed, and in a build folder. */
  static const char *const places[] = { CLP_MODULE_FOLDER "/stepwise-clp.so", "../../src/lab/certificates/stepwise-clp.so" };
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : g_strdup ("/");
  void *module = NULL;
  LabClpSolve solve = NULL;

  for (gsize k = 0; k < G_N_ELEMENTS (places) && module == NULL; k++)
    {
      g_autofree char *path = g_canonicalize_filename (places[k], folder);

      module = dlopen (path, RTLD_NOW | RTLD_LOCAL);
    }
  if (module != NULL)
    solve = (LabClpSolve) dlsym (module, "lab_clp_solve");
  if (solve == NULL)
    g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("the linear program was not solved: the solver CLP could not be loaded: %s"), dlerror ());
  return solve;
}

LabLinearOutcome
lab_linear_program_solve (const LabLinearProgram *program, const LabProgress *progress, double fraction, double **solution, GError **error)
{
  int n = program->n, n_rows = (int) program->bounds->len / 2;
  const double *rows = (const double *) (gpointer) program->bounds->data;
  g_autofree int *start = g_new (int, n + 2);
  g_autofree int *index = g_new (int, program->entries->len + 1);
  g_autofree double *values = g_new (double, program->entries->len + 1);
  g_autofree double *low = bounds_of (program->low, n, 1), *high = bounds_of (program->high, n, 1);
  g_autofree double *row_low = bounds_of (rows, n_rows, 2), *row_high = bounds_of (rows + 1, n_rows, 2);
  g_autofree double *x = g_new (double, n + 1);
  LabClpProblem problem = { n, n_rows, start, index, values, low, high, program->objective, row_low, row_high };
  Watch watch = { .progress = progress, .fraction = fraction };
  LabClpAnswer answer;
  LabClpSolve solve;

  *solution = NULL;
  solve = load_clp (error);
  if (solve == NULL)
    return LAB_LINEAR_FAILED;
  sort_columns (program, start, index, values);
  answer = solve (&problem, go_on, &watch, x);
  if (watch.error != NULL)
    {
      g_propagate_error (error, watch.error);
      return LAB_LINEAR_FAILED;
    }
  if (answer.status == 0)
    {
      *solution = g_steal_pointer (&x);
      return LAB_LINEAR_SOLVED;
    }
  if (answer.status == 1 && answer.secondary != 1)
    return LAB_LINEAR_INFEASIBLE;
  set_error (error, &answer);
  return LAB_LINEAR_FAILED;
}

#else

gboolean
lab_linear_program_available (void)
{
  return FALSE;
}

LabLinearOutcome
lab_linear_program_solve (const LabLinearProgram *program, const LabProgress *progress, double fraction, double **solution, GError **error)
{
  *solution = NULL;
  g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("this build has no solver for linear programs (CLP)"));
  return LAB_LINEAR_FAILED;
}

#endif

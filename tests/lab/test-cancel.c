/* Cancels every study at many of its reports of progress. A cancelled study must return one error and no result, and must have looked
 * often enough: the number of evaluations of the model between two reports is bounded, so that a study ends soon after it is cancelled,
 * whatever the speed of the machine. */
#include <gio/gio.h>
#include <string.h>

#include "expr-look.h"
#include "expr-program.h"
#include "lab-eigen.h"
#include "lab-fixture.h"
#include "lab-registry.h"
#include "lab-result.h"
#include "ode-linalg.h"

/* Largest number of evaluations of the right-hand side between two reports. An evaluation takes between 20 ns and 10 µs in the models of the
 * library. */
#define MOST_BETWEEN 10000

#define HEAD "format: 1\nname: Test\n"
#define OSCILLATOR HEAD "time: {end: 20}\nstates:\n  x: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: -x}\n"
#define VAN_DER_POL HEAD "time: {end: 20}\nstates:\n  x: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: (1 - x^2)*v - x}\n"
#define LORENZ \
  HEAD "time: {end: 10}\nparameters: {rho: 28}\nstates:\n  x: {initial: 1, derivative: 10*(y - x)}\n" \
       "  y: {initial: 1, derivative: x*(rho - z) - y}\n  z: {initial: 1, derivative: x*y - 8/3*z}\n"
#define FITZHUGH \
  HEAD "time: {end: 100}\nparameters: {Iext: 0.5}\nstates:\n  v: {initial: 1, derivative: v - v^3/3 - w + Iext}\n" \
       "  w: {initial: 1, derivative: 0.08*(v + 0.7 - 0.8*w)}\n"
#define LOGISTIC HEAD "time: {end: 10}\nstates: {y: {initial: 0.1, derivative: y*(1 - y)}}\n"
/* A saddle with long manifolds, and a ring of points where one nullcline is hidden inside a cell. */
#define SADDLES \
  HEAD "time: {end: 10}\nstates:\n  x: {initial: 0.1, derivative: y}\n" \
       "  y: {initial: 0, derivative: x - x^3 - 0.01*y*((x - 0.3003)^2 + (y - 0.2)^2 - 1e-5)}\n"

/* A model with 110 states. Its matrices are so large that their factorizations report progress. */
#define CHAIN HEAD "time: {end: 1}\nstates:\n  q: {size: 110, initial: 0.1*i, derivative: \"-q[i] - q[i]^3 + 0.1\"}\n"

/* A model whose Jacobian is dense. */
#define COUPLED HEAD "time: {end: 0.02}\nstates:\n  q: {size: 120, initial: 0.1*i, derivative: \"-q[i] + 0.1*sum(j, 1, 120, sin(q[j] - q[i]))\"}\n"

/* A model of n states with a dense Jacobian whose programs are too small to report progress. */
#define SHARED(n) \
  HEAD "time: {end: 0.5}\nstates:\n  q: {size: " #n ", initial: 0.1*i, derivative: \"-q[i] + 0.1*sin(sum(j, 1, " #n ", q[j]))\"}\n"

/* The studies that run on the thread of the caller, with a model and options that make them report often. Options are KEY=VALUE, separated
 * by semicolons. The model of a row without a text is the file in the library. */
static const struct { const char *id, *yaml, *file, *options, *settings; } rows[] = {
  { "compare", LORENZ, NULL, "", "{integrator: runge_kutta5}" },
  { "converge", VAN_DER_POL, NULL, "integrators=runge_kutta4,heun;largest=dense", NULL },
  { "work-precision", VAN_DER_POL, NULL, "integrators=runge_kutta5,radau5;largest=dense", NULL },
  { "stability", OSCILLATOR, NULL, "integrators=runge_kutta4,radau5,rodas4", NULL },
  { "sensitivity", FITZHUGH, NULL, "parameters=Iext", NULL },
  { "fit", NULL, "models/biology/theophylline.yaml", "data=@/models/biology/theophylline.csv;parameters=ka,ke,volume;profiles=true", NULL },
  { "equilibria", VAN_DER_POL, NULL, "", NULL },
  { "phase-plane", SADDLES, NULL, "box=x=-2:2,y=-2:2", NULL },
  { "phase-plane", VAN_DER_POL, NULL, "", NULL },
  { "poincare", LORENZ, NULL, "section=z - 27", NULL },
  { "poincare", VAN_DER_POL, NULL, "section=x;keep=20", NULL },
  { "lyapunov", LORENZ, NULL, "time=50", NULL },
  { "orbit", LORENZ, NULL, "vary=rho=20:30:4;transient=5;keep=8", NULL },
  { "linearize", CHAIN, NULL, "", NULL },
  { "linearize", CHAIN, NULL, "at=rest", NULL },
  { "discretize", CHAIN, NULL, "period=0.1", NULL },
  { "continue", FITZHUGH, NULL, "vary=Iext=0.3:0.4", NULL },
  { "tolerance-dial", VAN_DER_POL, NULL, "", "{integrator: runge_kutta5}" },
  { "controller", VAN_DER_POL, NULL, "", "{integrator: runge_kutta5, accuracy: 1e-9}" },
  { "step-limits", VAN_DER_POL, NULL, "", "{integrator: runge_kutta5, accuracy: 1e-9}" },
  { "method-map", LOGISTIC, NULL, "steps=1:3.2:20", "{integrator: euler}" },
  { "method-map", LOGISTIC, NULL, "", "{integrator: euler}" },
  { "dense-output", VAN_DER_POL, NULL, "", "{integrator: runge_kutta5}" },
  { "cost-ledger", VAN_DER_POL, NULL, "", NULL },
  { "cloud", OSCILLATOR, NULL, "points=24", "{integrator: runge_kutta5}" },
  { "modified-equation", OSCILLATOR, NULL, "steps=6", "{integrator: implicit_midpoint}" },
  { "index-ladder", NULL, "models/constrained/index-ladder.yaml", "", "{integrator: radau}" },
  { "refinement", VAN_DER_POL, NULL, "", "{integrator: runge_kutta5}" },
};
/* Methods with each kind of factorization. */
static const char *const implicit_methods[] = { "radau5", "gauss4", "lobatto_iiia4", "lobatto_iiic4", "rodas4", "sdirk4", "bdf2", "implicit_euler" };

/* Studies with integrators that no simulator makes: id and options. */
static const struct { const char *id, *options, *yaml; int n; long cancel_at; } integrator_studies[] = {
  { "modified-equation", "steps=1", SHARED (110), 110, 2000 },
  { "lyapunov", "time=0.01;transient=0", SHARED (40), 40, 200 }, /* with the deviations 1640 states */
};

/* Studies that have no row, with the reason. */
static const char *const without_row[] = {
  "tableau",                         /* it takes a few milliseconds and reports no progress */
  "ensemble", "sweep", "basin",      /* they run on threads; see test-ensemble.c and test-basin.c */
  "roa", "lyapunov-function",        /* they wait for another program; see test-roa.c */
};

/* ---- counting evaluations ---- */

typedef struct
{
  OdeStatus (*rhs) (void *self, double t, const double *x, double *dxdt);
  OdeStatus (*jacobian) (void *self, double t, const double *x, double *values);
  int n;
} Original;

static GHashTable *originals; /* self of an OdeSystem → Original */
static long evaluations;

static OdeStatus
counted_rhs (void *self, double t, const double *x, double *dxdt)
{
  const Original *original = g_hash_table_lookup (originals, self);

  evaluations++;
  return original->rhs (self, t, x, dxdt);
}

/* A Jacobian counts as n evaluations, since it takes about as long. */
static OdeStatus
counted_jacobian (void *self, double t, const double *x, double *values)
{
  const Original *original = g_hash_table_lookup (originals, self);

  evaluations += original->n;
  return original->jacobian (self, t, x, values);
}

/* Replaces the functions of each new instance by those that count. */
static gboolean
count_evaluations (ModelSystem *system, gpointer user, GError **error)
{
  OdeSystem *ode = (OdeSystem *) model_system_ode (system);
  Original original = { ode->rhs, ode->jacobian, ode->n_states };

  g_hash_table_insert (originals, ode->self, g_memdup2 (&original, sizeof original));
  ode->rhs = counted_rhs;
  if (ode->jacobian != NULL)
    ode->jacobian = counted_jacobian;
  return TRUE;
}

/* ---- cancelling ---- */

typedef struct
{
  long looks, cancel_at;   /* number of reports so far, and that of the report that cancels; 0: none does */
  long before;             /* number of evaluations at the last report */
  long most;               /* largest number of evaluations between two reports */
} Looks;

static gboolean
look (gpointer user, double fraction)
{
  Looks *looks = user;

  g_assert_cmpfloat (fraction, >=, 0);
  g_assert_cmpfloat (fraction, <=, 1);
  looks->most = MAX (looks->most, evaluations - looks->before);
  looks->before = evaluations;
  looks->looks++;
  return looks->cancel_at == 0 || looks->looks < looks->cancel_at;
}

static void
show (gpointer user, const LabResult *result)
{
  g_assert_nonnull (result);
}

/* Runs a study. Returns NULL with an error if it was cancelled. */
static LabResult *
run_study (const LabProblem *problem, const LabStudyKind *kind, const char *options, Looks *looks, GError **error)
{
  LabProgress progress = { look, looks, show };
  g_auto (GStrv) parts = g_strsplit (options, "@", -1); /* @ stands for the folder of the data */
  g_autofree char *full = g_strjoinv (g_getenv ("STEPWISE_DATA_DIR"), parts);
  g_auto (GStrv) words = g_strsplit (full, ";", -1);
  const char *values[32] = { NULL };
  LabResult *result;

  for (int k = 0; k < kind->n_options; k++)
    {
      gsize length = strlen (kind->options[k].key);

      values[k] = kind->options[k].standard;
      for (char **word = words; *word != NULL; word++)
        if (strncmp (*word, kind->options[k].key, length) == 0 && (*word)[length] == '=')
          values[k] = *word + length + 1;
    }
  looks->before = evaluations;
  result = lab_registry_run (kind, problem, values, &progress, error);
  looks->most = MAX (looks->most, evaluations - looks->before);
  return result;
}

static void
test_row (gconstpointer data)
{
  int row = GPOINTER_TO_INT (data);
  const LabStudyKind *kind = lab_registry_find (rows[row].id);
  g_autofree char *text = g_strdup (rows[row].yaml);
  g_autoptr (GError) error = NULL;
  g_autoptr (LabResult) result = NULL;
  LabFixture f;
  Looks all = { 0 };

  if (text == NULL)
    {
      g_autofree char *path = g_build_filename (g_getenv ("STEPWISE_DATA_DIR"), rows[row].file, NULL);

      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
    }
  originals = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  lab_fixture_init (&f, text, rows[row].settings);
  f.problem.prepare = count_evaluations;
  result = run_study (&f.problem, kind, rows[row].options, &all, &error);
  g_assert_no_error (error);
  g_assert_nonnull (result);
  g_test_message ("%ld reports, at most %ld evaluations between two", all.looks, all.most);
  g_assert_cmpint (all.most, <=, MOST_BETWEEN);
  for (long k = 1; k <= all.looks; k = k == all.looks ? k + 1 : MIN (all.looks, k + 1 + 2 * k))
    {
      Looks looks = { .cancel_at = k };
      g_autoptr (GError) cancelled = NULL;
      LabResult *none = run_study (&f.problem, kind, rows[row].options, &looks, &cancelled);

      if (looks.looks < k) /* a study that repeats short runs to measure their time may report less often */
        {
          g_assert_nonnull (none);
          lab_result_free (none);
          continue;
        }
      g_assert_null (none);
      g_assert_error (cancelled, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpint (looks.most, <=, MOST_BETWEEN);
    }
  lab_fixture_clear (&f);
  g_hash_table_unref (originals);
}

/* A new study must be cancelled here too. */
static void
test_all (void)
{
  for (const LabStudyKind *const *kind = lab_registry (); *kind != NULL; kind++)
    {
      gboolean found = FALSE;

      for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
        found |= strcmp (rows[k].id, (*kind)->id) == 0;
      for (guint k = 0; k < G_N_ELEMENTS (without_row); k++)
        found |= strcmp (without_row[k], (*kind)->id) == 0;
      if (!found)
        g_test_fail_printf ("the study '%s' has no row", (*kind)->id);
    }
}

/* Counts the reports, and cancels at one of them. */
static gboolean
count (gpointer user, double fraction)
{
  Looks *looks = user;

  looks->looks++;
  return looks->looks != looks->cancel_at;
}

/* A matrix of order n is reduced in n − 2 steps, and each eigenvalue takes at least half a QR step; each step is of n² operations. Each eigenvector takes
 * n steps of n² operations, and a block of 32 columns of a real factorization 64 n². For n = 1000 this is at most 0.1 s. */
static void
test_large (void)
{
  enum { n = 130 };
  g_autofree double *J = g_new (double, n * n), *values = g_new (double, 2 * n), *vectors = g_new (double, 2 * n * n), *a = g_new (double, n * n);
  double x[n], b[n];
  int pivot[n];
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  Looks eigen = { 0 }, with_vectors = { 0 }, lu = { 0 };
  LabProgress eigen_progress = { count, &eigen }, vector_progress = { count, &with_vectors }, lu_progress = { count, &lu };

  for (int k = 0; k < n * n; k++)
    J[k] = g_rand_double_range (random, -1, 1);
  g_assert_true (lab_eigen_watched (n, J, values, NULL, &eigen_progress, 0, NULL));
  g_assert_cmpint (eigen.looks, >=, n - 2 + n / 2);
  g_assert_true (lab_eigen_watched (n, J, values, vectors, &vector_progress, 0, NULL));
  g_assert_cmpint (with_vectors.looks, >=, eigen.looks + n * n);
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      a[j * n + i] = J[i * n + j];
  for (int i = 0; i < n; i++)
    {
      x[i] = g_rand_double_range (random, -1, 1);
      b[i] = 0;
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[i] += J[i * n + j] * x[j];
  g_assert_true (lab_lu_factor (n, a, pivot, &lu_progress, 0, NULL));
  g_assert_cmpint (lu.looks, >=, n / 32);
  ode_lu_solve (n, a, pivot, b);
  for (int i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (b[i], x[i], 1e-9);
  for (long k = 1; k <= with_vectors.looks; k = 1 + 2 * k)
    {
      Looks looks = { .cancel_at = k };
      LabProgress progress = { count, &looks };
      g_autoptr (GError) error = NULL;

      g_assert_false (lab_eigen_watched (n, J, values, vectors, &progress, 0, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpint (looks.looks, ==, k);
      g_clear_error (&error);
      if (k > lu.looks)
        continue;
      looks.looks = 0;
      for (int i = 0; i < n * n; i++)
        a[i] = J[i];
      g_assert_false (lab_lu_factor (n, a, pivot, &progress, 0, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpint (looks.looks, ==, k);
    }
}

/* Counts the reports, and the evaluations after the report that cancels. */
static gboolean
count_to_end (gpointer user, double fraction)
{
  Looks *looks = user;

  if (++looks->looks == looks->cancel_at)
    looks->before = evaluations;
  return looks->looks != looks->cancel_at;
}

/* One attempt of an implicit method takes more than a second for a dense Jacobian of 1000 states. The run must look at each evaluation of the model and
 * in each factorization, in every eighth call for 120 states, and must end without a further evaluation. */
static void
test_attempt (gconstpointer method)
{
  enum { n = 120, every = 8 };
  g_autofree char *settings = g_strdup_printf ("{integrator: %s, max_step: 0.01}", (const char *) method);
  g_autoptr (GError) error = NULL;
  LabFixture f;
  LabRun run;
  Looks all = { 0 };
  LabProgress progress = { .func = count_to_end, .user = &all };

  originals = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  lab_fixture_init (&f, COUPLED, settings);
  g_assert_true (lab_problem_set_times (&f.problem, &error));
  f.problem.prepare = count_evaluations;
  g_assert_true (lab_problem_run (&f.problem, NULL, &progress, &run, &error));
  g_assert_no_error (error);
  g_assert_cmpint (run.reason, ==, SIM_REACHED_END);
  g_assert_cmpint (run.statistics.ode.factorizations, >, 0);
  g_test_message ("%ld reports, %ld evaluations, %ld factorizations", all.looks, run.statistics.ode.rhs_evaluations, run.statistics.ode.factorizations);
  g_assert_cmpint (all.looks, >=, (run.statistics.ode.rhs_evaluations + run.statistics.ode.factorizations * (n / 32)) / every);
  lab_run_clear (&run);
  for (long k = 1; k <= all.looks; k += k)
    {
      Looks looks = { .cancel_at = k };
      LabProgress cancelling = { .func = count_to_end, .user = &looks };

      g_assert_false (lab_problem_run (&f.problem, NULL, &cancelling, &run, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpint (looks.looks, ==, k);
      g_assert_cmpint (evaluations, ==, looks.before);
      g_clear_error (&error);
    }
  lab_fixture_clear (&f);
  g_hash_table_unref (originals);
}

/* Each integrator of a study must look at each evaluation of a large model. */
static void
test_integrator (gconstpointer data)
{
  int row = (int) GPOINTER_TO_INT (data), n = integrator_studies[row].n;
  g_autoptr (LabResult) result = NULL;
  g_autoptr (GError) error = NULL;
  LabFixture f;
  Looks looks = { .cancel_at = integrator_studies[row].cancel_at };

  originals = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  lab_fixture_init (&f, integrator_studies[row].yaml, "{integrator: radau5}");
  f.problem.prepare = count_evaluations;
  evaluations = 0;
  result = run_study (&f.problem, lab_registry_find (integrator_studies[row].id), integrator_studies[row].options, &looks, &error);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_test_message ("%ld reports, %ld evaluations, at most %ld between two reports", looks.looks, evaluations, looks.most);
  g_assert_cmpint (looks.looks, ==, looks.cancel_at);
  g_assert_cmpint (looks.most, <=, 2 * n); /* a Jacobian counts as n evaluations */
  lab_fixture_clear (&f);
  g_hash_table_unref (originals);
}

/* The eigenvalues of the Jacobian at the start take the time of test_large. */
static void
test_stability (void)
{
  enum { n = 120 };
  g_autoptr (LabResult) result = NULL;
  g_autoptr (GError) error = NULL;
  LabFixture f;
  Looks first = { 0 }, all = { 0 };

  lab_fixture_init (&f, COUPLED, NULL);
  /* The first study compiles the Jacobian, which has more looks. */
  lab_result_free (run_study (&f.problem, lab_registry_find ("stability"), "integrators=radau5,rodas4", &first, &error));
  g_assert_no_error (error);
  result = run_study (&f.problem, lab_registry_find ("stability"), "integrators=radau5,rodas4", &all, &error);
  g_assert_no_error (error);
  g_assert_cmpint (all.looks, >=, n - 2 + n / 2 + 2 * (n / 32));
  for (long k = 1; k <= all.looks; k += 1 + k)
    {
      Looks looks = { .cancel_at = k };

      g_assert_null (run_study (&f.problem, lab_registry_find ("stability"), "integrators=radau5,rodas4", &looks, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpint (looks.looks, ==, k);
      g_clear_error (&error);
    }
  lab_fixture_clear (&f);
}

static gboolean
count_look (gpointer user)
{
  return count (user, 0);
}

/* An evaluation of a large model looks at parts of EXPR_LOOK_INSTRUCTIONS. An ended evaluation has no value and does not look again. */
static void
test_evaluation (gconstpointer data)
{
  enum { n = 120 };
  g_autofree double *x = g_new0 (double, n), *full = g_new0 (double, n * n), *values = g_new0 (double, n * n);
  g_autoptr (GError) error = NULL;
  ModelSystem *system;
  const OdeSystem *ode;
  LabFixture f;

  lab_fixture_init (&f, COUPLED, NULL);
  f.problem.instance.byte_code = GPOINTER_TO_INT (data);
  system = lab_problem_instance (&f.problem, &error);
  g_assert_no_error (error);
  ode = model_system_ode (system);
  ode->prepare_jacobian (ode->self);
  for (int i = 0; i < n; i++)
    x[i] = 0.1 * i;
  for (int jacobian = 0; jacobian < 2; jacobian++)
    {
      OdeStatus (*function) (void *, double, const double *, double *) = jacobian ? ode->jacobian : ode->rhs;
      Looks all = { 0 };
      ExprLook previous;

      g_assert_cmpint (function (ode->self, 0, x, full), ==, ODE_DONE);
      previous = expr_look_set ((ExprLook) { count_look, &all });
      g_assert_null (previous.func);
      g_assert_cmpint (function (ode->self, 0, x, values), ==, ODE_DONE);
      g_assert_cmpmem (values, sizeof (double) * n, full, sizeof (double) * n);
      g_assert_cmpint (all.looks, >=, n * n / EXPR_LOOK_INSTRUCTIONS); /* at least one instruction for each term */
      for (long k = 1; k <= all.looks; k++)
        {
          Looks looks = { .cancel_at = k };

          expr_look_set ((ExprLook) { count_look, &looks });
          g_assert_cmpint (function (ode->self, 0, x, values), !=, ODE_DONE);
          g_assert_cmpint (looks.looks, ==, k);
        }
      expr_look_set (previous);
      g_assert_cmpint (function (ode->self, 0, x, values), ==, ODE_DONE);
      g_assert_cmpmem (values, sizeof (double) * n, full, sizeof (double) * n);
    }
  model_system_free (system);
  lab_fixture_clear (&f);
}

/* A model is written out in parts too. */
static void
test_elaboration (void)
{
  Looks all = { 0 }, looks = { .cancel_at = 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) constants = g_hash_table_new (g_str_hash, g_str_equal);
  double n = 150;
  LabFixture f;

  lab_fixture_init (&f, HEAD "constants: {N: 20}\nstates:\n  q: {size: N, initial: 0.1*i, derivative: \"sum(j, 1, N, sin(q[j] - q[i]))\"}\n", NULL);
  g_hash_table_insert (constants, (gpointer) "N", &n);
  f.problem.instance.constants = constants;
  expr_look_set ((ExprLook) { count_look, &looks });
  g_assert_null (lab_problem_instance (&f.problem, &error));
  g_assert_error (error, MODEL_ERROR, MODEL_ERROR_VALUE);
  g_assert_cmpint (looks.looks, ==, 1);
  g_clear_error (&error);
  expr_look_set ((ExprLook) { count_look, &all });
  model_system_free (lab_problem_instance (&f.problem, &error));
  g_assert_no_error (error);
  g_assert_cmpint (all.looks, >=, 150 * 150 / EXPR_LOOK_INSTRUCTIONS);
  expr_look_set ((ExprLook) { NULL, NULL });
  lab_fixture_clear (&f);
}

/* Ends at one of the looks and at all later ones. */
static gboolean
count_to_last (gpointer user)
{
  Looks *looks = user;

  looks->looks++;
  return looks->cancel_at == 0 || looks->looks < looks->cancel_at;
}

/* Compiles the Jacobian of a new instance and evaluates it into values[n·n]. */
static OdeStatus
compile (LabFixture *f, Looks *looks, const double *x, double *values)
{
  g_autoptr (GError) error = NULL;
  ModelSystem *system = lab_problem_instance (&f->problem, &error);
  const OdeSystem *ode = model_system_ode (system);
  OdeStatus status;

  g_assert_no_error (error);
  expr_look_set ((ExprLook) { looks != NULL ? count_to_last : NULL, looks });
  ode->prepare_jacobian (ode->self);
  if (looks != NULL)
    looks->before = looks->looks;
  status = ode->jacobian (ode->self, 0, x, values);
  expr_look_set ((ExprLook) { NULL, NULL });
  model_system_free (system);
  return status;
}

static gboolean
makes_machine_code (void)
{
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  const ExprValue value = expr_graph_input (graph, 0);
  g_autoptr (ExprProgram) program = expr_program_new (graph, &value, 1, 1, 0, 0);

  return g_str_equal (expr_program_backend (program), "machine code");
}

/* The Jacobian is compiled with a look for each row, for every 64th entry, and for every EXPR_LOOK_INSTRUCTIONS-th visit of a value, an instruction or an
 * output. Each of its n² entries has some values and at least one instruction, and each pass of the compiler visits each of them once: there are 49 n²
 * visits for byte code and 60 n² for machine code. A pass without looks makes the number at least n² smaller.
 *
 * The compilation ends after at most one more look. The Jacobian then has no values, and the next study compiles the same
 * Jacobian. */
static void
test_compilation (gconstpointer data)
{
  enum { n = 120 };
  const gboolean byte_code = GPOINTER_TO_INT (data);
  g_autofree double *x = g_new0 (double, n), *full = g_new0 (double, n * n), *values = g_new0 (double, n * n);
  LabFixture f;
  Looks all = { 0 };

  for (int i = 0; i < n; i++)
    x[i] = 0.1 * i;
  lab_fixture_init (&f, COUPLED, NULL);
  f.problem.instance.byte_code = byte_code;
  g_assert_cmpint (compile (&f, NULL, x, full), ==, ODE_DONE);
  lab_fixture_clear (&f);
  lab_fixture_init (&f, COUPLED, NULL);
  f.problem.instance.byte_code = byte_code;
  g_assert_cmpint (compile (&f, &all, x, values), ==, ODE_DONE);
  lab_fixture_clear (&f);
  g_test_message ("%ld looks", all.before);
  g_assert_cmpint (all.before, >=, n + n * n / 64 + (makes_machine_code () && !byte_code ? 60 : 49) * n * n / EXPR_LOOK_INSTRUCTIONS);
  for (long k = 1; k <= all.before; k = k == all.before ? k + 1 : MIN (all.before, k + 1 + k))
    {
      Looks looks = { .cancel_at = k };

      lab_fixture_init (&f, COUPLED, NULL);
      f.problem.instance.byte_code = byte_code;
      g_assert_cmpint (compile (&f, &looks, x, values), !=, ODE_DONE);
      g_assert_cmpint (looks.before, <=, k + 1);
      memset (values, 0, sizeof (double) * n * n);
      g_assert_cmpint (compile (&f, NULL, x, values), ==, ODE_DONE);
      g_assert_cmpmem (values, sizeof (double) * n * n, full, sizeof (double) * n * n);
      lab_fixture_clear (&f);
    }
}

/* The search of equilibria in a large model would take hours. */
static void
test_too_large (void)
{
  const LabStudyKind *kind = lab_registry_find ("equilibria");
  const char *values[8] = { NULL };
  g_autoptr (GError) error = NULL;
  LabFixture f;

  lab_fixture_init (&f, HEAD "time: {end: 1}\nstates:\n  q: {size: 201, initial: 1, derivative: \"-q[i]\"}\n", NULL);
  g_assert_null (lab_registry_run (kind, &f.problem, values, NULL, &error));
  g_assert_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL);
  g_assert_nonnull (strstr (error->message, "at most 200 states; this one has 201"));
  lab_fixture_clear (&f);
}

/* Studies whose matrices do not fit are refused before they begin: their orders were once multiplied as int. */
static void
test_matrices_too_large (void)
{
  static const struct { const char *id, *options, *settings; int n; const char *words; } refused[] = {
    { "linearize", "", NULL, 4097, "at most 4096 states; the model has 4097" },
    { "discretize", "period=1", NULL, 4097, "at most 4096 states; the model has 4097" },
    { "stability", "integrators=radau5", NULL, 66000, "at most 4096 states; the model has 66000" },
    { "method-map", "", NULL, 66000, "at most 4096 states; the model has 66000" },
    { "phase-plane", "", NULL, 66000, "at most 4096 states; the model has 66000" },
    { "lyapunov", "time=0.1", NULL, 66000, "a set for each of 66000 states" },
    { "lyapunov", "time=0.1", NULL, 2000, "integrates 4002000 equations" },
    { "lyapunov", "time=0.1", "{integrator: radau5}", 64, "integrates 4160 equations" },
  };

  for (guint k = 0; k < G_N_ELEMENTS (refused); k++)
    {
      g_autofree char *yaml = g_strdup_printf (HEAD "time: {end: 0.01}\nstates:\n  q: {size: %d, initial: 1, derivative: \"-q[i]\"}\n", refused[k].n);
      g_autoptr (GError) error = NULL;
      LabFixture f;
      Looks looks = { 0 };

      lab_fixture_init (&f, yaml, refused[k].settings);
      g_assert_null (run_study (&f.problem, lab_registry_find (refused[k].id), refused[k].options, &looks, &error));
      g_assert_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED);
      g_test_message ("%s: %s", refused[k].id, error->message);
      g_assert_nonnull (strstr (error->message, refused[k].words));
      lab_fixture_clear (&f);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/cancel/every-study-is-tested", test_all);
  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autofree char *path = g_strdup_printf ("/lab/cancel/%s-ends-soon-wherever-it-is-cancelled/%u", rows[k].id, k + 1);

      g_test_add_data_func (path, GINT_TO_POINTER ((int) k), test_row);
    }
  g_test_add_func ("/lab/cancel/factorizations-of-large-matrices-can-be-cancelled", test_large);
  for (guint k = 0; k < G_N_ELEMENTS (implicit_methods); k++)
    {
      g_autofree char *path = g_strdup_printf ("/lab/cancel/an-attempt-of-a-large-model-can-be-cancelled/%s", implicit_methods[k]);

      g_test_add_data_func (path, implicit_methods[k], test_attempt);
    }
  for (guint k = 0; k < G_N_ELEMENTS (integrator_studies); k++)
    {
      g_autofree char *path = g_strdup_printf ("/lab/cancel/an-integrator-of-a-study-looks-at-each-evaluation/%s", integrator_studies[k].id);

      g_test_add_data_func (path, GINT_TO_POINTER ((int) k), test_integrator);
    }
  g_test_add_func ("/lab/cancel/the-stability-of-a-large-model-can-be-cancelled", test_stability);
  g_test_add_data_func ("/lab/cancel/an-evaluation-of-a-large-model-can-be-cancelled/machine-code", GINT_TO_POINTER (FALSE), test_evaluation);
  g_test_add_data_func ("/lab/cancel/an-evaluation-of-a-large-model-can-be-cancelled/byte-code", GINT_TO_POINTER (TRUE), test_evaluation);
  g_test_add_func ("/lab/cancel/the-elaboration-of-a-large-model-can-be-cancelled", test_elaboration);
  g_test_add_data_func ("/lab/cancel/the-compilation-of-a-large-model-can-be-cancelled/machine-code", GINT_TO_POINTER (FALSE), test_compilation);
  g_test_add_data_func ("/lab/cancel/the-compilation-of-a-large-model-can-be-cancelled/byte-code", GINT_TO_POINTER (TRUE), test_compilation);
  g_test_add_func ("/lab/cancel/matrices-that-are-too-large-are-refused", test_matrices_too_large);
  g_test_add_func ("/lab/cancel/equilibria-of-a-large-model-are-refused", test_too_large);
  return g_test_run ();
}

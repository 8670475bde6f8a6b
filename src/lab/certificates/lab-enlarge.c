/* Finds the coefficients of a Lyapunov function V by a linear program over sampled points. Runs along rays from the equilibrium measure the
 * region of attraction, and points inside and beyond its boundary are chosen on these rays (compare Kapinski et al., HSCC 2014, 133, and
 * Topcu et al., Automatica 44 (2008) 2669):
 *
 *   minimize τ − δ/10 subject to
 *   1 ≤ V ≤ 1 + τ at points on the boundary, V ≥ 1 at points beyond it,
 *   dV/dt ≤ −δ |z|² and V ≥ ε |z|² at points inside, δ ≥ ε.
 *
 * V is then nearly constant on the boundary, so that a level set follows the boundary. If the program has no solution, the points inside
 * are moved towards the equilibrium. The program states nothing about the space between the points. Therefore, after each round, the
 * smallest V at which dV/dt = 0 is searched, that point is added to the program, and the program is solved again. The largest set of all
 * rounds is certified. */
#include "lab-enlarge.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "lab-capture.h"
#include "lab-frame.h"
#include "lab-linear-program.h"
#include "lab-option.h"
#include "lab-problem.h"
#include "lab-roa.h"
#include "lab-scan.h"
#include "ode-linalg.h"

/* Number of rounds of the linear program, and number of the largest sets for which a certificate is tried. A round
 * needs a linear program and a scan of V; a certificate needs several semidefinite programs, so that few are tried. */
#define ROUNDS 12
#define TRIED 3
/* A ray ends at this multiple of the radius of the known certified set. */
#define REACH 30
/* The constant ε, in units in which the region has the size 1. For dV/dt it is multiplied by the fastest rate of the
 * linear part. It keeps V and −dV/dt above the errors of the simplex method, whose tolerance is 1e-7. */
#define EPSILON 1e-3
/* Positions of the points inside, as fractions of a ray. The largest leaves a margin, since dV/dt is 0 somewhere on every boundary. */
static const double inside[] = { 0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.87, 0.93 };
/* Factors by which the points inside are moved towards the equilibrium, one after the other, until the program has a
 * solution. A smaller region is then described, but a certificate may exist for it. */
static const double inwards[] = { 1, 0.95, 0.9, 0.85, 0.8, 0.7 };
static const double beyond[] = { 1, 1.1, 1.3, 1.6, 2, 3, 6 };

typedef struct
{
  int n;
  LabFrame *frame;          /* coordinates y; for quadratic V the known certified set is a ball of radius √level */
  double unit;              /* scale of the coordinates w = y / unit, in which the boundary of the region has a size of about 1 */
  double rate;              /* largest magnitude of an eigenvalue of the linear part */
  LabPolynomial *flow[LAB_MOST_VARIABLES], *common; /* the vector field dw/dt = flow/common */
  int n_rays;
  double *rays, *reach;     /* n_rays unit vectors in w, and the distance of the boundary along each */
  int degree;               /* degree of V */
  double inwards;           /* current factor by which the fractions in `inside` are multiplied */
  GArray *monomials;        /* LabMonomial: the monomials of V */
  GArray *cuts;             /* double, n for each point: points w inside the region at which dV/dt was not negative */
  GArray *far;              /* double, n for each point: points w beyond the boundary at which dV/dt was not negative */
} Fit;

static void
fit_clear (Fit *fit)
{
  lab_frame_free (fit->frame);
  for (int i = 0; i < fit->n; i++)
    lab_polynomial_free (fit->flow[i]);
  lab_polynomial_free (fit->common);
  g_free (fit->rays);
  g_free (fit->reach);
  g_clear_pointer (&fit->monomials, g_array_unref);
  g_clear_pointer (&fit->cuts, g_array_unref);
  g_clear_pointer (&fit->far, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fit, fit_clear)

/* Returns the number of rays. In the plane neighbouring rays are about 6° apart. On higher spheres 160 directions are
 * sparse; the cuts add points where they are needed. */
static int
count_rays (int n)
{
  return n == 1 ? 2 : n == 2 ? 64 : 160;
}

/* Computes z = T w · unit. */
static void
to_z (const Fit *fit, const double *w, double *z)
{
  for (int i = 0; i < fit->n; i++)
    {
      z[i] = 0;
      for (int j = 0; j < fit->n; j++)
        z[i] += fit->frame->T[i * fit->n + j] * w[j] * fit->unit;
    }
}

/* Returns a polynomial in z as a polynomial in w; if `inverse`, a polynomial in w as one in z. */
static LabPolynomial *
change_variables (const Fit *fit, const LabPolynomial *p, gboolean inverse)
{
  int n = fit->n, pivot[LAB_MOST_VARIABLES];
  double matrix[LAB_MOST_VARIABLES * LAB_MOST_VARIABLES], column[LAB_MOST_VARIABLES];
  LabPolynomial *rows[LAB_MOST_VARIABLES], *result;

  for (int i = 0; i < n; i++)
    rows[i] = lab_polynomial_new (n, 0, 0);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      matrix[j * n + i] = fit->frame->T[i * n + j] * fit->unit;
  if (inverse)
    ode_lu_factor (n, matrix, pivot);
  for (int j = 0; j < n; j++)
    {
      for (int i = 0; i < n; i++)
        column[i] = inverse ? i == j : matrix[j * n + i];
      if (inverse)
        ode_lu_solve (n, matrix, pivot, column);
      for (int i = 0; i < n; i++)
        {
          g_autoptr (LabPolynomial) term = lab_polynomial_new (n, lab_monomial (j, 1), column[i]), old = rows[i];

          rows[i] = lab_polynomial_add (old, term, 1);
        }
    }
  result = lab_polynomial_compose (p, rows);
  for (int i = 0; i < n; i++)
    lab_polynomial_free (rows[i]);
  return result;
}

/* Computes the vector field in w: dw/dt = S⁻¹ flow (S w), where z = S w. */
static void
transform_flow (Fit *fit, const LabField *field)
{
  int n = fit->n, pivot[LAB_MOST_VARIABLES];
  double matrix[LAB_MOST_VARIABLES * LAB_MOST_VARIABLES];
  LabPolynomial *moved[LAB_MOST_VARIABLES];

  for (int i = 0; i < n; i++)
    {
      moved[i] = change_variables (fit, field->flow[i], FALSE);
      fit->flow[i] = lab_polynomial_new (n, 0, 0);
      for (int j = 0; j < n; j++)
        matrix[j * n + i] = fit->frame->T[i * n + j] * fit->unit;
    }
  ode_lu_factor (n, matrix, pivot);
  for (int j = 0; j < n; j++)
    {
      double column[LAB_MOST_VARIABLES] = { 0 };

      column[j] = 1;
      ode_lu_solve (n, matrix, pivot, column);
      for (int i = 0; i < n; i++)
        {
          g_autoptr (LabPolynomial) old = fit->flow[i];

          fit->flow[i] = lab_polynomial_add (old, moved[j], column[i]);
        }
    }
  for (int i = 0; i < n; i++)
    lab_polynomial_free (moved[i]);
  fit->common = change_variables (fit, field->common, FALSE);
}

/* ---- measuring the region of attraction ---- */

/* Measures the distance of the boundary of the region of attraction along each ray, by runs. Then chooses the unit so
 * that the largest distance is 1. Returns FALSE with an error if the study is cancelled. */
static gboolean
measure (Fit *fit, LabCapture *capture, const LabPolynomial *V, double level, const LabProgress *progress, GError **error)
{
  int n = fit->n;
  double largest = 0;

  fit->n_rays = count_rays (n);
  fit->rays = g_new (double, fit->n_rays *n);
  fit->reach = g_new (double, fit->n_rays);
  lab_scan_directions (n, fit->n_rays, fit->rays);
  fit->unit = 1;
  for (int k = 0; k < fit->n_rays; k++)
    {
      double u[LAB_MOST_VARIABLES], r;

      if (!lab_progress_report (progress, 0.3 * k / fit->n_rays, error))
        return FALSE;
      to_z (fit, fit->rays + k * n, u);
      r = lab_roa_radius (V, level, u);
      fit->reach[k] = lab_capture_reach (capture, u, r, REACH * r);
      largest = fmax (largest, fit->reach[k]);
    }
  fit->unit = largest;
  for (int k = 0; k < fit->n_rays; k++)
    fit->reach[k] /= largest;
  return TRUE;
}

/* ---- monomials of V ---- */

/* Returns whether a monomial keeps its sign when the variables in the bit set `signs` change theirs. */
static gboolean
is_even (LabMonomial monomial, int n, guint signs)
{
  int sum = 0;

  for (int i = 0; i < n; i++)
    if (signs & (1u << i))
      sum += lab_monomial_exponent (monomial, i);
  return sum % 2 == 0;
}

/* Returns whether the vector field keeps its form when the variables in the bit set `signs` change their signs. */
static gboolean
is_symmetry (const Fit *fit, guint signs)
{
  for (int i = 0; i <= fit->n; i++)
    {
      const LabPolynomial *p = i < fit->n ? fit->flow[i] : fit->common;
      gboolean even = i == fit->n || !(signs & (1u << i));

      for (int k = 0; k < lab_polynomial_n_terms (p); k++)
        if (fabs (lab_polynomial_term (p, k)->value) > 1e-12 * lab_polynomial_size (p)
            && is_even (lab_polynomial_term (p, k)->monomial, fit->n, signs) != even)
          return FALSE;
    }
  return TRUE;
}

/* Appends all monomials of degrees 2 to `degree` that extend so_far in the variables from `variable` on. V has no
 * terms of degree 0 and 1, since it has its minimum 0 at the equilibrium. */
static void
add_monomials (Fit *fit, int degree, int variable, LabMonomial so_far)
{
  if (variable < fit->n)
    {
      for (int e = 0; e + lab_monomial_degree (so_far) <= degree; e++)
        add_monomials (fit, degree, variable + 1, so_far + lab_monomial (variable, e));
      return;
    }
  if (lab_monomial_degree (so_far) < 2)
    return;
  /* For every V, the mean of V and its mirror image under a symmetry satisfies the same conditions. So monomials that change their sign are
   * left out. */
  for (guint signs = 1; signs < (1u << fit->n); signs++)
    if (!is_even (so_far, fit->n, signs) && is_symmetry (fit, signs))
      return;
  g_array_append_val (fit->monomials, so_far);
}

/* ---- the linear program ---- */

static double
square (const double *w, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += w[i] * w[i];
  return sum;
}

/* Computes each monomial and its time derivative at w, divided by |w|². Without the division the rows of points near
 * the equilibrium would be smaller than the tolerance of the solver. */
static void
evaluate (const Fit *fit, const double *w, double *value, double *rate)
{
  double f[LAB_MOST_VARIABLES], scale = 1 / square (w, fit->n), common = lab_polynomial_value (fit->common, w);

  for (int i = 0; i < fit->n; i++)
    f[i] = lab_polynomial_value (fit->flow[i], w) / common;
  for (guint k = 0; k < fit->monomials->len; k++)
    {
      g_autoptr (LabPolynomial) one = lab_polynomial_new (fit->n, g_array_index (fit->monomials, LabMonomial, k), 1);
      double gradient[LAB_MOST_VARIABLES];

      value[k] = scale * lab_polynomial_gradient (one, w, gradient);
      rate[k] = 0;
      for (int i = 0; i < fit->n; i++)
        rate[k] += scale * gradient[i] * f[i];
    }
}

/* The unknowns are the coefficients, followed by τ and δ. δ is in units of the fastest rate. The rows are Σ c_k
 * ṁ_k/|w|² + δ · rate ≤ 0 and Σ c_k m_k/|w|² ≥ ε for monomials m_k with the coefficients c_k. */
static void
add_inside (const Fit *fit, LabLinearProgram *program, const double *w)
{
  int m = (int) fit->monomials->len;
  g_autofree double *value = g_new (double, m), *rate = g_new (double, m);

  evaluate (fit, w, value, rate);
  lab_linear_program_add (program, rate, m, m + 1, fit->rate, -INFINITY, 0);
  lab_linear_program_add (program, value, m, -1, 0, EPSILON, INFINITY);
}

/* Makes the linear program of the formulas at the top of this file. */
static LabLinearProgram *
make_program (const Fit *fit)
{
  int n = fit->n, m = (int) fit->monomials->len;
  LabLinearProgram *program = lab_linear_program_new (m + 2);
  g_autofree double *value = g_new (double, m), *rate = g_new (double, m);
  double w[LAB_MOST_VARIABLES];

  program->low[m] = 0;
  program->low[m + 1] = EPSILON;
  program->objective[m] = 1;
  program->objective[m + 1] = -0.1;
  for (int k = 0; k < fit->n_rays; k++)
    {
      const double *u = fit->rays + k * n;

      for (guint j = 0; j < G_N_ELEMENTS (inside); j++)
        {
          double r = inside[j] * fit->inwards * fit->reach[k];

          for (int i = 0; i < n; i++)
            w[i] = r * u[i];
          add_inside (fit, program, w);
        }
      for (guint j = 0; j < G_N_ELEMENTS (beyond); j++)
        {
          /* V ≥ 1 at all points beyond; at the boundary itself, beyond[0] = 1, also V ≤ 1 + τ. */
          double r = beyond[j] * fit->reach[k];

          for (int i = 0; i < n; i++)
            w[i] = r * u[i];
          evaluate (fit, w, value, rate);
          lab_linear_program_add (program, value, m, -1, 0, 1 / square (w, n), INFINITY);
          if (j == 0)
            lab_linear_program_add (program, value, m, m, -1 / square (w, n), -INFINITY, 1 / square (w, n));
        }
      /* The sum of the terms of highest degree is positive in all directions, so that V grows in all directions. */
      evaluate (fit, u, value, rate);
      for (int j = 0; j < m; j++)
        if (lab_monomial_degree (g_array_index (fit->monomials, LabMonomial, j)) < fit->degree)
          value[j] = 0;
      lab_linear_program_add (program, value, m, -1, 0, 10 * EPSILON, INFINITY);
    }
  for (guint k = 0; k < fit->cuts->len; k += (guint) n)
    add_inside (fit, program, &g_array_index (fit->cuts, double, k));
  for (guint k = 0; k < fit->far->len; k += (guint) n)
    {
      const double *point = &g_array_index (fit->far, double, k);

      evaluate (fit, point, value, rate);
      lab_linear_program_add (program, value, m, -1, 0, 1 / square (point, n), INFINITY);
    }
  return program;
}

/* Returns Σ c_k m_k as a polynomial in z, with coefficients of 8 digits, which the certificate then proves as they
 * are. */
static LabPolynomial *
take_solution (const Fit *fit, const double *coefficients)
{
  g_autoptr (LabPolynomial) sum = lab_polynomial_new (fit->n, 0, 0), moved = NULL;

  for (guint k = 0; k < fit->monomials->len; k++)
    {
      g_autoptr (LabPolynomial) term = lab_polynomial_new (fit->n, g_array_index (fit->monomials, LabMonomial, k), coefficients[k]);
      LabPolynomial *next = lab_polynomial_add (sum, term, 1);

      lab_polynomial_free (sum);
      sum = next;
    }
  moved = change_variables (fit, sum, TRUE);
  return lab_polynomial_round (moved, 8);
}

/* Returns whether w is beyond the boundary. The distance of the boundary is that along the ray nearest to w. */
static gboolean
is_beyond (const Fit *fit, const double *w)
{
  double best = -INFINITY, reach = 0;

  for (int k = 0; k < fit->n_rays; k++)
    {
      double along = 0;

      for (int i = 0; i < fit->n; i++)
        along += w[i] * fit->rays[k * fit->n + i];
      if (along > best)
        {
          best = along;
          reach = fit->reach[k];
        }
    }
  return sqrt (square (w, fit->n)) > reach;
}

/* Adds conditions at points around z, where dV/dt = 0. If z is beyond the boundary, V ≥ 1 is required there, otherwise dV/dt < 0. */
static void
add_cut (Fit *fit, const double *z)
{
  static const double near[] = { 0.98, 1, 1.02 };
  int n = fit->n, pivot[LAB_MOST_VARIABLES];
  double matrix[LAB_MOST_VARIABLES * LAB_MOST_VARIABLES], w[LAB_MOST_VARIABLES];
  GArray *cuts;

  for (int i = 0; i < n; i++)
    {
      w[i] = z[i];
      for (int j = 0; j < n; j++)
        matrix[j * n + i] = fit->frame->T[i * n + j] * fit->unit;
    }
  ode_lu_factor (n, matrix, pivot);
  ode_lu_solve (n, matrix, pivot, w);
  cuts = is_beyond (fit, w) ? fit->far : fit->cuts;
  for (guint k = 0; k < G_N_ELEMENTS (near); k++)
    for (int sign = 1; sign >= (is_symmetry (fit, (1u << n) - 1) ? -1 : 1); sign -= 2)
      for (int i = 0; i < n; i++)
        {
          double value = near[k] * sign * w[i];

          g_array_append_val (cuts, value);
        }
}

/* ---- rounds of the linear program ---- */

/* Returns a number proportional to the volume of {V ≤ level}: the mean of rⁿ over directions, where r is the radius of the set. */
static double
volume (const Fit *fit, const LabPolynomial *V, double level)
{
  enum { COUNT = 720 };
  int n = fit->n;
  g_autofree double *directions = g_new (double, COUNT *n);
  double sum = 0;

  lab_scan_directions (n, COUNT, directions);
  for (int k = 0; k < COUNT; k++)
    {
      double u[LAB_MOST_VARIABLES], r;

      to_z (fit, directions + k * n, u);
      r = lab_roa_radius (V, level, u);
      sum += pow (r, n);
    }
  return sum / COUNT;
}

typedef struct
{
  LabPolynomial *V;
  double volume;
} Round;

static void
free_round (gpointer round)
{
  lab_polynomial_free (((Round *) round)->V);
  g_free (round);
}

/* Sorts by volume, the largest first, in which order the rounds are tried for a certificate. */
static int
compare_rounds (gconstpointer a, gconstpointer b)
{
  double p = (*(Round *const *) a)->volume, q = (*(Round *const *) b)->volume;

  return (p < q) - (p > q);
}

/* Returns the solutions of all rounds in descending order of their volumes, or NULL with an error if the study is
 * cancelled. After a program without solution the points inside are moved inwards, and the cuts are removed, since
 * they may be what the program cannot satisfy. The search ends when no zero of dV/dt is found below V = 1, the value
 * of V on the measured boundary. */
static GPtrArray *
find_rounds (Fit *fit, const LabField *field, const LabProgress *progress, GError **error)
{
  g_autoptr (GPtrArray) rounds = g_ptr_array_new_with_free_func (free_round);

  guint step = 0;

  for (int k = 0; k < ROUNDS; k++)
    {
      g_autoptr (LabLinearProgram) program = make_program (fit);
      g_autofree double *solution = NULL;
      LabLinearOutcome outcome;
      double at[LAB_MOST_VARIABLES], level;
      Round *round;

      if (!lab_progress_report (progress, 0.3 + 0.3 * k / ROUNDS, error))
        return NULL;
      outcome = lab_linear_program_solve (program, progress, 0.3 + 0.3 * k / ROUNDS, &solution, error);
      if (outcome == LAB_LINEAR_FAILED)
        return NULL;
      if (outcome == LAB_LINEAR_INFEASIBLE)
        {
          if (++step == G_N_ELEMENTS (inwards))
            break;
          fit->inwards = inwards[step];
          g_array_set_size (fit->cuts, 0);
          continue;
        }
      round = g_new0 (Round, 1);
      round->V = take_solution (fit, solution);
      g_ptr_array_add (rounds, round);
      level = lab_level_scan (field, round->V, at, progress, error);
      if (isnan (level))
        return NULL;
      round->volume = isfinite (level) ? volume (fit, round->V, level) : INFINITY;
      if (!(level < 1))
        break;
      add_cut (fit, at);
    }
  g_ptr_array_sort (rounds, compare_rounds);
  return g_steal_pointer (&rounds);
}

/* Measures the region by runs, and lists the monomials and the vector field in w. */
static gboolean
init_fit (Fit *fit, const LabProblem *problem, const LabField *field, const LabPolynomial *V, double level, int degree,
          const LabProgress *progress, GError **error)
{
  /* The set in which runs count as converged is slightly smaller than the certified set. */
  g_autoptr (LabCapture) capture = lab_capture_new (problem, field, V, level * (1 - 1e-6), error);
  g_autofree double *values = g_new (double, 2 * field->n);

  fit->n = field->n;
  fit->inwards = inwards[0];
  fit->degree = degree;
  fit->frame = lab_frame_new (field, V);
  fit->monomials = g_array_new (FALSE, FALSE, sizeof (LabMonomial));
  fit->cuts = g_array_new (FALSE, FALSE, sizeof (double));
  fit->far = g_array_new (FALSE, FALSE, sizeof (double));
  if (capture == NULL || !measure (fit, capture, V, level, progress, error))
    return FALSE;
  if (lab_eigen (field->n, field->A, values, NULL))
    for (int i = 0; i < field->n; i++)
      fit->rate = fmax (fit->rate, hypot (values[2 * i], values[2 * i + 1]));
  transform_flow (fit, field);
  add_monomials (fit, degree, 0, 0);
  return TRUE;
}

/* Tries to certify the sets of at most TRIED rounds, in descending order of volume. The first certified set that is larger than the set
 * {*V ≤ level->rho} replaces *V and *level. If there is none, sets *why_not. Returns FALSE with an error if the study is cancelled. */
static gboolean
choose_round (Fit *fit, const LabField *field, GPtrArray *rounds, const char *keep, const LabProgress *progress,
              LabPolynomial **V, LabLevel *level, char **why_not, GError **error)
{
  double before = volume (fit, *V, level->rho);
  gboolean any_certified = FALSE;

  for (guint k = 0; k < MIN (rounds->len, TRIED); k++)
    {
      Round *round = rounds->pdata[k];
      g_autoptr (GError) wrong = NULL;
      LabLevel found;

      if (!lab_level_compute (field, round->V, FALSE, keep, progress, &found, &wrong))
        {
          if (!g_error_matches (wrong, G_IO_ERROR, G_IO_ERROR_CANCELLED))
            continue;
          g_propagate_error (error, g_steal_pointer (&wrong));
          return FALSE;
        }
      any_certified |= found.certified;
      if (!found.certified || !(volume (fit, round->V, found.rho) > before))
        continue;
      lab_polynomial_free (*V);
      *V = g_steal_pointer (&round->V);
      *level = found;
      return TRUE;
    }
  if (rounds->len == 0)
    *why_not = g_strdup_printf (_("no function of degree %d decreases along the sampled runs"), fit->degree);
  else if (any_certified)
    *why_not = g_strdup_printf (_("the certified sets of degree %d are not larger than the set that is already certified"), fit->degree);
  else
    *why_not = g_strdup_printf (_("functions of degree %d were found, but none of them is certified"), fit->degree);
  return TRUE;
}

/* Needs a certified bounded set to begin with: only runs that enter it are known to converge. */
gboolean
lab_enlarge (const LabProblem *problem, const LabField *field, int degree, const char *keep, const LabProgress *progress,
             LabPolynomial **V, LabLevel *level, char **why_not, GError **error)
{
  g_auto (Fit) fit = { 0 };
  g_autoptr (GPtrArray) rounds = NULL;

  *why_not = NULL;
  if (!lab_linear_program_available ())
    {
      lab_option_set_error (error, "degree", _("this build has no solver for linear programs (CLP), which degrees above 2 need"));
      return FALSE;
    }
  if (!level->certified)
    *why_not = g_strdup (_("the set of degree 2, in which the sampled runs end, is not certified"));
  else if (!isfinite (level->rho))
    *why_not = g_strdup (_("the certified set of degree 2 is already the whole space"));
  if (*why_not != NULL)
    return TRUE;
  if (!init_fit (&fit, problem, field, *V, level->rho, degree, progress, error))
    return FALSE;
  rounds = find_rounds (&fit, field, progress, error);
  return rounds != NULL && choose_round (&fit, field, rounds, keep, progress, V, level, why_not, error);
}

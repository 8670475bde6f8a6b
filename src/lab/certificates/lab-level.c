/* Certifies a level ρ of V, with q = |y|² and W = common · dV/dt (Tedrake, Underactuated Robotics, 2024, section 9.2;
 * Drake's RegionOfAttraction): maximize ρ so that
 *
 *   (V − ρ) q^d − λ W − Σ λ_i g_i   is a sum of squares in y, or in y and y'.
 *
 * Where W = 0 and g = 0, this implies V ≥ ρ or y = 0. If −W is positive definite near 0, dV/dt is therefore negative
 * in {V < ρ} except at 0. Otherwise λ must be a sum of squares too, and then V < ρ implies λ W < 0. V is positive
 * definite, so solutions that start in {V < ρ} stay there and converge to 0. The equations g_i = 0 are the model in
 * implicit form. A polynomial is shown to be a sum of squares by a positive semidefinite Gram matrix (lab-sos.c;
 * Parrilo, Structured Semidefinite Programs and Semialgebraic Geometry Methods in Robustness and Optimization, Ph.D.
 * thesis, Caltech 2000, chapter 4). What is reported as proven does not depend on the solver: its matrices are
 * checked in rational arithmetic. */
#include "lab-level.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

#include "lab-frame.h"
#include "lab-option.h"
#include "lab-problem.h"
#include "lab-scan.h"
#include "lab-semidefinite.h"
#include "lab-sos.h"

/* lab-scan.c finds the largest level independently, as the smallest V where W = 0. The level from the solver may
 * exceed it by this fraction; the accuracy of the solver is about 1e-8. Two levels agree if they have FOUR_DIGITS in
 * common. */
#define ABOVE 1e-6
#define FOUR_DIGITS 1e-4
/* Upper bound of the level, relative to the level of the scan. It makes the program bounded if no point with W = 0 is found. */
#define CAP 8

/* The polynomials and degrees of the formula at the top of this file. The polynomials are in the coordinates y of a LabFrame. d is the
 * exponent of q in the formula. */
typedef struct
{
  int n; /* number of variables: the states, and in implicit form also their derivatives */
  int d;
  LabPolynomial *V, *rate;
  LabPolynomial *q; /* the polynomial |y|^(2d) */
  int n_residuals;
  LabPolynomial *residual[LAB_MOST_VARIABLES];
  gboolean squares;     /* TRUE if λ must be a sum of squares */
  int low, high;        /* smallest and largest degree of the terms of λ */
  gboolean is_complete; /* TRUE if all degrees up to that of (V − ρ) q^d are allowed in addition */
} Setting;

static void
setting_clear (Setting *s)
{
  lab_polynomial_free (s->V);
  lab_polynomial_free (s->rate);
  lab_polynomial_free (s->q);
  for (int i = 0; i < s->n_residuals; i++)
    lab_polynomial_free (s->residual[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Setting, setting_clear)

/* ---- scan for the smallest V with dV/dt = 0 ---- */

/* Returns the smallest V where dV/dt = 0 or the common denominator is 0, and that point in the coordinates z. */
static double
scan (const LabFrame *frame, double *at, const LabProgress *progress, GError **error)
{
  LabPolynomial *zeros[2] = { frame->rate, frame->common };
  double y[LAB_MOST_VARIABLES] = { 0 }, level;
  int n = frame->n;

  level = lab_scan_level (frame->V, zeros, lab_polynomial_degree (frame->common) > 0 ? 2 : 1, y, progress, error);
  for (int i = 0; at != NULL && i < n; i++)
    {
      at[i] = 0;
      for (int j = 0; j < n; j++)
        at[i] += frame->T[i * n + j] * y[j];
    }
  return level;
}

double
lab_level_scan (const LabField *field, const LabPolynomial *V, double *at, const LabProgress *progress, GError **error)
{
  g_autoptr (LabFrame) frame = lab_frame_new (field, V);

  return scan (frame, at, progress, error);
}

/* ---- the sum-of-squares program ---- */

/* Returns the parity of a polynomial when the variables in `signs` change their signs: 0 even, 1 odd, −1 neither. */
static int
parity (const LabPolynomial *p, guint signs)
{
  int found = -2;

  for (int k = 0; k < lab_polynomial_n_terms (p); k++)
    {
      int sum = 0;

      for (int i = 0; i < p->n; i++)
        if (signs & (1u << i))
          sum += lab_monomial_exponent (lab_polynomial_term (p, k)->monomial, i);
      if (found >= 0 && found != sum % 2)
        return -1;
      found = sum % 2;
    }
  return MAX (found, 0);
}

/* Returns whether a term of the multiplier of p can be left out. This is possible if a change of signs leaves the certificate unchanged and
 * reverses monomial·p: the mean of a certificate and its mirror image has no such term. */
static gboolean
is_needless (const Setting *s, const LabPolynomial *p, LabMonomial monomial)
{
  g_autoptr (LabPolynomial) one = lab_polynomial_new (s->n, monomial, 1);

  for (guint signs = 1; signs < (1u << s->n); signs++)
    {
      gboolean holds = parity (s->V, signs) == 0 && parity (s->rate, signs) >= 0;

      for (int i = 0; holds && i < s->n_residuals; i++)
        holds = parity (s->residual[i], signs) >= 0;
      if (holds && parity (p, signs) != parity (one, signs))
        return TRUE;
    }
  return FALSE;
}

typedef struct
{
  const Setting *setting;
  LabSos *sos;
  int level, squares; /* indices of conditions: the certificate, and "λ is a sum of squares" (−1: not required) */
} Building;

/* Adds the multiplier of p, with all monomials of degrees low to high. */
static void
add_multiplier (const Building *b, const LabPolynomial *p, int low, int high, int variable, LabMonomial so_far)
{
  const Setting *s = b->setting;
  g_autoptr (LabPolynomial) zero = lab_polynomial_new (s->n, 0, 0), monomial = NULL, product = NULL;
  int unknown;

  if (variable < s->n)
    {
      for (int e = 0; e + lab_monomial_degree (so_far) <= high; e++)
        add_multiplier (b, p, low, high, variable + 1, so_far + lab_monomial (variable, e));
      return;
    }
  if (lab_monomial_degree (so_far) < low || is_needless (s, p, so_far))
    return;
  unknown = lab_sos_add_unknown (b->sos, 0);
  monomial = lab_polynomial_new (s->n, so_far, 1);
  product = lab_polynomial_multiply (monomial, p);
  lab_sos_add_part (b->sos, b->level, unknown, lab_polynomial_add (zero, product, -1));
  if (b->squares >= 0 && p == s->rate)
    lab_sos_add_part (b->sos, b->squares, unknown, g_steal_pointer (&monomial));
}

/* Makes the sum-of-squares program. Its unknown 0 is the level, which has the fixed value rho unless rho is NaN. The
 * certificate is V q − ρ q − Σ_k λ_k m_k W − Σ … with unknowns ρ and λ_k for the monomials m_k of the multipliers, so
 * that it is linear in the unknowns. */
static LabSos *
make_program (const Setting *s, double rho)
{
  LabSos *sos = lab_sos_new (s->n);
  Building b = { s, sos, lab_sos_add_condition (sos), -1 };
  g_autoptr (LabPolynomial) zero = lab_polynomial_new (s->n, 0, 0);
  int level = lab_sos_add_unknown (sos, 1);

  if (s->squares)
    b.squares = lab_sos_add_condition (sos);
  lab_sos_add_part (sos, b.level, -1, lab_polynomial_multiply (s->V, s->q));
  lab_sos_add_part (sos, b.level, level, lab_polynomial_add (zero, s->q, -1));
  add_multiplier (&b, s->rate, s->squares ? s->low - s->low % 2 : s->low, s->squares ? s->high - s->high % 2 : s->high, 0, 0);
  for (int i = 0; i < s->n_residuals; i++)
    {
      int high = MAX (s->high + lab_polynomial_degree (s->rate) - lab_polynomial_degree (s->residual[i]), 0);

      add_multiplier (&b, s->residual[i], CLAMP (2 * s->d - 1, 0, high), high, 0, 0);
    }
  if (isnan (rho))
    {
      int cap = lab_sos_add_condition (sos);

      lab_sos_add_part (sos, cap, -1, lab_polynomial_new (s->n, 0, CAP));
      lab_sos_add_part (sos, cap, level, lab_polynomial_new (s->n, 0, -1));
    }
  else
    lab_sos_fix (sos, level, rho);
  return sos;
}

/* Sets the degrees as in Drake: deg λ = 2 ⌈deg W/2⌉, d = ⌊(deg λ + deg W − deg V)/2⌋. Terms of λ of other degrees could not balance the
 * lowest and highest terms of the certificate. A complete program in implicit form uses the degrees `top` of the explicit form. */
static gboolean
choose_degrees (Setting *s, int top, gboolean implicit, GError **error)
{
  int of_V = lab_polynomial_degree (s->V), of_lambda, of_rate = lab_polynomial_degree (s->rate);

  if (!s->is_complete)
    top = of_rate;
  of_lambda = 2 * ((top + 1) / 2);
  s->d = MAX ((of_lambda + top - of_V) / 2 - (implicit && s->is_complete), 1);
  s->high = implicit && !s->is_complete ? of_lambda : MAX (2 * s->d + of_V - of_rate, 0);
  s->low = CLAMP (2 * s->d - lab_polynomial_low_degree (s->rate), 0, s->high);
  if (s->is_complete && !implicit)
    s->low = 0;
  if (MAX (2 * s->d + of_V, s->high + of_rate) + (implicit ? 4 : 0) <= LAB_MOST_DEGREE)
    return TRUE;
  g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _ ("the certificate would have too high a degree"));
  return FALSE;
}

/* In implicit form W = Σ ∂V/∂y_i y'_i has the derivatives y' as variables, and the residuals of the model relate them
 * to y. */
static gboolean
init_setting (Setting *s, const LabField *field, const LabFrame *frame, gboolean implicit, gboolean is_complete, GError **error)
{
  int n = frame->n;
  g_autoptr (LabPolynomial) norm = NULL;

  s->n = implicit ? 2 * n : n;
  s->is_complete = is_complete;
  s->V = lab_polynomial_widen (frame->V, s->n);
  s->squares = !frame->is_definite;
  if (!implicit)
    s->rate = lab_polynomial_copy (frame->rate);
  else
    {
      s->rate = lab_polynomial_new (s->n, 0, 0);
      for (int i = 0; i < n; i++)
        {
          g_autoptr (LabPolynomial) slope = lab_polynomial_derivative (s->V, i),
                                    dot = lab_polynomial_new (s->n, lab_monomial (n + i, 1), 1);
          g_autoptr (LabPolynomial) product = lab_polynomial_multiply (slope, dot), old = s->rate;

          s->rate = lab_polynomial_add (old, product, 1);
          s->residual[i] = lab_frame_apply (frame, field->residual[i]);
        }
      s->n_residuals = n;
    }
  if (!choose_degrees (s, lab_polynomial_degree (frame->rate), implicit, error))
    return FALSE;
  norm = lab_polynomial_square_norm (s->n, n);
  s->q = lab_polynomial_power (norm, s->d);
  return TRUE;
}

/* ---- proofs in exact arithmetic ---- */

/* Returns whether p is proven to be a sum of squares with a positive definite Gram matrix. Sets *error if the study is cancelled. */
static gboolean
prove_positive (const LabPolynomial *p, const LabProgress *progress, GError **error)
{
  g_autoptr (LabSos) sos = lab_sos_new (p->n);
  int condition = lab_sos_add_condition (sos);
  g_autoptr (LabSosPoint) point = NULL;

  lab_sos_add_part (sos, condition, -1, lab_polynomial_copy (p));
  point = lab_sos_solve (sos, TRUE, NULL, progress, 0.9, error);
  return point != NULL && point->margin > 0 && (!lab_sos_can_prove () || lab_sos_prove (sos, point));
}

/* Proves the conditions under which a level is valid: V > 0; −dV/dt > 0 near 0 unless λ is a sum of squares. Returns NULL, or the reason
 * why they are not proven. */
static const char *
why_no_premises (const LabFrame *frame, const LabProgress *progress, GError **error)
{
  g_autoptr (LabPolynomial) zero = lab_polynomial_new (frame->n, 0, 0), quadratic = lab_polynomial_part (frame->rate, 2, 2);
  g_autoptr (LabPolynomial) decay = lab_polynomial_add (zero, quadratic, -1);

  if (!prove_positive (frame->V, progress, error))
    return N_ ("the Lyapunov function could not be proven to be positive; 'candidate' takes another one");
  if (frame->is_definite && !prove_positive (decay, progress, error))
    return N_ ("the Lyapunov function could not be proven to fall near the point of rest; 'candidate' takes another one");
  return NULL;
}

/* Proves that the common denominator D of the equations is positive in the region {V ≤ ρ}: finds a sum of squares σ for which D − σ (ρ − V) is
 * a sum of squares with a positive definite Gram matrix (the S-procedure; Tedrake, section 9.2). A denominator such as 2 + x is positive
 * only in a part of the space. Returns whether there is such a proof. */
static gboolean
prove_denominator (const LabFrame *frame, double rho, const LabProgress *progress, GError **error)
{
  g_autoptr (LabSos) sos = lab_sos_new (frame->n);
  g_autoptr (LabPolynomial) level = lab_polynomial_new (frame->n, 0, rho), inside = lab_polynomial_add (level, frame->V, -1);
  int above = MAX (0, lab_polynomial_degree (frame->common) - lab_polynomial_degree (frame->V));
  Setting multipliers = { .n = frame->n, .V = frame->common, .rate = inside };
  Building b = { &multipliers, sos, lab_sos_add_condition (sos), lab_sos_add_condition (sos) };
  g_autoptr (LabSosPoint) point = NULL;

  lab_sos_add_part (sos, b.level, -1, lab_polynomial_copy (frame->common));
  add_multiplier (&b, inside, 0, above + above % 2, 0, 0);
  point = lab_sos_solve (sos, TRUE, NULL, progress, 0.95, error);
  return point != NULL && point->margin > 0 && lab_sos_prove (sos, point);
}

/* Fractions by which a level is lowered, one after the other, until it is proven. The Gram matrix is singular at the
 * largest level, so that the largest level itself cannot be proven. The first steps cost little of the set; the last
 * ones still give a set if the program is badly conditioned. */
static const double lowered[] = { 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.05, 0.2, 0.5 };

/* Returns the largest of the first n_tries lowered levels that is proven, or NaN. If `denominator` is not NULL, its common denominator must
 * be proven to be positive up to the level. */
static double
prove_level (const Setting *s, const LabFrame *denominator, double from, guint n_tries, const LabProgress *progress, GError **error)
{
  /* A margin above 0 means that the Gram matrices are positive definite within the accuracy of the solver;
   * lab_sos_prove decides exactly. */
  for (guint k = 0; k < n_tries; k++)
    {
      double rho = from * (1 - lowered[k]);
      g_autoptr (LabSos) sos = make_program (s, rho);
      g_autoptr (GError) wrong = NULL;
      g_autoptr (LabSosPoint) point = lab_sos_solve (sos, TRUE, NULL, progress, 0.3 + 0.08 * k, &wrong);

      if (wrong != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&wrong));
          return NAN;
        }
      if (point == NULL || !(point->margin > 0) || !lab_sos_prove (sos, point))
        continue;
      if (denominator == NULL || prove_denominator (denominator, rho, progress, &wrong))
        return rho;
      if (wrong != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&wrong));
          return NAN;
        }
    }
  return NAN;
}

/* ---- choice of the level ---- */

/* Returns the level that the solver finds, or NaN. Sets *error if the study is cancelled. */
static double
solve_level (const Setting *s, const char *keep, const LabProgress *progress, GError **error)
{
  g_autoptr (LabSos) sos = make_program (s, NAN);
  g_autoptr (LabSosPoint) point = lab_sos_solve (sos, FALSE, keep, progress, 0.2, error);

  return point != NULL ? point->u[0] : NAN;
}

/* Solves for the level with the degrees of Drake. If the result is below the level of the scan, solves the complete program too. Leaves the
 * better of the two programs in s. All levels here are in the units of the frame. */
static gboolean
find_program (Setting *s,
              const LabField *field,
              const LabFrame *frame,
              gboolean implicit,
              double bound,
              const char *keep,
              const LabProgress *progress,
              double *rho,
              GError **error)
{
  g_autoptr (GError) wrong = NULL;
  g_auto (Setting) other = { 0 };
  double again;

  if (!init_setting (s, field, frame, implicit, FALSE, error))
    return FALSE;
  *rho = solve_level (s, keep, progress, &wrong);
  if (wrong == NULL && !(*rho > bound * (1 - FOUR_DIGITS)) && init_setting (&other, field, frame, implicit, TRUE, NULL))
    {
      again = solve_level (&other, NULL, progress, &wrong);
      if (again > *rho || (isnan (*rho) && !isnan (again)))
        {
          Setting better = other;

          *rho = again;
          other = *s;
          *s = better;
        }
    }
  if (wrong == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&wrong));
  return FALSE;
}

/* Finds a proven level up to that of the scan. A solver's level above that of the scan is wrong, and one far below may be a failure of the
 * solver, so the level of the scan is tried as well. A level of the implicit form concerns the same sets as one of the explicit form, so
 * the explicit form is tried if the implicit proof fails. */
static gboolean
find_proof (const Setting *s,
            const LabField *field,
            const LabFrame *frame,
            double bound,
            const LabProgress *progress,
            LabLevel *level,
            GError **error)
{
  double from = level->rho_solver > 0 ? fmin (level->rho_solver, bound) : bound;
  g_autoptr (GError) wrong = NULL;
  g_auto (Setting) explicit = { 0 };
  const LabFrame *denominator = NULL;

  level->rho_proven = NAN;
  if (!lab_sos_can_prove ())
    return TRUE;
  if (lab_polynomial_degree (frame->common) > 0 && !prove_positive (frame->common, progress, &wrong))
    denominator = frame;
  if (wrong != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&wrong));
      return FALSE;
    }
  if (s->n > frame->n)
    {
      level->rho_proven = prove_level (s, denominator, from, 1, progress, &wrong);
      if (isnan (level->rho_proven) && wrong == NULL && init_setting (&explicit, field, frame, FALSE, FALSE, NULL))
        s = &explicit;
    }
  if (isnan (level->rho_proven) && wrong == NULL && from < bound * (1 - FOUR_DIGITS))
    level->rho_proven = prove_level (s, denominator, bound, 3, progress, &wrong);
  if (isnan (level->rho_proven) && wrong == NULL)
    level->rho_proven = prove_level (s, denominator, from, G_N_ELEMENTS (lowered), progress, &wrong);
  if (wrong == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&wrong));
  return FALSE;
}

/* Chooses the level that is reported, and sets whether it is certified. The level of the solver is reported if it
 * agrees with that of the scan in so few variables that the scan is complete (LAB_SCAN_COMPLETE), or if a level is
 * proven that is less than 1e-3 below it. In all other cases the proven level is reported. */
static void
judge (LabLevel *level, int n)
{
  double bound = level->rho_scan;
  gboolean below = level->why_not == NULL && level->rho_solver > 0 && level->rho_solver <= bound * (1 + ABOVE);
  gboolean agrees = below && n <= LAB_SCAN_COMPLETE && level->rho_solver >= bound * (1 - FOUR_DIGITS);

  level->rho = level->rho_proven;
  if (below && (agrees || level->rho_solver <= level->rho_proven * (1 + 1e-3)) && !(level->rho_proven > level->rho_solver))
    level->rho = level->rho_solver;
  level->certified = level->rho_proven > 0 || agrees;
  if (!level->certified && level->why_not == NULL)
    level->why_not = level->rho_solver > 0
                         ? N_ ("the level of the solver could not be proven; another 'degree' or 'candidate' may be proven")
                         : N_ ("the solver found no level for this function; another 'degree' or 'candidate' may have one");
  level->scan_agrees = isfinite (bound) ? fabs (level->rho - bound) <= FOUR_DIGITS * bound : isinf (level->rho);
}

/* Returns whether dV/dt < 0 is proven for all z ≠ 0. The region of attraction is then the whole space. */
static gboolean
prove_everywhere (const LabFrame *frame, const LabProgress *progress, GError **error)
{
  g_autoptr (LabPolynomial) zero = lab_polynomial_new (frame->n, 0, 0), decay = lab_polynomial_add (zero, frame->rate, -1);

  return prove_positive (decay, progress, error);
}

/* Returns FALSE with an error if the lowest or the highest terms of V are not positive in one of many directions:
 * then {V < ρ} may not be a bounded set around the equilibrium. */
static gboolean
check_positive (const LabFrame *frame, GError **error)
{
  int n = frame->n, count = n == 1 ? 2 : 720;
  g_autofree double *directions = g_new (double, count *n);

  lab_scan_directions (n, count, directions);
  for (int k = 0; k < count; k++)
    {
      double along[LAB_MOST_DEGREE + 1];

      lab_polynomial_along (frame->V, directions + k * n, along);
      if (!(along[lab_polynomial_low_degree (frame->V)] > 0) || !(along[lab_polynomial_degree (frame->V)] > 0))
        {
          lab_option_set_error (error, "candidate", _ ("the candidate is not positive near the point of rest and far from it"));
          return FALSE;
        }
    }
  return TRUE;
}

/* Scans first, since the level of the scan gives the coordinates of the program their size. Without csdp the level of
 * the scan is reported for at most two states, uncertified. If dV/dt is negative everywhere, the region is the whole
 * space and needs no level. */
gboolean
lab_level_compute (const LabField *field,
                   const LabPolynomial *V,
                   gboolean implicit,
                   const char *keep,
                   const LabProgress *progress,
                   LabLevel *level,
                   GError **error)
{
  g_autoptr (LabFrame) first = lab_frame_new (field, V), frame = NULL;
  g_autofree char *solver = lab_sdp_find_solver ();
  g_autoptr (GError) wrong = NULL;
  g_auto (Setting) s = { 0 };
  double unit, bound;

  *level = (LabLevel){ NAN, NAN, NAN, NAN, FALSE, FALSE, solver != NULL, NULL };
  if (!check_positive (first, error))
    return FALSE;
  if (implicit && field->residual == NULL)
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _ ("the implicit form treats models of %d states at most"),
                   LAB_MOST_VARIABLES / 2);
      return FALSE;
    }
  bound = level->rho_scan = scan (first, NULL, progress, error);
  if (isnan (bound))
    return FALSE;
  if (!level->has_solver)
    {
      level->rho = field->n <= 2 ? bound : NAN;
      level->scan_agrees = field->n <= 2;
      return TRUE;
    }
  frame = lab_frame_balance (field, V, first, isfinite (bound) ? bound : 1, &unit);
  level->why_not = why_no_premises (frame, progress, &wrong);
  if (wrong == NULL && level->why_not == NULL && isinf (bound)
      && (lab_polynomial_degree (frame->common) == 0 || prove_positive (frame->common, progress, &wrong))
      && prove_everywhere (frame, progress, &wrong))
    {
      level->rho = level->rho_solver = level->rho_proven = INFINITY;
      level->certified = level->scan_agrees = TRUE;
      return TRUE;
    }
  if (wrong != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&wrong));
      return FALSE;
    }
  bound = isfinite (bound) ? bound / unit : CAP;
  if (!find_program (&s, field, frame, implicit, bound, keep, progress, &level->rho_solver, error)
      || !find_proof (&s, field, frame, bound, progress, level, error))
    return FALSE;
  level->rho_solver *= unit;
  level->rho_proven = level->why_not == NULL ? level->rho_proven * unit : NAN;
  judge (level, field->n);
  return TRUE;
}

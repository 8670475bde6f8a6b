/* Methods made from tableaus at run time. The fields of OdeMethod are derived
 * from the coefficients: the shape from the zeros of A, the orders from
 * the order conditions over rooted trees (ode-trees.h), FSAL from the
 * last row of A.
 *
 * Properties that are not derived are not claimed: A-stability, and
 * a range of suitable accuracies. Every tableau must pass the same
 * checks, whatever its order is: finite coefficients, c equal to the row
 * sums, and weights that add up to 1 (consistency).
 *
 * The shape determines the stepper. If A is strictly lower triangular, the method is
 * explicit; if A is lower triangular, the stages are solved one after the other; otherwise all
 * stages are solved together. Each of the three steppers uses the dense weights, if there are any. */
#include "ode-dirk.h"
#include "ode-explicit.h"
#include "ode-irk.h"
#include "ode-methods.h"
#include "ode-trees.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bound for the residuals of the order conditions, and for the differences between
 * row sums and c. Tableaus are often typed with ten digits. In a condition of order 5
 * their rounding errors are multiplied by sums of products of coefficients; 1e-8 leaves
 * two digits for this factor. A method that violates a condition by less has its order in
 * practice until local errors are as small as 1e-8 h^p. */
#define TOLERANCE 1e-8
#define MOST_STAGES 64

/* A method and all data to which it points, in one allocation. */
typedef struct
{
  OdeMethod method; /* must be the first member, because callers have a pointer to it */
  OdeTableau tableau;
  char *id, *label;
  double *numbers;
} Custom;

/* Counts the doubles of a tableau: A, b, b̂ and c; then the dense weights,
 * and A and c of the extra stages of the dense output. */
static size_t
count_numbers (const OdeTableau *t)
{
  size_t s = (size_t) t->n_stages, n_extra = (size_t) t->n_extra, total = s + n_extra, size = s * s + 3 * s;

  if (t->dense != NULL)
    size += total * (size_t) (t->dense_degree + 1) + n_extra * (total + 1);
  return size;
}

/* Copies n numbers to *at and advances *at by n; returns the copy. */
static const double *
keep (double **at, const double *values, size_t n)
{
  double *kept = *at;

  memcpy (kept, values, n * sizeof *kept);
  *at += n;
  return kept;
}

/* Copies all arrays into one block. If c is missing, it becomes the row sums
 * of A. With these c the method treats a non-autonomous system like its autonomous
 * form. */
static bool
copy_tableau (Custom *custom, const OdeTableau *t)
{
  size_t s = (size_t) t->n_stages, n_extra = (size_t) t->n_extra, total = s + n_extra;
  OdeTableau *own = &custom->tableau;
  double *at = custom->numbers = malloc (count_numbers (t) * sizeof (double));

  if (at == NULL)
    return false;
  *own = *t;
  own->A = keep (&at, t->A, s * s);
  own->b = keep (&at, t->b, s);
  own->b_hat = t->b_hat != NULL ? keep (&at, t->b_hat, s) : NULL;
  if (t->c != NULL)
    own->c = keep (&at, t->c, s);
  else
    {
      for (size_t i = 0; i < s; i++)
        {
          at[i] = 0;
          for (size_t j = 0; j < s; j++)
            at[i] += t->A[i * s + j];
        }
      own->c = at;
      at += s;
    }
  /* Extra stages are not needed without dense weights. */
  if (t->dense == NULL)
    {
      own->n_extra = 0;
      return true;
    }
  own->dense = keep (&at, t->dense, total * (size_t) (t->dense_degree + 1));
  if (t->n_extra > 0)
    {
      own->A_extra = keep (&at, t->A_extra, n_extra * total);
      own->c_extra = keep (&at, t->c_extra, n_extra);
    }
  return true;
}

/* Returns false with a message if a coefficient is not finite or a row sum of A differs from
 * c. The order conditions assume that c is the vector of row sums. */
static bool
check_numbers (const OdeTableau *t, OdeTranslate translate, char *error, size_t size)
{
  int s = t->n_stages;

  for (int i = 0; i < s; i++)
    {
      double sum = 0;

      for (int j = 0; j < s; j++)
        sum += t->A[i * s + j];
      if (!isfinite (sum) || !isfinite (t->b[i]) || (t->b_hat != NULL && !isfinite (t->b_hat[i])))
        return ode_message_refuse (translate, error, size, "a coefficient of stage %d is not a finite number", i + 1);
      /* The bound is relative for row sums above 1, and absolute for smaller ones. */
      if (fabs (sum - t->c[i]) > TOLERANCE * fmax (1, fabs (sum)))
        return ode_message_refuse (translate, error, size, "the sum of row %d of A is %.12g, but c is %.12g there", i + 1, sum, t->c[i]);
    }
  return true;
}

/* The shape of A, which determines the stepper: zero on and above the
 * diagonal, zero above the diagonal, or neither. */
typedef enum { SHAPE_EXPLICIT, SHAPE_DIAGONAL, SHAPE_FULL } Shape;

/* Classifies A. Zeros are compared exactly, because even a tiny entry above the
 * diagonal couples the stages. */
static Shape
shape_of (const OdeTableau *t)
{
  Shape shape = SHAPE_EXPLICIT;

  for (int i = 0; i < t->n_stages; i++)
    for (int j = i; j < t->n_stages; j++)
      if (t->A[i * t->n_stages + j] != 0)
        {
          if (j > i)
            return SHAPE_FULL;
          shape = SHAPE_DIAGONAL;
        }
  return shape;
}

/* Returns whether the last stage is the first stage of the next step: c_s = 1, b_s = 0 and the last
 * row of A equals b. The comparison is exact, because the slope of this stage is used as the
 * slope at x1, so that both points must have the same bits. */
static bool
is_fsal (const OdeTableau *t)
{
  int s = t->n_stages;

  if (s < 2 || t->b[s - 1] != 0 || fabs (t->c[s - 1] - 1) > TOLERANCE)
    return false;
  return memcmp (t->A + (ptrdiff_t) (s - 1) * s, t->b, (size_t) s * sizeof (double)) == 0;
}

/* Derives the order, the embedded order and the order of the dense output. An order is the
 * largest p such that all conditions up to order p hold within TOLERANCE. */
static bool
set_orders (Custom *custom)
{
  OdeMethod *method = &custom->method;
  const OdeTableau *t = &custom->tableau;
  OdeTrees *trees = ode_trees_new (ODE_TREES_MAX_ORDER);

  if (trees == NULL)
    return false;
  method->order = ode_tableau_order (trees, t, t->b, TOLERANCE);
  /* The trees end at ODE_TREES_MAX_ORDER. */
  if (method->order == ODE_TREES_MAX_ORDER && ode_tableau_assumed_order (t, TOLERANCE) > method->order)
    method->order = ode_tableau_assumed_order (t, TOLERANCE);
  method->embedded_order = t->b_hat != NULL ? ode_tableau_order (trees, t, t->b_hat, TOLERANCE) : 0;
  /* The conditions for dense output have θ^p in place of 1 and must hold
   * for all θ. */
  method->dense_order = ode_tableau_dense_order (trees, t, TOLERANCE);
  ode_trees_free (trees);
  return method->order >= 0 && method->embedded_order >= 0 && method->dense_order >= 0;
}

/* Returns a copy of a text, or of an empty one; NULL without memory. */
static char *
duplicate (const char *text)
{
  return strdup (text != NULL ? text : "");
}

/* Copies the tableau and derives its orders. Returns false with a message if the
 * tableau is not usable. */
static bool
take_tableau (Custom *custom, const OdeTableau *tableau, OdeTranslate translate, char *error, size_t error_size)
{
  OdeMethod *method = &custom->method;

  if (!copy_tableau (custom, tableau))
    return ode_message_refuse (translate, error, error_size, "out of memory");
  if (!check_numbers (&custom->tableau, translate, error, error_size))
    return false;
  /* Only explicit steppers use the slope of the last stage as the first slope of the next step. */
  custom->tableau.fsal = shape_of (&custom->tableau) == SHAPE_EXPLICIT && is_fsal (&custom->tableau);
  if (!set_orders (custom))
    return ode_message_refuse (translate, error, error_size, "out of memory");
  if (method->order < 1)
    return ode_message_refuse (translate, error, error_size,
                             "the weights b must add up to 1: this tableau is not consistent");
  if (custom->tableau.b_hat != NULL && method->embedded_order < 1)
    return ode_message_refuse (translate, error, error_size, "the weights b_hat must add up to 1");
  if (method->dense_order < 1 && custom->tableau.dense != NULL)
    return ode_message_refuse (translate, error, error_size, "the weights of the dense output must add up to θ");
  return true;
}

/* For an FSAL method n_stages does not count the last stage, because an accepted
 * step does not evaluate it again. Stability is not derived, so no trait
 * claims it. An implicit tableau gets the trait for algebraic equations,
 * because its stage equations contain M. */
OdeMethod *
ode_method_new_custom (const char *id, const char *label, const OdeTableau *tableau, OdeTranslate translate, char *error,
                       size_t error_size)
{
  Custom *custom;
  OdeMethod *method;
  Shape shape;
  int lower;

  if (tableau->n_stages < 1 || tableau->n_stages > MOST_STAGES)
    {
      ode_message_format (translate, error, error_size,
                     "a tableau has 1 to %d stages, not %d", MOST_STAGES, tableau->n_stages);
      return NULL;
    }
  custom = calloc (1, sizeof *custom);
  if (custom == NULL)
    goto no_memory;
  method = &custom->method;
  custom->id = duplicate (id);
  custom->label = duplicate (label);
  if (custom->id == NULL || custom->label == NULL)
    goto no_memory;
  if (!take_tableau (custom, tableau, translate, error, error_size))
    goto fail;
  shape = shape_of (&custom->tableau);

  method->id = custom->id;
  method->label = custom->label;
  method->aliases = "";
  method->advice = ODE_N_ ("A user-defined tableau; its orders follow from the order conditions of the rooted trees.");
  method->source = "user";
  method->tableau = &custom->tableau;
  method->n_stages = custom->tableau.n_stages - custom->tableau.fsal;
  /* h Σ (b − b̂) k is O(h^{min (p, p̂) + 1}), so the lower of both orders
   * determines error_order, whichever formula is propagated. */
  lower = method->embedded_order < method->order ? method->embedded_order : method->order;
  method->error_order = (custom->tableau.b_hat != NULL ? lower : method->order) + 1;
  method->traits = custom->tableau.b_hat != NULL ? ODE_TRAIT_ADAPTIVE : 0;
  if (custom->tableau.fsal)
    method->traits |= ODE_TRAIT_FSAL;
  method->accuracy_default = 1e-4;
  method->accuracy_loosest = 0.1;
  method->accuracy_tightest = 1e-13;
  /* Without dense weights dense output is cubic Hermite interpolation, or it is computed from shorter steps and has the order of the
   * method (ode-integrator-dense.c). */
  if (custom->tableau.dense == NULL)
    method->dense_order = method->order < 3 || shape != SHAPE_EXPLICIT || lower > 4 || method->order > 4 ? method->order : 3;

  if (shape == SHAPE_EXPLICIT)
    {
      method->family = ODE_FAMILY_EXPLICIT_RK;
      method->stepper = custom->tableau.dense != NULL ? &ode_explicit_dense_class : &ode_explicit_class;
    }
  else
    {
      method->family = shape == SHAPE_DIAGONAL ? ODE_FAMILY_DIRK : ODE_FAMILY_IMPLICIT_RK;
      method->traits |= ODE_TRAIT_IMPLICIT | ODE_TRAIT_DAE;
      method->stepper = shape == SHAPE_DIAGONAL ? &ode_dirk_class : &ode_irk_class;
    }
  return method;

no_memory:
  ode_message_format (translate, error, error_size, "out of memory");
fail:
  if (custom != NULL)
    ode_method_free_custom (&custom->method);
  return NULL;
}

void
ode_method_free_custom (OdeMethod *method)
{
  Custom *custom = (Custom *) method;

  if (custom == NULL)
    return;
  free (custom->id);
  free (custom->label);
  free (custom->numbers);
  free (custom);
}

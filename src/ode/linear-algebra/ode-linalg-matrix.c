/* Chooses the storage of γM − J and evaluates the Jacobian.
 *
 * The storage is chosen once per system from the union of the sparsity patterns of J and M:
 *
 *   dense    no pattern is known, or n ≤ DENSE_ALWAYS, or neither of the following saves enough
 *   sparse   n ≥ SPARSE_FROM, the narrowest band found is wider than BAND_NARROW, and less than a fifth of the entries is in the pattern
 *   banded   the factor's operations, n (l + 1)(l + u + 1), are below half of the n³/3 multiplications of the dense factor
 *
 * The states are in the order of the system, or in the reverse Cuthill–McKee
 * order if that gives a narrower band.
 *
 * The rules compare the costs of factorizations, since a factor is used for
 * only a few solves of n² or n (2l + u) operations. Elimination of a dense
 * matrix takes Σ_k (n − k)² ≈ n³/3 multiplications. In a band each of the n
 * pivots has l rows below it, of which each reaches l + u columns further,
 * because row exchanges widen U from u to l + u.
 *
 * The pattern must contain every entry that can differ from zero anywhere: an
 * entry missing from the pattern would be missing from J without an error. The model
 * compiler derives it from the symbolic derivatives, and the diagonal is added
 * here, because γM puts entries there. */
#include "ode-linalg-matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Up to this order measurements show that the dense factor is fastest for every pattern,
 * since its loops are unrolled or short. */
#define DENSE_ALWAYS 10
/* Below this order the indirect addressing of a sparse factor costs more than the
 * operations with zeros that it saves. */
#define SPARSE_FROM 50
/* Up to this total width l + u a band factor is faster than a sparse factor, because
 * it needs no indices. */
#define BAND_NARROW 24

/* Compares two ints for qsort, in ascending order. A difference of the values
 * could overflow. */
static int
compare_rows (const void *a, const void *b)
{
  return (*(const int *) a > *(const int *) b) - (*(const int *) a < *(const int *) b);
}

/* Sorts the rows of column j, which are the last of `count` rows and are marked by j + 1. For a full column a pass over the marks takes less time than a
 * sort. */
static void
sort_column (OdeMatrix *matrix, int j, int count, const int *mark)
{
  int *rows = matrix->entries_row + matrix->entries_start[j];
  const int n_rows = count - matrix->entries_start[j];

  if (n_rows < matrix->n / 8)
    qsort (rows, (size_t) n_rows, sizeof (int), compare_rows);
  else
    for (int i = 0, k = 0; i < matrix->n; i++)
      if (mark[i] == j + 1)
        rows[k++] = i;
}

/* Writes the union of the patterns of J, M and the diagonal to `entries`, as
 * compressed columns with ascending rows. mark[i] = j + 1 means that row i is
 * already in column j. */
static bool
unite_patterns (OdeMatrix *matrix)
{
  const OdeSystem *system = matrix->system;
  const OdePattern *parts[2] = { system->jacobian_pattern, system->mass_pattern };
  const int n = matrix->n;
  size_t room = (size_t) n;
  int *mark;
  int count = 0;

  for (int p = 0; p < 2; p++)
    if (parts[p] != NULL)
      room += (size_t) parts[p]->start[n];
  matrix->entries_start = malloc (sizeof (int) * ((size_t) n + 1));
  matrix->entries_row = malloc (sizeof (int) * (room + 1));
  mark = calloc ((size_t) n + 1, sizeof (int));
  if (matrix->entries_start == NULL || matrix->entries_row == NULL || mark == NULL)
    {
      free (mark);
      return false;
    }
  for (int j = 0; j < n; j++)
    {
      matrix->entries_start[j] = count;
      mark[j] = j + 1;
      matrix->entries_row[count++] = j;
      for (int p = 0; p < 2; p++)
        if (parts[p] != NULL)
          for (int k = parts[p]->start[j]; k < parts[p]->start[j + 1]; k++)
            if (mark[parts[p]->row[k]] != j + 1)
              {
                mark[parts[p]->row[k]] = j + 1;
                matrix->entries_row[count++] = parts[p]->row[k];
              }
      sort_column (matrix, j, count, mark);
    }
  matrix->entries_start[n] = count;
  matrix->entries = (OdePattern) { n, n, matrix->entries_start, matrix->entries_row };
  free (mark);
  return true;
}

/* Chooses the storage by the rules at the top of this file. */
static bool
choose_storage (OdeMatrix *matrix)
{
  const int n = matrix->n;
  int lower, upper;

  matrix->storage = ODE_STORAGE_DENSE;
  matrix->n_factor = (size_t) n * (size_t) n;
  if (matrix->system->jacobian_pattern == NULL || n <= DENSE_ALWAYS)
    return true;
  if (!unite_patterns (matrix))
    return false;
  ode_sparse_widths (&matrix->entries, NULL, &lower, &upper);
  /* A tridiagonal or narrower matrix keeps its order. */
  /* For other matrices a reordering is computed, and used if it makes the band narrower. */
  if (lower + upper > 2)
    {
      int low, high;

      matrix->place = malloc (sizeof (int) * (size_t) n);
      if (matrix->place == NULL || !ode_sparse_order_band (&matrix->entries, matrix->place))
        return false;
      ode_sparse_widths (&matrix->entries, matrix->place, &low, &high);
      if (low + high >= lower + upper)
        {
          free (matrix->place);
          matrix->place = NULL;
        }
      else
        {
          lower = low;
          upper = high;
        }
    }

  const double dense_cost = (double) n * n * n / 3.0;
  const double band_cost = (double) n * (lower + 1.0) * (lower + upper + 1.0);
  /* If more than a fifth of the entries is in the pattern, fill makes the sparse factor nearly dense. */
  const double filled = (double) matrix->entries.start[n] / ((double) n * n);

  if (n >= SPARSE_FROM && ode_klu_available () && lower + upper > BAND_NARROW && filled < 0.2)
    {
      matrix->storage = ODE_STORAGE_SPARSE;
      matrix->n_factor = (size_t) matrix->entries.start[n];
    }
  /* Operations on the short columns of a band are slower than on dense columns, so that a band
   * saves time only if it halves the number of operations. */
  else if (band_cost < 0.5 * dense_cost)
    {
      matrix->storage = ODE_STORAGE_BANDED;
      matrix->lower = lower;
      matrix->upper = upper;
      matrix->n_factor = ode_band_leading (lower, upper) * (size_t) n;
    }
  if (matrix->storage != ODE_STORAGE_BANDED)
    {
      free (matrix->place);
      matrix->place = NULL;
    }
  return true;
}

/* Returns the index of entry (i, j) in the storage of a factor. In compressed columns
 * bisection finds the entry. */
static size_t
slot_of (const OdeMatrix *matrix, int i, int j)
{
  switch (matrix->storage)
    {
    case ODE_STORAGE_BANDED:
      {
        /* In LAPACK's layout entry (i, j) of a band matrix is in row l + u + i − j
         * of column j; the first l rows are reserved for fill. */
        const int row = matrix->place != NULL ? matrix->place[i] : i;
        const int column = matrix->place != NULL ? matrix->place[j] : j;

        return (size_t) (matrix->lower + matrix->upper + row - column)
               + (size_t) column * ode_band_leading (matrix->lower, matrix->upper);
      }
    case ODE_STORAGE_SPARSE:
      {
        int low = matrix->entries.start[j], high = matrix->entries.start[j + 1] - 1;

        while (low < high)
          {
            const int middle = (low + high) / 2;

            if (matrix->entries.row[middle] < i)
              low = middle + 1;
            else
              high = middle;
          }
        return (size_t) low;
      }
    default:
      return (size_t) i + (size_t) j * (size_t) matrix->n;
    }
}

/* Allocates and fills the list of factor indices for the entries of a pattern. */
static bool
place_pattern (OdeMatrix *matrix, const OdePattern *pattern, size_t **slots_out)
{
  const int n = matrix->n;
  size_t *slots = malloc (sizeof (size_t) * ((size_t) pattern->start[n] + 1));

  *slots_out = slots;
  if (slots == NULL)
    return false;
  for (int j = 0; j < n; j++)
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
      slots[k] = slot_of (matrix, pattern->row[k], j);
  return true;
}

/* If the system has no mass matrix, M is stored as n ones on the diagonal, so that
 * one code assembles all matrices. */
static bool
make_mass (OdeMatrix *matrix)
{
  const OdeSystem *system = matrix->system;
  const int n = matrix->n;

  matrix->n_mass = system->mass_pattern != NULL ? system->mass_pattern->start[n] : n;
  /* The values of M are those of the system, which may change between two steps with a parameter. Their positions in the factor are found once. */
  if (system->mass_pattern != NULL)
    {
      matrix->mass = system->mass;
      return place_pattern (matrix, system->mass_pattern, &matrix->mass_slot);
    }
  matrix->mass_slot = malloc (sizeof (size_t) * ((size_t) n + 1));
  matrix->ones = malloc (sizeof (double) * ((size_t) n + 1));
  if (matrix->mass_slot == NULL || matrix->ones == NULL)
    return false;
  matrix->mass = matrix->ones;
  for (int i = 0; i < n; i++)
    {
      matrix->ones[i] = 1.0;
      matrix->mass_slot[i] = slot_of (matrix, i, i);
    }
  return true;
}

/* Writes a phrase that names the storage, for statistics and tooltips. */
static void
describe (OdeMatrix *matrix, OdeTranslate translate)
{
  const size_t size = sizeof matrix->text;
  const int n = matrix->n;

  if (matrix->storage == ODE_STORAGE_DENSE && ode_lu_uses_lapack (n))
    ode_message_format (translate, matrix->text, size, "dense LU (LAPACK), %d × %d", n, n);
  else if (matrix->storage == ODE_STORAGE_DENSE)
    ode_message_format (translate, matrix->text, size, "dense LU, %d × %d", n, n);
  else if (matrix->storage == ODE_STORAGE_SPARSE)
    ode_message_format (translate, matrix->text, size, "sparse LU (KLU), %d × %d with %d entries", n, n, matrix->entries.start[n]);
  else if (matrix->place != NULL)
    ode_message_format (translate, matrix->text, size, "banded LU, %d × %d, %d below and %d above the diagonal, reordered", n, n, matrix->lower,
                   matrix->upper);
  else
    ode_message_format (translate, matrix->text, size, "banded LU, %d × %d, %d below and %d above the diagonal", n, n, matrix->lower, matrix->upper);
}

/* Returns NULL and frees all memory when out of memory. */
OdeMatrix *
ode_matrix_new (const OdeSystem *system, OdeTranslate translate)
{
  OdeMatrix *matrix = calloc (1, sizeof *matrix);
  const int n = system->n_states;

  if (matrix == NULL)
    return NULL;
  matrix->system = system;
  matrix->n = n;
  if (system->prepare_jacobian != NULL)
    system->prepare_jacobian (system->self);
  if (!choose_storage (matrix))
    goto fail;
  describe (matrix, translate);
  /* The values of J are in the order that the system defines: compressed columns if there is a
   * pattern, otherwise dense and column-major. jacobian_slot maps them to positions in the
   * factor. */
  matrix->n_jacobian = system->jacobian_pattern != NULL ? system->jacobian_pattern->start[n] : n * n;
  matrix->jacobian = calloc ((size_t) matrix->n_jacobian + 1, sizeof (double));
  /* Four vectors are for difference quotients and one is x_at. */
  matrix->work = malloc (sizeof (double) * (5 * (size_t) n + 1));
  if (matrix->jacobian == NULL || matrix->work == NULL || !make_mass (matrix))
    goto fail;
  matrix->x_at = matrix->work + 4 * (size_t) n;
  if (system->jacobian_pattern != NULL)
    {
      if (!place_pattern (matrix, system->jacobian_pattern, &matrix->jacobian_slot))
        goto fail;
      matrix->group = malloc (sizeof (int) * ((size_t) n + 1));
      if (matrix->group == NULL)
        goto fail;
      matrix->n_groups = ode_sparse_group_columns (system->jacobian_pattern, matrix->group);
      if (matrix->n_groups == 0 && n > 0)
        goto fail;
    }
  return matrix;

fail:
  ode_matrix_free (matrix);
  return NULL;
}

/* The function also accepts a matrix whose construction failed half way. */
void
ode_matrix_free (OdeMatrix *matrix)
{
  if (matrix == NULL)
    return;
  free (matrix->place);
  free (matrix->entries_start);
  free (matrix->entries_row);
  free (matrix->jacobian);
  free (matrix->jacobian_slot);
  free (matrix->ones);
  free (matrix->mass_slot);
  free (matrix->group);
  free (matrix->work);
  free (matrix);
}

/* Returns the increment δ of a difference quotient.
 *
 * A forward difference has the truncation error δ |f″|/2 and the rounding error
 * 2ε|f|/δ, which balance at δ ≈ √ε for values of size 1; a central difference has the
 * errors δ² |f‴|/6 and ε|f|/δ, which balance at ε^{1/3}. Drake uses √ε max(1, |x|) for
 * forward and ε^{5/12} = 3.0e-7 for central differences, and so does this function in profile
 * drake (drake/systems/analysis/implicit_integrator.cc). By default forward
 * differences use √(ε max(1e-5, |x|)), as RADAU5 does (Hairer and Wanner,
 * Solving ODEs II, 2nd ed. 1996, IV.8): states much smaller than 1, such as
 * concentrations, then get an increment that is small compared with their size. Central differences
 * use the same lower bound 1e-5.
 *
 * The function returns (x + δ) − x in place of δ, so that the divisor is the rounded
 * increment by which x really changes.
 *
 * The difference quotient of a component of size |f| then has a relative error
 * of about √ε = 1.5e-8 (forward) or ε^{2/3} = 4e-11 (central). Newton's
 * method needs a much less accurate matrix. */
static double
increment (double x, bool central, bool drake)
{
  const double size = fabs (x);
  double delta;

  if (central)
    delta = 3.0e-7 * (size > 1.0 ? size : drake ? 1.0 : size > 1e-5 ? size : 1e-5);
  else if (drake)
    delta = 1.4901161193847656e-8 * (size > 1.0 ? size : 1.0);
  else
    delta = sqrt (2.220446049250313e-16 * (size > 1e-5 ? size : 1e-5));

  volatile double moved = x + delta; /* volatile: x + δ must be rounded to double before x is subtracted */

  return moved - x;
}

/* Evaluates J by differences. If there is a pattern, all states of a group are changed
 * at once: no two columns of a group share a row, so that each entry of the difference
 * belongs to one column (Curtis, Powell and Reid 1974, see ode-sparse.h). The
 * cost is one right-hand side per group for forward and two for central differences. */
static OdeStatus
differences (OdeMatrix *matrix, OdeStepper *stepper, double t, const double *x, const double *f)
{
  const OdePattern *pattern = matrix->system->jacobian_pattern;
  const bool central = stepper->settings.jacobian == ODE_JACOBIAN_CENTRAL;
  const bool drake = stepper->settings.drake_implicit;
  const int n = matrix->n, n_groups = pattern != NULL ? matrix->n_groups : n;
  double *moved = matrix->work, *high = matrix->work + n, *low = matrix->work + 2 * n, *delta = matrix->work + 3 * n;
  OdeStatus status;
  int64_t evaluations = 0;

  memcpy (moved, x, sizeof (double) * (size_t) n);
  /* Forward differences need f at x. The caller usually passes it. */
  if (!central && f == NULL)
    {
      status = ode_stepper_rhs (stepper, ODE_RHS_JACOBIAN, t, x, low);
      evaluations++;
      if (status != ODE_DONE)
        return status;
      f = low;
    }
  for (int i = 0; i < n; i++)
    delta[i] = increment (x[i], central, drake);
  for (int g = 0; g < n_groups; g++)
    {
      /* Without a pattern each column is a group of its own. */
      for (int side = 0; side < (central ? 2 : 1); side++)
        {
          for (int j = pattern != NULL ? 0 : g; j < (pattern != NULL ? n : g + 1); j++)
            if (pattern == NULL || matrix->group[j] == g)
              moved[j] = side == 0 ? x[j] + delta[j] : x[j] - delta[j];
          status = ode_stepper_rhs (stepper, ODE_RHS_JACOBIAN, t, moved, side == 0 ? high : low);
          evaluations++;
          if (status != ODE_DONE)
            return status;
        }
      for (int j = pattern != NULL ? 0 : g; j < (pattern != NULL ? n : g + 1); j++)
        {
          if (pattern != NULL && matrix->group[j] != g)
            continue;
          moved[j] = x[j];

          const double factor = 1.0 / (central ? 2.0 * delta[j] : delta[j]);
          const double *base = central ? low : f;

          if (pattern != NULL)
            for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
              matrix->jacobian[k] = (high[pattern->row[k]] - base[pattern->row[k]]) * factor;
          else
            for (int i = 0; i < n; i++)
              matrix->jacobian[(ptrdiff_t) j * n + i] = (high[i] - base[i]) * factor;
        }
    }
  stepper->statistics->jacobian_rhs_evaluations += evaluations;
  return ODE_DONE;
}

/* Stores the point (t, x) of the evaluation, because a snapshot contains the
 * point instead of the values. J is marked as invalid until all entries are known to
 * be finite. */
OdeStatus
ode_matrix_evaluate (OdeMatrix *matrix, OdeStepper *stepper, double t, const double *x, const double *f)
{
  const OdeSystem *system = matrix->system;
  OdeStatus status;

  matrix->valid = false;
  matrix->t_at = t;
  if (x != matrix->x_at)
    memcpy (matrix->x_at, x, sizeof (double) * (size_t) matrix->n);
  stepper->statistics->jacobian_evaluations++;
  if (stepper->settings.jacobian == ODE_JACOBIAN_SYMBOLIC && system->jacobian != NULL)
    status = system->jacobian (system->self, t, x, matrix->jacobian);
  else
    status = differences (matrix, stepper, t, x, f);
  if (status != ODE_DONE)
    return status;

  /* 0·a is NaN exactly if a is not finite, so that one test of the sum
   * checks all entries. */
  double sum = 0.0;

  for (int k = 0; k < matrix->n_jacobian; k++)
    sum += matrix->jacobian[k] * 0.0;
  if (!(sum == 0.0))
    return ODE_RETRY_UNDEFINED;
  matrix->valid = true;
  return ODE_DONE;
}

/* Layout of a snapshot: valid (0 or 1), t, x[n]. The values of J are not stored: n²
 * numbers in the snapshot of every 256th attempt would dominate the size of the tape, and an evaluation
 * at the same point gives the same bits. */
size_t
ode_matrix_snapshot_size (const OdeMatrix *matrix)
{
  return sizeof (double) * (2 + (size_t) matrix->n);
}

/* The values of J are not written, for the reason given at ode_matrix_snapshot_size. */
void
ode_matrix_save (const OdeMatrix *matrix, void *bytes)
{
  const double head[2] = { matrix->valid ? 1.0 : 0.0, matrix->t_at };

  memcpy (bytes, head, sizeof head);
  memcpy ((char *) bytes + sizeof head, matrix->x_at, sizeof (double) * (size_t) matrix->n);
}

/* Evaluates the Jacobian at the stored point. The saved run has already
 * counted this evaluation, so the statistics get their old values back. */
void
ode_matrix_restore (OdeMatrix *matrix, OdeStepper *stepper, const void *bytes)
{
  const OdeStatistics kept = *stepper->statistics;
  double head[2];

  memcpy (head, bytes, sizeof head);
  memcpy (matrix->x_at, (const char *) bytes + sizeof head, sizeof (double) * (size_t) matrix->n);
  matrix->t_at = head[1];
  matrix->valid = false;
  if (head[0] != 0.0)
    {
      ode_matrix_evaluate (matrix, stepper, matrix->t_at, matrix->x_at, NULL);
    }
  *stepper->statistics = kept;
}

/* Callers test this to skip the product with M and use x in place of M x. */
bool
ode_matrix_mass_is_identity (const OdeMatrix *matrix)
{
  return matrix->system->mass_pattern == NULL;
}

/* Computes M x; without a mass pattern M is the unit matrix. The entries are added column by
 * column, in the order of the pattern. */
void
ode_matrix_mass_times (const OdeMatrix *matrix, const double *x, double *y)
{
  const OdePattern *pattern = matrix->system->mass_pattern;
  const int n = matrix->n;

  if (pattern == NULL)
    {
      memcpy (y, x, sizeof (double) * (size_t) n);
      return;
    }
  memset (y, 0, sizeof (double) * (size_t) n);
  for (int j = 0; j < n; j++)
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
      y[pattern->row[k]] += matrix->mass[k] * x[j];
}

/* Returns ‖J‖₁, the largest column sum of absolute values. It bounds every |λ|
 * of J. */
double
ode_matrix_norm (const OdeMatrix *matrix)
{
  const OdePattern *pattern = matrix->system->jacobian_pattern;
  const int n = matrix->n;
  double largest = 0.0;

  for (int j = 0; j < n; j++)
    {
      const int first = pattern != NULL ? pattern->start[j] : j * n, end = pattern != NULL ? pattern->start[j + 1] : (j + 1) * n;
      double sum = 0.0;

      for (int k = first; k < end; k++)
        sum += fabs (matrix->jacobian[k]);
      if (sum > largest)
        largest = sum;
    }
  return largest;
}

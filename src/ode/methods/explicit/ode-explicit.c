/* Makes steps of explicit Runge–Kutta methods with any tableau (A, b, b̂, c):
 *
 *   k_i = f (t + c_i h, x0 + h Σ_{j<i} a_ij k_j),   i = 1 … s
 *   x1  = x0 + h Σ b_i k_i
 *   e   = h Σ (b_i − b̂_i) k_i
 *
 * (Hairer, Nørsett and Wanner, Solving ODEs I, 2nd ed. 1993, cited as HNW, II.1
 * (1.8) and II.4). x1 − e is the result with the weights b̂, which have
 * another order, so that e estimates the error of the less accurate
 * formula.
 *
 * A tableau with c_s = 1 and a_si = b_i is called "first same as last" (fsal): k_s is f (t
 * + h, x1), which is k_1 of the next step. e uses k_s, but x1 does not. So k_s
 * is evaluated here only if an estimate is wanted, and passed to the integrator as f1;
 * otherwise the integrator evaluates it when it first needs the slope at the end of the step.
 *
 * Dense output (HNW II.6 (6.1)): x(t + θh) = x0 + h Σ b_i(θ) k_i with
 * polynomials b_i of the tableau, over s + n_extra stages. The extra stages
 * have rows in A_extra and are evaluated once per step, when dense output
 * is first used.
 *
 * There is no history: a step depends only on (t, x0). The slopes of the last
 * attempt, for dense output and the tape, stay valid until the next attempt;
 * x0, k_1 and the slope at the end are in the integrator's memory.
 *
 * Stability: for x' = λx the step is x1 = R(z) x0 with z = hλ and R(z) = 1 + z
 * bᵀ (I − zA)⁻¹ 1, a polynomial of degree at most s because A is strictly lower
 * triangular. A polynomial is unbounded, so every explicit method has a limit
 * of |hλ| beyond which solutions grow. On stiff problems the controller finds
 * this limit by rejections: the error estimate grows as soon as R does.
 *
 * Rounding: the sums begin with x0, to which the terms h a_ij k_j are added in order,
 * and each step adds a rounding error of about ε |x|. There is no compensated
 * summation: over N steps errors add up to about √N ε |x|, which stays below
 * the tolerances that the methods are meant for. */

/* The loops over states here are short, and vectorized loops begin with many tests. */
#ifdef __GNUC__
#pragma GCC optimize ("no-tree-slp-vectorize", "no-tree-vectorize", "no-tree-loop-distribute-patterns")
#endif

#include "ode-explicit.h"

#include "ode-lincomb.h"

#include <math.h>
#include <string.h>

/* The nonzero entries of one row of a tableau. In methods of high order
 * half of the entries are zero. */
typedef struct
{
  int n_terms;
  const int *stage;
  const double *a;
} Row;

typedef struct
{
  OdeStepper base;
  const OdeTableau *tableau;
  int n_stages, n_extra, n_total;
  int n_states;
  Row *rows;       /* the n_total rows of A, then b and the error weights */
  Row *b, *e, *e3; /* e is NULL without an estimate; e3 is the second estimate of DOP853 */
  double *ha;      /* n_total products h·a of one row */
  const double **ka; /* n_total pointers to the slopes that belong to these products */
  const double **k;  /* n_total pointers to the stage slopes of the last attempt */
  double *slopes;  /* slopes of the stages, n_total rows of n_states numbers; `code` writes its other results after those of the n_stages stages */
  double *point;   /* n_states numbers: the state at which a stage is evaluated; the system's buffer if there is one */
  double *error3;  /* n_states numbers: the second estimate of DOP853 */
  double *weights; /* n_total numbers: b_i(θ) */
  OdeExplicitKernel kernel; /* the unrolled code of the method; NULL: the general code is used */
  OdeStepCode *code; /* code of the system for whole steps; NULL: there is none */
  OdeStepNorm norm_form; /* the norm in this code */
  /* Start, step size and initial state of the last attempt. */
  double t, h;
  const double *x0;
  bool fsal_done;
  bool extra_done;
} Explicit;

/* Returns an upper bound for the number of entries of all rows: A, A_extra, b
 * and two rows of error weights. */
static size_t
count_terms (const OdeTableau *tableau)
{
  size_t s = (size_t) tableau->n_stages, n_extra = (size_t) tableau->n_extra, total = s + n_extra;

  return s * s + n_extra * total + 3 * total;
}

/* Returns how many numbers the rows of slopes have, with the other results of the system's code for steps: x1 and two estimates. */
static size_t
count_slopes (const OdeTableau *tableau, const OdeSystem *system)
{
  int n_more = tableau->n_extra > 3 || system->step_code == NULL ? tableau->n_extra : 3;

  return (size_t) (tableau->n_stages + n_more) * (size_t) system->n_states;
}

/* The stepper and all of its arrays are in one block, so that a step uses few
 * cache lines: this block, and the states and slopes of the integrator. Arrays
 * start at multiples of 16 bytes, and the block consists of whole cache lines. */
static size_t
explicit_size (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  const OdeTableau *tableau = method->tableau;
  size_t total = (size_t) (tableau->n_stages + tableau->n_extra), n = (size_t) system->n_states;
  size_t bytes = (sizeof (Explicit) + 15) & ~(size_t) 15;

  bytes += (total + 3) * sizeof (Row);
  bytes += 2 * total * sizeof (double *);
  bytes += (count_terms (tableau) + 2 * total + count_slopes (tableau, system) + 2 * n) * sizeof (double);
  bytes += count_terms (tableau) * sizeof (int);
  return (bytes + 63) & ~(size_t) 63;
}

/* The memory for row entries that is not used yet. */
typedef struct
{
  double *a;
  int *stage;
} Pool;

/* Copies the nonzero entries of values[n], or of values − minus, to the
 * pool and returns them as a row. */
static Row
make_row (Pool *pool, const double *values, const double *minus, int n)
{
  Row row = { 0, pool->stage, pool->a };

  for (int j = 0; j < n; j++)
    {
      double a = values[j] - (minus != NULL ? minus[j] : 0);

      if (a == 0)
        continue;
      pool->stage[row.n_terms] = j;
      pool->a[row.n_terms++] = a;
    }
  pool->stage += row.n_terms;
  pool->a += row.n_terms;
  return row;
}

/* Asks the system for code of whole steps. Without an estimate a method with FSAL does not evaluate its last stage; such a step has no code. */
static void
take_code (OdeStepper *stepper)
{
  Explicit *self = (Explicit *) stepper;
  const OdeSystem *system = stepper->system;
  const OdeTableau *tableau = self->tableau;
  const OdeExplicitData *data = stepper->method->data;
  double weights[ODE_EXPLICIT_CODE_STAGES];
  const double *errors[2] = { NULL, NULL };

  if (system->step_code == NULL || self->n_stages > ODE_EXPLICIT_CODE_STAGES || self->n_stages < 2 || (tableau->fsal && self->e == NULL))
    return;
  if (self->e3 != NULL)
    {
      errors[0] = data->error5;
      errors[1] = data->error3;
    }
  else if (self->e != NULL)
    {
      for (int j = 0; j < self->n_stages; j++)
        weights[j] = tableau->b[j] - tableau->b_hat[j];
      errors[0] = weights;
    }
  self->norm_form = ode_norm_form (stepper->norm_data);
  self->code = system->step_code (system, tableau, errors, self->norm_form);
}

/* Divides the stepper's block into rows, pointers and vectors, in the order of
 * explicit_size. */
static bool
explicit_init (OdeStepper *stepper, char *error, size_t error_size)
{
  Explicit *self = (Explicit *) stepper;
  const OdeTableau *tableau = stepper->method->tableau;
  const OdeExplicitData *data = stepper->method->data;
  int s = tableau->n_stages, total = s + tableau->n_extra;
  int n = stepper->system->n_states;
  char *at = (char *) self + ((sizeof (Explicit) + 15) & ~(size_t) 15);
  Pool pool;

  self->tableau = tableau;
  self->n_stages = s;
  self->n_extra = tableau->n_extra;
  self->n_total = total;
  self->n_states = n;

  self->rows = (Row *) at;
  at += (size_t) (total + 3) * sizeof (Row);
  self->k = (const double **) at;
  self->ka = self->k + total;
  at += 2 * (size_t) total * sizeof (double *);
  self->slopes = (double *) at;
  self->point = self->slopes + count_slopes (tableau, stepper->system);
  self->error3 = self->point + n;
  self->ha = self->error3 + n;
  self->weights = self->ha + total;
  if (stepper->system->rhs_buffer != NULL)
    self->point = stepper->system->rhs_buffer;
  pool.a = self->weights + total;
  pool.stage = (int *) (pool.a + count_terms (tableau));

  for (int i = 0; i < s; i++)
    self->rows[i] = make_row (&pool, tableau->A + (ptrdiff_t) i * s, NULL, i);
  for (int i = 0; i < tableau->n_extra; i++)
    self->rows[s + i] = make_row (&pool, tableau->A_extra + (ptrdiff_t) i * total, NULL, s + i);
  self->b = &self->rows[total];
  *self->b = make_row (&pool, tableau->b, NULL, s);
  self->e = self->e3 = NULL;
  if (data != NULL && data->error5 != NULL)
    {
      self->e = &self->rows[total + 1];
      self->e3 = &self->rows[total + 2];
      *self->e = make_row (&pool, data->error5, NULL, s);
      *self->e3 = make_row (&pool, data->error3, NULL, s);
    }
  else if (tableau->b_hat != NULL)
    {
      self->e = &self->rows[total + 1];
      *self->e = make_row (&pool, tableau->b, tableau->b_hat, s);
    }
  for (int i = 0; i < total; i++)
    self->k[i] = self->slopes + (ptrdiff_t) i * n;
  if (data != NULL && data->kernels != NULL && n >= 1 && n <= ODE_EXPLICIT_KERNEL_STATES)
    self->kernel = data->kernels[n - 1];
  take_code (stepper);
  return true;
}

/* Computes y = x + h Σ row_j k_j. The factors h a_j are computed once for all
 * states. The unrolled kernels compute the same products and add them in the same
 * order, so that both codes give the same bits. */
static inline void
combine (Explicit *self, double *y, const double *x, double h, const Row *row)
{
  for (int j = 0; j < row->n_terms; j++)
    {
      self->ha[j] = h * row->a[j];
      self->ka[j] = self->k[row->stage[j]];
    }
  ode_lincomb (self->n_states, y, x, row->n_terms, self->ha, self->ka);
}

/* Replaces e5 in step->error by e5 ‖e5‖/√(‖e5‖² + 0.01 ‖e3‖²) (HNW II.10 and
 * the code DOP853), which is of order 8 in h: see ode-explicit-dop853.c. If e5
 * is zero, the factor is 1 instead of 0/0. */
static void
scale_853 (Explicit *self, OdeTry *step, const double *error3)
{
  OdeStepper *base = &self->base;
  double n5, n3, factor;

  n5 = base->norm (base->integrator, step->error, step->x0, step->x1);
  n3 = base->norm (base->integrator, error3, step->x0, step->x1);
  factor = n5 > 0 ? n5 / sqrt (n5 * n5 + 0.01 * n3 * n3) : 1;
  for (int i = 0; i < self->n_states; i++)
    step->error[i] *= factor;
}

static void
estimate_853 (Explicit *self, OdeTry *step)
{
  memset (self->error3, 0, (size_t) self->n_states * sizeof (double));
  combine (self, self->error3, self->error3, step->h, self->e3);
  scale_853 (self, step, self->error3);
}

/* Evaluates the stages, x1 and, if step->error is not NULL, the estimate.
 * The times t + c_i h are computed from t, not by adding increments. On
 * return the slopes of the first *known stages are known. */
static OdeStatus
take_stages (Explicit *self, OdeTry *step, int last, int *known)
{
  OdeStepper *stepper = &self->base;
  const OdeTableau *tableau = self->tableau;
  double t = step->t, h = step->h;
  OdeStatus status;

  for (*known = 1; *known < last; ++*known)
    {
      const int i = *known;

      combine (self, self->point, step->x0, h, &self->rows[i]);
      status = ode_stepper_rhs (stepper, ODE_RHS_STAGES, t + tableau->c[i] * h, self->point, (double *) self->k[i]);
      if (status != ODE_DONE)
        return status;
    }
  combine (self, step->x1, step->x0, h, self->b);
  if (tableau->fsal && step->error != NULL)
    {
      status = ode_stepper_rhs (stepper, ODE_RHS_STAGES, t + h, step->x1, step->f1_buffer);
      if (status != ODE_DONE)
        return status;
      self->fsal_done = true;
      step->f1 = step->f1_buffer;
      ++*known;
    }
  if (step->error != NULL)
    {
      memset (step->error, 0, (size_t) self->n_states * sizeof (double));
      combine (self, step->error, step->error, h, self->e);
      if (self->e3 != NULL)
        estimate_853 (self, step);
    }
  return ODE_DONE;
}

/* Reports the stages of an attempt after it has ended: their states are
 * computed again with the same bits. If the attempt failed, the stage after the first `known` stages is
 * the one whose slope could not be computed. */
static void
report_stages (Explicit *self, const OdeTry *step, int known, bool failed)
{
  for (int i = 0; i < known + failed; i++)
    {
      const double c = self->tableau->c[i];

      combine (self, self->point, step->x0, step->h, &self->rows[i]);
      ode_trace_stage (&self->base, i + 1, c, step->t + c * step->h, self->point, i < known ? self->k[i] : NULL);
    }
}

/* Makes the attempt with the code of the system. Returns the norm of the error or, if there is none, 0; NaN if the results cannot be used. */
static inline double
run_code (Explicit *self, OdeTry *step, double h)
{
  OdeStepper *stepper = &self->base;
  OdeStepCode *code = self->code;
  OdeStepRows rows = { .x0 = step->x0, .f0 = step->f0, .x1 = step->x1, .error = step->error, .f1 = step->f1_buffer };
  const int n = self->n_states, s = self->n_stages;
  double norm;

  *code->t = step->t;
  if (self->norm_form.is_wanted)
    rows.w = ode_norm_scales (stepper->norm_data, code->r);
  norm = code->run (code, &rows, h, self->slopes + n);
  if (isnan (norm))
    return norm;
  stepper->statistics->rhs_by_purpose[ODE_RHS_STAGES] += s - 1;
  stepper->statistics->rhs_evaluations += s - 1;
  if (self->tableau->fsal)
    {
      step->f1 = step->f1_buffer;
      self->fsal_done = true;
    }
  if (self->e3 != NULL && !self->norm_form.is_wanted)
    scale_853 (self, step, self->slopes + (ptrdiff_t) (s + 2) * n);
  return norm;
}

/* Notes the start of an attempt, and evaluates the slope there if it is not known. */
static inline OdeStatus
begin_attempt (Explicit *self, OdeTry *step)
{
  OdeStatus status;

  self->t = step->t;
  self->h = step->h;
  self->x0 = step->x0;
  self->extra_done = false;
  if ((status = ode_stepper_start_slope (&self->base, step)) != ODE_DONE)
    return status;
  self->k[0] = step->f0;
  if (self->tableau->fsal)
    self->k[self->n_stages - 1] = step->f1_buffer;
  self->fsal_done = false;
  step->f1 = NULL;
  return ODE_DONE;
}

static bool
is_same_norm (OdeStepNorm a, OdeStepNorm b)
{
  return a.is_wanted == b.is_wanted && a.adds == b.adds && a.ahead == b.ahead && a.rms == b.rms;
}

/* Returns whether the system's code can make this attempt. The joined estimate of DOP853 depends on the norm; a method that contains this one does not tell that
 * its settings changed. */
static inline bool
has_code (const Explicit *self, const OdeTry *step)
{
  if (self->e3 != NULL && !is_same_norm (self->norm_form, ode_norm_form (self->base.norm_data)))
    return false;
  return self->code != NULL && self->base.trace == NULL && (step->error != NULL) == (self->e != NULL);
}

/* Makes the attempt with calls of the right-hand side: by the unrolled code of the method if there is one and no
 * listener is set, otherwise by the general code. */
static OdeStatus
attempt_by_calls (Explicit *self, OdeTry *step)
{
  OdeStepper *stepper = &self->base;
  /* The last stage of a method with FSAL does not enter x1. It is evaluated only if the error estimate needs it. */
  const int last = self->tableau->fsal ? self->n_stages - 1 : self->n_stages;
  int known;
  OdeStatus status;

  if (self->kernel != NULL && stepper->trace == NULL)
    {
      status = self->kernel (stepper, step, self->slopes);
      self->fsal_done = step->f1 != NULL;
      return status;
    }
  status = take_stages (self, step, last, &known);
  if (stepper->trace != NULL)
    report_stages (self, step, known, status != ODE_DONE);
  return status;
}

/* Makes the attempt with the code of the system if there is one and no listener is set, otherwise with calls of the right-hand side. Both
 * give the same bits. */
static double
explicit_attempt_with_norm (OdeStepper *stepper, OdeTry *step, double h, OdeStatus *status)
{
  Explicit *self = (Explicit *) stepper;
  double norm = NAN;

  *status = begin_attempt (self, step);
  if (*status != ODE_DONE)
    return NAN;
  if (has_code (self, step))
    norm = run_code (self, step, h);
  if (isnan (norm))
    *status = attempt_by_calls (self, step);
  return self->norm_form.is_wanted && self->e != NULL ? norm : NAN;
}

static OdeStatus
explicit_attempt (OdeStepper *stepper, OdeTry *step)
{
  OdeStatus status;

  explicit_attempt_with_norm (stepper, step, step->h, &status);
  return status;
}

/* Uses the integrator's slope at the end of the last accepted step as the slope
 * of a stage. */
static OdeStatus
end_slope (Explicit *self, int stage)
{
  const double *f;
  OdeStatus status = self->base.end_slope (self->base.integrator, &f);

  if (status == ODE_DONE)
    self->k[stage] = f;
  return status;
}

/* Returns whether an extra stage is f (t + h, x1), that is, whether c = 1 and its row
 * is b. The integrator evaluates that slope for the next step in any case. */
static bool
is_end_slope (const Explicit *self, int extra)
{
  const OdeTableau *tableau = self->tableau;

  return tableau->c_extra[extra] == 1
         && memcmp (tableau->A_extra + (ptrdiff_t) extra * self->n_total, tableau->b, (size_t) self->n_stages * sizeof (double)) == 0;
}

/* Evaluates the extra stages of the last accepted step, which dense output needs. */
static OdeStatus
extra_stages (Explicit *self)
{
  OdeStatus status;

  if (self->extra_done)
    return ODE_DONE;
  if (self->tableau->fsal && !self->fsal_done)
    {
      if ((status = end_slope (self, self->n_stages - 1)) != ODE_DONE)
        return status;
      self->fsal_done = true;
    }
  for (int i = 0; i < self->n_extra; i++)
    {
      int stage = self->n_stages + i;

      if (is_end_slope (self, i))
        {
          if ((status = end_slope (self, stage)) != ODE_DONE)
            return status;
          continue;
        }
      self->k[stage] = self->slopes + (ptrdiff_t) stage * self->n_states;
      combine (self, self->point, self->x0, self->h, &self->rows[stage]);
      status = ode_stepper_rhs (&self->base, ODE_RHS_DENSE, self->t + self->tableau->c_extra[i] * self->h, self->point,
                                (double *) self->k[stage]);
      if (status != ODE_DONE)
        return status;
    }
  self->extra_done = true;
  return ODE_DONE;
}

/* Computes x = x0 + Σ (h b_i(θ)) k_i over the nonzero b_i(θ). The tableau defines b_i(θ). */
static OdeStatus
explicit_dense (OdeStepper *stepper, double theta, double *x)
{
  Explicit *self = (Explicit *) stepper;
  const OdeTableau *tableau = self->tableau;
  int n_terms = 0;
  OdeStatus status = extra_stages (self);

  if (status != ODE_DONE)
    return status;
  for (int i = 0; i < self->n_total; i++)
    {
      double value = ode_tableau_dense_weight (tableau, i, theta);

      if (value == 0)
        continue;
      self->weights[n_terms] = self->h * value;
      self->ka[n_terms++] = self->k[i];
    }
  ode_lincomb (self->n_states, x, self->x0, n_terms, self->weights, self->ka);
  return ODE_DONE;
}

/* Returns the slopes in one array. Without the slope at the end, which an FSAL method evaluates
 * only for an estimate, there is one stage fewer. */
static const double *
explicit_stages (const OdeStepper *stepper, int *n_stages)
{
  const Explicit *self = (const Explicit *) stepper;
  int n = self->n_stages;

  /* k_1 and the slope at the end are in the integrator's memory. They are
   * copied, because the caller gets a single array. */
  for (int i = 0; i < n; i++)
    {
      double *home = self->slopes + (ptrdiff_t) i * self->n_states;

      if (self->k[i] != home)
        memmove (home, self->k[i], (size_t) self->n_states * sizeof (double));
    }
  *n_stages = self->tableau->fsal && !self->fsal_done ? n - 1 : n;
  return self->slopes;
}

const OdeStepperClass ode_explicit_class = {
  .size = explicit_size,
  .init = explicit_init,
  .attempt = explicit_attempt,
  .attempt_with_norm = explicit_attempt_with_norm,
  .settings_changed = take_code,
  .stages = explicit_stages,
};

const OdeStepperClass ode_explicit_dense_class = {
  .size = explicit_size,
  .init = explicit_init,
  .attempt = explicit_attempt,
  .attempt_with_norm = explicit_attempt_with_norm,
  .settings_changed = take_code,
  .dense = explicit_dense,
  .stages = explicit_stages,
};

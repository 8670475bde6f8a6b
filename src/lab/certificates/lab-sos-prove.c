/* Checks a solution of a sum-of-squares program exactly. All numbers of the solution are doubles and hence rational. The determined entries
 * of the Gram matrices are computed from the polynomials in rational arithmetic, so that p = zᵀ Q z holds exactly. Q is then tested for
 * positive definiteness. */
#include "lab-sos-private.h"

#ifdef LAB_HAVE_GMP

/* Sets u to the unknowns of the point. Those that equations determine are computed exactly. */
static void
exact_numbers (const LabSos *sos, const LabSosPoint *point, mpq_t *u)
{
  for (guint k = 0; k < sos->unknowns->len; k++)
    lab_rational_init (u[k], point->u[k]);
  for (guint p = 0; p < sos->pivots->len; p++)
    {
      const LabSosPivot *pivot = &g_array_index (sos->pivots, LabSosPivot, p);

      lab_rational_copy (u[pivot->unknown], pivot->constant);
      for (guint k = 0; k < sos->unknowns->len; k++)
        if (lab_rational_sign (pivot->factors[k]) != 0 && lab_sos_pivot (sos, (int) k) == NULL
            && !g_array_index (sos->unknowns, LabSosUnknown, k).fixed)
          lab_rational_add_product (u[pivot->unknown], pivot->factors[k], u[k]);
    }
}

/* Computes the coefficient of a monomial in the polynomial of a condition, Σ parts u_k p_k, exactly. */
static void
exact_coefficient (const LabSosCondition *condition, LabMonomial monomial, mpq_t *u, mpq_t coefficient)
{
  mpq_t one;

  lab_rational_init (one, 1);
  mpq_set_ui (coefficient, 0, 1);
  for (guint k = 0; k < condition->parts->len; k++)
    {
      const LabSosPart *part = &g_array_index (condition->parts, LabSosPart, k);

      for (int m = 0; m < lab_polynomial_n_terms (part->polynomial); m++)
        {
          const LabTerm *term = lab_polynomial_term (part->polynomial, m);

          if (term->monomial == monomial)
            {
              if (part->unknown < 0)
                lab_rational_add_product (coefficient, term->number, one);
              else
                lab_rational_add_product (coefficient, term->number, u[part->unknown]);
            }
        }
    }
  lab_rational_clear (one);
}

/* Sets the Gram matrices Q from the point. Block b is n × n and begins at Q[start[b]]. Returns FALSE if an equation without Gram entries is
 * not satisfied. */
static gboolean
fit (const LabSos *sos, const LabSosCondition *condition, const LabSosPoint *point, mpq_t *u, mpq_t **Q, const int *sizes)
{
  gboolean holds = TRUE;
  mpq_t coefficient, entry_value, minus, two;

  lab_rational_init (coefficient, 0);
  lab_rational_init (entry_value, 0);
  lab_rational_init (minus, -1);
  lab_rational_init (two, 2);
  for (guint r = 0; r < condition->rows->len && holds; r++)
    {
      const LabSosRow *row = condition->rows->pdata[r];
      const LabSosEntry *to;

      exact_coefficient (condition, row->monomial, u, coefficient);
      if (row->entries->len == 0)
        {
          holds = mpq_sgn (coefficient) == 0;
          continue;
        }
      for (guint k = 1; k < row->entries->len; k++)
        {
          const LabSosEntry *entry = &g_array_index (row->entries, LabSosEntry, k);
          int n = sizes[entry->block];

          mpq_set_d (entry_value, point->gram[entry->variable]);
          mpq_set (Q[entry->block][entry->i * n + entry->j], entry_value);
          mpq_set (Q[entry->block][entry->j * n + entry->i], entry_value);
          mpq_mul (entry_value, entry_value, minus);
          if (entry->i != entry->j)
            mpq_mul (entry_value, entry_value, two);
          mpq_add (coefficient, coefficient, entry_value);
        }
      to = &g_array_index (row->entries, LabSosEntry, 0);
      if (to->i != to->j)
        mpq_div (coefficient, coefficient, two);
      mpq_set (Q[to->block][to->i * sizes[to->block] + to->j], coefficient);
      mpq_set (Q[to->block][to->j * sizes[to->block] + to->i], coefficient);
    }
  mpq_clears (coefficient, entry_value, minus, two, NULL);
  return holds;
}

/* Returns whether a symmetric matrix is positive definite, that is, whether all its leading minors are positive. The
 * matrix is multiplied by its common denominator, and the minors are computed without fractions (Bareiss, Math. Comp.
 * 22 (1968) 565). With exact minors there is no tolerance: a matrix that is singular or has a rounding error on the
 * wrong side is refused. */
static gboolean
is_positive (mpq_t *Q, int n)
{
  mpz_t *a = g_new (mpz_t, (gsize) n * (gsize) n), common, previous, product;
  gboolean positive = TRUE;

  mpz_inits (common, previous, product, NULL);
  mpz_set_ui (common, 1);
  for (int k = 0; k < n * n; k++)
    mpz_lcm (common, common, mpq_denref (Q[k]));
  for (int k = 0; k < n * n; k++)
    {
      mpz_init (a[k]);
      mpz_divexact (product, common, mpq_denref (Q[k]));
      mpz_mul (a[k], product, mpq_numref (Q[k]));
    }
  mpz_set_ui (previous, 1);
  for (int p = 0; p < n && positive; p++)
    {
      positive = mpz_sgn (a[p * n + p]) > 0;
      for (int i = p + 1; i < n && positive; i++)
        for (int j = i; j < n; j++)
          {
            mpz_mul (product, a[p * n + p], a[i * n + j]);
            mpz_submul (product, a[p * n + i], a[p * n + j]);
            mpz_divexact (a[i * n + j], product, previous);
          }
      mpz_set (previous, a[p * n + p]);
    }
  for (int k = 0; k < n * n; k++)
    mpz_clear (a[k]);
  mpz_clears (common, previous, product, NULL);
  g_free (a);
  return positive;
}

gboolean
lab_sos_prove (LabSos *sos, const LabSosPoint *point)
{
  g_autofree mpq_t **Q = NULL;
  g_autofree mpq_t *u = g_new (mpq_t, sos->unknowns->len + 1);
  g_autofree int *sizes = NULL;
  gboolean holds = TRUE;

  lab_sos_prepare (sos);
  if (!sos->feasible)
    return FALSE;
  exact_numbers (sos, point, u);
  Q = g_new0 (mpq_t *, sos->n_blocks + 1);
  sizes = g_new0 (int, sos->n_blocks + 1);
  for (guint s = 0; s < sos->conditions->len; s++)
    {
      const LabSosCondition *condition = sos->conditions->pdata[s];

      for (guint b = 0; b < condition->blocks->len; b++)
        {
          int at = condition->first_block + (int) b, n = (int) ((GArray *) condition->blocks->pdata[b])->len;

          sizes[at] = n;
          Q[at] = g_new (mpq_t, (gsize) n * (gsize) n);
          for (int k = 0; k < n * n; k++)
            lab_rational_init (Q[at][k], 0);
        }
      holds = holds && fit (sos, condition, point, u, Q, sizes);
    }
  for (int b = 0; b < sos->n_blocks; b++)
    {
      holds = holds && is_positive (Q[b], sizes[b]);
      for (int k = 0; k < sizes[b] * sizes[b]; k++)
        lab_rational_clear (Q[b][k]);
      g_free (Q[b]);
    }
  for (guint k = 0; k < sos->unknowns->len; k++)
    lab_rational_clear (u[k]);
  return holds;
}

gboolean
lab_sos_can_prove (void)
{
  return TRUE;
}

#else

gboolean
lab_sos_prove (LabSos *sos, const LabSosPoint *point)
{
  return FALSE;
}

gboolean
lab_sos_can_prove (void)
{
  return FALSE;
}

#endif

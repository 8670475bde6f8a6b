/* Chooses the monomials of the Gram matrices, and eliminates equations that no Gram entry can satisfy. */
#include "lab-sos-private.h"

#include <string.h>

static void
row_free (LabSosRow *row)
{
  g_array_unref (row->entries);
  g_free (row);
}

/* ---- monomials of a condition ---- */

/* Returns the support of a condition: the monomials that its polynomial may contain. Unknowns that are fixed to 0 contribute none. */
static GHashTable *
find_support (const LabSos *sos, const LabSosCondition *condition)
{
  GHashTable *support = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint k = 0; k < condition->parts->len; k++)
    {
      const LabSosPart *part = &g_array_index (condition->parts, LabSosPart, k);
      const LabSosUnknown *u = part->unknown >= 0 ? &g_array_index (sos->unknowns, LabSosUnknown, part->unknown) : NULL;

      if (u != NULL && u->fixed && u->value == 0)
        continue;
      for (int m = 0; m < lab_polynomial_n_terms (part->polynomial); m++)
        {
          LabMonomial monomial = lab_polynomial_term (part->polynomial, m)->monomial;

          g_hash_table_add (support, g_memdup2 (&monomial, sizeof monomial));
        }
    }
  return support;
}

/* ---- candidates for the monomial basis ---- */

/* Appends the monomials of degrees low to high that extend so_far in the variables from `variable` on, with exponents
 * of at most most[i]. */
static void
append_monomials (GArray *basis, int n, int variable, LabMonomial so_far, int low, int high, const int *most)
{
  if (variable == n)
    {
      if (lab_monomial_degree (so_far) >= low)
        g_array_append_val (basis, so_far);
      return;
    }
  for (int e = 0; e <= MIN (most[variable], high - lab_monomial_degree (so_far)); e++)
    append_monomials (basis, n, variable + 1, so_far + lab_monomial (variable, e), low, high, most);
}

/* Returns the monomials whose squares have a total degree, and a degree in each variable, within those of the support. */
static GArray *
find_candidates (int n, GHashTable *support)
{
  GArray *basis = g_array_new (FALSE, FALSE, sizeof (LabMonomial));
  int low = LAB_MOST_DEGREE, high = 0, most[LAB_MOST_VARIABLES] = { 0 };
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, support);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      LabMonomial monomial = *(LabMonomial *) key;

      low = MIN (low, lab_monomial_degree (monomial));
      high = MAX (high, lab_monomial_degree (monomial));
      for (int i = 0; i < n; i++)
        most[i] = MAX (most[i], lab_monomial_exponent (monomial, i) / 2);
    }
  if (g_hash_table_size (support) > 0)
    append_monomials (basis, n, 0, 0, (low + 1) / 2, high / 2, most);
  return basis;
}

/* Removes each monomial z for which z² is neither in the support nor the product of two other monomials of the list. The diagonal entry of
 * z is then 0, and so is its row (Löfberg, IEEE Trans. Automat. Control 54 (2009) 1007, section III). Repeated, this leaves at most the
 * monomials of half of the Newton polytope (Reznick, Duke Math. J. 45 (1978) 363), since each vertex outside of it is removed. */
static void
prune (GArray *basis, GHashTable *support)
{
  gboolean changed = TRUE;

  while (changed)
    {
      g_autoptr (GHashTable) products = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

      changed = FALSE;
      for (guint i = 0; i < basis->len; i++)
        for (guint j = i + 1; j < basis->len; j++)
          {
            LabMonomial product = g_array_index (basis, LabMonomial, i) + g_array_index (basis, LabMonomial, j);

            g_hash_table_add (products, g_memdup2 (&product, sizeof product));
          }
      for (guint i = 0; i < basis->len;)
        {
          LabMonomial square = 2 * g_array_index (basis, LabMonomial, i);

          if (g_hash_table_contains (support, &square) || g_hash_table_contains (products, &square))
            i++;
          else
            {
              g_array_remove_index (basis, i);
              changed = TRUE;
            }
        }
    }
}

/* ---- sign symmetries ---- */

/* Returns whether a monomial changes its sign when the variables in the bit set `signs` change theirs. */
static gboolean
is_odd (LabMonomial monomial, int n, guint signs)
{
  int sum = 0;

  for (int i = 0; i < n; i++)
    if (signs & (1u << i))
      sum += lab_monomial_exponent (monomial, i);
  return sum % 2 == 1;
}

/* Returns a bit set for the monomial z. Each bit stands for a set of variables whose change of sign leaves all monomials of the support
 * unchanged; the bit is set if this change reverses the sign of z. Two monomials with different bit sets need no common entry in the Gram
 * matrix, so they are in different blocks (Gatermann and Parrilo, J. Pure Appl. Algebra 192 (2004) 95). */
static void
find_classes (int n, GHashTable *support, const GArray *basis, guint64 *classes)
{
  int n_found = 0;

  memset (classes, 0, basis->len * sizeof *classes);
  for (guint signs = 1; signs < (1u << n) && n_found < 64; signs++)
    {
      GHashTableIter iter;
      gpointer key;
      gboolean holds = TRUE;

      g_hash_table_iter_init (&iter, support);
      while (holds && g_hash_table_iter_next (&iter, &key, NULL))
        holds = !is_odd (*(LabMonomial *) key, n, signs);
      for (guint k = 0; holds && k < basis->len; k++)
        if (is_odd (g_array_index (basis, LabMonomial, k), n, signs))
          classes[k] |= (guint64) 1 << n_found;
      n_found += holds;
    }
}

/* Puts monomials of the same class into one block. Blocks make the program smaller: the time of the solver grows with
 * the third power of the size of a block. */
static GPtrArray *
make_blocks (int n, GHashTable *support, const GArray *basis)
{
  GPtrArray *blocks = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autofree guint64 *classes = g_new (guint64, basis->len + 1);
  g_autofree gboolean *done = g_new0 (gboolean, basis->len + 1);

  find_classes (n, support, basis, classes);
  for (guint k = 0; k < basis->len; k++)
    {
      GArray *block;

      if (done[k])
        continue;
      block = g_array_new (FALSE, FALSE, sizeof (LabMonomial));
      for (guint i = k; i < basis->len; i++)
        if (!done[i] && classes[i] == classes[k])
          {
            g_array_append_val (block, g_array_index (basis, LabMonomial, i));
            done[i] = TRUE;
          }
      g_ptr_array_add (blocks, block);
    }
  return blocks;
}

/* ---- rows: one equation for each monomial ---- */

/* Returns the equation of a monomial, and adds it to the condition if it is not there. */
static LabSosRow *
row_for (LabSosCondition *condition, LabMonomial monomial)
{
  LabSosRow *row = g_hash_table_lookup (condition->row_of, &monomial);

  if (row == NULL)
    {
      row = g_new0 (LabSosRow, 1);
      row->monomial = monomial;
      row->entries = g_array_new (FALSE, FALSE, sizeof (LabSosEntry));
      g_ptr_array_add (condition->rows, row);
      g_hash_table_insert (condition->row_of, &row->monomial, row);
    }
  return row;
}

/* Sorts the equations by monomial, in the graded order of polynomials, so that they do not depend on the order of a
 * hash table and results are the same in each run. */
static int
compare_rows (gconstpointer a, gconstpointer b)
{
  LabMonomial p = (*(LabSosRow *const *) a)->monomial, q = (*(LabSosRow *const *) b)->monomial;

  return (p > q) - (p < q);
}

/* Makes one equation for each monomial m that zᵀ Q z or the condition contains: Σ Q_ij over z_i z_j = m is the
 * coefficient of m. Entry 0 of a row is determined by the others. */
static void
make_rows (LabSos *sos, LabSosCondition *condition, GHashTable *support)
{
  GHashTableIter iter;
  gpointer key;

  condition->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) row_free);
  condition->row_of = g_hash_table_new (g_int64_hash, g_int64_equal);
  condition->first_block = sos->n_blocks;
  for (guint b = 0; b < condition->blocks->len; b++)
    {
      const GArray *block = condition->blocks->pdata[b];

      for (guint j = 0; j < block->len; j++)
        for (guint i = 0; i <= j; i++)
          {
            LabMonomial product = g_array_index (block, LabMonomial, i) + g_array_index (block, LabMonomial, j);
            LabSosEntry entry = { sos->n_blocks + (int) b, (int) i, (int) j, -1 };
            GArray *entries = row_for (condition, product)->entries;

            /* The entry that the others determine is on the diagonal if possible, so that it does not depend on small differences. */
            if (i == j)
              g_array_prepend_val (entries, entry);
            else
              g_array_append_val (entries, entry);
          }
    }
  g_hash_table_iter_init (&iter, support);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    row_for (condition, *(LabMonomial *) key);
  g_ptr_array_sort (condition->rows, compare_rows);
  for (guint r = 0; r < condition->rows->len; r++)
    {
      GArray *entries = ((LabSosRow *) condition->rows->pdata[r])->entries;

      for (guint k = 1; k < entries->len; k++)
        g_array_index (entries, LabSosEntry, k).variable = sos->n_gram++;
    }
  sos->n_blocks += (int) condition->blocks->len;
}

/* Makes the monomials, blocks and equations of one condition anew. */
static void
prepare_condition (LabSos *sos, LabSosCondition *condition)
{
  g_autoptr (GHashTable) support = find_support (sos, condition);
  g_autoptr (GArray) basis = find_candidates (sos->n, support);

  prune (basis, support);
  g_clear_pointer (&condition->row_of, g_hash_table_unref);
  g_clear_pointer (&condition->rows, g_ptr_array_unref);
  g_clear_pointer (&condition->blocks, g_ptr_array_unref);
  condition->blocks = make_blocks (sos->n, support, basis);
  make_rows (sos, condition, support);
}

/* ---- equations that contain only unknowns ---- */

/* Returns the equations of monomials to which no Gram entry contributes: their coefficients must be 0. An equation has a factor for each
 * unknown, followed by its constant. */
static GPtrArray *
collect_equations (const LabSos *sos)
{
  GPtrArray *equations = g_ptr_array_new ();
  int n = (int) sos->unknowns->len;

  for (guint s = 0; s < sos->conditions->len; s++)
    {
      const LabSosCondition *condition = sos->conditions->pdata[s];

      for (guint r = 0; r < condition->rows->len; r++)
        {
          const LabSosRow *row = condition->rows->pdata[r];
          LabRational *equation, one;

          if (row->entries->len > 0)
            continue;
          equation = g_new (LabRational, n + 1);
          lab_rational_init (one, 1);
          for (int k = 0; k <= n; k++)
            lab_rational_init (equation[k], 0);
          for (guint k = 0; k < condition->parts->len; k++)
            {
              const LabSosPart *part = &g_array_index (condition->parts, LabSosPart, k);
              gboolean fixed = part->unknown >= 0 && g_array_index (sos->unknowns, LabSosUnknown, part->unknown).fixed;
              LabRational factor;

              lab_rational_init (factor, fixed ? g_array_index (sos->unknowns, LabSosUnknown, part->unknown).value : 1);
              for (int m = 0; m < lab_polynomial_n_terms (part->polynomial); m++)
                if (lab_polynomial_term (part->polynomial, m)->monomial == row->monomial)
                  lab_rational_add_product (equation[part->unknown < 0 || fixed ? n : part->unknown],
                                          lab_polynomial_term (part->polynomial, m)->number, factor);
              lab_rational_clear (factor);
            }
          lab_rational_clear (one);
          g_ptr_array_add (equations, equation);
        }
    }
  return equations;
}

/* Subtracts factor · b from a, so that a[pivot] becomes 0. */
static void
eliminate (LabRational *a, LabRational *b, int pivot, int n)
{
  LabRational factor, minus;

  if (lab_rational_sign (a[pivot]) == 0)
    return;
  lab_rational_init (factor, 0);
  lab_rational_init (minus, -1);
  lab_rational_add_product (factor, a[pivot], minus);
  lab_rational_divide (factor, b[pivot]);
  for (int k = 0; k <= n; k++)
    lab_rational_add_product (a[k], b[k], factor);
  /* For rationals a[pivot] is already 0. For doubles this removes a rounding error. */
  lab_rational_clear (a[pivot]);
  lab_rational_init (a[pivot], 0);
  lab_rational_clear (factor);
  lab_rational_clear (minus);
}

/* Returns the unknown with the largest factor in an equation, or −1 if all are 0. */
static int
largest_factor (const LabRational *equation, int n)
{
  int found = -1;
  double largest = 0;

  for (int k = 0; k < n; k++)
    if (fabs (lab_rational_get (equation[k])) > largest)
      {
        found = k;
        largest = fabs (lab_rational_get (equation[k]));
      }
  return found;
}

/* Eliminates by the Gauss–Jordan method. Returns FALSE if an equation cannot be satisfied. The pivot of a row is its
 * largest factor. The result is u_pivot = constant + Σ factors_k u_k for the unknowns without a pivot. */
static gboolean
solve_equations (LabSos *sos, GPtrArray *equations)
{
  int n = (int) sos->unknowns->len;
  g_autofree int *pivot_of = g_new (int, equations->len + 1);

  for (guint r = 0; r < equations->len; r++)
    {
      LabRational *row = equations->pdata[r];

      pivot_of[r] = largest_factor (row, n);
      if (pivot_of[r] < 0 && lab_rational_sign (row[n]) != 0)
        return FALSE;
      for (guint other = 0; pivot_of[r] >= 0 && other < equations->len; other++)
        if (other != r)
          eliminate (equations->pdata[other], row, pivot_of[r], n);
    }
  for (guint r = 0; r < equations->len; r++)
    {
      LabRational *row = equations->pdata[r], divisor, minus;
      LabSosPivot pivot = { .unknown = pivot_of[r] };

      if (pivot.unknown < 0)
        continue;
      lab_rational_init (divisor, 0);
      lab_rational_init (minus, -1);
      lab_rational_add_product (divisor, row[pivot.unknown], minus);
      pivot.factors = g_new (LabRational, n + 1);
      lab_rational_init (pivot.constant, 0);
      lab_rational_copy (pivot.constant, row[n]);
      lab_rational_divide (pivot.constant, divisor);
      for (int k = 0; k < n; k++)
        {
          lab_rational_init (pivot.factors[k], 0);
          if (k != pivot.unknown)
            lab_rational_copy (pivot.factors[k], row[k]);
          lab_rational_divide (pivot.factors[k], divisor);
        }
      lab_rational_clear (divisor);
      lab_rational_clear (minus);
      g_array_append_val (sos->pivots, pivot);
    }
  return TRUE;
}

/* Fixes each unknown that an equation sets to 0. Returns whether there is one; the support must then be computed again, since it is
 * smaller. */
static gboolean
fix_zeros (LabSos *sos, const GPtrArray *equations)
{
  int n = (int) sos->unknowns->len;
  gboolean any = FALSE;

  for (guint r = 0; r < equations->len; r++)
    {
      LabRational *row = equations->pdata[r];
      int count = 0, last = -1;

      for (int k = 0; k < n; k++)
        if (lab_rational_sign (row[k]) != 0)
          {
            count++;
            last = k;
          }
      if (count == 1 && lab_rational_sign (row[n]) == 0 && !g_array_index (sos->unknowns, LabSosUnknown, last).fixed)
        {
          g_array_index (sos->unknowns, LabSosUnknown, last).fixed = TRUE;
          g_array_index (sos->unknowns, LabSosUnknown, last).value = 0;
          any = TRUE;
        }
    }
  return any;
}

static void
free_equations (GPtrArray *equations, int n)
{
  for (guint r = 0; r < equations->len; r++)
    {
      LabRational *row = equations->pdata[r];

      for (int k = 0; k <= n; k++)
        lab_rational_clear (row[k]);
      g_free (row);
    }
  g_ptr_array_unref (equations);
}

/* Repeats until no more unknowns are found to be 0: each makes the support smaller, and so the lists of monomials. */
void
lab_sos_prepare (LabSos *sos)
{
  gboolean again = TRUE;

  if (sos->prepared)
    return;
  while (again)
    {
      GPtrArray *equations;

      sos->n_blocks = sos->n_gram = 0;
      for (guint s = 0; s < sos->conditions->len; s++)
        prepare_condition (sos, sos->conditions->pdata[s]);
      equations = collect_equations (sos);
      again = fix_zeros (sos, equations);
      if (!again)
        sos->feasible = solve_equations (sos, equations);
      free_equations (equations, (int) sos->unknowns->len);
    }
  sos->prepared = TRUE;
}

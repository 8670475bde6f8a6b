/* Solves sum-of-squares programs. p is a sum of squares if p = z(x)ᵀ Q z(x), where Q is positive semidefinite and z a list of monomials
 * (Parrilo, Math. Program. B 96 (2003) 293, section 4). The image form is used: for each monomial of p one entry of Q is determined by the
 * others; the other entries and the unknown coefficients of p are the variables of the semidefinite program. The identity then holds for
 * all values of the variables, also rounded ones, and free variables need not be written as differences. */
#include "lab-semidefinite.h"
#include "lab-sos-private.h"

#include <string.h>

/* Largest number of variables of a semidefinite program. The time of csdp grows with the third power. */
#define MOST_VARIABLES 3000

LabSos *
lab_sos_new (int n)
{
  LabSos *sos = g_new0 (LabSos, 1);

  sos->n = n;
  sos->unknowns = g_array_new (FALSE, TRUE, sizeof (LabSosUnknown));
  sos->conditions = g_ptr_array_new ();
  sos->pivots = g_array_new (FALSE, TRUE, sizeof (LabSosPivot));
  return sos;
}

/* Frees the eliminated form of the equations (lab-sos-basis.c). A change of unknowns or parts makes it invalid. */
static void
clear_pivots (LabSos *sos)
{
  for (guint k = 0; k < sos->pivots->len; k++)
    {
      LabSosPivot *pivot = &g_array_index (sos->pivots, LabSosPivot, k);

      lab_rational_clear (pivot->constant);
      for (guint i = 0; i < sos->unknowns->len; i++)
        lab_rational_clear (pivot->factors[i]);
      g_free (pivot->factors);
    }
  g_array_set_size (sos->pivots, 0);
}

void
lab_sos_free (LabSos *sos)
{
  if (sos == NULL)
    return;
  clear_pivots (sos);
  g_array_unref (sos->pivots);
  for (guint s = 0; s < sos->conditions->len; s++)
    {
      LabSosCondition *condition = sos->conditions->pdata[s];

      for (guint k = 0; k < condition->parts->len; k++)
        lab_polynomial_free (g_array_index (condition->parts, LabSosPart, k).polynomial);
      g_array_unref (condition->parts);
      g_clear_pointer (&condition->blocks, g_ptr_array_unref);
      g_clear_pointer (&condition->row_of, g_hash_table_unref);
      g_clear_pointer (&condition->rows, g_ptr_array_unref);
      g_free (condition);
    }
  g_ptr_array_unref (sos->conditions);
  g_array_unref (sos->unknowns);
  g_free (sos);
}

int
lab_sos_add_unknown (LabSos *sos, double objective)
{
  LabSosUnknown unknown = { .objective = objective };

  clear_pivots (sos);
  sos->prepared = FALSE;
  g_array_append_val (sos->unknowns, unknown);
  return (int) sos->unknowns->len - 1;
}

void
lab_sos_fix (LabSos *sos, int unknown, double value)
{
  LabSosUnknown *u = &g_array_index (sos->unknowns, LabSosUnknown, unknown);

  clear_pivots (sos);
  sos->prepared = FALSE;
  u->fixed = TRUE;
  u->value = value;
}

int
lab_sos_add_condition (LabSos *sos)
{
  LabSosCondition *condition = g_new0 (LabSosCondition, 1);

  condition->parts = g_array_new (FALSE, FALSE, sizeof (LabSosPart));
  g_ptr_array_add (sos->conditions, condition);
  return (int) sos->conditions->len - 1;
}

void
lab_sos_add_part (LabSos *sos, int condition, int unknown, LabPolynomial *polynomial)
{
  LabSosPart part = { unknown, polynomial };

  clear_pivots (sos);
  sos->prepared = FALSE;
  g_array_append_val (((LabSosCondition *) sos->conditions->pdata[condition])->parts, part);
}

void
lab_sos_point_free (LabSosPoint *point)
{
  if (point == NULL)
    return;
  g_free (point->u);
  g_free (point->gram);
  g_free (point);
}

/* Returns the equation that determines an unknown, or NULL if it is free or fixed. */
const LabSosPivot *
lab_sos_pivot (const LabSos *sos, int unknown)
{
  for (guint k = 0; k < sos->pivots->len; k++)
    {
      const LabSosPivot *pivot = &g_array_index (sos->pivots, LabSosPivot, k);

      if (pivot->unknown == unknown)
        return pivot;
    }
  return NULL;
}

/* ---- the semidefinite program ---- */

typedef struct
{
  LabSos *sos;
  LabSdp *sdp;
  int *variable_of; /* for each unknown: its variable, counted from 1; 0: the unknown is fixed or determined */
  int n_free;
} Assembly;

/* Returns how often an entry of Q occurs in zᵀ Q z: an entry beside the diagonal occurs twice. */
static double
weight (const LabSosEntry *entry)
{
  return entry->i == entry->j ? 1 : 2;
}

/* Adds value · u[unknown] to the determined entry of a monomial. */
static void
add_unknown (const Assembly *a, const LabSosEntry *to, int unknown, double value)
{
  const LabSosUnknown *u = &g_array_index (a->sos->unknowns, LabSosUnknown, unknown);
  const LabSosPivot *pivot;

  if (u->fixed)
    lab_sdp_add (a->sdp, 0, to->block, to->i, to->j, -value * u->value);
  else if (a->variable_of[unknown] > 0)
    lab_sdp_add (a->sdp, a->variable_of[unknown], to->block, to->i, to->j, value);
  else if ((pivot = lab_sos_pivot (a->sos, unknown)) != NULL)
    {
      lab_sdp_add (a->sdp, 0, to->block, to->i, to->j, -value * lab_rational_get (pivot->constant));
      for (guint k = 0; k < a->sos->unknowns->len; k++)
        if (a->variable_of[k] > 0)
          lab_sdp_add (a->sdp, a->variable_of[k], to->block, to->i, to->j, value * lab_rational_get (pivot->factors[k]));
    }
}

/* Writes Q as F_0 and F_k: each free Gram entry is a variable with 1 at its own place and −weight/weight at the place
 * of the determined entry of its monomial; the coefficients of the condition are added to the determined entries. */
static void
assemble_condition (const Assembly *a, const LabSosCondition *condition)
{
  for (guint r = 0; r < condition->rows->len; r++)
    {
      const LabSosRow *row = condition->rows->pdata[r];

      if (row->entries->len == 0)
        continue;
      const LabSosEntry *to = &g_array_index (row->entries, LabSosEntry, 0);
      for (guint k = 1; k < row->entries->len; k++)
        {
          const LabSosEntry *entry = &g_array_index (row->entries, LabSosEntry, k);
          int variable = a->n_free + 1 + entry->variable;

          lab_sdp_add (a->sdp, variable, entry->block, entry->i, entry->j, 1);
          lab_sdp_add (a->sdp, variable, to->block, to->i, to->j, -weight (entry) / weight (to));
        }
    }
  for (guint k = 0; k < condition->parts->len; k++)
    {
      const LabSosPart *part = &g_array_index (condition->parts, LabSosPart, k);

      for (int m = 0; m < lab_polynomial_n_terms (part->polynomial); m++)
        {
          const LabTerm *term = lab_polynomial_term (part->polynomial, m);
          const LabSosRow *row = g_hash_table_lookup (condition->row_of, &term->monomial);
          const LabSosEntry *to;

          if (row == NULL || row->entries->len == 0)
            continue;
          to = &g_array_index (row->entries, LabSosEntry, 0);
          if (part->unknown < 0)
            lab_sdp_add (a->sdp, 0, to->block, to->i, to->j, -term->value / weight (to));
          else
            add_unknown (a, to, part->unknown, term->value / weight (to));
        }
    }
}

/* The semidefinite program minimizes, so the signs are reversed. Unknowns that equations determine contribute through the free ones. */
static void
assemble_objective (const Assembly *a)
{
  for (guint k = 0; k < a->sos->unknowns->len; k++)
    {
      const LabSosUnknown *u = &g_array_index (a->sos->unknowns, LabSosUnknown, k);
      const LabSosPivot *pivot = lab_sos_pivot (a->sos, (int) k);

      if (a->variable_of[k] > 0)
        a->sdp->objective[a->variable_of[k] - 1] -= u->objective;
      for (guint i = 0; pivot != NULL && i < a->sos->unknowns->len; i++)
        if (a->variable_of[i] > 0)
          a->sdp->objective[a->variable_of[i] - 1] -= u->objective * lab_rational_get (pivot->factors[i]);
    }
}

/* The last variable is the margin t: Q − t I and 1 − t must be positive semidefinite. t is maximized. A solution with
 * t > 0 has a positive definite Q, whose rounding to doubles remains positive definite, so that it can be proven. 1 −
 * t bounds the program. */
static void
assemble_margin (const Assembly *a, int variable)
{
  for (int b = 0; b < a->sos->n_blocks; b++)
    for (int i = 0; i < a->sdp->sizes[b]; i++)
      lab_sdp_add (a->sdp, variable, b, i, i, -1);
  lab_sdp_add (a->sdp, variable, a->sos->n_blocks, 0, 0, -1);
  lab_sdp_add (a->sdp, 0, a->sos->n_blocks, 0, 0, -1);
  a->sdp->sizes[a->sos->n_blocks] = 1;
  a->sdp->objective[variable - 1] = -1;
}

/* Takes the unknowns, the Gram entries and the margin from the solution. Unknowns that equations determine are
 * computed from the free ones. */
static LabSosPoint *
read_point (const Assembly *a, const double *y, gboolean margin)
{
  const LabSos *sos = a->sos;
  LabSosPoint *point = g_new0 (LabSosPoint, 1);
  int n = (int) sos->unknowns->len;

  point->u = g_new0 (double, n + 1);
  point->gram = g_memdup2 (y + a->n_free, (gsize) (sos->n_gram + 1) * sizeof (double));
  point->margin = margin ? y[a->n_free + sos->n_gram] : NAN;
  for (int k = 0; k < n; k++)
    {
      const LabSosUnknown *u = &g_array_index (sos->unknowns, LabSosUnknown, k);

      point->u[k] = u->fixed ? u->value : a->variable_of[k] > 0 ? y[a->variable_of[k] - 1] : 0;
    }
  for (guint p = 0; p < sos->pivots->len; p++)
    {
      const LabSosPivot *pivot = &g_array_index (sos->pivots, LabSosPivot, p);

      point->u[pivot->unknown] = lab_rational_get (pivot->constant);
      for (int k = 0; k < n; k++)
        if (a->variable_of[k] > 0)
          point->u[pivot->unknown] += lab_rational_get (pivot->factors[k]) * point->u[k];
    }
  return point;
}

/* The variables of the semidefinite program are the free unknowns, then the free Gram entries, then the margin if
 * there is one. A program without variables, or with too many, is not solved. */
LabSosPoint *
lab_sos_solve (LabSos *sos, gboolean margin, const char *keep, const LabProgress *progress, double fraction, GError **error)
{
  g_autofree int *variable_of = g_new0 (int, sos->unknowns->len + 1);
  g_autoptr (LabSdp) sdp = NULL;
  g_autofree double *y = NULL;
  Assembly a = { sos, NULL, variable_of, 0 };
  int n_variables;

  lab_sos_prepare (sos);
  if (!sos->feasible)
    return NULL;
  for (guint k = 0; k < sos->unknowns->len; k++)
    if (!g_array_index (sos->unknowns, LabSosUnknown, k).fixed && lab_sos_pivot (sos, (int) k) == NULL)
      variable_of[k] = ++a.n_free;
  n_variables = a.n_free + sos->n_gram + margin;
  if (n_variables > MOST_VARIABLES || n_variables == 0)
    return NULL;
  sdp = a.sdp = lab_sdp_new (n_variables, sos->n_blocks + margin);
  for (guint s = 0; s < sos->conditions->len; s++)
    {
      const LabSosCondition *condition = sos->conditions->pdata[s];

      for (guint b = 0; b < condition->blocks->len; b++)
        sdp->sizes[condition->first_block + (int) b] = (int) ((GArray *) condition->blocks->pdata[b])->len;
      assemble_condition (&a, condition);
    }
  if (margin)
    assemble_margin (&a, n_variables);
  else
    assemble_objective (&a);
  y = lab_sdp_solve (sdp, keep, progress, fraction, error);
  return y != NULL ? read_point (&a, y, margin) : NULL;
}

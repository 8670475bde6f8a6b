/* Allocates and frees the arrays of the augmented system of a sensitivity study. */
#include <math.h>
#include <string.h>

#include "lab-sensitivity-private.h"

/* An array that a LabAugmented owns, and its number of elements. */
typedef struct
{
  double **array;
  gsize length;
} Owned;

enum
{
  N_OWNED = 24
};

/* Lists the arrays of a that are allocated with zeros. */
static void
list_arrays (LabAugmented *a, Owned list[N_OWNED])
{
  const gsize n = (gsize)a->n, m = (gsize)a->m, nz = (gsize)a->n_discrete;
  const Owned all[N_OWNED] = {
    { &a->dt_start, m },
    { &a->dt_end, m },
    { &a->x, n },
    { &a->S, n * m },
    { &a->z, nz },
    { &a->Z, nz * m },
    { &a->modes, (gsize)a->n_modes },
    { &a->largest, n * (1 + m) },
    { &a->f_minus, n },
    { &a->f_plus, n },
    { &a->tau, m },
    { &a->tau_one, m },
    { &a->dx0, n * m },
    { &a->dz0, nz * m },
    { &a->dx1, n * m },
    { &a->dz1, nz * m },
    { &a->x1, n },
    { &a->z1, nz },
    { &a->arguments, (gsize)a->n_modes },
    { &a->touch_x, n },
    { &a->touch_g, (gsize)(a->n_base + a->n_modes) },
    { &a->touch_rate, (gsize)(a->n_base + a->n_modes) },
    { &a->end_dx, n * m },
    { &a->end_dt, m },
  };

  memcpy (list, all, sizeof all);
}

void
lab_sensitivity_allocate (LabAugmented *a, const double *size, const double *scale)
{
  gsize n = (gsize)a->n, m = (gsize)a->m;
  Owned arrays[N_OWNED];

  list_arrays (a, arrays);
  for (int k = 0; k < N_OWNED; k++)
    *arrays[k].array = g_new0 (double, arrays[k].length + 1);
  a->size = g_memdup2 (size, sizeof (double) * (n + 1));
  a->scale = g_new (double, n *(1 + m) + 1);
  for (gsize k = 0; k < n * (1 + m); k++)
    /* Scales are rounded to powers of 2, so that a division by them is exact. */
    a->scale[k] = scale[k] > 0 && isfinite (scale[k]) ? exp2 (round (log2 (scale[k]))) : 1;
  a->touch_t = INFINITY;
  a->due = g_new0 (gboolean, a->n_base + a->n_modes + 1);
  a->side = g_new0 (int, a->n_modes + 1);
  a->refused = g_new0 (char *, m + 1);
  a->records = g_array_new (FALSE, FALSE, sizeof (LabSensitivityEvent));
}


void
lab_sensitivity_free_arrays (LabAugmented *a)
{
  Owned arrays[N_OWNED];

  list_arrays (a, arrays);
  for (int k = 0; k < N_OWNED; k++)
    g_free (*arrays[k].array);
  g_free (a->size);
  g_free (a->scale);
  g_free (a->due);
  g_free (a->side);
  for (int c = 0; c < a->m; c++)
    g_free (a->refused[c]);
  g_free (a->refused);
  g_array_unref (a->records);
}

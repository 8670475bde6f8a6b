/* Reverse Cuthill–McKee order, column groups for difference quotients, and the interface to KLU.
 *
 * Cuthill–McKee numbers the graph of A + Aᵀ in breadth-first order, neighbours
 * of a node by ascending degree. Edges then join only nodes of the same level or
 * of adjacent levels, so the band is about as wide as two levels. If the root is at
 * one end of the longest path, there are many narrow levels. The reverse order
 * has the same width and never more fill (Liu and Sherman, SIAM J. Numer.
 * Anal. 13 (1976) 198).
 *
 * Equations on a one-dimensional grid get a narrow band in this way, however the model numbers
 * the states. For example, a reaction with concentrations u and v on N points, with all u before
 * all v, has half width N in the order of the model and 3 in this order.
 *
 * Column groups serve difference quotients: a group is a set of columns no two
 * of which share a row, and one evaluation of f gives all of them (Curtis,
 * Powell and Reid, J. Inst. Math. Applics 13 (1974) 117). Finding the smallest
 * number of groups is a graph colouring problem, which is NP-hard; the greedy choice is nearly
 * as good for the patterns that occur.
 *
 * KLU (Davis and Palamadai Natarajan, ACM TOMS 37 (2010) 36) suits matrices
 * with little fill, such as those of circuits: it orders the matrix to block triangular
 * form and factors each block column by column, without dense kernels, which are faster
 * only with much fill. */
#include "ode-sparse.h"

#include <stdlib.h>
#include <string.h>

/* Builds the adjacency lists of A + Aᵀ without the diagonal; the caller frees
 * both arrays. An edge is listed twice if both (i, j) and (j, i) are entries, which does no harm because
 * the walk marks visited nodes. The first pass counts the neighbours, the second stores them: start[i
 * + 1] is the next free position of node i during the second pass and the end of its list afterwards. */
static bool
build_graph (const OdePattern *pattern, int **start_out, int **neighbour_out)
{
  const int n = pattern->n_columns;
  int *start = calloc ((size_t) n + 2, sizeof (int));
  int *neighbour = malloc (sizeof (int) * (2 * (size_t) pattern->start[n] + 1));

  if (start == NULL || neighbour == NULL)
    {
      free (start);
      free (neighbour);
      return false;
    }
  for (int pass = 0; pass < 2; pass++)
    {
      for (int j = 0; j < n; j++)
        for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
          {
            const int i = pattern->row[k];

            /* The diagonal has no influence on the order. */
            if (i == j)
              continue;
            if (pass == 0)
              {
                start[i + 2]++;
                start[j + 2]++;
              }
            else
              {
                neighbour[start[i + 1]++] = j;
                neighbour[start[j + 1]++] = i;
              }
          }
      if (pass == 0)
        for (int i = 0; i < n; i++)
          start[i + 2] += start[i + 1];
    }
  *start_out = start;
  *neighbour_out = neighbour;
  return true;
}

/* Numbers the component of root in breadth-first order, neighbours by ascending
 * degree, and appends it to order[count …]. Marks visited nodes with stamp.
 * Returns the new count; the last appended node belongs to the level farthest from the root. */
static int
walk (int root, const int *start, const int *neighbour, int *mark, int stamp, int *order, int count)
{
  int head = count;

  order[count++] = root;
  mark[root] = stamp;
  while (head < count)
    {
      const int node = order[head++];
      const int first = count;

      for (int k = start[node]; k < start[node + 1]; k++)
        {
          const int next = neighbour[k];
          int at = count;

          if (mark[next] == stamp)
            continue;
          mark[next] = stamp;
          /* Sort the neighbours by degree, by insertion. The quadratic cost does
           * not matter, because nodes have few neighbours in matrices with a narrow
           * band. */
          while (at > first && start[order[at - 1] + 1] - start[order[at - 1]] > start[next + 1] - start[next])
            {
              order[at] = order[at - 1];
              at--;
            }
          order[at] = next;
          count++;
        }
    }
  return count;
}

/* Each connected component is numbered from a node of large eccentricity. The marks mean:
 * 0 not numbered, 1 numbered, negative: visited by a trial walk. */
bool
ode_sparse_order_band (const OdePattern *pattern, int *place)
{
  const int n = pattern->n_columns;
  int *start = NULL, *neighbour = NULL;
  int *mark = calloc ((size_t) n + 1, sizeof (int));
  int *order = malloc (sizeof (int) * ((size_t) n + 1));
  bool done = false;
  int count = 0, stamp = 0;

  if (mark == NULL || order == NULL || !build_graph (pattern, &start, &neighbour))
    goto out;
  while (count < n)
    {
      /* The next component begins at a node of least degree, because such a node is often at an end of
       * the component. */
      int root = -1;

      for (int i = 0; i < n; i++)
        if (mark[i] == 0 && (root < 0 || start[i + 1] - start[i] < start[root + 1] - start[root]))
          root = i;
      /* Two trial walks move the root to the far end of its component
       * (pseudo-peripheral node: George and Liu, ACM TOMS 5 (1979) 284). George
       * and Liu repeat the walks until the depth no longer grows; for chains
       * and grids two walks are enough. */
      for (int trial = 0; trial < 2; trial++)
        {
          const int end = walk (root, start, neighbour, mark, --stamp, order, count);

          root = order[end - 1];
        }
      count = walk (root, start, neighbour, mark, 1, order, count);
    }
  for (int i = 0; i < n; i++)
    /* This line reverses the order. */
    place[order[i]] = n - 1 - i;
  done = true;

out:
  free (start);
  free (neighbour);
  free (mark);
  free (order);
  return done;
}

/* place[i] is the row and column of index i in the band. If place is
 * NULL, it is i. */
void
ode_sparse_widths (const OdePattern *pattern, const int *place, int *lower, int *upper)
{
  *lower = *upper = 0;
  for (int j = 0; j < pattern->n_columns; j++)
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
      {
        const int i = pattern->row[k];
        const int distance = place != NULL ? place[i] - place[j] : i - j;

        if (distance > *lower)
          *lower = distance;
        if (-distance > *upper)
          *upper = -distance;
      }
}

/* Makes a greedy choice in the order of the columns: a column is added to the current group
 * if no other column of the group uses any of its rows. taken[i] is the last group
 * that uses row i, so that a new group needs no initialization. A band matrix of half widths
 * l and u gives the smallest possible number, l + u + 1 groups. */
int
ode_sparse_group_columns (const OdePattern *pattern, int *group)
{
  const int n = pattern->n_columns;
  int *taken = malloc (sizeof (int) * ((size_t) pattern->n_rows + 1));
  int n_groups = 0, left = n;

  if (taken == NULL)
    return 0;
  for (int j = 0; j < n; j++)
    group[j] = -1;
  for (int i = 0; i < pattern->n_rows; i++)
    taken[i] = -1;
  /* Each pass of the loop puts columns into one group. */
  while (left > 0)
    {
      for (int j = 0; j < n; j++)
        {
          bool fits = group[j] < 0;

          for (int k = pattern->start[j]; fits && k < pattern->start[j + 1]; k++)
            fits = taken[pattern->row[k]] != n_groups;
          if (!fits)
            continue;
          group[j] = n_groups;
          left--;
          for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
            taken[pattern->row[k]] = n_groups;
        }
      n_groups++;
    }
  free (taken);
  return n_groups;
}

#ifdef ODE_HAVE_KLU

#include <klu.h>

struct OdeKlu
{
  const OdePattern *pattern;
  bool is_complex;
  klu_common common;
  klu_symbolic *symbolic;
  klu_numeric *numeric;
};

/* klu_refactor uses the pivot order of the last full factorization, which may be
 * unstable for the new values. If KLU's estimate of the reciprocal condition number,
 * min |u_kk| / max |u_kk|, is below this limit, a full factorization chooses
 * new pivots. The limit 1e-12 leaves about four correct digits in an update,
 * which is enough for Newton's method to converge. */
#define KLU_SMALLEST_RCOND 1e-12

bool
ode_klu_available (void)
{
  return true;
}

/* Analyzes the pattern once: the order of the block triangular form and of the columns does not
 * depend on values, and each later factorization of the same pattern uses it. */
OdeKlu *
ode_klu_new (const OdePattern *pattern, bool is_complex)
{
  OdeKlu *klu = calloc (1, sizeof *klu);

  if (klu == NULL)
    return NULL;
  klu->pattern = pattern;
  klu->is_complex = is_complex;
  klu_defaults (&klu->common);
  klu->symbolic = klu_analyze (pattern->n_columns, (int *) pattern->start, (int *) pattern->row, &klu->common);
  if (klu->symbolic == NULL)
    {
      free (klu);
      return NULL;
    }
  return klu;
}

void
ode_klu_free (OdeKlu *klu)
{
  if (klu == NULL)
    return;
  if (klu->is_complex)
    klu_z_free_numeric (&klu->numeric, &klu->common);
  else
    klu_free_numeric (&klu->numeric, &klu->common);
  klu_free_symbolic (&klu->symbolic, &klu->common);
  free (klu);
}

/* Factors with the pivot order of the last full factorization. Returns false if there was none, or
 * if the order is not stable for these values. */
static bool
refactor (OdeKlu *klu, double *values)
{
  int *start = (int *) klu->pattern->start, *row = (int *) klu->pattern->row;

  if (klu->numeric == NULL)
    return false;
  if (klu->is_complex)
    return klu_z_refactor (start, row, values, klu->symbolic, klu->numeric, &klu->common) && klu->common.status == KLU_OK
           && klu_z_rcond (klu->symbolic, klu->numeric, &klu->common) && klu->common.rcond > KLU_SMALLEST_RCOND;
  return klu_refactor (start, row, values, klu->symbolic, klu->numeric, &klu->common) && klu->common.status == KLU_OK
         && klu_rcond (klu->symbolic, klu->numeric, &klu->common) && klu->common.rcond > KLU_SMALLEST_RCOND;
}

/* Tries the cheap refactorization with the known pivots first, then a full factorization with new
 * ones. Returns false if the matrix is singular. */
bool
ode_klu_factor (OdeKlu *klu, double *values)
{
  int *start = (int *) klu->pattern->start, *row = (int *) klu->pattern->row;

  if (refactor (klu, values))
    return true;
  if (klu->is_complex)
    {
      klu_z_free_numeric (&klu->numeric, &klu->common);
      klu->numeric = klu_z_factor (start, row, values, klu->symbolic, &klu->common);
    }
  else
    {
      klu_free_numeric (&klu->numeric, &klu->common);
      klu->numeric = klu_factor (start, row, values, klu->symbolic, &klu->common);
    }
  return klu->numeric != NULL && klu->common.status == KLU_OK;
}

bool
ode_klu_has_no_memory (const OdeKlu *klu)
{
  return klu->common.status == KLU_OUT_OF_MEMORY || klu->common.status == KLU_TOO_LARGE;
}

/* Solves for one right-hand side in place. */
void
ode_klu_solve (OdeKlu *klu, double *b)
{
  const int n = klu->pattern->n_columns;

  if (klu->is_complex)
    klu_z_solve (klu->symbolic, klu->numeric, n, 1, b, &klu->common);
  else
    klu_solve (klu->symbolic, klu->numeric, n, 1, b, &klu->common);
}

#else

/* Without KLU matrices are dense or banded, so that the program calls no
 * other function of this part. */
bool
ode_klu_available (void)
{
  return false;
}

OdeKlu *
ode_klu_new (const OdePattern *pattern, bool is_complex)
{
  return NULL;
}

void
ode_klu_free (OdeKlu *klu)
{
}

bool
ode_klu_factor (OdeKlu *klu, double *values)
{
  return false;
}

bool
ode_klu_has_no_memory (const OdeKlu *klu)
{
  return false;
}

void
ode_klu_solve (OdeKlu *klu, double *b)
{
}

#endif

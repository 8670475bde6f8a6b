/* Generates rooted trees by increasing order. A tree is the multiset of the smaller
 * trees at its root. A multiset is stored as a list of indices in descending order, so that
 * each multiset occurs exactly once. The sums of order conditions are computed in long double:
 * coefficients of methods of high order reach 1e3 and alternate in sign, and a tolerance
 * of a few ε on the residual requires sums that are more accurate than their terms.
 *
 * The order conditions are derived as follows (Hairer, Nørsett and Wanner, Solving ODEs I,
 * 2nd ed. 1993, II.2). Differentiating x' = f(x) repeatedly by the chain rule gives
 * products of derivatives of f: x'' = f' f, x''' = f'' (f, f) + f' f' f, and so
 * on. Each product is an elementary differential F(τ), one for each rooted
 * tree: a node with k branches stands for the k-th derivative of f, applied to
 * the differentials of its branches. Therefore
 *
 *   x(t + h)  =  x + Σ_τ h^|τ|/(σ(τ) γ(τ)) F(τ)
 *   x1        =  x + Σ_τ h^|τ|/σ(τ) (Σ_i b_i Φ_i(τ)) F(τ)
 *
 * with the elementary weights Φ_i(τ) of the method. A method has order p if both
 * series agree for all trees of up to p nodes, Σ_i b_i Φ_i(τ) = 1/γ(τ); the
 * differentials F(τ) of different trees are independent of each other for
 * general f, so that the conditions are necessary too. An interpolant
 * of order p satisfies Σ_i b_i(θ) Φ_i(τ) =
 * θ^|τ|/γ(τ).
 *
 * The term of order p + 1 that remains is the principal local error h^(p+1) Σ_τ
 * (1/σ(τ)) (Σ_i b_i Φ_i(τ) − 1/γ(τ)) F(τ). Its coefficients measure how
 * accurate a method is among those of its order. */
#include "ode-trees.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct
{
  int order;
  int n_children;
  int children[ODE_TREES_MAX_ORDER]; /* indices of the subtrees, descending */
  double density, symmetry;
} Tree;

struct OdeTrees
{
  int max_order;
  int count[ODE_TREES_MAX_ORDER + 1]; /* count[p] is the number of trees with at most p nodes */
  int n_trees, capacity;
  Tree *tree;
};

/* Appends a complete tree and computes its density and symmetry. Returns
 * false when out of memory. */
static bool
append (OdeTrees *trees, const Tree *partial)
{
  Tree tree = *partial;
  double repeat = 1;

  /* The number of trees grows by a factor of about three per order: 1, 1, 2, 4, 9, 20, 48,
   * 115, 286, 719. */
  if (trees->n_trees == trees->capacity)
    {
      int capacity = trees->capacity > 0 ? 2 * trees->capacity : 64;
      Tree *grown = realloc (trees->tree, (size_t) capacity * sizeof *grown);

      if (grown == NULL)
        return false;
      trees->tree = grown;
      trees->capacity = capacity;
    }
  /* γ(τ) = |τ| Π γ(τ_k); σ(τ) = Π σ(τ_k) μ!, with μ the multiplicities of equal
   * subtrees (Hairer, Lubich and Wanner, Geometric Numerical Integration, 2nd
   * ed. 2006, III.1.3). `repeat` counts equal subtrees, so that the product of its values is μ!.
   *
   * Example: the root with three equal leaves has σ = 3! = 6 and γ = 4. */
  tree.density = tree.order;
  tree.symmetry = 1;
  for (int i = 0; i < tree.n_children; i++)
    {
      const Tree *child = &trees->tree[tree.children[i]];

      repeat = i > 0 && tree.children[i] == tree.children[i - 1] ? repeat + 1 : 1;
      tree.density *= child->density;
      tree.symmetry *= child->symmetry * repeat;
    }
  trees->tree[trees->n_trees++] = tree;
  return true;
}

/* Adds subtrees with indices of at most `largest` to the root in all ways
 * that use exactly `rest` nodes. */
static bool
extend (OdeTrees *trees, Tree *partial, int rest, int largest)
{
  if (rest == 0)
    return append (trees, partial);
  /* Children are stored in descending order, so that each multiset occurs once. */
  for (int i = largest; i >= 0; i--)
    {
      int order = trees->tree[i].order;

      if (order > rest)
        continue;
      partial->children[partial->n_children++] = i;
      if (!extend (trees, partial, rest - order, i))
        return false;
      partial->n_children--;
    }
  return true;
}

/* The subtrees at the root of a tree of order p have p − 1 nodes in total. They
 * have lower orders, so that they are already in the list. */
OdeTrees *
ode_trees_new (int max_order)
{
  OdeTrees *trees = calloc (1, sizeof *trees);

  if (trees == NULL)
    return NULL;
  trees->max_order = max_order < 1 ? 1 : max_order > ODE_TREES_MAX_ORDER ? ODE_TREES_MAX_ORDER : max_order;
  for (int order = 1; order <= trees->max_order; order++)
    {
      Tree root = { .order = order };

      if (!extend (trees, &root, order - 1, trees->n_trees - 1))
        {
          ode_trees_free (trees);
          return NULL;
        }
      trees->count[order] = trees->n_trees;
    }
  return trees;
}

/* All trees are in one array, so that no tree is freed separately. */
void
ode_trees_free (OdeTrees *trees)
{
  if (trees == NULL)
    return;
  free (trees->tree);
  free (trees);
}

/* Orders outside the range are allowed: the result is 0 below order 1, and the number of
 * all trees above the highest order. */
int
ode_trees_count (const OdeTrees *trees, int order)
{
  return trees->count[order < 0 ? 0 : order > trees->max_order ? trees->max_order : order];
}

int
ode_trees_order (const OdeTrees *trees, int tree)
{
  return trees->tree[tree].order;
}

/* γ(τ) is the denominator in the right-hand side of the order condition Σ
 * b_i Φ_i(τ) = 1/γ(τ). */
double
ode_trees_density (const OdeTrees *trees, int tree)
{
  return trees->tree[tree].density;
}

/* σ(τ) is the number of automorphisms. The elementary differential of the tree has
 * the factor 1/σ(τ) in the local error. */
double
ode_trees_symmetry (const OdeTrees *trees, int tree)
{
  return trees->tree[tree].symmetry;
}

/* Appends a tree in brackets at position `used`; returns the new position, at
 * most size − 1. */
static size_t
write_tree (const OdeTrees *trees, int index, char *text, size_t used, size_t size)
{
  const Tree *tree = &trees->tree[index];

  if (used + 1 < size)
    text[used++] = '[';
  for (int i = 0; i < tree->n_children; i++)
    {
      if (i > 0 && used + 1 < size)
        text[used++] = ',';
      used = write_tree (trees, tree->children[i], text, used, size);
    }
  if (used + 1 < size)
    text[used++] = ']';
  return used;
}

/* [] is the single node, and [[],[]] is the root with two leaves. */
void
ode_trees_text (const OdeTrees *trees, int tree, char *text, size_t size)
{
  if (size > 0)
    text[write_tree (trees, tree, text, 0, size)] = '\0';
}

/* Computes the elementary weight Φ_i of every tree at each stage, phi[tree·n_stages + i]. A
 * is row-major. nodes has the sums Σ_j a_ij for leaves; NULL: they are computed. */
static void
weigh_trees (const OdeTrees *trees, int n_stages, const double *A, const double *nodes, double *phi)
{
  int s = n_stages;

  for (int k = 0; k < trees->n_trees; k++)
    {
      const Tree *tree = &trees->tree[k];

      for (int i = 0; i < s; i++)
        {
          /* Φ_i(τ) is 1 for a leaf, else the product over the subtrees of Σ_j
           * a_ij Φ_j(τ_k). Subtrees have smaller indices, so their values are
           * known. */
          long double product = 1;

          for (int c = 0; c < tree->n_children; c++)
            {
              const double *child = phi + (ptrdiff_t) tree->children[c] * s;
              long double sum = 0;

              for (int j = 0; j < s; j++)
                sum += (long double) A[i * s + j] * child[j];
              product *= nodes != NULL && trees->tree[tree->children[c]].n_children == 0 ? nodes[i] : sum;
            }
          phi[(ptrdiff_t) k * s + i] = (double) product;
        }
    }
}

/* Returns Σ b_i Φ_i(τ) − θ^|τ|/γ(τ). */
static double
residual_of (const OdeTrees *trees, int tree, int s, const double *phi, const double *b, double theta)
{
  long double sum = 0;

  for (int i = 0; i < s; i++)
    sum += (long double) b[i] * phi[(ptrdiff_t) tree * s + i];
  return (double) (sum - powl (theta, trees->tree[tree].order) / trees->tree[tree].density);
}

/* Returns the highest order, at most the maximal order of the trees, whose conditions
 * hold at θ within tolerance. The right-hand sides are θ^|τ|/γ; θ = 1 checks
 * a whole step. */
static int
check_order (const OdeTrees *trees, int n_stages, const double *phi, const double *b, double theta, double tolerance)
{
  for (int order = 1; order <= trees->max_order; order++)
    {
      double largest = 0;

      for (int k = trees->count[order - 1]; k < trees->count[order]; k++)
        largest = fmax (largest, fabs (residual_of (trees, k, n_stages, phi, b, theta)));
      /* The negated comparison is also true if the residual is NaN. */
      if (!(largest <= tolerance))
        return order - 1;
    }
  return trees->max_order;
}

/* The weights b are a separate argument, so that the function also checks
 * the embedded formula. */
int
ode_tableau_order (const OdeTrees *trees, const OdeTableau *tableau, const double *b, double tolerance)
{
  double *phi = malloc ((size_t) trees->n_trees * (size_t) tableau->n_stages * sizeof *phi);
  int order;

  if (phi == NULL)
    return -1;
  weigh_trees (trees, tableau->n_stages, tableau->A, NULL, phi);
  order = check_order (trees, tableau->n_stages, phi, b, 1, tolerance);
  free (phi);
  return order;
}

/* b(θ) is a polynomial of small degree, so that seven values of θ are enough to
 * check all θ. The extra stages of dense output add rows to A. */
int
ode_tableau_dense_order (const OdeTrees *trees, const OdeTableau *tableau, double tolerance)
{
  static const double thetas[] = { 0.1, 0.25, 0.4, 0.5, 0.65, 0.8, 1.0 };
  int s = tableau->n_stages, total = s + tableau->n_extra, order = trees->max_order;
  double *A, *phi, *b;

  if (tableau->dense == NULL)
    return 0;
  /* A is the matrix of all stages: the matrix of the step is in the upper left corner, the rows
   * of the extra stages are below. */
  A = calloc ((size_t) total * (size_t) total, sizeof *A);
  phi = malloc ((size_t) trees->n_trees * (size_t) total * sizeof *phi);
  b = malloc ((size_t) total * sizeof *b);
  if (A == NULL || phi == NULL || b == NULL)
    order = -1;
  else
    {
      for (int i = 0; i < s; i++)
        memcpy (A + (ptrdiff_t) i * total, tableau->A + (ptrdiff_t) i * s, (size_t) s * sizeof *A);
      for (int i = s; i < total; i++)
        memcpy (A + (ptrdiff_t) i * total, tableau->A_extra + (ptrdiff_t) (i - s) * total, (size_t) total * sizeof *A);
      weigh_trees (trees, total, A, NULL, phi);
      /* The result is the lowest order over all θ. */
      for (size_t k = 0; k < sizeof thetas / sizeof thetas[0]; k++)
        {
          int here;

          for (int i = 0; i < total; i++)
            b[i] = ode_tableau_dense_weight (tableau, i, thetas[k]);
          here = check_order (trees, total, phi, b, thetas[k], tolerance);
          order = here < order ? here : order;
        }
    }
  free (A);
  free (phi);
  free (b);
  return order;
}

/* Returns the principal error norm ‖τ^(p+1)‖₂, the 2-norm of the residuals
 * of order p + 1, each divided by σ(τ) (Prince and Dormand, J. Comput.
 * Appl. Math. 7 (1981) 67). */
double
ode_tableau_error_constant (const OdeTrees *trees, const OdeTableau *tableau, int order)
{
  double *phi, sum = 0;

  if (order >= trees->max_order)
    return NAN;
  phi = malloc ((size_t) trees->n_trees * (size_t) tableau->n_stages * sizeof *phi);
  if (phi == NULL)
    return NAN;
  weigh_trees (trees, tableau->n_stages, tableau->A, NULL, phi);
  for (int k = trees->count[order]; k < trees->count[order + 1]; k++)
    {
      double r = residual_of (trees, k, tableau->n_stages, phi, tableau->b, 1) / trees->tree[k].symmetry;

      sum += r * r;
    }
  free (phi);
  return sqrt (sum);
}

/* Row sums of typed coefficients may differ from c by this much, relative to sums above 1; see ode-custom.c. */
#define ROW_ERROR 1e-8

/* Stores c_i where it is not the sum of row i, and the sum elsewhere. Returns whether a row has another sum. */
static bool
take_nodes (const OdeTableau *tableau, double *nodes)
{
  bool given = false;

  for (int i = 0; tableau->c != NULL && i < tableau->n_stages; i++)
    {
      double sum = 0;

      for (int j = 0; j < tableau->n_stages; j++)
        sum += tableau->A[i * tableau->n_stages + j];
      nodes[i] = sum;
      if (fabs (sum - tableau->c[i]) <= ROW_ERROR * fmax (1, fabs (sum)))
        continue;
      nodes[i] = tableau->c[i];
      given = true;
    }
  return given;
}

/* The order follows from the residuals. The function returns them separately, so that a
 * wrong coefficient can be found from the conditions that it violates. */
bool
ode_tableau_residuals (const OdeTrees *trees, const OdeTableau *tableau, const double *b, double *residuals)
{
  const int s = tableau->n_stages;
  double *phi = malloc (((size_t) trees->n_trees + 1) * (size_t) s * sizeof *phi), *nodes;
  bool given;

  if (phi == NULL)
    return false;
  nodes = phi + (ptrdiff_t) trees->n_trees * s;
  given = take_nodes (tableau, nodes);
  weigh_trees (trees, s, tableau->A, given ? nodes : NULL, phi);
  for (int k = 0; k < trees->n_trees; k++)
    residuals[k] = residual_of (trees, k, s, phi, b, 1);
  free (phi);
  return true;
}

/* A coefficient that is rounded to double changes by at most u = 2⁻⁵³ of itself, and a tree of n nodes has n factors in each product, so that
 * rounding changes Σ b_i Φ_i by at most about n u Σ |b_i| Φ_i(|A|). The factor 4 allows for coefficients that are themselves computed in
 * double from others. */
bool
ode_tableau_rounding (const OdeTrees *trees, const OdeTableau *tableau, const double *b, double *bounds)
{
  size_t s = (size_t) tableau->n_stages;
  double *absolute = malloc ((s * s + s) * sizeof *absolute), *b_absolute;
  OdeTableau positive = *tableau;
  bool done;

  if (absolute == NULL)
    return false;
  b_absolute = absolute + s * s;
  for (size_t i = 0; i < s * s; i++)
    absolute[i] = fabs (tableau->A[i]);
  for (size_t i = 0; i < s; i++)
    b_absolute[i] = fabs (b[i]);
  positive.A = absolute;
  positive.c = NULL;
  done = ode_tableau_residuals (trees, &positive, b_absolute, bounds);
  for (int k = 0; done && k < trees->n_trees; k++)
    bounds[k] = 4 * ode_trees_order (trees, k) * (DBL_EPSILON / 2) * (bounds[k] + 1 / ode_trees_density (trees, k));
  free (absolute);
  return done;
}

/* Pseudo-arclength continuation (Keller 1977; Kuznetsov, Elements of Applied Bifurcation Theory, 3rd ed. 2004, section 10.2) in scaled
 * coordinates. A special point is between two points of a branch if one of these test values changes its sign:
 *
 *   fold            the component of the tangent along the parameter
 *   branch point    det [F_y; tangentᵀ]
 *   Hopf            Π_{i<j} (λ_i + λ_j), with a complex pair at the zero
 *
 * The special point is located by bisection of the step. If a sign changes without a zero, the step has jumped to another branch and is
 * repeated with half its length. At a branch point the other branch is followed to both sides, in the second direction of the kernel of
 * F_y. */
#include "lab-continuation.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-continuation-private.h"
#include "lab-problem.h"

/* Lengths of steps in scaled coordinates. A first step of a fifth of the largest finds a neighbour on the same branch
 * even if branches are near; steps grow by the factor 1.3, so that the largest step is reached after seven steps.
 * With the largest step a branch across the range has at least 50 points. */
#define FIRST_STEP 0.004
/* Largest step of a branch in the box, and of the parameter. Farther out, steps grow with the distance from the middle of the box. */
#define LARGEST_STEP 0.02
#define SMALLEST_STEP 1e-7
/* A step is halved if the angle between the tangents at its ends exceeds 15°. */
#define LEAST_COSINE 0.965
/* Limits of the work. With the largest step a branch of this many points is 80 times as long as the range. The work of
 * Newton's method grows with the third power of the number of states. */
#define MOST_POINTS 4000
#define MOST_BRANCHES 60
#define MOST_STATES 60
/* A point belongs to a known branch if its distance from the branch is less than this. */
#define SAME 2e-4
/* The branch between two points is at most this fraction of their distance away from the line that joins them, since its tangents differ by
 * at most 15°. */
#define ARC 0.1
/* Newton's method from the line between two points must come this near to a point that is on the branch between them.
 * Both are exact to 1e-11. Two special points of one kind that are nearer to each other than SAME_SPECIAL are one,
 * found on two branches. */
#define SAME_BETWEEN 1e-6
#define SAME_SPECIAL 1e-3
/* Distance from a branch point of the first points of the other branch. It must be so large that the change of the
 * parameter along a pitchfork, about SWITCH², is well above the error 1e-11 of a point. */
#define SWITCH 2e-3
/* If the scaled parameter at the first points of another branch differs by less from that of the branch point, the parameter is constant on that
 * branch. At a pitchfork the difference is about SWITCH². */
#define SAME_PARAMETER 1e-9
/* A component of the tangent along the parameter that is smaller than this is a rounding error. */
#define SAME_DIRECTION 1e-7
/* Numbers of values of the parameter at which equilibria are searched, and of halvings of a step, after which its
 * length has no further digits. */
#define SEEDS 5
#define BISECTIONS 60
/* Bisection has found a zero if the length of its interval is less than this fraction of the step. */
#define TOGETHER 1e-4
/* The derivatives of F have a pole inside a step if they are larger there than at both ends of the step by this factor. */
#define POLE 1e3
/* If the sign of a test value changes without a zero in a step shorter than this, the equations are discontinuous there. */
#define JUMP_STEP 2e-4

static void
special_free (gpointer item)
{
  g_free (((LabSpecial *) item)->x);
  g_free (item);
}

void
lab_continuation_free (LabContinuation *continuation)
{
  if (continuation == NULL)
    return;
  g_ptr_array_unref (continuation->branches);
  g_ptr_array_unref (continuation->special);
  g_free (continuation);
}

/* The start of a branch. */
typedef struct
{
  double *y, *along;   /* m numbers each: the point, and the direction in which the branch is followed */
} Start;

static void
start_free (gpointer item)
{
  Start *start = item;

  g_free (start->y);
  g_free (start->along);
  g_free (start);
}

typedef struct
{
  LabExtended e;
  const LabBox *box;
  LabContinuation *found;
  GPtrArray *paths;     /* GArray of double for each branch: its points y */
  GQueue starts;        /* pointers to Start: the branches that are still to be followed */
  GQueue singular;     /* pointers to Start: points from which no branch could be followed */
  GPtrArray *specials;  /* the point y (m numbers) of each item in found->special */
  const LabProgress *progress;
  double fraction;
  GError *cancelled;    /* set if the study is cancelled */
} Tracing;

/* Returns FALSE if the study is cancelled. */
static gboolean
goes_on (Tracing *t)
{
  return t->cancelled == NULL && lab_progress_report (t->progress, t->fraction, &t->cancelled);
}

/* Returns whether y is on a branch between two of its points a and b: Newton's method, started at the foot of the
 * perpendicular from y to the line from a to b, stays in the plane through y and comes to y. This distinguishes a
 * point of a curved branch, which the chord from a to b misses by the sagitta, from a point of a parallel branch. */
static gboolean
is_between (Tracing *t, const double *y, const double *a, const double *b)
{
  int m = t->e.m;
  LabImplicit curve = lab_extended_curve (&t->e);
  double length = lab_implicit_distance (m, a, b), along = 0;
  g_autofree double *direction = g_new (double, m), *z = g_new (double, m);

  for (int i = 0; i < m; i++)
    {
      direction[i] = (b[i] - a[i]) / length;
      along += direction[i] * (y[i] - a[i]);
    }
  for (int i = 0; i < m; i++)
    z[i] = a[i] + CLAMP (along, 0, length) * direction[i];
  return lab_implicit_correct (&curve, direction, z) > 0 && lab_implicit_distance (m, z, y) < SAME_BETWEEN;
}

/* Returns whether y is on a branch that was followed before: near a chord between two neighbouring points, or on the
 * arc above it. */
static gboolean
is_known (Tracing *t, const double *y)
{
  int m = t->e.m;

  for (guint k = 0; k < t->paths->len; k++)
    {
      const GArray *path = t->paths->pdata[k];

      for (guint i = 1; i < path->len / (guint) m; i++)
        {
          const double *a = &g_array_index (path, double, (i - 1) * (guint) m), *b = &g_array_index (path, double, i * (guint) m);
          double distance = lab_implicit_line_distance (m, y, a, b);

          if (distance < SAME || (distance < ARC * lab_implicit_distance (m, a, b) && is_between (t, y, a, b)))
            return TRUE;
        }
    }
  return FALSE;
}

/* ---- special points of branches ---- */

/* Adds the two halves of the other branch at a branch point to the queue. Sets the type of the branch point by the change of the parameter
 * along the halves and between two points of the branch on both sides of the branch point. */
static void
enter_other (Tracing *t, const LabContPoint *from, const LabContPoint *to, const LabContPoint *point, LabSpecial *special)
{
  int m = t->e.m, n_sides = 0;
  g_autofree double *direction = g_new (double, m), *y = g_new (double, m);
  double side[2] = { 0, 0 };
  LabImplicit curve = lab_extended_curve (&t->e);

  if (!lab_extended_other_direction (&t->e, point, from, direction))
    return;
  for (int s = 0; s < 2; s++)
    {
      Start *start;

      for (int i = 0; i < m; i++)
        {
          direction[i] *= s == 0 ? 1 : -1;
          y[i] = point->y[i] + SWITCH * direction[i];
        }
      if (lab_implicit_correct (&curve, direction, y) == 0 || lab_implicit_distance (m, y, point->y) > 10 * SWITCH)
        continue;
      side[n_sides++] = y[m - 1] - point->y[m - 1];
      start = g_new0 (Start, 1);
      start->y = g_memdup2 (y, sizeof (double) * (gsize) m);
      start->along = g_memdup2 (direction, sizeof (double) * (gsize) m);
      g_queue_push_tail (&t->starts, start);
    }
  /* Along a transcritical branch the change of the parameter is proportional to the step. Along a pitchfork it is proportional to the
   * square of the step, and has the same sign for both directions. The branch that is followed may be the pitchfork too. */
  special->pitchfork = (n_sides == 2 && side[0] * side[1] > 0)
                       || (from->y[m - 1] - point->y[m - 1]) * (to->y[m - 1] - point->y[m - 1]) > 0;
  special->transcritical = !special->pitchfork && n_sides == 2;
  if (fmax (fabs (from->y[m - 1] - point->y[m - 1]), fabs (to->y[m - 1] - point->y[m - 1])) < SAME_PARAMETER
      || (n_sides == 2 && fmax (fabs (side[0]), fabs (side[1])) < SAME_PARAMETER))
    special->pitchfork = special->transcritical = FALSE; /* one of the branches has a constant parameter */
}

/* Adds the special point `point`, which is between two points of a branch. For a Hopf point the frequency is the
 * imaginary part of the pair of eigenvalues that is nearest to the imaginary axis. */
static void
add_special (Tracing *t, LabSpecialKind kind, const LabContPoint *from, const LabContPoint *to, const LabContPoint *point)
{
  LabSpecial *special;
  int n = t->e.n, m = t->e.m;

  for (guint k = 0; k < t->specials->len; k++)
    {
      const LabSpecial *other = t->found->special->pdata[k];

      /* At a pitchfork the parameter has an extremum along the other branch, which must not be reported as a fold. */
      if (lab_implicit_distance (m, t->specials->pdata[k], point->y) < SAME_SPECIAL
          && (other->kind == kind || other->kind == LAB_SPECIAL_BRANCH))
        return;
    }
  special = g_new0 (LabSpecial, 1);
  special->kind = kind;
  special->frequency = special->coefficient = special->period = NAN;
  special->x = g_new (double, n);
  lab_extended_unscale (&t->e, point->y, special->x, &special->p);
  if (kind == LAB_SPECIAL_HOPF)
    {
      double nearest = INFINITY;

      for (int k = 0; k < n; k++)
        if (point->values[2 * k + 1] > 0 && fabs (point->values[2 * k]) < nearest)
          {
            nearest = fabs (point->values[2 * k]);
            special->frequency = point->values[2 * k + 1];
          }
      lab_extended_set (&t->e, point->y);
      special->coefficient = lab_special_hopf_coefficient (&t->e, point, special->frequency);
    }
  g_ptr_array_add (t->found->special, special);
  g_ptr_array_add (t->specials, g_memdup2 (point->y, sizeof (double) * (gsize) m));
  if (kind == LAB_SPECIAL_BRANCH)
    enter_other (t, from, to, point, special);
}

/* Takes a step of length `step` along the tangent, and returns the point of the branch there. Returns NULL if Newton's method fails. */
static LabContPoint *
point_at (Tracing *t, const LabContPoint *from, double step)
{
  LabImplicit curve = lab_extended_curve (&t->e);
  g_autofree double *y = g_new (double, t->e.m);

  return lab_implicit_step (&curve, from->y, from->tangent, step, y) ? lab_cont_point_new (&t->e, y, from->tangent) : NULL;
}

/* Locates a special point between two points of a branch. Returns FALSE if the test value has no zero there. */
static gboolean
locate (Tracing *t, LabSpecialKind kind, const LabContPoint *from, const LabContPoint *to)
{
  int m = t->e.m;
  LabImplicit curve = lab_extended_curve (&t->e);
  g_autoptr (GPtrArray) points = g_ptr_array_new_with_free_func ((GDestroyNotify) lab_cont_point_free);
  g_autofree double *y = g_new (double, m);
  const LabContPoint *low = from, *high = to, *best;

  for (int k = 0; k < BISECTIONS && lab_implicit_distance (m, low->y, high->y) > 1e-14 && goes_on (t); k++)
    {
      LabContPoint *middle = lab_implicit_between (&curve, low->y, low->tangent, high->y, high->tangent, 0.5, y)
                               ? lab_cont_point_new (&t->e, y, low->tangent) : NULL;

      if (middle == NULL)
        break;
      g_ptr_array_add (points, middle);
      if ((lab_special_value (middle, kind, m) < 0) == (lab_special_value (low, kind, m) < 0))
        low = middle;
      else
        high = middle;
    }
  /* If the ends of the interval are on two branches, their distance does not go to zero. */
  if (lab_implicit_distance (m, low->y, high->y) > TOGETHER * lab_implicit_distance (m, from->y, to->y))
    return FALSE;
  best = low != from ? low : high;
  /* The determinant changes its sign at a pole of the derivatives too, where it has no zero. */
  if (kind == LAB_SPECIAL_BRANCH && !(lab_extended_size (&t->e, best->y) <= POLE * fmax (lab_extended_size (&t->e, from->y), lab_extended_size (&t->e, to->y))))
    return TRUE;
  if (kind == LAB_SPECIAL_BRANCH && best != from && best != to)
    lab_special_interpolate (&t->e, from, to, (LabContPoint *) best);
  if (kind != LAB_SPECIAL_HOPF || lab_special_is_hopf (best, t->e.n))
    add_special (t, kind, from, to, best);
  return TRUE;
}

/* Locates all special points between two points of a branch. If a fold and a branch point are in one step, add_special distinguishes them;
 * it must see branch points first. Returns FALSE if a test value changes its sign without a zero. */
static gboolean
test_step (Tracing *t, const LabContPoint *from, const LabContPoint *to)
{
  static const LabSpecialKind order[] = { LAB_SPECIAL_BRANCH, LAB_SPECIAL_FOLD, LAB_SPECIAL_HOPF };

  for (guint k = 0; k < G_N_ELEMENTS (order); k++)
    {
      double a = lab_special_value (from, order[k], t->e.m), b = lab_special_value (to, order[k], t->e.m);

      /* On a branch of centres, and on a branch with a constant parameter, rounding errors change the sign. */
      if ((order[k] == LAB_SPECIAL_HOPF && from->neutral && to->neutral) || (order[k] == LAB_SPECIAL_FOLD && fmax (fabs (a), fabs (b)) < SAME_DIRECTION))
        continue;
      if (a != 0 && (a < 0) != (b < 0) && !locate (t, order[k], from, to))
        return FALSE;
    }
  return TRUE;
}

/* ---- branches ---- */

static gboolean
is_outside (Tracing *t, const double *y)
{
  double p;

  if (!(y[t->e.n] >= 0 && y[t->e.n] <= 1))
    return TRUE;
  lab_extended_unscale (&t->e, y, t->e.x, &p);
  return lab_extended_is_outside (&t->e, t->box, t->e.x);
}

/* Returns the last point of a branch that leaves the parameter range, which is on the limit of the range. */
static LabContPoint *
clip (Tracing *t, const LabContPoint *from, const LabContPoint *to)
{
  LabImplicit curve = lab_extended_curve (&t->e);
  g_autofree double *y = g_new (double, t->e.m);

  return lab_implicit_clip (&curve, from->y, to->y, y) ? lab_cont_point_new (&t->e, y, from->tangent) : NULL;
}

/* Returns the largest step along the branch that the continuation may take from a point. With the unit tangent τ and
 * the distance d of the point from the middle of the box, in units of the box and at least 1, the step is at most
 * LARGEST_STEP · min (d, 1/|τ_p|). The second limit keeps the change of the parameter below LARGEST_STEP times its
 * range. */
static double
largest_step (const Tracing *t, const LabContPoint *at)
{
  double distance = 1;

  for (int i = 0; i < t->e.n; i++)
    distance = fmax (distance, fabs (at->y[i] - (t->box->low[i] + t->box->high[i]) / (2 * t->e.scale[i])));
  return LARGEST_STEP * fmin (distance, 1 / fmax (fabs (at->tangent[t->e.n]), 1e-300));
}

/* Follows a branch in one direction and appends its points, until it ends or the study is cancelled. Returns why it ends. */
static LabBranchEnd
follow (Tracing *t, const LabContPoint *start, GPtrArray *points)
{
  int m = t->e.m;
  double step = FIRST_STEP;
  const LabContPoint *at = start;

  for (int k = 0; k < MOST_POINTS;)
    {
      LabContPoint *next = goes_on (t) && step > SMALLEST_STEP ? point_at (t, at, step) : NULL;

      if (t->cancelled != NULL || !(step > SMALLEST_STEP))
        return LAB_BRANCH_STOPPED;

      if (next == NULL || lab_implicit_product (m, at->tangent, next->tangent) < LEAST_COSINE || lab_implicit_distance (m, next->y, at->y) > 2 * step)
        {
          lab_cont_point_free (next);
          step /= 2;
          continue;
        }
      if (next->y[m - 1] < 0 || next->y[m - 1] > 1)
        {
          LabContPoint *last = clip (t, at, next);

          if (last != NULL && lab_implicit_distance (m, at->y, last->y) > 1e-12)
            {
              test_step (t, at, last);
              g_ptr_array_add (points, last);
            }
          else /* `at` is on the limit of the range already */
            lab_cont_point_free (last);
          lab_cont_point_free (next);
          return LAB_BRANCH_RANGE;
        }
      if (!test_step (t, at, next) && step > JUMP_STEP)
        {
          lab_cont_point_free (next);
          step /= 2;
          continue;
        }
      g_ptr_array_add (points, next);
      at = next;
      k++;
      if (is_outside (t, at->y))
        return LAB_BRANCH_BOX;
      if (k > 3 && lab_implicit_distance (m, at->y, start->y) < step)
        return LAB_BRANCH_CLOSED; /* the branch returned to its start */
      step = fmin (1.3 * step, largest_step (t, at));
      t->fraction = fmin (0.95, 0.02 * t->found->branches->len + k / (double) MOST_POINTS);
    }
  return LAB_BRANCH_POINTS;
}

static void
store (Tracing *t, GPtrArray *before, GPtrArray *after, const LabContPoint *start, LabBranchEnd end)
{
  int n = t->e.n, m = t->e.m, count = (int) (before->len + after->len) + 1;
  LabBranch *branch = g_new0 (LabBranch, 1);
  GArray *path = g_array_new (FALSE, FALSE, sizeof (double));

  branch->n = n;
  branch->end = end;
  branch->p = g_new (double, count);
  branch->x = g_new (double, count * n);
  branch->stable = g_new (gboolean, count);
  for (int k = (int) before->len - 1; k >= -1 - (int) after->len; k--)
    {
      const LabContPoint *point = k >= 0 ? before->pdata[k] : k == -1 ? start : after->pdata[-2 - k];

      lab_extended_unscale (&t->e, point->y, branch->x + branch->n_points * n, &branch->p[branch->n_points]);
      branch->stable[branch->n_points++] = point->stable;
      g_array_append_vals (path, point->y, (guint) m);
    }
  g_ptr_array_add (t->found->branches, branch);
  g_ptr_array_add (t->paths, path);
}

/* Returns whether the equilibria near a point are not isolated for a value of the parameter, as in a model with a first integral: F_y maps a second
 * direction to zero there and at another point of the branch. */
static gboolean
is_continuum (Tracing *t, const LabContPoint *point)
{
  LabContPoint *next = lab_extended_is_degenerate (&t->e, point) ? point_at (t, point, FIRST_STEP) : NULL;
  gboolean continuum = next != NULL && lab_extended_is_degenerate (&t->e, next);

  lab_cont_point_free (next);
  return continuum;
}

/* Follows the branch through a start in both directions. Returns FALSE if the derivatives do not determine its direction, or if Newton's
 * method finds no other point. */
static gboolean
trace (Tracing *t, const Start *start)
{
  g_autoptr (GPtrArray) before = g_ptr_array_new_with_free_func ((GDestroyNotify) lab_cont_point_free);
  g_autoptr (GPtrArray) after = g_ptr_array_new_with_free_func ((GDestroyNotify) lab_cont_point_free);
  LabContPoint *first = lab_cont_point_new (&t->e, start->y, start->along), *back = NULL;
  g_autofree double *against = g_new (double, t->e.m);
  LabBranchEnd end, other = LAB_BRANCH_CLOSED;

  if (first == NULL || is_continuum (t, first))
    {
      lab_cont_point_free (first);
      return FALSE;
    }
  for (int i = 0; i < t->e.m; i++)
    against[i] = -first->tangent[i];
  end = follow (t, first, after);
  if (end != LAB_BRANCH_CLOSED && (back = lab_cont_point_new (&t->e, start->y, against)) != NULL)
    other = follow (t, back, before);
  if (before->len + after->len == 0)
    {
      lab_cont_point_free (first);
      lab_cont_point_free (back);
      return FALSE;
    }
  store (t, before, after, first, end == LAB_BRANCH_RANGE || end == LAB_BRANCH_CLOSED ? other : end);
  lab_cont_point_free (first);
  lab_cont_point_free (back);
  return TRUE;
}

/* Reports the progress of a search for equilibria. The fraction of the continuation does not change meanwhile. */
static gboolean
report_seeds (gpointer user, double fraction)
{
  const Tracing *t = user;

  return lab_progress_report (t->progress, t->fraction, NULL);
}

/* Adds starts at all equilibria for one value of the parameter to the queue. */
static void
add_seeds (Tracing *t, double fraction)
{
  int n = t->e.n, m = t->e.m;
  LabProgress inner = { .func = report_seeds, .user = t };
  g_autofree double *y = g_new0 (double, m);
  g_autoptr (LabEquilibria) found = NULL;

  y[n] = fraction;
  lab_extended_set (&t->e, y);
  found = lab_equilibria_find (t->e.flow, t->box, &inner, &t->cancelled);
  if (found == NULL || !lab_equilibria_add_beyond (t->e.flow, t->box, found, &inner, &t->cancelled))
    return;
  t->found->continuum |= found->continuum;
  t->found->further |= found->further;
  for (guint k = 0; k < found->points->len && !found->continuum; k++)
    {
      const LabEquilibrium *point = found->points->pdata[k];
      Start *start = g_new0 (Start, 1);

      for (int i = 0; i < n; i++)
        y[i] = point->x[i] / t->e.scale[i];
      start->y = g_memdup2 (y, sizeof (double) * (gsize) m);
      start->along = g_new0 (double, m);
      start->along[n] = 1;
      g_queue_push_tail (&t->starts, start);
    }
}

static int
compare_special (gconstpointer a, gconstpointer b)
{
  const LabSpecial *p = *(LabSpecial *const *) a, *q = *(LabSpecial *const *) b;

  if (p->p != q->p)
    return p->p < q->p ? -1 : 1;
  return p->x[0] < q->x[0] ? -1 : p->x[0] > q->x[0];
}

void
lab_continuation_sort (LabContinuation *continuation)
{
  g_ptr_array_sort (continuation->special, compare_special);
}

static void
trace_all (Tracing *t)
{
  static const double seeds[SEEDS] = { 0, 1, 0.5, 0.25, 0.75 };

  for (int k = 0; k < SEEDS && t->cancelled == NULL; k++)
    {
      add_seeds (t, seeds[k]);
      while (!g_queue_is_empty (&t->starts) && t->cancelled == NULL)
        {
          Start *start = g_queue_pop_head (&t->starts);

          if (is_known (t, start->y))
            start_free (start);
          else if (t->found->branches->len >= MOST_BRANCHES)
            {
              t->found->n_omitted++;
          start_free (start);
        }
          else if (trace (t, start))
            start_free (start);
          else
            g_queue_push_tail (&t->singular, start);
        }
    }
  /* A branch that was followed later may pass through such a point, which is a branch point then. */
  for (const GList *link = t->singular.head; link != NULL && t->cancelled == NULL; link = link->next)
    t->found->n_singular += !is_known (t, ((const Start *) link->data)->y);
}

gboolean
lab_continue_require (const LabFlow *flow, GError **error)
{
  if (!lab_flow_require_autonomous (flow, error))
    return FALSE;
  if (flow->n <= MOST_STATES)
    return TRUE;
  g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED, _("continuation supports models with at most %d states; this one has %d"),
               MOST_STATES, flow->n);
  return FALSE;
}

LabContinuation *
lab_continue (LabFlow *flow, const LabBox *box, const char *parameter, double from, double to, const LabProgress *progress, GError **error)
{
  g_autoptr (LabContinuation) found = g_new0 (LabContinuation, 1);
  Tracing t = { .box = box, .found = found, .progress = progress };
  gboolean ready;

  found->n = flow->n;
  found->branches = g_ptr_array_new_with_free_func ((GDestroyNotify) lab_branch_free);
  found->special = g_ptr_array_new_with_free_func (special_free);
  if (!lab_continue_require (flow, error))
    return NULL;
  ready = lab_extended_init (&t.e, flow, box, parameter, from, to, error);
  t.paths = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  t.specials = g_ptr_array_new_with_free_func (g_free);
  g_queue_init (&t.starts);
  g_queue_init (&t.singular);
  if (ready)
    trace_all (&t);
  lab_extended_clear (&t.e);
  g_queue_clear_full (&t.singular, start_free);
  g_ptr_array_unref (t.paths);
  g_ptr_array_unref (t.specials);
  g_queue_clear_full (&t.starts, start_free);
  if (t.cancelled != NULL)
    g_propagate_error (error, t.cancelled);
  else if (ready)
    {
      lab_continuation_sort (found);
      return g_steal_pointer (&found);
    }
  return NULL;
}

/* Continuation of cycles (closed orbits): follows the branches of cycles that begin at Hopf points, the branches of cycles with the double
 * period that begin at period doublings, and the other branches at branch points.
 *
 * A branch ends where the amplitude of its cycles passes through zero. For a branch from a Hopf point this is another Hopf point. For a
 * branch of double period the amplitude is the difference of the two revolutions, and the end is a period doubling. Such a branch is
 * followed in one direction only: the other direction has the same cycles with a phase shift of half a revolution. At a branch point both
 * halves of the other branch are followed, unless their cycles are known. */
#include <gio/gio.h>
#include <math.h>
#include <string.h>

#include "lab-cycle-special.h"
#include "lab-cycle-start.h"

#define N LAB_SHOOTING_NODES
/* Lengths of steps in scaled coordinates. The first cycle has the amplitude 1e-3; a first step of twice that keeps
 * the angle between the tangents small. */
#define FIRST_STEP 2e-3
/* Largest step in which the amplitude passes through zero. No special points are searched in this step. */
#define LAST_STEP 1e-3
#define LARGEST_STEP 0.04
#define SMALLEST_STEP 1e-6
/* A step is halved if the angle between the tangents at its ends exceeds 20°. The next step is chosen so that the angle becomes USUAL_ANGLE. */
#define LEAST_COSINE 0.94
#define USUAL_ANGLE 0.25
#define LARGEST_GROWTH 1.4
/* Limit of the work for a branch, and the number of points at which its progress is reported as half. */
#define MOST_POINTS 500
#define USUAL_POINTS 60.0
/* A branch ends at this multiple of its first period. The period grows without bound if the cycles approach a homoclinic or heteroclinic
 * orbit. */
#define LONGEST_PERIOD 20
/* Changes of the parameter that are smaller than this, relative to its range, are within the error of a cycle. */
#define SAME_PARAMETER 1e-8
/* The parameter is constant on a branch, as on the cycles of a system without damping, if it changes by less than this fraction of a step.
 * Such a branch has no pitchfork and no transcritical point. */
#define CONSTANT 1e-4
/* Changes of the test value of torus points that are smaller than this are within its error. It is constant if the model keeps volumes. */
#define SAME_TORUS 1e-6
/* A branch also ends when the period has grown by the factor GROWN while the parameter was constant within its error and the extent of the
 * cycles within SAME_EXTENT, relative to the box. The cycles then approach a homoclinic or heteroclinic orbit, and further ones cannot be
 * distinguished. Near the homoclinic orbit of a saddle-focus the parameter oscillates along the branch, which has infinitely many folds
 * (Shilnikov). At a fold, with another fold since the earlier cycle, the larger bounds SNAKE_PARAMETER and SNAKE_EXTENT apply. They apply only at folds, so
 * that a branch does not end shortly before a fold. */
#define GROWN 1.25
#define SAME_EXTENT 1e-3
#define SNAKE_PARAMETER 1e-3
#define SNAKE_EXTENT 4e-3
/* A cycle belongs to a known branch if its distance from the branch is less than this, relative to the box. */
#define SAME 5e-3
/* Distance from a branch point at which a cycle of the other branch is compared with the known branches. It is well above SAME, because the
 * cycles near the branch point are near the known branch. */
#define APART (5 * SAME)
/* A test value that changes its sign without a zero shows that the step has jumped to another branch. The step is then halved, unless it is
 * shorter than this. */
#define JUMP_STEP 5e-4
/* Two special points of the same kind are the same point, found on two branches, if their distance is less than this, relative to the
 * box. */
#define SAME_SPECIAL 1e-4

/* A special point in a step. */
typedef struct
{
  LabSpecialKind kind;
  LabCyclePoint *point;
  double along;       /* distance from the start of the step, along its tangent */
} Located;

typedef struct
{
  LabExtended e;
  const LabBox *box;
  LabContinuation *found;
  const LabProgress *progress;
  GArray *located;    /* Located: the special points in the last step, in their order along the branch */
  double fraction;    /* the last fraction that was reported */
  gboolean doubled;   /* TRUE: the cycles of the branch that is followed have double period */
  double last_fold;   /* scaled parameter at the last fold of the branch that is followed, or at its start */
  GQueue starts;      /* pointers to LabCycleStart: the branches that were not followed yet */
  int n, m, n_branches;
  int doublings;      /* number of period doublings between the Hopf point and the branch that is followed */
  int siblings[LAB_CONTINUE_DOUBLINGS + 1]; /* number of branches for each number of doublings */
  GError *error;      /* set if the study is cancelled */
} Tracing;

/* Adds a start, which may be NULL, to the queue. */
static void
push (Tracing *t, LabCycleStart *start, int doublings)
{
  if (start == NULL)
    return;
  start->doublings = doublings;
  g_queue_push_tail (&t->starts, start);
}

/* Returns whether the limits allow another branch with this number of period doublings. */
static gboolean
may_follow (const Tracing *t, int doublings)
{
  return t->n_branches < LAB_CONTINUE_BRANCHES && doublings <= LAB_CONTINUE_DOUBLINGS
         && (doublings == 0 || t->siblings[doublings] < (doublings == 1 ? LAB_CONTINUE_DOUBLED : LAB_CONTINUE_DOUBLED_AGAIN));
}

/* Removes the first start from the queue that the limits allow to follow, and returns it. Returns NULL if there is none. */
static LabCycleStart *
pop (Tracing *t)
{
  for (GList *link = t->starts.head; link != NULL; link = link->next)
    {
      LabCycleStart *start = link->data;

      if (!may_follow (t, start->doublings))
        continue;
      g_queue_delete_link (&t->starts, link);
      return start;
    }
  return NULL;
}

/* ---- rows of branches ---- */

static gboolean
append_point (const Tracing *t, LabShooting *s, LabBranch *branch, const LabCyclePoint *point, LabSpecialKind special)
{
  g_autofree double *low = g_new (double, t->n), *high = g_new (double, t->n), *x = g_new (double, t->n);

  if (!lab_shooting_extent (s, point->y, low, high, x))
    return FALSE;
  lab_branch_append (branch, lab_shooting_parameter (s, point->y), lab_shooting_period (s, point->y), x, low, high, point->multipliers, special);
  return TRUE;
}

/* Appends the rows of the special points in the last step and the row of the cycle at its end. */
static gboolean
append_step (Tracing *t, LabShooting *s, LabBranch *branch, const LabCyclePoint *end)
{
  for (guint k = 0; k < t->located->len; k++)
    {
      const Located *located = &g_array_index (t->located, Located, k);

      if (!append_point (t, s, branch, located->point, located->kind))
        return FALSE;
    }
  return append_point (t, s, branch, end, LAB_SPECIAL_NONE);
}

/* Writes the least and greatest state values, the parameter and the logarithm of the period of a row, all scaled, into v[2n + 2]. */
static void
describe_row (const Tracing *t, const LabBranch *branch, int row, double *v)
{
  int n = t->n;

  for (int i = 0; i < n; i++)
    {
      v[2 * i] = branch->low[row * n + i] / t->e.scale[i];
      v[2 * i + 1] = branch->high[row * n + i] / t->e.scale[i];
    }
  v[2 * n] = (branch->p[row] - t->e.from) / t->e.scale[n];
  v[2 * n + 1] = log (branch->period[row]);
}

/* Returns whether a row of a new branch is on a known branch of cycles. */
static gboolean
is_known (const Tracing *t, const LabBranch *branch, int row)
{
  int size = 2 * t->n + 2;
  g_autofree double *at = g_new (double, size), *from = g_new (double, size), *to = g_new (double, size);

  describe_row (t, branch, row, at);
  for (guint b = 0; b < t->found->branches->len; b++)
    {
      const LabBranch *other = t->found->branches->pdata[b];

      for (int k = 0; other->period != NULL && k + 1 < other->n_points; k++)
        {
          describe_row (t, other, k, from);
          describe_row (t, other, k + 1, to);
          if (lab_implicit_line_distance (size, at, from, to) < SAME)
            return TRUE;
        }
    }
  return FALSE;
}

/* ---- special points ---- */

/* Takes a step of length `step` along the branch, and computes the cycle there. The guess is the parabola through the cycle with its tangent and
 * bend. Returns NULL if Newton's method fails. */
static LabCyclePoint *
point_at (LabShooting *s, const LabCyclePoint *from, double step)
{
  int m = s->curve.m;
  g_autofree double *y = g_new (double, m);
  LabCyclePoint *point;

  for (int i = 0; i < m; i++)
    y[i] = from->y[i] + step * (from->tangent[i] + step / 2 * from->bend[i]);
  if (!lab_shooting_set_reference (s, from->y) || lab_implicit_correct (&s->curve, from->tangent, y) == 0)
    return NULL;
  point = lab_cycle_point_new (s, y, from->tangent);
  for (int i = 0; point != NULL && i < m; i++)
    point->bend[i] = (point->tangent[i] - from->tangent[i]) / lab_implicit_distance (m, point->y, from->y);
  return point;
}

/* Returns whether the same special point is already listed: it may have been found on another branch, or in a step that was repeated. */
static gboolean
is_listed (const Tracing *t, const LabSpecial *special)
{
  for (guint k = 0; k < t->found->special->len; k++)
    {
      const LabSpecial *other = t->found->special->pdata[k];
      /* At a pitchfork the parameter has an extremum along one branch, which must not be listed as a fold. */
      gboolean same = (other->kind == special->kind || (other->kind == LAB_SPECIAL_BRANCH && special->kind == LAB_SPECIAL_FOLD)) && fabs (other->p - special->p) < SAME_SPECIAL * t->e.scale[t->n]
                      && fabs (other->period - special->period) < SAME_SPECIAL * special->period;

      for (int i = 0; i < t->n && same; i++)
        same = fabs (other->x[i] - special->x[i]) < SAME_SPECIAL * t->e.scale[i];
      if (same)
        return TRUE;
    }
  return FALSE;
}

/* Adds the halves of the other branch at a branch point between two cycles to the queue, and sets the type of the branch point. */
static void
enter_other (Tracing *t, LabShooting *s, const LabCyclePoint *from, const LabCyclePoint *to, const double *y, const double *low,
             const double *high, LabSpecial *special)
{
  g_autofree double *along = g_new (double, t->m);
  LabCycleStart *halves[2];
  double change[2];

  /* At the branch point the tangent is not unique. */
  for (int i = 0; i < t->m; i++)
    along[i] = to->y[i] - from->y[i];
  lab_implicit_normalize (t->m, along, along);
  lab_cycle_start_branch (s, y, along, t->doubled, special->x, low, high, halves, change);
  if (halves[0] != NULL && halves[1] != NULL
      && fmax (fabs (from->y[t->m - 1] - y[t->m - 1]), fabs (to->y[t->m - 1] - y[t->m - 1]))
             > CONSTANT * lab_implicit_distance (t->m, from->y, to->y))
    {
      /* At a pitchfork the parameter has an extremum along one of the branches, which may be the branch that is followed. */
      special->pitchfork = change[0] * change[1] > 0 || (from->y[t->m - 1] - y[t->m - 1]) * (to->y[t->m - 1] - y[t->m - 1]) > 0;
      special->transcritical = !special->pitchfork;
    }
  push (t, halves[0], t->doublings);
  push (t, halves[1], t->doublings);
}

/* Adds the special point `point`, which is between two cycles, and the starts of the branches that begin there. */
static void
add_special (Tracing *t, LabShooting *s, LabSpecialKind kind, const LabCyclePoint *from, const LabCyclePoint *to, const LabCyclePoint *point)
{
  LabSpecial *special = g_new0 (LabSpecial, 1);
  g_autofree double *low = g_new (double, t->n), *high = g_new (double, t->n);

  special->kind = kind;
  special->frequency = special->coefficient = NAN;
  special->p = lab_shooting_parameter (s, point->y);
  special->period = lab_shooting_period (s, point->y);
  if (kind == LAB_SPECIAL_TORUS)
    special->frequency = lab_cycle_special_angle (point, t->n) / special->period;
  special->x = g_new0 (double, t->n);
  if (!lab_shooting_extent (s, point->y, low, high, special->x))
    {
      lab_shooting_node (s, point->y, 0, special->x);
      memcpy (low, special->x, sizeof (double) * (gsize) t->n);
      memcpy (high, special->x, sizeof (double) * (gsize) t->n);
    }
  if (is_listed (t, special))
    {
      g_free (special->x);
      g_free (special);
      return;
    }
  g_ptr_array_add (t->found->special, special);
  if (kind == LAB_SPECIAL_PERIOD_DOUBLING)
    push (t, lab_cycle_start_doubling (s, point, special->x, low, high), t->doublings + 1);
  else if (kind == LAB_SPECIAL_BRANCH)
    enter_other (t, s, from, to, point->y, low, high, special);
}

/* Locates a special point between two cycles and adds it, unless it is a neutral saddle. Returns FALSE if the test value has no zero. */
static gboolean
locate (Tracing *t, LabShooting *s, LabSpecialKind kind, const LabCyclePoint *from, const LabCyclePoint *to)
{
  LabCyclePoint *point = lab_cycle_special_locate (s, kind, from, to);
  Located located;

  if (point == NULL)
    return t->error != NULL;
  if (kind == LAB_SPECIAL_FOLD)
    t->last_fold = point->y[t->m - 1];
  if (kind == LAB_SPECIAL_TORUS && !isfinite (lab_cycle_special_angle (point, t->n)))
    {
      lab_cycle_point_free (point);
      return TRUE;
    }
  add_special (t, s, kind, from, to, point);
  located = (Located) { kind, point, 0 };
  for (int i = 0; i < t->m; i++)
    located.along += (point->y[i] - from->y[i]) * from->tangent[i];
  g_array_append_val (t->located, located);
  return TRUE;
}

/* Returns whether a test value of a kind changes its sign in a step. A fold counts only if the parameter has changed between the last fold, or
 * the start of the branch, and the start of the step. Rounding errors change the sign in and after steps with a constant parameter, as on the
 * cycles of a system without damping, or of a piecewise linear system up to the first kink. */
static gboolean
changes_sign (const Tracing *t, LabSpecialKind kind, const LabCyclePoint *from, const LabCyclePoint *to)
{
  double a = lab_cycle_special_value (from, kind, t->m), b = lab_cycle_special_value (to, kind, t->m);

  if (kind == LAB_SPECIAL_FOLD && fabs (from->y[t->m - 1] - t->last_fold) < SAME_PARAMETER)
    return FALSE;
  if (kind == LAB_SPECIAL_TORUS && fmax (fabs (a), fabs (b)) < SAME_TORUS)
    return FALSE;
  return a != 0 && !isnan (a) && !isnan (b) && (a < 0) != (b < 0);
}

static void
located_clear (gpointer item)
{
  lab_cycle_point_free (((Located *) item)->point);
}

static int
compare_located (gconstpointer a, gconstpointer b)
{
  double p = ((const Located *) a)->along, q = ((const Located *) b)->along;

  return p < q ? -1 : p > q;
}

/* Locates all special points within a step. Returns FALSE if a test value changes its sign without a zero. */
static gboolean
test_step (Tracing *t, LabShooting *s, const LabCyclePoint *from, const LabCyclePoint *to)
{
  static const LabSpecialKind order[] = { LAB_SPECIAL_BRANCH, LAB_SPECIAL_FOLD, LAB_SPECIAL_PERIOD_DOUBLING, LAB_SPECIAL_TORUS };

  g_array_set_size (t->located, 0);
  for (guint k = 0; k < G_N_ELEMENTS (order); k++)
    if (changes_sign (t, order[k], from, to) && !locate (t, s, order[k], from, to))
      return FALSE;
  g_array_sort (t->located, compare_located);
  return TRUE;
}

/* ---- branches ---- */

/* Computes the cycle at the limit of the parameter range, which is between the two cycles. Returns NULL if Newton's method fails. */
static LabCyclePoint *
clip (LabShooting *s, const LabCyclePoint *from, const LabCyclePoint *to)
{
  g_autofree double *y = g_new (double, s->curve.m);

  if (!lab_shooting_set_reference (s, from->y) || !lab_implicit_clip (&s->curve, from->y, to->y, y))
    return NULL;
  return lab_cycle_point_new (s, y, from->tangent);
}

/* Returns whether a node of the cycle y is so far outside the box that the branch goes to infinity. */
static gboolean
is_outside (const Tracing *t, LabShooting *s, const double *y)
{
  g_autofree double *x = g_new (double, t->n);

  for (int j = 0; j < N; j++)
    {
      lab_shooting_node (s, y, j, x);
      if (lab_extended_is_outside (&t->e, t->box, x))
        return TRUE;
    }
  return FALSE;
}

/* If the branch ends at a point where another branch would start, removes that start and appends the point as the last row of this
 * branch. */
static void
close_at_start (Tracing *t, LabBranch *branch, const LabCycleStart *own, const double *y)
{
  static const double neutral[2] = { 1, 0 };
  LabCycleStart *nearest = NULL;
  double least = 20 * LAST_STEP;

  for (GList *link = t->starts.head; link != NULL; link = link->next)
    {
      LabCycleStart *start = link->data;
      double d = start->switched || start->doubled != own->doubled ? INFINITY : lab_cycle_start_distance (start, t->n, own->time_scale, y);

      if (d < least)
        {
          least = d;
          nearest = start;
        }
    }
  if (nearest == NULL)
    return;
  lab_branch_append (branch, t->e.from + nearest->y[t->m - 1] * t->e.scale[t->n], nearest->time_scale * exp (nearest->y[t->m - 2]), nearest->x,
          nearest->low, nearest->high, neutral, lab_cycle_start_kind (nearest));
  g_queue_remove (&t->starts, nearest);
  lab_cycle_start_free (nearest);
}

/* Reports progress during the integration of a cycle. The fraction does not change meanwhile. */
static gboolean
report_within (gpointer user, double fraction)
{
  const Tracing *t = user;

  return lab_progress_report (t->progress, t->fraction, NULL);
}

/* Reports progress after k points of a branch. The number of points of a branch is not known before its end. The fraction is that of the
 * known branches, half of the branch at USUAL_POINTS, and never decreases. */
static gboolean
report (Tracing *t, int k)
{
  double branches = t->n_branches + k / (k + USUAL_POINTS), all = t->n_branches + 1;

  for (GList *link = t->starts.head; link != NULL && all < LAB_CONTINUE_BRANCHES; link = link->next)
    all += may_follow (t, ((LabCycleStart *) link->data)->doublings);
  t->fraction = fmax (t->fraction, branches / all);
  return lab_progress_report (t->progress, t->fraction, &t->error);
}

/* Returns whether the period of the last cycle has grown by the factor GROWN since an earlier row, and the parameter and the extent of the
 * cycles have not changed since then. */
static gboolean
only_period_grows (const Tracing *t, const LabBranch *branch)
{
  int last = branch->n_points - 1, n_folds = 0;
  gboolean at_fold = last > 0 && branch->special[last - 1] == LAB_SPECIAL_FOLD;
  double extent = 0, parameter = 0;

  for (int k = last - 1; k >= 0 && parameter < SNAKE_PARAMETER && extent < SNAKE_EXTENT; k--)
    {
      gboolean snake = (n_folds += branch->special[k] == LAB_SPECIAL_FOLD) >= 2 && at_fold;

      parameter = fmax (parameter, fabs (branch->p[k] - branch->p[last]) / t->e.scale[t->n]);
      extent = fmax (extent, lab_branch_change (branch, t->e.scale, k, last));
      if (parameter < (snake ? SNAKE_PARAMETER : SAME_PARAMETER) && extent < (snake ? SNAKE_EXTENT : SAME_EXTENT)
          && branch->period[last] > GROWN * branch->period[k])
        return TRUE;
    }
  return FALSE;
}

/* Follows a branch from its first cycle and appends its rows. Returns the reason why the branch ends. If the branch began at a branch point
 * and another branch already has its cycles, its rows are removed. */
static LabBranchEnd
follow (Tracing *t, LabShooting *s, const LabCycleStart *start, LabCyclePoint *first, LabBranch *branch)
{
  int m = t->m;
  gboolean compared = !start->switched;
  double step = FIRST_STEP, sum = 0, angle;
  g_autoptr (GPtrArray) points = g_ptr_array_new_with_free_func ((GDestroyNotify) lab_cycle_point_free);
  LabCyclePoint *at = first;

  for (int k = 0; k < MOST_POINTS;)
    {
      LabCyclePoint *next = step < SMALLEST_STEP ? NULL : point_at (s, at, step);

      if (t->error != NULL || (next == NULL && step < SMALLEST_STEP))
        {
          lab_cycle_point_free (next);
          return LAB_BRANCH_STOPPED;
        }
      if (next != NULL && lab_cycle_start_passed (t->n, start->doubled, at->y, next->y))
        {
          if (step > LAST_STEP)
            {
              lab_cycle_point_free (next);
              step /= 2;
              continue;
            }
          close_at_start (t, branch, start, next->y);
          lab_cycle_point_free (next);
          return LAB_BRANCH_CLOSED;
        }
      if (next == NULL || lab_implicit_product (m, at->tangent, next->tangent) < LEAST_COSINE || lab_implicit_distance (m, next->y, at->y) > 2 * step)
        {
          lab_cycle_point_free (next);
          step /= 2;
          continue;
        }
      if (next->y[m - 1] < 0 || next->y[m - 1] > 1)
        {
          LabCyclePoint *last = clip (s, at, next);

          lab_cycle_point_free (next);
          if (last == NULL)
            return LAB_BRANCH_STOPPED;
          g_ptr_array_add (points, last);
          test_step (t, s, at, last);
          return append_step (t, s, branch, last) ? LAB_BRANCH_RANGE : LAB_BRANCH_STOPPED;
        }
      if (!test_step (t, s, at, next) && step > JUMP_STEP)
        {
          lab_cycle_point_free (next);
          step /= 2;
          continue;
        }
      angle = acos (fmin (1, lab_implicit_product (m, at->tangent, next->tangent)));
      g_ptr_array_add (points, next);
      if (t->error != NULL || !append_step (t, s, branch, next) || !report (t, ++k))
        return LAB_BRANCH_STOPPED;
      at = next;
      if (!compared && lab_implicit_distance (m, at->y, start->y) > APART)
        {
          compared = TRUE;
          if (is_known (t, branch, branch->n_points - 1))
            {
              branch->n_points = 0;
              return LAB_BRANCH_STOPPED;
            }
        }
      if (is_outside (t, s, at->y))
        return LAB_BRANCH_BOX;
      if (lab_shooting_period (s, at->y) > LONGEST_PERIOD * start->time_scale * (start->doubled ? 2 : 1) || only_period_grows (t, branch))
        return LAB_BRANCH_PERIOD;
      sum += lab_shooting_period (s, at->y);
      if (sum > LAB_CONTINUE_PERIODS * start->time_scale)
        return LAB_BRANCH_TIME;
      /* The angle is about proportional to the step, so that the factor USUAL_ANGLE / angle makes the next angle
       * USUAL_ANGLE. */
      step = fmin (fmin (LARGEST_GROWTH, USUAL_ANGLE / angle) * step, LARGEST_STEP);
    }
  return LAB_BRANCH_POINTS;
}

/* Follows the branch of one start. The first row is the point where the branch begins; it has neutral stability,
 * because a multiplier is on the unit circle there. A branch without another cycle, or one that is known, is not
 * stored. */
static gboolean
trace (Tracing *t, const LabCycleStart *start, GError **error)
{
  static const double neutral[2] = { 1, 0 };
  LabProgress within = { .func = report_within, .user = t };
  LabShooting s;
  LabCyclePoint *first = NULL;
  LabBranch *branch;

  if (!lab_shooting_init (&s, &t->e, start->time_scale, &within, error))
    {
      lab_shooting_clear (&s);
      return FALSE;
    }
  s.error = &t->error;
  t->doubled = start->doubled;
  t->doublings = start->doublings;
  t->last_fold = start->y[t->m - 1];
  first = lab_cycle_start_first (start, &s);
  branch = g_new0 (LabBranch, 1);
  branch->n = t->n;
  if (first != NULL)
    {
      lab_branch_append (branch, t->e.from + start->y[t->m - 1] * t->e.scale[t->n], start->time_scale * exp (start->y[t->m - 2]), start->x, start->low,
              start->high, neutral, lab_cycle_start_kind (start));
      if (append_point (t, &s, branch, first, LAB_SPECIAL_NONE) && (start->switched || !is_known (t, branch, 1)))
        branch->end = follow (t, &s, start, first, branch);
    }
  if (t->error == NULL && branch->n_points > 2)
    {
      g_ptr_array_add (t->found->branches, branch);
      t->n_branches++;
      t->siblings[start->doublings]++;
    }
  else
    lab_branch_free (branch);
  lab_cycle_point_free (first);
  lab_shooting_clear (&s);
  if (t->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&t->error));
  return FALSE;
}

/* Starts are taken in the order in which they are found; each followed branch may add more. Those that the limits do
 * not allow stay in the queue and are counted. */
gboolean
lab_continue_cycles (LabFlow *flow, const LabBox *box, const char *parameter, double from, double to, LabContinuation *found,
                     const LabProgress *progress, GError **error)
{
  Tracing t = { .box = box, .found = found, .progress = progress, .n = flow->n, .m = N * flow->n + 2 };
  gboolean done;

  done = lab_extended_init (&t.e, flow, box, parameter, from, to, error);
  g_queue_init (&t.starts);
  t.located = g_array_new (FALSE, FALSE, sizeof (Located));
  g_array_set_clear_func (t.located, located_clear);
  for (guint k = 0; done && k < found->special->len; k++)
    {
      const LabSpecial *special = found->special->pdata[k];

      if (special->kind == LAB_SPECIAL_HOPF && isfinite (special->frequency) && special->frequency > 0)
        push (&t, lab_cycle_start_hopf (&t.e, special), 0);
    }
  for (LabCycleStart *start; done && (start = pop (&t)) != NULL; lab_cycle_start_free (start))
    done = trace (&t, start, error);
  found->n_not_followed = (int) g_queue_get_length (&t.starts);
  g_queue_clear_full (&t.starts, (GDestroyNotify) lab_cycle_start_free);
  g_array_unref (t.located);
  lab_extended_clear (&t.e);
  lab_continuation_sort (found);
  return done;
}

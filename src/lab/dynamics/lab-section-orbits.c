/* Reads, computes and finds starts of further orbits of a section. A start at a place of the picture has two states from the place; a third one solves
 * g = 0, the section, and a fourth one E = E₀, the value of the invariant on the present orbit. For each trial of the fourth state the third one is
 * computed by the secant method; E − E₀ is then a function of one state, whose changes of sign between equally spaced values are refined by
 * bisection. */
#include "lab-section-orbits.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-option.h"
#include "model-lanes.h"
#include "ode-format.h"

/* The state that follows from the invariant is looked for up to these multiples of its size away from the nearest point, at so many values. */
static const double reaches[] = { 8, 64 };
#define N_VALUES 1601
#define BISECTIONS 100
#define MOST_SECANTS 60
/* The values of g and E count as equal up to this multiple of their rounding error. */
#define ROUNDING (1e3 * DBL_EPSILON)
/* A start counts as a point of the section if |g| is at most this part of its change over the size of a state. */
#define ON_SECTION 1e-9

/* ---- text ---- */

static gboolean
read_state (const LabFlow *flow, const char *text, double *x, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, "=", -1);
  int state;
  double value;

  if (g_strv_length (parts) != 2)
    {
      lab_option_set_error (error, "orbits", _("'%s' in 'orbits' is not a state with a value, such as x=1"), text);
      return FALSE;
    }
  state = lab_flow_find_state (flow, g_strstrip (parts[0]));
  if (state < 0)
    {
      lab_option_set_error (error, "orbits", _("the model has no state '%s'"), parts[0]);
      return FALSE;
    }
  if (!lab_option_number (g_strstrip (parts[1]), &value) || !isfinite (value))
    {
      lab_option_set_error (error, "orbits", _("'%s' in 'orbits' is not a number"), parts[1]);
      return FALSE;
    }
  x[state] = value;
  return TRUE;
}

double *
lab_orbits_read (const LabFlow *flow, const char *text, int *n, GError **error)
{
  g_auto (GStrv) starts = g_strsplit (text != NULL ? text : "", ";", -1);
  g_autofree double *x = NULL;

  *n = 0;
  if (g_strv_length (starts) > LAB_MOST_ORBITS)
    {
      lab_option_set_error (error, "orbits", _("%u further orbits are more than the %d that are allowed"), g_strv_length (starts), LAB_MOST_ORBITS);
      return NULL;
    }
  x = g_new (double, (gsize) (g_strv_length (starts) + 1) * (gsize) flow->n);
  for (int k = 0; starts[k] != NULL; k++)
    {
      g_auto (GStrv) states = g_strsplit (g_strstrip (starts[k]), ",", -1);
      double *row = x + (gsize) *n * (gsize) flow->n;

      if (*starts[k] == '\0')
        continue;
      memcpy (row, flow->x0, sizeof (double) * (gsize) flow->n);
      for (int i = 0; states[i] != NULL; i++)
        if (!read_state (flow, states[i], row, error))
          return NULL;
      (*n)++;
    }
  return g_steal_pointer (&x);
}

char *
lab_orbits_append (const LabFlow *flow, const char *text, const double *x)
{
  GString *out = g_string_new (text != NULL ? text : "");

  for (int i = 0; i < flow->n; i++)
    {
      char number[ODE_FORMAT_SIZE];

      number[ode_format_double (number, x[i])] = '\0';
      g_string_append_printf (out, "%s%s=%s", i > 0 ? "," : out->len > 0 ? "; " : "", flow->ode->names[i], number);
    }
  return g_string_free (out, FALSE);
}

const char *
lab_orbits_invariant (const LabFlow *flow)
{
  for (int i = 0; i < model_system_n_columns (flow->system); i++)
    if (model_system_column (flow->system, i)->invariant)
      return model_system_column (flow->system, i)->name;
  return NULL;
}

/* ---- points ---- */

typedef struct { const LabProblem *of; const LabFlow *flow; const double *x; } Start;

/* Sets the initial values of an instance to the start. */
static gboolean
prepare (ModelSystem *system, gpointer user, GError **error)
{
  const Start *start = user;

  if (start->of->prepare != NULL && !start->of->prepare (system, start->of->user, error))
    return FALSE;
  for (int i = 0; i < start->flow->n; i++)
    if (!model_system_set_initial (system, start->flow->ode->names[i], start->x[i], error))
      return FALSE;
  return TRUE;
}

/* The section and the invariant as functions of the states at the start time. */
typedef struct
{
  LabFlow *flow;
  ModelFormulas *formulas;
  gboolean has_section, has_invariant;
  double values[2];
} Functions;

static void
functions_clear (Functions *functions)
{
  g_clear_pointer (&functions->formulas, model_formulas_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Functions, functions_clear)

static gboolean
functions_init (Functions *functions, LabFlow *flow, const LabSection *section, GError **error)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  const char *invariant = lab_orbits_invariant (flow);
  const char *const texts[] = { section->kind == LAB_SECTION_CROSSING ? section->expression : "0", invariant != NULL ? invariant : "0" };
  g_autoptr (ExprTree) g = expr_tree_parse (texts[0], NULL, errors), e = expr_tree_parse (texts[1], NULL, errors);
  const ExprTree *trees[2] = { g, e };

  *functions = (Functions) { .flow = flow, .has_section = section->kind == LAB_SECTION_CROSSING, .has_invariant = invariant != NULL };
  if (g != NULL && e != NULL)
    functions->formulas = model_formulas_new (flow->problem.model, &flow->problem.instance, trees, 2, errors);
  if (functions->formulas == NULL)
    lab_option_set_error (error, "section", "'%s': %s", "section", ((const ExprError *) errors->pdata[0])->message);
  return functions->formulas != NULL;
}

/* Returns the function with an index: 0 the section, 1 the invariant. */
static double
value_of (Functions *functions, int which, const double *x)
{
  model_formulas_evaluate (functions->formulas, functions->flow->system, functions->flow->t, x, functions->values);
  return functions->values[which];
}

/* Returns the change of a function if one state changes by its size in either direction; the larger one. */
static double
change_by (Functions *functions, int which, double *x, int state, double size)
{
  const double kept = x[state], value = value_of (functions, which, x);
  double change = 0;

  for (int side = -1; side <= 1; side += 2)
    {
      x[state] = kept + side * size;
      change = fmax (change, fabs (value_of (functions, which, x) - value));
    }
  x[state] = kept;
  return isfinite (change) ? change : 0;
}

/* Returns dg/dt along the flow. */
static double
rate_of_section (Functions *functions, double *x)
{
  LabFlow *flow = functions->flow;
  g_autofree double *f = g_new (double, flow->n);
  double rate = 0;

  if (!lab_flow_rhs (flow, flow->t, x, f))
    return NAN;
  for (int i = 0; i < flow->n; i++)
    {
      const double kept = x[i], step = cbrt (DBL_EPSILON) * fmax (fabs (kept), flow->size[i]);
      double high, low;

      x[i] = kept + step;
      high = value_of (functions, 0, x);
      x[i] = kept - step;
      low = value_of (functions, 0, x);
      x[i] = kept;
      rate += (high - low) / (2 * step) * f[i];
    }
  return rate;
}

double
lab_orbits_value (LabFlow *flow, const char *output, const double *x)
{
  const LabSection none = { .kind = LAB_SECTION_STROBE };
  g_auto (Functions) functions = { 0 };

  return g_strcmp0 (output, lab_orbits_invariant (flow)) == 0 && functions_init (&functions, flow, &none, NULL)
           ? value_of (&functions, 1, x) : NAN;
}

LabPoints *
lab_orbits_run (LabFlow *flow, const LabSection *section, const double *x, int keep, const LabProgress *progress, GError **error)
{
  const Start start = { &flow->problem, flow, x };
  LabProblem problem = flow->problem;
  g_autofree double *copy = g_memdup2 (x, sizeof (double) * (gsize) flow->n);
  g_auto (Functions) functions = { 0 };
  LabPoints *points;
  double change = 0;

  problem.prepare = prepare;
  problem.user = (gpointer) &start;
  points = lab_section_run (&problem, NULL, section, NULL, 0, 0, keep, NULL, NULL, progress, error);
  if (points == NULL || section->kind != LAB_SECTION_CROSSING)
    return points;
  if (!functions_init (&functions, flow, section, error))
    {
      lab_points_free (points);
      return NULL;
    }
  for (int i = 0; i < flow->n; i++)
    change = fmax (change, change_by (&functions, 0, copy, i, fmax (points->size[i], DBL_MIN)));
  if (fabs (value_of (&functions, 0, copy)) > ON_SECTION * change || !((rate_of_section (&functions, copy) > 0) != section->falling)
      || (points->t->len > 0 && g_array_index (points->t, double, 0) - flow->t <= 1e-9 * (fabs (flow->t) + problem.t_end - flow->t)))
    return points;
  g_array_prepend_val (points->t, flow->t);
  g_array_prepend_vals (points->x, x, (guint) flow->n);
  if (keep > 0 && (int) points->t->len > keep)
    {
      g_array_set_size (points->t, (guint) keep);
      g_array_set_size (points->x, (guint) (keep * flow->n));
    }
  return points;
}

/* ---- a start at a place ---- */

typedef struct
{
  Functions functions;
  const LabSection *section;
  const LabOrbitPlace *place;
  double *x, *size;     /* the start, and the sizes of the states on the present orbit */
  const double *base;   /* nearest point of the present orbit */
  int solved;           /* state that follows from the section, or −1 */
  int freed;            /* state that follows from the invariant, or −1 */
} Search;

/* Finds the nearest point of the present orbit in the picture, relative to the extents of the orbit there, and the sizes of the states. */
static void
find_base (Search *search)
{
  const LabOrbitPlace *place = search->place;
  const int n = search->functions.flow->n;
  double best = INFINITY, extent[2] = { 1, 1 };

  for (int i = 0; i < n; i++)
    {
      double low = INFINITY, high = -INFINITY;

      for (int k = 0; k < place->n_points; k++)
        {
          low = fmin (low, place->points[k * n + i]);
          high = fmax (high, place->points[k * n + i]);
        }
      search->size[i] = fmax (high - low, fmax (fabs (low), fabs (high)));
      if (!(search->size[i] > 0))
        search->size[i] = fmax (fabs (search->functions.flow->x0[i]), 1);
      if (high > low && (i == place->across || i == place->up))
        extent[i == place->up] = high - low;
    }
  for (int k = 0; k < place->n_points; k++)
    {
      const double *row = place->points + k * n;
      const double dx = (row[place->across] - place->x) / extent[0];
      const double dy = place->up >= 0 ? (row[place->up] - place->y) / extent[1] : 0;

      if (dx * dx + dy * dy >= best)
        continue;
      best = dx * dx + dy * dy;
      search->base = row;
    }
}

/* Returns the state outside of the axes, other than `except`, on which a function depends most, or −1. */
static int
strongest (Search *search, int which, int except)
{
  const int n = search->functions.flow->n;
  double largest = 0;
  int state = -1;

  for (int i = 0; i < n; i++)
    {
      const double change = i == search->place->across || i == search->place->up || i == except ? 0
                              : change_by (&search->functions, which, search->x, i, search->size[i]);

      if (change <= largest)
        continue;
      largest = change;
      state = i;
    }
  return state;
}

/* Solves g = 0 for the state `solved` by the secant method. Returns FALSE if it does not converge. */
static gboolean
solve_section (Search *search)
{
  double *x = search->x, before, g_before, g, scale;

  if (search->solved < 0)
    return TRUE;
  scale = change_by (&search->functions, 0, x, search->solved, search->size[search->solved]);
  g = value_of (&search->functions, 0, x);
  before = x[search->solved] + 1e-3 * search->size[search->solved];
  {
    const double kept = x[search->solved];

    x[search->solved] = before;
    g_before = value_of (&search->functions, 0, x);
    x[search->solved] = kept;
  }
  for (int k = 0; k < MOST_SECANTS && g != 0; k++)
    {
      const double now = x[search->solved], next = now - g * (now - before) / (g - g_before);

      if (!isfinite (next) || next == now)
        break;
      before = now;
      g_before = g;
      x[search->solved] = next;
      g = value_of (&search->functions, 0, x);
    }
  return fabs (g) <= ROUNDING * scale;
}

/* Returns E − E₀ with a value of the freed state; NaN if the section has no solution there. */
static double
excess (Search *search, double value, double wanted)
{
  search->x[search->freed] = value;
  return solve_section (search) ? value_of (&search->functions, 1, search->x) - wanted : NAN;
}

/* Refines a change of sign of E − E₀. */
static double
refine (Search *search, double low, double high, double at_low, double wanted)
{
  for (int k = 0; k < BISECTIONS; k++)
    {
      const double middle = 0.5 * (low + high);

      if (!(middle > fmin (low, high) && middle < fmax (low, high)))
        break;
      if ((excess (search, middle, wanted) > 0) == (at_low > 0))
        low = middle;
      else
        high = middle;
    }
  return high;
}

/* Collects the values of the freed state with the wanted value of the invariant. */
static GArray *
find_values (Search *search, double wanted)
{
  GArray *values = g_array_new (FALSE, FALSE, sizeof (double));
  const double centre = search->base[search->freed];

  for (gsize r = 0; r < G_N_ELEMENTS (reaches) && values->len == 0; r++)
    {
      const double reach = reaches[r] * search->size[search->freed];
      double before = NAN, last = NAN;

      for (int k = 0; k < N_VALUES; k++)
        {
          const double value = centre + reach * (2.0 * k / (N_VALUES - 1) - 1), e = excess (search, value, wanted);

          if (e == 0)
            g_array_append_val (values, value);
          else if (isfinite (e) && isfinite (last) && last != 0 && (e > 0) != (last > 0))
            {
              const double root = refine (search, before, value, last, wanted);

              g_array_append_val (values, root);
            }
          before = value;
          last = e;
        }
    }
  return values;
}

/* Returns whether the orbit crosses the section at the start in the direction of the section. */
static gboolean
crosses (Search *search)
{
  const double rate = search->functions.has_section ? rate_of_section (&search->functions, search->x) : 1;

  return search->functions.has_section && search->section->falling ? rate < 0 : rate > 0;
}

static void
format (double value, char *text)
{
  g_snprintf (text, 32, "%.4g", value);
}

/* Returns the names and values of the states on the axes, as "x = 1 and y = 2". */
static char *
place_text (const Search *search)
{
  char *const *names = (char *const *) search->functions.flow->ode->names;
  const LabOrbitPlace *place = search->place;
  char x[32], y[32];

  format (place->x, x);
  format (place->y, y);
  if (place->up < 0)
    return g_strdup_printf ("%s = %s", names[place->across], x);
  return g_strdup_printf (_("%s = %s and %s = %s"), names[place->across], x, names[place->up], y);
}

/* Chooses among the values of the freed state, and writes the sentence. */
static gboolean
choose (Search *search, double wanted, char **words, GError **error)
{
  g_autoptr (GArray) values = find_values (search, wanted);
  const char *name = search->functions.flow->ode->names[search->freed], *invariant = lab_orbits_invariant (search->functions.flow);
  g_autofree char *at = place_text (search);
  char energy[32], value[32];
  int n = 0;
  double best = NAN;

  format (wanted, energy);
  for (guint k = 0; k < values->len; k++)
    {
      const double candidate = g_array_index (values, double, k);

      excess (search, candidate, wanted);
      if (!crosses (search))
        continue;
      n++;
      if (isnan (best) || fabs (candidate - search->base[search->freed]) < fabs (best - search->base[search->freed]))
        best = candidate;
    }
  if (n == 0)
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED,
                   values->len == 0 ? _("With %s no value of %s was found that gives %s = %s, as on the present orbit.")
                                    : _("With %s, the values of %s that were found for %s = %s cross the section in the other direction."), at, name, invariant, energy);
      return FALSE;
    }
  excess (search, best, wanted);
  format (best, value);
  if (values->len == 1)
    *words = g_strdup_printf (_("%s = %s follows from %s = %s, as on the present orbit."), name, value, invariant, energy);
  else if (n == 1)
    *words = g_strdup_printf (_("%s = %s follows from %s = %s, as on the present orbit: of %u values the one that crosses the section in its direction."), name,
                              value, invariant, energy, values->len);
  else
    *words = g_strdup_printf (_("%s = %s follows from %s = %s, as on the present orbit: of %d values the nearest to that orbit."), name, value, invariant, energy,
                              n);
  return TRUE;
}

/* Finds the start without an invariant, or if no state is left that could follow from it. */
static gboolean
place_freely (Search *search, double wanted, char **words, GError **error)
{
  const char *invariant = lab_orbits_invariant (search->functions.flow);
  char energy[32], old[32];

  if (!crosses (search))
    {
      g_autofree char *at = place_text (search);

      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED, _("With %s the orbit crosses the section in the other direction."), at);
      return FALSE;
    }
  if (!search->functions.has_invariant)
    {
      *words = NULL;
      return TRUE;
    }
  format (value_of (&search->functions, 1, search->x), energy);
  format (wanted, old);
  *words = g_strdup_printf (_("The new orbit has %s = %s, the present one %s: no state is left that could be chosen for it."), invariant, energy, old);
  return TRUE;
}

gboolean
lab_orbits_place (LabFlow *flow, const LabSection *section, const LabOrbitPlace *place, double *x, char **words, GError **error)
{
  g_autofree double *size = g_new (double, flow->n);
  Search search = { .section = section, .place = place, .x = x, .size = size, .solved = -1, .freed = -1 };
  double wanted;
  gboolean done;

  *words = NULL;
  if (place->n_points == 0)
    {
      g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED, _("The present orbit has no point on the section."));
      return FALSE;
    }
  if (!functions_init (&search.functions, flow, section, error))
    return FALSE;
  find_base (&search);
  if (search.base == NULL)
    search.base = place->points;
  memcpy (x, search.base, sizeof (double) * (gsize) flow->n);
  wanted = value_of (&search.functions, 1, place->points);
  x[place->across] = place->x;
  if (place->up >= 0)
    x[place->up] = place->y;
  if (search.functions.has_section)
    search.solved = strongest (&search, 0, -1);
  if (search.functions.has_invariant)
    search.freed = strongest (&search, 1, search.solved);
  if (search.functions.has_section && search.solved < 0)
    {
      done = FALSE;
      g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED, _("The section fixes a state on the axes of the picture; choose other axes."));
    }
  else if (!solve_section (&search))
    {
      g_autofree char *at = place_text (&search);

      done = FALSE;
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED, _("With %s no state on the section was found."), at);
    }
  else
    done = search.freed >= 0 ? choose (&search, wanted, words, error) : place_freely (&search, wanted, words, error);
  functions_clear (&search.functions);
  return done;
}

/* Refuses models whose events happen at one time in an order that a language cannot say. A run lets all events of one time read the states before, and the last one that sets a
 * state wins. SBML leaves the order open, and XPPAUT lets each event read what the one before has set. So two events with different triggers are refused if one of them sets what
 * the other one sets or reads, and if they meet: two lists of times have a common one, or the functions of two crossings are 0 on a common surface. Functions of states that are 0
 * at one time by chance are not found. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "expr-program.h"
#include "model-code-private.h"

/* Parts of the time span in which crossings by functions of the time are looked for, and most times of an event that are compared. */
#define MOST_PARTS 20000
#define MOST_TIMES 1000000
/* Lines through the space of states and time on which surfaces are compared, and parts of a line. */
#define MOST_LINES 6
#define LINE_PARTS 128

/* The witness of an event, ready to be evaluated. */
typedef struct
{
  const ModelCode *code;
  ExprWorkspace *workspace;
} Witness;

static gboolean
witness_begin (Witness *witness, const ModelCode *code, ExprValue value, GError **error)
{
  const ModelPlan *plan = code->plan;
  ExprProgram *program;

  *witness = (Witness) { .code = code };
  if (!model_code_check_inputs (code, &value, 1, error))
    return FALSE;
  program = expr_program_new (plan->graph, &value, 1, plan->n_inputs, plan->base_t, EXPR_PROGRAM_FUSED);
  if (program == NULL)
    {
      g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED, _("the events were not compared, since the program was interrupted"));
      return FALSE;
    }
  witness->workspace = expr_workspace_new (program);
  expr_program_unref (program);
  for (int k = 0; k < code->n_parameters; k++)
    expr_workspace_inputs (witness->workspace)[plan->base_parameters + k] = code->p[k];
  return TRUE;
}

/* Returns the value at the time t and the states x. */
static double
witness_at (const Witness *witness, double t, const double *x)
{
  double *inputs = expr_workspace_inputs (witness->workspace), value;

  for (int k = 0; k < witness->code->n_states; k++)
    inputs[model_code_input (witness->code, k)] = x[k];
  inputs[witness->code->plan->base_t] = t;
  expr_workspace_prepare (witness->workspace);
  expr_workspace_run (witness->workspace, &value);
  return value;
}

static void
witness_end (Witness *witness)
{
  g_clear_pointer (&witness->workspace, expr_workspace_free);
}

static gboolean
has_target (const ModelCodeEvent *event, int state)
{
  for (guint k = 0; k < event->targets->len; k++)
    if (g_array_index (event->targets, int, k) == state)
      return TRUE;
  return FALSE;
}

/* Returns whether an event sets what another one sets or reads. Where values are those before all events, only an update, which sets a discrete state, reads what others set. */
static gboolean
disturbs (const ModelCode *code, const ModelCodeEvent *event, const ModelCodeEvent *other)
{
  for (guint k = 0; k < other->targets->len; k++)
    {
      const int target = g_array_index (other->targets, int, k);
      g_autoptr (GArray) inputs = model_code_inputs (code, &g_array_index (other->values, ExprValue, k), 1);

      if (has_target (event, target))
        return TRUE;
      for (int state = 0; state < code->n_states && (!code->target->reads_before || target >= code->n_continuous); state++)
        for (guint m = 0; m < inputs->len; m++)
          if (g_array_index (inputs, int, m) == model_code_input (code, state) && has_target (event, state))
            return TRUE;
    }
  return FALSE;
}

/* Returns the rates of the states that grow with the time alone; NaN for the others. Free it with g_free. Returns NULL with an error. */
static double *
find_clocks (const ModelCode *code, GError **error)
{
  double *rates = g_new (double, code->n_states + 1);

  for (int k = 0; k < code->n_states; k++)
    {
      g_autoptr (GArray) inputs = model_code_inputs (code, &code->derivatives[k], 1);
      gboolean is_clock = TRUE;

      for (guint m = 0; m < inputs->len; m++)
        is_clock = is_clock && g_array_index (inputs, int, m) >= code->plan->base_parameters
                   && g_array_index (inputs, int, m) < code->plan->base_parameters + code->n_parameters;
      for (guint m = 0; m < code->events->len; m++)
        is_clock = is_clock && !has_target (model_code_event (code, m), k);
      rates[k] = NAN;
      if (is_clock && !model_code_evaluate (code, &code->derivatives[k], 1, code->x0, &rates[k], error))
        {
          g_free (rates);
          return NULL;
        }
    }
  return rates;
}

/* Returns whether a witness is a function of the time, the parameters and clocks. */
static gboolean
is_of_time (const ModelCode *code, const ModelCodeEvent *event, const double *rates)
{
  g_autoptr (GArray) inputs = model_code_inputs (code, &event->witness, 1);

  for (guint m = 0; m < inputs->len; m++)
    for (int k = 0; k < code->n_states; k++)
      if (g_array_index (inputs, int, m) == model_code_input (code, k) && isnan (rates[k]))
        return FALSE;
  return TRUE;
}

/* Returns the value of a witness at a time, where all states that it reads are clocks: they change at constant rates from the start. x: scratch for the
 * states. */
static double
value_at (const Witness *witness, const double *rates, double *x, double t)
{
  const ModelCode *code = witness->code;

  for (int k = 0; k < code->n_states; k++)
    x[k] = code->x0[k] + (isnan (rates[k]) ? 0 : rates[k] * (t - code->t_start));
  return witness_at (witness, t, x);
}

/* Appends the times at which a witness that is a function of the time crosses zero. Returns FALSE with an error. */
static gboolean
append_crossings (const ModelCode *code, const ModelCodeEvent *event, const double *rates, GArray *times, GError **error)
{
  const int way = model_code_direction (event);
  const double part = (code->t_end - code->t_start) / MOST_PARTS;
  g_autofree double *x = g_new0 (double, code->n_states + 1);
  Witness witness;
  double before = 0;

  if (!witness_begin (&witness, code, event->witness, error))
    return FALSE;
  for (int part_end = 0; part_end <= MOST_PARTS; part_end++)
    {
      double low = code->t_start + (part_end - 1) * part, high = low + part;
      const double now = value_at (&witness, rates, x, high);

      if (part_end > 0 && ((way >= 0 && before < 0 && now >= 0) || (way <= 0 && before > 0 && now <= 0)))
        {
          while (low < (low + high) / 2 && (low + high) / 2 < high)
            {
              const double middle = (low + high) / 2, value = value_at (&witness, rates, x, middle);

              if (value == 0 || (value > 0) != (before > 0))
                high = middle;
              else
                low = middle;
            }
          g_array_append_val (times, high);
        }
      /* A zero at the end of a part is a crossing by the sign before it. */
      if (now != 0)
        before = now;
    }
  witness_end (&witness);
  return TRUE;
}

/* Returns the times of an event, unsorted. Returns NULL if they depend on the states and are known only in a run; NULL with an error if they cannot be
 * computed. Free the array with g_array_unref. */
static GArray *
times_of (const ModelCode *code, const ModelCodeEvent *event, const double *rates, GError **error)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));

  if (event->trigger == MODEL_TRIGGER_CROSSING)
    return is_of_time (code, event, rates) && append_crossings (code, event, rates, times, error) ? g_steal_pointer (&times) : NULL;
  if (event->trigger == MODEL_TRIGGER_AT)
    {
      g_array_set_size (times, event->times->len);
      if (!model_code_evaluate (code, (const ExprValue *) (gconstpointer) event->times->data, (int) event->times->len, code->x0, (double *) (gpointer) times->data, error))
        return NULL;
    }
  else
    {
      double span[2], n;

      if (!model_code_evaluate (code, (const ExprValue[]) { event->offset, event->every }, 2, code->x0, span, error) || !model_code_first_period (code, event, &n, error))
        return NULL;
      for (int k = 0; k < MOST_TIMES && span[0] + n * span[1] <= code->t_end; k++, n++)
        {
          const double time = span[0] + n * span[1];

          g_array_append_val (times, time);
        }
    }
  return g_steal_pointer (&times);
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* Sets *meeting to a common time of two lists, after the start. The times of crossings are located less exactly than others. */
static gboolean
find_common (const ModelCode *code, GArray *a, GArray *b, double relative, double *meeting)
{
  guint i = 0, k = 0;

  g_array_sort (a, compare_times);
  g_array_sort (b, compare_times);
  while (i < a->len && k < b->len)
    {
      const double x = g_array_index (a, double, i), y = g_array_index (b, double, k);

      *meeting = x;
      if (fabs (x - y) <= relative * fmax (fabs (x), fabs (y)) && x > code->t_start && x <= code->t_end)
        return TRUE;
      if (x < y)
        i++;
      else
        k++;
    }
  return FALSE;
}

/* Returns the value of a witness at the place s of a line through the space of time and states, which is near the start for s = 0. */
static double
value_on_line (const Witness *witness, double *x, int line, double s)
{
  const ModelCode *code = witness->code;

  for (int k = 0; k < code->n_states; k++)
    x[k] = code->x0[k] + sin (1 + 2.3 * k + 5.1 * line) * (1 + fabs (code->x0[k])) * s + 0.37 * cos (3.1 * k + line);
  return witness_at (witness, code->t_start + (code->t_end - code->t_start) * (0.5 + 0.083 * s * cos (1.7 * line)), x);
}

/* Returns whether b is 0 too where a is 0 on lines through the space of time and states, and crosses there in a direction that its event has. Such a place is not met by chance. */
static gboolean
share_surface (const ModelCode *code, const Witness *a, const Witness *b, int way_a, int way_b)
{
  g_autofree double *x = g_new (double, code->n_states + 1);
  double place = 0;

  for (int line = 0; line < MOST_LINES; line++)
    {
      double before = NAN;

      for (int part = -LINE_PARTS; part <= LINE_PARTS; part++)
        {
          const double s = pow (fabs (part / (double) LINE_PARTS), 3) * (part < 0 ? -100 : 100), now = value_on_line (a, x, line, s);
          double low = place, high = s;

          if (isfinite (before) && isfinite (now) && before != 0 && (now > 0) != (before > 0))
            {
              const double wide = s - place;
              double near, left, right;

              while (fabs (high - low) > 1e-15 * fabs (high) && low != (low + high) / 2 && high != (low + high) / 2)
                {
                  const double middle = (low + high) / 2, value = value_on_line (a, x, line, middle);

                  if ((value > 0) != (before > 0))
                    high = middle;
                  else
                    low = middle;
                }
              near = value_on_line (b, x, line, high);
              left = value_on_line (b, x, line, high - 1e-4 * wide);
              right = value_on_line (b, x, line, high + 1e-4 * wide);
              /* Along the line a rises or falls, and so does b. */
              if (isfinite (left) && isfinite (right) && left * right < 0 && fabs (near) <= 1e-6 * fmin (fabs (left), fabs (right)))
                {
                  const int together = (now > before) == (right > left) ? 1 : -1;

                  if (way_a == 0 || way_b == 0 || way_a == way_b * together)
                    return TRUE;
                }
            }
          before = now;
          place = s;
        }
    }
  return FALSE;
}

/* Sets an error if two events meet. */
static gboolean
check_pair (const ModelCode *code, const ModelCodeEvent *a, const ModelCodeEvent *b, const double *rates, GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (GArray) times = times_of (code, a, rates, &failure), other_times = failure == NULL ? times_of (code, b, rates, &failure) : NULL;
  const gboolean crossings = a->trigger == MODEL_TRIGGER_CROSSING && b->trigger == MODEL_TRIGGER_CROSSING;
  double meeting;

  if (failure == NULL && times != NULL && other_times != NULL)
    {
      const gboolean located = a->trigger == MODEL_TRIGGER_CROSSING || b->trigger == MODEL_TRIGGER_CROSSING;

      if (find_common (code, times, other_times, located ? 1e-9 : 16 * 0x1p-52, &meeting))
        g_set_error (&failure, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED,
                     _("the events '%s' and '%s' both happen at t = %g, and one of them sets what the other one sets or reads; their order cannot be written in this language"),
                     a->name, b->name, meeting);
    }
  else if (failure == NULL && crossings)
    {
      Witness first, second = { 0 };

      if (witness_begin (&first, code, a->witness, &failure) && witness_begin (&second, code, b->witness, &failure)
          && (share_surface (code, &first, &second, model_code_direction (a), model_code_direction (b))
              || share_surface (code, &second, &first, model_code_direction (b), model_code_direction (a))))
        g_set_error (&failure, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED,
                     _("the events '%s' and '%s' happen at the same crossings, and one of them sets what the other one sets or reads; their order cannot be written in this language"),
                     a->name, b->name);
      witness_end (&first);
      witness_end (&second);
    }
  if (failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  return TRUE;
}

gboolean
model_code_check_together (const ModelCode *code, GError **error)
{
  g_autofree double *rates = code->events->len > 1 ? find_clocks (code, error) : NULL;

  for (guint i = 0; i < code->events->len && rates != NULL; i++)
    for (guint k = i + 1; k < code->events->len; k++)
      {
        const ModelCodeEvent *a = model_code_event (code, i), *b = model_code_event (code, k);

        if ((disturbs (code, a, b) || disturbs (code, b, a)) && !check_pair (code, a, b, rates, error))
          return FALSE;
      }
  return code->events->len <= 1 || rates != NULL;
}

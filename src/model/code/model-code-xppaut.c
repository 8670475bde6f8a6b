/* A model as a file of XPPAUT (Ermentrout, Simulating, Analyzing, and Animating Dynamical Systems, SIAM 2002; limits as its program has them). */
#include "model-code-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* XPPAUT copies an assignment of an event to 256 characters, reads at most 1024 of a line, and has at most 20 assignments in an event and 400 parameters. */
#define LONGEST_ASSIGNMENT 250
#define LONGEST_LINE 1000
#define MOST_ASSIGNMENTS 20
#define MOST_PARAMETERS 400
/* Longest text of an expression before parts of it become variables. */
#define LONGEST_EXPRESSION 300

#define CALL(name) { name "({a,})", EXPR_SOURCE_ATOM }

/* The operations. Operands of '/' and '^' are in parentheses unless they are names, numbers or calls, so that the order in which XPPAUT computes does not matter.
 * Those of comparisons are always in parentheses: '<' binds stronger than '*' there. */
#define FORMS(LE, EQ, NE) \
  { \
    [EXPR_OP_NEG] = { "-({a,})", 0 }, [EXPR_OP_NOT] = CALL ("not"), [EXPR_OP_ADD] = { "{a}+{b+}", 5 }, [EXPR_OP_SUB] = { "{a+}-{b+}", 5 }, [EXPR_OP_MUL] = { "{a}*{b+}", 6 }, \
    [EXPR_OP_DIV] = { "{a+}/{b+}", 7 }, [EXPR_OP_POW] = { "{a+}^{b+}", 9 }, [EXPR_OP_LT] = { "({a,})<({b,})", 0 }, [EXPR_OP_LE] = { LE, 0 }, [EXPR_OP_EQ] = { EQ, 0 }, \
    [EXPR_OP_NE] = { NE, 0 }, [EXPR_OP_AND] = { "({a?})&({b?})", 0 }, [EXPR_OP_OR] = { "({a?})|({b?})", 0 }, [EXPR_OP_SELECT] = { "if({a?})then({b,})else({c,})", 0 }, \
    [EXPR_OP_SIN] = CALL ("sin"), [EXPR_OP_COS] = CALL ("cos"), [EXPR_OP_TAN] = CALL ("tan"), [EXPR_OP_ASIN] = CALL ("asin"), [EXPR_OP_ACOS] = CALL ("acos"), [EXPR_OP_ATAN] = CALL ("atan"), \
    [EXPR_OP_SINH] = CALL ("sinh"), [EXPR_OP_COSH] = CALL ("cosh"), [EXPR_OP_TANH] = CALL ("tanh"), \
    [EXPR_OP_ASINH] = { "(sign({a,})*ln(abs({a,})+sqrt(1+{a+}*{a+})))", EXPR_SOURCE_ATOM }, [EXPR_OP_ACOSH] = { "ln({a+}+sqrt({a+}*{a+}-1))", EXPR_SOURCE_ATOM }, \
    [EXPR_OP_ATANH] = { "(0.5*ln((1+{a+})/(1-{a+})))", EXPR_SOURCE_ATOM }, [EXPR_OP_EXP] = CALL ("exp"), [EXPR_OP_LOG] = CALL ("ln"), [EXPR_OP_LOG10] = CALL ("log10"), \
    [EXPR_OP_LOG2] = { "(ln({a,})/ln(2))", EXPR_SOURCE_ATOM }, [EXPR_OP_SQRT] = CALL ("sqrt"), [EXPR_OP_CBRT] = { "(sign({a,})*abs({a,})^(1/3))", EXPR_SOURCE_ATOM }, \
    [EXPR_OP_ABS] = CALL ("abs"), [EXPR_OP_SIGN] = CALL ("sign"), [EXPR_OP_FLOOR] = CALL ("flr"), [EXPR_OP_CEIL] = { "(0-flr(-({a,})))", EXPR_SOURCE_ATOM }, \
    [EXPR_OP_ROUND] = { "(sign({a,})*flr(abs({a,})+0.5))", EXPR_SOURCE_ATOM }, [EXPR_OP_STEP] = CALL ("heav"), [EXPR_OP_ERF] = CALL ("erf"), \
    [EXPR_OP_ATAN2] = { "atan2({a,},{b,})", EXPR_SOURCE_ATOM }, [EXPR_OP_MIN] = { "min({a,},{b,})", EXPR_SOURCE_ATOM }, [EXPR_OP_MAX] = { "max({a,},{b,})", EXPR_SOURCE_ATOM }, \
    [EXPR_OP_MOD] = { "({a+}-{b+}*flr({a+}/{b+}))", EXPR_SOURCE_ATOM }, [EXPR_OP_HYPOT] = { "sqrt({a+}*{a+}+{b+}*{b+})", EXPR_SOURCE_ATOM }, \
  }

static const ExprSourceLanguage language = {
  .forms = FORMS ("({a,})<=({b,})", "({a,})==({b,})", "({a,})!=({b,})"), .assignment = "{name}={value}", .condition = { "({a,})!=0", 0 }, .number = { "({a,})", EXPR_SOURCE_ATOM }, .longest = LONGEST_EXPRESSION, .nan = "(0/0)", .infinity = "1e400",
};

/* In events no variable is defined: XPPAUT computes variables with the derivatives and not when an event happens. A sign '=' would end the name of a target there. */
static const ExprSourceLanguage inline_language = {
  .forms = FORMS ("not(({a,})>({b,}))", "not((({a,})<({b,}))|(({a,})>({b,})))", "(({a,})<({b,}))|(({a,})>({b,}))"), .condition = { "(({a,})<0)|(({a,})>0)", 0 }, .number = { "({a,})", EXPR_SOURCE_ATOM }, .nan = "(0/0)", .infinity = "1e400",
};

static const char *const reserved[] = {
  "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "ln", "log", "log10", "sqrt", "abs", "sign", "sgn", "heav", "flr", "mod", "max", "min",
  "erf", "erfc", "ran", "normal", "delay", "del_shft", "shift", "ishift", "besselj", "bessely", "bessi", "lgamma", "poisson", "hom_bcs", "set", "if", "then", "else", "not", "sum", "of",
  "int", "end", "start", "nxxqq", "besseli", "arg1", "arg2", "arg3", "arg4", "arg5", "arg6", "arg7", "arg8", "arg9", "arg10", "arg11", "arg12", "arg13", "arg14", "arg15", "arg16", "arg17",
  "arg18", "arg19", "arg20", "t", "pi", "i'", "done", "d", "par", "param", "params", "p", "init", "i", "aux", "a", "global", "table", "number", "wiener", "w", "markov", "m", "bdry", "b", "special", "solv",
  "volt", "v", "only", "o", "out_put", "arret", "no_interp", "options", "name", "initial", "parameters", "x", "y", "z", "total", "dt", "meth", "tol", NULL,
};

/* The events while they are written: the lines of 'global', and the states and parameters that they need. */
typedef struct
{
  ModelCode *code;
  GString *globals, *parameters;
  GPtrArray *held; /* names of states that hold values during an event */
} Events;

static gboolean
refuse (GError **error, const char *event)
{
  g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED, _("the event '%s' has expressions that are too long for XPPAUT, or too many assignments"), event);
  return FALSE;
}

/* Returns whether the value of assignment k reads the state that assignment i sets. */
static gboolean
reads (const ModelCode *code, const ModelCodeEvent *event, guint k, guint i)
{
  const int input = model_code_input (code, g_array_index (event->targets, int, i));
  g_autoptr (GArray) inputs = g_array_new (FALSE, FALSE, sizeof (int));

  expr_graph_append_inputs (code->plan->graph, g_array_index (event->values, ExprValue, k), inputs);
  for (guint m = 0; m < inputs->len; m++)
    if (g_array_index (inputs, int, m) == input)
      return TRUE;
  return FALSE;
}

/* Appends the assignments of an event. XPPAUT makes them one after the other, so that a state is set after the values that read it are computed; discrete states are
 * parameters there. If there is no such order, values are held in further states first. Returns FALSE with an error. */
static gboolean
append_assignments (Events *events, const ModelCodeEvent *event, GString *out, GError **error)
{
  ModelCode *code = events->code;
  const guint n = event->targets->len;
  g_auto (GStrv) texts = g_new0 (char *, n + 1);
  g_autofree gboolean *done = g_new0 (gboolean, n + 1);
  guint n_done = 0, n_assignments = 0;
  gboolean progress = TRUE;

  for (guint k = 0; k < n; k++)
    {
      if ((texts[k] = model_code_text (code, g_array_index (event->values, ExprValue, k), &inline_language, error)) == NULL)
        return FALSE;
      if (strlen (texts[k]) > LONGEST_ASSIGNMENT)
        return refuse (error, event->name);
    }
  while (n_done < n && progress)
    {
      progress = FALSE;
      for (guint k = 0; k < n; k++)
        {
          gboolean read = FALSE;

          for (guint i = 0; i < n && !read && !done[k]; i++)
            read = i != k && !done[i] && reads (code, event, i, k);
          if (done[k] || read)
            continue;
          g_string_append_printf (out, "%s=%s;", code->state_ids[g_array_index (event->targets, int, k)], texts[k]);
          done[k] = progress = TRUE;
          n_done++;
          n_assignments++;
        }
    }
  for (int hold = 1; hold >= 0 && n_done < n; hold--)
    for (guint k = 0, number = 0; k < n; k++)
      {
        const char *target = code->state_ids[g_array_index (event->targets, int, k)];
        const char *held;

        if (done[k])
          continue;
        if (number == events->held->len)
          g_ptr_array_add (events->held, model_code_make_id (code->target, code->taken, "held"));
        held = events->held->pdata[number++];
        n_assignments++;
        if (hold == 0)
          g_string_append_printf (out, "%s=%s;", target, held);
        else
          g_string_append_printf (out, "%s=%s;", held, texts[k]);
      }
  return n_assignments <= MOST_ASSIGNMENTS || refuse (error, event->name);
}

/* Appends a line 'global'. The event happens where the condition falls through zero: XPPAUT takes a zero at the end of a step for a falling condition only. */
static gboolean
append_global (Events *events, const ModelCodeEvent *event, const char *condition, const char *assignments, GError **error)
{
  const gsize before = events->globals->len;

  g_string_append_printf (events->globals, "global -1 %s {%.*s}\n", condition, (int) strlen (assignments) - 1, assignments);
  return events->globals->len - before <= LONGEST_LINE || refuse (error, event->name);
}

static gboolean
append_crossings (Events *events, const ModelCodeEvent *event, const char *assignments, GError **error)
{
  const int way = model_code_direction (event);
  g_autofree char *text = model_code_text (events->code, event->witness, &inline_language, error), *rising = NULL;

  if (text == NULL)
    return FALSE;
  rising = g_strdup_printf ("-(%s)", text);
  return (way > 0 || append_global (events, event, text, assignments, error)) && (way < 0 || append_global (events, event, rising, assignments, error));
}

/* Appends the events at the times of a list, or at multiples of a period, which a parameter counts. */
static gboolean
append_times (Events *events, const ModelCodeEvent *event, GString *assignments, GError **error)
{
  ModelCode *code = events->code;
  g_autofree char *wanted = NULL, *count = NULL, *condition = NULL, *offset = NULL, *period = NULL;
  double first;

  for (guint k = 0; event->trigger == MODEL_TRIGGER_AT && k < event->times->len; k++)
    {
      g_autofree char *time = model_code_text (code, g_array_index (event->times, ExprValue, k), &inline_language, error);
      g_autofree char *left = time != NULL ? g_strdup_printf ("(%s)-t", time) : NULL;

      if (time == NULL || !append_global (events, event, left, assignments->str, error))
        return FALSE;
    }
  if (event->trigger == MODEL_TRIGGER_AT)
    return TRUE;
  if ((offset = model_code_text (code, event->offset, &inline_language, error)) == NULL || (period = model_code_text (code, event->every, &inline_language, error)) == NULL
      || !model_code_first_period (code, event, &first, error))
    return FALSE;
  wanted = g_strdup_printf ("%.6s_n", event->id);
  count = model_code_make_id (code->target, code->taken, wanted);
  condition = g_strdup_printf ("(%s)+(%s)*%s-t", offset, period, count);
  g_string_append_printf (assignments, "%s=%s+1;", count, count);
  g_string_append_printf (events->parameters, "par %s=%.17g\n", count, first);
  return append_global (events, event, condition, assignments->str, error);
}

static gboolean
append_event (Events *events, const ModelCodeEvent *event, GError **error)
{
  g_autoptr (GString) assignments = g_string_new (NULL);

  if (!append_assignments (events, event, assignments, error))
    return FALSE;
  if (event->ends != EXPR_NO_VALUE)
    {
      double always;

      /* XPPAUT would compute a condition after the assignments. */
      if (!expr_graph_is_constant (events->code->plan->graph, event->ends, &always))
        {
          g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED, _("the event '%s' ends the run under a condition, which is not written for XPPAUT"), event->name);
          return FALSE;
        }
      if (always != 0)
        g_string_append (assignments, "arret=1;");
    }
  if (assignments->len == 0)
    return TRUE;
  return event->trigger == MODEL_TRIGGER_CROSSING ? append_crossings (events, event, assignments->str, error) : append_times (events, event, assignments, error);
}

/* Returns a state beside the initial one, in which each number differs by another part of its size. Free it with g_free. */
static double *
states_near (const ModelCode *code, double fraction)
{
  double *x = g_new (double, code->n_states + 1);

  for (int k = 0; k < code->n_states; k++)
    x[k] = code->x0[k] + fraction * (1 + fabs (code->x0[k])) * (1 + 0.1 * k);
  return x;
}

/* Returns FALSE with an error if an event puts the state on the surface of another one: XPPAUT would make that one happen at once. The event does so if the witness of the
 * other one is 0 after it from two states. */
static gboolean
check_surfaces (const ModelCode *code, const ModelCodeEvent *event, const ModelCodeEvent *other, GError **error)
{
  ExprGraph *graph = code->plan->graph;
  g_autofree ExprValue *after = g_new (ExprValue, code->plan->n_inputs + 1);
  ExprValue witness;

  for (int k = 0; k < code->plan->n_inputs; k++)
    after[k] = EXPR_NO_VALUE;
  for (guint k = 0; k < event->targets->len; k++)
    after[model_code_input (code, g_array_index (event->targets, int, k))] = g_array_index (event->values, ExprValue, k);
  witness = expr_graph_substitute (graph, other->witness, after, code->plan->n_inputs);
  if (witness == other->witness)
    return TRUE;
  for (int place = 1; place <= 2; place++)
    {
      g_autofree double *x = states_near (code, 0.17 * place);
      double values[2];

      if (!model_code_evaluate (code, (const ExprValue[]) { witness, other->witness }, 2, x, values, error))
        return FALSE;
      if (fabs (values[0]) > 1e-12 * fabs (values[1]))
        return TRUE;
    }
  g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED, _("the event '%s' puts the state where '%s' happens; XPPAUT would let both happen"), event->name, other->name);
  return FALSE;
}

/* Appends the variables, the equations and the outputs. Returns FALSE with an error. */
static gboolean
append_equations (ModelCode *code, GString *out, GError **error)
{
  const int n = code->n_continuous + code->n_outputs;
  g_autofree ExprValue *values = g_new0 (ExprValue, n + 1);
  g_auto (GStrv) left = g_new0 (char *, n + 1);
  g_auto (GStrv) lines = NULL;
  g_autoptr (GString) body = g_string_new (NULL);

  for (int k = 0; k < n; k++)
    {
      values[k] = k < code->n_continuous ? code->derivatives[k] : g_array_index (code->plan->outputs, ExprValue, k - code->n_continuous);
      left[k] = k < code->n_continuous ? g_strdup_printf ("%s'", code->state_ids[k]) : g_strdup_printf ("aux %s", code->output_ids[k - code->n_continuous]);
    }
  if (!model_code_body (code, body, "", values, n, "{id}={value}", (const char *const *) left, error))
    return FALSE;
  lines = g_strsplit (body->str, "\n", -1);
  for (int k = 0; lines[k] != NULL; k++)
    if (strlen (lines[k]) > LONGEST_LINE)
      {
        g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED, _("an expression of the model is too long for XPPAUT"));
        return FALSE;
      }
  g_string_append (out, body->str);
  return TRUE;
}

/* Appends the options: the time span with a thousand rows, and the method. With events the steps are short, since XPPAUT interpolates linearly to an event. It
 * misses an event at the very end of a step; the number of steps, the product of two primes, lets no round fraction of the time span be such an end. */
static void
append_options (ModelCode *code, GString *out)
{
  const double span = code->t_end - code->t_start, dt = span / (code->events->len > 0 ? 1063 * 47 : 1000);

  g_string_append (out, "@ t0=");
  model_code_number (out, code->t_start);
  g_string_append (out, ",total=");
  model_code_number (out, span);
  g_string_append (out, ",dt=");
  model_code_number (out, dt);
  g_string_append (out, code->is_stiff ? ",meth=cvode,tol=" : ",meth=83dp,tol=");
  model_code_number (out, code->accuracy);
  g_string_append (out, ",atol=");
  model_code_number (out, code->accuracy / 1000);
  g_string_append (out, code->events->len > 0 ? ",nout=47\n" : "\n");
  g_string_append (out, "@ bounds=1e300,maxstor=100000\n");
}

static void
append_number (GString *out, const char *statement, const char *id, double value)
{
  g_string_append_printf (out, "%s %s=", statement, id);
  model_code_number (out, value);
  g_string_append_c (out, '\n');
}

static char *
write_xppaut (ModelCode *code, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL), globals = g_string_new (NULL), parameters = g_string_new (NULL);
  g_autoptr (GPtrArray) held = g_ptr_array_new_with_free_func (g_free);
  Events events = { code, globals, parameters, held };

  if (code->n_parameters + code->n_states - code->n_continuous > MOST_PARAMETERS)
    {
      g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED, _("the model has more than %d parameters, the most of XPPAUT"), MOST_PARAMETERS);
      return NULL;
    }
  model_code_append (out, "# {name}, written by Stepwise {version} for XPPAUT.\n", "name", code->title, "version", STEPWISE_VERSION, NULL);
  for (int k = 0; k < code->n_parameters; k++)
    append_number (out, "par", code->parameter_ids[k], code->p[k]);
  /* Events of XPPAUT can set parameters. */
  for (int k = code->n_continuous; k < code->n_states; k++)
    append_number (out, "par", code->state_ids[k], code->x0[k]);
  for (guint k = 0; k < code->events->len; k++)
    for (guint i = 0; i < code->events->len; i++)
      if (i != k && model_code_event (code, i)->trigger == MODEL_TRIGGER_CROSSING && !check_surfaces (code, model_code_event (code, k), model_code_event (code, i), error))
        return NULL;
  for (guint k = 0; k < code->events->len; k++)
    if (!append_event (&events, model_code_event (code, k), error))
      return NULL;
  g_string_append (out, parameters->str);
  if (!append_equations (code, out, error))
    return NULL;
  for (guint k = 0; k < held->len; k++)
    g_string_append_printf (out, "%s'=0\n", (const char *) held->pdata[k]);
  g_string_append (out, globals->str);
  for (int k = 0; k < code->n_continuous; k++)
    append_number (out, "init", code->state_ids[k], code->x0[k]);
  append_options (code, out);
  g_string_append (out, "done\n");
  return g_string_free (g_steal_pointer (&out), FALSE);
}

const ModelCodeTarget model_code_target_xppaut = {
  .id = "xppaut", .name = "XPPAUT", .ending = "ode", .language = &language, .reserved = reserved, .has_events = TRUE, .longest_name = 9, .folds_case = TRUE, .write = write_xppaut,
};

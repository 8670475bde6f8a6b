/* A model as a script in Julia with OrdinaryDiffEq. */
#include "model-code-private.h"

#include <glib/gi18n-lib.h>

#define CALL(name) { name "({a,})", EXPR_SOURCE_ATOM }

static const ExprSourceLanguage language = {
  .forms = {
    [EXPR_OP_NEG] = { "-{a+}", 7 }, [EXPR_OP_NOT] = { "!({a?})", 8 }, [EXPR_OP_ADD] = { "{a} + {b+}", 5 }, [EXPR_OP_SUB] = { "{a} - {b+}", 5 },
    [EXPR_OP_MUL] = { "{a} * {b+}", 6 }, [EXPR_OP_DIV] = { "{a} / {b+}", 6 }, [EXPR_OP_POW] = { "power({a,}, {b,})", EXPR_SOURCE_ATOM }, [EXPR_OP_LT] = { "{a+} < {b+}", 4 },
    [EXPR_OP_LE] = { "{a+} <= {b+}", 4 }, [EXPR_OP_EQ] = { "{a+} == {b+}", 4 }, [EXPR_OP_NE] = { "{a+} != {b+}", 4 }, [EXPR_OP_AND] = { "{a?} && {b?}", 3 },
    [EXPR_OP_OR] = { "{a?} || {b?}", 2 }, [EXPR_OP_SELECT] = { "{a?} ? {b+} : {c+}", 1 },
    [EXPR_OP_SIN] = CALL ("sin"), [EXPR_OP_COS] = CALL ("cos"), [EXPR_OP_TAN] = CALL ("tan"), [EXPR_OP_ASIN] = { "defined(asin, {a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_ACOS] = { "defined(acos, {a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_ATAN] = CALL ("atan"), [EXPR_OP_SINH] = CALL ("sinh"), [EXPR_OP_COSH] = CALL ("cosh"),
    [EXPR_OP_TANH] = CALL ("tanh"), [EXPR_OP_ASINH] = CALL ("asinh"), [EXPR_OP_ACOSH] = { "defined(acosh, {a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_ATANH] = { "defined(atanh, {a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_EXP] = CALL ("exp"), [EXPR_OP_LOG] = { "defined(log, {a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_LOG10] = { "defined(log10, {a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_LOG2] = { "defined(log2, {a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_SQRT] = { "defined(sqrt, {a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_CBRT] = CALL ("cbrt"), [EXPR_OP_ABS] = CALL ("abs"), [EXPR_OP_SIGN] = CALL ("sign"),
    [EXPR_OP_FLOOR] = CALL ("floor"), [EXPR_OP_CEIL] = CALL ("ceil"),
    /* Without the mode Julia rounds halves to even numbers. */
    [EXPR_OP_ROUND] = { "round({a,}, RoundNearestTiesAway)", EXPR_SOURCE_ATOM }, [EXPR_OP_STEP] = { "float({a,} >= 0)", EXPR_SOURCE_ATOM }, [EXPR_OP_ERF] = CALL ("erf"),
    [EXPR_OP_ATAN2] = { "atan({a,}, {b,})", EXPR_SOURCE_ATOM }, [EXPR_OP_MIN] = { "min({a,}, {b,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_MAX] = { "max({a,}, {b,})", EXPR_SOURCE_ATOM }, [EXPR_OP_MOD] = { "mod({a,}, {b,})", EXPR_SOURCE_ATOM }, [EXPR_OP_HYPOT] = { "hypot({a,}, {b,})", EXPR_SOURCE_ATOM },
  },
  .assignment = "{name} = {value}", .condition = { "{a+} != 0", 4 }, .number = { "float({a,})", EXPR_SOURCE_ATOM }, .nan = "NaN", .infinity = "Inf",
};

static const char *const reserved[] = {
  "baremodule", "begin", "break", "catch", "const", "continue", "do", "else", "elseif", "end", "export", "false", "finally", "for", "function", "global", "if", "import", "in",
  "isa", "let", "local", "macro", "module", "mutable", "nothing", "primitive", "quote", "return", "struct", "true", "try", "type", "using", "where", "while", "abstract",
  "t", "x", "p", "dx", "y", "g", "after", "integrator", "times", "span", "rhs", "outputs", "simulate", "solve", "P", "X0", "T", "STATES", "OUTPUTS", "power", "defined", "float",
  "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "exp", "log", "log10", "log2", "sqrt", "cbrt", "abs", "sign", "floor", "ceil",
  "round", "erf", "min", "max", "mod", "hypot", "pi", "im", "NaN", "Inf", "zip", "println", "copy", "zeros", NULL,
};

/* Appends a function of x, p and t that returns n values. */
static gboolean
write_function (ModelCode *code, GString *out, const char *comment, const char *name, const ExprValue *values, int n, GError **error)
{
  model_code_append (out, "\n# {comment}\nfunction {name}(x, p, t)\n", "comment", comment, "name", name, NULL);
  g_string_append_printf (out, "    y = zeros(%d)\n", n);
  if (!model_code_body (code, out, "    ", values, n, "y[{k1}] = {value}", NULL, error))
    return FALSE;
  g_string_append (out, "    return y\nend\n");
  return TRUE;
}

/* Appends the function that says when an event happens: for a crossing, the function that is zero there; otherwise a function that returns all its times. */
static gboolean
write_trigger (ModelCode *code, GString *out, const ModelCodeEvent *event, GError **error)
{
  if (event->trigger == MODEL_TRIGGER_CROSSING)
    {
      model_code_append (out, "\n# The event {name} happens where this function crosses zero.\nfunction when_{id}(x, t, integrator)\n    p = integrator.p\n", "name",
                         event->name, "id", event->id, NULL);
      if (!model_code_body (code, out, "    ", &event->witness, 1, "return {value}", NULL, error))
        return FALSE;
      g_string_append (out, "end\n");
      return TRUE;
    }
  model_code_append (out, "\n# The times of the event {name}.\nfunction times_{id}(t, t_end, p)\n", "name", event->name, "id", event->id, NULL);
  if (event->trigger == MODEL_TRIGGER_AT)
    {
      g_string_append_printf (out, "    times = zeros(%u)\n", event->times->len);
      if (!model_code_body (code, out, "    ", (const ExprValue *) (gpointer) event->times->data, (int) event->times->len, "times[{k1}] = {value}", NULL, error))
        return FALSE;
    }
  else
    {
      g_string_append (out, "    span = zeros(2)\n");
      if (!model_code_body (code, out, "    ", (const ExprValue[]) { event->offset, event->every }, 2, "span[{k1}] = {value}", NULL, error))
        return FALSE;
      g_string_append (out, "    times = [span[1] + span[2] * k for k in max(0, ceil((t - span[1]) / span[2])):floor((t_end - span[1]) / span[2])]\n");
    }
  g_string_append (out, "    return [time for time in times if t + 2e-15 * abs(t) < time < t_end]\nend\n");
  return TRUE;
}

/* Appends the function that sets the states. */
static gboolean
write_set (ModelCode *code, GString *out, const ModelCodeEvent *event, GError **error)
{
  const int n = (int) event->targets->len;
  g_auto (GStrv) targets = g_new0 (char *, n + 1);

  for (int i = 0; i < n; i++)
    targets[i] = g_strdup_printf ("%d", g_array_index (event->targets, int, i) + 1);
  model_code_append (out,
                     "\n# Sets the states after the event {name}.\nfunction set_{id}(integrator)\n    x, p, t = copy(integrator.u), integrator.p, integrator.t\n"
                     "    after = integrator.u\n",
                     "name", event->name, "id", event->id, NULL);
  if ((n > 0
       && !model_code_body (code, out, "    ", (const ExprValue *) (gpointer) event->values->data, n, "after[{id}] = {value}", (const char *const *) targets, error))
      || (event->ends != EXPR_NO_VALUE
          && !model_code_body (code, out, "    ", &event->ends, 1, "if ({value}) != 0\n        terminate!(integrator)\n    end", NULL, error)))
    return FALSE;
  g_string_append (out, "    return nothing\nend\n");
  return TRUE;
}

/* Appends the functions of all events, and the function that makes their callbacks. */
static gboolean
write_events (ModelCode *code, GString *out, GError **error)
{
  g_autoptr (GString) callbacks = g_string_new (NULL), lists = g_string_new (NULL);

  for (guint k = 0; k < code->events->len; k++)
    {
      const ModelCodeEvent *event = model_code_event (code, k);
      const int way = model_code_direction (event);

      if (!write_trigger (code, out, event, error) || !write_set (code, out, event, error))
        return FALSE;
      if (event->trigger == MODEL_TRIGGER_CROSSING)
        {
          g_autofree char *set = g_strdup_printf ("set_%s", event->id);

          g_string_append_printf (callbacks, "        ContinuousCallback(when_%s, %s, %s),\n", event->id, way >= 0 ? set : "nothing", way <= 0 ? set : "nothing");
        }
      else
        {
          g_string_append_printf (lists, "    at_%s = times_%s(T[1], t_end, p)\n", event->id, event->id);
          g_string_append_printf (callbacks, "        DiscreteCallback((x, t, integrator) -> t in at_%s, set_%s),\n", event->id, event->id);
        }
    }
  g_string_append_printf (out,
                          "\n# Returns the callbacks of the events, and the times at which steps must end.\nfunction callbacks(t_end, p)\n%s    return CallbackSet(\n%s    ), Float64[",
                          lists->str, callbacks->str);
  for (guint k = 0; k < code->events->len; k++)
    if (model_code_event (code, k)->trigger != MODEL_TRIGGER_CROSSING)
      g_string_append_printf (out, "at_%s; ", model_code_event (code, k)->id);
  g_string_append (out, "]\nend\n");
  return TRUE;
}

static const char simulate[] =
    "\n# Returns the solution: times in .t, states in .u.\n"
    "function simulate(t_end = T[2], p = P; method = {method}(), reltol = {rtol}, abstol = {atol}, options...)\n"
    "    problem = ODEProblem(rhs, X0, (T[1], t_end), p)\n"
    "{solve}"
    "end\n\n"
    "if abspath(PROGRAM_FILE) == @__FILE__\n"
    "    solution = simulate()\n"
    "    println(\"t \", solution.t[end])\n"
    "    for (name, value) in zip(STATES, solution.u[end])\n"
    "        println(name, \" \", value)\n"
    "    end\n"
    "end\n";

static const char plain_solve[] = "    return solve(problem, method; reltol, abstol, options...)\n";
static const char event_solve[] = "    callback, tstops = callbacks(t_end, p)\n    return solve(problem, method; reltol, abstol, callback, tstops, options...)\n";

/* Functions of Julia throw an error where those of models have no value. */
static const char helpers[] = "\n# A function whose value is NaN where it is not defined.\n"
                              "function defined(f, a...)\n"
                              "    try\n"
                              "        return f(a...)\n"
                              "    catch problem\n"
                              "        problem isa DomainError || rethrow()\n"
                              "        return NaN\n"
                              "    end\n"
                              "end\n\n"
                              "power(a, b) = defined(^, a, b)\n";

static char *
write_julia (ModelCode *code, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL), functions = g_string_new (NULL), rtol = g_string_new (NULL), atol = g_string_new (NULL);

  g_string_append (functions, "\n# Computes the derivatives of the states.\nfunction rhs(dx, x, p, t)\n");
  if (!model_code_body (code, functions, "    ", code->derivatives, code->n_states, "dx[{k1}] = {value}", NULL, error))
    return NULL;
  g_string_append (functions, "    return nothing\nend\n");
  if ((code->n_outputs > 0
       && !write_function (code, functions, "Returns the outputs.", "outputs", (const ExprValue *) (gpointer) code->plan->outputs->data, code->n_outputs, error))
      || (code->events->len > 0 && !write_events (code, functions, error)))
    return NULL;
  model_code_append (out, "# {name}, written by Stepwise {version} for Julia.\nusing OrdinaryDiffEq\n", "name", code->title, "version", STEPWISE_VERSION, NULL);
  if (code->used[EXPR_OP_ERF])
    g_string_append (out, "using SpecialFunctions: erf\n");
  g_string_append (out, code->n_parameters > 0 ? "\n# Parameters, names of the states and of the outputs, initial states, start and end.\nconst P = (" : "\nconst P = NamedTuple(");
  for (int k = 0; k < code->n_parameters; k++)
    {
      g_string_append_printf (out, "%s = ", code->parameter_ids[k]);
      model_code_number (out, code->p[k]);
      g_string_append (out, k + 1 < code->n_parameters ? ", " : ",");
    }
  g_string_append (out, ")\nconst STATES = String[");
  model_code_words (out, code->states, code->n_states, "\"");
  g_string_append (out, "]\nconst OUTPUTS = String[");
  model_code_words (out, code->outputs, code->n_outputs, "\"");
  g_string_append (out, "]\nconst X0 = [");
  model_code_numbers (out, code->x0, code->n_states);
  g_string_append (out, "]\nconst T = (");
  model_code_numbers (out, (const double[]) { code->t_start, code->t_end }, 2);
  g_string_append_printf (out, ")\n%s", helpers);
  g_string_append_len (out, functions->str, (gssize) functions->len);
  model_code_number (rtol, code->accuracy);
  model_code_number (atol, code->accuracy / 1000);
  model_code_append (out, simulate, "method", code->is_stiff ? "Rodas5P" : "Vern7", "rtol", rtol->str, "atol", atol->str, "solve",
                     code->events->len > 0 ? event_solve : plain_solve, NULL);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

const ModelCodeTarget model_code_target_julia = {
  .id = "julia", .name = N_("Julia with OrdinaryDiffEq"), .ending = "jl", .language = &language, .reserved = reserved, .has_events = TRUE, .take_parameter = "{id} = p.{id}",
  .take_state = "{id} = x[{k1}]", .write = write_julia,
};

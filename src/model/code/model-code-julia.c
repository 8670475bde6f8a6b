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
  "round", "erf", "min", "max", "mod", "hypot", "pi", "im", "NaN", "Inf", "zip", "println", "copy", "zeros", "falses", "length", "any", "init", "act", "always", "no_update", "crossings",
  "crossed", "sides", "HOLDS", "SETS", "UPDATES", "ENDS", "CROSSINGS", "WAYS", "TIMED", "TIMES", "Function", "Bool", "Int", "String", "Vector", "Float64", NULL,
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

/* Appends the function that returns the times of an event with times. */
static gboolean
write_times (ModelCode *code, GString *out, const ModelCodeEvent *event, GError **error)
{
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
  g_string_append (out, "    return times\nend\n");
  return TRUE;
}

/* Appends a function that sets n states in the vector `after`. */
static gboolean
write_assignments (ModelCode *code, GString *out, const char *name, const char *comment, const ModelCodeEvent *event, const GArray *states, const GArray *values, GError **error)
{
  g_auto (GStrv) targets = g_new0 (char *, states->len + 1);

  for (guint i = 0; i < states->len; i++)
    targets[i] = g_strdup_printf ("%d", g_array_index (states, int, i) + 1);
  model_code_append (out, "\n# {comment} {event}.\nfunction {name}_{id}(after, x, p, t)\n", "comment", comment, "event", event->name, "name", name, "id", event->id, NULL);
  if (states->len > 0
      && !model_code_body (code, out, "    ", (const ExprValue *) (gconstpointer) values->data, (int) values->len, "after[{id}] = {value}", (const char *const *) targets, error))
    return FALSE;
  g_string_append (out, "    return nothing\nend\n");
  return TRUE;
}

/* Appends the functions of an event: whether it acts, what it sets and what it updates. */
static gboolean
write_set (ModelCode *code, GString *out, const ModelCodeEvent *event, GError **error)
{
  if (event->holds != EXPR_NO_VALUE)
    {
      model_code_append (out, "\n# Whether the event {name} acts.\nfunction holds_{id}(x, p, t)\n", "name", event->name, "id", event->id, NULL);
      if (!model_code_body (code, out, "    ", &event->holds, 1, "return {value} != 0", NULL, error))
        return FALSE;
      g_string_append (out, "end\n");
    }
  return write_assignments (code, out, "set", "Sets the states after the event", event, event->targets, event->values, error)
         && (event->updated->len == 0
             || write_assignments (code, out, "update", "Updates discrete states, from the states that all events have set, after the event", event, event->updated, event->updates, error));
}

/* Appends the functions of all events, and their lists. */
static gboolean
write_events (ModelCode *code, GString *out, GError **error)
{
  g_autoptr (GArray) witnesses = model_code_witnesses (code);
  g_autoptr (GString) holds = g_string_new (NULL), sets = g_string_new (NULL), updates = g_string_new (NULL), crossings = g_string_new (NULL), ways = g_string_new (NULL),
                      timed = g_string_new (NULL), times = g_string_new (NULL);

  if (!write_function (code, out, "Returns the functions at whose zeros events happen.", "crossings", (const ExprValue *) (gpointer) witnesses->data, (int) witnesses->len, error))
    return FALSE;
  for (guint k = 0; k < code->events->len; k++)
    {
      const ModelCodeEvent *event = model_code_event (code, k);
      const gboolean crosses = event->trigger == MODEL_TRIGGER_CROSSING;
      const char *comma = k > 0 ? ", " : "";
      GString *places = crosses ? crossings : timed;

      if ((!crosses && !write_times (code, out, event, error)) || !write_set (code, out, event, error))
        return FALSE;
      g_string_append_printf (holds, "%s%s%s", comma, event->holds != EXPR_NO_VALUE ? "holds_" : "always", event->holds != EXPR_NO_VALUE ? event->id : "");
      g_string_append_printf (sets, "%sset_%s", comma, event->id);
      g_string_append_printf (updates, "%s%s%s", comma, event->updated->len > 0 ? "update_" : "no_update", event->updated->len > 0 ? event->id : "");
      if (crosses)
        g_string_append_printf (ways, "%s%d", ways->len > 0 ? ", " : "", model_code_direction (event));
      else
        g_string_append_printf (times, "%stimes_%s", times->len > 0 ? ", " : "", event->id);
      g_string_append_printf (places, "%s%u", places->len > 0 ? ", " : "", k + 1);
    }
  model_code_append (out,
                     "\nalways(x, p, t) = true\nno_update(after, x, p, t) = nothing\n\n"
                     "# The events in the order in which they act: whether they act, what they set, what they update, and which of them end the run.\n"
                     "const HOLDS = Function[{holds}]\nconst SETS = Function[{sets}]\nconst UPDATES = Function[{updates}]\nconst ENDS = Bool[",
                     "holds", holds->str, "sets", sets->str, "updates", updates->str, NULL);
  for (guint k = 0; k < code->events->len; k++)
    g_string_append_printf (out, "%s%d", k > 0 ? ", " : "", model_code_event (code, k)->ends != EXPR_NO_VALUE);
  model_code_append (out,
                     "]\n# Which of them happen at crossings, with their directions (1: rising, -1: falling, 0: both), and which of them at times.\n"
                     "const CROSSINGS = Int[{crossings}]\nconst WAYS = Int[{ways}]\nconst TIMED = Int[{timed}]\nconst TIMES = Function[{times}]\n",
                     "crossings", crossings->str, "ways", ways->str, "timed", timed->str, "times", times->str, NULL);
  return TRUE;
}

static const char plain_solve[] =
    "\n# Returns the solution: times in .t, states in .u.\n"
    "function simulate(t_end = T[2], p = P; method = {method}(), reltol = {rtol}, abstol = {atol}, options...)\n"
    "    problem = ODEProblem(rhs, X0, (T[1], t_end), p)\n"
    "    return solve(problem, method; reltol, abstol, options...)\n"
    "end\n";

/* One statement a line, without comprehensions: tests/cli/julia_subset.py runs these functions. */
static const char event_solve[] =
    "\n# Marks the functions that went through zero.\n"
    "function crossed(before, now)\n"
    "    found = falses(length(WAYS))\n"
    "    for k in 1:length(WAYS)\n"
    "        found[k] = (WAYS[k] >= 0 && before[k] < 0 && now[k] >= 0) || (WAYS[k] <= 0 && before[k] > 0 && now[k] <= 0)\n"
    "    end\n"
    "    return found\n"
    "end\n"
    "\n# The functions of crossings. One that is 0 gets the sign that it will have after the small time h.\n"
    "function sides(x, p, t, h)\n"
    "    dx = zeros(length(x))\n"
    "    rhs(dx, x, p, t)\n"
    "    g = crossings(x, p, t)\n"
    "    later = crossings(x + h * dx, p, t + h)\n"
    "    for k in 1:length(g)\n"
    "        if g[k] == 0\n"
    "            g[k] = later[k]\n"
    "        end\n"
    "    end\n"
    "    return g\n"
    "end\n"
    "\n# Lets the marked events act: those that act set states, from the states before; then they update discrete states.\n"
    "# Returns the states after, and whether the run ends.\n"
    "function act(due, x, p, t)\n"
    "    after = copy(x)\n"
    "    does = falses(length(due))\n"
    "    ends = false\n"
    "    for k in 1:length(due)\n"
    "        does[k] = due[k] && HOLDS[k](x, p, t)\n"
    "        if does[k]\n"
    "            SETS[k](after, x, p, t)\n"
    "            ends = ends || ENDS[k]\n"
    "        end\n"
    "    end\n"
    "    all_set = copy(after)\n"
    "    for k in 1:length(due)\n"
    "        if does[k]\n"
    "            UPDATES[k](after, all_set, p, t)\n"
    "        end\n"
    "    end\n"
    "    return after, ends\n"
    "end\n"
    "\n# Returns the solution: times in .t, states in .u. After an event the run continues from the states that it sets.\n"
    "function simulate(t_end = T[2], p = P; method = {method}(), reltol = {rtol}, abstol = {atol}, options...)\n"
    "    t = T[1]\n"
    "    x = copy(X0)\n"
    "    times = [t]\n"
    "    states = [x]\n"
    "    event_time = t\n"
    "    close = 0\n"
    "    ends = false\n"
    "    lists = Vector{Float64}[]\n"
    "    for k in 1:length(TIMES)\n"
    "        push!(lists, TIMES[k](t, t_end, p))\n"
    "    end\n"
    "    while t < t_end && !ends\n"
    "        stop = t_end\n"
    "        for k in 1:length(lists)\n"
    "            for time in lists[k]\n"
    "                if time > t + 2e-15 * abs(t) && time < stop\n"
    "                    stop = time\n"
    "                end\n"
    "            end\n"
    "        end\n"
    "        integrator = init(ODEProblem(rhs, x, (t, stop), p), method; reltol, abstol, save_everystep = false, options...)\n"
    "        g = sides(x, p, t, 1e-7 * (t_end - T[1]))\n"
    "        found = falses(length(WAYS))\n"
    "        while t < stop && !any(found)\n"
    "            before = integrator.t\n"
    "            step!(integrator)\n"
    "            t = integrator.t\n"
    "            x = copy(integrator.u)\n"
    "            if !(t > before)\n"
    "                error(\"the step size is too small\")\n"
    "            end\n"
    "            found = crossed(g, crossings(x, p, t))\n"
    "            if any(found)\n"
    "                low = before\n"
    "                while low < (low + t) / 2 && (low + t) / 2 < t\n"
    "                    middle = (low + t) / 2\n"
    "                    now = crossed(g, crossings(integrator(middle), p, middle))\n"
    "                    if any(now)\n"
    "                        t = middle\n"
    "                        found = now\n"
    "                    else\n"
    "                        low = middle\n"
    "                    end\n"
    "                end\n"
    "                x = copy(integrator(t))\n"
    "            end\n"
    "            g = crossings(x, p, t)\n"
    "            push!(times, t)\n"
    "            push!(states, x)\n"
    "        end\n"
    "        due = falses(length(HOLDS))\n"
    "        for k in 1:length(CROSSINGS)\n"
    "            due[CROSSINGS[k]] = found[k]\n"
    "        end\n"
    "        for k in 1:length(TIMED)\n"
    "            for time in lists[k]\n"
    "                if t < t_end && t >= stop && time > T[1] + 2e-15 * abs(T[1]) && abs(time - t) <= 2e-15 * abs(t)\n"
    "                    due[TIMED[k]] = true\n"
    "                end\n"
    "            end\n"
    "        end\n"
    "        if any(due)\n"
    "            x, ends = act(due, x, p, t)\n"
    "            close = t - event_time <= 1e-14 * abs(t) ? close + 1 : 0\n"
    "            event_time = t\n"
    "            if close > 100\n"
    "                error(\"events accumulate\")\n"
    "            end\n"
    "            push!(times, t)\n"
    "            push!(states, x)\n"
    "        end\n"
    "    end\n"
    "    return (t = times, u = states)\n"
    "end\n";

static const char main_part[] =
    "\nif abspath(PROGRAM_FILE) == @__FILE__\n"
    "    solution = simulate()\n"
    "    println(\"t \", solution.t[end])\n"
    "    for (name, value) in zip(STATES, solution.u[end])\n"
    "        println(name, \" \", value)\n"
    "    end\n"
    "end\n";

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
  model_code_append (out, code->events->len > 0 ? event_solve : plain_solve, "method", code->is_stiff ? "Rodas5P" : "Vern7", "rtol", rtol->str, "atol", atol->str, NULL);
  g_string_append (out, main_part);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

const ModelCodeTarget model_code_target_julia = {
  .id = "julia", .name = N_("Julia with OrdinaryDiffEq"), .ending = "jl", .language = &language, .reserved = reserved, .has_events = TRUE, .has_phases = TRUE, .take_parameter = "{id} = p.{id}",
  .take_state = "{id} = x[{k1}]", .write = write_julia,
};

/* A model as a program in Python with SciPy. */
#include <glib/gi18n-lib.h>

#include "model-code-private.h"

static const ExprSourceLanguage language = {
  .forms = {
    [EXPR_OP_NEG] = { "-{a+}", 8 }, [EXPR_OP_NOT] = { "not {a?}", 4 }, [EXPR_OP_ADD] = { "{a} + {b+}", 6 }, [EXPR_OP_SUB] = { "{a} - {b+}", 6 },
    [EXPR_OP_MUL] = { "{a} * {b+}", 7 }, [EXPR_OP_DIV] = { "{a} / {b+}", 7 }, [EXPR_OP_POW] = { "{a+}**{b+}", 9 }, [EXPR_OP_LT] = { "{a+} < {b+}", 5 },
    [EXPR_OP_LE] = { "{a+} <= {b+}", 5 }, [EXPR_OP_EQ] = { "{a+} == {b+}", 5 }, [EXPR_OP_NE] = { "{a+} != {b+}", 5 }, [EXPR_OP_AND] = { "{a?} and {b?}", 3 },
    [EXPR_OP_OR] = { "{a?} or {b?}", 2 }, [EXPR_OP_SELECT] = { "{b+} if {a?} else {c+}", 1 },
    [EXPR_OP_SIN] = { "np.sin({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_COS] = { "np.cos({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_TAN] = { "np.tan({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_ASIN] = { "np.arcsin({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_ACOS] = { "np.arccos({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_ATAN] = { "np.arctan({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_SINH] = { "np.sinh({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_COSH] = { "np.cosh({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_TANH] = { "np.tanh({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_ASINH] = { "np.arcsinh({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_ACOSH] = { "np.arccosh({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_ATANH] = { "np.arctanh({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_EXP] = { "np.exp({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_LOG] = { "np.log({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_LOG10] = { "np.log10({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_LOG2] = { "np.log2({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_SQRT] = { "np.sqrt({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_CBRT] = { "np.cbrt({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_ABS] = { "abs({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_SIGN] = { "np.sign({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_FLOOR] = { "np.floor({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_CEIL] = { "np.ceil({a,})", EXPR_SOURCE_ATOM },
    /* numpy rounds halves to even numbers. */
    [EXPR_OP_ROUND] = { "np.copysign(np.floor(abs({a,}) + 0.5), {a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_STEP] = { "np.heaviside({a,}, 1.0)", EXPR_SOURCE_ATOM }, [EXPR_OP_ERF] = { "erf({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_ATAN2] = { "np.arctan2({a,}, {b,})", EXPR_SOURCE_ATOM }, [EXPR_OP_MIN] = { "np.minimum({a,}, {b,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_MAX] = { "np.maximum({a,}, {b,})", EXPR_SOURCE_ATOM }, [EXPR_OP_MOD] = { "np.mod({a,}, {b,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_HYPOT] = { "np.hypot({a,}, {b,})", EXPR_SOURCE_ATOM },
  },
  .assignment = "{name} = {value}", .condition = { "{a+} != 0", 5 }, .number = { "float({a,})", EXPR_SOURCE_ATOM }, .nan = "np.nan", .infinity = "np.inf",
};

static const char *const reserved[] = {
  "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
  "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield", "None", "True", "False", "abs", "np", "erf", "t", "x",
  "p", "dx", "y", "g", "after", "span", "times", "first", "t_end", "solve_ivp", "crossings", "crossed", "sides", "DOP853", "Radau", "CROSSINGS", "TIMES", "max", "bool", "rhs", "outputs", "print", "P", "X0", "T", "STATES", "OUTPUTS", "solve", "len", "range", "zip", "float", NULL,
};

/* Appends the function that computes the witnesses of the crossings, and their directions. */
static gboolean
write_crossings (ModelCode *code, GString *out, GError **error)
{
  g_autoptr (GArray) witnesses = model_code_witnesses (code);

  g_string_append (out, "\n\ndef crossings(t, x, p=P):\n    \"\"\"Returns the functions at whose zeros events happen.\"\"\"\n");
  g_string_append_printf (out, "    g = np.empty(%u)\n", witnesses->len);
  if (!model_code_body (code, out, "    ", (const ExprValue *) (gpointer) witnesses->data, (int) witnesses->len, "g[{k}] = {value}", NULL, error))
    return FALSE;
  g_string_append (out, "    return g\n");
  return TRUE;
}

/* Appends the function that returns the times of an event with times. */
static gboolean
write_times (ModelCode *code, GString *out, const ModelCodeEvent *event, GError **error)
{
  model_code_append (out, "\n\ndef times_{id}(t_end, p=P):\n    \"\"\"Returns the times of the event '{name}'.\"\"\"\n", "id", event->id, "name", event->name, NULL);
  if (event->trigger == MODEL_TRIGGER_AT)
    {
      g_string_append_printf (out, "    times = np.empty(%u)\n", event->times->len);
      if (!model_code_body (code, out, "    ", (const ExprValue *) (gpointer) event->times->data, (int) event->times->len, "times[{k}] = {value}", NULL, error))
        return FALSE;
      g_string_append (out, "    return times\n");
      return TRUE;
    }
  g_string_append (out, "    span = np.empty(2)\n");
  if (!model_code_body (code, out, "    ", (const ExprValue[]) { event->offset, event->every }, 2, "span[{k}] = {value}", NULL, error))
    return FALSE;
  g_string_append (out, "    first = max(0, np.ceil((T[0] - span[0]) / span[1]))\n"
                        "    return span[0] + span[1] * np.arange(first, np.floor((t_end - span[0]) / span[1]) + 1)\n");
  return TRUE;
}

/* Appends assignments to the states of an event. Returns FALSE with an error. */
static gboolean
write_assignments (ModelCode *code, GString *out, const GArray *states, const GArray *values, GError **error)
{
  g_auto (GStrv) targets = g_new0 (char *, states->len + 1);

  for (guint i = 0; i < states->len; i++)
    targets[i] = g_strdup_printf ("%d", g_array_index (states, int, i));
  return states->len == 0
         || model_code_body (code, out, "    ", (const ExprValue *) (gconstpointer) values->data, (int) values->len, "after[{id}] = {value}", (const char *const *) targets, error);
}

/* Appends the functions that say whether an event acts and set the states, and to `act` its place in the order and their names. */
static gboolean
write_set (ModelCode *code, GString *out, GString *act, guint place, GError **error)
{
  const ModelCodeEvent *event = model_code_event (code, place);

  g_string_append_printf (act, "(%u, %s%s, set_%s, %s%s)", place, event->holds != EXPR_NO_VALUE ? "holds_" : "None", event->holds != EXPR_NO_VALUE ? event->id : "", event->id,
                          event->updated->len > 0 ? "update_" : "None", event->updated->len > 0 ? event->id : "");
  if (event->holds != EXPR_NO_VALUE)
    {
      model_code_append (out, "\n\ndef holds_{id}(t, x, p=P):\n    \"\"\"Returns whether the event '{name}' acts.\"\"\"\n", "id", event->id, "name", event->name, NULL);
      if (!model_code_body (code, out, "    ", &event->holds, 1, "return bool({value})", NULL, error))
        return FALSE;
    }
  model_code_append (out, "\n\ndef set_{id}(t, x, after, p=P):\n    \"\"\"Sets the states after the event '{name}'. Returns whether it ends the run.\"\"\"\n", "id", event->id,
                     "name", event->name, NULL);
  if (!write_assignments (code, out, event->targets, event->values, error))
    return FALSE;
  g_string_append (out, event->ends != EXPR_NO_VALUE ? "    return True\n" : "    return False\n");
  if (event->updated->len == 0)
    return TRUE;
  model_code_append (out, "\n\ndef update_{id}(t, x, after, p=P):\n    \"\"\"Updates the discrete states after the event '{name}', from the states x that all events have set.\"\"\"\n",
                     "id", event->id, "name", event->name, NULL);
  return write_assignments (code, out, event->updated, event->updates, error);
}

/* Appends the functions of the events, and the tables of them. */
static gboolean
write_events (ModelCode *code, GString *out, GError **error)
{
  g_autoptr (GString) crossings = g_string_new (NULL), times = g_string_new (NULL);

  if (!write_crossings (code, out, error))
    return FALSE;
  for (guint k = 0; k < code->events->len; k++)
    {
      const ModelCodeEvent *event = model_code_event (code, k);
      g_autoptr (GString) act = g_string_new (NULL);

      if (!write_set (code, out, act, k, error))
        return FALSE;
      if (event->trigger == MODEL_TRIGGER_CROSSING)
        g_string_append_printf (crossings, "%s(%d, %s)", crossings->len > 0 ? ", " : "", model_code_direction (event), act->str);
      else
        {
          g_string_append_printf (times, "%s(times_%s, %s)", times->len > 0 ? ", " : "", event->id, act->str);
          if (!write_times (code, out, event, error))
            return FALSE;
        }
    }
  g_string_append_printf (out, "\n\n# The crossings, each with its direction (1: rising, -1: falling, 0: both), its place in the order of all events, and its functions: whether it acts, what it sets, what it updates.\nCROSSINGS = [%s]\n"
                               "# The other events, with their times.\nTIMES = [%s]\n", crossings->str, times->str);
  return TRUE;
}

static const char plain_solve[] =
    "\n\ndef solve(t_end=T[1], p=P, method=\"{method}\", rtol={rtol}, atol={atol}, **options):\n"
    "    \"\"\"Returns times, and states with a row for each state.\"\"\"\n"
    "    run = solve_ivp(rhs, (T[0], t_end), X0, args=(p,), method=method, rtol=rtol, atol=atol, **options)\n"
    "    if not run.success:\n"
    "        raise RuntimeError(run.message)\n"
    "    return run.t, run.y\n";

static const char event_solve[] =
    "\n\ndef crossed(before, now):\n"
    "    \"\"\"Returns which functions went through zero.\"\"\"\n"
    "    return [(way >= 0 and a < 0 <= b) or (way <= 0 and a > 0 >= b) for (way, _), a, b in zip(CROSSINGS, before, now)]\n"
    "\n\ndef sides(t, x, h, p=P):\n"
    "    \"\"\"Returns crossings(t, x, p). The sign of a function that is 0 is that which it will have after the small time h.\"\"\"\n"
    "    g = crossings(t, x, p)\n"
    "    return np.where(g == 0, crossings(t + h, x + h * rhs(t, x, p), p), g)\n"
    "\n\ndef solve(t_end=T[1], p=P, method={method}, rtol={rtol}, atol={atol}, **options):\n"
    "    \"\"\"Returns times, and states with a row for each state. After an event the run continues from the states that it sets.\"\"\"\n"
    "    t, x = T[0], np.array(X0)\n"
    "    times, states, event_time, close = [t], [x], t, 0\n"
    "    due = [(time, k) for k, (function, _) in enumerate(TIMES) for time in function(t_end, p) if time > t + 2e-15 * abs(t)]\n"
    "    while t < t_end:\n"
    "        stop = min([time for time, _ in due] + [t_end])\n"
    "        solver = method(lambda t, x: rhs(t, x, p), t, x, stop, rtol=rtol, atol=atol, **options)\n"
    "        g, found = sides(t, x, 1e-7 * (t_end - T[0]), p), []\n"
    "        while solver.status == \"running\" and not any(found):\n"
    "            message = solver.step()\n"
    "            if solver.status == \"failed\":\n"
    "                raise RuntimeError(message)\n"
    "            t, x = solver.t, solver.y\n"
    "            found = crossed(g, crossings(t, x, p))\n"
    "            if any(found):\n"
    "                low, inside = solver.t_old, solver.dense_output()\n"
    "                while low < (low + t) / 2 < t:\n"
    "                    middle = (low + t) / 2\n"
    "                    now = crossed(g, crossings(middle, inside(middle), p))\n"
    "                    if any(now):\n"
    "                        t, found = middle, now\n"
    "                    else:\n"
    "                        low = middle\n"
    "                x = inside(t)\n"
    "            g = crossings(t, x, p)\n"
    "            times.append(t)\n"
    "            states.append(x)\n"
    "        happening = [event for is_found, (_, event) in zip(found, CROSSINGS) if is_found]\n"
    "        if t < t_end:\n"
    "            happening += [TIMES[k][1] for k in {k for time, k in due if time <= t + 2e-15 * abs(t)}]\n"
    "            due = [(time, k) for time, k in due if time > t + 2e-15 * abs(t)]\n"
    "        happening.sort(key=lambda event: event[0])\n"
    "        after = np.array(x)\n"
    "        acting = [event for event in happening if event[1] is None or event[1](t, x, p)]\n"
    "        ends = [event[2](t, x, after, p) for event in acting]\n"
    "        x = np.array(after)\n"
    "        for event in acting:\n"
    "            if event[3] is not None:\n"
    "                event[3](t, x, after, p)\n"
    "        x = after\n"
    "        if happening:\n"
    "            close = close + 1 if t - event_time <= 1e-14 * abs(t) else 0\n"
    "            event_time = t\n"
    "            if close > 100:\n"
    "                raise RuntimeError(f\"events accumulate at t = {t}\")\n"
    "            times.append(t)\n"
    "            states.append(x)\n"
    "        if any(ends):\n"
    "            break\n"
    "    return np.array(times), np.array(states).T\n";

static char *
write_python (ModelCode *code, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL), functions = g_string_new (NULL), rtol = g_string_new (NULL), atol = g_string_new (NULL);

  g_string_append (functions, "\n\ndef rhs(t, x, p=P):\n    \"\"\"Returns the derivatives of the states.\"\"\"\n    dx = np.empty(len(X0))\n");
  if (!model_code_body (code, functions, "    ", code->derivatives, code->n_states, "dx[{k}] = {value}", NULL, error))
    return NULL;
  g_string_append (functions, "    return dx\n");
  if (code->n_outputs > 0)
    {
      g_string_append (functions, "\n\ndef outputs(t, x, p=P):\n    \"\"\"Returns the outputs.\"\"\"\n    y = np.empty(len(OUTPUTS))\n");
      if (!model_code_body (code, functions, "    ", (const ExprValue *) (gpointer) code->plan->outputs->data, code->n_outputs, "y[{k}] = {value}", NULL, error))
        return NULL;
      g_string_append (functions, "    return y\n");
    }
  if (code->events->len > 0 && !write_events (code, functions, error))
    return NULL;
  model_code_append (out, "\"\"\"{name}, written by Stepwise {version} for SciPy.\"\"\"\n\nimport numpy as np\nfrom scipy.integrate import {import}\n", "name",
                     code->title, "version", STEPWISE_VERSION, "import", code->events->len == 0 ? "solve_ivp" : code->is_stiff ? "Radau" : "DOP853", NULL);
  if (code->used[EXPR_OP_ERF])
    g_string_append (out, "from scipy.special import erf\n");
  g_string_append (out, "\nP = {");
  for (int k = 0; k < code->n_parameters; k++)
    {
      g_string_append_printf (out, "%s\"%s\": ", k > 0 ? ", " : "", code->parameters[k]);
      model_code_number (out, code->p[k]);
    }
  g_string_append (out, "}  # parameters\nSTATES = [");
  model_code_words (out, code->states, code->n_states, "\"");
  g_string_append (out, "]\nOUTPUTS = [");
  model_code_words (out, code->outputs, code->n_outputs, "\"");
  g_string_append (out, "]\nX0 = np.array([");
  model_code_numbers (out, code->x0, code->n_states);
  g_string_append (out, "])  # initial states\nT = (");
  model_code_numbers (out, (const double[]) { code->t_start, code->t_end }, 2);
  g_string_append (out, ")  # start and end\n");
  g_string_append_len (out, functions->str, (gssize) functions->len);
  model_code_number (rtol, code->accuracy);
  model_code_number (atol, code->accuracy / 1000);
  model_code_append (out, code->events->len > 0 ? event_solve : plain_solve, "method", code->is_stiff ? "Radau" : "DOP853", "rtol", rtol->str, "atol", atol->str, NULL);
  g_string_append (out, "\n\nif __name__ == \"__main__\":\n"
                        "    times, states = solve()\n"
                        "    print(\"t\", repr(float(times[-1])))\n"
                        "    for name, value in zip(STATES, states[:, -1]):\n"
                        "        print(name, repr(float(value)))\n");
  return g_string_free (g_steal_pointer (&out), FALSE);
}

const ModelCodeTarget model_code_target_python = {
  .id = "python", .name = N_("Python with SciPy"), .ending = "py", .language = &language, .reserved = reserved, .has_events = TRUE, .has_phases = TRUE,
  .take_parameter = "{id} = p[\"{name}\"]", .take_state = "{id} = x[{k}]", .write = write_python,
};

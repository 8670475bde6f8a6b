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
  "p", "dx", "y", "solve_ivp", "rhs", "outputs", "print", "P", "X0", "T", "STATES", "OUTPUTS", "EVENTS", "solve", "len", "range", "zip", "float", NULL,
};

/* Appends the functions of the events, and the table of them. */
static gboolean
write_events (ModelCode *code, GString *out, GError **error)
{
  for (int k = 0; k < code->n_events; k++)
    {
      const ModelCodeEvent *event = &code->events[k];
      g_autofree const char **ids = g_new0 (const char *, event->n_set + 1);
      g_auto (GStrv) targets = g_new0 (char *, event->n_set + 1);

      model_code_append (out, "\n\ndef when_{id}(t, x, p=P):\n    \"\"\"The event '{name}' happens where this function crosses zero.\"\"\"\n", "id", event->id, "name",
                         event->name, NULL);
      if (!model_code_body (code, out, "    ", &event->witness, 1, "return {value}", NULL, error))
        return FALSE;
      model_code_append (out, "\n\nwhen_{id}.terminal = True\nwhen_{id}.direction = {direction}\n\n\n", "id", event->id, "direction",
                         event->direction == MODEL_DIRECTION_FALLING ? "-1" : event->direction == MODEL_DIRECTION_RISING ? "1" : "0", NULL);
      model_code_append (out, "def set_{id}(t, x, p=P):\n    \"\"\"Returns the states after the event '{name}'.\"\"\"\n    after = np.array(x)\n", "id", event->id,
                         "name", event->name, NULL);
      for (int i = 0; i < event->n_set; i++)
        ids[i] = targets[i] = g_strdup_printf ("%d", event->targets[i]);
      if (event->n_set > 0 && !model_code_body (code, out, "    ", event->values, event->n_set, "after[{id}] = {value}", ids, error))
        return FALSE;
      g_string_append (out, "    return after\n");
    }
  g_string_append (out, "\n\n# Each event: where it happens, the states after it, and whether it ends the run.\nEVENTS = [");
  for (int k = 0; k < code->n_events; k++)
    g_string_append_printf (out, "%s(when_%s, set_%s, %s)", k > 0 ? ", " : "", code->events[k].id, code->events[k].id, code->events[k].ends ? "True" : "False");
  g_string_append (out, "]\n");
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
    "\n\ndef solve(t_end=T[1], p=P, method=\"{method}\", rtol={rtol}, atol={atol}, **options):\n"
    "    \"\"\"Returns times, and states with a row for each state. A run goes on from the states that each event sets.\"\"\"\n"
    "    t, x, times, states = T[0], np.array(X0), [], []\n"
    "    while True:\n"
    "        run = solve_ivp(rhs, (t, t_end), x, args=(p,), method=method, rtol=rtol, atol=atol, events=[event[0] for event in EVENTS], **options)\n"
    "        if run.status < 0:\n"
    "            raise RuntimeError(run.message)\n"
    "        times.append(run.t)\n"
    "        states.append(run.y)\n"
    "        if run.status == 0:\n"
    "            break\n"
    "        t, x, ends = run.t[-1], run.y[:, -1], False\n"
    "        for found, (_, after, last) in zip(run.t_events, EVENTS):\n"
    "            if len(found) > 0:\n"
    "                x, ends = after(t, x, p), ends or last\n"
    "        times.append(np.array([t]))\n"
    "        states.append(x.reshape(-1, 1))\n"
    "        if ends or t >= t_end:\n"
    "            break\n"
    "    return np.concatenate(times), np.concatenate(states, axis=1)\n";

static char *
write_python (ModelCode *code, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL), functions = g_string_new (NULL), rtol = g_string_new (NULL), atol = g_string_new (NULL);

  g_string_append (functions, "\n\ndef rhs(t, x, p=P):\n    \"\"\"Returns the derivatives of the states.\"\"\"\n    dx = np.empty(len(X0))\n");
  if (!model_code_body (code, functions, "    ", code->plan->derivatives, code->n_states, "dx[{k}] = {value}", NULL, error))
    return NULL;
  g_string_append (functions, "    return dx\n");
  if (code->n_outputs > 0)
    {
      g_string_append (functions, "\n\ndef outputs(t, x, p=P):\n    \"\"\"Returns the outputs.\"\"\"\n    y = np.empty(len(OUTPUTS))\n");
      if (!model_code_body (code, functions, "    ", (const ExprValue *) (gpointer) code->plan->outputs->data, code->n_outputs, "y[{k}] = {value}", NULL, error))
        return NULL;
      g_string_append (functions, "    return y\n");
    }
  if (code->n_events > 0 && !write_events (code, functions, error))
    return NULL;
  model_code_append (out, "\"\"\"{name}, written by Stepwise {version} for SciPy.\"\"\"\n\nimport numpy as np\nfrom scipy.integrate import solve_ivp\n", "name",
                     code->title, "version", STEPWISE_VERSION, NULL);
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
  model_code_append (out, code->n_events > 0 ? event_solve : plain_solve, "method", code->is_stiff ? "Radau" : "DOP853", "rtol", rtol->str, "atol", atol->str, NULL);
  g_string_append (out, "\n\nif __name__ == \"__main__\":\n"
                        "    times, states = solve()\n"
                        "    print(\"t\", repr(float(times[-1])))\n"
                        "    for name, value in zip(STATES, states[:, -1]):\n"
                        "        print(name, repr(float(value)))\n");
  return g_string_free (g_steal_pointer (&out), FALSE);
}

const ModelCodeTarget model_code_target_python = {
  .id = "python", .ending = "py", .language = &language, .reserved = reserved, .has_events = TRUE,
  .take_parameter = "{id} = p[\"{name}\"]", .take_state = "{id} = x[{k}]", .write = write_python,
};

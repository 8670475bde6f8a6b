/* A model as a function file of Octave and MATLAB. */
#include "model-code-private.h"

#include <glib/gi18n-lib.h>

static const ExprSourceLanguage language = {
  .forms = {
    [EXPR_OP_NEG] = { "-{a+}", 7 }, [EXPR_OP_NOT] = { "~{a?}", 8 }, [EXPR_OP_ADD] = { "{a} + {b+}", 5 }, [EXPR_OP_SUB] = { "{a} - {b+}", 5 },
    [EXPR_OP_MUL] = { "{a} * {b+}", 6 }, [EXPR_OP_DIV] = { "{a} / {b+}", 6 }, [EXPR_OP_POW] = { "{a+}^{b+}", 9 }, [EXPR_OP_LT] = { "{a+} < {b+}", 4 },
    [EXPR_OP_LE] = { "{a+} <= {b+}", 4 }, [EXPR_OP_EQ] = { "{a+} == {b+}", 4 }, [EXPR_OP_NE] = { "{a+} ~= {b+}", 4 }, [EXPR_OP_AND] = { "{a?} && {b?}", 3 },
    [EXPR_OP_OR] = { "{a?} || {b?}", 2 }, [EXPR_OP_SELECT] = { "choose({a?}, {b,}, {c,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_SIN] = { "sin({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_COS] = { "cos({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_TAN] = { "tan({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_ASIN] = { "asin({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_ACOS] = { "acos({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_ATAN] = { "atan({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_SINH] = { "sinh({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_COSH] = { "cosh({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_TANH] = { "tanh({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_ASINH] = { "asinh({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_ACOSH] = { "acosh({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_ATANH] = { "atanh({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_EXP] = { "exp({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_LOG] = { "log({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_LOG10] = { "log10({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_LOG2] = { "log2({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_SQRT] = { "sqrt({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_CBRT] = { "nthroot({a,}, 3)", EXPR_SOURCE_ATOM },
    [EXPR_OP_ABS] = { "abs({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_SIGN] = { "sign({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_FLOOR] = { "floor({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_CEIL] = { "ceil({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_ROUND] = { "round({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_STEP] = { "double({a,} >= 0)", EXPR_SOURCE_ATOM },
    [EXPR_OP_ERF] = { "erf({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_ATAN2] = { "atan2({a,}, {b,})", EXPR_SOURCE_ATOM }, [EXPR_OP_MIN] = { "min({a,}, {b,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_MAX] = { "max({a,}, {b,})", EXPR_SOURCE_ATOM }, [EXPR_OP_MOD] = { "mod({a,}, {b,})", EXPR_SOURCE_ATOM }, [EXPR_OP_HYPOT] = { "hypot({a,}, {b,})", EXPR_SOURCE_ATOM },
  },
  .assignment = "{name} = {value};", .condition = { "{a+} ~= 0", 4 }, .number = { "double({a,})", EXPR_SOURCE_ATOM }, .nan = "NaN", .infinity = "Inf",
};

static const char *const reserved[] = {
  "break", "case", "catch", "classdef", "continue", "do", "else", "elseif", "end", "endif", "for", "function", "global", "if", "otherwise", "parfor", "persistent",
  "return", "spmd", "switch", "try", "until", "while", "t", "x", "p", "dx", "y", "rhs", "outputs", "choose", "crossings", "crossed", "sides", "dp_step", "run_with_events", "after", "ends", "times", "span", "t_end", "i", "j", "e", "pi", "eps", "Inf", "NaN", "beta", "gamma",
  "sin", "cos", "tan", "exp", "log", "sqrt", "abs", "sign", "mod", "min", "max", "double", "floor", NULL,
};

/* Returns the id of the model as the name of a function. */
static char *
function_name (const Model *model)
{
  char *name = g_strdup (model_id (model) != NULL && *model_id (model) != '\0' ? model_id (model) : "model");

  g_strcanon (name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", '_');
  if (!g_ascii_isalpha (name[0]))
    name[0] = 'm';
  return name;
}

/* Appends a function of t, x and p that returns n values. */
static gboolean
write_function (ModelCode *code, GString *out, const char *comment, const char *name, const ExprValue *values, int n, GError **error)
{
  g_string_append_printf (out, "\n%% %s\nfunction y = %s(t, x, p)\n  y = zeros(%d, 1);\n", comment, name, n);
  if (!model_code_body (code, out, "  ", values, n, "y({k1}) = {value};", NULL, error))
    return FALSE;
  g_string_append (out, "end\n");
  return TRUE;
}

/* Appends the function that returns the times of an event with times. */
static gboolean
write_times (ModelCode *code, GString *out, const ModelCodeEvent *event, GError **error)
{
  g_string_append_printf (out, "\n%% The times of the event %s.\nfunction times = times_%s(t, t_end, p)\n", event->name, event->id);
  if (event->trigger == MODEL_TRIGGER_AT)
    {
      g_string_append_printf (out, "  times = zeros(1, %u);\n", event->times->len);
      if (!model_code_body (code, out, "  ", (const ExprValue *) (gpointer) event->times->data, (int) event->times->len, "times({k1}) = {value};", NULL, error))
        return FALSE;
    }
  else
    {
      if (!model_code_body (code, out, "  ", (const ExprValue[]) { event->offset, event->every }, 2, "span({k1}) = {value};", NULL, error))
        return FALSE;
      g_string_append (out, "  times = span(1) + span(2) * (max(0, ceil((t - span(1)) / span(2))) : floor((t_end - span(1)) / span(2)));\n");
    }
  g_string_append (out, "end\n");
  return TRUE;
}

/* Appends assignments to the states of an event. Returns FALSE with an error. */
static gboolean
write_assignments (ModelCode *code, GString *out, const GArray *states, const GArray *values, GError **error)
{
  g_auto (GStrv) targets = g_new0 (char *, states->len + 1);

  for (guint i = 0; i < states->len; i++)
    targets[i] = g_strdup_printf ("%d", g_array_index (states, int, i) + 1);
  return states->len == 0
         || model_code_body (code, out, "    ", (const ExprValue *) (gconstpointer) values->data, (int) values->len, "after({id}) = {value};", (const char *const *) targets, error);
}

/* Appends the function of an event in its phases. */
static gboolean
write_set (ModelCode *code, GString *out, const ModelCodeEvent *event, GError **error)
{
  g_string_append_printf (out,
                          "\n%% The event %s. phase 0: answer is whether it acts; 1: the states that it sets, and answer is whether it ends the run;\n"
                          "%% 2: the discrete states that it updates from the states x that all events have set.\n"
                          "function [after, answer] = set_%s(phase, t, x, p, after)\n  answer = phase == 0;\n",
                          event->name, event->id);
  if (event->holds != EXPR_NO_VALUE)
    {
      g_string_append (out, "  if phase == 0\n");
      if (!model_code_body (code, out, "    ", &event->holds, 1, "answer = ({value}) ~= 0;", NULL, error))
        return FALSE;
      g_string_append (out, "  end\n");
    }
  g_string_append (out, "  if phase == 1\n");
  if (!write_assignments (code, out, event->targets, event->values, error))
    return FALSE;
  g_string_append (out, event->ends != EXPR_NO_VALUE ? "    answer = true;\n  elseif phase == 2\n" : "  elseif phase == 2\n");
  if (!write_assignments (code, out, event->updated, event->updates, error))
    return FALSE;
  g_string_append (out, "  end\nend\n");
  return TRUE;
}

/* The integrator of models with events: E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential Equations I, 2nd ed., 1993, Table II.5.2 and section II.4. */
static const char event_solve[] =
    "\n% One step of Dormand and Prince's method of order 5: states, error in units of the tolerance, and derivative at the end.\n"
    "function [x1, error, last] = dp_step(t, x, h, first, p, tolerance)\n"
    "  c = [0, 1/5, 3/10, 4/5, 8/9, 1, 1];\n"
    "  a = [0, 0, 0, 0, 0, 0; 1/5, 0, 0, 0, 0, 0; 3/40, 9/40, 0, 0, 0, 0; 44/45, -56/15, 32/9, 0, 0, 0;\n"
    "       19372/6561, -25360/2187, 64448/6561, -212/729, 0, 0; 9017/3168, -355/33, 46732/5247, 49/176, -5103/18656, 0;\n"
    "       35/384, 0, 500/1113, 125/192, -2187/6784, 11/84];\n"
    "  e = [71/57600; 0; -71/16695; 71/1920; -17253/339200; 22/525; -1/40];\n"
    "  k = [first, zeros(numel(x), 6)];\n"
    "  for s = 2:7\n"
    "    x1 = x + h * (k(:, 1:s - 1) * a(s, 1:s - 1)');\n"
    "    k(:, s) = rhs(t + c(s) * h, x1, p);\n"
    "  end\n"
    "  error = norm(h * (k * e) ./ (tolerance * (1e-3 + max(abs(x), abs(x1))))) / sqrt(numel(x));\n"
    "  last = k(:, 7);\n"
    "end\n"
    "\n% Which functions went through zero.\n"
    "function found = crossed(before, now, way)\n"
    "  found = (way >= 0 & before < 0 & now >= 0) | (way <= 0 & before > 0 & now <= 0);\n"
    "end\n"
    "\n% Computes the functions of crossings; one that is 0 gets the sign that it will have after the small time h.\n"
    "function g = sides(t, x, p, dx, h)\n"
    "  g = crossings(t, x, p);\n"
    "  later = crossings(t + h, x + h * dx, p);\n"
    "  g(g == 0) = later(g == 0);\n"
    "end\n"
    "\n% After an event the run continues from the states that it sets.\n"
    "function [times, states] = run_with_events(t, t_end, x, p, tolerance)\n"
    "  way = [{ways}]';\n"
    "  crossing_sets = {{crossing_sets}};\n"
    "  time_sets = {{time_sets}};\n"
    "  time_lists = {{time_lists}};\n"
    "  crossing_places = [{crossing_places}];\n"
    "  time_places = [{time_places}];\n"
    "  due = zeros(2, 0);\n"
    "  for n = 1:numel(time_lists)\n"
    "    list = time_lists{n}(t, t_end, p);\n"
    "    due = [due, [list(list > t + 2e-15 * abs(t)); n * ones(1, sum(list > t + 2e-15 * abs(t)))]];\n"
    "  end\n"
    "  h = 1e-4 * (t_end - t);\n"
    "  smallest = h;\n"
    "  times = t;\n"
    "  states = x';\n"
    "  first = rhs(t, x, p);\n"
    "  g = sides(t, x, p, first, 1e-3 * h);\n"
    "  ends = false;\n"
    "  event_time = t;\n"
    "  close_events = 0;\n"
    "  while t < t_end && ~ends\n"
    "    stop = min([due(1, :), t_end]);\n"
    "    at_stop = t + h >= stop;\n"
    "    width = h;\n"
    "    if at_stop\n"
    "      width = stop - t;\n"
    "    end\n"
    "    [x1, error_size, last] = dp_step(t, x, width, first, p, tolerance);\n"
    "    if error_size <= 1\n"
    "      h = width * min(5, max(0.2, 0.9 * error_size^(-0.2)));\n"
    "    elseif error_size > 1\n"
    "      h = width * max(0.2, 0.9 * error_size^(-0.2));\n"
    "    else\n"
    "      h = 0.2 * width;\n"
    "    end\n"
    "    if h <= 1e-15 * abs(t)\n"
    "      error('the step size is too small at t = %g', t);\n"
    "    end\n"
    "    if ~(error_size <= 1)\n"
    "      continue;\n"
    "    end\n"
    "    found = crossed(g, crossings(t + width, x1, p), way);\n"
    "    if any(found)\n"
    "      % The step is made again with other sizes, until that to the first crossing is known to rounding.\n"
    "      low = 0;\n"
    "      while t + low < t + (low + width) / 2 && t + (low + width) / 2 < t + width\n"
    "        middle = (low + width) / 2;\n"
    "        x1 = dp_step(t, x, middle, first, p, tolerance);\n"
    "        if any(crossed(g, crossings(t + middle, x1, p), way))\n"
    "          width = middle;\n"
    "        else\n"
    "          low = middle;\n"
    "        end\n"
    "      end\n"
    "      [x1, error_size, last] = dp_step(t, x, width, first, p, tolerance);\n"
    "      found = crossed(g, crossings(t + width, x1, p), way);\n"
    "      at_stop = at_stop && t + width >= stop;\n"
    "    end\n"
    "    t = t + width;\n"
    "    if at_stop\n"
    "      t = stop;\n"
    "    end\n"
    "    x = x1;\n"
    "    first = last;\n"
    "    g = crossings(t, x, p);\n"
    "    times(end + 1, 1) = t;\n"
    "    states(end + 1, :) = x';\n"
    "    happening = crossing_sets(found);\n"
    "    places = crossing_places(found);\n"
    "    if t < t_end\n"
    "      passed = due(1, :) <= t + 2e-15 * abs(t);\n"
    "      at_time = unique(due(2, passed));\n"
    "      happening = [happening, time_sets(at_time)];\n"
    "      places = [places, time_places(at_time)];\n"
    "      due = due(:, ~passed);\n"
    "    end\n"
    "    [~, order] = sort(places);\n"
    "    happening = happening(order);\n"
    "    after = x;\n"
    "    acting = false(1, numel(happening));\n"
    "    for n = 1:numel(happening)\n"
    "      [~, acting(n)] = happening{n}(0, t, x, p, after);\n"
    "    end\n"
    "    for n = find(acting)\n"
    "      [after, ended] = happening{n}(1, t, x, p, after);\n"
    "      ends = ends || ended;\n"
    "    end\n"
    "    all_set = after;\n"
    "    for n = find(acting)\n"
    "      after = happening{n}(2, t, all_set, p, after);\n"
    "    end\n"
    "    if ~isempty(happening)\n"
    "      x = after;\n"
    "      first = rhs(t, x, p);\n"
    "      h = min(h, smallest);\n"
    "      g = sides(t, x, p, first, 1e-3 * h);\n"
    "      close_events = (close_events + 1) * (t - event_time <= 1e-14 * abs(t));\n"
    "      event_time = t;\n"
    "      if close_events > 100\n"
    "        error('events accumulate at t = %g', t);\n"
    "      end\n"
    "      times(end + 1, 1) = t;\n"
    "      states(end + 1, :) = x';\n"
    "    end\n"
    "  end\n"
    "end\n";

/* Appends the functions of the events, and the integrator that uses them. */
static gboolean
write_events (ModelCode *code, GString *out, GError **error)
{
  g_autoptr (GString) ways = g_string_new (NULL), crossing_sets = g_string_new (NULL), time_sets = g_string_new (NULL), time_lists = g_string_new (NULL), crossing_places = g_string_new (NULL),
                      time_places = g_string_new (NULL);
  g_autoptr (GArray) witnesses = model_code_witnesses (code);

  if (!write_function (code, out, "The functions at whose zeros events happen.", "crossings", (const ExprValue *) (gpointer) witnesses->data, (int) witnesses->len, error))
    return FALSE;
  for (guint k = 0; k < code->events->len; k++)
    {
      const ModelCodeEvent *event = model_code_event (code, k);
      const gboolean crosses = event->trigger == MODEL_TRIGGER_CROSSING;
      GString *sets = crosses ? crossing_sets : time_sets;

      g_string_append_printf (sets, "%s@set_%s", sets->len > 0 ? ", " : "", event->id);
      g_string_append_printf (crosses ? crossing_places : time_places, " %u", k + 1);
      if (crosses)
        g_string_append_printf (ways, "%s%d", ways->len > 0 ? ", " : "", model_code_direction (event));
      else
        g_string_append_printf (time_lists, "%s@times_%s", time_lists->len > 0 ? ", " : "", event->id);
      if ((!crosses && !write_times (code, out, event, error)) || !write_set (code, out, event, error))
        return FALSE;
    }
  if (ways->len == 0)
    g_string_append (ways, "zeros(1, 0)");
  model_code_append (out, event_solve, "ways", ways->str, "crossing_sets", crossing_sets->str, "time_sets", time_sets->str, "time_lists", time_lists->str, "crossing_places", crossing_places->str, "time_places",
                     time_places->str, NULL);
  return TRUE;
}

static char *
write_octave (ModelCode *code, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL), x0 = g_string_new (NULL), end = g_string_new (NULL), start = g_string_new (NULL), tolerance = g_string_new (NULL),
                      small = g_string_new (NULL);
  g_autofree char *name = function_name (code->model);

  model_code_number (start, code->t_start);
  model_code_number (end, code->t_end);
  model_code_number (tolerance, code->accuracy);
  model_code_number (small, code->accuracy / 1000);
  model_code_append (out,
                     "% {title}, written by Stepwise {version} for Octave and MATLAB. Save it as {name}.m.\n"
                     "function [times, states, p] = {name}(t_end)\n  if nargin < 1\n    t_end = {end};\n  end\n",
                     "title", code->title, "version", STEPWISE_VERSION, "name", name, "end", end->str, NULL);
  g_string_append (out, "  p = struct();\n");
  for (int k = 0; k < code->n_parameters; k++)
    {
      g_string_append_printf (out, "  p.%s = ", code->parameter_ids[k]);
      model_code_number (out, code->p[k]);
      g_string_append (out, ";\n");
    }
  g_string_append (out, "  names = {");
  model_code_words (out, code->states, code->n_states, "'");
  g_string_append (out, "};\n");
  for (int k = 0; k < code->n_states; k++)
    {
      g_string_append (x0, k > 0 ? "; " : "");
      model_code_number (x0, code->x0[k]);
    }
  g_string_append_printf (out, "  x0 = [%s];\n", x0->str);
  if (code->events->len > 0)
    model_code_append (out, "  [times, states] = run_with_events({start}, t_end, x0, p, {tolerance});\n", "start", start->str, "tolerance", tolerance->str, NULL);
  else
    model_code_append (out,
                     "  options = odeset('RelTol', {tolerance}, 'AbsTol', {small}{slope});\n"
                     "  [times, states] = {solver}(@(t, x) rhs(t, x, p), [{start}, t_end], x0, options);\n",
                     "tolerance", tolerance->str, "small", small->str, "solver", code->is_stiff ? "ode15s" : "ode45",
                     /* Without the slope ode15s of Octave begins with inconsistent values and fails. */
                     "slope", code->is_stiff ? ", 'InitialSlope', rhs({start}, x0, p)" : "", "start", start->str, NULL);
  g_string_append (out,
                     "  if nargout == 0\n    fprintf('t %.17g\\n', times(end));\n    for k = 1:numel(names)\n      fprintf('%s %.17g\\n', names{k}, states(end, k));\n    end\n"
                     "  end\nend\n\nfunction dx = rhs(t, x, p)\n  dx = zeros({n}, 1);\n");
  {
    g_autofree char *n = g_strdup_printf ("%d", code->n_states);

    g_string_replace (out, "{n}", n, 0);
  }
  if (!model_code_body (code, out, "  ", code->derivatives, code->n_states, "dx({k1}) = {value};", NULL, error))
    return NULL;
  g_string_append (out, "end\n");
  if (code->n_outputs > 0)
    {
      g_autoptr (GString) comment = g_string_new ("The outputs: ");

      model_code_words (comment, code->outputs, code->n_outputs, "");
      g_string_append_c (comment, '.');
      if (!write_function (code, out, comment->str, "outputs", (const ExprValue *) (gpointer) code->plan->outputs->data, code->n_outputs, error))
        return NULL;
    }
  if (code->events->len > 0 && !write_events (code, out, error))
    return NULL;
  if (code->used[EXPR_OP_SELECT])
    g_string_append (out, "\nfunction value = choose(condition, a, b)\n  if condition\n    value = a;\n  else\n    value = b;\n  end\nend\n");
  return g_string_free (g_steal_pointer (&out), FALSE);
}

const ModelCodeTarget model_code_target_octave = {
  .id = "octave", .name = N_("Octave and MATLAB"), .ending = "m", .language = &language, .reserved = reserved, .has_events = TRUE, .has_phases = TRUE, .take_parameter = "{id} = p.{id};",
  .take_state = "{id} = x({k1});", .write = write_octave,
};

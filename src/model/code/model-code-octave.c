/* A model as a function file of Octave and MATLAB. */
#include "model-code-private.h"

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
  "return", "spmd", "switch", "try", "until", "while", "t", "x", "p", "dx", "y", "rhs", "outputs", "choose", "i", "j", "e", "pi", "eps", "Inf", "NaN", "beta", "gamma",
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
  model_code_append (out,
                     "  x0 = [{x0}];\n"
                     "  options = odeset('RelTol', {tolerance}, 'AbsTol', {small}{slope});\n"
                     "  [times, states] = {solver}(@(t, x) rhs(t, x, p), [{start}, t_end], x0, options);\n"
                     "  if nargout == 0\n    fprintf('t %.17g\\n', times(end));\n    for k = 1:numel(names)\n      fprintf('%s %.17g\\n', names{k}, states(end, k));\n    end\n"
                     "  end\nend\n\nfunction dx = rhs(t, x, p)\n  dx = zeros({n}, 1);\n",
                     "tolerance", tolerance->str, "small", small->str, "solver", code->is_stiff ? "ode15s" : "ode45",
                     /* Without the slope ode15s of Octave begins with inconsistent values and fails. */
                     "slope", code->is_stiff ? ", 'InitialSlope', rhs({start}, x0, p)" : "", "start", start->str, "x0", x0->str, NULL);
  {
    g_autofree char *n = g_strdup_printf ("%d", code->n_states);

    g_string_replace (out, "{n}", n, 0);
  }
  if (!model_code_body (code, out, "  ", code->plan->derivatives, code->n_states, "dx({k1}) = {value};", NULL, error))
    return NULL;
  g_string_append (out, "end\n");
  if (code->n_outputs > 0)
    {
      g_string_append (out, "\n% The outputs: ");
      model_code_words (out, code->outputs, code->n_outputs, "");
      g_string_append_printf (out, ".\nfunction y = outputs(t, x, p)\n  y = zeros(%d, 1);\n", code->n_outputs);
      if (!model_code_body (code, out, "  ", (const ExprValue *) (gpointer) code->plan->outputs->data, code->n_outputs, "y({k1}) = {value};", NULL, error))
        return NULL;
      g_string_append (out, "end\n");
    }
  if (code->used[EXPR_OP_SELECT])
    g_string_append (out, "\nfunction value = choose(condition, a, b)\n  if condition\n    value = a;\n  else\n    value = b;\n  end\nend\n");
  return g_string_free (g_steal_pointer (&out), FALSE);
}

const ModelCodeTarget model_code_target_octave = {
  .id = "octave", .ending = "m", .language = &language, .reserved = reserved, .take_parameter = "{id} = p.{id};",
  .take_state = "{id} = x({k1});", .write = write_octave,
};

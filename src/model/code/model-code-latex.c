/* The equations of a model in LaTeX. */
#include <string.h>

#include "model-code-private.h"

#include <glib/gi18n-lib.h>

#define CALL(name) { "\\" name "\\left({a,}\\right)", 8 }
#define NAMED(name) { "\\operatorname{" name "}\\left({a,}\\right)", 8 }

static const ExprSourceLanguage language = {
  .forms = {
    [EXPR_OP_NEG] = { "-{a+}", 6 }, [EXPR_OP_NOT] = { "\\neg {a?}", 8 }, [EXPR_OP_ADD] = { "{a} + {b+}", 5 }, [EXPR_OP_SUB] = { "{a} - {b+}", 5 },
    [EXPR_OP_MUL] = { "{a} \\, {b+}", 6 }, [EXPR_OP_DIV] = { "\\frac{{a,}}{{b,}}", 7 }, [EXPR_OP_POW] = { "{a+}^{{b,}}", 9 }, [EXPR_OP_LT] = { "{a+} < {b+}", 4 },
    [EXPR_OP_LE] = { "{a+} \\le {b+}", 4 }, [EXPR_OP_EQ] = { "{a+} = {b+}", 4 }, [EXPR_OP_NE] = { "{a+} \\ne {b+}", 4 }, [EXPR_OP_AND] = { "{a?} \\land {b?}", 3 },
    [EXPR_OP_OR] = { "{a?} \\lor {b?}", 2 }, [EXPR_OP_SELECT] = { "\\begin{cases} {b,} & \\text{if } {a?} \\\\ {c,} & \\text{otherwise} \\end{cases}", 1 },
    [EXPR_OP_SIN] = CALL ("sin"), [EXPR_OP_COS] = CALL ("cos"), [EXPR_OP_TAN] = CALL ("tan"), [EXPR_OP_ASIN] = CALL ("arcsin"), [EXPR_OP_ACOS] = CALL ("arccos"),
    [EXPR_OP_ATAN] = CALL ("arctan"), [EXPR_OP_SINH] = CALL ("sinh"), [EXPR_OP_COSH] = CALL ("cosh"), [EXPR_OP_TANH] = CALL ("tanh"), [EXPR_OP_ASINH] = NAMED ("arsinh"),
    [EXPR_OP_ACOSH] = NAMED ("arcosh"), [EXPR_OP_ATANH] = NAMED ("artanh"), [EXPR_OP_EXP] = CALL ("exp"), [EXPR_OP_LOG] = CALL ("ln"), [EXPR_OP_LOG10] = CALL ("log_{10}"),
    [EXPR_OP_LOG2] = CALL ("log_{2}"), [EXPR_OP_SQRT] = { "\\sqrt{{a,}}", 8 }, [EXPR_OP_CBRT] = { "\\sqrt[3]{{a,}}", 8 },
    [EXPR_OP_ABS] = { "\\left|{a,}\\right|", EXPR_SOURCE_ATOM }, [EXPR_OP_SIGN] = NAMED ("sgn"), [EXPR_OP_FLOOR] = { "\\lfloor {a,} \\rfloor", EXPR_SOURCE_ATOM },
    [EXPR_OP_CEIL] = { "\\lceil {a,} \\rceil", EXPR_SOURCE_ATOM }, [EXPR_OP_ROUND] = NAMED ("round"), [EXPR_OP_STEP] = NAMED ("step"), [EXPR_OP_ERF] = NAMED ("erf"),
    [EXPR_OP_ATAN2] = { "\\operatorname{atan2}\\left({a,}, {b,}\\right)", 8 }, [EXPR_OP_MIN] = { "\\min\\left({a,}, {b,}\\right)", 8 },
    [EXPR_OP_MAX] = { "\\max\\left({a,}, {b,}\\right)", 8 }, [EXPR_OP_MOD] = { "\\operatorname{mod}\\left({a,}, {b,}\\right)", 8 },
    [EXPR_OP_HYPOT] = { "\\operatorname{hypot}\\left({a,}, {b,}\\right)", 8 },
  },
  .condition = { "{a+} \\ne 0", 4 }, .number = { "\\left[{a,}\\right]", EXPR_SOURCE_ATOM }, .nan = "\\text{undefined}", .infinity = "\\infty", .open = "\\left(", .close = "\\right)", .typeset = TRUE,
};

static const char *const reserved[] = { NULL };

static const char *const greek[] = {
  "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi",
  "chi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega", NULL,
};

/* Appends a word: a Greek letter, a single letter, or an upright word. */
static void
append_word (GString *out, const char *word, gsize n)
{
  g_autofree char *text = g_strndup (word, n);

  if (g_strv_contains (greek, text))
    g_string_append_printf (out, "\\%s", text);
  else
    g_string_append_printf (out, n == 1 || strspn (text, "0123456789") == n ? "%s" : "\\mathrm{%s}", text);
}

/* Returns a name in mathematics: its first word, with the others as an index; "u[3]", "x1" and "I_ext" have one. */
static char *
latex_name (const char *name)
{
  GString *out = g_string_new (NULL);
  gsize first = strcspn (name, "_[.");
  gsize letters = first;

  while (letters > 0 && g_ascii_isdigit (name[letters - 1]))
    letters--;
  if (letters == 0)
    letters = first;
  append_word (out, name, letters);
  if (name[letters] == '\0')
    return g_string_free (out, FALSE);
  g_string_append (out, "_{");
  for (const char *c = name + letters; *c != '\0';)
    {
      gsize n = strcspn (c, "_[.], ");

      if (n > 0)
        append_word (out, c, n);
      c += n;
      if (*c == '\0')
        break;
      if ((*c == ',' || (*c == '_' && c != name + letters) || (*c == '.' && c != name + letters)) && c[1] != '\0')
        g_string_append (out, ",");
      c++;
    }
  g_string_append (out, "}");
  return g_string_free (out, FALSE);
}

/* Appends n equations "left &= value". */
static gboolean
append_equations (ModelCode *code, GString *out, const ExprValue *values, int n, const char *line, const char *const *ids, GError **error)
{
  g_autoptr (GString) body = g_string_new (NULL);

  if (!model_code_body (code, body, "  ", values, n, line, ids, error))
    return FALSE;
  g_string_append (out, body->str);
  return TRUE;
}

/* Appends the formula that says when an event happens. */
static gboolean
append_trigger (ModelCode *code, GString *out, const ModelCodeEvent *event, GError **error)
{
  static const char *const words[] = { "falls through", "crosses", "rises through" };
  g_autofree char *name = g_strdelimit (g_strdup (event->name), "_", ' '), *line = NULL;

  if (event->trigger == MODEL_TRIGGER_CROSSING)
    {
      line = g_strdup_printf ("&\\text{%s: } {value} \\text{ %s } 0 \\\\", name, words[1 + model_code_direction (event)]);
      return append_equations (code, out, &event->witness, 1, line, NULL, error);
    }
  if (event->trigger == MODEL_TRIGGER_EVERY)
    {
      line = g_strdup_printf ("&\\text{%s: {id} } {value} \\\\", name);
      return append_equations (code, out, (const ExprValue[]) { event->every, event->offset }, 2, line, (const char *const[]) { "every", "for the first time at" }, error);
    }
  line = g_strdup_printf ("&\\text{%s: at } t = {value} \\\\", name);
  return append_equations (code, out, (const ExprValue *) (gpointer) event->times->data, (int) event->times->len, line, NULL, error);
}

static gboolean
append_event (ModelCode *code, GString *out, const ModelCodeEvent *event, GError **error)
{
  const int n = (int) event->targets->len;
  g_autofree const char **ids = g_new0 (const char *, n + 1);
  double always;

  if (!append_trigger (code, out, event, error))
    return FALSE;
  for (int i = 0; i < n; i++)
    ids[i] = code->state_ids[g_array_index (event->targets, int, i)];
  if (n > 0 && !append_equations (code, out, (const ExprValue *) (gpointer) event->values->data, n, "{id}^{+} &= {value} \\\\", ids, error))
    return FALSE;
  if (event->ends == EXPR_NO_VALUE)
    return TRUE;
  if (expr_graph_is_constant (code->plan->graph, event->ends, &always))
    {
      g_string_append (out, "  &\\text{and the motion ends} \\\\\n");
      return TRUE;
    }
  return append_equations (code, out, &event->ends, 1, "&\\text{and the motion ends if } {value} \\ne 0 \\\\", NULL, error);
}

static char *
write_latex (ModelCode *code, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL), values = g_string_new (NULL);

  model_code_append (out, "% {name}, written by Stepwise {version}. It needs the package amsmath. [condition] is 1 if the condition holds, otherwise 0.\n\\begin{align*}\n", "name", code->title, "version",
                     STEPWISE_VERSION, NULL);
  if (!append_equations (code, out, code->derivatives, code->n_continuous, "\\dot{{id}} &= {value} \\\\", code->state_ids, error))
    return NULL;
  if (code->n_outputs > 0
      && !append_equations (code, out, (const ExprValue *) (gpointer) code->plan->outputs->data, code->n_outputs, "{id} &= {value} \\\\", code->output_ids, error))
    return NULL;
  for (guint k = 0; k < code->events->len; k++)
    if (!append_event (code, out, model_code_event (code, k), error))
      return NULL;
  /* The last line has no line break. */
  if (g_str_has_suffix (out->str, " \\\\\n"))
    g_string_truncate (out, out->len - 4);
  g_string_append (out, "\n\\end{align*}\n");
  for (int k = 0; k < code->n_parameters; k++)
    {
      g_string_append_printf (values, "%s%s = ", values->len > 0 ? ",\\; " : "", code->parameter_ids[k]);
      g_string_append_printf (values, "%.15g", code->p[k]);
    }
  if (values->len > 0)
    g_string_append_printf (out, "\\[ %s \\]\n", values->str);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

const ModelCodeTarget model_code_target_latex = {
  .id = "latex", .name = N_("Equations in LaTeX"), .ending = "tex", .language = &language, .reserved = reserved, .has_events = TRUE, .identifier = latex_name,
  .write = write_latex,
};

/* A model as a document of SBML (M. Hucka et al., The Systems Biology Markup Language: Language Specification for Level 3 Version 1 Core, 2010). States are parameters
 * with rate rules, outputs and parts of expressions are parameters with assignment rules. */
#include "model-code-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Longest text of an expression before parts of it become parameters. */
#define LONGEST_EXPRESSION 4000

#define APPLY(name) { "<apply> <" name "/> {a,} </apply>", EXPR_SOURCE_ATOM }
#define APPLY2(name) { "<apply> <" name "/> {a,} {b,} </apply>", EXPR_SOURCE_ATOM }
#define CONDITIONS(name) { "<apply> <" name "/> {a?} {b?} </apply>", 0 }
#define PIECE(value, condition) "<piece> " value " " condition " </piece> "
#define OTHERWISE(value) "<otherwise> " value " </otherwise>"
#define PIECEWISE(pieces) { "<piecewise> " pieces " </piecewise>", EXPR_SOURCE_ATOM }
#define NUMBER(n) "<cn> " n " </cn>"
#define COMPARE(name, a, b) "<apply> <" name "/> " a " " b " </apply>"

static const ExprSourceLanguage language = {
  .forms = {
    [EXPR_OP_NEG] = APPLY ("minus"), [EXPR_OP_NOT] = { "<apply> <not/> {a?} </apply>", 0 }, [EXPR_OP_ADD] = APPLY2 ("plus"), [EXPR_OP_SUB] = APPLY2 ("minus"),
    [EXPR_OP_MUL] = APPLY2 ("times"), [EXPR_OP_DIV] = APPLY2 ("divide"), [EXPR_OP_POW] = APPLY2 ("power"), [EXPR_OP_LT] = APPLY2 ("lt"), [EXPR_OP_LE] = APPLY2 ("leq"),
    [EXPR_OP_EQ] = APPLY2 ("eq"), [EXPR_OP_NE] = APPLY2 ("neq"), [EXPR_OP_AND] = CONDITIONS ("and"), [EXPR_OP_OR] = CONDITIONS ("or"),
    [EXPR_OP_SELECT] = { "<piecewise> <piece> {b,} {a?} </piece> <otherwise> {c,} </otherwise> </piecewise>", 0 },
    [EXPR_OP_SIN] = APPLY ("sin"), [EXPR_OP_COS] = APPLY ("cos"), [EXPR_OP_TAN] = APPLY ("tan"), [EXPR_OP_ASIN] = APPLY ("arcsin"), [EXPR_OP_ACOS] = APPLY ("arccos"),
    [EXPR_OP_ATAN] = APPLY ("arctan"), [EXPR_OP_SINH] = APPLY ("sinh"), [EXPR_OP_COSH] = APPLY ("cosh"), [EXPR_OP_TANH] = APPLY ("tanh"), [EXPR_OP_ASINH] = APPLY ("arcsinh"),
    [EXPR_OP_ACOSH] = APPLY ("arccosh"), [EXPR_OP_ATANH] = APPLY ("arctanh"), [EXPR_OP_EXP] = APPLY ("exp"), [EXPR_OP_LOG] = APPLY ("ln"),
    [EXPR_OP_LOG10] = { "<apply> <log/> <logbase> <cn> 10 </cn> </logbase> {a,} </apply>", EXPR_SOURCE_ATOM },
    [EXPR_OP_LOG2] = { "<apply> <log/> <logbase> <cn> 2 </cn> </logbase> {a,} </apply>", EXPR_SOURCE_ATOM },
    [EXPR_OP_SQRT] = { "<apply> <root/> <degree> <cn> 2 </cn> </degree> {a,} </apply>", EXPR_SOURCE_ATOM },
    /* A root of a negative number is not defined in all programs. */
    [EXPR_OP_CBRT] = PIECEWISE (PIECE ("<apply> <minus/> <apply> <root/> <degree> <cn> 3 </cn> </degree> <apply> <minus/> {a,} </apply> </apply> </apply>", COMPARE ("lt", "{a,}", NUMBER ("0")))
                                OTHERWISE ("<apply> <root/> <degree> <cn> 3 </cn> </degree> {a,} </apply>")),
    [EXPR_OP_ABS] = APPLY ("abs"),
    [EXPR_OP_SIGN] = PIECEWISE (PIECE (NUMBER ("1"), COMPARE ("gt", "{a,}", NUMBER ("0"))) PIECE (NUMBER ("-1"), COMPARE ("lt", "{a,}", NUMBER ("0"))) OTHERWISE (NUMBER ("0"))),
    [EXPR_OP_FLOOR] = APPLY ("floor"), [EXPR_OP_CEIL] = APPLY ("ceiling"),
    [EXPR_OP_ROUND] = PIECEWISE (PIECE ("<apply> <ceiling/> <apply> <minus/> {a,} <cn> 0.5 </cn> </apply> </apply>", COMPARE ("lt", "{a,}", NUMBER ("0")))
                                 OTHERWISE ("<apply> <floor/> <apply> <plus/> {a,} <cn> 0.5 </cn> </apply> </apply>")),
    [EXPR_OP_STEP] = PIECEWISE (PIECE (NUMBER ("1"), COMPARE ("geq", "{a,}", NUMBER ("0"))) OTHERWISE (NUMBER ("0"))),
    [EXPR_OP_ATAN2] = PIECEWISE (PIECE ("<apply> <arctan/> <apply> <divide/> {a,} {b,} </apply> </apply>", COMPARE ("gt", "{b,}", NUMBER ("0")))
                                 PIECE ("<apply> <minus/> <apply> <divide/> <pi/> <cn> 2 </cn> </apply> <apply> <arctan/> <apply> <divide/> {b,} {a,} </apply> </apply> </apply>",
                                        COMPARE ("gt", "{a,}", NUMBER ("0")))
                                 PIECE ("<apply> <minus/> <apply> <minus/> <apply> <divide/> <pi/> <cn> 2 </cn> </apply> </apply> <apply> <arctan/> <apply> <divide/> {b,} {a,} </apply> </apply> </apply>",
                                        COMPARE ("lt", "{a,}", NUMBER ("0")))
                                 PIECE ("<pi/>", COMPARE ("lt", "{b,}", NUMBER ("0"))) OTHERWISE (NUMBER ("0"))),
    [EXPR_OP_MIN] = PIECEWISE (PIECE ("{a,}", COMPARE ("lt", "{a,}", "{b,}")) OTHERWISE ("{b,}")),
    [EXPR_OP_MAX] = PIECEWISE (PIECE ("{a,}", COMPARE ("gt", "{a,}", "{b,}")) OTHERWISE ("{b,}")),
    [EXPR_OP_MOD] = { "<apply> <minus/> {a,} <apply> <times/> {b,} <apply> <floor/> <apply> <divide/> {a,} {b,} </apply> </apply> </apply> </apply>", EXPR_SOURCE_ATOM },
    [EXPR_OP_HYPOT] = { "<apply> <root/> <degree> <cn> 2 </cn> </degree> <apply> <plus/> <apply> <times/> {a,} {a,} </apply> <apply> <times/> {b,} {b,} </apply> </apply> </apply>",
                        EXPR_SOURCE_ATOM },
  },
  .assignment = "<assignmentRule variable=\"{name}\"> <math xmlns=\"http://www.w3.org/1998/Math/MathML\"> {value} </math> </assignmentRule>",
  .condition = { "<apply> <neq/> {a,} <cn> 0 </cn> </apply>", 0 }, .number = { "<piecewise> <piece> <cn> 1 </cn> {a,} </piece> <otherwise> <cn> 0 </cn> </otherwise> </piecewise>", EXPR_SOURCE_ATOM },
  .longest = LONGEST_EXPRESSION, .markup = TRUE, .nan = "<notanumber/>", .infinity = "<infinity/>", .open = "", .close = "",
};

static const char *const reserved[] = { "time", "avogadro", "model", NULL };

/* Appends the attributes of a parameter: id, name and value. */
static void
append_parameter (GString *out, const char *id, const char *name, const double *value, gboolean constant)
{
  g_autofree char *escaped = g_markup_escape_text (name, -1);

  g_string_append_printf (out, "      <parameter id=\"%s\"", id);
  if (strcmp (id, name) != 0)
    g_string_append_printf (out, " name=\"%s\"", escaped);
  if (value != NULL)
    {
      g_string_append (out, " value=\"");
      model_code_number (out, *value);
      g_string_append_c (out, '"');
    }
  g_string_append_printf (out, " constant=\"%s\"/>\n", constant ? "true" : "false");
}

#define MATH(content) "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"> " content " </math>"

/* Appends the rules of derivatives and outputs. Returns FALSE with an error. */
static gboolean
append_rules (ModelCode *code, GString *out, GError **error)
{
  const int n = code->n_continuous + code->n_outputs;
  g_autofree ExprValue *values = g_new0 (ExprValue, n + 1);
  g_auto (GStrv) heads = g_new0 (char *, n + 1);
  g_autoptr (GString) body = g_string_new (NULL);

  for (int k = 0; k < n; k++)
    {
      const gboolean is_state = k < code->n_continuous;

      values[k] = is_state ? code->derivatives[k] : g_array_index (code->plan->outputs, ExprValue, k - code->n_continuous);
      heads[k] = g_strdup_printf ("%s variable=\"%s\"", is_state ? "rateRule" : "assignmentRule", is_state ? code->state_ids[k] : code->output_ids[k - code->n_continuous]);
    }
  if (!model_code_body (code, body, "      ", values, n, "<{id}> " MATH ("{value}") " </>", (const char *const *) heads, error))
    return FALSE;
  /* The name of an element is the first word of its head. */
  for (char *line = body->str; *line != '\0';)
    {
      char *end = strchr (line, '\n');
      g_autofree char *text = g_strndup (line, (gsize) (end - line));

      if (g_str_has_suffix (text, " </>"))
        g_string_append_printf (out, "%.*s</%s>\n", (int) strlen (text) - 3, text, strstr (text, "<rateRule") != NULL ? "rateRule" : "assignmentRule");
      else
        g_string_append_printf (out, "%s\n", text);
      line = end + 1;
    }
  return TRUE;
}

/* Appends an event with a trigger that becomes true. `count`: a parameter that the event increases by 1, or NULL. Returns FALSE with an error. */
static gboolean
append_event (ModelCode *code, GString *out, const ModelCodeEvent *event, int number, const char *trigger, const char *count, GError **error)
{
  g_autofree char *name = g_markup_escape_text (event->name, -1), *wanted = g_strdup_printf ("%s_%d", event->id, number);
  g_autofree char *id = number == 1 ? g_strdup (event->id) : model_code_make_id (code->target, code->taken, wanted);

  g_string_append_printf (out,
                          "      <event id=\"%s\" name=\"%s\" useValuesFromTriggerTime=\"true\">\n        <trigger initialValue=\"true\" persistent=\"true\"> " MATH ("%s")
                          " </trigger>\n        <listOfEventAssignments>\n",
                          id, name, trigger);
  for (guint k = 0; k < event->targets->len; k++)
    {
      g_autofree char *value = model_code_text (code, g_array_index (event->values, ExprValue, k), &language, error);

      if (value == NULL)
        return FALSE;
      g_string_append_printf (out, "          <eventAssignment variable=\"%s\"> " MATH ("%s") " </eventAssignment>\n", code->state_ids[g_array_index (event->targets, int, k)], value);
    }
  if (count != NULL)
    g_string_append_printf (out, "          <eventAssignment variable=\"%s\"> " MATH ("<apply> <plus/> <ci> %s </ci> <cn> 1 </cn> </apply>") " </eventAssignment>\n", count, count);
  g_string_append (out, "        </listOfEventAssignments>\n      </event>\n");
  return TRUE;
}

#define TIME "<csymbol encoding=\"text\" definitionURL=\"http://www.sbml.org/sbml/symbols/time\"> time </csymbol>"

/* Appends the elements of an event, and its counter to `parameters`. Returns FALSE with an error. */
static gboolean
append_events (ModelCode *code, GString *out, GString *parameters, const ModelCodeEvent *event, GError **error)
{
  const char *now = code->input_ids[code->plan->base_t];
  int number = 0;

  if (event->trigger == MODEL_TRIGGER_CROSSING)
    {
      const int way = model_code_direction (event);
      g_autofree char *witness = model_code_text (code, event->witness, &language, error);

      for (int side = -1; side <= 1 && witness != NULL; side += 2)
        {
          g_autofree char *trigger = g_strdup_printf (COMPARE ("%s", "%s", NUMBER ("0")), side > 0 ? "geq" : "leq", witness);

          if (way != -side && !append_event (code, out, event, ++number, trigger, NULL, error))
            return FALSE;
        }
      return witness != NULL;
    }
  for (guint k = 0; k < event->times->len; k++)
    {
      g_autofree char *time = model_code_text (code, g_array_index (event->times, ExprValue, k), &language, error);
      g_autofree char *trigger = g_strdup_printf (COMPARE ("geq", "%s", "%s"), now, time);

      if (time == NULL || !append_event (code, out, event, ++number, trigger, NULL, error))
        return FALSE;
    }
  if (event->trigger == MODEL_TRIGGER_EVERY)
    {
      g_autofree char *offset = model_code_text (code, event->offset, &language, error), *period = offset != NULL ? model_code_text (code, event->every, &language, error) : NULL;
      g_autofree char *wanted = g_strdup_printf ("count_%s", event->id);
      g_autofree char *count = model_code_make_id (code->target, code->taken, wanted), *trigger = NULL;
      double first;

      if (period == NULL || !model_code_first_period (code, event, &first, error))
        return FALSE;
      trigger = g_strdup_printf (COMPARE ("geq", "%s", "<apply> <plus/> %s <apply> <times/> %s <ci> %s </ci> </apply> </apply>"), now, offset, period, count);
      append_parameter (parameters, count, count, &first, FALSE);
      return append_event (code, out, event, ++number, trigger, count, error);
    }
  return TRUE;
}

static char *
write_sbml (ModelCode *code, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL), parameters = g_string_new (NULL), rules = g_string_new (NULL), events = g_string_new (NULL);
  g_autofree char *title = g_markup_escape_text (code->title, -1);
  g_autoptr (GString) now = g_string_new ("<apply> <plus/> " TIME " <cn> ");

  /* The time of SBML is 0 at the start. */
  model_code_number (now, code->t_start);
  g_string_append (now, " </cn> </apply>");
  if (code->t_start != 0)
    code->input_ids[code->plan->base_t] = now->str;
  for (int k = 0; k < code->n_parameters; k++)
    append_parameter (parameters, code->parameter_ids[k], code->parameters[k], &code->p[k], TRUE);
  for (int k = 0; k < code->n_states; k++)
    append_parameter (parameters, code->state_ids[k], code->states[k], &code->x0[k], FALSE);
  for (int k = 0; k < code->n_outputs; k++)
    append_parameter (parameters, code->output_ids[k], code->outputs[k], NULL, FALSE);
  if (!append_rules (code, rules, error))
    return NULL;
  for (guint k = 0; k < code->events->len; k++)
    if (!append_events (code, events, parameters, model_code_event (code, k), error))
      return NULL;
  /* The parameters of the variables that expressions define. */
  for (const char *c = rules->str; (c = strstr (c, "<assignmentRule variable=\"s_")) != NULL; c++)
    {
      const char *name = strchr (c, '"') + 1;
      g_autofree char *id = g_strndup (name, strcspn (name, "\""));

      append_parameter (parameters, id, id, NULL, FALSE);
    }
  g_string_append_printf (out,
                          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- Written by Stepwise %s. -->\n<sbml xmlns=\"http://www.sbml.org/sbml/level3/version1/core\" level=\"3\" version=\"1\">\n"
                          "  <model name=\"%s\">\n",
                          STEPWISE_VERSION, title);
  if (parameters->len > 0)
    g_string_append_printf (out, "    <listOfParameters>\n%s    </listOfParameters>\n", parameters->str);
  g_string_append_printf (out, "    <listOfRules>\n%s    </listOfRules>\n", rules->str);
  if (events->len > 0)
    g_string_append_printf (out, "    <listOfEvents>\n%s    </listOfEvents>\n", events->str);
  g_string_append (out, "  </model>\n</sbml>\n");
  return g_string_free (g_steal_pointer (&out), FALSE);
}

const ModelCodeTarget model_code_target_sbml = {
  .id = "sbml", .name = N_("SBML, level 3 version 1"), .ending = "xml", .language = &language, .reserved = reserved, .has_events = TRUE, .has_no_end = TRUE, .reads_before = TRUE, .input_form = "<ci> {id} </ci>", .time_text = TIME, .write = write_sbml,
};

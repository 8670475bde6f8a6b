/* The description of a model as a page of text for the manual. */
#include "cli-help.h"

#include <string.h>

#include "config.h"
#include "expr-op.h"
#include "model-schema.h"
#include "sim-config.h"

static const char example[] = "format: 1\n"
                              "name: Bouncing ball\n"
                              "time: {start: 0, end: 6.5, unit: s}\n"
                              "parameters:\n"
                              "  g: {value: 9.81, unit: m/s^2, range: [0, 25]}\n"
                              "  e: {value: 0.8, range: [0, 1], about: coefficient of restitution}\n"
                              "states:\n"
                              "  h: {initial: 3, derivative: v, kind: position, unit: m}\n"
                              "  v: {initial: 0, derivative: -g, kind: velocity, unit: m/s}\n"
                              "events:\n"
                              "  impact: {crossing: h, direction: falling, set: {h: 0, v: -e*v}}\n"
                              "plots:\n"
                              "  - {type: time, show: [h, v]}\n";

static const char *
type_text (const ModelSchemaRow *row)
{
  static const char *const texts[] = {
    [MODEL_VALUE_TEXT] = "text or number", [MODEL_VALUE_TEXTS] = "text, or a list of texts", [MODEL_VALUE_BOOLEAN] = "true or false",
    [MODEL_VALUE_EXPRESSION] = "expression", [MODEL_VALUE_EXPRESSIONS] = "list of expressions",
    [MODEL_VALUE_FIELD] = "expression, or a list with one expression for each element", [MODEL_VALUE_TIMES] = "expression, or a list of expressions",
    [MODEL_VALUE_MATRIX] = "list of lists of expressions", [MODEL_VALUE_POINTS] = "[x, y], or a list of such points",
    [MODEL_VALUE_SECTION] = "mapping", [MODEL_VALUE_ENTRIES] = "names, each with a mapping", [MODEL_VALUE_ITEMS] = "list of mappings",
    [MODEL_VALUE_TARGETS] = "names of states, each with an expression", [MODEL_VALUE_SETTINGS] = "mapping",
    [MODEL_VALUE_QUATERNION] = "four expressions, or axis and angle", [MODEL_VALUE_RANGE] = "[low, high], or one such range for x and one for y",
  };

  return row->type < G_N_ELEMENTS (texts) && texts[row->type] != NULL ? texts[row->type] : "";
}

static void
append_row (GString *page, const ModelSchemaRow *row)
{
  g_string_append (page, ".TP\n\\fB");
  cli_help_append_roff (page, row->key);
  g_string_append (page, "\\fR");
  if (row->choices != NULL)
    {
      g_autofree char *choices = g_strdelimit (g_strdup (row->choices), "|", ' ');

      g_string_append (page, " \\fI");
      cli_help_append_roff (page, choices);
      g_string_append (page, "\\fR");
    }
  g_string_append_c (page, '\n');
  if (row->choices == NULL)
    {
      cli_help_append_roff (page, type_text (row));
      g_string_append (page, row->about != NULL || row->required ? "; " : "\n");
    }
  if (row->about != NULL)
    cli_help_append_roff (page, row->about);
  if (row->required)
    g_string_append (page, row->about != NULL ? "; required" : "required");
  if (row->about != NULL || row->required)
    g_string_append_c (page, '\n');
  else if (row->choices != NULL)
    g_string_append (page, "one of these\n");
}

static void
append_section (GString *page, ModelSection section)
{
  const char *short_key = model_section_short_key (section);
  gboolean first = TRUE;
  int n;
  const ModelSchemaRow *rows = model_schema_rows (&n);

  for (int i = 0; i < n; i++)
    {
      if (rows[i].section != section)
        continue;
      if (first && section != MODEL_SECTION_TOP)
        {
          g_string_append (page, ".SS Keys of ");
          cli_help_append_roff (page, model_section_label (section));
          g_string_append_c (page, '\n');
          if (short_key != NULL)
            g_string_append_printf (page, "A value without a mapping is the value of \\fB%s\\fR.\n", short_key);
        }
      first = FALSE;
      append_row (page, &rows[i]);
    }
}

/* The settings come from the same table that checks them. */
static void
append_settings (GString *page)
{
  int n;
  const SimSettingRow *rows = sim_config_rows (&n);

  g_string_append (page, ".SS Keys of 'solver'\n");
  for (int i = 0; i < n; i++)
    {
      g_autofree char *choices = rows[i].choices != NULL ? sim_choice_join (rows[i].choices, " ") : NULL;

      g_string_append (page, ".TP\n\\fB");
      cli_help_append_roff (page, rows[i].key);
      g_string_append (page, "\\fR");
      if (choices != NULL)
        {
          g_string_append (page, " \\fI");
          cli_help_append_roff (page, choices);
          g_string_append (page, "\\fR");
        }
      g_string_append_c (page, '\n');
      cli_help_append_roff (page, rows[i].about);
      g_string_append_c (page, '\n');
    }
}

static void
append_names (GString *page, gboolean functions)
{
  gboolean first = TRUE;

  for (int op = 0; op < EXPR_N_OPS; op++)
    {
      gboolean is_function = (expr_op_info[op].properties & EXPR_OP_IS_FUNCTION) != 0;

      if (is_function != functions || expr_op_info[op].name[0] == '\0')
        continue;
      g_string_append (page, first ? "" : ", ");
      cli_help_append_roff (page, expr_op_info[op].name);
      first = FALSE;
    }
}

char *
cli_model_page (void)
{
  GString *page = g_string_new (NULL);

  g_string_append_printf (page, ".TH STEPWISE\\-MODEL 5 2026-11-30 \"Stepwise %s\" \"File Formats\"\n", STEPWISE_VERSION);
  g_string_append (page, ".SH NAME\nstepwise\\-model \\- models of ordinary differential equations for Stepwise\n"
                         ".SH DESCRIPTION\n"
                         "A model is one YAML file. It is data: nothing in it is executed. Names consist of letters, digits and underscores.\n"
                         "\\fBstepwise\\-cli check\\fR \\fIFILE\\fR prints every error with its line and column.\n"
                         ".SH EXAMPLE\n.nf\n");
  cli_help_append_roff (page, example);
  g_string_append (page, ".fi\n.SH KEYS\n");
  for (int section = MODEL_SECTION_TOP; section <= MODEL_SECTION_VIEW; section++)
    append_section (page, (ModelSection) section);
  append_settings (page);
  g_string_append (page, ".SH EXPRESSIONS\nFrom the loosest binding to the tightest: or, and, not, comparisons, + and \\-, * and /, the sign, ^.\n"
                         "Powers group to the right, all others to the left; a chain of comparisons is an error. A value other than zero is true.\n"
                         "There are \\fBif\\fR(condition, then, else) and \\fBsum\\fR(k, 1, N, x[k]); \\fBpi\\fR is a constant and \\fBt\\fR is the time.\n"
                         "Functions: ");
  append_names (page, TRUE);
  g_string_append (page, ".\n.PP\nScalars are read as text: y and no are names, not booleans. Quote an expression inside braces or\n"
                         "brackets if it contains a comma or a bracket.\n"
                         ".SH UNITS\n"
                         "A unit is a product of units with prefixes, powers and numbers, such as kg m/s^2, mS/cm^2, N/m^1.5, 1/(V s) or 10^-3 m;\n"
                         "factors are read from the left, so that J/kg K is J K/kg. rad is 1, and \"\" declares a number. A name that is not a unit, such\n"
                         "as prey, is a unit of its own. \\fBstepwise\\-cli check\\fR and the editor compare the unit of each expression with that of what it\n"
                         "sets, and warn of sums, comparisons and functions whose operands do not fit. They say nothing of expressions with names without a\n"
                         "unit, and of products with numbers that may have one: all but whole numbers below 10 and fractions of them. Tables, distributions,\n"
                         "mass matrices, the zeros of degC and degF, and drawings are not checked.\n"
                         ".SH SETTINGS\n"
                         "The keys of \\fBsolver\\fR are the options of \\fBstepwise\\-cli run\\fR with underscores instead of dashes.\n"
                         ".SH FILES\n.TP\n~/.local/share/stepwise/models\nmodels of the user\n"
                         ".SH SEE ALSO\n.BR stepwise (1),\n.BR stepwise\\-cli (1)\n");
  return g_string_free (page, FALSE);
}

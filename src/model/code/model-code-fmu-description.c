/* Writes modelDescription.xml of an FMU (FMI 2.0.4 and 3.0.2): its variables with their units, and which of them depend on which. */
#include <math.h>
#include <string.h>

#include "model-code-c.h"
#include "model-code-fmu.h"
#include "model-column.h"
#include "model-unit.h"

typedef struct
{
  char *name;
  const char *causality, *variability, *initial, *unit, *about;
  const double *start;       /* NULL: it has none */
  double nominal;            /* 0: none */
  int derivative_of;         /* value reference of the state; −1: it is not a derivative */
  ExprValue value;           /* of a derivative, output or crossing, for its dependencies; EXPR_NO_VALUE: none */
} Variable;

typedef struct
{
  const ModelCode *code;
  int version;
  GString *out;
  GArray *variables;         /* Variable, in the order of the value references */
} Description;

ModelCodePlaces
model_code_fmu_places (const ModelCode *code)
{
  ModelCodePlaces places = { .parameters = 1 };

  places.states = places.parameters + (guint) code->n_parameters;
  places.derivatives = places.states + (guint) code->n_states;
  places.outputs = places.derivatives + (guint) code->n_continuous;
  places.crossings = places.outputs + (guint) code->n_outputs;
  places.end = places.crossings;
  for (guint k = 0; k < code->events->len; k++)
    places.end += model_code_event (code, k)->trigger == MODEL_TRIGGER_CROSSING;
  return places;
}

/* ---- texts ---- */

/* Appends a text as the value of an attribute. What XML cannot contain becomes a space. */
static void
append_text (GString *out, const char *text)
{
  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    {
      const gunichar letter = g_utf8_get_char (c);

      if (letter < 0x20 || letter == 0x7f || letter == 0xfffe || letter == 0xffff)
        g_string_append_c (out, ' ');
      else if (letter == '&' || letter == '<' || letter == '>' || letter == '"')
        g_string_append_printf (out, "&#%u;", letter);
      else
        g_string_append_unichar (out, letter);
    }
}

/* Appends an attribute if the text is not NULL or empty. */
static void
append_attribute (GString *out, const char *name, const char *text)
{
  if (text == NULL || text[0] == '\0')
    return;
  g_string_append_printf (out, " %s=\"", name);
  append_text (out, text);
  g_string_append_c (out, '"');
}

static void
append_number (GString *out, const char *name, double value)
{
  g_string_append_printf (out, " %s=\"", name);
  model_code_number (out, value);
  g_string_append_c (out, '"');
}

/* ---- the variables ---- */

/* Returns the column of a state, discrete state or output, or NULL. */
static const ModelColumn *
find_column (const ModelCode *code, ModelColumnType type, int index)
{
  for (guint k = 0; k < code->plan->columns->len; k++)
    {
      const ModelColumn *column = &g_array_index (code->plan->columns, ModelColumn, k);

      if (column->type == type && column->index == index)
        return column;
    }
  return NULL;
}

/* Returns the declaration of a parameter, which may be an element of an array, or NULL. */
static const ModelQuantity *
find_parameter (const ModelCode *code, const char *name)
{
  const gsize length = strcspn (name, "[");

  for (int k = 0; k < model_n_parameters (code->model); k++)
    {
      const ModelQuantity *quantity = model_parameter (code->model, k);

      if (strncmp (quantity->name, name, length) == 0 && quantity->name[length] == '\0')
        return quantity;
    }
  return NULL;
}

/* Returns whether a value changes between events: it contains the time or a continuous state. */
static gboolean
is_continuous (const ModelCode *code, ExprValue value)
{
  g_autoptr (GArray) inputs = model_code_inputs (code, &value, 1);
  gboolean found = FALSE;

  for (guint k = 0; k < inputs->len; k++)
    found = found || g_array_index (inputs, int, k) >= code->plan->base_t;
  return found;
}

static void
add_variable (Description *self, Variable variable)
{
  g_array_append_val (self->variables, variable);
}

static void
add_states (Description *self, const gboolean *follows)
{
  const ModelCode *code = self->code;

  for (int k = 0; k < code->n_states; k++)
    {
      const gboolean continuous = k < code->n_continuous;
      const ModelColumn *column = continuous ? find_column (code, MODEL_COLUMN_STATE, k) : find_column (code, MODEL_COLUMN_DISCRETE, k - code->n_continuous);

      add_variable (self, (Variable) { .name = g_strdup (code->states[k]), .causality = "output", .variability = continuous ? "continuous" : "discrete",
                                       .initial = follows[k] ? "calculated" : "exact", .start = follows[k] ? NULL : &code->x0[k], .derivative_of = -1,
                                       .nominal = continuous ? code->nominal[k] : 0, .unit = column != NULL ? column->unit : NULL, .about = column != NULL ? column->about : NULL,
                                       .value = continuous ? expr_graph_input (code->plan->graph, model_code_input (code, k)) : EXPR_NO_VALUE });
    }
}

/* Fills the list of variables. */
static void
add_variables (Description *self, const gboolean *follows)
{
  const ModelCode *code = self->code;
  const ModelCodePlaces places = model_code_fmu_places (code);
  gboolean has_time = FALSE;

  for (int k = 0; k < code->n_states + code->n_parameters + code->n_outputs; k++)
    has_time = has_time
               || strcmp (k < code->n_states                        ? code->states[k]
                          : k < code->n_states + code->n_parameters ? code->parameters[k - code->n_states]
                                                                    : code->outputs[k - code->n_states - code->n_parameters],
                          "time") == 0;
  /* No quantity of a model has the name t. */
  add_variable (self, (Variable) { .name = g_strdup (has_time ? "t" : "time"), .causality = "independent", .variability = "continuous", .unit = model_time_unit (code->model),
                                   .derivative_of = -1, .value = EXPR_NO_VALUE });
  for (int k = 0; k < code->n_parameters; k++)
    {
      const ModelQuantity *quantity = find_parameter (code, code->parameters[k]);

      add_variable (self, (Variable) { .name = g_strdup (code->parameters[k]), .causality = "parameter", .variability = "tunable", .initial = "exact", .start = &code->p[k],
                                       .derivative_of = -1, .value = EXPR_NO_VALUE, .unit = quantity != NULL ? quantity->unit : NULL,
                                       .about = quantity != NULL ? quantity->about : NULL });
    }
  add_states (self, follows);
  for (int k = 0; k < code->n_continuous; k++)
    add_variable (self, (Variable) { .name = g_strdup_printf ("der(%s)", code->states[k]), .causality = "local", .variability = "continuous", .initial = "calculated",
                                     .derivative_of = (int) places.states + k, .value = code->derivatives[k] });
  for (int k = 0; k < code->n_outputs; k++)
    {
      const ExprValue value = g_array_index (code->plan->outputs, ExprValue, k);
      const ModelColumn *column = find_column (code, MODEL_COLUMN_OUTPUT, k);
      const gboolean continuous = is_continuous (code, value);

      add_variable (self, (Variable) { .name = g_strdup (code->outputs[k]), .causality = "output", .variability = continuous ? "continuous" : "discrete", .initial = "calculated",
                                       .derivative_of = -1, .value = continuous ? value : EXPR_NO_VALUE, .unit = column != NULL ? column->unit : NULL,
                                       .about = column != NULL ? column->about : NULL });
    }
  for (guint k = 0; k < code->events->len; k++)
    {
      const ModelCodeEvent *event = model_code_event (code, k);

      if (event->trigger == MODEL_TRIGGER_CROSSING)
        add_variable (self, (Variable) { .name = g_strdup_printf ("crossing(%s)", event->id), .causality = "local", .variability = "continuous", .initial = "calculated",
                                         .derivative_of = -1, .value = event->witness, .about = event->name });
    }
}

static void
append_variable (Description *self, const Variable *variable, guint reference)
{
  GString *out = self->out;

  g_string_append (out, self->version == 2 ? "    <ScalarVariable" : "    <Float64");
  append_attribute (out, "name", variable->name);
  g_string_append_printf (out, " valueReference=\"%u\"", reference);
  append_attribute (out, "description", variable->about);
  append_attribute (out, "causality", variable->causality);
  append_attribute (out, "variability", variable->variability);
  append_attribute (out, "initial", variable->initial);
  if (self->version == 2)
    g_string_append (out, "><Real");
  append_attribute (out, "unit", variable->unit);
  if (variable->nominal > 0)
    append_number (out, "nominal", variable->nominal);
  if (variable->derivative_of >= 0)
    /* In FMI 2 it is a number of a variable, counted from 1. */
    g_string_append_printf (out, " derivative=\"%d\"", variable->derivative_of + (self->version == 2 ? 1 : 0));
  if (variable->start != NULL)
    append_number (out, "start", *variable->start);
  g_string_append (out, self->version == 2 ? "/></ScalarVariable>\n" : "/>\n");
}

/* ---- units ---- */

/* Appends the exponents of the base units of SI, if the unit has such exponents. A name with an offset, such as degC, and a number such as rad have none. */
static void
append_base_unit (GString *out, const char *text)
{
  static const char *const bases[] = { "kg", "m", "s", "A", "K", "mol", "cd" };
  ModelUnit unit;
  g_autoptr (GString) attributes = g_string_new (NULL);

  if (strstr (text, "deg") != NULL || strstr (text, "°") != NULL || !model_unit_parse (text, &unit) || unit.n_bases == 0)
    return;
  for (int k = 0; k < unit.n_bases; k++)
    {
      guint known = 0;

      while (known < G_N_ELEMENTS (bases) && strcmp (bases[known], unit.bases[k].name) != 0)
        known++;
      if (known == G_N_ELEMENTS (bases) || unit.bases[k].power != round (unit.bases[k].power) || fabs (unit.bases[k].power) > 100)
        return;
      g_string_append_printf (attributes, " %s=\"%d\"", bases[known], (int) unit.bases[k].power);
    }
  if (unit.factor != 1)
    append_number (attributes, "factor", unit.factor);
  g_string_append_printf (out, "<BaseUnit%s/>", attributes->str);
}

static void
append_units (Description *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint k = 0; k < self->variables->len; k++)
    {
      const char *unit = g_array_index (self->variables, Variable, k).unit;

      if (unit == NULL || unit[0] == '\0' || !g_hash_table_add (seen, (gpointer) unit))
        continue;
      g_string_append (self->out, g_hash_table_size (seen) == 1 ? "  <UnitDefinitions>\n    <Unit" : "    <Unit");
      append_attribute (self->out, "name", unit);
      g_string_append_c (self->out, '>');
      append_base_unit (self->out, unit);
      g_string_append (self->out, "</Unit>\n");
    }
  if (g_hash_table_size (seen) > 0)
    g_string_append (self->out, "  </UnitDefinitions>\n");
}

/* ---- the structure ---- */

/* Appends an element of the structure. dependencies: whether it has those on the continuous states and on the time. */
static void
append_unknown (Description *self, const char *element, guint reference, gboolean dependencies)
{
  const ModelCode *code = self->code;
  const ModelPlan *plan = code->plan;
  const ExprValue value = g_array_index (self->variables, Variable, reference).value;
  /* In FMI 2 numbers of variables count from 1. */
  const guint first = self->version == 2 ? 1 : 0;

  g_string_append_printf (self->out, "    <%s %s=\"%u\"", element, self->version == 2 ? "index" : "valueReference", reference + first);
  if (dependencies && value != EXPR_NO_VALUE)
    {
      g_autoptr (GArray) inputs = model_code_inputs (code, &value, 1);
      gboolean any = FALSE;

      g_string_append (self->out, " dependencies=\"");
      for (guint k = 0; k < inputs->len; k++)
        {
          const int input = g_array_index (inputs, int, k);

          if (input == plan->base_t || (input >= plan->base_x && input < plan->base_x + plan->n_states))
            {
              const guint known = input == plan->base_t ? 0 : model_code_fmu_places (code).states + (guint) (input - plan->base_x);

              g_string_append_printf (self->out, "%s%u", any ? " " : "", known + first);
              any = TRUE;
            }
        }
      g_string_append_c (self->out, '"');
    }
  g_string_append (self->out, "/>\n");
}

/* Returns whether a variable belongs to a list of the structure. */
static gboolean
is_output (const Variable *variable)
{
  return strcmp (variable->causality, "output") == 0;
}

static gboolean
is_derivative (const Variable *variable)
{
  return variable->derivative_of >= 0;
}

static gboolean
is_initial_unknown (const Variable *variable)
{
  return g_strcmp0 (variable->initial, "calculated") == 0 && (is_output (variable) || is_derivative (variable));
}

static void
append_structure (Description *self)
{
  static const struct { const char *list, *element; gboolean (*has) (const Variable *variable); gboolean dependencies; } lists[] = {
    { "Outputs", "Output", is_output, TRUE }, { "Derivatives", "ContinuousStateDerivative", is_derivative, TRUE },
    { "InitialUnknowns", "InitialUnknown", is_initial_unknown, FALSE } };
  const ModelCodePlaces places = model_code_fmu_places (self->code);

  g_string_append (self->out, "  <ModelStructure>\n");
  for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
    {
      /* Each of the lists has an element, since the model has a state. */
      if (self->version == 2)
        g_string_append_printf (self->out, "    <%s>\n", lists[l].list);
      for (guint k = 0; k < self->variables->len; k++)
        if (lists[l].has (&g_array_index (self->variables, Variable, k)))
          append_unknown (self, self->version == 2 ? "Unknown" : lists[l].element, k, lists[l].dependencies);
      if (self->version == 2)
        g_string_append_printf (self->out, "    </%s>\n", lists[l].list);
    }
  for (guint k = places.crossings; k < places.end && self->version == 3; k++)
    append_unknown (self, "EventIndicator", k, TRUE);
  g_string_append (self->out, "  </ModelStructure>\n");
}

/* ---- the whole ---- */

static void
append_kinds (Description *self)
{
  static const char *const kinds[] = { "ModelExchange", "CoSimulation" };
  g_autofree char *identifier = model_code_fmu_identifier (self->code);
  const gboolean directions = model_code_fmu_has_directions (self->code);

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    if (self->version == 2)
      g_string_append_printf (self->out,
                              "  <%s modelIdentifier=\"%s\"%s canNotUseMemoryManagementFunctions=\"true\" canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\"%s>\n"
                              "    <SourceFiles><File name=\"model.c\"/></SourceFiles>\n  </%s>\n",
                              kinds[k], identifier, k == 1 ? " canHandleVariableCommunicationStepSize=\"true\"" : "", directions ? " providesDirectionalDerivative=\"true\"" : "", kinds[k]);
    else
      g_string_append_printf (self->out, "  <%s modelIdentifier=\"%s\" canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\" %s=\"true\"%s/>\n", kinds[k], identifier,
                              k == 1 ? "canHandleVariableCommunicationStepSize" : "needsCompletedIntegratorStep", directions ? " providesDirectionalDerivatives=\"true\"" : "");
}

char *
model_code_fmu_description (const ModelCode *code, int version, const char *token)
{
  GString *out = g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription");
  Description self = { .code = code, .version = version, .out = out, .variables = g_array_new (FALSE, FALSE, sizeof (Variable)) };
  const ModelCodePlaces places = model_code_fmu_places (code);
  g_autofree gboolean *follows = model_code_fmu_follows (code);

  add_variables (&self, follows);
  append_attribute (out, "fmiVersion", version == 2 ? "2.0" : "3.0");
  append_attribute (out, "modelName", model_name (code->model));
  append_attribute (out, version == 2 ? "guid" : "instantiationToken", token);
  append_attribute (out, "description",
                    model_code_c_is_implicit (code) ? "Co-Simulation integrates with the Rosenbrock method RODAS 4(3) and controls the size of its steps."
                                                    : "Co-Simulation integrates with the explicit Runge-Kutta method of Dormand and Prince, order 5(4), and controls the size of its steps.");
  append_attribute (out, "generationTool", "Stepwise " STEPWISE_VERSION);
  append_attribute (out, "variableNamingConvention", "flat");
  if (version == 2)
    g_string_append_printf (out, " numberOfEventIndicators=\"%u\"", places.end - places.crossings);
  g_string_append (out, ">\n");
  append_kinds (&self);
  append_units (&self);
  g_string_append (out, "  <LogCategories>\n    <Category name=\"logStatusError\"/>\n  </LogCategories>\n  <DefaultExperiment");
  append_number (out, "startTime", code->t_start);
  append_number (out, "stopTime", code->t_end);
  append_number (out, "tolerance", code->accuracy);
  if (code->t_end > code->t_start)
    append_number (out, "stepSize", (code->t_end - code->t_start) / 500);
  g_string_append (out, "/>\n  <ModelVariables>\n");
  for (guint k = 0; k < self.variables->len; k++)
    append_variable (&self, &g_array_index (self.variables, Variable, k), k);
  g_string_append (out, "  </ModelVariables>\n");
  append_structure (&self);
  g_string_append (out, "</fmiModelDescription>\n");
  for (guint k = 0; k < self.variables->len; k++)
    g_free (g_array_index (self.variables, Variable, k).name);
  g_array_unref (self.variables);
  return g_string_free (out, FALSE);
}

/* The table of all keys of the model format. */
#include "model-schema.h"

#include <glib/gi18n-lib.h>

#define TEXT MODEL_VALUE_TEXT
#define EXPRESSION MODEL_VALUE_EXPRESSION
#define FIELD MODEL_VALUE_FIELD
#define ROW(section, key, type, ...) { MODEL_SECTION_##section, key, type, __VA_ARGS__ }

#define TRIGGER_DIRECTIONS "falling|rising|both"

/* The ids of plot kinds, separated by "|": "|time|step|…". */
#define MODEL_PLOT_KIND(NAME, name, keys) "|" #name
#define MODEL_PLOT_KIND_OF_RUNS(NAME, name)
static const char plot_kinds[] =
#include "model-plot-kinds.def"
  ;

/* clang-format off */
static const ModelSchemaRow rows[] = {
  ROW (TOP, "format", TEXT, .required = TRUE, .about = "the number 1"),
  ROW (TOP, "name", TEXT, .required = TRUE, .about = "name in the list of models"),
  ROW (TOP, "summary", TEXT, .about = "one sentence"),
  ROW (TOP, "category", TEXT, .about = "heading in the browser"),
  ROW (TOP, "tags", MODEL_VALUE_TEXTS, .about = "keywords for the search"),
  ROW (TOP, "source", TEXT, .about = "book or paper with page"),
  ROW (TOP, "description", TEXT, .about = "any number of paragraphs"),
  ROW (TOP, "time", MODEL_VALUE_SECTION, .of = MODEL_SECTION_TIME, .about = "time span"),
  ROW (TOP, "constants", MODEL_VALUE_ENTRIES, .of = MODEL_SECTION_CONSTANT, .about = "numbers that are fixed while a model runs, such as sizes"),
  ROW (TOP, "parameters", MODEL_VALUE_ENTRIES, .of = MODEL_SECTION_PARAMETER, .about = "numbers that may change during a run"),
  ROW (TOP, "functions", MODEL_VALUE_ENTRIES, .of = MODEL_SECTION_FUNCTION, .about = "functions, expanded where they are called"),
  ROW (TOP, "tables", MODEL_VALUE_ENTRIES, .of = MODEL_SECTION_TABLE, .about = "functions of one number given by points"),
  ROW (TOP, "variables", MODEL_VALUE_ENTRIES, .of = MODEL_SECTION_VARIABLE, .about = "named expressions, in any order"),
  ROW (TOP, "states", MODEL_VALUE_ENTRIES, .of = MODEL_SECTION_STATE, .about = "continuous states"),
  ROW (TOP, "algebraic", MODEL_VALUE_ENTRIES, .of = MODEL_SECTION_ALGEBRAIC, .about = "unknowns of an index-1 DAE"),
  ROW (TOP, "mass_matrix", MODEL_VALUE_SECTION, .of = MODEL_SECTION_MASS_MATRIX, .about = "M of M·x' = derivatives"),
  ROW (TOP, "rotations", MODEL_VALUE_ENTRIES, .of = MODEL_SECTION_ROTATION, .about = "unit quaternions"),
  ROW (TOP, "mechanics", MODEL_VALUE_SECTION, .of = MODEL_SECTION_MECHANICS, .about = "M a = f + Gᵀλ"),
  ROW (TOP, "constraints", MODEL_VALUE_ENTRIES, .of = MODEL_SECTION_CONSTRAINT, .about = "expressions that are zero along solutions"),
  ROW (TOP, "discrete", MODEL_VALUE_ENTRIES, .of = MODEL_SECTION_DISCRETE, .about = "states that only events change"),
  ROW (TOP, "outputs", MODEL_VALUE_ENTRIES, .of = MODEL_SECTION_OUTPUT, .about = "further columns for plots and files"),
  ROW (TOP, "events", MODEL_VALUE_ENTRIES, .of = MODEL_SECTION_EVENT, .about = "actions at certain times or crossings"),
  ROW (TOP, "monitors", MODEL_VALUE_ENTRIES, .of = MODEL_SECTION_MONITOR, .about = "conditions that are checked after each step"),
  ROW (TOP, "noise", MODEL_VALUE_ENTRIES, .of = MODEL_SECTION_NOISE, .about = "random inputs, constant between draws"),
  ROW (TOP, "exact", MODEL_VALUE_TARGETS, .about = "closed-form solution by state: an expression of parameters, t, the start time t0 and values at the start, initial(x)"),
  ROW (TOP, "reference", MODEL_VALUE_SECTION, .of = MODEL_SECTION_REFERENCE, .about = "known points of the solution, for tests"),
  ROW (TOP, "solver", MODEL_VALUE_SETTINGS, .about = "settings of the solver for this model"),
  ROW (TOP, "plots", MODEL_VALUE_ITEMS, .of = MODEL_SECTION_PLOT, .about = "plots of a new session"),
  ROW (TOP, "scene", MODEL_VALUE_ITEMS, .of = MODEL_SECTION_SCENE, .about = "drawing of the mechanism"),

  ROW (TIME, "start", EXPRESSION, .about = "0 by default"),
  ROW (TIME, "end", EXPRESSION, .required = TRUE, .about = "end of the run"),
  ROW (TIME, "unit", TEXT, .about = "unit of t"),

  ROW (CONSTANT, "value", EXPRESSION, .required = TRUE, .about = "expression of other constants"),
  ROW (CONSTANT, "unit", TEXT),
  ROW (CONSTANT, "about", TEXT),
  ROW (CONSTANT, "range", MODEL_VALUE_EXPRESSIONS, .count = 2),
  ROW (CONSTANT, "step", EXPRESSION, .about = "distance of the values of the slider, counted from the start of the range"),

  ROW (PARAMETER, "value", FIELD, .required = TRUE, .about = "expression of constants"),
  ROW (PARAMETER, "unit", TEXT),
  ROW (PARAMETER, "about", TEXT),
  ROW (PARAMETER, "range", MODEL_VALUE_EXPRESSIONS, .count = 2, .about = "range of the slider"),
  ROW (PARAMETER, "scale", MODEL_VALUE_CHOICE, .choices = "log|linear", .about = "scale of the slider"),
  ROW (PARAMETER, "step", EXPRESSION, .about = "distance of the values of the slider, counted from the start of the range; for a linear scale"),
  ROW (PARAMETER, "distribution", EXPRESSION, .about = "drawn in runs with random values"),
  ROW (PARAMETER, "size", MODEL_VALUE_TIMES, .about = "number of elements, or [rows, columns]"),

  ROW (FUNCTION, "arguments", MODEL_VALUE_TEXTS, .required = TRUE, .about = "names"),
  ROW (FUNCTION, "value", EXPRESSION, .required = TRUE),
  ROW (FUNCTION, "about", TEXT),

  ROW (TABLE, "x", MODEL_VALUE_EXPRESSIONS, .about = "increasing numbers"),
  ROW (TABLE, "y", MODEL_VALUE_EXPRESSIONS, .about = "the values at x"),
  ROW (TABLE, "file", TEXT, .about = "file with two columns in the folder of the model"),
  ROW (TABLE, "interpolation", MODEL_VALUE_CHOICE, .choices = "linear|cubic"),
  ROW (TABLE, "outside", MODEL_VALUE_CHOICE, .choices = "hold|extend|error"),
  ROW (TABLE, "about", TEXT),

  ROW (VARIABLE, "value", FIELD, .required = TRUE),
  ROW (VARIABLE, "unit", TEXT),
  ROW (VARIABLE, "about", TEXT),
  ROW (VARIABLE, "size", MODEL_VALUE_TIMES),

  ROW (STATE, "initial", FIELD, .required = TRUE),
  ROW (STATE, "derivative", FIELD, .required = TRUE),
  ROW (STATE, "kind", MODEL_VALUE_CHOICE, .choices = "position|velocity|other"),
  ROW (STATE, "unit", TEXT),
  ROW (STATE, "about", TEXT),
  ROW (STATE, "weight", FIELD, .about = "1/weight is the lower limit of the scale in the error test"),
  ROW (STATE, "nominal", FIELD, .about = "a typical size, the lower limit of the scale in the error test; in place of weight"),
  ROW (STATE, "index", EXPRESSION, .about = "1 to 3; 2 for velocities with a constraint of index 3"),
  ROW (STATE, "size", MODEL_VALUE_TIMES),
  ROW (STATE, "distribution", EXPRESSION),
  ROW (STATE, "wrap", EXPRESSION, .about = "period of an angle, for plots and sections"),

  ROW (ALGEBRAIC, "initial", FIELD, .required = TRUE, .about = "a guess"),
  ROW (ALGEBRAIC, "residual", FIELD, .required = TRUE, .about = "0 = residual"),
  ROW (ALGEBRAIC, "unit", TEXT),
  ROW (ALGEBRAIC, "about", TEXT),
  ROW (ALGEBRAIC, "weight", FIELD),
  ROW (ALGEBRAIC, "nominal", FIELD, .about = "a typical size, as of a state"),
  ROW (ALGEBRAIC, "index", EXPRESSION, .about = "1 to 3; needed where no residual contains an algebraic unknown"),
  ROW (ALGEBRAIC, "size", MODEL_VALUE_TIMES),

  ROW (MASS_MATRIX, "rows", MODEL_VALUE_TEXTS, .required = TRUE, .about = "states"),
  ROW (MASS_MATRIX, "values", MODEL_VALUE_MATRIX, .required = TRUE, .about = "expressions of constants and parameters"),

  ROW (ROTATION, "initial", MODEL_VALUE_QUATERNION, .required = TRUE, .about = "[w, x, y, z] or axis and angle"),
  ROW (ROTATION, "angular_velocity", MODEL_VALUE_EXPRESSIONS, .count = 3, .required = TRUE),
  ROW (ROTATION, "frame", MODEL_VALUE_CHOICE, .choices = "body|world"),
  ROW (ROTATION, "position", MODEL_VALUE_EXPRESSIONS, .count = 3, .about = "initial position"),
  ROW (ROTATION, "velocity", MODEL_VALUE_EXPRESSIONS, .count = 3),
  ROW (ROTATION, "about", TEXT),

  ROW (AXIS_ANGLE, "axis", MODEL_VALUE_EXPRESSIONS, .count = 3, .required = TRUE),
  ROW (AXIS_ANGLE, "angle", EXPRESSION, .required = TRUE),

  ROW (MECHANICS, "coordinates", MODEL_VALUE_ENTRIES, .of = MODEL_SECTION_COORDINATE, .required = TRUE),
  ROW (MECHANICS, "constraints", MODEL_VALUE_ENTRIES, .of = MODEL_SECTION_CONSTRAINT),
  ROW (MECHANICS, "mass_matrix", MODEL_VALUE_MATRIX, .about = "in the order of the coordinates"),

  ROW (COORDINATE, "initial", EXPRESSION, .required = TRUE),
  ROW (COORDINATE, "velocity_initial", EXPRESSION, .about = "0 by default"),
  ROW (COORDINATE, "mass", EXPRESSION),
  ROW (COORDINATE, "force", EXPRESSION, .required = TRUE),
  ROW (COORDINATE, "unit", TEXT),
  ROW (COORDINATE, "about", TEXT),
  ROW (COORDINATE, "weight", EXPRESSION),
  ROW (COORDINATE, "nominal", EXPRESSION, .about = "a typical size of the coordinate, as of a state"),
  ROW (COORDINATE, "wrap", EXPRESSION),

  ROW (CONSTRAINT, "value", EXPRESSION, .required = TRUE),
  ROW (CONSTRAINT, "alpha", EXPRESSION),
  ROW (CONSTRAINT, "beta", EXPRESSION),
  ROW (CONSTRAINT, "about", TEXT),

  ROW (DISCRETE, "initial", FIELD, .required = TRUE),
  ROW (DISCRETE, "unit", TEXT),
  ROW (DISCRETE, "about", TEXT),
  ROW (DISCRETE, "label_1", TEXT, .about = "what happens while the state is 1, for plots: slides"),
  ROW (DISCRETE, "label_0", TEXT, .about = "what happens while it is 0: flies"),
  ROW (DISCRETE, "size", MODEL_VALUE_TIMES),
  ROW (DISCRETE, "distribution", EXPRESSION),

  ROW (OUTPUT, "value", FIELD, .required = TRUE),
  ROW (OUTPUT, "unit", TEXT),
  ROW (OUTPUT, "about", TEXT),
  ROW (OUTPUT, "invariant", MODEL_VALUE_BOOLEAN),
  ROW (OUTPUT, "size", MODEL_VALUE_TIMES),

  ROW (EVENT, "crossing", EXPRESSION,
       .about = "the event happens where this crosses zero; an event of any trigger without set, update, publish, terminate and fail is "
                "recorded and leaves the steps as they are, except in profiles drake and simbody and at times with a condition (while)"),
  ROW (EVENT, "direction", MODEL_VALUE_CHOICE, .choices = TRIGGER_DIRECTIONS),
  ROW (EVENT, "every", EXPRESSION, .about = "period"),
  ROW (EVENT, "offset", EXPRESSION),
  ROW (EVENT, "at", MODEL_VALUE_TIMES, .about = "a time, a list, or start"),
  ROW (EVENT, "each_step", MODEL_VALUE_BOOLEAN),
  ROW (EVENT, "while", EXPRESSION),
  ROW (EVENT, "set", MODEL_VALUE_TARGETS, .about = "continuous and discrete states"),
  ROW (EVENT, "update", MODEL_VALUE_TARGETS, .about = "discrete states"),
  ROW (EVENT, "rest", TEXT,
       .about = "name of a discrete state that is 1 while the state rests on the surface: from the time at which the events accumulate until the "
                "motion would leave the surface, where the event happens once more and ends the rest; begin and end set the positions that 'set' has, "
                "or else move the state to the surface along the displacement of the impulse"),
  ROW (EVENT, "slide", TEXT,
       .about = "name of a discrete state that is 1 while the state slides on the surface; two events with the same crossing, opposite "
                "directions and this name set the discrete states of both sides"),
  ROW (EVENT, "publish", MODEL_VALUE_BOOLEAN),
  ROW (EVENT, "terminate", TEXT, .about = "message"),
  ROW (EVENT, "fail", TEXT, .about = "message"),
  ROW (EVENT, "about", TEXT),

  ROW (MONITOR, "when", EXPRESSION, .required = TRUE),
  ROW (MONITOR, "terminate", TEXT),
  ROW (MONITOR, "fail", TEXT),
  ROW (MONITOR, "about", TEXT),

  ROW (NOISE, "distribution", EXPRESSION, .required = TRUE),
  ROW (NOISE, "every", EXPRESSION, .required = TRUE),
  ROW (NOISE, "unit", TEXT),
  ROW (NOISE, "about", TEXT),
  ROW (NOISE, "size", MODEL_VALUE_TIMES),

  ROW (REFERENCE, "source", TEXT, .required = TRUE),
  ROW (REFERENCE, "points", MODEL_VALUE_ITEMS, .of = MODEL_SECTION_REFERENCE_POINT, .required = TRUE),
  ROW (REFERENCE_POINT, "t", EXPRESSION, .required = TRUE),
  ROW (REFERENCE_POINT, "values", MODEL_VALUE_TARGETS, .required = TRUE),

  ROW (PLOT, "type", MODEL_VALUE_CHOICE, .required = TRUE, .choices = plot_kinds + 1),
  ROW (PLOT, "show", MODEL_VALUE_TEXTS),
  ROW (PLOT, "x", TEXT),
  ROW (PLOT, "y", TEXT),
  ROW (PLOT, "at", TEXT, .about = "section: the column that rises through zero, or the event, where its points are; events: the event whose intervals are shown"),
  ROW (PLOT, "title", TEXT),
  ROW (PLOT, "log", MODEL_VALUE_CHOICES, .choices = "x|y"),
  ROW (PLOT, "equal_scale", MODEL_VALUE_BOOLEAN,
       .about = "phase: one unit of x is as long as one unit of y, in every plot of these two columns, so that a circle is drawn as a circle"),
  ROW (PLOT, "range", MODEL_VALUE_RANGE),
  ROW (PLOT_RANGE, "x", MODEL_VALUE_EXPRESSIONS, .count = 2),
  ROW (PLOT_RANGE, "y", MODEL_VALUE_EXPRESSIONS, .count = 2),

#define SHAPE(key) ROW (SCENE, key, MODEL_VALUE_SECTION, .of = MODEL_SECTION_SCENE_ITEM)
  SHAPE ("line"), SHAPE ("polyline"), SHAPE ("disc"), SHAPE ("box"), SHAPE ("spring"), SHAPE ("arrow"), SHAPE ("text"),
  SHAPE ("trace"), SHAPE ("ground"), SHAPE ("region"), SHAPE ("history"),
  ROW (SCENE, "level", MODEL_VALUE_SECTION, .of = MODEL_SECTION_SCENE_ITEM,
       .about = "a horizontal line at the height of `at`, with `text` at its end"),
  ROW (SCENE, "marks", MODEL_VALUE_SECTION, .of = MODEL_SECTION_SCENE_ITEM,
       .about = "a numbered triangle below the position `at` of each `event`"),
  ROW (SCENE, "flash", MODEL_VALUE_SECTION, .of = MODEL_SECTION_SCENE_ITEM,
       .about = "rays around a body of this `radius` at `at`, when an `event` happens"),
  ROW (SCENE, "view", MODEL_VALUE_SECTION, .of = MODEL_SECTION_VIEW),

  ROW (SCENE_ITEM, "at", MODEL_VALUE_EXPRESSIONS, .count = 2),
  ROW (SCENE_ITEM, "from", MODEL_VALUE_EXPRESSIONS, .count = 2),
  ROW (SCENE_ITEM, "to", MODEL_VALUE_EXPRESSIONS, .count = 2),
  ROW (SCENE_ITEM, "points", MODEL_VALUE_POINTS),
  ROW (SCENE_ITEM, "count", EXPRESSION, .about = "number of points; `points` is then one [x, y] that depends on i"),
  ROW (SCENE_ITEM, "radius", EXPRESSION),
  ROW (SCENE_ITEM, "size", MODEL_VALUE_TIMES, .about = "[width, height] or one number"),
  ROW (SCENE_ITEM, "angle", EXPRESSION),
  ROW (SCENE_ITEM, "span", EXPRESSION, .about = "history: duration shown"),
  ROW (SCENE_ITEM, "length", EXPRESSION, .about = "history: length of the span in the scene"),
  ROW (SCENE_ITEM, "color", TEXT, .about = "1 to 6"),
  ROW (SCENE_ITEM, "fill", MODEL_VALUE_BOOLEAN),
  ROW (SCENE_ITEM, "while", EXPRESSION),
  ROW (SCENE_ITEM, "text", TEXT, .about = "text, with values in {braces}"),
  ROW (SCENE_ITEM, "event", TEXT, .about = "marks, flash: name of the event"),

  ROW (VIEW, "x", MODEL_VALUE_EXPRESSIONS, .count = 2, .required = TRUE),
  ROW (VIEW, "y", MODEL_VALUE_EXPRESSIONS, .count = 2, .required = TRUE),
  ROW (VIEW, "share", TEXT, .about = "column on the x axis, which is then shared with a phase portrait above"),
  ROW (VIEW, "stretch", MODEL_VALUE_BOOLEAN, .about = "separate scales for x and y, for values instead of bodies in space"),
};
/* clang-format on */

const ModelSchemaRow *
model_schema_rows (int *n_rows)
{
  if (n_rows != NULL)
    *n_rows = (int) G_N_ELEMENTS (rows);
  return rows;
}

/* For each section: its name in messages, and the key to which a value belongs if an entry is written as one value instead of a
 * mapping. */
static const struct
{
  const char *label;
  const char *short_key;
} sections[] = {
  [MODEL_SECTION_NONE] = { "", NULL },
  [MODEL_SECTION_TOP] = { N_("a model"), NULL },
  /* Translators: a key of a model file, as in "unknown key 'x' in 'time'". */
  [MODEL_SECTION_TIME] = { N_("'time'"), NULL },
  [MODEL_SECTION_CONSTANT] = { N_("a constant"), "value" },
  [MODEL_SECTION_PARAMETER] = { N_("a parameter"), "value" },
  [MODEL_SECTION_FUNCTION] = { N_("a function"), NULL },
  [MODEL_SECTION_TABLE] = { N_("a table"), NULL },
  [MODEL_SECTION_VARIABLE] = { N_("a variable"), "value" },
  [MODEL_SECTION_STATE] = { N_("a state"), NULL },
  [MODEL_SECTION_ALGEBRAIC] = { N_("an algebraic unknown"), NULL },
  /* Translators: a key of a model file, as in "unknown key 'x' in 'mass_matrix'". */
  [MODEL_SECTION_MASS_MATRIX] = { N_("'mass_matrix'"), NULL },
  [MODEL_SECTION_ROTATION] = { N_("a rotation"), NULL },
  [MODEL_SECTION_AXIS_ANGLE] = { N_("an initial rotation"), NULL },
  /* Translators: a key of a model file, as in "unknown key 'x' in 'mechanics'". */
  [MODEL_SECTION_MECHANICS] = { N_("'mechanics'"), NULL },
  [MODEL_SECTION_COORDINATE] = { N_("a coordinate"), NULL },
  [MODEL_SECTION_CONSTRAINT] = { N_("a constraint"), "value" },
  [MODEL_SECTION_DISCRETE] = { N_("a discrete state"), "initial" },
  [MODEL_SECTION_OUTPUT] = { N_("an output"), "value" },
  [MODEL_SECTION_EVENT] = { N_("an event"), NULL },
  [MODEL_SECTION_MONITOR] = { N_("a monitor"), NULL },
  [MODEL_SECTION_NOISE] = { N_("a noise input"), NULL },
  /* Translators: a key of a model file, as in "unknown key 'x' in 'reference'". */
  [MODEL_SECTION_REFERENCE] = { N_("'reference'"), NULL },
  [MODEL_SECTION_REFERENCE_POINT] = { N_("a reference point"), NULL },
  [MODEL_SECTION_PLOT] = { N_("a plot"), NULL },
  /* Translators: a key of a plot in a model file, as in "unknown key 'x' in 'range'". */
  [MODEL_SECTION_PLOT_RANGE] = { N_("'range'"), NULL },
  [MODEL_SECTION_SCENE] = { N_("a scene item"), NULL },
  [MODEL_SECTION_SCENE_ITEM] = { N_("a scene item"), NULL },
  /* Translators: a key of a model file, as in "unknown key 'x' in 'view'". */
  [MODEL_SECTION_VIEW] = { N_("'view'"), NULL },
};

const char *
model_section_label (ModelSection section)
{
  return sections[section].label;
}

const char *
model_section_short_key (ModelSection section)
{
  return sections[section].short_key;
}

/* A model: the checked contents of a YAML file. Immutable after loading, reference-counted, any thread.
 *
 * Columns are the numbers that a run records, in the order of CSV files: states, mechanics, rotations, algebraic unknowns, discrete states,
 * multipliers, outputs, noise. Arrays have one column for each element (u[1] … u[N]). The number of columns depends on the constants, so
 * ModelSystem has it; Model has only the declarations. */
#pragma once

#include <glib.h>

#include "model-diagnostic.h"
#include "model-yaml.h"

G_BEGIN_DECLS

typedef struct Model Model;

#define MODEL_ERROR (model_error_quark ())
/* Returns the error domain of this library. */
GQuark model_error_quark (void);
typedef enum { MODEL_ERROR_UNKNOWN_NAME, MODEL_ERROR_VALUE, MODEL_ERROR_UNSUPPORTED, MODEL_ERROR_FILE } ModelErrorCode;

/* Takes a reference; any thread. */
Model *model_ref (Model *model);
/* Drops a reference; any thread. */
void model_unref (Model *model);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Model, model_unref)

/* Returns the id, which is the file name without ending ("van-der-pol"). Texts of this and the next functions are never NULL unless stated,
 * and are valid as long as the model. */
const char *model_id (const Model *model);
/* Returns the path of the file, or NULL for a model from text. */
const char *model_path (const Model *model);
/* Returns the paths of the data files that the model was read from in addition to its YAML file, NULL-terminated. */
const char *const *model_data_files (const Model *model);
/* Returns the whole YAML source. */
const char *model_text (const Model *model);
/* Returns the name. */
const char *model_name (const Model *model);
/* Returns the summary, or "" if there is none. */
const char *model_summary (const Model *model);
/* Returns the category, or "" if there is none. */
const char *model_category (const Model *model);
/* Returns the tags, NULL-terminated. */
const char *const *model_tags (const Model *model);
/* Returns the source, or "" if there is none. */
const char *model_source (const Model *model);
/* Returns the description, or "" if there is none. */
const char *model_description (const Model *model);
/* Returns the unit of time, or "" if there is none. */
const char *model_time_unit (const Model *model);

/* Flags: properties of a model, for badges and checks. */
typedef enum
{
  MODEL_HAS_EVENTS = 1 << 0,     /* events that change something or end the run (model_event_acts) */
  MODEL_IS_STIFF = 1 << 1,       /* has the tag stiff */
  MODEL_IS_DAE = 1 << 2,         /* algebraic unknowns, singular mass matrix or constraints */
  MODEL_IS_HAMILTONIAN = 1 << 3, /* has the tag hamiltonian, or is recognized from its equations (model-hamiltonian.h) */
  MODEL_HAS_ROTATIONS = 1 << 4,
  MODEL_HAS_NOISE = 1 << 5,
  MODEL_HAS_EXACT = 1 << 6,
  MODEL_HAS_DISTRIBUTIONS = 1 << 7,
} ModelTraits;
/* Returns the traits (ModelTraits). */
unsigned model_traits (const Model *model);

/* A declared parameter or constant. */
typedef struct
{
  const char *name;
  double value;       /* value in the file; for an array, of its first element */
  int size;           /* number of elements; 0: scalar */
  const char *unit;   /* unit, or "" */
  const char *about;
  double low, high;   /* range; NaN: not given */
  double step;         /* distance of the values of its slider, counted from low; 0: not given */
  gboolean log_scale;
  const char *distribution; /* as written in the file; NULL: none */
} ModelQuantity;
/* Returns the number of declared parameters. */
int model_n_parameters (const Model *model);
/* Returns a declared parameter; borrowed. */
const ModelQuantity *model_parameter (const Model *model, int index);
/* Returns the number of declared constants. */
int model_n_constants (const Model *model);
/* Returns a declared constant; borrowed. */
const ModelQuantity *model_constant (const Model *model, int index);

/* An equation for display: left and right side as text ("v'", "-g"), and the
 * kind of its declaration. */
typedef enum
{
  MODEL_EQUATION_STATE,
  MODEL_EQUATION_VARIABLE,
  MODEL_EQUATION_OUTPUT,
  MODEL_EQUATION_ALGEBRAIC,
  MODEL_EQUATION_CONSTRAINT,
  MODEL_EQUATION_FUNCTION,
  MODEL_EQUATION_DISCRETE,
} ModelEquationKind;
typedef struct
{
  ModelEquationKind kind;
  const char *name;   /* name of the state, variable … */
  const char *left;
  const char *right;
  const char *at_start; /* like right but, if right is an `if` that depends only on discrete states, the branch that is active at the start */
  const char *initial; /* initial value as written, for states and discrete states; else NULL */
  const char *unit, *about;
  int n_elements;     /* number of elements; 0: scalar */
} ModelEquation;
/* Returns the number of equations. */
int model_n_equations (const Model *model);
/* Returns an equation; borrowed. */
const ModelEquation *model_equation (const Model *model, int index);

/* Returns the mapping under `solver`, or NULL if the file has none. It belongs
 * to the model and is read-only. */
const ModelYaml *model_solver (const Model *model);

/* A plot that the model's file describes. The kinds are listed in
 * model-plot-kinds.def. */
typedef enum
{
#define MODEL_PLOT_KIND(NAME, name, keys) MODEL_PLOT_##NAME,
#define MODEL_PLOT_KIND_OF_RUNS(NAME, name) MODEL_PLOT_##NAME,
#include "model-plot-kinds.def"
} ModelPlotType;
typedef struct
{
  ModelPlotType type;
  const char *title;            /* title, or NULL */
  const char *const *show;      /* for plots over time: columns, NULL-terminated */
  const char *x, *y, *at;       /* for phase portraits and sections: columns */
  gboolean log_x, log_y;
  double range[4];              /* x0 x1 y0 y1; NaN: not fixed */
} ModelPlot;
/* Returns the number of plots of the file. */
int model_n_plots (const Model *model);
/* Returns a plot of the file; borrowed. */
const ModelPlot *model_plot (const Model *model, int index);

/* A point of `reference` in the file. */
typedef struct
{
  double t;
  int n_values;
  const char *const *names;
  const double *values;
} ModelReferencePoint;
/* Returns the source of the reference points, or NULL if there are none. */
const char *model_reference_source (const Model *model);
/* Returns the number of reference points. */
int model_n_reference_points (const Model *model);
/* Returns a reference point; borrowed. */
const ModelReferencePoint *model_reference_point (const Model *model, int index);

G_END_DECLS

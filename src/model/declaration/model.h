/* A model: the checked contents of a YAML file. A model does not change after loading, is reference-counted, and may be used by any thread.
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

/* Takes a reference. May be called from any thread. */
Model *model_ref (Model *model);
/* Drops a reference; the last one frees the model. May be called from any thread. */
void model_unref (Model *model);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Model, model_unref)

/* Returns the id, which is the file name without its ending ("van-der-pol"). This text and those that the functions below return are valid
 * as long as the model, and are not NULL unless stated. */
const char *model_id (const Model *model);
/* Returns the path of the file, or NULL if the model was read from a text. */
const char *model_path (const Model *model);
/* Returns the whole YAML source of the model. */
const char *model_text (const Model *model);
/* Returns the display name of the model. */
const char *model_name (const Model *model);
/* Returns the summary, or "" if there is none. */
const char *model_summary (const Model *model);
/* Returns the category, or "" if there is none. */
const char *model_category (const Model *model);
/* Returns the tags (keywords) of the model, NULL-terminated. */
const char *const *model_tags (const Model *model);
/* Returns the citation of the literature source, or "" if there is none. */
const char *model_source (const Model *model);
/* Returns the description, or "" if there is none. */
const char *model_description (const Model *model);
/* Returns the unit of time, or "" if there is none. */
const char *model_time_unit (const Model *model);

/* Properties of a model, as flags. The user interface shows them, and checks use them. */
typedef enum
{
  MODEL_HAS_EVENTS = 1 << 0,     /* has events that change a state or end the run (model_event_acts) */
  MODEL_IS_STIFF = 1 << 1,       /* has the tag "stiff" */
  MODEL_IS_DAE = 1 << 2,         /* has algebraic unknowns, a singular mass matrix or constraints */
  MODEL_IS_HAMILTONIAN = 1 << 3, /* has the tag "hamiltonian", or its equations were recognized as Hamiltonian (model-hamiltonian.h) */
  MODEL_HAS_ROTATIONS = 1 << 4,
  MODEL_HAS_NOISE = 1 << 5,
  MODEL_HAS_EXACT = 1 << 6,
  MODEL_HAS_DISTRIBUTIONS = 1 << 7,
} ModelTraits;
/* Returns the properties of the model, a combination of ModelTraits. */
unsigned model_traits (const Model *model);
/* Returns a word for each property, separated by spaces, such as "events stiff". Free it with g_free. */
char *model_traits_text (unsigned traits);

/* A declared parameter or constant. */
typedef struct
{
  const char *name;
  double value;       /* value in the file; for an array, the value of its first element */
  int size;           /* number of elements of an array; 0: scalar */
  const char *unit;   /* unit; "" if there is none */
  const char *about;
  double low, high;   /* smallest and largest value of its slider; NaN: not given */
  double step;         /* spacing of the values that its slider offers, counted from `low`; 0: not given */
  gboolean log_scale;
  const char *distribution; /* text of the distribution as written in the file; NULL: none */
} ModelQuantity;
/* Returns the number of declared parameters. */
int model_n_parameters (const Model *model);
/* Returns a declared parameter; owned by the model. */
const ModelQuantity *model_parameter (const Model *model, int index);
/* Returns the number of declared constants. */
int model_n_constants (const Model *model);
/* Returns a declared constant; owned by the model. */
const ModelQuantity *model_constant (const Model *model, int index);

/* The kind of the declaration from which an equation
 * comes. */
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
  const char *name;   /* name of the declared state, variable, output … */
  const char *left;
  const char *right;
  /* equals `right`, except if `right` is an `if` whose condition depends only on discrete states: then the branch that is active at the
   * start */
  const char *at_start;
  const char *initial; /* initial value as written, for states and discrete states; otherwise NULL */
  const char *unit, *about;
  int n_elements;     /* number of elements of an array; 0: scalar */
} ModelEquation;
/* Returns the number of equations. */
int model_n_equations (const Model *model);
/* Returns an equation for display; owned by the model. */
const ModelEquation *model_equation (const Model *model, int index);

/* Returns the mapping `solver` of the file, or NULL if there is none. It is read-only and owned by the
 * model. */
const ModelYaml *model_solver (const Model *model);

/* Types of plots that a model's file can describe; model-plot-kinds.def lists
 * them. */
typedef enum
{
#define MODEL_PLOT_KIND(NAME, name, keys) MODEL_PLOT_##NAME,
#define MODEL_PLOT_KIND_OF_RUNS(NAME, name) MODEL_PLOT_##NAME,
#include "model-plot-kinds.def"
} ModelPlotType;
typedef struct
{
  ModelPlotType type;
  const char *title;            /* title of the plot; NULL: none */
  const char *const *show;      /* for plots over time: names of the columns shown, NULL-terminated */
  const char *x, *y, *at;       /* for phase portraits and Poincaré sections: names of columns */
  gboolean log_x, log_y;
  double range[4];              /* fixed axis limits x0, x1, y0, y1; NaN: not fixed */
} ModelPlot;
/* Returns the number of plots of the file. */
int model_n_plots (const Model *model);
/* Returns a plot of the file; owned by the model. */
const ModelPlot *model_plot (const Model *model, int index);

/* A point of the section `reference` in the file, with which a run can be compared. */
typedef struct
{
  double t;
  int n_values;
  const char *const *names;
  const double *values;
} ModelReferencePoint;
/* Returns the literature source of the reference points, or NULL if there are none. */
const char *model_reference_source (const Model *model);
/* Returns the number of reference points. */
int model_n_reference_points (const Model *model);
/* Returns a reference point; owned by the model. */
const ModelReferencePoint *model_reference_point (const Model *model, int index);

G_END_DECLS

/* The struct of a model and the functions that its source files share: model-read*.c fill the
 * struct, model-describe.c derives the data for the user interface, and model.c has the
 * accessors. */
#pragma once

#include <stdatomic.h>

#include "model-declaration.h"
#include "model.h"

G_BEGIN_DECLS

struct Model
{
  atomic_int references; /* number of references; changed atomically, by any thread */
  ModelYamlDocument *document;
  char *id;
  char *path;       /* path of the file; NULL if the model came from text */
  char *file;       /* file name in messages; may be NULL */
  char **tags;
  unsigned traits;

  GPtrArray *declarations; /* ModelDeclaration, sorted by class in the order of the format, then by position in the file */
  GHashTable *names;       /* name → ModelDeclaration; only names that expressions may use */
  gboolean has_arrays, has_matrices; /* TRUE if a declaration is an array (the name i is then reserved) or a matrix (j too) */

  ModelField start, end;   /* start and end of the time span */
  ModelYaml *mass_rows;
  ModelField mass_values;
  ModelField mechanics_mass;
  gboolean has_mechanics;
  ModelAssignments exact;
  ModelField view_x, view_y;
  gboolean has_view, view_stretch;
  ModelYaml *view_share;   /* column on the horizontal axis of the scene; a phase portrait can share this axis; NULL: none */

  GArray *parameters;      /* ModelQuantity */
  GArray *constants;
  GArray *equations;       /* ModelEquation */
  GPtrArray *owned;        /* memory that was allocated while the file was read; freed with the model */
  GArray *plots;           /* ModelPlot */
  GArray *reference;       /* ModelReferencePoint */
  const char *reference_source;

  GMutex lock;             /* protects `plans`; a new plan is made with the lock held and does not change afterwards */
  GPtrArray *plans;        /* ModelPlan; NULL until the first plan is made */
};

#define MODEL_DECLARATION(model, k) ((ModelDeclaration *) (model)->declarations->pdata[k])

/* Makes a model without declarations. Takes ownership of the document; path and
 * file may be NULL. */
Model *model_new (ModelYamlDocument *document, const char *path, const char *file);

G_END_DECLS

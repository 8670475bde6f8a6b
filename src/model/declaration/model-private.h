/* The fields of a model. One object in several files: model-read*.c fills it,
 * model-describe.c derives what the interface shows, model.c has its accessors. */
#pragma once

#include <stdatomic.h>

#include "model-declaration.h"
#include "model.h"

G_BEGIN_DECLS

struct Model
{
  atomic_int references; /* changed by every thread that holds the model */
  ModelYamlDocument *document;
  char *id;
  char *path;       /* NULL: text */
  char *file;       /* name in messages; may be NULL */
  char **tags;
  unsigned traits;

  GPtrArray *declarations; /* ModelDeclaration, by class in the order of the format, then in file order */
  GHashTable *names;       /* name → ModelDeclaration, for the names that expressions may use */
  gboolean has_arrays, has_matrices; /* whether i, and j, are indices of elements */

  ModelField start, end;   /* time */
  ModelYaml *mass_rows;
  ModelField mass_values;
  ModelField mechanics_mass;
  gboolean has_mechanics;
  ModelAssignments exact;
  ModelField view_x, view_y;
  gboolean has_view, view_stretch;
  ModelYaml *view_share;   /* the column on the x axis of the view; NULL: none */

  GArray *parameters;      /* ModelQuantity */
  GArray *constants;
  GArray *equations;       /* ModelEquation */
  GPtrArray *owned;        /* memory that was allocated while reading */
  GArray *plots;           /* ModelPlot */
  GArray *reference;       /* ModelReferencePoint */
  const char *reference_source;

  GMutex lock;             /* protects plans, which are made under it and then immutable */
  GPtrArray *plans;        /* ModelPlan; NULL until the first one */
};

#define MODEL_DECLARATION(model, k) ((ModelDeclaration *) (model)->declarations->pdata[k])

/* Makes a model without declarations and takes the document over; path and file
 * may be NULL. */
Model *model_new (ModelYamlDocument *document, const char *path, const char *file);

G_END_DECLS

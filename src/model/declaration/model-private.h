/* A model's insides: one object, whose files read it (model-read*.c), describe
 * it (model-describe.c) and answer for it (model.c). */
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
  char *file;       /* name in messages, may be NULL */
  char **tags;
  unsigned traits;

  GPtrArray *declarations; /* ModelDeclaration in file order, by class as the format lists them */
  GHashTable *names;       /* name → ModelDeclaration, those that expressions may use */
  gboolean has_arrays, has_matrices; /* i, j mean the element */

  ModelField start, end;   /* time */
  ModelYaml *mass_rows;
  ModelField mass_values;
  ModelField mechanics_mass;
  gboolean has_mechanics;
  ModelAssignments exact;
  ModelField view_x, view_y;
  gboolean has_view, view_stretch;
  ModelYaml *view_share;   /* the column that the view's x axis carries, or NULL */

  GArray *parameters;      /* ModelQuantity */
  GArray *constants;
  GArray *equations;       /* ModelEquation */
  GPtrArray *owned;        /* strings made while reading */
  GArray *plots;           /* ModelPlot */
  GArray *reference;       /* ModelReferencePoint */
  const char *reference_source;

  GMutex lock;             /* guards plans; they are made under it and immutable afterwards */
  GPtrArray *plans;        /* ModelPlan; NULL: none yet */
};

#define MODEL_DECLARATION(model, k) ((ModelDeclaration *) (model)->declarations->pdata[k])

/* Makes a model without declarations and takes the document over; path and file
 * may be NULL. */
Model *model_new (ModelYamlDocument *document, const char *path, const char *file);

G_END_DECLS

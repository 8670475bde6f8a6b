/* A model while it is imported: declarations with keys and expressions, written as a model file at the end. */
#pragma once

#include "model-import-tree.h"

G_BEGIN_DECLS

/* The sections of a model file, in their order. */
typedef enum
{
  MODEL_DRAFT_CONSTANTS,
  MODEL_DRAFT_PARAMETERS,
  MODEL_DRAFT_FUNCTIONS,
  MODEL_DRAFT_TABLES,
  MODEL_DRAFT_VARIABLES,
  MODEL_DRAFT_STATES,
  MODEL_DRAFT_ALGEBRAIC,
  MODEL_DRAFT_DISCRETE,
  MODEL_DRAFT_OUTPUTS,
  MODEL_DRAFT_EVENTS,
  MODEL_DRAFT_NOISE,
  MODEL_DRAFT_N_SECTIONS
} ModelDraftSection;

typedef struct ModelDraft ModelDraft;
typedef struct ModelDraftItem ModelDraftItem;

/* Returns an empty draft. source: the name of the file, for messages; NULL: a text. Errors and notes are appended to diagnostics. */
ModelDraft *model_draft_new (const char *source, GPtrArray *diagnostics);
/* Frees the draft. */
void model_draft_free (ModelDraft *draft);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelDraft, model_draft_free)

/* Sets the name of the model. */
void model_draft_set_title (ModelDraft *draft, const char *name);
/* Appends a line to the description of the model. */
void model_draft_append_description (ModelDraft *draft, const char *line);
/* Sets the time span. */
void model_draft_set_time (ModelDraft *draft, double start, double end);
/* Returns the name of the file, or NULL. */
const char *model_draft_source (const ModelDraft *draft);

/* Appends an error about a line; 0: about the whole file. */
void model_draft_error (ModelDraft *draft, int line, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Appends a note about a line; 0: about the whole file. */
void model_draft_note (ModelDraft *draft, int line, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Appends the message of an error, and frees it. */
void model_draft_take_error (ModelDraft *draft, int line, GError *error);
/* Returns the number of errors so far. */
guint model_draft_n_errors (const ModelDraft *draft);

/* Returns a name that is valid in a model and not yet used: `wanted`, with other characters replaced and with a number at its end if
 * necessary. The draft owns it. */
const char *model_draft_name (ModelDraft *draft, const char *wanted);

/* Appends a declaration with a name from model_draft_name. */
ModelDraftItem *model_draft_add (ModelDraft *draft, ModelDraftSection section, const char *name);
/* Sets a key of an item, or of a mapping within the item if `inside` is not NULL, such as "set". A key that is there is replaced. */
void model_draft_set (ModelDraftItem *item, const char *inside, const char *key, const char *value);
/* Sets a key to a number. */
void model_draft_set_number (ModelDraftItem *item, const char *key, double value);
/* Sets a key to an expression, within the mapping `inside` unless it is NULL. */
void model_draft_set_tree (ModelDraftItem *item, const char *inside, const char *key, const ModelImportTree *tree);
/* Sets a key to a list of texts. */
void model_draft_set_list (ModelDraftItem *item, const char *key, const char *const *values);
/* Sets a key of the mapping `solver`. */
void model_draft_set_solver (ModelDraft *draft, const char *key, const char *value);
/* Appends a plot of columns over time (y is NULL), or of y over x. */
void model_draft_add_plot (ModelDraft *draft, const char *const *columns, const char *x, const char *y);
/* Returns the items of a section, of ModelDraftItem. The draft owns them. */
const GPtrArray *model_draft_items (const ModelDraft *draft, ModelDraftSection section);

/* Returns the model file. */
char *model_draft_write (const ModelDraft *draft);

G_END_DECLS

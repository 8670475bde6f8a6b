/* What the files of this folder share: page-document.c writes the page, page-still.c its stored picture, page-lesson.c the data of a
 * lesson. */
#pragma once

#include "lab-json.h"
#include "page-document.h"

G_BEGIN_DECLS

/* Computes the run of a page and returns its plots as an image, SVG or PNG, whichever is smaller, with its type in *type. Returns NULL
 * without an error if the model has no plots that can be drawn, and NULL with an error if the run cannot begin or is cancelled. */
GBytes *page_still (const PageInput *input, const LabProgress *progress, const char **type, GError **error);
/* What a page asks of its core first. */
typedef struct
{
  Model *model;                  /* the model without the extension */
  char *text, *file, *extension; /* as for page_open */
  GArray *values;                /* PageStartValue */
  SimConfig *config;
  gboolean with_run; /* the page computes the run at once */
} PageFirst;
/* Frees the members. */
void page_first_clear (PageFirst *first);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PageFirst, page_first_clear)

/* Appends the answers of the core to these requests to an object: the model, and the run if it can be stored, which sets *has_run. Returns FALSE with an
 * error if it is cancelled. Any thread. */
gboolean page_add_first (LabJson *json, const PageFirst *first, const LabProgress *progress, gboolean *has_run, GError **error);
/* Returns the text of a setting that differs from that of the model, or NULL. Free it with g_free. */
char *page_setting_text (const SimConfig *config, const char *key);
/* Appends the settings of a configuration that differ from those of the model, as pairs [key, text]. */
void page_add_settings (LabJson *json, const char *key, const SimConfig *config);
/* Appends a lesson: its pages, runs and numbers. *first is what its first page asks; it has no model if that is nothing. Returns FALSE with diagnostics. */
gboolean page_add_lesson (LabJson *json, const LabLesson *lesson, PageFirst *first, GPtrArray *diagnostics);

G_END_DECLS

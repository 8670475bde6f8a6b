/* What the files of this folder share: page-document.c writes the page, page-still.c its stored picture, page-lesson.c the data of a
 * lesson. */
#pragma once

#include "lab-json.h"
#include "page-document.h"

G_BEGIN_DECLS

/* Computes the run of a page and returns its plots as an image, SVG or PNG, whichever is smaller, with its type in *type. Returns NULL
 * without an error if the model has no plots that can be drawn, and NULL with an error if the run cannot begin or is cancelled. */
GBytes *page_still (const PageInput *input, const LabProgress *progress, const char **type, GError **error);
/* Appends the settings of a configuration that differ from those of the model, as pairs [key, text]. */
void page_add_settings (LabJson *json, const char *key, const SimConfig *config);
/* Appends a lesson: its pages, runs and numbers. Returns FALSE with diagnostics. */
gboolean page_add_lesson (LabJson *json, const LabLesson *lesson, GPtrArray *diagnostics);

G_END_DECLS

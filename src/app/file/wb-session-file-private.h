/* Declarations that only the files wb-session-*.c of this folder
 * share. */
#pragma once

#include "model-yaml.h"
#include "plot-layer.h"
#include "wb-session-file.h"

G_BEGIN_DECLS

/* Names of the comparison rules in session files, indexed by LabComparisonRule. The array ends with
 * NULL. */
extern const char *const wb_session_rules[];

/* Names of pinned objects in session files, indexed by PlotHitKind. NULL: objects of this kind are not
 * saved. */
#define WB_N_SESSION_PINS (PLOT_HIT_LINE + 1)
extern const char *const wb_session_pins[WB_N_SESSION_PINS];

/* Returns the name of the arithmetic that computes the runs of a session (expr_arithmetic). */
const char *wb_session_file_arithmetic (WbSession *session);

/* Reads a session. First reads everything and then changes the session, so that an error leaves the session unchanged. name appears in
 * error messages. */
gboolean wb_session_file_read (const ModelYaml *root, const char *name, WbSession *session, GError **error);

G_END_DECLS

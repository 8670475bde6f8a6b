/* What writing and reading session files share; for no one else. */
#pragma once

#include "model-yaml.h"
#include "plot-layer.h"
#include "wb-session-file.h"

G_BEGIN_DECLS

/* Words of a comparison's rules, by LabComparisonRule; ends with NULL. */
extern const char *const wb_session_rules[];

/* What a pin is of, by PlotHitKind; NULL: what is not kept. */
#define WB_N_SESSION_PINS (PLOT_HIT_LINE + 1)
extern const char *const wb_session_pins[WB_N_SESSION_PINS];

/* Reads everything before it changes the session: on an error the session is
 * unchanged. */
gboolean wb_session_file_read (const ModelYaml *root, const char *name, WbSession *session, GError **error);

G_END_DECLS

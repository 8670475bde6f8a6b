/* What happens to an instance at certain times or crossings, and what watches it. */
#pragma once

#include "model-event.h"

G_BEGIN_DECLS

typedef struct ModelSystem ModelSystem; /* model-system.h */

/* ---- events ---- */
int model_system_n_events (const ModelSystem *system);
const ModelEvent *model_system_event (const ModelSystem *system, int event);
/* Whether it waits for the crossing of an event before it in the file: a case of that one, under a condition of its own. */
gboolean model_system_event_is_case (const ModelSystem *system, int event);
/* Current period and offset (MODEL_TRIGGER_EVERY) or the k-th time (MODEL_TRIGGER_AT), from the current parameters. */
double model_system_event_every (ModelSystem *system, int event);
double model_system_event_offset (ModelSystem *system, int event);
double model_system_event_time (ModelSystem *system, int event, int k);
/* The witness's value at (t, x) with the current discrete state. */
double model_system_event_witness (ModelSystem *system, int event, double t, const double *x);
/* All crossing events at once, in event order, into g[]; entries of other events are untouched. */
void model_system_witnesses (ModelSystem *system, double t, const double *x, double *g);
/* `while` at (t, x⁻, d⁻); TRUE where there is none. */
gboolean model_system_event_armed (ModelSystem *system, int event, double t, const double *x);
/* Actions read (t, x⁻, d⁻ as set by set_discrete) and write into x_plus, d_plus only what they change. set: both; update: d_plus alone.
 * changed[n_states + n_discrete] (may be NULL) is set to TRUE for each target. FALSE: a value was not finite; which: name of the target. */
gboolean model_system_event_set (ModelSystem *system, int event, double t, const double *x, double *x_plus, double *d_plus,
                                 gboolean *changed, const char **which);
gboolean model_system_event_update (ModelSystem *system, int event, double t, const double *x, double *d_plus,
                                    gboolean *changed, const char **which);
/* The terminate or fail message with its {expressions} filled in; free with g_free. */
char *model_system_event_message (ModelSystem *system, int event, double t, const double *x);

/* ---- monitors ---- */
int model_system_n_monitors (const ModelSystem *system);
const ModelMonitor *model_system_monitor (const ModelSystem *system, int monitor);
gboolean model_system_monitor_holds (ModelSystem *system, int monitor, double t, const double *x);
char *model_system_monitor_message (ModelSystem *system, int monitor, double t, const double *x);

G_END_DECLS

/* Events and monitors of an instance. */
#pragma once

#include "model-event.h"

G_BEGIN_DECLS

typedef struct ModelSystem ModelSystem; /* declared in model-system.h */

/* ---- events ---- */
/* Returns the number of events. */
int model_system_n_events (const ModelSystem *system);
/* Returns an event; borrowed. */
const ModelEvent *model_system_event (const ModelSystem *system, int event);
/* Returns whether an earlier event of the file waits for the same crossing,
 * with another condition. */
gboolean model_system_event_is_case (const ModelSystem *system, int event);
/* Returns the period of an event with `every`, from the current parameters. */
double model_system_event_every (ModelSystem *system, int event);
/* Returns the offset of an event with `every`, from the current parameters. */
double model_system_event_offset (ModelSystem *system, int event);
/* Returns the k-th time of an event with `at`, from the current parameters. */
double model_system_event_time (ModelSystem *system, int event, int k);
/* Returns the value of an event's witness at (t, x) with the current discrete state. */
double model_system_event_witness (ModelSystem *system, int event, double t, const double *x);
/* Evaluates all crossing events into g[n_events]; entries of other events are
 * unchanged. */
void model_system_witnesses (ModelSystem *system, double t, const double *x, double *g);
/* Returns the value of `while` at (t, x⁻, d⁻), or TRUE if the event has none. */
gboolean model_system_event_armed (ModelSystem *system, int event, double t, const double *x);
/* Evaluates the assignments `set` of an event at (t, x⁻, d⁻), and writes only
 * the targets to x_plus and d_plus. changed[n_states + n_discrete] (may be
 * NULL) is set for each target. Returns FALSE with the name of the target in
 * *which if a value is not finite. */
gboolean model_system_event_set (ModelSystem *system, int event, double t, const double *x, double *x_plus, double *d_plus,
                                 gboolean *changed, const char **which);
/* Evaluates the assignments `update` of an event like model_system_event_set,
 * into d_plus only. */
gboolean model_system_event_update (ModelSystem *system, int event, double t, const double *x, double *d_plus,
                                    gboolean *changed, const char **which);
/* Returns the message of an event that terminates or fails the run, with its
 * {expressions} filled in. Free it with g_free. */
char *model_system_event_message (ModelSystem *system, int event, double t, const double *x);

/* ---- monitors ---- */
/* Returns the number of monitors. */
int model_system_n_monitors (const ModelSystem *system);
/* Returns a monitor; borrowed. */
const ModelMonitor *model_system_monitor (const ModelSystem *system, int monitor);
/* Returns whether the condition of a monitor holds at (t, x). */
gboolean model_system_monitor_holds (ModelSystem *system, int monitor, double t, const double *x);
/* Returns the message of a monitor with its {expressions} filled in; free with
 * g_free. */
char *model_system_monitor_message (ModelSystem *system, int monitor, double t, const double *x);

G_END_DECLS

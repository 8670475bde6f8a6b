/* Events and monitors of an instance. */
#pragma once

#include "model-event.h"

G_BEGIN_DECLS

typedef struct ModelSystem ModelSystem; /* declared in model-system.h */

/* ---- events ---- */
/* Returns the number of events of the model. */
int model_system_n_events (const ModelSystem *system);
/* Returns an event; owned by the system. */
const ModelEvent *model_system_event (const ModelSystem *system, int event);
/* Returns whether an event that precedes this one in the file has the same crossing, with another condition
 * `while`. */
gboolean model_system_event_is_case (const ModelSystem *system, int event);
/* Returns the period of an event with the key `every`, computed with the current parameters, in units of time. */
double model_system_event_every (ModelSystem *system, int event);
/* Returns the time offset of an event with the key `every`, computed with the current parameters. */
double model_system_event_offset (ModelSystem *system, int event);
/* Returns time k of an event with the key `at`, computed with the current parameters. */
double model_system_event_time (ModelSystem *system, int event, int k);
/* Returns the witness function of an event at (t, x), with the current discrete states. The event occurs where it crosses zero. */
double model_system_event_witness (ModelSystem *system, int event, double t, const double *x);
/* Evaluates the witness functions of all crossing events into g[n_events]. Entries of other events are not
 * written. */
void model_system_witnesses (ModelSystem *system, double t, const double *x, double *g);
/* Returns the value of an event's condition `while` at (t, x) and the current discrete states, before the event changes them. Returns TRUE
 * if the event has no condition. */
gboolean model_system_event_armed (ModelSystem *system, int event, double t, const double *x);
/* Evaluates the assignments `set` of an event from the values before the event, t, x and the current discrete
 * states. Writes only the targets to x_plus and d_plus, and sets the elements of changed[n_states + n_discrete]
 * (may be NULL) that belong to them. Returns FALSE if a value is not finite, with the name of its target in
 * *which. */
gboolean model_system_event_set (ModelSystem *system, int event, double t, const double *x, double *x_plus, double *d_plus,
                                 gboolean *changed, const char **which);
/* Evaluates the values of the targets of `set` at the begin of a rest (key `rest` of the event). Arguments are as in model_system_event_set. */
gboolean model_system_event_rest (ModelSystem *system, int event, double t, const double *x, double *x_plus, double *d_plus,
                                  const char **which);
/* Evaluates the assignments `update` of an event like model_system_event_set. They change only discrete
 * states. */
gboolean model_system_event_update (ModelSystem *system, int event, double t, const double *x, double *d_plus,
                                    gboolean *changed, const char **which);
/* Returns the message of an event that terminates the run or lets it fail, with the values of its {expressions} at (t, x). Free it with
 * g_free. */
char *model_system_event_message (ModelSystem *system, int event, double t, const double *x);

/* ---- monitors ---- */
/* Returns the number of monitors of the model. */
int model_system_n_monitors (const ModelSystem *system);
/* Returns a monitor; owned by the system. */
const ModelMonitor *model_system_monitor (const ModelSystem *system, int monitor);
/* Returns whether the condition of a monitor is true at (t, x). */
gboolean model_system_monitor_holds (ModelSystem *system, int monitor, double t, const double *x);
/* Returns the message of a monitor with the values of its {expressions} at (t, x). Free it with
 * g_free. */
char *model_system_monitor_message (ModelSystem *system, int monitor, double t, const double *x);

G_END_DECLS

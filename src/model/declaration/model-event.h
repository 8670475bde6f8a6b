/* Events and monitors as the interface and the simulator use them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum { MODEL_TRIGGER_CROSSING, MODEL_TRIGGER_EVERY, MODEL_TRIGGER_AT, MODEL_TRIGGER_START, MODEL_TRIGGER_EACH_STEP } ModelTrigger;
typedef enum { MODEL_DIRECTION_BOTH, MODEL_DIRECTION_FALLING, MODEL_DIRECTION_RISING } ModelDirection;
typedef struct
{
  const char *name;
  ModelTrigger trigger;
  ModelDirection direction;
  gboolean rests;  /* the key `rest`: the state rests on the surface where the events accumulate */
  gboolean slides; /* the key `slide`: the state may slide on the surface of the event */
  int phase;       /* index of the discrete state that `rest` or `slide` names; valid only if one of them is true */
  gboolean has_while, has_set, has_update, publish, terminates, fails;
  int n_times;   /* number of times of an event with MODEL_TRIGGER_AT */
  const char *trigger_text; /* description for the interface: "h falling", "every 0.1" */
  const char *const *actions; /* assignments as written ("v = -e*v") and actions without a value ("publish"); NULL-terminated */
  const char *crossing, *condition; /* texts of the keys `crossing` and `while` as written in the file; "" if the key is missing */
  const char *about;        /* text of the key `about` in the file; "" if it is missing */
} ModelEvent;
/* Returns whether an event changes a state or ends the run. Other events only record their times. */
gboolean model_event_acts (const ModelEvent *event);

typedef struct { const char *name; gboolean fails; } ModelMonitor;

G_END_DECLS

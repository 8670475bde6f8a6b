/* Functions of ModelEvent. */
#include "model-event.h"

gboolean
model_event_acts (const ModelEvent *event)
{
  return event->has_set || event->has_update || event->terminates || event->fails;
}

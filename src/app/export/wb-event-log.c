/* Writes the events of a run to a file that the user chooses. */
#include "wb-event-log.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sim-output-file.h"
#include "wb-dialogs.h"
#include "wb-number-field.h"

static void
append_number (GString *out, double value)
{
  g_autofree char *text = wb_number_text (value);

  g_string_append (out, text);
}

/* Returns the events of a run as CSV text; free with g_free. */
static char *
text_of_run (WbRunItem *run)
{
  SimTrajectory *trajectory = wb_run_item_trajectory (run);
  ModelSystem *system = wb_run_item_system (run);
  int n_states = model_system_n_states (system);
  gsize n = sim_trajectory_n_events (trajectory), n_rows = sim_trajectory_n_rows (trajectory);
  GString *out = g_string_new ("t,event,iterations");

  for (int side = 0; side < 2; side++)
    for (int i = 0; i < n_states; i++)
      g_string_append_printf (out, ",%s %s", model_system_column (system, i)->name, side == 0 ? "before" : "after");
  g_string_append_c (out, '\n');
  for (gsize k = 0; k < n; k++)
    {
      SimEventRecord record = sim_trajectory_event (trajectory, k);
      gboolean named = record.event >= 0 && record.event < model_system_n_events (system);

      append_number (out, record.t);
      g_string_append_printf (out, ",%s,%d", named ? model_system_event (system, record.event)->name : "", record.iterations);
      for (int side = 0; side < 2; side++)
        {
          gsize row = side == 0 ? record.row_before : record.row_after;

          for (int i = 0; i < n_states; i++)
            {
              g_string_append_c (out, ',');
              if (row < n_rows)
                append_number (out, sim_trajectory_row (trajectory, row)[1 + i]);
            }
        }
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}

static void
on_place (const char *path, gpointer user)
{
  g_autoptr (WbSession) session = user;
  WbRunItem *run = path != NULL ? wb_session_current (session) : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  char *text;

  if (run == NULL)
    return;
  text = text_of_run (run);
  bytes = g_bytes_new_take (text, strlen (text));
  if (!sim_write_file (path, bytes, 0, &error))
    wb_session_message (session, error->message);
  else
    wb_session_message (session, _("Event log saved"));
}

void
wb_event_log_ask_save (GtkWindow *parent, WbSession *session)
{
  wb_dialogs_save_file (parent, _("Save the event log"), "events.csv", on_place, g_object_ref (session));
}

/* Writes a live page of the session to a file that the user chooses. */
#include "wb-export-page.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "page-document.h"
#include "page-files.h"
#include "sim-output-file.h"
#include "wb-dialogs.h"
#include "wb-job.h"
#include "wb-snapshot.h"

typedef struct
{
  WbSession *session;
  WbSnapshot *snapshot; /* model, settings and values when the user chose to export */
  LabValues *values;
  char *path;
} Export;

static void
export_free (gpointer data)
{
  Export *export = data;

  g_object_unref (export->session);
  g_clear_pointer (&export->snapshot, wb_snapshot_free);
  g_clear_pointer (&export->values, lab_values_free);
  g_free (export->path);
  g_free (export);
}

static void
add_table (GArray *values, const char *table, GHashTable *texts)
{
  GList *names = g_list_sort (g_hash_table_get_keys (texts), (GCompareFunc) strcmp);

  /* The order does not depend on the table, so that equal sessions give equal pages. */
  for (GList *at = names; at != NULL; at = at->next)
    page_values_add (values, table, at->data, g_ascii_strtod (g_hash_table_lookup (texts, at->data), NULL));
  g_list_free (names);
}

/* Writes the page. It is called on the thread of the job. */
static gpointer
work (WbJob *job, gpointer data, GError **error)
{
  Export *export = data;
  const LabValues *values = export->values;
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (GArray) start = page_values_new ();
  g_autoptr (GBytes) bytes = NULL;
  PageInput input = { .problem = wb_snapshot_problem (export->snapshot), .values = start };
  LabProgress progress = { wb_job_go_on, job };

  add_table (start, "parameter", values->parameters);
  add_table (start, "initial", values->initials);
  add_table (start, "constant", values->constants);
  if (!isnan (values->t_start))
    page_values_add (start, "time", "start", values->t_start);
  if (!isnan (values->t_end))
    page_values_add (start, "time", "end", values->t_end);
  bytes = page_document (&input, &progress, diagnostics, error);
  if (bytes != NULL)
    sim_write_file (export->path, bytes, 0, error);
  return NULL;
}

static void
done (gpointer owner, gpointer result, const GError *error)
{
  g_autofree char *text = error != NULL ? g_strdup_printf (_("Not exported: %s"), error->message) : g_strdup (_("Live page exported"));

  wb_session_message (owner, text);
}

static void
on_path (const char *path, gpointer user)
{
  Export *export = user;

  if (path == NULL)
    {
      export_free (export);
      return;
    }
  export->path = g_strdup (path);
  wb_job_start (export->session, work, export, export_free, done, NULL);
}

/* Returns what a page cannot show of the session, or NULL. */
static const char *
refusal (const LabValues *values)
{
  if (g_hash_table_size (values->events_off) > 0)
    return _("A live page cannot switch events off.");
  if (values->is_member)
    return _("A live page cannot show a member of an ensemble.");
  return NULL;
}

void
wb_export_page_ask (GtkWindow *parent, WbSession *session)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  Export *export;

  if (wb_session_model (session) == NULL)
    return;
  if (!page_is_available (&error))
    {
      wb_session_message (session, error->message);
      return;
    }
  if (refusal (wb_session_values (session)) != NULL)
    {
      wb_session_message (session, refusal (wb_session_values (session)));
      return;
    }
  export = g_new0 (Export, 1);
  export->session = g_object_ref (session);
  export->snapshot = wb_session_snapshot (session);
  export->values = lab_values_copy (wb_session_values (session));
  name = g_strdup_printf ("%s.html", model_id (wb_session_model (session)));
  wb_dialogs_save_file (parent, _("Export a live page"), name, on_path, export);
}

/* Runs the check of a document on a thread and delivers its errors. */
#include "wb-document-check.h"

#include "model-diagnostic.h"

void
wb_document_check_free (WbDocumentCheck *check)
{
  g_clear_pointer (&check->diagnostics, g_ptr_array_unref);
  if (check->object != NULL)
    check->document->free (check->object);
  g_free (check->text);
  g_free (check->path);
  g_free (check);
}

static void
free_data (gpointer data)
{
  wb_document_check_free (data);
}

/* Checks the text in `data`. Returns a new object, because the job frees `data`. */
static gpointer
run (WbJob *job, gpointer data, GError **error)
{
  const WbDocumentCheck *asked = data;
  WbDocumentCheck *check = g_new0 (WbDocumentCheck, 1);

  check->document = asked->document;
  check->diagnostics = model_diagnostics_new ();
  check->object = asked->document->check (asked->text, asked->path, check->diagnostics);
  return check;
}

void
wb_document_check_start (WbJob **newest, const WbDocument *document, char *text, const char *path, gpointer owner, WbJobDone func)
{
  WbDocumentCheck *data = g_new0 (WbDocumentCheck, 1);

  data->document = document;
  data->text = text;
  data->path = g_strdup (path);
  wb_job_replace (newest, owner, run, data, free_data, func, free_data);
}

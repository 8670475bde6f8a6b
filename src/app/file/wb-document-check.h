/* Starts jobs that check the text of a document on a thread of the pool. Call the functions on the main thread. */
#pragma once

#include "wb-document.h"
#include "wb-job.h"

G_BEGIN_DECLS

/* The result of a check. */
typedef struct
{
  const WbDocument *document;
  GPtrArray *diagnostics;
  gpointer object;   /* object that WbDocument.check returned; NULL if the text has errors */

  char *text, *path; /* text that was checked, and its path */
} WbDocumentCheck;

/* Starts a job that checks a text in place of *newest (wb_job_replace), and takes ownership of the text. func receives a WbDocumentCheck and frees
 * it. If the job is cancelled, func is not called. */
void wb_document_check_start (WbJob **newest, const WbDocument *document, char *text, const char *path, gpointer owner, WbJobDone func);
/* Frees a result; NULL is allowed. */
void wb_document_check_free (WbDocumentCheck *check);

G_END_DECLS

/* The check of a document's text on a thread of its own. Main thread. */
#pragma once

#include "wb-document.h"
#include "wb-job.h"

G_BEGIN_DECLS

/* The result of a check. */
typedef struct
{
  const WbDocument *document;
  GPtrArray *diagnostics;
  gpointer object;   /* of WbDocument.check; NULL: the text has errors */

  char *text, *path; /* that were checked */
} WbDocumentCheck;

/* Starts the check of a text; takes ownership of it. func gets a WbDocumentCheck, which it frees, or NULL if there is none. Returns the job. */
WbJob *wb_document_check_start (const WbDocument *document, char *text, const char *path, gpointer owner, WbJobDone func);
/* Frees a result. */
void wb_document_check_free (WbDocumentCheck *check);

G_END_DECLS

/* The kinds of documents that the editor can show: the model of a session, or a lesson. */
#pragma once

#include "wb-job.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* A kind of document: the functions of the editor that differ between kinds. They are called on the main thread unless stated otherwise. */
typedef struct
{
  const char *ending;    /* ending of the file name */
  const char *name;      /* name of a document without a file, marked for translation */
  const char *save_copy; /* label of the button that saves a document of the library as the user's own, marked for translation */
  /* Checks a text and appends its errors to diagnostics. Returns an object for `checked`, or NULL if the text has errors. Any thread. */
  gpointer (*check) (const char *text, const char *path, GPtrArray *diagnostics);
  /* Frees an object that `check` returned. */
  GDestroyNotify free;
  /* Shows the checked text in the session before it is saved, and takes ownership of the object. If `checked` is NULL, a text is shown only
   * after it was saved. */
  void (*checked) (WbSession *session, gpointer object);
  /* Called after the file was saved; reads it again. */
  void (*saved) (WbSession *session, const char *path);
  /* Writes a text of the library into the user's folder of models. Returns the path of the new file, which the caller frees, or NULL with
   * an error. */
  char *(*copy) (const char *file, const char *text, GError **error);
} WbDocument;

extern const WbDocument wb_document_model, wb_document_lesson;

/* ---- checks on a thread of the pool ---- */

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

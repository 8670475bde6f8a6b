/* The kinds of documents that the editor can show: the model of a session, or a lesson. */
#pragma once

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

G_END_DECLS

/* The kinds of texts that the editor shows: the model of a session, and a lesson. */
#pragma once

#include "wb-session.h"

G_BEGIN_DECLS

/* The functions of the editor that differ for each kind of text. Unless stated otherwise, functions are called on the main thread. */
typedef struct
{
  const char *ending;    /* of the name of its files */
  const char *name;      /* name of a text without a file, marked for translation */
  const char *save_copy; /* label of the button that saves a text of the library as the user's own, marked for translation */
  /* Checks a text and appends its problems to diagnostics. Returns an object for `checked`, or NULL. Any thread. */
  gpointer (*check) (const char *text, const char *path, GPtrArray *diagnostics);
  /* Frees an object of `check`. */
  GDestroyNotify free;
  /* Shows the checked text in the session before it is saved, and takes ownership of the object. NULL: texts are shown when they are saved. */
  void (*checked) (WbSession *session, gpointer object);
  /* Reads the file again after it was saved. */
  void (*saved) (WbSession *session, const char *path);
  /* Writes a text of the library into the user's folder. Returns the path of the new file, or NULL with an error. */
  char *(*copy) (const char *file, const char *text, GError **error);
} WbDocument;

extern const WbDocument wb_document_model, wb_document_lesson;

G_END_DECLS

/* The part of a session file that a live page shows: the model, its settings and its values (stepwise-session(5)). */
#pragma once

#include "page-document.h"

G_BEGIN_DECLS

typedef struct PageSession PageSession;

/* Reads a session file. Appends the errors of its model to diagnostics. Returns NULL with diagnostics or an error. */
PageSession *page_session_load (const char *path, GPtrArray *diagnostics, GError **error);
/* Frees a session; NULL is allowed. */
void page_session_free (PageSession *session);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PageSession, page_session_free)
/* Sets the problem and the values of a page, which borrows them from the session. */
void page_session_apply (PageSession *session, PageInput *input);
/* Returns a sentence about what the page cannot show of the session, or NULL. */
const char *page_session_note (const PageSession *session);

G_END_DECLS

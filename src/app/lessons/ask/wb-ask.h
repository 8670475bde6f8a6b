/* The kinds of questions in the window: the control for the guess, and the result after the reveal. A new kind is one line in lab-asks.def
 * and one file here. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lessons.h"

G_BEGIN_DECLS

/* A kind of question. Each function gets the open lesson, whose page asks a question of this kind. */
typedef struct
{
  /* Makes the control for the guess in the sidebar. It follows the guess by itself. */
  GtkWidget *(*control_new) (WbLessons *lessons);
  /* Makes the control in the strip; NULL: a button that opens the text of the page with control_new. */
  GtkWidget *(*brief_new) (WbLessons *lessons);
  /* Appends to the question in the strip what the reader chooses from; NULL: nothing. */
  void (*add_items) (WbLessons *lessons, GArray *spans);
  /* Adds the rows of the result to a box. */
  void (*add_rows) (WbLessons *lessons, GtkWidget *box);
  /* Returns the result as one sentence without a full stop, or NULL if it is not known yet. Free it with g_free. */
  char *(*sentence) (WbLessons *lessons);
} WbAskKind;

#define LAB_ASK(name, id) extern const WbAskKind wb_ask_##id;
#include "lab-asks.def"
#undef LAB_ASK

/* Returns the kind of the question of the current page, or NULL if it asks nothing. */
const WbAskKind *wb_ask_kind (WbLessons *lessons);

/* Separator between items on one line. */
#define WB_ASK_BETWEEN "  ·  "

G_END_DECLS

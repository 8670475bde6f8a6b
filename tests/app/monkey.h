/* Functions that the files of the monkey test share: random choices, and the objects on which actions
 * operate. */
#pragma once

#include "wb-test.h"

#include "wb-dialogs.h"

G_BEGIN_DECLS

typedef struct
{
  GtkApplication *application;
  GRand *rand;
  GPtrArray *models;   /* paths of the model files */
  gboolean hands;      /* whether the test also uses the real pointer and keyboard */
  char *folder, *file; /* folder for files; a model file in it that is changed while it is open */
  char *session;       /* text of a saved session file */
} Monkey;

extern Monkey monkey;

/* Returns a random number from 0 to n − 1, or 0 if n is 0. */
int monkey_below (int n);
gboolean monkey_one_in (int n);
#define MONKEY_ANY(array) (array)[monkey_below ((int) G_N_ELEMENTS (array))]
/* Returns the index of a plot. Sometimes the index is invalid. */
int monkey_index (void);
const char *monkey_number (void);
/* Returns the path or id of a model. Sometimes the model does not exist. */
const char *monkey_model (void);
void monkey_tell (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* Returns a window of the program. Opens one if there is none. */
WbWindow *monkey_window (void);
guint monkey_n_windows (void);
/* Returns a visible widget of this type in any window, or NULL. */
GtkWidget *monkey_widget (GType type);
/* Returns a description that is sufficient to find the widget again, such as "GtkButton in GtkBox in WbWindow, “Plot menu”". Free it with
 * g_free. */
char *monkey_describe (GtkWidget *widget);

/* The following functions act on files: an export, a session, a change of the open model's file, and the answer to a file
 * dialog. */
void monkey_use_export (void);
void monkey_use_session (void);
void monkey_change_file (void);
gboolean monkey_answer_file (gboolean save, const char *suggested, WbPathFunc func, gpointer user);

/* Performs one random action. Logs the action before. */
void monkey_act (void);

G_END_DECLS

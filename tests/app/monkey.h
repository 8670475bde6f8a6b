/* What the parts of the monkey share: chance, and what there is to lay hands on. */
#pragma once

#include "wb-test.h"

#include "wb-dialogs.h"

G_BEGIN_DECLS

typedef struct
{
  GtkApplication *application;
  GRand *rand;
  GPtrArray *models;   /* paths */
  gboolean hands;      /* the pointer and keys too */
  char *folder, *file; /* a place for files, and a model in it that is changed while it is open */
  char *session;       /* text of one that was saved */
} Monkey;

extern Monkey monkey;

/* 0 to n − 1; 0 of none. */
int monkey_below (int n);
gboolean monkey_one_in (int n);
#define MONKEY_ANY(array) (array)[monkey_below ((int) G_N_ELEMENTS (array))]
/* An index that plots may have, and sometimes one that none has. */
int monkey_index (void);
const char *monkey_number (void);
/* A model's path or id; sometimes of one that there is not. */
const char *monkey_model (void);
void monkey_tell (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* A window of the program's, opened where there is none. */
WbWindow *monkey_window (void);
guint monkey_n_windows (void);
/* Something of a type that can be seen, in any window; NULL: nothing. */
GtkWidget *monkey_widget (GType type);
/* "GtkButton in GtkBox in WbWindow, “Plot menu”": enough to find it again; free with g_free. */
char *monkey_describe (GtkWidget *widget);

/* Files: an export, a session, and the open model's file changed; and the answer to every question for a file. */
void monkey_use_export (void);
void monkey_use_session (void);
void monkey_change_file (void);
gboolean monkey_answer_file (gboolean save, const char *suggested, WbPathFunc func, gpointer user);

/* One step, told before it is made. */
void monkey_act (void);

G_END_DECLS

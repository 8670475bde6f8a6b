/* The window of Verify: it computes the runs of a session file again and shows what lab-verify.h finds. Main thread. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows the window over parent and begins to verify a session file. */
void wb_verify_window_present (GtkWindow *parent, const char *path);

G_END_DECLS

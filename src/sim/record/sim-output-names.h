/* The files that a command has opened for writing, so that no two outputs are the same file. Any thread may call the functions. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Forgets all outputs and begins to note them. Without this call nothing is noted, because the window may write a file as often as the user wishes. */
void sim_output_names_watch (void);
/* Notes an output by the descriptor of its folder and its name there. Returns FALSE if another output has this name. If `again` is TRUE, an earlier output
 * of the same name that was noted with `again` is no other one: its writer writes it anew. */
gboolean sim_output_names_note (int folder, const char *name, gboolean again);

G_END_DECLS

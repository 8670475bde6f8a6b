/* The user's preferences and the stored state of the window. They are in GSettings if the schema is found in the
 * system or in the build folder. Otherwise defaults are used, and changes are lost when the program ends. Main
 * thread. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Returns the settings, borrowed, or NULL if the schema is not found. */
GSettings *wb_preferences_settings (void);
/* Returns a boolean preference. */
gboolean wb_preferences_get_boolean (const char *key);
/* Sets a boolean preference. */
void wb_preferences_set_boolean (const char *key, gboolean value);
/* Returns an integer preference. */
int wb_preferences_get_int (const char *key);
/* Sets an integer preference. */
void wb_preferences_set_int (const char *key, int value);
/* Returns a preference that is a real number. */
double wb_preferences_get_double (const char *key);
/* Sets a preference that is a real number. */
void wb_preferences_set_double (const char *key, double value);
/* Returns a text preference. Free it with g_free. */
char *wb_preferences_get_string (const char *key);
/* Sets a text preference. */
void wb_preferences_set_string (const char *key, const char *value);

/* Returns the folder of the translations: in the build folder or installed. Free it with
 * g_free. */
char *wb_preferences_locale_folder (void);

/* Shows the preferences window over parent. */
void wb_preferences_present (GtkWindow *parent);

G_END_DECLS

/* The user's preferences and the window's remembered state, in GSettings where the schema is installed or in the build folder, else defaults
 * that last as long as the program. Main thread. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* NULL where no schema is found. */
GSettings *wb_preferences_settings (void);
gboolean wb_preferences_get_boolean (const char *key);
void wb_preferences_set_boolean (const char *key, gboolean value);
int wb_preferences_get_int (const char *key);
void wb_preferences_set_int (const char *key, int value);
double wb_preferences_get_double (const char *key);
void wb_preferences_set_double (const char *key, double value);
char *wb_preferences_get_string (const char *key);
void wb_preferences_set_string (const char *key, const char *value);

/* The folder of translations: that of the build or of the installation. Free with g_free. */
char *wb_preferences_locale_folder (void);
/* The build folder the program lies in, or NULL where it is installed. Free with g_free. */
char *wb_preferences_build_folder (void);

/* The window of preferences. */
void wb_preferences_present (GtkWindow *parent);

G_END_DECLS

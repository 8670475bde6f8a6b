/* Finds the schema of GSettings and reads and stores preferences, in memory if there is no schema. */
#include "wb-preferences.h"

#include <string.h>

#define SCHEMA "org.stepwise.Stepwise"

/* Keys and defaults of the schema. They are used if the schema is not installed. */
static const struct { const char *key, *standard; } fallbacks[] = {
  { "style", "'system'" },         { "window-width", "1440" },      { "window-height", "900" },
  { "window-maximized", "false" }, { "sidebar-shown", "true" },     { "panel-shown", "true" },
  { "sidebar-width", "280" },      { "panel-width", "328" },        { "realtime-rate", "1.0" },
  { "last-model", "'van-der-pol'" }, { "restore-session", "true" },
};

static GHashTable *values; /* values by key (GVariant), used without a schema */

static char *
executable_folder (void)
{
  g_autofree char *path = g_file_read_link ("/proc/self/exe", NULL);

  return path != NULL ? g_path_get_dirname (path) : NULL;
}

/* Returns the build folder if the program runs from there, or NULL if the program is installed. Free it with
 * g_free. */
static char *
build_folder (void)
{
  g_autofree char *folder = executable_folder ();
  char *build = folder != NULL ? g_canonicalize_filename ("../..", folder) : NULL;
  g_autofree char *mark = build != NULL ? g_build_filename (build, "meson-private", NULL) : NULL;

  if (mark != NULL && g_file_test (mark, G_FILE_TEST_IS_DIR))
    return build;
  g_free (build);
  return NULL;
}

char *
wb_preferences_locale_folder (void)
{
  g_autofree char *build = build_folder ();

  g_autofree char *built_for = g_build_filename (WB_LOCALE_DIR, "..", "stepwise", NULL);
  const char *const *dirs = g_get_system_data_dirs ();

  if (build != NULL)
    return g_build_filename (build, "po", NULL);
  /* The program may have been moved from the folder for which it was built. Search for the models relative to the
   * program. */
  for (guint i = 0; dirs[i] != NULL && !g_file_test (built_for, G_FILE_TEST_IS_DIR); i++)
    {
      g_autofree char *models = g_build_filename (dirs[i], "stepwise", NULL);

      if (g_file_test (models, G_FILE_TEST_IS_DIR))
        return g_build_filename (dirs[i], "locale", NULL);
    }
  return g_strdup (WB_LOCALE_DIR);
}

GSettings *
wb_preferences_settings (void)
{
  static gboolean tried;
  static GSettings *settings;
  g_autoptr (GSettingsSchema) schema = NULL;

  if (tried)
    return settings;
  tried = TRUE;
  if (g_settings_schema_source_get_default () != NULL)
    schema = g_settings_schema_source_lookup (g_settings_schema_source_get_default (), SCHEMA, TRUE);
  if (schema == NULL)
    {
      g_autofree char *build = build_folder ();
      g_autofree char *folder = build != NULL ? g_build_filename (build, "data", NULL) : NULL;
      g_autoptr (GSettingsSchemaSource) source
          = folder != NULL ? g_settings_schema_source_new_from_directory (folder, g_settings_schema_source_get_default (), FALSE, NULL)
                           : NULL;

      if (source != NULL)
        schema = g_settings_schema_source_lookup (source, SCHEMA, FALSE);
    }
  if (schema != NULL)
    settings = g_settings_new_full (schema, NULL, NULL);
  return settings;
}

static GVariant *
value_of (const char *key)
{
  GVariant *value;

  if (wb_preferences_settings () != NULL)
    return g_settings_get_value (wb_preferences_settings (), key);
  if (values == NULL)
    values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_variant_unref);
  value = g_hash_table_lookup (values, key);
  if (value != NULL)
    return g_variant_ref (value);
  for (guint i = 0; i < G_N_ELEMENTS (fallbacks); i++)
    if (strcmp (fallbacks[i].key, key) == 0)
      return g_variant_parse (NULL, fallbacks[i].standard, NULL, NULL, NULL);
  g_assert_not_reached ();
}

static void
store (const char *key, GVariant *value)
{
  g_autoptr (GVariant) owned = g_variant_ref_sink (value);

  if (wb_preferences_settings () != NULL)
    {
      g_settings_set_value (wb_preferences_settings (), key, owned);
      return;
    }
  if (values == NULL)
    values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_variant_unref);
  g_hash_table_insert (values, g_strdup (key), g_variant_ref (owned));
}

gboolean
wb_preferences_get_boolean (const char *key)
{
  g_autoptr (GVariant) value = value_of (key);

  return g_variant_get_boolean (value);
}

void
wb_preferences_set_boolean (const char *key, gboolean value)
{
  store (key, g_variant_new_boolean (value));
}

int
wb_preferences_get_int (const char *key)
{
  g_autoptr (GVariant) value = value_of (key);

  return g_variant_get_int32 (value);
}

void
wb_preferences_set_int (const char *key, int value)
{
  store (key, g_variant_new_int32 (value));
}

double
wb_preferences_get_double (const char *key)
{
  g_autoptr (GVariant) value = value_of (key);

  return g_variant_get_double (value);
}

void
wb_preferences_set_double (const char *key, double value)
{
  store (key, g_variant_new_double (value));
}

char *
wb_preferences_get_string (const char *key)
{
  g_autoptr (GVariant) value = value_of (key);

  return g_variant_dup_string (value, NULL);
}

void
wb_preferences_set_string (const char *key, const char *value)
{
  store (key, g_variant_new_string (value));
}

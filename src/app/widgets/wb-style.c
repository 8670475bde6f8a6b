/* Loads the style sheet, and follows the desktop's settings of dark style, contrast and text size. */
#include "wb-style.h"

#include <string.h>

#define LECTURE_SCALE 1.6

typedef struct { WbStyleFunc func; GObject *user; } Watch;

static struct
{
  gboolean ready, lecture, system_dark, contrast;
  WbStyleChoice choice;
  double text_scale;
  PlotTheme theme;
  GtkCssProvider *provider;
  GDBusProxy *portal;
  GSettings *a11y;
  GArray *watches;
} style = { .text_scale = 1 };

gboolean
wb_style_is_dark (void)
{
  return style.choice == WB_STYLE_DARK || (style.choice == WB_STYLE_SYSTEM && style.system_dark);
}

gboolean
wb_style_is_lecture (void)
{
  return style.lecture;
}

double
wb_style_px (double px)
{
  return px * style.text_scale * (style.lecture ? LECTURE_SCALE : 1);
}

const PlotTheme *
wb_style_plot_theme (void)
{
  return &style.theme;
}

/* In the style sheet, sizes without a space before them belong to the header bar. They do not become larger in lecture mode. */
static gboolean
scale_size (const GMatchInfo *info, GString *result, gpointer user)
{
  g_autofree char *space = g_match_info_fetch (info, 1), *number = g_match_info_fetch (info, 2);
  double size = g_ascii_strtod (number, NULL);
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (result, "font-size: %spx",
                          g_ascii_formatd (text, sizeof text, "%.2f", space[0] != '\0' ? wb_style_px (size) : size * style.text_scale));
  return FALSE;
}

static char *
resource_text (const char *name)
{
  g_autofree char *path = g_strconcat ("/org/stepwise/Stepwise/", name, NULL);
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  return bytes != NULL ? g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes)) : g_strdup ("");
}

static void
load_sheet (void)
{
  gboolean dark = wb_style_is_dark ();
  g_autofree char *colors = resource_text (dark ? "colors-dark.css" : "colors-light.css");
  g_autofree char *contrast = style.contrast ? resource_text (dark ? "colors-contrast-dark.css" : "colors-contrast-light.css")
                                             : g_strdup ("");
  g_autofree char *rules = resource_text ("style.css");
  g_autoptr (GRegex) sizes = g_regex_new ("font-size:( ?)([0-9.]+)px", 0, 0, NULL);
  g_autofree char *scaled = g_regex_replace_eval (sizes, rules, -1, 0, 0, scale_size, NULL, NULL);
  g_autofree char *sheet = g_strconcat (colors, contrast, scaled, NULL);

  if (style.provider == NULL)
    {
      style.provider = gtk_css_provider_new ();
      gtk_style_context_add_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (style.provider),
                                                  GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    }
  gtk_css_provider_load_from_data (style.provider, sheet, -1);
}

static void
changed (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  gboolean dark;
  PlotThemeId id;

  if (!style.ready)
    return;
  id = wb_style_is_dark () ? (style.contrast ? PLOT_THEME_DARK_CONTRAST : PLOT_THEME_DARK)
                           : (style.contrast ? PLOT_THEME_LIGHT_CONTRAST : PLOT_THEME_LIGHT);
  style.theme = plot_theme_scaled (plot_theme_get (id), style.lecture ? LECTURE_SCALE : 1, style.text_scale);
  /* Set the property only if it changes, because GTK then reads the whole theme again. */
  g_object_get (settings, "gtk-application-prefer-dark-theme", &dark, NULL);
  if (dark != wb_style_is_dark ())
    g_object_set (settings, "gtk-application-prefer-dark-theme", wb_style_is_dark (), NULL);
  load_sheet ();
  for (guint i = 0; style.watches != NULL && i < style.watches->len; i++)
    {
      Watch *watch = &g_array_index (style.watches, Watch, i);

      /* GTK may keep a widget alive after its window and session were finalized. Skip such a
       * widget. */
      if (!GTK_IS_WIDGET (watch->user) || gtk_widget_get_root (GTK_WIDGET (watch->user)) != NULL)
        watch->func (watch->user);
    }
}

/* ---- settings of the desktop ---- */

static void
take_scheme (GVariant *value)
{
  g_autoptr (GVariant) inner = g_variant_ref (value);

  while (g_variant_is_of_type (inner, G_VARIANT_TYPE_VARIANT))
    {
      GVariant *unpacked = g_variant_get_variant (inner);

      g_variant_unref (inner);
      inner = unpacked;
    }
  /* the value 1 means that the desktop prefers the dark style */
  style.system_dark = g_variant_is_of_type (inner, G_VARIANT_TYPE_UINT32) && g_variant_get_uint32 (inner) == 1;
  changed ();
}

static void
on_portal_signal (GDBusProxy *proxy, const char *sender, const char *signal, GVariant *parameters, gpointer user)
{
  const char *name_space, *key;
  g_autoptr (GVariant) value = NULL;

  if (strcmp (signal, "SettingChanged") != 0)
    return;
  g_variant_get (parameters, "(&s&s@v)", &name_space, &key, &value);
  if (strcmp (name_space, "org.freedesktop.appearance") == 0 && strcmp (key, "color-scheme") == 0)
    take_scheme (value);
}

static void
on_scheme_read (GObject *source, GAsyncResult *result, gpointer user)
{
  g_autoptr (GVariant) reply = g_dbus_proxy_call_finish (G_DBUS_PROXY (source), result, NULL);

  if (reply != NULL)
    {
      g_autoptr (GVariant) value = g_variant_get_child_value (reply, 0);

      take_scheme (value);
    }
}

static void
on_portal_ready (GObject *source, GAsyncResult *result, gpointer user)
{
  g_autofree char *owner = NULL;

  style.portal = g_dbus_proxy_new_for_bus_finish (result, NULL);
  if (style.portal == NULL)
    return;
  owner = g_dbus_proxy_get_name_owner (style.portal);
  g_signal_connect (style.portal, "g-signal", G_CALLBACK (on_portal_signal), NULL);
  if (owner == NULL)
    return;
  g_dbus_proxy_call (style.portal, "Read", g_variant_new ("(ss)", "org.freedesktop.appearance", "color-scheme"),
                     G_DBUS_CALL_FLAGS_NO_AUTO_START, 1000, NULL, on_scheme_read, NULL);
}

static void
read_system (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  g_autofree char *theme = NULL;
  int dpi = 0;

  g_object_get (settings, "gtk-theme-name", &theme, "gtk-xft-dpi", &dpi, NULL);
  /* The unit of gtk-xft-dpi is 1/1024 dot per inch. 96 dots per inch is the normal text
   * size. */
  style.text_scale = dpi > 0 ? CLAMP (dpi / 1024.0 / 96.0, 0.75, 3) : 1;
  style.contrast = theme != NULL && g_str_has_prefix (theme, "HighContrast");
  if (style.a11y != NULL && g_settings_get_boolean (style.a11y, "high-contrast"))
    style.contrast = TRUE;
}

static void
on_system_changed (void)
{
  read_system ();
  changed ();
}

static void
watch_system (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  g_autoptr (GSettingsSchema) schema
      = g_settings_schema_source_lookup (g_settings_schema_source_get_default (), "org.gnome.desktop.a11y.interface", TRUE);

  if (schema != NULL && g_settings_schema_has_key (schema, "high-contrast"))
    {
      style.a11y = g_settings_new_full (schema, NULL, NULL);
      g_signal_connect (style.a11y, "changed", G_CALLBACK (on_system_changed), NULL);
    }
  g_signal_connect (settings, "notify::gtk-theme-name", G_CALLBACK (on_system_changed), NULL);
  g_signal_connect (settings, "notify::gtk-xft-dpi", G_CALLBACK (on_system_changed), NULL);
  if (g_getenv ("DBUS_SESSION_BUS_ADDRESS") != NULL || g_getenv ("XDG_RUNTIME_DIR") != NULL)
    g_dbus_proxy_new_for_bus (G_BUS_TYPE_SESSION, G_DBUS_PROXY_FLAGS_DO_NOT_AUTO_START | G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES,
                              NULL, "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
                              "org.freedesktop.portal.Settings", NULL, on_portal_ready, NULL);
}

void
wb_style_init (void)
{
  if (!style.ready)
    {
      style.ready = TRUE;
      gtk_icon_theme_add_resource_path (gtk_icon_theme_get_for_display (gdk_display_get_default ()),
                                        "/org/stepwise/Stepwise/icons");
      watch_system ();
      read_system ();
    }
  changed ();
}

void
wb_style_set_choice (WbStyleChoice choice)
{
  if (style.choice == choice)
    return;
  style.choice = choice;
  changed ();
}

void
wb_style_set_lecture (gboolean lecture)
{
  if (style.lecture == lecture)
    return;
  style.lecture = lecture;
  changed ();
}

static void
forget_watch (gpointer data, GObject *user)
{
  for (guint i = style.watches->len; i-- > 0;)
    if (g_array_index (style.watches, Watch, i).user == user)
      g_array_remove_index (style.watches, i);
}

void
wb_style_watch (WbStyleFunc func, GObject *user)
{
  Watch watch = { func, user };

  if (style.watches == NULL)
    style.watches = g_array_new (FALSE, FALSE, sizeof (Watch));
  g_array_append_val (style.watches, watch);
  g_object_weak_ref (user, forget_watch, NULL);
}

static gboolean posed;

void
wb_style_pose (void)
{
  posed = TRUE;
}

gboolean
wb_style_animates (void)
{
  gboolean animates = TRUE;

  if (posed)
    return TRUE;
  g_object_get (gtk_settings_get_default (), "gtk-enable-animations", &animates, NULL);
  return animates;
}

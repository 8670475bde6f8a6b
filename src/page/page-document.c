/* Writes a live page. Data are JSON in which '<', '>' and '&' are escapes, so that no text of a model can end a script or begin one; scripts put texts in as
 * text. The content security policy lets the page load nothing. All characters that are not ASCII are escapes, too: browsers then keep the page, which is
 * mostly the core, with one byte for each character, and read it faster. */
#include "page-document.h"

#include <string.h>

#include "config.h"
#include "expr-program.h"
#include "model-identity.h"
#include "page-files.h"
#include "page-private.h"

static const char policy[] =
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'%s; worker-src blob:; style-src 'unsafe-inline'; img-src data: blob:; "
    "base-uri 'none'; form-action 'none'";

/* The scripts in the order in which the page runs them. They come before the picture and the core, so that the page draws its first plot before it has read
 * those. */
static const char *const scripts[] = { "core", "runner", "worker", "start", "text", "plots", "lesson", "page" };

/* ---- values ---- */

static void
clear_value (gpointer place)
{
  PageStartValue *value = place;

  g_free (value->table);
  g_free (value->name);
}

GArray *
page_values_new (void)
{
  GArray *values = g_array_new (FALSE, FALSE, sizeof (PageStartValue));

  g_array_set_clear_func (values, clear_value);
  return values;
}

void
page_values_add (GArray *values, const char *table, const char *name, double value)
{
  PageStartValue copy = { g_strdup (table), g_strdup (name), value };

  g_array_append_val (values, copy);
}

/* ---- data ---- */

/* Appends JSON or JavaScript to a script element. The ASCII characters `special` and all that are not ASCII are written as escapes, which are valid in strings,
 * templates and regular expressions. */
static void
append_escaped (GString *html, const char *text, const char *special)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c >= 0x10000)
        g_string_append_printf (html, "\\u%04x\\u%04x", 0xd7c0 + (c >> 10), 0xdc00 + (c & 0x3ff));
      else if (c >= 0x80 || strchr (special, (int)c) != NULL)
        g_string_append_printf (html, "\\u%04x", c);
      else
        g_string_append_c (html, (char)c);
    }
}

/* Returns a text in which entities of HTML replace the characters that have a meaning in HTML. Free it with g_free. */
static char *
escape (const char *text)
{
  g_autofree char *marked = g_markup_escape_text (text, -1);
  GString *html = g_string_new (NULL);

  for (const char *p = marked; *p != '\0'; p = g_utf8_next_char (p))
    if ((guchar)*p < 0x80)
      g_string_append_c (html, *p);
    else
      g_string_append_printf (html, "&#%u;", g_utf8_get_char (p));
  return g_string_free (html, FALSE);
}

char *
page_setting_text (const SimConfig *config, const char *key)
{
  return sim_config_origin (config, key) <= SIM_ORIGIN_MODEL ? NULL : sim_config_get (config, key);
}

void
page_add_settings (LabJson *json, const char *key, const SimConfig *config)
{
  int n;
  const SimSettingRow *rows = sim_config_rows (&n);

  lab_json_array (json, key, LAB_JSON_FLAT);
  for (int k = 0; k < n; k++)
    {
      g_autofree char *text = page_setting_text (config, rows[k].key);

      if (text == NULL)
        continue;
      lab_json_array (json, NULL, LAB_JSON_FLAT);
      lab_json_text (json, NULL, rows[k].key);
      lab_json_text (json, NULL, text);
      lab_json_end (json);
    }
  lab_json_end (json);
}

/* Appends the points of the data files of the model, by their path from the folder of the model. */
static void
add_files (LabJson *json, const Model *model)
{
  g_autoptr (GHashTable) texts = model_data_texts (model);
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (texts), (GCompareFunc)strcmp);

  lab_json_object (json, "files", LAB_JSON_FLAT);
  for (GList *name = names; name != NULL; name = name->next)
    {
      g_autofree char *path = g_build_filename (".", (const char *)name->data, NULL);

      lab_json_text (json, path, g_hash_table_lookup (texts, name->data));
    }
  lab_json_end (json);
}

/* Notes what the page of a model asks of the core. */
static void
take_first (PageFirst *first, const PageInput *input)
{
  const Model *model = input->problem.model;

  first->model = model_ref ((Model *)model);
  first->text = g_strdup (model_text (model));
  first->file = g_strdup_printf ("%s.yaml", model_id (model));
  first->extension = g_strdup ("");
  first->values = page_values_new ();
  for (guint k = 0; input->values != NULL && k < input->values->len; k++)
    {
      const PageStartValue *value = &g_array_index (input->values, PageStartValue, k);

      page_values_add (first->values, value->table, value->name, value->value);
    }
  first->config = sim_config_copy (input->problem.config);
  first->with_run = TRUE;
}

/* Returns the data of the page as JSON without its translations, or NULL with diagnostics. *first is what the page asks of the core. */
static char *
make_data (const PageInput *input, PageFirst *first, GPtrArray *diagnostics)
{
  LabJson *json = lab_json_new ();
  const Model *model = input->problem.model;
  g_autofree char *base = g_strdup_printf ("%s.yaml", model_id (model));

  lab_json_object (json, NULL, LAB_JSON_FLAT);
  lab_json_text (json, "version", STEPWISE_VERSION);
  lab_json_text (json, "arithmetic", expr_arithmetic (input->problem.instance.fast_math ? EXPR_PROGRAM_FUSED : 0));
  lab_json_text (json, "language", input->language);
  lab_json_text (json, "title", input->lesson != NULL ? input->lesson->title : model_name (model));
  lab_json_object (json, "model", LAB_JSON_FLAT);
  lab_json_text (json, "text", model_text (model));
  lab_json_text (json, "file", base);
  add_files (json, model);
  lab_json_end (json);
  lab_json_array (json, "values", LAB_JSON_FLAT);
  for (guint k = 0; input->values != NULL && k < input->values->len; k++)
    {
      const PageStartValue *value = &g_array_index (input->values, PageStartValue, k);

      lab_json_array (json, NULL, LAB_JSON_FLAT);
      lab_json_text (json, NULL, value->table);
      lab_json_text (json, NULL, value->name);
      lab_json_number (json, NULL, value->value);
      lab_json_end (json);
    }
  lab_json_end (json);
  page_add_settings (json, "settings", input->problem.config);
  if (input->lesson != NULL && !page_add_lesson (json, input->lesson, first, diagnostics))
    {
      lab_json_discard (json);
      return NULL;
    }
  lab_json_end (json);
  if (input->lesson == NULL)
    take_first (first, input);
  return lab_json_free (json);
}

/* Returns the stored answers of the core as JSON, or NULL with an error. */
static char *
make_first (const PageFirst *first, const LabProgress *progress, gboolean *has_run, GError **error)
{
  LabJson *json = lab_json_new ();

  lab_json_object (json, NULL, LAB_JSON_FLAT);
  *has_run = FALSE;
  if (first->model != NULL && !page_add_first (json, first, progress, has_run, error))
    {
      lab_json_discard (json);
      return NULL;
    }
  lab_json_end (json);
  return lab_json_free (json);
}

/* ---- the page ---- */

static gboolean
append_file (GString *html, const char *name, GError **error)
{
  g_autofree char *text = page_file_read (name, NULL, error);

  if (text == NULL)
    return FALSE;
  append_escaped (html, text, "");
  return TRUE;
}

static void
append_head (GString *html, const PageInput *input)
{
  const char *title = input->lesson != NULL ? input->lesson->title : model_name (input->problem.model);
  g_autofree char *escaped = escape (title), *rules = NULL;

  /* A script beside the page, on a server or in a folder. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  rules = g_strdup_printf (policy, input->core != NULL ? " 'self' file:" : "");
#pragma GCC diagnostic pop
  g_string_append_printf (
      html,
      "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"generator\" content=\"Stepwise %s\">\n"
      "<title>%s &#8211; Stepwise</title>\n<style>\n",
      input->language != NULL ? input->language : "en", rules, STEPWISE_VERSION, escaped);
}

/* Appends the stored picture, which the page shows where it cannot compute, and until it has drawn its first plot. */
static void
append_still (GString *html, const PageInput *input, GBytes *still, const char *type)
{
  const char *title = input->lesson != NULL ? input->lesson->title : model_name (input->problem.model);
  g_autofree char *escaped = escape (title);

  g_string_append (html, "<div id=\"still\">");
  if (still != NULL)
    {
      g_autofree char *base64 = g_base64_encode (g_bytes_get_data (still, NULL), g_bytes_get_size (still));

      g_string_append_printf (html, "<img alt=\"%s\" src=\"data:%s;base64,%s\">", escaped, type, base64);
    }
  if (g_strcmp0 (input->language, "de") != 0)
    g_string_append_printf (
        html, "<noscript><p>%s: this page computes only where scripts may run; the picture is that of a stored run.</p></noscript>",
        escaped);
  if (g_strcmp0 (input->language, "en") != 0)
    g_string_append_printf (html,
                            "<noscript><p lang=\"de\">%s: Diese Seite rechnet nur, wo Skripte laufen d&#252;rfen; das Bild ist das eines "
                            "gespeicherten Laufs.</p></noscript>",
                            escaped);
  g_string_append (html, "</div>\n");
}

static void
append_json (GString *html, const char *id, const char *json)
{
  g_string_append_printf (html, "<script type=\"application/json\" id=\"%s\">", id);
  append_escaped (html, json, "<>&");
  g_string_append (html, "</script>\n");
}

/* Appends the translations of a file. They are empty if the page is in English, and if the program was built without gettext. */
static void
append_texts (GString *html, const PageInput *input, const char *id, const char *file)
{
  g_autofree char *texts = g_strcmp0 (input->language, "en") != 0 ? page_file_read (file, NULL, NULL) : NULL;

  append_json (html, id, texts != NULL ? texts : "{}");
}

static gboolean
append_scripts (GString *html, GError **error)
{
  for (guint k = 0; k < G_N_ELEMENTS (scripts); k++)
    {
      g_autofree char *name = g_strdup_printf ("%s.js", scripts[k]);

      g_string_append_printf (html, "<script id=\"script-%s\">\n", scripts[k]);
      if (!append_file (html, name, error))
        return FALSE;
      g_string_append (html, "</script>\n");
    }
  return TRUE;
}

static gboolean
append_core (GString *html, const PageInput *input, GError **error)
{
  g_autofree char *module = NULL, *base64 = NULL;
  gsize n_module = 0;

  if (input->core != NULL)
    {
      g_autofree char *address = escape (input->core);

      g_string_append_printf (html, "<script src=\"%s\"></script>\n", address);
      return TRUE;
    }
  module = page_file_read ("stepwise-page-core.gz", &n_module, error);
  if (module == NULL)
    return FALSE;
  base64 = g_base64_encode ((const guchar *)module, n_module);
  g_string_append_printf (html, "<script type=\"application/octet-stream\" id=\"core-module\">%s</script>\n", base64);
  return TRUE;
}

GBytes *
page_document (const PageInput *input, const LabProgress *progress, GPtrArray *diagnostics, GError **error)
{
  g_autoptr (GString) html = g_string_new (NULL);
  g_autoptr (GBytes) still = NULL;
  g_autoptr (GError) local = NULL;
  g_auto (PageFirst) first = { 0 };
  g_autofree char *data = NULL, *answers = NULL;
  const char *type = NULL;
  gboolean has_run;
  gsize length;

  still = page_still (input, progress, &type, &local);
  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  data = make_data (input, &first, diagnostics);
  if (data == NULL)
    return NULL;
  answers = make_first (&first, progress, &has_run, error);
  if (answers == NULL)
    return NULL;
  append_head (html, input);
  if (!append_file (html, "page.css", error))
    return NULL;
  g_string_append (html, "</style>\n</head>\n<body>\n");
  if (!append_file (html, "page.html", error))
    return NULL;
  /* A page shows the picture first if it has no stored run for its first plot. */
  if (first.with_run && !has_run)
    append_still (html, input, still, type);
  append_json (html, "page-data", data);
  append_json (html, "page-first", answers);
  append_texts (html, input, "page-texts", "stepwise-page-texts.json");
  if (!append_scripts (html, error))
    return NULL;
  if (!first.with_run || has_run)
    append_still (html, input, still, type);
  append_texts (html, input, "core-texts", "stepwise-page-core-texts.json");
  if (!append_core (html, input, error))
    return NULL;
  g_string_append (html, "</body>\n</html>\n");
  length = html->len;
  return g_bytes_new_take (g_string_free (g_steal_pointer (&html), FALSE), length);
}

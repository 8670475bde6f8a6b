/* Writes a live page. Data are JSON in which '<', '>', '&' and the line separators of Unicode are escapes, so that no text of a model can
 * end a script or begin one; scripts put texts in as text. The content security policy lets the page load nothing. */
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

/* The scripts in the order in which the page runs them. */
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

/* Appends JSON to a script element. */
static void
append_data (GString *html, const char *json)
{
  for (const char *p = json; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '<' || c == '>' || c == '&' || c == 0x2028 || c == 0x2029)
        g_string_append_printf (html, "\\u%04x", c);
      else
        g_string_append_len (html, p, g_utf8_next_char (p) - p);
    }
}

void
page_add_settings (LabJson *json, const char *key, const SimConfig *config)
{
  int n;
  const SimSettingRow *rows = sim_config_rows (&n);

  lab_json_array (json, key, LAB_JSON_FLAT);
  for (int k = 0; k < n; k++)
    {
      g_autofree char *text = NULL;

      if (sim_config_origin (config, rows[k].key) <= SIM_ORIGIN_MODEL)
        continue;
      text = sim_config_get (config, rows[k].key);
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

/* Returns the data of the page as JSON without its translations, or NULL with diagnostics. */
static char *
make_data (const PageInput *input, GPtrArray *diagnostics)
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
  if (input->lesson != NULL && !page_add_lesson (json, input->lesson, diagnostics))
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
  g_string_append (html, text);
  return TRUE;
}

static void
append_head (GString *html, const PageInput *input)
{
  const char *title = input->lesson != NULL ? input->lesson->title : model_name (input->problem.model);
  g_autofree char *escaped = g_markup_escape_text (title, -1), *rules = NULL;

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
      "<title>%s – Stepwise</title>\n<style>\n",
      input->language != NULL ? input->language : "en", rules, STEPWISE_VERSION, escaped);
}

/* Appends the body, with the stored picture at its place. */
static gboolean
append_body (GString *html, const PageInput *input, GBytes *still, const char *type, GError **error)
{
  static const char place[] = "<div id=\"still\" hidden></div>";
  const char *title = input->lesson != NULL ? input->lesson->title : model_name (input->problem.model);
  g_autofree char *body = page_file_read ("page.html", NULL, error), *escaped = g_markup_escape_text (title, -1);
  const char *at = body != NULL ? strstr (body, place) : NULL;

  if (body == NULL)
    return FALSE;
  if (at == NULL)
    {
      g_set_error_literal (error, PAGE_ERROR, PAGE_ERROR_FILE, "page.html has no place for the stored picture");
      return FALSE;
    }
  g_string_append_len (html, body, at - body);
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
                            "<noscript><p lang=\"de\">%s: Diese Seite rechnet nur, wo Skripte laufen dürfen; das Bild ist das eines "
                            "gespeicherten Laufs.</p></noscript>",
                            escaped);
  g_string_append (html, "</div>");
  g_string_append (html, at + strlen (place));
  return TRUE;
}

GBytes *
page_document (const PageInput *input, const LabProgress *progress, GPtrArray *diagnostics, GError **error)
{
  g_autoptr (GString) html = g_string_new (NULL);
  g_autoptr (GBytes) still = NULL;
  g_autoptr (GError) local = NULL;
  g_autofree char *module = NULL, *base64 = NULL, *data = NULL, *texts = NULL;
  const char *type = NULL;
  gsize n_module = 0, length;

  if (input->core == NULL && (module = page_file_read ("stepwise-page-core.gz", &n_module, error)) == NULL)
    return NULL;
  still = page_still (input, progress, &type, &local);
  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  data = make_data (input, diagnostics);
  if (data == NULL)
    return NULL;
  append_head (html, input);
  if (!append_file (html, "page.css", error))
    return NULL;
  g_string_append (html, "</style>\n</head>\n<body>\n");
  if (!append_body (html, input, still, type, error))
    return NULL;
  g_string_append (html, "<script type=\"application/json\" id=\"page-data\">");
  append_data (html, data);
  g_string_append (html, "</script>\n<script type=\"application/json\" id=\"page-texts\">");
  /* Without the tools of gettext a build has no translations. */
  texts = page_file_read ("stepwise-page-texts.json", NULL, NULL);
  append_data (html, texts != NULL ? texts : "{}");
  if (input->core != NULL)
    {
      g_autofree char *address = g_markup_escape_text (input->core, -1);

      g_string_append_printf (html, "</script>\n<script src=\"%s\"></script>\n", address);
    }
  else
    {
      base64 = g_base64_encode ((const guchar *)module, n_module);
      g_string_append_printf (html, "</script>\n<script type=\"application/octet-stream\" id=\"core-module\">%s</script>\n", base64);
    }
  for (guint k = 0; k < G_N_ELEMENTS (scripts); k++)
    {
      g_autofree char *name = g_strdup_printf ("%s.js", scripts[k]);

      g_string_append_printf (html, "<script id=\"script-%s\">\n", scripts[k]);
      if (!append_file (html, name, error))
        return NULL;
      g_string_append (html, "</script>\n");
    }
  g_string_append (html, "</body>\n</html>\n");
  length = html->len;
  return g_bytes_new_take (g_string_free (g_steal_pointer (&html), FALSE), length);
}

/* The document of a live page: what a hostile model can put into it, what it contains, and what the writer refuses. */
#include <glib.h>
#include <string.h>

#include "lab-json.h"
#include "model-load.h"
#include "page-document.h"
#include "page-files.h"
#include "page-session.h"

static const char hostile[] = "format: 1\n"
                              "name: '</script><script>alert(1)</script>&amp;'\n"
                              "summary: \"<img src=x onerror=alert(2)> \\L \u2014 \U0001d465\"\n"
                              "time: {start: 0, end: 1}\n"
                              "states:\n  x: {initial: 1, derivative: -x, about: '--><b>'}\n"
                              "plots:\n  - {type: time, show: [x], title: '<i>'}\n";

/* Returns the text of the page of a model. */
static char *
write_page (const char *text, const char *language)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_load_text (text, -1, "hostile.yaml", sim_config_check_solver, diagnostics);
  g_autoptr (SimConfig) config = sim_config_new ();
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  PageInput input = { .language = language, .problem = { .model = model, .config = config, .t_end = 1 } };

  g_assert_nonnull (model);
  sim_config_apply_model (config, model, diagnostics);
  bytes = page_document (&input, NULL, diagnostics, &error);
  g_assert_no_error (error);
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* Returns the text of the element with this id. */
static char *
element (const char *html, const char *id)
{
  g_autofree char *mark = g_strdup_printf (" id=\"%s\">", id);
  const char *start = strstr (html, mark), *end;

  g_assert_nonnull (start);
  start += strlen (mark);
  end = strstr (start, "</");
  return g_strndup (start, (gsize)(end - start));
}

static void
test_hostile (void)
{
  g_autofree char *html = NULL, *data = NULL, *head = NULL;

  if (!page_is_available (NULL))
    {
      g_test_skip ("built without the core for live pages");
      return;
    }
  html = write_page (hostile, NULL);
  data = element (html, "page-data");
  g_assert_null (strpbrk (data, "<>&"));
  g_assert_null (strstr (data, "\xE2\x80\xA8"));
  g_assert_nonnull (strstr (data, "\\u003c/script\\u003e"));
  /* Outside of the data the name is in the title and in texts about the picture, with escapes. */
  g_assert_null (strstr (html, "<script>alert"));
  g_assert_null (strstr (html, "<img src=x"));
  head = g_strndup (html, (gsize)(strstr (html, "<style>") - html));
  g_assert_nonnull (strstr (head, "default-src 'none'"));
  g_assert_nonnull (strstr (head, "&lt;/script&gt;"));
}

static void
test_contents (void)
{
  static const char *const ids[] = { "script-core", "script-runner", "script-worker", "script-start", "script-text",
                                     "script-plots", "script-lesson", "script-page" };
  g_autofree char *html = NULL, *again = NULL, *texts = NULL;

  if (!page_is_available (NULL))
    {
      g_test_skip ("built without the core for live pages");
      return;
    }
  html = write_page (hostile, "de");
  again = write_page (hostile, "de");
  g_assert_cmpstr (html, ==, again);
  g_assert_cmpuint (strlen (html), <, 2000000);
  g_assert_nonnull (strstr (html, "<html lang=\"de\">"));
  g_assert_null (strstr (html, "src=\"http"));
  for (guint k = 0; k < G_N_ELEMENTS (ids); k++)
    {
      g_autofree char *script = element (html, ids[k]);

      g_assert_nonnull (strstr (script, "'use strict'"));
    }
  texts = element (html, "page-texts");
  g_assert_true (g_str_has_prefix (texts, "{"));
  g_free (element (html, "core-texts"));
  g_assert_true (g_str_is_ascii (html));
  /* Characters beyond 16 bits are two escapes. */
  texts = (g_free (texts), element (html, "page-data"));
  g_assert_nonnull (strstr (texts, "\\u2014 \\ud835\\udc65"));
}

static void
test_first_run (void)
{
  static const char model[] = "format: 1\nname: Circle\ntime: {start: 0, end: %s}\nstates:\n  x: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: -x}\n";

  if (!page_is_available (NULL))
    {
      g_test_skip ("built without the core for live pages");
      return;
    }
  for (int is_long = 0; is_long < 2; is_long++)
    {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
      g_autofree char *text = g_strdup_printf (model, is_long ? "1e5" : "10"), *html = write_page (text, "en"), *first = element (html, "page-first");
#pragma GCC diagnostic pop
      const char *still = strstr (html, "<div id=\"still\">"), *scripts = strstr (html, "id=\"script-core\"");

      /* Where the run is too long to be stored the picture is the first plot, so it comes before the scripts. */
      g_assert_nonnull (strstr (first, "\"model\": {\"name\": \"Circle\""));
      g_assert_cmpint (strstr (first, "\"rows\": ") != NULL, ==, !is_long);
      g_assert_cmpint (still < scripts, ==, is_long);
      g_assert_cmpuint (strlen (first), <, 500000);
    }
}

static void
test_sessions (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "stepwise-page-test.stepwise", NULL), *text = NULL;
  g_autoptr (PageSession) session = NULL, refused = NULL;
  PageInput input = { 0 };

  text = g_strdup ("stepwise_session: 1\nsettings: {accuracy: 1e-7}\nparameters: {a: 3}\ninitial: {x: 2}\nend: 4\nmodel:\n  file: m.yaml\n  text: |\n"
                   "    format: 1\n    name: M\n    time: {start: 0, end: 1}\n    parameters: {a: 1}\n    tables: {f: {file: no-such-file.csv}}\n"
                   "    states: {x: {initial: 1, derivative: -a*f(x)}}\n  data:\n    - {name: no-such-file.csv, text: \"0, 0\\n1, 1\"}\n");
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  session = page_session_load (path, diagnostics, &error);
  g_assert_no_error (error);
  g_assert_null (page_session_note (session));
  page_session_apply (session, &input);
  g_assert_cmpfloat (input.problem.t_end, ==, 4);
  g_assert_cmpuint (input.values->len, ==, 3);
  g_assert_cmpfloat (sim_config_get_number (input.problem.config, "accuracy"), ==, 1e-7);
  g_assert_true (g_file_set_contents (path, "stepwise_session: 1\nevents_off: {a: a}\nmodel: {text: 'format: 1\n\n  name: M\n'}\n", -1, NULL));
  refused = page_session_load (path, diagnostics, &error);
  g_assert_null (refused);
  remove (path);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/page/document/a-hostile-model-is-data-only", test_hostile);
  g_test_add_func ("/page/document/a-page-has-all-scripts-and-equal-input-gives-equal-pages", test_contents);
  g_test_add_func ("/page/document/a-run-is-stored-unless-it-is-too-long", test_first_run);
  g_test_add_func ("/page/document/a-session-gives-model-settings-and-values", test_sessions);
  return g_test_run ();
}

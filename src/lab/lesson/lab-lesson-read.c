/* Reads the pages and the expectations of a lesson. */
#include "lab-ask.h"
#include "lab-lesson-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-registry.h"

/* ---- expectations ---- */

static const char *const expectation_keys[] = { "name", "run", "study", "with", "value", "at", "is", "between", "within", NULL };

/* Returns half a unit of the last digit of a number in the file: 0.005 for "144.77", 0.05e-5 for "1.2e-5". */
static double
half_of_last_digit (const char *digits)
{
  const char *point = strchr (digits, '.'), *e = strpbrk (digits, "eE");
  gsize n = strlen (digits), end = e != NULL ? (gsize) (e - digits) : n;
  double exponent = e != NULL ? g_ascii_strtod (e + 1, NULL) : 0;

  if (point != NULL && (gsize) (point - digits) < end)
    exponent -= (double) (end - (gsize) (point - digits) - 1);
  return 0.5 * pow (10, exponent);
}

static void
read_within (LabExpectation *expectation, const ModelYaml *mapping, GPtrArray *diagnostics)
{
  ModelYaml *node = model_yaml_get (mapping, "within");
  double half = half_of_last_digit (expectation->digits);
  g_autofree char *text = NULL;
  gboolean percent;

  if (node == NULL || node->broken)
    return;
  if (node->type == MODEL_YAML_SCALAR)
    text = g_strdup (node->text);
  percent = text != NULL && g_str_has_suffix (text, "%");
  if (percent)
    text[strlen (text) - 1] = '\0';
  if (text != NULL)
    g_strstrip (text);
  if (text == NULL || text[strspn (text, "0123456789.eE+-")] != '\0' || *text == '\0'
      || !((expectation->within = g_ascii_strtod (text, NULL)) > 0))
    {
      model_yaml_error (node, diagnostics, _("'within' must be a positive number, or a percentage such as 2%%"));
      return;
    }
  if (percent)
    expectation->within *= fabs (expectation->is) / 100;
  /* The term 1e-9 allows for the rounding error of 0.5 · 10ⁿ. */
  if (expectation->within > half * (1 + 1e-9))
    model_yaml_error (node, diagnostics, _("'within' is %g, more than half a unit of the last digit of %s, which is %g; write fewer digits"),
                      expectation->within, expectation->digits, half);
}

static void
read_number (LabExpectation *expectation, ModelYaml *mapping, GPtrArray *diagnostics)
{
  ModelYaml *is = model_yaml_get (mapping, "is"), *between = model_yaml_get (mapping, "between");

  if ((is == NULL) == (between == NULL))
    {
      model_yaml_error (mapping, diagnostics, _("an expectation needs 'is' or 'between', not both"));
      return;
    }
  if (between != NULL)
    {
      if (between->broken)
        return;
      if (between->type != MODEL_YAML_LIST || between->n_items != 2 || !lab_lesson_number (between->items[0], &expectation->low)
          || !lab_lesson_number (between->items[1], &expectation->high) || expectation->low > expectation->high)
        model_yaml_error (between, diagnostics, _("'between' must be a list of two numbers, the smaller one first, such as [0.94, 1.07]"));
      return;
    }
  if (is->broken)
    return;
  if (model_yaml_number (is, &expectation->is))
    {
      expectation->digits = is->text;
      read_within (expectation, mapping, diagnostics);
      expectation->low = expectation->is - expectation->within;
      expectation->high = expectation->is + expectation->within;
    }
  else if (is->type != MODEL_YAML_SCALAR)
    model_yaml_error (is, diagnostics, _("'is' must be a number, or the word of a statistic such as failed"));
  else
    expectation->text = is->text;
}

static void
read_at (LabExpectation *expectation, ModelYaml *mapping, GPtrArray *diagnostics)
{
  static const struct { const char *word; LabAt at; } words[] = {
    { "start", LAB_AT_START }, { "end", LAB_AT_END }, { "minimum", LAB_AT_MINIMUM }, { "maximum", LAB_AT_MAXIMUM },
  };
  ModelYaml *node = model_yaml_get (mapping, "at");

  expectation->at = LAB_AT_END;
  if (node == NULL || node->broken)
    return;
  if (lab_lesson_number (node, &expectation->t))
    {
      expectation->at = LAB_AT_TIME;
      return;
    }
  for (guint k = 0; k < G_N_ELEMENTS (words); k++)
    if (node->type == MODEL_YAML_SCALAR && strcmp (node->text, words[k].word) == 0)
      {
        expectation->at = words[k].at;
        return;
      }
  model_yaml_error (node, diagnostics, _("'at' must be a time, or one of start, end, minimum, maximum"));
}

static void
read_expectation (LabLesson *lesson, ModelYaml *node, GPtrArray *diagnostics)
{
  LabExpectation expectation = { .node = node };
  ModelYaml *with = model_yaml_get (node, "with");

  if (node->broken)
    return;
  if (node->type != MODEL_YAML_MAPPING)
    {
      model_yaml_error (node, diagnostics, _("an expectation must be a mapping, such as {run: euler, value: x, at: end, is: 1.5, within: 0.05}"));
      return;
    }
  model_yaml_check_keys (node, expectation_keys, "an expectation", diagnostics);
  expectation.name = lab_lesson_text (node, "name", diagnostics);
  expectation.run = lab_lesson_text (node, "run", diagnostics);
  expectation.study = lab_lesson_text (node, "study", diagnostics);
  expectation.value = lab_lesson_text (node, "value", diagnostics);
  expectation.with = with;
  if ((expectation.run == NULL) == (expectation.study == NULL))
    model_yaml_error (node, diagnostics, _("an expectation needs 'run' or 'study', not both"));
  else if (expectation.run != NULL && lab_lesson_find_run (lesson, expectation.run) == NULL)
    model_yaml_error (model_yaml_get (node, "run"), diagnostics, _("the lesson has no run '%s'"), expectation.run);
  else if (lab_lesson_has_study_file (&expectation) && with != NULL)
    model_yaml_error (with, diagnostics, _("'with' is not allowed with a study file; write the options into the study file"));
  else if (expectation.study != NULL && !lab_lesson_has_study_file (&expectation) && lab_registry_find (expectation.study) == NULL)
    model_yaml_error (model_yaml_get (node, "study"), diagnostics, _("unknown study '%s'; 'stepwise-cli list studies' lists them"),
                      expectation.study);
  else if (expectation.study != NULL && !lab_lesson_has_study_file (&expectation) && lab_registry_find (expectation.study)->members != LAB_MEMBERS_NONE)
    model_yaml_error (model_yaml_get (node, "study"), diagnostics, _("the study '%s' needs a file: write 'study: NAME.study.yaml'"),
                      expectation.study);
  else if (with != NULL && (with->type != MODEL_YAML_MAPPING || expectation.run != NULL))
    model_yaml_error (with, diagnostics, _("'with' must be a mapping with the options of a study"));
  else if (expectation.value == NULL)
    model_yaml_error (node, diagnostics, _("an expectation needs the key 'value'"));
  else
    {
      read_at (&expectation, node, diagnostics);
      read_number (&expectation, node, diagnostics);
      g_array_append_val (lesson->expectations, expectation);
    }
}

void
lab_lesson_read_expectations (LabLesson *lesson, ModelYaml *root, GPtrArray *diagnostics)
{
  const ModelYaml *list = lab_lesson_list (root, "expect", diagnostics);

  for (int k = 0; list != NULL && k < list->n_items; k++)
    read_expectation (lesson, list->items[k], diagnostics);
}

/* ---- pages ---- */

static const char *const page_keys[] = { "title", "text", "view", "plots", "settings", "ask", "number", "choose", "answer", "draw", "order", "point",
                                         "attempt", "set", "hint", "reveal", "after", "try", "links", NULL };

int
lab_lesson_find_expectation (const LabLesson *lesson, const char *name)
{
  for (guint k = 0; name != NULL && k < lesson->expectations->len; k++)
    if (g_strcmp0 (g_array_index (lesson->expectations, LabExpectation, k).name, name) == 0)
      return (int) k;
  return -1;
}

/* Reads the question of a page, which must have exactly one kind of answer. */
static void
read_question (const LabLesson *lesson, LabLessonPage *page, ModelYaml *mapping, GPtrArray *diagnostics)
{
  int n;
  const LabAskKind *kind = lab_ask_of (mapping, &page->ask, &n);
  ModelYaml *node = kind != NULL ? model_yaml_get (mapping, kind->key) : NULL;

  if (kind != NULL && n == 1 && !node->broken)
    kind->read (lesson, page, node, mapping, diagnostics);
  if (page->question != NULL && n != 1)
    {
      g_autofree char *keys = lab_ask_keys ();

      model_yaml_error (mapping, diagnostics, _("a page with 'ask' needs one of %s"), keys);
    }
  else if (page->question == NULL && n > 0)
    model_yaml_error (node, diagnostics, _("a question needs the key 'ask'"));
}

/* Reads the view of a page: the id of a view, or a link that the page opens by itself. */
static void
read_view (LabLessonPage *page, const ModelYaml *mapping, GPtrArray *diagnostics)
{
  ModelYaml *node = model_yaml_get (mapping, "view");

  if (node == NULL || node->broken)
    return;
  if (node->type == MODEL_YAML_MAPPING)
    {
      page->place = g_new0 (LabLessonLink, 1);
      if (lab_lesson_read_link (page->place, node, diagnostics))
        page->view = lab_lesson_link_view (page->place);
      return;
    }
  page->view = lab_lesson_text (mapping, "view", diagnostics);
  if (page->view != NULL && !g_strv_contains (lab_lesson_views, page->view))
    {
      g_autofree char *known = g_strjoinv (", ", (char **) lab_lesson_views);

      model_yaml_error (node, diagnostics, _("'%s' must be one of %s"), "view", known);
    }
}

static void
link_clear (gpointer data)
{
  lab_lesson_link_clear (data);
}

static void
read_page (LabLesson *lesson, ModelYaml *node, GPtrArray *diagnostics)
{
  LabLessonPage page = { .expectation = -1 };
  ModelYaml *settings = model_yaml_get (node, "settings"), *links;

  if (node->broken)
    return;
  if (node->type != MODEL_YAML_MAPPING)
    {
      model_yaml_error (node, diagnostics, _("a page must be a mapping, such as {title: The circle, text: \"…\"}"));
      return;
    }
  model_yaml_check_keys (node, page_keys, "a page", diagnostics);
  page.title = g_strdup (lab_lesson_text (node, "title", diagnostics));
  page.text = g_strdup (lab_lesson_text (node, "text", diagnostics));
  page.question = g_strdup (lab_lesson_text (node, "ask", diagnostics));
  page.hint = g_strdup (lab_lesson_text (node, "hint", diagnostics));
  page.after = g_strdup (lab_lesson_text (node, "after", diagnostics));
  read_view (&page, node, diagnostics);
  read_question (lesson, &page, node, diagnostics);
  page.reveal = lab_lesson_text (node, "reveal", diagnostics);
  if (page.reveal != NULL && lab_lesson_find_run (lesson, page.reveal) == NULL)
    model_yaml_error (model_yaml_get (node, "reveal"), diagnostics, _("the lesson has no run '%s'"), page.reveal);
  page.tries = lab_lesson_texts (node, "try", diagnostics);
  page.has_plots = model_yaml_get (node, "plots") != NULL;
  if (settings != NULL && !settings->broken && settings->type != MODEL_YAML_MAPPING)
    model_yaml_error (settings, diagnostics, _("'settings' must be a mapping, such as {accuracy: 1e-6}"));
  page.settings = settings;
  page.links = g_array_new (FALSE, TRUE, sizeof (LabLessonLink));
  g_array_set_clear_func (page.links, link_clear);
  links = lab_lesson_list (node, "links", diagnostics);
  for (int k = 0; links != NULL && k < links->n_items; k++)
    {
      LabLessonLink link = { 0 };

      if (lab_lesson_read_link (&link, links->items[k], diagnostics))
        g_array_append_val (page.links, link);
      else
        lab_lesson_link_clear (&link);
    }
  if (page.text == NULL && page.question == NULL && !node->broken)
    model_yaml_error (node, diagnostics, _("a page needs 'text' or 'ask'"));
  g_array_append_val (lesson->pages, page);
}

void
lab_lesson_read_pages (LabLesson *lesson, ModelYaml *root, GPtrArray *diagnostics)
{
  const ModelYaml *list = lab_lesson_list (root, "pages", diagnostics);

  if (list == NULL && model_yaml_get (root, "pages") == NULL)
    model_yaml_error (root, diagnostics, _("a lesson needs the key '%s'"), "pages");
  for (int k = 0; list != NULL && k < list->n_items; k++)
    read_page (lesson, list->items[k], diagnostics);
}

/* ---- translation ---- */

static void
translate_text (char **text, const ModelYaml *mapping, const char *key, GPtrArray *diagnostics)
{
  ModelYaml *node = model_yaml_get_key (mapping, key);
  const char *translation = lab_lesson_text (mapping, key, diagnostics);

  if (translation == NULL)
    return;
  if (*text == NULL)
    {
      model_yaml_error (node, diagnostics, _("the translation has '%s', but the lesson has none at this place"), key);
      return;
    }
  g_free (*text);
  *text = g_strdup (translation);
}

static void
translate_items (LabLessonPage *page, const ModelYaml *mapping, GPtrArray *diagnostics)
{
  const char *key = page->items != NULL ? lab_ask_kind (page->ask)->key : model_yaml_get (mapping, "order") != NULL ? "order" : "choose";
  char **items = lab_lesson_texts (mapping, key, diagnostics);

  if (items == NULL)
    return;
  if (page->items == NULL || g_strv_length (items) != g_strv_length (page->items))
    {
      model_yaml_error (model_yaml_get (mapping, key), diagnostics, _("'%s' must have as many items as in the lesson"), key);
      g_strfreev (items);
      return;
    }
  g_strfreev (page->items);
  page->items = items;
}

/* Checks the titles of plots in a translation, which lab_lesson_model uses. */
static void
check_plot_titles (const ModelYaml *page, const ModelYaml *translation, GPtrArray *diagnostics)
{
  static const char *const keys[] = { "title", NULL };
  const ModelYaml *plots = model_yaml_get (page, "plots"), *titles = lab_lesson_list (translation, "plots", diagnostics);

  if (titles == NULL)
    return;
  if (plots == NULL || plots->type != MODEL_YAML_LIST || plots->n_items != titles->n_items)
    {
      model_yaml_error (model_yaml_get (translation, "plots"), diagnostics, _("'%s' must have as many items as in the lesson"), "plots");
      return;
    }
  for (int k = 0; k < titles->n_items; k++)
    {
      ModelYaml *item = titles->items[k];

      if (item->broken)
        continue;
      if (item->type != MODEL_YAML_MAPPING)
        model_yaml_error (item, diagnostics, _("a plot of a translation must be a mapping with 'title', or {}"));
      else if (model_yaml_check_keys (item, keys, "a plot", diagnostics) && lab_lesson_text (item, "title", diagnostics) != NULL
               && model_yaml_get (plots->items[k], "title") == NULL)
        model_yaml_error (model_yaml_get (item, "title"), diagnostics, _("the translation has '%s', but the lesson has none at this place"),
                          "title");
    }
}

void
lab_lesson_translate (LabLesson *lesson, GPtrArray *diagnostics)
{
  static const char *const root_keys[] = { "title", "pages", NULL };
  static const char *const keys[] = { "title", "text", "ask", "number", "choose", "order", "set", "hint", "after", "plots", NULL };
  ModelYaml *root = model_yaml_root (lesson->translation);
  const ModelYaml *originals = model_yaml_get (model_yaml_root (lesson->document), "pages");
  const ModelYaml *pages;

  if (root->type != MODEL_YAML_MAPPING)
    {
      model_yaml_error (root, diagnostics, _("a translation must be a mapping with 'title' and 'pages'"));
      return;
    }
  model_yaml_check_keys (root, root_keys, "a translation", diagnostics);
  translate_text (&lesson->title, root, "title", diagnostics);
  pages = lab_lesson_list (root, "pages", diagnostics);
  if (pages != NULL && pages->n_items != (int) lesson->pages->len)
    {
      model_yaml_error (model_yaml_get (root, "pages"), diagnostics, _("the translation has %d pages, the lesson %d"), pages->n_items,
                        (int) lesson->pages->len);
      return;
    }
  for (int k = 0; pages != NULL && k < pages->n_items; k++)
    {
      LabLessonPage *page = &g_array_index (lesson->pages, LabLessonPage, k);
      ModelYaml *node = pages->items[k];

      if (node->broken || node->type != MODEL_YAML_MAPPING)
        continue;
      model_yaml_check_keys (node, keys, "a page", diagnostics);
      translate_text (&page->title, node, "title", diagnostics);
      translate_text (&page->text, node, "text", diagnostics);
      translate_text (&page->question, node, "ask", diagnostics);
      translate_text (&page->hint, node, "hint", diagnostics);
      translate_text (&page->after, node, "after", diagnostics);
      if (lab_ask_kind (page->ask) != NULL)
        translate_text (&page->unit, model_yaml_get (node, lab_ask_kind (page->ask)->key), "unit", diagnostics);
      translate_items (page, node, diagnostics);
      check_plot_titles (originals->items[k], node, diagnostics);
    }
}

/* ---- numbers in texts ---- */

/* Appends a number to a text as written, with a minus sign, and with an exponent as a power of ten: "-6.9e-6" becomes −6.9·10⁻⁶. */
static void
append_number (GString *text, const char *digits)
{
  static const char *const raised[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
  const char *mark = strpbrk (digits, "eE");

  if (*digits == '-')
    {
      g_string_append (text, "−");
      digits++;
    }
  if (mark == NULL)
    {
      g_string_append (text, digits);
      return;
    }
  g_string_append_len (text, digits, mark - digits);
  g_string_append (text, "·10");
  for (const char *p = mark + 1; *p != '\0'; p++)
    if (g_ascii_isdigit (*p))
      g_string_append (text, raised[g_ascii_digit_value (*p)]);
    else if (*p == '-')
      g_string_append (text, "⁻");
}

static void
insert_numbers (LabLesson *lesson, char **text, ModelYaml *place, GPtrArray *diagnostics)
{
  g_autoptr (GString) result = NULL;
  const char *at = *text;

  if (at == NULL || strchr (at, '{') == NULL)
    return;
  result = g_string_new (NULL);
  while (*at != '\0')
    {
      const char *end = *at == '{' ? strchr (at, '}') : NULL;
      g_autofree char *name = end != NULL ? g_strndup (at + 1, (gsize) (end - at - 1)) : NULL;
      int index = lab_lesson_find_expectation (lesson, name);

      if (name == NULL)
        {
          g_string_append_c (result, *at++);
          continue;
        }
      at = end + 1;
      if (index >= 0 && g_array_index (lesson->expectations, LabExpectation, index).digits != NULL)
        append_number (result, g_array_index (lesson->expectations, LabExpectation, index).digits);
      else if (!place->broken)
        model_yaml_error (place, diagnostics, _("the text has {%s}, but the lesson has no expectation of this name with 'is'"), name);
    }
  g_free (*text);
  *text = g_string_free (g_steal_pointer (&result), FALSE);
}

void
lab_lesson_insert_numbers (LabLesson *lesson, GPtrArray *diagnostics)
{
  const ModelYaml *pages = model_yaml_get (model_yaml_root (lesson->document), "pages");

  for (guint k = 0; k < lesson->pages->len; k++)
    {
      LabLessonPage *page = &g_array_index (lesson->pages, LabLessonPage, k);
      char **texts[] = { &page->text, &page->question, &page->hint, &page->after };

      for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
        insert_numbers (lesson, texts[i], pages->items[k], diagnostics);
    }
}

/* The data of a lesson for its live page: models, runs, pages and the numbers that the lesson states.
 *
 * The models of a lesson have additional outputs, and their pages have plots. The page gets both as a text of YAML that extends the text of
 * the model; so does an expression about which the lesson states a number at the start or the end of a run. */
#include "page-private.h"

#include <math.h>
#include <string.h>

#include "lab-lesson-branch.h"
#include "lab-lesson-check.h"
#include "lab-lesson-text.h"
#include "lab-statistics.h"

/* A model of the lesson with its plots for one page. */
typedef struct
{
  Model *model;
  char *extension;
} LessonModel;

typedef struct
{
  const LabLesson *lesson;
  PageFirst *first;
  GArray *models; /* LessonModel */
  LabJson *json;
  LabJson *runs_json; /* the runs, which are written after the pages that name them */
} Writer;

static void
add_paragraphs (LabJson *json, const char *key, const char *text)
{
  g_autoptr (GArray) paragraphs = lab_lesson_paragraphs (text);

  if (text == NULL)
    return;
  lab_json_array (json, key, LAB_JSON_FLAT);
  for (guint k = 0; k < paragraphs->len; k++)
    {
      const LabParagraph *paragraph = &g_array_index (paragraphs, LabParagraph, k);

      lab_json_array (json, NULL, LAB_JSON_FLAT);
      lab_json_flag (json, NULL, paragraph->displayed);
      lab_json_array (json, NULL, LAB_JSON_FLAT);
      for (guint i = 0; i < paragraph->spans->len; i++)
        {
          const LabSpan *span = &g_array_index (paragraph->spans, LabSpan, i);

          lab_json_array (json, NULL, LAB_JSON_FLAT);
          lab_json_count (json, NULL, span->kind == LAB_SPAN_PLAIN ? 0 : span->kind == LAB_SPAN_EMPHASIS ? 1 : 2);
          lab_json_text (json, NULL, span->text);
          lab_json_text (json, NULL, span->right);
          lab_json_end (json);
        }
      lab_json_end (json);
      lab_json_end (json);
    }
  lab_json_end (json);
}

/* ---- models ---- */

/* Appends a node as YAML in one line. */
static void
append_node (GString *text, const ModelYaml *node)
{
  if (node->type == MODEL_YAML_SCALAR)
    {
      LabJson *json;
      g_autofree char *quoted = NULL;

      /* A plain text must stay plain, because quotes make a number a text; it has none of the characters that end it in brackets. */
      if (!node->quoted && strpbrk (node->text, ",[]{}:#\"'\n") == NULL)
        {
          g_string_append (text, node->text);
          return;
        }
      json = lab_json_new ();
      lab_json_text (json, NULL, node->text);
      quoted = lab_json_free (json);
      g_string_append (text, g_strchomp (quoted));
      return;
    }
  g_string_append_c (text, node->keys != NULL ? '{' : '[');
  for (int k = 0; k < node->n_items; k++)
    {
      g_string_append (text, k > 0 ? ", " : "");
      if (node->keys != NULL)
        g_string_append_printf (text, "%s: ", node->keys[k]->text);
      append_node (text, node->items[k]);
    }
  g_string_append_c (text, node->keys != NULL ? '}' : ']');
}

/* Returns whether the value of an expectation is a name of a statistic. */
static gboolean
is_statistic (const LabExpectation *expectation, const LabLessonSetup *setup)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SimSimulator) simulator = lab_problem_simulator (&setup->problem, NULL, &error);
  g_autoptr (GArray) rows = NULL;
  SimStatistics statistics;
  SimStatus status;

  if (simulator == NULL)
    return FALSE;
  statistics = sim_simulator_statistics (simulator);
  status = sim_simulator_status (simulator);
  rows = lab_statistics (simulator, setup->config, &status, &statistics);
  for (guint k = 0; k < rows->len; k++)
    if (strcmp (g_array_index (rows, LabStatistic, k).key, expectation->value) == 0)
      return TRUE;
  return FALSE;
}

/* Returns the extension of a model: outputs, and the plots of the last page up to this one that has plots for this model. */
static char *
make_extension (const LabLesson *lesson, const char *model, int page)
{
  GString *text = g_string_new (NULL);
  const ModelYaml *root = model_yaml_root (lesson->document), *pages = model_yaml_get (root, "pages");
  const ModelYaml *outputs = strcmp (model, lesson->model) == 0 ? model_yaml_get (root, "outputs") : NULL, *plots = NULL;

  for (int k = page; k >= 0 && plots == NULL; k--)
    if (pages != NULL && k < pages->n_items)
      {
        const LabLessonRun *run = lab_lesson_page_run (lesson, k);

        if (strcmp (run != NULL ? run->model : lesson->model, model) == 0)
          plots = model_yaml_get (pages->items[k], "plots");
      }
  if (outputs != NULL && outputs->n_items > 0)
    {
      g_string_append (text, "outputs: ");
      append_node (text, outputs);
      g_string_append_c (text, '\n');
    }
  if (plots != NULL && plots->n_items > 0)
    {
      g_string_append (text, "plots: ");
      append_node (text, plots);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

static void
clear_model (gpointer place)
{
  LessonModel *model = place;

  model_unref (model->model);
  g_free (model->extension);
}

/* Returns the number of a model with its extension, which is added if it is new. */
static int
model_index (Writer *writer, const LabLessonSetup *setup, const char *name, int page)
{
  LessonModel added = { NULL, make_extension (writer->lesson, name, page) };

  for (guint k = 0; k < writer->models->len; k++)
    {
      const LessonModel *known = &g_array_index (writer->models, LessonModel, k);

      if (strcmp (model_id (known->model), model_id (setup->model)) == 0 && strcmp (known->extension, added.extension) == 0)
        {
          g_free (added.extension);
          return (int)k;
        }
    }
  added.model = model_ref (setup->model);
  g_array_append_val (writer->models, added);
  return (int)writer->models->len - 1;
}

/* Returns the text that the page extends. */
static char *
text_of (const LessonModel *model)
{
  char *text;

  /* The document of an extended model contains the extension, too; the page extends the text of the file. */
  if (model_path (model->model) == NULL || !g_file_get_contents (model_path (model->model), &text, NULL, NULL))
    return g_strdup (model_text (model->model));
  return text;
}

static void
add_models (Writer *writer)
{
  lab_json_array (writer->json, "models", LAB_JSON_FLAT);
  for (guint k = 0; k < writer->models->len; k++)
    {
      const LessonModel *model = &g_array_index (writer->models, LessonModel, k);
      g_autofree char *file = g_strdup_printf ("%s.yaml", model_id (model->model)), *text = text_of (model);

      lab_json_object (writer->json, NULL, LAB_JSON_FLAT);
      lab_json_text (writer->json, "text", text);
      lab_json_text (writer->json, "file", file);
      lab_json_text (writer->json, "extension", model->extension);
      lab_json_end (writer->json);
    }
  lab_json_end (writer->json);
}

/* ---- runs ---- */

static void
add_value (const char *table, const char *name, double value, gpointer user)
{
  LabJson *json = user;

  lab_json_array (json, NULL, LAB_JSON_FLAT);
  lab_json_text (json, NULL, strcmp (table, "set") == 0 ? "parameter" : table);
  lab_json_text (json, NULL, name);
  lab_json_number (json, NULL, value);
  lab_json_end (json);
}

/* Adds a run as what the page applies before it computes. A branch begins inside another run, which a page does not do: it has no model.
 * Returns its number. */
static int
add_run (Writer *writer, const LabLessonSetup *setup, const char *model, int page, gboolean is_branch, int *n_runs)
{
  LabJson *json = writer->runs_json;

  lab_json_object (json, NULL, LAB_JSON_FLAT);
  if (is_branch)
    lab_json_text (json, "model", NULL);
  else
    lab_json_count (json, "model", model_index (writer, setup, model, page));
  lab_json_array (json, "values", LAB_JSON_FLAT);
  lab_lesson_setup_values (setup, add_value, json);
  add_value ("time", "start", setup->problem.t_start, json);
  add_value ("time", "end", setup->problem.t_end, json);
  lab_json_end (json);
  page_add_settings (json, "settings", setup->config);
  lab_json_end (json);
  return (*n_runs)++;
}

/* ---- pages ---- */

static const char *
ask_name (LabAsk ask)
{
  switch (ask)
    {
    case LAB_ASK_CHOICE:
      return "choose";
    case LAB_ASK_NUMBER:
      return "number";
    case LAB_ASK_ORDER:
      return "order";
    case LAB_ASK_CURVE:
      return "curve";
    case LAB_ASK_SET:
      return "set";
    case LAB_ASK_NOTHING:
      return NULL;
    default:
      return "other";
    }
}

static void
add_items (LabJson *json, const char *key, char **items)
{
  lab_json_array (json, key, LAB_JSON_FLAT);
  for (guint k = 0; items != NULL && items[k] != NULL; k++)
    lab_json_text (json, NULL, items[k]);
  lab_json_end (json);
}

static int
compare_items (gconstpointer a, gconstpointer b)
{
  return g_utf8_collate (*(const char *const *)a, *(const char *const *)b);
}

/* Adds the question of a page and its answer. */
static void
add_question (LabJson *json, const LabLesson *lesson, const LabLessonPage *page)
{
  lab_json_text (json, "ask", ask_name (page->ask));
  lab_json_text (json, "unit", page->unit);
  if (page->items != NULL)
    {
      g_auto (GStrv) sorted = g_strdupv (page->items);
      guint n = g_strv_length (sorted);

      add_items (json, "items", page->items);
      /* An order is asked in the order of the alphabet. */
      qsort (sorted, n, sizeof *sorted, compare_items);
      if (n > 1 && g_strv_equal ((const char *const *)sorted, (const char *const *)page->items))
        {
          char *first = sorted[0];

          memmove (sorted, sorted + 1, (n - 1) * sizeof *sorted);
          sorted[n - 1] = first;
        }
      add_items (json, "shown", sorted);
    }
  if (page->ask == LAB_ASK_CHOICE)
    lab_json_count (json, "answer", page->answer);
  if ((page->ask == LAB_ASK_NUMBER || page->ask == LAB_ASK_SET) && page->expectation >= 0)
    {
      const LabExpectation *expectation = &g_array_index (lesson->expectations, LabExpectation, page->expectation);

      lab_json_number (json, "number", expectation->is);
      lab_json_text (json, "digits", expectation->digits);
      if (page->ask == LAB_ASK_SET)
        lab_json_number (json, "within", page->within);
    }
}

/* Adds where a page happens if not in the page: the id of a view, "study" or "branch". */
static void
add_elsewhere (LabJson *json, const LabLesson *lesson, const LabLessonPage *page, const LabLessonRun *run)
{
  const LabExpectation *expectation =
      page->expectation >= 0 ? &g_array_index (lesson->expectations, LabExpectation, page->expectation) : NULL;

  if (page->view != NULL && strcmp (page->view, "simulate") != 0)
    lab_json_text (json, "elsewhere", page->view);
  else if (run != NULL && run->parent != NULL)
    lab_json_text (json, "elsewhere", "branch");
  else if (expectation != NULL && expectation->study != NULL)
    lab_json_text (json, "elsewhere", "study");
}

static void
take_value (const char *table, const char *name, double value, gpointer user)
{
  page_values_add (user, strcmp (table, "set") == 0 ? "parameter" : table, name, value);
}

/* Notes what the first page asks of the core. */
static void
take_first (Writer *writer, const LabLessonSetup *setup, int model, gboolean with_run)
{
  PageFirst *first = writer->first;
  const LessonModel *known = &g_array_index (writer->models, LessonModel, model);

  first->model = model_ref (known->model);
  first->text = text_of (known);
  first->file = g_strdup_printf ("%s.yaml", model_id (known->model));
  first->extension = g_strdup (known->extension);
  first->values = page_values_new ();
  lab_lesson_setup_values (setup, take_value, first->values);
  page_values_add (first->values, "time", "start", setup->problem.t_start);
  page_values_add (first->values, "time", "end", setup->problem.t_end);
  first->config = sim_config_copy (setup->config);
  first->with_run = with_run;
}

/* Returns the name of the model of the last page, up to this one, that has a run. */
static const char *
model_until (const LabLesson *lesson, int page)
{
  for (int k = page; k >= 0; k--)
    {
      const LabLessonRun *run = lab_lesson_page_run (lesson, k);

      if (run != NULL)
        return run->model;
    }
  return lesson->model;
}

static gboolean
add_page (Writer *writer, int index, int *n_runs, int *run_numbers, GPtrArray *diagnostics)
{
  const LabLesson *lesson = writer->lesson;
  const LabLessonPage *page = &g_array_index (lesson->pages, LabLessonPage, index);
  const LabLessonRun *run = page->reveal != NULL ? lab_lesson_find_run (lesson, page->reveal) : NULL;
  LabJson *json = writer->json;
  g_auto (LabLessonSetup) before = { 0 };

  lab_json_object (json, NULL, LAB_JSON_FLAT);
  lab_json_text (json, "title", page->title);
  add_paragraphs (json, "text", page->text);
  add_paragraphs (json, "question", page->question);
  add_paragraphs (json, "hint", page->hint);
  add_paragraphs (json, "after", page->after);
  add_question (json, lesson, page);
  add_elsewhere (json, lesson, page, run);
  if (!lab_lesson_setup_init_page (&before, lesson, index, diagnostics))
    return FALSE;
  lab_json_count (json, "before", add_run (writer, &before, model_until (lesson, index), index, before.last != NULL, n_runs));
  if (index == 0 && before.last == NULL)
    take_first (writer, &before, model_index (writer, &before, model_until (lesson, 0), 0), page->ask == LAB_ASK_NOTHING);
  if (run != NULL)
    {
      g_auto (LabLessonSetup) setup = { 0 };

      if (!lab_lesson_setup_init (&setup, lesson, run, index, diagnostics))
        return FALSE;
      for (guint k = 0; k < lesson->runs->len; k++)
        if (&g_array_index (lesson->runs, LabLessonRun, k) == run)
          run_numbers[k] = *n_runs;
      lab_json_count (json, "reveal", add_run (writer, &setup, run->model, index, run->parent != NULL, n_runs));
    }
  else
    lab_json_text (json, "reveal", NULL);
  lab_json_end (json);
  return TRUE;
}

/* Adds the numbers of runs that a page can compare: statistics, and columns at the start or the end. */
static gboolean
add_numbers (Writer *writer, const int *run_numbers, GPtrArray *diagnostics)
{
  const LabLesson *lesson = writer->lesson;

  lab_json_array (writer->json, "numbers", LAB_JSON_FLAT);
  for (guint k = 0; k < lesson->expectations->len; k++)
    {
      const LabExpectation *expectation = &g_array_index (lesson->expectations, LabExpectation, k);
      const LabLessonRun *run = expectation->run != NULL ? lab_lesson_find_run (lesson, expectation->run) : NULL;
      int number = -1;
      g_auto (LabLessonSetup) setup = { 0 };
      g_autoptr (ModelSystem) system = NULL;
      gboolean is_column;

      for (guint i = 0; run != NULL && i < lesson->runs->len; i++)
        if (&g_array_index (lesson->runs, LabLessonRun, i) == run)
          number = run_numbers[i];
      if (number < 0)
        continue;
      if (!lab_lesson_setup_init (&setup, lesson, run, -1, diagnostics))
        return FALSE;
      system = lab_problem_instance (&setup.problem, NULL);
      is_column = system != NULL && model_system_find_column (system, expectation->value) >= 0;
      lab_json_object (writer->json, NULL, LAB_JSON_FLAT);
      lab_json_count (writer->json, "run", number);
      if (is_column && (expectation->at == LAB_AT_START || expectation->at == LAB_AT_END))
        {
          lab_json_text (writer->json, "output", expectation->value);
          lab_json_text (writer->json, "at", expectation->at == LAB_AT_START ? "start" : "end");
        }
      else if (!is_column && is_statistic (expectation, &setup))
        lab_json_text (writer->json, "value", expectation->value);
      if (expectation->text != NULL)
        lab_json_text (writer->json, "text", expectation->text);
      lab_json_number (writer->json, "low", expectation->digits != NULL ? expectation->is - expectation->within : expectation->low);
      lab_json_number (writer->json, "high", expectation->digits != NULL ? expectation->is + expectation->within : expectation->high);
      lab_json_end (writer->json);
    }
  lab_json_end (writer->json);
  return TRUE;
}

static gboolean
write_lesson (Writer *writer, GPtrArray *diagnostics)
{
  const LabLesson *lesson = writer->lesson;
  g_autofree int *run_numbers = g_new (int, lesson->runs->len + 1);
  int n_runs = 0;

  for (guint k = 0; k < lesson->runs->len; k++)
    run_numbers[k] = -1;
  lab_json_text (writer->json, "title", lesson->title);
  lab_json_text (writer->json, "source", lesson->source);
  lab_json_array (writer->json, "pages", LAB_JSON_FLAT);
  for (guint k = 0; k < lesson->pages->len; k++)
    if (!add_page (writer, (int)k, &n_runs, run_numbers, diagnostics))
      return FALSE;
  lab_json_end (writer->json);
  if (!add_numbers (writer, run_numbers, diagnostics))
    return FALSE;
  add_models (writer);
  return TRUE;
}

gboolean
page_add_lesson (LabJson *json, const LabLesson *lesson, PageFirst *first, GPtrArray *diagnostics)
{
  Writer writer = {
    .lesson = lesson, .first = first, .json = json, .models = g_array_new (FALSE, FALSE, sizeof (LessonModel)), .runs_json = lab_json_new ()
  };
  g_autofree char *runs = NULL;
  gboolean fine;

  g_array_set_clear_func (writer.models, clear_model);
  lab_json_array (writer.runs_json, NULL, LAB_JSON_FLAT);
  lab_json_object (json, "lesson", LAB_JSON_FLAT);
  fine = write_lesson (&writer, diagnostics);
  if (fine)
    {
      lab_json_end (writer.runs_json);
      runs = lab_json_free (writer.runs_json);
      lab_json_digits (json, "runs", g_strchomp (runs));
      lab_json_end (json);
    }
  else
    lab_json_discard (writer.runs_json);
  g_array_unref (writer.models);
  return fine;
}

/* Writes the open lesson to session files and reads it from them. */
#include "wb-lessons-private.h"

#include <math.h>
#include <string.h>

#include "wb-lesson-library.h"
#include "wb-number-field.h"

/* ---- writing ---- */

static void
write_answer (ModelYamlWriter *out, const WbLessonAnswer *answer, int page, int n_items)
{
  model_yaml_writer_begin_mapping (out, NULL);
  model_yaml_writer_integer (out, "page", page + 1);
  model_yaml_writer_boolean (out, "revealed", answer->revealed);
  if (isfinite (answer->number))
    model_yaml_writer_number (out, "number", answer->number);
  if (isfinite (answer->point[0]) && isfinite (answer->point[1]))
    {
      model_yaml_writer_number (out, "point_x", answer->point[0]);
      model_yaml_writer_number (out, "point_y", answer->point[1]);
    }
  if (answer->choice >= 0)
    model_yaml_writer_integer (out, "choice", answer->choice + 1);
  if (answer->moved)
    {
      model_yaml_writer_begin_list (out, "order");
      for (int k = 0; k < n_items; k++)
        model_yaml_writer_integer (out, NULL, answer->order[k] + 1);
      model_yaml_writer_end_list (out);
    }
  if (answer->curve != NULL)
    {
      model_yaml_writer_begin_list (out, "curve");
      for (int k = 0; k < WB_LESSON_N_POINTS; k++)
        {
          g_autofree char *text = wb_number_text (answer->curve[k]);

          model_yaml_writer_text (out, NULL, text);
        }
      model_yaml_writer_end_list (out);
    }
  model_yaml_writer_end_mapping (out);
}

void
wb_lessons_write (WbLessons *self, ModelYamlWriter *out)
{
  g_autofree char *full = NULL;

  if (self->lesson == NULL)
    return;
  full = g_canonicalize_filename (self->lesson->path, NULL);
  model_yaml_writer_begin_mapping (out, "lesson");
  model_yaml_writer_text (out, "id", self->lesson->id);
  model_yaml_writer_text (out, "file", full);
  model_yaml_writer_integer (out, "page", self->page + 1);
  model_yaml_writer_begin_list (out, "answers");
  for (guint k = 0; k < self->answers->len; k++)
    {
      const WbLessonAnswer *answer = &g_array_index (self->answers, WbLessonAnswer, k);
      char **items = g_array_index (self->lesson->pages, LabLessonPage, k).items;

      if (answer->revealed || !isnan (answer->number) || !isnan (answer->point[0]) || answer->choice >= 0 || answer->moved || answer->curve != NULL)
        write_answer (out, answer, (int) k, items != NULL ? (int) g_strv_length (items) : 0);
    }
  model_yaml_writer_end_list (out);
  model_yaml_writer_end_mapping (out);
}

/* ---- reading ---- */

/* Reads a number; returns NaN if there is none. */
static double
number_of (const ModelYaml *node)
{
  double value;

  return node != NULL && node->type == MODEL_YAML_SCALAR && wb_number_parse (node->text, &value) ? value : NAN;
}

/* Reads an index that the file counts from 1. Returns −1 if it is missing or not from 1 to n. */
static int
index_of (const ModelYaml *node, int n)
{
  gint64 value = 0;

  return node != NULL && model_yaml_integer (node, &value) && value >= 1 && value <= n ? (int) value - 1 : -1;
}

/* Reads the order of the items that the reader has made. Ignores an order that is not a permutation. */
static void
read_order (WbLessonAnswer *answer, const ModelYaml *list, int n)
{
  g_autofree int *order = g_new (int, n + 1);
  g_autofree gboolean *seen = g_new0 (gboolean, n + 1);

  if (answer->order == NULL || list == NULL || list->n_items != n)
    return;
  for (int k = 0; k < n; k++)
    {
      order[k] = index_of (list->items[k], n);
      if (order[k] < 0 || seen[order[k]])
        return;
      seen[order[k]] = TRUE;
    }
  memcpy (answer->order, order, (gsize) n * sizeof *order);
  answer->moved = TRUE;
}

static void
read_answer (WbLessons *self, const ModelYaml *node)
{
  int index = index_of (model_yaml_get (node, "page"), (int) self->answers->len);
  const LabLessonPage *page = index >= 0 ? &g_array_index (self->lesson->pages, LabLessonPage, index) : NULL;
  WbLessonAnswer *answer = index >= 0 ? &g_array_index (self->answers, WbLessonAnswer, index) : NULL;
  int n_items = page != NULL && page->items != NULL ? (int) g_strv_length (page->items) : 0;
  const ModelYaml *curve = model_yaml_get (node, "curve");

  if (answer == NULL)
    return;
  answer->revealed = strcmp (model_yaml_get_text (node, "revealed", "false"), "true") == 0;
  if (page->ask == LAB_ASK_POINT)
    {
      answer->point[0] = number_of (model_yaml_get (node, "point_x"));
      answer->point[1] = number_of (model_yaml_get (node, "point_y"));
    }
  if (page->ask != LAB_ASK_CHOICE && page->ask != LAB_ASK_ORDER && page->ask != LAB_ASK_POINT)
    answer->number = number_of (model_yaml_get (node, "number"));
  if (page->ask == LAB_ASK_CHOICE)
    answer->choice = index_of (model_yaml_get (node, "choice"), n_items);
  read_order (answer, model_yaml_get (node, "order"), n_items);
  if (page->ask == LAB_ASK_CURVE && curve != NULL && curve->n_items == WB_LESSON_N_POINTS)
    {
      answer->curve = g_new (double, WB_LESSON_N_POINTS);
      for (int k = 0; k < WB_LESSON_N_POINTS; k++)
        answer->curve[k] = number_of (curve->items[k]);
    }
}

void
wb_lessons_resume (WbLessons *self, LabLesson *lesson, const ModelYaml *node)
{
  const ModelYaml *answers = model_yaml_get (node, "answers");
  g_auto (LabLessonSetup) setup = { 0 };

  wb_lessons_close (self);
  self->lesson = lesson;
  self->page = MAX (0, index_of (model_yaml_get (node, "page"), (int) lesson->pages->len));
  wb_lessons_make_answers (self);
  for (int k = 0; answers != NULL && k < answers->n_items; k++)
    read_answer (self, answers->items[k]);
  wb_lessons_prepare (self, &setup, NULL);
  if (wb_lessons_is_revealed (self) && wb_lessons_shown_run (self) != NULL && wb_lessons_shown_run (self)->parent != NULL)
    {
      /* The session shows the branch, whose settings and values follow from the run. */
      g_clear_pointer (&self->config, sim_config_free);
      g_clear_pointer (&self->values, lab_values_free);
      self->config = sim_config_copy (wb_session_config (self->session));
      self->values = lab_values_copy (wb_session_values (self->session));
    }
  wb_lessons_resume_view (self);
  if (wb_lessons_is_revealed (self))
    wb_lessons_start_check (self);
  wb_lessons_emit_lesson (self);
}

/* Makes the figures of the answers in a handout from the recorded runs of a lesson. */
#include "plot-handout-figure.h"

#include <math.h>
#include <string.h>

#include "lab-lesson-branch.h"

/* Returns the letter of a run: A for the root, then in the order of the runs with this root in the lesson file. */
static int
letter_of (const LabLesson *lesson, const LabLessonRun *run)
{
  const LabLessonRun *root = lab_lesson_root (lesson, run);
  int letter = 'A';

  for (guint k = 0; k < lesson->runs->len; k++)
    {
      const LabLessonRun *one = &g_array_index (lesson->runs, LabLessonRun, k);

      if (one == run)
        break;
      letter += lab_lesson_root (lesson, one) == root;
    }
  return MIN (letter, 'Z');
}

gboolean
plot_handout_figure (const LabLesson *lesson,
                     int page,
                     PlotHandoutRuns *runs,
                     PlotFigure **figure,
                     const LabProgress *progress,
                     GPtrArray *diagnostics,
                     GError **error)
{
  const LabLessonRun *run = lab_lesson_page_run (lesson, page);
  g_autoptr (GPtrArray) chain = lab_lesson_chain (lesson, run);
  g_autofree PlotRun *plots = g_new0 (PlotRun, chain->len + 1);

  *figure = NULL;
  *runs = (PlotHandoutRuns){ g_new0 (LabLessonRecord, chain->len + 1), (int)chain->len };
  for (int k = 0; k < runs->n; k++)
    {
      LabLessonRecord *record = &runs->records[k];
      const LabLessonRun *one = chain->pdata[k];

      if (!lab_lesson_record_init (record, lesson, one, page, progress, diagnostics, error))
        return FALSE;
      plots[k] = (PlotRun){ .trajectory = record->trajectory,
                            .tape = record->tape,
                            .system = record->system,
                            .t_start = record->setup.problem.t_start,
                            .t_end = record->status.boundary,
                            .max_step = sim_config_get_number (record->setup.config, "max_step"),
                            .t_branch = NAN };
      if (runs->n == 1)
        continue;
      plots[k].letter = letter_of (lesson, one);
      plots[k].series = (plots[k].letter - 'A') % PLOT_N_SERIES;
      plots[k].t_branch = one->parent != NULL ? one->at : NAN;
    }
  if (runs->n > 0)
    *figure = plot_figure_new_for_model_plots (&plots[runs->n - 1], plots, runs->n - 1);
  return TRUE;
}

char *
plot_handout_caption (const LabLesson *lesson, int page, const char *language)
{
  g_autoptr (GPtrArray) chain = lab_lesson_chain (lesson, lab_lesson_page_run (lesson, page));
  gboolean german = g_strcmp0 (language, "de") == 0;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint k = 1; k < chain->len; k++)
    {
      const LabLessonRun *run = chain->pdata[k];
      char at[G_ASCII_DTOSTR_BUF_SIZE];

      g_ascii_formatd (at, sizeof at, "%g", run->at);
      g_string_append_printf (text,
                              german ? "%s%c beginnt bei t = %s aus dem Zustand von %c." : "%s%c begins at t = %s from the state of %c.",
                              k > 1 ? " " : "", letter_of (lesson, run), at, letter_of (lesson, chain->pdata[k - 1]));
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

void
plot_handout_runs_clear (PlotHandoutRuns *runs)
{
  for (int k = 0; k < runs->n; k++)
    lab_lesson_record_clear (&runs->records[k]);
  g_clear_pointer (&runs->records, g_free);
  runs->n = 0;
}

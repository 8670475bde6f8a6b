/* Records the curve that the reader draws and gives it to the plot and to the lesson. */
#include "wb-lesson-sketch.h"

#include <math.h>

#include "lab-lesson-axis.h"

typedef struct
{
  GObject *view; /* the WbSimulateView; the connection is freed when the view is finalized */
  WbLessons *lessons;
} Connection;

/* Returns the index of the plot over time that shows the column that the question asks for, or −1. */
static int
plot_of_column (WbPlotSet *plots, const char *column)
{
  for (int k = 0; k < wb_plot_set_n (plots); k++)
    {
      const PlotSpec *spec = wb_plot_set_spec (plots, k);

      if (spec->kind->across == PLOT_OVER_TIME && spec->show != NULL && g_strv_contains ((const char *const *) spec->show, column))
        return k;
    }
  return -1;
}

int
wb_lesson_sketch_plot (WbLessons *lessons)
{
  const LabLessonPage *page = wb_lessons_lesson (lessons) != NULL ? wb_lessons_page (lessons) : NULL;

  return page != NULL && page->ask == LAB_ASK_CURVE ? plot_of_column (wb_plot_set_of (wb_lessons_session (lessons)), page->column) : -1;
}

static void
on_sketched (WbPlotArea *area, double t, double y, gboolean first, WbLessons *lessons)
{
  if (wb_lessons_lesson (lessons) != NULL)
    wb_lessons_sketch (lessons, t, y, first);
}

static void
on_cleared (WbPlotArea *area, WbLessons *lessons)
{
  if (wb_lessons_lesson (lessons) != NULL)
    wb_lessons_clear_guess (lessons);
}

/* Shows the drawn curve in the plot of its column, and removes it from the other plots. */
static void
show (Connection *connection)
{
  WbLessons *lessons = connection->lessons;
  WbSession *session = wb_lessons_session (lessons);
  WbPlotSet *plots = wb_plot_set_of (session);
  int index = wb_lesson_sketch_plot (lessons);
  const double *curve = wb_lessons_curve (lessons);
  double start = wb_session_t_start (session), end = wb_session_t_end (session), t[WB_LESSON_N_POINTS];

  for (int k = 0; k < WB_LESSON_N_POINTS; k++)
    t[k] = start + (end - start) * k / (WB_LESSON_N_POINTS - 1);
  for (int k = 0; k < wb_plot_set_n (plots); k++)
    {
      WbPlotArea *area = wb_simulate_view_area (WB_SIMULATE_VIEW (connection->view), k);

      if (area == NULL)
        continue;
      g_signal_handlers_disconnect_by_func (area, on_sketched, lessons);
      g_signal_handlers_disconnect_by_func (area, on_cleared, lessons);
      if (k != index)
        {
          wb_plot_area_set_sketch (area, NULL, NULL, 0, FALSE);
          continue;
        }
      wb_plot_area_set_sketch (area, t, curve, curve != NULL ? WB_LESSON_N_POINTS : 0, !wb_lessons_is_revealed (lessons));
      g_signal_connect_object (area, "sketched", G_CALLBACK (on_sketched), lessons, 0);
      g_signal_connect_object (area, "sketch-cleared", G_CALLBACK (on_cleared), lessons, 0);
    }
}

/* Returns the vertical range in which the reader draws. Returns an empty range if the lesson gives the plot a range, which is then used. */
static PlotRange
drawing_range (WbSession *session, const PlotSpec *spec, const char *name)
{
  ModelSystem *system = wb_session_system (session);
  int column = system != NULL ? model_system_find_column (system, name) : -1;
  WbRunItem *run = wb_session_current (session);
  SimTrajectory *trajectory = run != NULL ? wb_run_item_trajectory (run) : NULL;
  PlotRange range = { 0, 0 };

  if (isnan (spec->range[2]) && column >= 0 && trajectory != NULL && sim_trajectory_n_rows (trajectory) > 0)
    lab_lesson_drawing_range (system, column, sim_trajectory_row (trajectory, 0) + 1, spec->log_y > 0, &range.low, &range.high);
  return range;
}

/* Gives the vertical axis the range for drawing. After the reveal, fits the axis to the data. */
static void
prepare_axis (Connection *connection)
{
  WbLessons *lessons = connection->lessons;
  WbSession *session = wb_lessons_session (lessons);
  WbPlotSet *plots = wb_plot_set_of (session);
  const LabLessonPage *page = wb_lessons_page (lessons);
  int index = plot_of_column (plots, page->column);
  PlotRange range;

  if (index < 0)
    return;
  if (wb_plot_set_focused (plots) >= 0)
    wb_plot_set_focus (plots, index); /* in a narrow window only one plot is visible */
  if (wb_lessons_is_revealed (lessons))
    {
      WbPlotArea *area = wb_simulate_view_area (WB_SIMULATE_VIEW (connection->view), index);

      if (area != NULL)
        wb_plot_area_fit (area);
      return;
    }
  range = drawing_range (session, wb_plot_set_spec (plots, index), page->column);
  wb_plot_set_set_shown (plots, index, &(PlotRange) { 0, 0 }, &range);
}

static void
on_page (Connection *connection)
{
  const LabLesson *lesson = wb_lessons_lesson (connection->lessons);

  if (lesson != NULL && wb_lessons_page (connection->lessons)->ask == LAB_ASK_CURVE)
    prepare_axis (connection);
  show (connection);
}

static void
on_view_gone (gpointer data, GObject *view)
{
  Connection *connection = data;

  g_signal_handlers_disconnect_by_data (connection->lessons, connection);
  g_signal_handlers_disconnect_by_data (wb_plot_set_of (wb_lessons_session (connection->lessons)), connection);
  g_free (connection);
}

void
wb_lesson_sketch_connect (WbLessons *lessons, WbSimulateView *view)
{
  Connection *connection = g_new0 (Connection, 1);

  connection->view = G_OBJECT (view);
  connection->lessons = lessons;
  g_object_weak_ref (G_OBJECT (view), on_view_gone, connection);
  g_signal_connect_swapped (lessons, "lesson-changed", G_CALLBACK (on_page), connection);
  g_signal_connect_swapped (lessons, "page-changed", G_CALLBACK (on_page), connection);
  g_signal_connect_swapped (lessons, "guess-changed", G_CALLBACK (show), connection);
  g_signal_connect_data (wb_plot_set_of (wb_lessons_session (lessons)), "plots-changed", G_CALLBACK (show), connection, NULL,
                         G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

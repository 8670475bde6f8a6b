/* Records the curve that the reader draws, or the point that he places, and gives it to the plot and to the lesson. */
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

/* Returns the index of the plot of the two columns of the point that the question asks for, or −1. */
static int
plot_of_point (WbPlotSet *plots, const LabLessonPage *page)
{
  for (int k = 0; k < wb_plot_set_n (plots); k++)
    {
      const PlotSpec *spec = wb_plot_set_spec (plots, k);

      if (g_strcmp0 (spec->x, page->point[0].column) == 0 && g_strcmp0 (spec->y, page->point[1].column) == 0)
        return k;
    }
  return -1;
}

int
wb_lesson_sketch_plot (WbLessons *lessons)
{
  const LabLessonPage *page = wb_lessons_lesson (lessons) != NULL ? wb_lessons_page (lessons) : NULL;
  WbPlotSet *plots = wb_plot_set_of (wb_lessons_session (lessons));

  if (page == NULL || (page->ask != LAB_ASK_CURVE && page->ask != LAB_ASK_POINT))
    return -1;
  return page->ask == LAB_ASK_CURVE ? plot_of_column (plots, page->column) : plot_of_point (plots, page);
}

static void
on_sketched (WbPlotArea *area, double t, double y, gboolean first, WbLessons *lessons)
{
  if (wb_lessons_lesson (lessons) == NULL)
    return;
  if (wb_lessons_page (lessons)->ask == LAB_ASK_POINT)
    wb_lessons_set_point (lessons, t, y);
  else
    wb_lessons_sketch (lessons, t, y, first);
}

static void
on_cleared (WbPlotArea *area, WbLessons *lessons)
{
  if (wb_lessons_lesson (lessons) != NULL)
    wb_lessons_clear_guess (lessons);
}

/* Shows the drawn curve or the placed point in an area, in which the reader can draw until the reveal. */
static void
show_in (WbLessons *lessons, WbPlotArea *area)
{
  WbSession *session = wb_lessons_session (lessons);
  const double *curve = wb_lessons_curve (lessons);
  double start = wb_session_t_start (session), end = wb_session_t_end (session), t[WB_LESSON_N_POINTS], x, y;

  if (wb_lessons_page (lessons)->ask == LAB_ASK_POINT)
    {
      wb_lessons_point (lessons, &x, &y);
      wb_plot_area_set_sketch (area, &x, &y, isnan (x) ? 0 : 1, !wb_lessons_is_revealed (lessons));
    }
  else
    {
      for (int k = 0; k < WB_LESSON_N_POINTS; k++)
        t[k] = start + (end - start) * k / (WB_LESSON_N_POINTS - 1);
      wb_plot_area_set_sketch (area, t, curve, curve != NULL ? WB_LESSON_N_POINTS : 0, !wb_lessons_is_revealed (lessons));
    }
  g_signal_connect_object (area, "sketched", G_CALLBACK (on_sketched), lessons, 0);
  g_signal_connect_object (area, "sketch-cleared", G_CALLBACK (on_cleared), lessons, 0);
}

/* Shows the drawn curve in the plot of its column, and removes it from the other plots. */
static void
show (Connection *connection)
{
  WbLessons *lessons = connection->lessons;
  WbSession *session = wb_lessons_session (lessons);
  WbPlotSet *plots = wb_plot_set_of (session);
  int index = wb_lesson_sketch_plot (lessons);

  for (int k = 0; k < wb_plot_set_n (plots); k++)
    {
      WbPlotArea *area = wb_simulate_view_area (WB_SIMULATE_VIEW (connection->view), k);

      if (area == NULL)
        continue;
      g_signal_handlers_disconnect_by_func (area, on_sketched, lessons);
      g_signal_handlers_disconnect_by_func (area, on_cleared, lessons);
      if (k == index)
        show_in (lessons, area);
      else
        wb_plot_area_set_sketch (area, NULL, NULL, 0, FALSE);
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

/* ---- the phase plane ---- */

/* Shows the placed point in the plane if the page shows the plane with these axes. */
static void
show_in_plane (WbPlotArea *area)
{
  WbLessons *lessons = g_object_get_data (G_OBJECT (area), "lessons");
  const LabLessonPage *page = wb_lessons_lesson (lessons) != NULL ? wb_lessons_page (lessons) : NULL;

  g_signal_handlers_disconnect_by_func (area, on_sketched, lessons);
  g_signal_handlers_disconnect_by_func (area, on_cleared, lessons);
  if (page != NULL && page->ask == LAB_ASK_POINT && page->place != NULL && page->place->kind == LAB_LINK_LABORATORY)
    show_in (lessons, area);
  else
    wb_plot_area_set_sketch (area, NULL, NULL, 0, FALSE);
}

void
wb_lesson_sketch_connect_plane (WbLessons *lessons, WbPlotArea *area)
{
  static const char *const names[] = { "lesson-changed", "page-changed", "guess-changed" };

  g_object_set_data (G_OBJECT (area), "lessons", lessons);
  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    g_signal_connect_object (lessons, names[k], G_CALLBACK (show_in_plane), area, G_CONNECT_SWAPPED);
  show_in_plane (area);
}

#include "wb-plot-painter.h"

#include <math.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "plot-text.h"

/* Between the main loop, which it shall not keep from waking, and the runs, which would take all there is (Linux: of this thread alone). */
#define NICENESS 4

typedef struct
{
  WbPainting painting;
  WbPaintedFunc painted;
  gpointer user;
} Job;

/* Written under the lock by the main thread (waiting, held) and by the painter (current, finished). */
static GMutex lock;
static GCond changed;
static GQueue waiting = G_QUEUE_INIT, finished = G_QUEUE_INIT;
static Job *current;
static gboolean held;
static guint delivery;

/* Of the main thread. */
static GThread *thread;
static guint release_source;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_pointer (&job->painting.picture, cairo_surface_destroy);
  g_free (job);
}

/* ---- the painter ---- */

static void
paint (WbPainting *painting)
{
  gint64 start = g_get_monotonic_time ();
  cairo_t *cr;

  painting->picture = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) ceil (painting->width * painting->scale),
                                                  (int) ceil (painting->height * painting->scale));
  cairo_surface_set_device_scale (painting->picture, painting->scale, painting->scale);
  cr = cairo_create (painting->picture);
  painting->more = plot_view_draw (painting->view, cr, painting->width, painting->height, painting->scale);
  cairo_destroy (cr);
  cairo_surface_flush (painting->picture);
  painting->ms = (g_get_monotonic_time () - start) / 1000.0;
}

/* The first text of a thread loads the fonts: done while the window is being built. */
static void
warm_up (void)
{
  g_autoptr (PangoLayout) words = plot_text_layout ("0123456789 *x*", 12, PLOT_TEXT_NORMAL);
  g_autoptr (PangoLayout) title = plot_text_layout ("Time series", 13.5, PLOT_TEXT_BOLD);
  double width;

  plot_text_measure (words, &width, NULL, NULL);
  plot_text_measure (title, &width, NULL, NULL);
}

static gboolean deliver (gpointer user);

static gpointer
work (gpointer user)
{
  setpriority (PRIO_PROCESS, (id_t) syscall (SYS_gettid), NICENESS);
  warm_up ();
  g_mutex_lock (&lock);
  for (;;)
    {
      while (held || g_queue_is_empty (&waiting))
        g_cond_wait (&changed, &lock);
      current = g_queue_pop_head (&waiting);
      g_mutex_unlock (&lock);
      paint (&current->painting);
      g_mutex_lock (&lock);
      g_queue_push_tail (&finished, current);
      current = NULL;
      if (delivery == 0)
        delivery = g_idle_add_full (G_PRIORITY_DEFAULT, deliver, NULL, NULL);
      g_cond_broadcast (&changed);
    }
  return NULL;
}

/* ---- on the main thread ---- */

static gboolean
deliver (gpointer user)
{
  Job *job;

  g_mutex_lock (&lock);
  delivery = 0;
  while ((job = g_queue_pop_head (&finished)) != NULL)
    {
      g_mutex_unlock (&lock);
      job->painted (&job->painting, job->user);
      job_free (job);
      g_mutex_lock (&lock);
    }
  g_mutex_unlock (&lock);
  return G_SOURCE_REMOVE;
}

void
wb_plot_painter_go (void)
{
  g_clear_handle_id (&release_source, g_source_remove);
  g_mutex_lock (&lock);
  held = FALSE;
  g_cond_broadcast (&changed);
  g_mutex_unlock (&lock);
}

static gboolean
release (gpointer user)
{
  release_source = 0;
  wb_plot_painter_go ();
  return G_SOURCE_REMOVE;
}

/* Before the next frame is drawn, after all that is at hand. */
static void
release_later (void)
{
  if (release_source == 0)
    release_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, release, NULL, NULL);
}

void
wb_plot_painter_start (void)
{
  if (thread == NULL)
    thread = g_thread_new ("painter", work, NULL);
}

void
wb_plot_painter_ask (PlotView *view, double width, double height, int scale, WbPaintedFunc painted, gpointer user)
{
  Job *job = g_new0 (Job, 1);

  job->painting = (WbPainting) { .view = view, .width = width, .height = height, .scale = scale };
  job->painted = painted;
  job->user = user;
  wb_plot_painter_start ();
  g_mutex_lock (&lock);
  g_queue_push_tail (&waiting, job);
  g_cond_broadcast (&changed);
  g_mutex_unlock (&lock);
}

void
wb_plot_painter_hold (void)
{
  if (thread == NULL)
    return;
  g_mutex_lock (&lock);
  held = TRUE;
  while (current != NULL)
    g_cond_wait (&changed, &lock);
  g_mutex_unlock (&lock);
  release_later ();
}

static Job *
find (GQueue *queue, PlotView *view)
{
  for (GList *link = queue->head; link != NULL; link = link->next)
    if (((Job *) link->data)->painting.view == view)
      return link->data;
  return NULL;
}

void
wb_plot_painter_finish (PlotView *view)
{
  Job *job;

  g_clear_handle_id (&release_source, g_source_remove);
  g_mutex_lock (&lock);
  job = find (&waiting, view);
  if (job != NULL)
    {
      g_queue_remove (&waiting, job);
      g_queue_push_head (&waiting, job);
    }
  held = FALSE;
  g_cond_broadcast (&changed);
  while (find (&waiting, view) != NULL || (current != NULL && current->painting.view == view))
    g_cond_wait (&changed, &lock);
  job = find (&finished, view);
  if (job != NULL)
    g_queue_remove (&finished, job);
  g_mutex_unlock (&lock);
  if (job == NULL)
    return;
  job->painted (&job->painting, job->user);
  job_free (job);
}

void
wb_plot_painter_forget (PlotView *view)
{
  Job *job;

  wb_plot_painter_hold ();
  g_mutex_lock (&lock);
  while ((job = find (&waiting, view)) != NULL)
    {
      g_queue_remove (&waiting, job);
      job_free (job);
    }
  while ((job = find (&finished, view)) != NULL)
    {
      g_queue_remove (&finished, job);
      job_free (job);
    }
  g_mutex_unlock (&lock);
}

gboolean
wb_plot_painter_is_idle (void)
{
  gboolean idle;

  g_mutex_lock (&lock);
  idle = current == NULL && g_queue_is_empty (&waiting) && g_queue_is_empty (&finished);
  g_mutex_unlock (&lock);
  return idle;
}

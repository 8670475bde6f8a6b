/* Queues requests for drawings, draws them on one thread, and delivers the pictures in the main loop. */
#include "wb-plot-painter.h"

#include <math.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "plot-text.h"

/* Nice value of the thread of the painter; on Linux it applies to this thread alone. The priority is lower than that of the
 * main loop, so that the main loop is not delayed. It is higher than that of the runs, which would use all processor
 * time. */
#define NICENESS 4
/* With fewer processors than this, the run, the main loop, the display server and the painter compete. The painter then pauses after each
 * drawing for as long as the drawing took. */
#define ENOUGH_PROCESSORS 4

typedef struct
{
  WbPainting painting;
  WbPaintedFunc painted;
  gpointer user;
} Job;

typedef struct
{
  PlotView *view;
  WbViewFunc func;
  gpointer data;
  GDestroyNotify destroy;
} Change;

/* The lock protects these variables. The main thread writes waiting and held; the painter writes current and finished. */
static GMutex lock;
static GCond changed;
static GQueue waiting = G_QUEUE_INIT, finished = G_QUEUE_INIT;
static Job *current;
static gboolean held;
static guint delivery;
static double worked;       /* drawing time since the last pause, ms */
static gint64 rested_until; /* monotonic time in µs until which the painter pauses */

/* Only the main thread uses the following variables. */
static GThread *thread;
static guint release_source;
static GQueue changes = G_QUEUE_INIT; /* changes that were requested while their view was being drawn, oldest first */

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

/* Loads the fonts by drawing a text while the window is being built. Otherwise the first picture would be
 * late. */
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
  id_t self = (id_t) syscall (SYS_gettid);

  setpriority (PRIO_PROCESS, self, getpriority (PRIO_PROCESS, self) + NICENESS);
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
      worked += current->painting.ms;
      g_queue_push_tail (&finished, current);
      current = NULL;
      if (g_queue_is_empty (&waiting))
        {
          rested_until = g_get_monotonic_time () + (gint64) (1000 * worked);
          worked = 0;
        }
      if (delivery == 0)
        delivery = g_idle_add_full (G_PRIORITY_DEFAULT, deliver, NULL, NULL);
      g_cond_broadcast (&changed);
    }
  return NULL;
}

/* ---- on the main thread ---- */

static void
change_free (gpointer data)
{
  Change *change = data;

  if (change->destroy != NULL)
    change->destroy (change->data);
  g_free (change);
}

/* Removes the oldest change of a view from the queue and returns it. view NULL means any
 * view. */
static Change *
next_change (PlotView *view)
{
  for (GList *link = changes.head; link != NULL; link = link->next)
    {
      Change *change = link->data;

      if (view != NULL && change->view != view)
        continue;
      g_queue_delete_link (&changes, link);
      return change;
    }
  return NULL;
}

/* Makes the pending changes of a view, unless the view is being drawn. */
static void
make_changes (PlotView *view)
{
  Change *change;

  while ((change = next_change (view)) != NULL)
    {
      change->func (change->view, change->data);
      change_free (change);
    }
}

/* Sets whether the painter may start another drawing. Does not wait for the current one. Returns the previous
 * value. */
static gboolean
set_held (gboolean now)
{
  gboolean before;

  g_mutex_lock (&lock);
  before = held;
  held = now;
  g_cond_broadcast (&changed);
  g_mutex_unlock (&lock);
  return before;
}

static gboolean
deliver (gpointer user)
{
  gboolean was_held = set_held (TRUE);
  Job *job;

  g_mutex_lock (&lock);
  delivery = 0;
  while ((job = g_queue_pop_head (&finished)) != NULL)
    {
      PlotView *view = job->painting.view;

      g_mutex_unlock (&lock);
      job->painted (&job->painting, job->user);
      job_free (job);
      /* The view may have been requested again, so make its changes before it is
       * drawn. */
      make_changes (view);
      g_mutex_lock (&lock);
    }
  g_mutex_unlock (&lock);
  set_held (was_held);
  return G_SOURCE_REMOVE;
}

void
wb_plot_painter_go (void)
{
  g_clear_handle_id (&release_source, g_source_remove);
  set_held (FALSE);
}

static gboolean
release (gpointer user)
{
  release_source = 0;
  wb_plot_painter_go ();
  return G_SOURCE_REMOVE;
}

/* Releases the painter in an idle handler: after the pending work of the main loop and before the next
 * frame. */
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
wb_plot_painter_stay (void)
{
  if (thread == NULL)
    return;
  set_held (TRUE);
  release_later ();
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
  make_changes (NULL);
  release_later ();
}

void
wb_plot_painter_change (PlotView *view, WbViewFunc func, gpointer data, GDestroyNotify destroy)
{
  Change *change = g_new (Change, 1);
  gboolean was_held = set_held (TRUE), drawing;

  *change = (Change) { .view = view, .func = func, .data = data, .destroy = destroy };
  g_queue_push_tail (&changes, change);
  g_mutex_lock (&lock);
  drawing = current != NULL && current->painting.view == view;
  g_mutex_unlock (&lock);
  if (!drawing)
    make_changes (view);
  set_held (was_held);
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
  set_held (TRUE);
  job->painted (&job->painting, job->user);
  job_free (job);
  make_changes (view);
  set_held (FALSE);
}

void
wb_plot_painter_forget (PlotView *view)
{
  Change *change;
  Job *job;

  while ((change = next_change (view)) != NULL)
    change_free (change);
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
wb_plot_painter_is_rested (void)
{
  gboolean rested;

  if (g_get_num_processors () >= ENOUGH_PROCESSORS)
    return TRUE;
  g_mutex_lock (&lock);
  rested = current == NULL && g_queue_is_empty (&waiting) && g_get_monotonic_time () >= rested_until;
  g_mutex_unlock (&lock);
  return rested;
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

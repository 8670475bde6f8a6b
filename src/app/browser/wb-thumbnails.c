/* Computes thumbnails one after another on a thread, and keeps them in memory and in the cache folder. */
#include "wb-thumbnails.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "lab-progress-monitor.h"
#include "plot-kind.h"
#include "plot-thumbnail.h"
#include "sim-output-file.h"
#include "sim-simulator.h"
#include "wb-style.h"

/* Largest number of attempts of a run for a thumbnail. This is enough for the shape of a curve, and few enough for a stiff model. */
#define MOST_ATTEMPTS "6000"
#define SCALE 2

typedef struct
{
  char *key, *path, *file;
  WbThumbnailDraw draw;
  int width, height; /* size of the picture in px */
  gboolean dark;
  cairo_surface_t *surface; /* the picture, or NULL if there is none */
  atomic_bool cancelled;    /* nobody waits for the picture any more */
} Job;

typedef struct { char *key; WbThumbnailFunc func; GWeakRef user; } Wish;

static GHashTable *known;   /* pictures by key (GdkPaintable); NULL if a file has no picture */
static GQueue jobs = G_QUEUE_INIT;
static GList *wishes;
static Job *current; /* job on the worker thread, or NULL */

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_pointer (&job->surface, cairo_surface_destroy);
  g_free (job->key);
  g_free (job->path);
  g_free (job->file);
  g_free (job);
}

/* ---- on the worker thread ---- */

static SimTrajectory *
simulate (const char *path, const LabProgress *progress, ModelSystem **system_out, Model **model_out)
{
  LabProgressMonitor monitor = { .progress = progress };
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (SimConfig) config = sim_config_new ();
  g_autoptr (SimSimulator) simulator = NULL;
  g_autoptr (SimTrajectory) trajectory = NULL;
  SimSamplingRule every = { .sampling = SIM_SAMPLE_DENSE, .count = 16 };
  ModelInstance instance = { 0 };
  ModelSystem *system;
  double t0, t1;
  Model *model = model_load_file (path, sim_config_check_solver, diagnostics);

  if (model == NULL)
    return NULL;
  *model_out = model;
  system = model_system_new (model, &instance, NULL);
  if (system == NULL)
    return NULL;
  *system_out = system;
  sim_config_apply_model (config, model, diagnostics);
  sim_config_set (config, "step_limit", MOST_ATTEMPTS, SIM_ORIGIN_LIVE, NULL);
  sim_config_set (config, "realtime_rate", "0", SIM_ORIGIN_LIVE, NULL);
  t0 = model_system_t_start (system);
  t1 = model_system_t_end (system);
  {
    ModelSystem *running = model_system_new (model, &instance, NULL);

    simulator = running != NULL ? sim_simulator_new (sim_system_from_model (running), config, NULL) : NULL;
  }
  if (simulator == NULL)
    return NULL;
  trajectory = sim_trajectory_new (model_system_n_columns (system), 64 << 20);
  sim_simulator_add_sink (simulator, sim_sink_trajectory (trajectory), &every);
  monitor.t_start = t0;
  monitor.t_end = t1;
  lab_progress_monitor_attach (&monitor, simulator);
  if (sim_simulator_initialize (simulator, t0, NULL, NULL, t1, FALSE).reason == SIM_FAILED_RUN)
    return NULL;
  sim_simulator_advance_to (simulator, t1);
  sim_simulator_finish (simulator, NULL);
  if (monitor.cancelled)
    return NULL;
  return sim_trajectory_n_rows (trajectory) > 2 ? g_steal_pointer (&trajectory) : NULL;
}

/* Chooses the columns to draw from the first plot of the model: both columns of a phase portrait, otherwise the first
 * curve. */
static void
columns_of (Model *model, ModelSystem *system, int *x, int *y)
{
  const ModelPlot *plot = model_n_plots (model) > 0 ? model_plot (model, 0) : NULL;

  *x = 0;
  *y = -1;
  if (plot == NULL)
    return;
  if (plot_kinds[plot->type]->needs & PLOT_NEEDS_TWO_COLUMNS)
    {
      int a = model_system_find_column (system, plot->x), b = model_system_find_column (system, plot->y);

      if (a >= 0 && b >= 0)
        {
          *x = a;
          *y = b;
        }
    }
  else if (plot->show != NULL && plot->show[0] != NULL)
    *x = MAX (0, model_system_find_column (system, plot->show[0]));
}

/* Simulates a model and draws its first curve or orbit. This is the WbThumbnailDraw of models. */
static gboolean
draw_model (const char *path, cairo_t *cr, double width, double height, const PlotTheme *theme, const LabProgress *progress)
{
  ModelSystem *system = NULL;
  Model *model = NULL;
  SimTrajectory *trajectory = simulate (path, progress, &system, &model);
  gboolean drawn = trajectory != NULL;

  if (drawn)
    {
      int x, y;

      columns_of (model, system, &x, &y);
      plot_thumbnail (cr, width, height, trajectory, x, y, theme);
    }
  g_clear_pointer (&trajectory, sim_trajectory_unref);
  g_clear_pointer (&system, model_system_free);
  g_clear_pointer (&model, model_unref);
  return drawn;
}

static gboolean
is_wanted (gpointer user, double fraction)
{
  Job *job = user;

  return !atomic_load (&job->cancelled);
}

/* Draws the picture of a file. Returns NULL if there is nothing to show, or if the job was cancelled. */
static cairo_surface_t *
draw (Job *job)
{
  LabProgress progress = { .func = is_wanted, .user = job };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, job->width * SCALE, job->height * SCALE);
  cairo_t *cr = cairo_create (surface);
  gboolean drawn;

  cairo_scale (cr, SCALE, SCALE);
  drawn = job->draw (job->path, cr, job->width, job->height, plot_theme_get (job->dark ? PLOT_THEME_DARK : PLOT_THEME_LIGHT), &progress);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  if (!drawn || atomic_load (&job->cancelled))
    g_clear_pointer (&surface, cairo_surface_destroy);
  return surface;
}

/* Returns a picture from the cache on the disk, or NULL if the cache does not have it. */
static cairo_surface_t *
read_cached (const char *file)
{
  cairo_surface_t *surface = cairo_image_surface_create_from_png (file);

  if (cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS && cairo_image_surface_get_format (surface) == CAIRO_FORMAT_ARGB32)
    return surface;
  cairo_surface_destroy (surface);
  return NULL;
}

static cairo_status_t
append (void *bytes, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (bytes, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static void
write_cached (const char *file, cairo_surface_t *surface)
{
  GByteArray *png = g_byte_array_new ();
  gboolean fine = cairo_surface_write_to_png_stream (surface, append, png) == CAIRO_STATUS_SUCCESS;
  g_autoptr (GBytes) bytes = g_byte_array_free_to_bytes (png);

  if (fine)
    sim_write_file (file, bytes, SIM_OUTPUT_CACHE, NULL);
}

static void
compute (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;

  job->surface = read_cached (job->file);
  if (job->surface == NULL && (job->surface = draw (job)) != NULL)
    {
      g_autofree char *folder = g_path_get_dirname (job->file);

      /* Ignore errors. If the cache cannot be written, the only effect is that the next start is slower. */
      if (g_mkdir_with_parents (folder, 0700) == 0)
        write_cached (job->file, job->surface);
    }
  g_task_return_boolean (task, TRUE);
}

/* ---- on the main thread ---- */

static void
answer (const char *key, GdkPaintable *picture)
{
  for (GList *link = wishes; link != NULL;)
    {
      GList *next = link->next;
      Wish *wish = link->data;

      if (strcmp (wish->key, key) == 0)
        {
          g_autoptr (GObject) user = g_weak_ref_get (&wish->user);

          wishes = g_list_delete_link (wishes, link);
          if (user != NULL)
            wish->func (picture, user);
          g_weak_ref_clear (&wish->user);
          g_free (wish->key);
          g_free (wish);
        }
      link = next;
    }
}

/* Makes a paintable of the size in the list from a texture that has more pixels. */
static GdkPaintable *
picture_of (GdkTexture *texture)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  graphene_size_t size = GRAPHENE_SIZE_INIT ((float) gdk_texture_get_width (texture) / SCALE, (float) gdk_texture_get_height (texture) / SCALE);

  gtk_snapshot_append_texture (snapshot, texture, &GRAPHENE_RECT_INIT (0, 0, size.width, size.height));
  return gtk_snapshot_free_to_paintable (snapshot, &size);
}

static GdkPaintable *
picture_of_surface (cairo_surface_t *surface)
{
  int height = cairo_image_surface_get_height (surface), stride = cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes = g_bytes_new (cairo_image_surface_get_data (surface), (gsize) height * stride);

  {
    g_autoptr (GdkTexture) texture
        = gdk_memory_texture_new (cairo_image_surface_get_width (surface), height, GDK_MEMORY_DEFAULT, bytes, stride);

    return picture_of (texture);
  }
}

static void start_next (void);

static gboolean
is_wished (const char *key)
{
  for (GList *link = wishes; link != NULL; link = link->next)
    if (strcmp (((Wish *) link->data)->key, key) == 0)
      return TRUE;
  return FALSE;
}

/* Puts a job that was cancelled into the queue again if its picture was requested after that. */
static void
repeat_if_wanted (const Job *job)
{
  Job *again;

  if (!is_wished (job->key))
    return;
  again = g_new0 (Job, 1);
  again->key = g_strdup (job->key);
  again->path = g_strdup (job->path);
  again->file = g_strdup (job->file);
  again->draw = job->draw;
  again->width = job->width;
  again->height = job->height;
  again->dark = job->dark;
  g_queue_push_head (&jobs, again);
}

static void
on_computed (GObject *source, GAsyncResult *result, gpointer user)
{
  Job *job = g_task_get_task_data (G_TASK (result));
  GdkPaintable *picture = job->surface != NULL ? picture_of_surface (job->surface) : NULL;

  current = NULL;
  if (!atomic_load (&job->cancelled))
    {
      g_hash_table_insert (known, g_strdup (job->key), picture);
      answer (job->key, picture);
    }
  else
    {
      g_clear_object (&picture);
      repeat_if_wanted (job);
    }
  start_next ();
}

static void
start_next (void)
{
  Job *job;
  GTask *task;

  if (current != NULL || (job = g_queue_pop_head (&jobs)) == NULL)
    return;
  current = job;
  task = g_task_new (NULL, NULL, on_computed, NULL);
  g_task_set_task_data (task, job, job_free);
  g_task_set_priority (task, G_PRIORITY_LOW);
  g_task_run_in_thread (task, compute);
  g_object_unref (task);
}

static void
texture_free (gpointer texture)
{
  g_clear_object (&texture);
}

void
wb_thumbnails_request_file (const char *path, int width, int height, WbThumbnailDraw draw_file, WbThumbnailFunc func, GObject *user)
{
  GStatBuf info;
  gboolean dark = wb_style_is_dark ();
  g_autofree char *key = NULL, *sum = NULL, *file = NULL, *name = NULL;
  gpointer picture;
  Wish *wish;

  if (g_stat (path, &info) != 0)
    return;
  if (known == NULL)
    known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, texture_free);
  key = g_strdup_printf ("%s %" G_GINT64_FORMAT " %d %d×%d", path, (gint64) info.st_mtime, dark, width, height);
  if (g_hash_table_lookup_extended (known, key, NULL, &picture))
    {
      func (picture, user);
      return;
    }
  sum = g_compute_checksum_for_string (G_CHECKSUM_SHA1, key, -1);
  name = g_strconcat (sum, ".png", NULL);
  file = g_build_filename (g_get_user_cache_dir (), "stepwise", "thumbnails", name, NULL);
  wish = g_new0 (Wish, 1);
  wish->key = g_strdup (key);
  wish->func = func;
  g_weak_ref_init (&wish->user, user);
  wishes = g_list_prepend (wishes, wish);
  for (GList *link = jobs.head; link != NULL; link = link->next)
    if (strcmp (((Job *) link->data)->key, key) == 0)
      return;
  if (current != NULL && strcmp (current->key, key) == 0)
    return; /* its picture answers this request too; if it was cancelled, it is drawn again */
  {
    Job *job = g_new0 (Job, 1);

    job->key = g_strdup (key);
    job->path = g_strdup (path);
    job->draw = draw_file;
    job->width = width;
    job->height = height;
    job->file = g_steal_pointer (&file);
    job->dark = dark;
    g_queue_push_head (&jobs, job);
  }
  start_next ();
}

void
wb_thumbnails_request (const ModelEntry *entry, int width, int height, WbThumbnailFunc func, GObject *user)
{
  if (entry->errors == NULL)
    wb_thumbnails_request_file (entry->path, width, height, draw_model, func, user);
}

void
wb_thumbnails_forget (GObject *user)
{
  for (GList *link = wishes; link != NULL;)
    {
      GList *next = link->next;
      Wish *wish = link->data;
      g_autoptr (GObject) owner = g_weak_ref_get (&wish->user);

      if (owner == user)
        {
          wishes = g_list_delete_link (wishes, link);
          g_weak_ref_clear (&wish->user);
          g_free (wish->key);
          g_free (wish);
        }
      link = next;
    }
  for (GList *link = jobs.head; link != NULL;)
    {
      GList *next = link->next;

      if (!is_wished (((Job *) link->data)->key))
        {
          job_free (link->data);
          g_queue_delete_link (&jobs, link);
        }
      link = next;
    }
  if (current != NULL && !is_wished (current->key))
    atomic_store (&current->cancelled, true);
}

void
wb_thumbnails_settle (int timeout_ms)
{
  gint64 end = g_get_monotonic_time () + timeout_ms * G_GINT64_CONSTANT (1000);

  while ((current != NULL || !g_queue_is_empty (&jobs)) && g_get_monotonic_time () < end)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (2000);
}

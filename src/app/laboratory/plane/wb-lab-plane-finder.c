/* Decides when a search must start, runs it on a thread, and keeps the last complete result. */
#include "wb-lab-plane-finder.h"

#include <glib/gi18n.h>
#include <string.h>

#include "wb-laboratory.h"

/* Time in ms after the last change of a value or of the view until the search
 * starts. */
#define SETTLE_MS 350
/* Time in ms between two displays of the progress. */
#define PROGRESS_MS 150

enum { FOUND, KEPT, PROGRESS, MESSAGE, N_SIGNALS };

struct _WbLabPlaneFinder
{
  GObject parent_instance;
  WbSession *session;
  WbLaboratory *laboratory;
  WbJob *job;
  WbLabFound *found;
  char *plane;    /* options for axes and slice in the newest search, as one text */
  char *region;   /* options for region and time in the newest search, as one text */
  char *wanted;   /* everything on which the newest search depends, whether it runs or must still start, the time in the last line; NULL without a
                   * model */
  char *searched; /* the same of the search that runs or ran last */
  char *of_found; /* the same of the result */
  char *message;
  guint settle_source;
  guint progress_source; /* shows the progress of the search */
  gboolean shown;        /* TRUE while the page is visible */
  gboolean due;          /* the newest search must still start */
  gboolean failed;       /* the newest search ended with the error `message` */
};

G_DEFINE_FINAL_TYPE (WbLabPlaneFinder, wb_lab_plane_finder, G_TYPE_OBJECT)

static guint signals[N_SIGNALS];

WbLabFound *wb_lab_plane_finder_found (WbLabPlaneFinder *self) { return self->found; }

/* Returns whether the result is of the present input. */
static gboolean
is_current (WbLabPlaneFinder *self)
{
  return self->found != NULL && g_strcmp0 (self->of_found, self->wanted) == 0;
}

/* Returns whether the result is of the present input, apart from the time. */
static gboolean
differs_in_time_only (WbLabPlaneFinder *self)
{
  const char *a = self->of_found != NULL ? strrchr (self->of_found, '\n') : NULL, *b = self->wanted != NULL ? strrchr (self->wanted, '\n') : NULL;

  return a != NULL && b != NULL && a - self->of_found == b - self->wanted && strncmp (self->of_found, self->wanted, (gsize) (a - self->of_found)) == 0;
}

/* The plane of a model that depends on t, or of a mode, names its time. While the playhead moves it is not faint, so that it does not flicker. */
gboolean
wb_lab_plane_finder_is_earlier (WbLabPlaneFinder *self)
{
  if (self->found == NULL)
    return FALSE;
  return wb_lab_found_is_driven (self->found) ? !differs_in_time_only (self) : self->job != NULL || !is_current (self);
}

gboolean wb_lab_plane_finder_has_failed (WbLabPlaneFinder *self) { return self->failed; }
gboolean wb_lab_plane_finder_is_busy (WbLabPlaneFinder *self) { return self->job != NULL || self->settle_source != 0; }
const char *wb_lab_plane_finder_message (WbLabPlaneFinder *self) { return self->message; }

char *
wb_lab_plane_finder_progress_text (WbLabPlaneFinder *self)
{
  if (self->job == NULL && self->settle_source == 0)
    return g_strdup (_("search cancelled"));
  return g_strdup_printf (_("searching %d %%"), self->job != NULL ? (int) (100 * wb_job_progress (self->job)) : 0);
}

static void
set_message (WbLabPlaneFinder *self, const char *message)
{
  char *copy = g_strdup (message);

  g_free (self->message);
  self->message = copy;
  g_signal_emit (self, signals[MESSAGE], 0);
}

/* ---- the search ---- */

static gboolean
on_progress (gpointer user)
{
  WbLabPlaneFinder *self = user;

  g_signal_emit (self, signals[PROGRESS], 0);
  if (wb_lab_plane_finder_is_busy (self))
    return G_SOURCE_CONTINUE;
  self->progress_source = 0;
  return G_SOURCE_REMOVE;
}

/* Shows the progress until the search is complete. */
static void
show_progress (WbLabPlaneFinder *self)
{
  if (self->progress_source == 0)
    self->progress_source = g_timeout_add (PROGRESS_MS, on_progress, self);
  g_signal_emit (self, signals[PROGRESS], 0);
}

/* Replaces the result, which is that of the last search, and takes ownership of it; found NULL: none. */
static void
set_found (WbLabPlaneFinder *self, WbLabFound *found)
{
  WbLabFound *before = self->found;
  /* If another search will start, the user may have zoomed to the region of this search. */
  gboolean keep = self->settle_source != 0 && before != NULL && found != NULL && strcmp (before->names[0], found->names[0]) == 0
                  && strcmp (before->names[1], found->names[1]) == 0;

  self->found = found;
  g_free (self->of_found);
  self->of_found = found != NULL ? g_strdup (self->searched) : NULL;
  g_signal_emit (self, signals[FOUND], 0, keep);
  wb_lab_found_free (before);
}

static void
on_done (gpointer owner, gpointer result, const GError *error)
{
  WbLabPlaneFinder *self = owner;

  self->failed = result == NULL;
  set_message (self, result == NULL ? error->message : NULL);
  set_found (self, result);
}

void
wb_lab_plane_finder_start (WbLabPlaneFinder *self)
{
  g_clear_handle_id (&self->settle_source, g_source_remove);
  self->due = FALSE;
  g_clear_pointer (&self->job, wb_job_cancel);
  if (wb_session_model (self->session) == NULL)
    return;
  g_free (self->searched);
  self->searched = g_strdup (self->wanted);
  if (self->found == NULL)
    set_message (self, _("Searching …"));
  wb_job_replace (&self->job, self, wb_lab_found_search, wb_lab_search_new (self->session), wb_lab_search_unref, on_done, wb_lab_found_free);
  show_progress (self);
}

static gboolean
on_settled (gpointer user)
{
  WbLabPlaneFinder *self = user;

  self->settle_source = 0;
  wb_lab_plane_finder_start (self);
  return G_SOURCE_REMOVE;
}

static void
need_search (WbLabPlaneFinder *self)
{
  self->due = TRUE;
  if (!self->shown)
    return;
  g_clear_handle_id (&self->settle_source, g_source_remove);
  self->settle_source = g_timeout_add (SETTLE_MS, on_settled, self);
  show_progress (self);
}

void
wb_lab_plane_finder_set_shown (WbLabPlaneFinder *self, gboolean shown)
{
  self->shown = shown;
  if (shown && self->due)
    need_search (self);
}

void
wb_lab_plane_finder_cancel (WbLabPlaneFinder *self)
{
  g_clear_handle_id (&self->settle_source, g_source_remove);
  if (self->job != NULL && self->found == NULL)
    set_message (self, _("Cancelled"));
  g_clear_pointer (&self->job, wb_job_cancel);
  g_signal_emit (self, signals[PROGRESS], 0);
}

/* ---- changes ---- */

/* Returns the axes and the slice as one text. Free it with g_free. */
static char *
plane_text (WbLabPlaneFinder *self)
{
  const char *axes = wb_laboratory_plane (self->laboratory, WB_LAB_OPTION_AXES), *slice = wb_laboratory_plane (self->laboratory, WB_LAB_OPTION_SLICE);

  return g_strdup_printf ("%s;%s", axes != NULL ? axes : "", slice != NULL ? slice : "");
}

/* Returns the region and the time as one text, in two lines. Free it with g_free. */
static char *
region_text (WbLabPlaneFinder *self)
{
  const char *box = wb_laboratory_plane (self->laboratory, WB_LAB_OPTION_BOX), *time = wb_laboratory_plane (self->laboratory, WB_LAB_OPTION_TIME);

  return g_strdup_printf ("%s\n%s", box != NULL ? box : "", time != NULL ? time : "");
}

/* Returns everything on which a search depends now, or NULL without a model. The settings are part of it, because the default region is the range
 * of a run. Free it with g_free. */
static char *
identity (WbLabPlaneFinder *self)
{
  g_autoptr (WbSnapshot) snapshot = wb_session_model (self->session) != NULL ? wb_session_snapshot (self->session) : NULL;
  g_autofree char *values = snapshot != NULL ? wb_snapshot_identity (snapshot) : NULL;

  return values != NULL ? g_strconcat (values, "\n", self->plane, "\n", self->region, NULL) : NULL;
}

/* Searches again if anything has changed on which the newest search depends. A return to what the result was searched for needs no
 * search. */
static void
compare (WbLabPlaneFinder *self)
{
  g_autofree char *present = identity (self);

  if (g_strcmp0 (present, self->wanted) == 0)
    return;
  g_free (self->wanted);
  self->wanted = g_steal_pointer (&present);
  if (!is_current (self))
    {
      need_search (self);
      return;
    }
  self->due = FALSE;
  g_clear_handle_id (&self->settle_source, g_source_remove);
  g_clear_pointer (&self->job, wb_job_cancel);
  g_signal_emit (self, signals[KEPT], 0);
}

/* When axes or slice change, the region is reset. */
static void
on_laboratory (WbLabPlaneFinder *self)
{
  g_autofree char *plane = plane_text (self), *region = region_text (self);
  gboolean other_region = strcmp (region, self->region) != 0;

  if (g_strcmp0 (plane, self->plane) == 0 && !other_region)
    return;
  if (g_strcmp0 (plane, self->plane) != 0 && !other_region && wb_laboratory_plane (self->laboratory, WB_LAB_OPTION_BOX) != NULL)
    {
      wb_laboratory_set_plane (self->laboratory, WB_LAB_OPTION_BOX, NULL); /* this function is called again */
      return;
    }
  g_free (self->plane);
  self->plane = g_steal_pointer (&plane);
  g_free (self->region);
  self->region = g_steal_pointer (&region);
  compare (self);
}

static void
on_model (WbLabPlaneFinder *self)
{
  self->failed = FALSE;
  set_found (self, NULL);
  g_free (self->wanted);
  self->wanted = identity (self);
  need_search (self);
}

/* ---- object ---- */

static void
wb_lab_plane_finder_dispose (GObject *object)
{
  WbLabPlaneFinder *self = WB_LAB_PLANE_FINDER (object);

  g_clear_handle_id (&self->settle_source, g_source_remove);
  g_clear_handle_id (&self->progress_source, g_source_remove);
  g_clear_pointer (&self->job, wb_job_cancel);
  g_clear_pointer (&self->found, wb_lab_found_free);
  g_clear_pointer (&self->plane, g_free);
  g_clear_pointer (&self->region, g_free);
  g_clear_pointer (&self->wanted, g_free);
  g_clear_pointer (&self->searched, g_free);
  g_clear_pointer (&self->of_found, g_free);
  g_clear_pointer (&self->message, g_free);
  G_OBJECT_CLASS (wb_lab_plane_finder_parent_class)->dispose (object);
}

static void
wb_lab_plane_finder_class_init (WbLabPlaneFinderClass *klass)
{
  GType type = WB_TYPE_LAB_PLANE_FINDER;

  G_OBJECT_CLASS (klass)->dispose = wb_lab_plane_finder_dispose;
  signals[FOUND] = g_signal_new ("found", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  signals[KEPT] = g_signal_new ("kept", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[PROGRESS] = g_signal_new ("progress", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[MESSAGE] = g_signal_new ("message", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_lab_plane_finder_init (WbLabPlaneFinder *self)
{
  self->due = TRUE;
}

WbLabPlaneFinder *
wb_lab_plane_finder_new (WbSession *session)
{
  WbLabPlaneFinder *self = g_object_new (WB_TYPE_LAB_PLANE_FINDER, NULL);

  self->session = session;
  self->laboratory = wb_laboratory_of (session);
  self->plane = plane_text (self);
  self->region = region_text (self);
  self->wanted = identity (self);
  g_signal_connect_object (self->laboratory, "changed", G_CALLBACK (on_laboratory), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (compare), self, G_CONNECT_SWAPPED);
  return self;
}

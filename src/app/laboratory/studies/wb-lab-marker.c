/* Follows the present state along its branch, and computes on a thread where the motion goes when the branch has ended. */
#include "wb-lab-marker.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-diagram.h"
#include "lab-settle.h"
#include "plot-format.h"
#include "plot-study-diagram.h"
#include "plot-text.h"
#include "wb-job.h"

/* A motion that leaves its branch begins this far beside it, relative to the widths of the states: on the branch itself it would stay, as at the top of
 * a hill. */
#define ASIDE 1e-3
/* Values that are set by the pointer are rounded to a power of ten that is at most this fraction of the range. */
#define ROUNDED 1e-3

struct _WbLabMarker
{
  GObject parent_instance;
  WbSession *session;
  WbStudy *study;
  gboolean shown;
  guint serial;         /* serial number of the result of `track` */
  LabTrack *track;      /* branches of the newest result, or NULL */
  char *parameter;      /* its parameter */
  char *model;          /* id of the model to which x belongs, or NULL */
  GArray *places;       /* places at the present value; NULL without a current result */
  double value;
  double *x;            /* a state from which the motion comes to the present state; NULL: the start of the model */
  LabPlace now;         /* the present state, if known */
  gboolean known;       /* whether `now` is valid */
  gboolean followed;    /* whether the motion for the present value has been computed, or is being computed */
  WbJob *job;           /* computation of the motion */
};

G_DEFINE_FINAL_TYPE (WbLabMarker, wb_lab_marker, G_TYPE_OBJECT)

static guint changed_signal;

const char *wb_lab_marker_parameter (WbLabMarker *self) { return self->places != NULL ? self->parameter : NULL; }
LabTrack *wb_lab_marker_track (WbLabMarker *self) { return self->places != NULL ? self->track : NULL; }
double wb_lab_marker_value (WbLabMarker *self) { return self->places != NULL ? self->value : NAN; }
const GArray *wb_lab_marker_places (WbLabMarker *self) { return self->places; }
const LabPlace *wb_lab_marker_now (WbLabMarker *self) { return self->places != NULL && self->known ? &self->now : NULL; }

/* ---- the motion ---- */

typedef struct
{
  WbSnapshot *snapshot;
  GArray *rests;        /* LabRest, one for each place */
  double *scale;        /* n widths */
  double *x;            /* n states at which the motion begins; NULL: the start of the model */
  int at;               /* result: index of the place; −1: none */
} Motion;

static void
motion_free (gpointer data)
{
  Motion *motion = data;

  wb_snapshot_free (motion->snapshot);
  g_array_unref (motion->rests);
  g_free (motion->scale);
  g_free (motion->x);
  g_free (motion);
}

/* Works on the data of the job, which the result refers to. */
static gpointer
compute_motion (WbJob *job, gpointer data, GError **error)
{
  Motion *motion = data, *result;
  LabProblem problem = wb_snapshot_problem (motion->snapshot);
  LabProgress progress = { wb_job_go_on, job };
  g_autoptr (GError) cancelled = NULL;
  g_autoptr (LabFlow) flow = lab_flow_new (&problem, error);

  if (flow == NULL)
    return NULL;
  if (motion->x == NULL)
    motion->x = g_memdup2 (flow->x0, sizeof (double) * (gsize) flow->n);
  result = g_new0 (Motion, 1);
  result->rests = g_array_new (FALSE, FALSE, sizeof (LabRest));
  result->x = g_memdup2 (motion->x, sizeof (double) * (gsize) flow->n);
  result->at = lab_settle (flow, result->x, motion->rests, motion->scale, &progress, &cancelled);
  if (cancelled == NULL)
    return result;
  motion_free (result);
  g_propagate_error (error, g_steal_pointer (&cancelled));
  return NULL;
}

static void
on_motion (gpointer owner, gpointer data, const GError *error)
{
  WbLabMarker *self = owner;
  Motion *motion = data;

  if (motion != NULL && motion->at >= 0 && self->places != NULL && (guint) motion->at < self->places->len)
    {
      self->now = g_array_index (self->places, LabPlace, (guint) motion->at);
      self->known = TRUE;
      g_free (self->x);
      self->x = g_steal_pointer (&motion->x);
    }
  if (motion != NULL)
    motion_free (motion);
  g_signal_emit (self, changed_signal, 0);
}

/* Computes to which place the motion from x comes. */
static void
start_motion (WbLabMarker *self)
{
  const int n = lab_track_n_states (self->track);
  Motion *motion = g_new0 (Motion, 1);

  self->followed = TRUE;
  motion->snapshot = wb_session_snapshot (self->session);
  motion->scale = g_new (double, n);
  lab_track_scale (self->track, motion->scale);
  motion->x = self->x != NULL ? g_memdup2 (self->x, sizeof (double) * (gsize) n) : NULL;
  motion->rests = g_array_new (FALSE, FALSE, sizeof (LabRest));
  g_array_set_clear_func (motion->rests, lab_rest_clear);
  for (guint k = 0; k < self->places->len; k++)
    {
      const LabPlace *place = &g_array_index (self->places, LabPlace, k);
      LabRest rest = { g_new (double, n), g_new (double, n), place->period, place->stable };

      for (int i = 0; i < n; i++)
        lab_track_extent (self->track, place, i, &rest.low[i], &rest.high[i]);
      g_array_append_val (motion->rests, rest);
    }
  wb_job_replace (&self->job, self, compute_motion, motion, motion_free, on_motion, motion_free);
}

/* Takes the state at a place as the beginning of a motion, a little beside it. */
static void
leave_place (WbLabMarker *self, const LabPlace *place)
{
  const int n = lab_track_n_states (self->track);
  g_autofree double *scale = g_new (double, n);

  g_free (self->x);
  self->x = g_new (double, n);
  lab_track_state (self->track, place, self->x);
  lab_track_scale (self->track, scale);
  for (int i = 0; i < n; i++)
    self->x[i] += ASIDE * scale[i];
}

/* ---- changes ---- */

/* Returns the present value of the parameter of the diagram. */
static double
value_of_session (WbLabMarker *self)
{
  g_autofree char *text = wb_session_get (self->session, WB_PARAMETER, self->parameter);

  return text != NULL ? g_ascii_strtod (text, NULL) : NAN;
}

/* Reads the branches of a new result. The state stays if it is one of the same model. */
static void
take_result (WbLabMarker *self)
{
  const LabResult *result = wb_study_result (self->study);
  const char *model = wb_study_result_model (self->study);

  if (self->known)
    leave_place (self, &self->now);
  g_clear_pointer (&self->job, wb_job_cancel);
  self->known = self->followed = FALSE;
  if (g_strcmp0 (self->model, model) != 0)
    g_clear_pointer (&self->x, g_free);
  g_free (self->model);
  self->model = g_strdup (model);
  g_clear_pointer (&self->places, g_array_unref);
  g_clear_pointer (&self->track, lab_track_unref);
  g_clear_pointer (&self->parameter, g_free);
  self->serial = wb_study_serial (self->study);
  if (result == NULL || wb_study_state (self->study) != WB_STUDY_DONE || lab_result_table (result, "range") == NULL)
    return;
  self->track = lab_track_new (result);
  self->parameter = g_strdup (lab_diagram_parameter (result));
}

/* Moves to another value of the parameter. */
static void
take_value (WbLabMarker *self, double value)
{
  LabPlace place = self->now;

  g_clear_pointer (&self->job, wb_job_cancel);
  self->value = value;
  g_clear_pointer (&self->places, g_array_unref);
  self->places = lab_track_places (self->track, value);
  self->followed = FALSE;
  if (!self->known)
    return;
  self->known = lab_track_follow (self->track, &place, value);
  self->now = place;
  if (!self->known)
    leave_place (self, &place);
}

static void
refresh (WbLabMarker *self)
{
  gboolean current;
  double value;

  if (!self->shown)
    return;
  if (self->serial != wb_study_serial (self->study) || (self->track == NULL && wb_study_result (self->study) != NULL && wb_study_state (self->study) == WB_STUDY_DONE))
    take_result (self);
  current = self->track != NULL && wb_study_state (self->study) == WB_STUDY_DONE && wb_study_is_current (self->study);
  value = current ? value_of_session (self) : NAN;
  if (!isfinite (value))
    {
      g_clear_pointer (&self->job, wb_job_cancel);
      g_clear_pointer (&self->places, g_array_unref);
    }
  else
    {
      if (self->places == NULL || value != self->value)
        take_value (self, value);
      if (!self->known && !self->followed && self->places->len > 0)
        start_motion (self);
    }
  g_signal_emit (self, changed_signal, 0);
}

void
wb_lab_marker_set_shown (WbLabMarker *self, gboolean shown)
{
  self->shown = shown;
  refresh (self);
}

void
wb_lab_marker_set (WbLabMarker *self, double value, gboolean exactly)
{
  g_autoptr (GError) error = NULL;
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  double from, to, unit;

  if (self->places == NULL)
    return;
  lab_track_range (self->track, &from, &to);
  value = CLAMP (value, from, to);
  unit = pow (10, floor (log10 (ROUNDED * (to - from))));
  if (exactly)
    g_ascii_dtostr (text, sizeof text, value);
  else
    g_ascii_formatd (text, sizeof text, "%.12g", CLAMP (rint (value / unit) * unit, from, to));
  if (!wb_session_set (self->session, WB_PARAMETER, self->parameter, text, &error))
    wb_session_message (self->session, error->message);
}

/* ---- words ---- */

/* Returns what is at the end of the stable part of the branch of the present state in a direction. Free it with g_free. */
static char *
end_words (WbLabMarker *self, int direction)
{
  const LabResult *result = wb_study_result (self->study);
  LabPlace place = self->now;
  double from, to;
  int special;
  char number[64];

  lab_track_range (self->track, &from, &to);
  if (lab_track_follow (self->track, &place, direction > 0 ? to : from))
    return g_strdup (direction > 0 ? _("to the right it stays up to the end of the range") : _("to the left it stays up to the end of the range"));
  plot_format_number (lab_diagram_rounded (result, place.p), 4, number, sizeof number);
  special = lab_track_special (self->track, &place);
  if (special < 0)
    return g_strdup_printf (direction > 0 ? _("to the right its branch ends at **%s**") : _("to the left its branch ends at **%s**"), number);
  return g_strdup_printf (direction > 0 ? _("to the right it is lost at **%s** (%s)") : _("to the left it is lost at **%s** (%s)"), number,
                          plot_study_diagram_name (result, special));
}

char *
wb_lab_marker_words (WbLabMarker *self)
{
  g_autofree char *left = NULL, *right = NULL;
  double from, to;

  if (self->places == NULL)
    return g_strdup ("");
  lab_track_range (self->track, &from, &to);
  if (self->value < from || self->value > to)
    return g_strdup (_("The present value of the parameter is outside of the diagram."));
  if (self->job != NULL)
    return g_strdup (_("Where the motion goes from here is being computed."));
  if (!self->known)
    return g_strdup (_("The motion comes to none of the stable states of this diagram."));
  left = end_words (self, -1);
  right = end_words (self, 1);
  /* Translators: the parts are such as "to the left it stays up to the end of the range". */
  return g_strdup_printf (self->now.cycle ? _("Now on a stable cycle: %s, %s.") : _("Now at rest: %s, %s."), left, right);
}

/* ---- object ---- */

static void
wb_lab_marker_dispose (GObject *object)
{
  WbLabMarker *self = WB_LAB_MARKER (object);

  g_clear_pointer (&self->job, wb_job_cancel);
  g_clear_pointer (&self->track, lab_track_unref);
  g_clear_pointer (&self->places, g_array_unref);
  g_clear_pointer (&self->parameter, g_free);
  g_clear_pointer (&self->model, g_free);
  g_clear_pointer (&self->x, g_free);
  G_OBJECT_CLASS (wb_lab_marker_parent_class)->dispose (object);
}

static void
wb_lab_marker_class_init (WbLabMarkerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_marker_dispose;
  changed_signal = g_signal_new ("changed", WB_TYPE_LAB_MARKER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_lab_marker_init (WbLabMarker *self)
{
  self->value = NAN;
}

WbLabMarker *
wb_lab_marker_new (WbSession *session, WbStudy *study)
{
  WbLabMarker *self = g_object_new (WB_TYPE_LAB_MARKER, NULL);

  self->session = session;
  self->study = study;
  g_signal_connect_object (study, "changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  return self;
}

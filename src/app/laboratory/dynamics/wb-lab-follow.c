/* Computes the objects of the plane at the present value on a thread, one value at a time: while one is computed and drawn, only the newest of the other
 * values is kept. */
#include "wb-lab-follow.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-text.h"
#include "wb-lab-card.h"
#include "wb-lab-plane-figure.h"
#include "wb-lab-plane-rows.h"
#include "wb-widgets.h"

/* Time in ms between two fillings of the list during a drag. */
#define LIST_MS 120
/* Least height of the visible part of the list, px. */
#define LIST_HEIGHT 138

struct _WbLabFollow
{
  GtkWidget parent_instance;
  WbSession *session;
  WbLabMarker *marker;
  GtkWidget *box, *card, *scroll, *list;
  WbJob *job;
  WbLabFound *found;
  double value;         /* value of the parameter of `found` */
  double asked;         /* value for which the newest computation was asked */
  int now;
  gboolean due;         /* whether another computation must begin after the present one */
  gboolean painting;    /* whether the picture of `found` is not drawn yet */
  gboolean compact;
  guint list_source;
};

G_DEFINE_FINAL_TYPE (WbLabFollow, wb_lab_follow, GTK_TYPE_WIDGET)

const WbLabFound *wb_lab_follow_found (WbLabFollow *self) { return self->found; }
double wb_lab_follow_value (WbLabFollow *self) { return self->found != NULL ? self->value : NAN; }
int wb_lab_follow_now (WbLabFollow *self) { return self->found != NULL ? self->now : -1; }
WbPlotArea *wb_lab_follow_area (WbLabFollow *self) { return wb_lab_card_area (WB_LAB_CARD (self->card)); }

/* ---- the list ---- */

static gboolean
fill_list (gpointer user)
{
  WbLabFollow *self = user;
  GtkWidget *child;
  int height = 0;

  self->list_source = 0;
  while ((child = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), child);
  for (int k = 0; self->found != NULL && k < (int) self->found->objects.equilibria->points->len; k++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), wb_lab_plane_row_new_point (self->found, k));
  for (int k = 0; self->found != NULL && k < (int) self->found->objects.cycles->cycles->len; k++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), wb_lab_plane_row_new_cycle (self->found, k));
  gtk_widget_measure (self->list, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scroll), MIN (height, LIST_HEIGHT));
  gtk_widget_set_opacity (self->list, 1);
  gtk_widget_set_visible (self->scroll, !self->compact && self->found != NULL);
  return G_SOURCE_REMOVE;
}

/* Fills the list soon. Until then the old rows are faint. */
static void
fill_list_later (WbLabFollow *self)
{
  if (self->list_source == 0)
    self->list_source = g_timeout_add (LIST_MS, fill_list, self);
  gtk_widget_set_opacity (self->list, WB_LAB_PLANE_EARLIER_OPACITY);
}

/* ---- the plot ---- */

/* Returns the row of the object that is the present place of the diagram, or −1. */
static int
row_of_now (WbLabFollow *self)
{
  const LabPlace *place = wb_lab_marker_now (self->marker);
  LabTrack *track = wb_lab_marker_track (self->marker);
  const LabPlaneObjects *objects = &self->found->objects;
  g_autofree double *x = NULL;
  double best = INFINITY, low, high;
  int row = -1, across = self->found->plane.across;

  if (place == NULL || track == NULL)
    return -1;
  x = g_new (double, lab_track_n_states (track));
  lab_track_state (track, place, x);
  lab_track_extent (track, place, across, &low, &high);
  for (int k = 0; !place->cycle && k < (int) objects->equilibria->points->len; k++)
    {
      const LabEquilibrium *point = objects->equilibria->points->pdata[k];
      double away = hypot (point->x[across] - x[across], point->x[self->found->plane.up] - x[self->found->plane.up]);

      if (!(away < best))
        continue;
      best = away;
      row = k;
    }
  for (int k = 0; place->cycle && k < (int) objects->cycles->cycles->len; k++)
    {
      const LabCycle *cycle = objects->cycles->cycles->pdata[k];
      double ends[2] = { INFINITY, -INFINITY }, away;

      for (int i = 0; i < cycle->curve->n; i++)
        {
          ends[0] = fmin (ends[0], cycle->curve->points[2 * i]);
          ends[1] = fmax (ends[1], cycle->curve->points[2 * i]);
        }
      away = hypot (ends[0] - low, ends[1] - high);
      if (!(away < best) || cycle->stable != place->stable)
        continue;
      best = away;
      row = (int) objects->equilibria->points->len + k;
    }
  return row;
}

/* Returns the remark beside the title: the value of the parameter, and for more than two states the slice. Free it with g_free. */
static char *
remark_text (WbLabFollow *self)
{
  const char *parameter = wb_lab_marker_parameter (self->marker);
  g_autofree char *name = plot_text_variable (parameter != NULL ? parameter : ""), *slice = NULL;
  char number[64];

  plot_format_number (self->value, 4, number, sizeof number);
  if (self->found->plane.flow->n == 2)
    /* Translators: remark beside the title of the phase plane, "at I = 0.328". */
    return g_strdup_printf (_("at %s = %s"), name, number);
  slice = lab_plane_slice_text (&self->found->plane);
  /* Translators: remark beside the title of the phase plane of a model with more than two states: "at ρ = 28, projection; field of the slice z = 27". */
  return g_strdup_printf (_("at %s = %s, projection; field of the slice %s"), name, number, slice);
}

static void
draw (WbLabFollow *self)
{
  PlotStudyPlane choices = { .layers = PLOT_STUDY_NULLCLINES | PLOT_STUDY_EQUILIBRIA | PLOT_STUDY_CYCLES | PLOT_STUDY_FIELD };
  g_autofree char *remark = NULL;
  PlotView *view = NULL;

  if (self->found != NULL)
    {
      self->now = choices.selected = row_of_now (self);
      remark = remark_text (self);
      view = wb_lab_found_view (self->found, &choices, NULL);
      plot_view_set_title (view, plot_view_title (view), remark);
    }
  self->painting = view != NULL && gtk_widget_get_mapped (GTK_WIDGET (self));
  wb_lab_card_set_view (WB_LAB_CARD (self->card), view, TRUE);
}

/* ---- the computation ---- */

static void begin (WbLabFollow *self);

static void
on_found (gpointer owner, gpointer result, const GError *error)
{
  WbLabFollow *self = owner;

  wb_lab_card_set_message (WB_LAB_CARD (self->card), result == NULL && error != NULL ? error->message : NULL);
  wb_lab_found_free (self->found);
  self->found = result;
  self->value = self->asked;
  draw (self);
  fill_list_later (self);
  if (!self->painting && self->due)
    begin (self);
}

static void
on_painted (WbLabFollow *self)
{
  self->painting = FALSE;
  if (self->due && self->job == NULL)
    begin (self);
}

/* Sets the visible window if the user has zoomed, otherwise to NaN. */
static void
set_shown (WbLabFollow *self, WbLabNear *near)
{
  const PlotView *view = self->found != NULL ? wb_plot_area_view (wb_lab_follow_area (self)) : NULL;
  PlotRange ranges[2];

  near->shown[0][0] = near->shown[0][1] = near->shown[1][0] = near->shown[1][1] = NAN;
  if (view == NULL)
    return;
  plot_view_get_shown (view, &ranges[0], &ranges[1]);
  for (int k = 0; k < 2; k++)
    if (ranges[k].by_hand && ranges[k].high > ranges[k].low)
      {
        near->shown[0][k] = ranges[k].low;
        near->shown[1][k] = ranges[k].high;
      }
}

static void
begin (WbLabFollow *self)
{
  LabTrack *track = wb_lab_marker_track (self->marker);
  const GArray *places = wb_lab_marker_places (self->marker);
  WbLabNear *near;
  int n;

  self->due = FALSE;
  if (track == NULL)
    return;
  n = lab_track_n_states (track);
  near = g_new0 (WbLabNear, 1);
  near->search = wb_lab_search_new (self->session);
  near->starts = g_array_sized_new (FALSE, FALSE, sizeof (double), (guint) n * places->len);
  near->periods = g_array_new (FALSE, FALSE, sizeof (double));
  near->low = g_new (double, n);
  near->high = g_new (double, n);
  g_array_set_size (near->starts, (guint) n * places->len);
  for (guint k = 0; k < places->len; k++)
    {
      const LabPlace *place = &g_array_index (places, LabPlace, k);

      lab_track_state (track, place, &g_array_index (near->starts, double, k * (guint) n));
      g_array_append_val (near->periods, place->period);
    }
  for (int i = 0; i < n; i++)
    lab_track_window (track, i, &near->low[i], &near->high[i]);
  set_shown (self, near);
  self->asked = wb_lab_marker_value (self->marker);
  wb_job_replace (&self->job, self, wb_lab_found_near, near, wb_lab_near_free, on_found, wb_lab_found_free);
}

/* Returns whether the objects are those of the present value. */
static gboolean
is_current (WbLabFollow *self)
{
  return self->found != NULL && self->value == wb_lab_marker_value (self->marker);
}

static void
on_marker (WbLabFollow *self)
{
  gboolean any = wb_lab_marker_track (self->marker) != NULL;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  /* Without a current diagram the objects are those of other values. */
  gtk_widget_set_opacity (self->card, any || self->found == NULL ? 1 : WB_LAB_PLANE_EARLIER_OPACITY);
  if (self->found == NULL)
    wb_lab_card_set_message (WB_LAB_CARD (self->card), any ? NULL : _("The plane at one value is shown when the diagram is complete."));
  if (!any)
    return;
  if (is_current (self) && self->job == NULL)
    {
      if (row_of_now (self) != self->now)
        draw (self);
      return;
    }
  if (self->job == NULL && !self->painting)
    begin (self);
  else
    self->due = TRUE;
}

/* Computes the nullclines again for the window to which the user has zoomed. */
static void
on_range (WbLabFollow *self)
{
  const PlotView *view = self->found != NULL ? wb_plot_area_view (wb_lab_follow_area (self)) : NULL;
  PlotRange ranges[2];

  if (view == NULL)
    return;
  plot_view_get_shown (view, &ranges[0], &ranges[1]);
  if (ranges[0].low == self->found->plane.low[0] && ranges[0].high == self->found->plane.high[0] && ranges[1].low == self->found->plane.low[1]
      && ranges[1].high == self->found->plane.high[1])
    return;
  self->due = TRUE;
  if (self->job == NULL && !self->painting)
    begin (self);
}

static void
on_model (WbLabFollow *self)
{
  if (wb_session_keeps_model (self->session))
    return;
  g_clear_pointer (&self->job, wb_job_cancel);
  g_clear_pointer (&self->found, wb_lab_found_free);
  self->due = FALSE;
  draw (self);
  g_clear_handle_id (&self->list_source, g_source_remove);
  fill_list (self);
  on_marker (self);
}

void
wb_lab_follow_set_compact (WbLabFollow *self, gboolean compact)
{
  self->compact = compact;
  gtk_widget_set_visible (self->scroll, !compact && self->found != NULL);
}

/* ---- widget ---- */

static void
wb_lab_follow_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (wb_lab_follow_parent_class)->map (widget);
  WB_LAB_FOLLOW (widget)->painting = FALSE;
  on_marker (WB_LAB_FOLLOW (widget));
}

static void
wb_lab_follow_dispose (GObject *object)
{
  WbLabFollow *self = WB_LAB_FOLLOW (object);

  g_clear_pointer (&self->job, wb_job_cancel);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->found, wb_lab_found_free);
  g_clear_object (&self->marker);
  g_clear_handle_id (&self->list_source, g_source_remove);
  G_OBJECT_CLASS (wb_lab_follow_parent_class)->dispose (object);
}

static void
wb_lab_follow_class_init (WbLabFollowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_follow_dispose;
  GTK_WIDGET_CLASS (klass)->map = wb_lab_follow_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_lab_follow_init (WbLabFollow *self)
{
  self->value = self->asked = NAN;
  self->now = -1;
}

GtkWidget *
wb_lab_follow_new (WbSession *session, WbLabMarker *marker)
{
  WbLabFollow *self = g_object_new (WB_TYPE_LAB_FOLLOW, NULL);

  self->session = session;
  self->marker = g_object_ref (marker);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->card = wb_lab_card_new ();
  gtk_widget_set_vexpand (self->card, TRUE);
  gtk_widget_set_hexpand (self->card, TRUE);
  self->scroll = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroll), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_visible (self->scroll, FALSE);
  self->list = wb_styled (gtk_list_box_new (), "lab-list");
  wb_widget_set_name (self->list, _("Equilibria and cycles at the present value"));
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroll), self->list);
  wb_lab_card_append (WB_LAB_CARD (self->card), self->scroll);
  gtk_box_append (GTK_BOX (self->box), self->card);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_object (marker, "changed", G_CALLBACK (on_marker), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (wb_lab_follow_area (self), "painted", G_CALLBACK (on_painted), self);
  g_signal_connect_swapped (wb_lab_follow_area (self), "range-shown", G_CALLBACK (on_range), self);
  return GTK_WIDGET (self);
}

/* Builds the rows with the options of movies and reads their values. */
#include "wb-export-motion-side.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "wb-export-rows.h"
#include "wb-field.h"
#include "wb-number-field.h"

/* Duration in s of a movie at the proposed speed, before the speed is rounded to 1, 2 or 5 times a power of ten. */
#define FIRST_SECONDS 8

struct _WbExportMotionSide
{
  GtkWidget parent_instance;
  WbSession *session;
  GtkWidget *box, *format, *range, *rate, *speed, *width;
  double speed_value, width_value; /* units of time per second, and px */
  PlotMovieFormat formats[3]; /* the movie formats that this build supports */
};

G_DEFINE_FINAL_TYPE (WbExportMotionSide, wb_export_motion_side, GTK_TYPE_WIDGET)

static guint changed_signal;

static const double rates[] = { 10, 20, 25, 50 };

static double
first_speed (WbSession *session)
{
  double speed = (wb_session_t_end (session) - wb_session_t_start (session)) / FIRST_SECONDS;

  return speed > 0 && isfinite (speed) ? wb_number_ladder (speed, 0) : 1;
}

WbExportMotion
wb_export_motion_side_get (WbExportMotionSide *self)
{
  PlotTimeAxis *axis = wb_plot_set_axis (wb_plot_set_of (self->session));
  WbExportMotion motion = {
    .format = self->formats[MIN (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->format)), 2)],
    .width = (int) self->width_value,
    .rate = rates[MIN (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->rate)), G_N_ELEMENTS (rates) - 1)],
    .speed = self->speed_value,
    .t_low = -INFINITY, .t_high = INFINITY,
  };

  if (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->range)) == 1 && axis != NULL)
    plot_time_axis_get_view (axis, &motion.t_low, &motion.t_high);
  return motion;
}

void
wb_export_motion_side_set (WbExportMotionSide *self, const WbExportMotion *motion)
{
  self->width_value = motion->width;
  self->speed_value = motion->speed;
  for (guint i = 0; i < G_N_ELEMENTS (self->formats); i++)
    if (self->formats[i] == motion->format)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->format), i);
  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    if (rates[i] == motion->rate)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->rate), i);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->range), isfinite (motion->t_low) ? 1 : 0);
  wb_field_show (wb_field_of (self->width));
  wb_field_show (wb_field_of (self->speed));
}

const char *
wb_export_motion_side_ending (WbExportMotionSide *self)
{
  static const char *const endings[] = { [PLOT_MOVIE_GIF] = ".gif", [PLOT_MOVIE_WEBP] = ".webp", [PLOT_MOVIE_PNG] = "" };

  return endings[wb_export_motion_side_get (self).format];
}

char *
wb_export_motion_side_text (WbExportMotionSide *self)
{
  WbExportMotion motion = wb_export_motion_side_get (self);
  int n = wb_export_motion_n_frames (self->session, &motion);
  char seconds[32];

  if (n == 0)
    return g_strdup (_("the run has no rows yet, so there is nothing to animate"));
  plot_format_number (n / motion.rate, 2, seconds, sizeof seconds);
  return g_strdup_printf (ngettext ("%d frame, %s s", "%d frames, %s s", (gulong) n), n, seconds);
}

/* ---- widget ---- */

static void
on_changed (WbExportMotionSide *self)
{
  g_signal_emit (self, changed_signal, 0);
}

#define WIDTH "width"
#define SPEED "speed"

static double *
number_at (WbExportMotionSide *self, const char *key)
{
  return strcmp (key, WIDTH) == 0 ? &self->width_value : &self->speed_value;
}

static char *get_number (gpointer self, const char *key) { return wb_number_text (*number_at (self, key)); }

static char *
number_reason (gpointer self, const char *key, const char *text)
{
  double value;

  if (strcmp (key, WIDTH) == 0)
    return wb_field_number_reason (text, 100, 4000);
  return wb_number_parse (text, &value) && !(value > 0) ? g_strdup (_("A number above 0 is needed.")) : wb_field_number_reason (text, -INFINITY, INFINITY);
}

static void
set_number (gpointer self, const char *key, const char *text)
{
  *number_at (self, key) = g_ascii_strtod (text, NULL);
  on_changed (self);
}

static const WbBinding binding = { get_number, set_number, number_reason };

static GtkWidget *
number_new (WbExportMotionSide *self, GtkWidget *group, const char *key, const char *title, const char *unit)
{
  GtkWidget *row = wb_export_row_new (group, title), *field = wb_number_field_new (unit, FALSE, 0);

  gtk_widget_set_valign (field, GTK_ALIGN_CENTER);
  wb_export_name (field, title);
  wb_field_new (field, NULL, &binding, self, key);
  gtk_box_append (GTK_BOX (row), field);
  wb_export_why (group, field);
  return field;
}

static void
wb_export_motion_side_dispose (GObject *object)
{
  g_clear_pointer (&WB_EXPORT_MOTION_SIDE (object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_export_motion_side_parent_class)->dispose (object);
}

static void
wb_export_motion_side_class_init (WbExportMotionSideClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_export_motion_side_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  changed_signal = g_signal_new ("changed", WB_TYPE_EXPORT_MOTION_SIDE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_export_motion_side_init (WbExportMotionSide *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
wb_export_motion_side_new (WbSession *session)
{
  static const char *const titles[] = { [PLOT_MOVIE_GIF] = "GIF", [PLOT_MOVIE_WEBP] = "WebP", [PLOT_MOVIE_PNG] = N_("Folder of PNG") };
  WbExportMotionSide *self = g_object_new (WB_TYPE_EXPORT_MOTION_SIDE, NULL);
  GtkWidget *group = wb_export_group_new (self->box, _("Motion"));
  const char *ranges[] = { _("The whole run"), _("Visible range"), NULL }, *formats[4] = { NULL };
  const char *choices[G_N_ELEMENTS (rates) + 1] = { "10", "20", "25", "50", NULL };
  g_autofree char *unit = NULL;
  int n = 0;

  self->session = session;
  self->speed_value = first_speed (session);
  self->width_value = 800;
  for (int i = PLOT_MOVIE_GIF; i <= PLOT_MOVIE_PNG; i++)
    if (plot_movie_can ((PlotMovieFormat) i))
      {
        self->formats[n] = (PlotMovieFormat) i;
        formats[n++] = i == PLOT_MOVIE_PNG ? _(titles[i]) : titles[i];
      }
  unit = g_strdup_printf ("%s/s", model_time_unit (wb_session_model (session)));
  self->format = wb_export_choice_new (group, _("File"), formats);
  self->range = wb_export_choice_new (group, _("Range"), ranges);
  self->speed = number_new (self, group, SPEED, _("Speed"), model_time_unit (wb_session_model (session))[0] != '\0' ? unit : "");
  self->rate = wb_export_choice_new (group, _("Frames per second"), choices);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->rate), 2);
  self->width = number_new (self, group, WIDTH, _("Frame width"), "px");
  g_signal_connect_swapped (self->format, "notify::selected", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->range, "notify::selected", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->rate, "notify::selected", G_CALLBACK (on_changed), self);
  return GTK_WIDGET (self);
}

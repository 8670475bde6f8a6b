/* Computes the return map on a thread, and moves the ends of the section by drags, keys and fields. */
#include "wb-lab-plane-section.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-result-text.h"
#include "plot-text.h"
#include "wb-field.h"
#include "wb-lab-export.h"
#include "wb-lab-plane-figure.h"
#include "wb-lab-plane-rows.h"
#include "wb-laboratory.h"
#include "wb-number-field.h"
#include "wb-table-window.h"
#include "wb-widgets.h"
#include "wb-wrap.h"

struct _WbLabPlaneSection
{
  GtkWidget parent_instance;
  WbSession *session;
  WbLaboratory *laboratory;
  GtkWidget *card, *side, *list, *about, *ends, *fields[4];
  WbLabFound *found;     /* borrowed from the page; NULL: none */
  LabLine line;          /* the section, if there is one */
  gboolean has_line, stale;
  char *text;            /* text of the option for which the map was asked; NULL: the default section */
  WbJob *job;
  LabLine dragged;       /* the section at the beginning of a drag */
  int handle;            /* the part that is dragged: 0 and 1 the ends, 2 the middle */
  double unit[2];        /* px per unit of each axis at the beginning of a drag */
};

G_DEFINE_FINAL_TYPE (WbLabPlaneSection, wb_lab_plane_section, GTK_TYPE_WIDGET)

static guint changed_signal;

/* Distance in px within which a dragged end snaps to an equilibrium. */
#define SNAP_REACH 8
/* Movement of the section by a key, relative to the window. */
#define KEY_STEP 0.01
/* Widths of the words before the fields and of the fields, px. */
#define LABEL_WIDTH 26
#define FIELD_WIDTH 74

const LabLine *wb_lab_plane_section_line (WbLabPlaneSection *self) { return self->has_line ? &self->line : NULL; }
GtkWidget *wb_lab_plane_section_field (WbLabPlaneSection *self, int index) { return self->fields[index]; }
WbPlotArea *wb_lab_plane_section_area (WbLabPlaneSection *self) { return wb_lab_card_area (WB_LAB_CARD (self->card)); }
GtkWidget *wb_lab_plane_section_list (WbLabPlaneSection *self) { return self->list; }
gboolean wb_lab_plane_section_is_busy (WbLabPlaneSection *self) { return self->job != NULL; }

/* Returns the place of a coordinate of a section: index 0 and 1 are the first end, in the order of the axes. */
static double *
coordinate (const LabPlane *plane, LabLine *line, int index)
{
  return &(index < 2 ? line->from : line->to)[index % 2 == 0 ? plane->across : plane->up];
}

/* ---- what is shown ---- */

/* Returns a sentence about the map, or NULL. */
static const char *
about_text (WbLabPlaneSection *self)
{
  const LabReturns *returns = self->found->objects.returns;

  if (returns->family)
    return _("All orbits of a part of the section are closed.");
  for (guint k = 0; k < returns->map->len; k++)
    if (!isnan (g_array_index (returns->map, LabReturn, k).next))
      return returns->fixed->len > 0 ? _("On the diagonal the orbit closes.") : _("No orbit closes after one return.");
  return _("No orbit returns to the section.");
}

static void
fill_list (WbLabPlaneSection *self)
{
  const LabReturns *returns = self->found != NULL ? self->found->objects.returns : NULL;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_box_remove (GTK_BOX (self->list), child);
  for (guint k = 0; returns != NULL && k < returns->fixed->len; k++)
    gtk_box_append (GTK_BOX (self->list), wb_lab_plane_row_new_fixed (self->found, (int) k));
  gtk_label_set_text (GTK_LABEL (self->about), returns != NULL ? about_text (self) : "");
}

static void
fill_fields (WbLabPlaneSection *self)
{
  for (int k = 0; k < 4; k++)
    {
      gtk_widget_set_sensitive (self->fields[k], self->found != NULL);
      wb_field_show (wb_field_of (self->fields[k]));
    }
}

static void
show (WbLabPlaneSection *self)
{
  gboolean any = self->found != NULL && self->found->objects.returns != NULL;

  wb_lab_card_set_view (WB_LAB_CARD (self->card), any ? wb_lab_returns_view (self->found) : NULL, FALSE);
  wb_lab_card_set_message (WB_LAB_CARD (self->card), self->found == NULL || any ? NULL
                           : _("The window has no equilibrium at which a section begins by default. Type the ends of a section."));
  gtk_widget_set_visible (self->side, any);
  fill_list (self);
}

/* ---- computing the return map ---- */

static void compute (WbLabPlaneSection *self);

static void
on_done (gpointer owner, gpointer result, const GError *error)
{
  WbLabPlaneSection *self = owner;

  if (result == NULL)
    {
      wb_lab_card_set_message (WB_LAB_CARD (self->card), error->message);
      return;
    }
  wb_lab_found_set_returns (self->found, result);
  show (self);
  g_signal_emit (self, changed_signal, 0);
  if (self->stale)
    compute (self);
}

/* Computes the map of the section. If it has moved during a computation, the map is computed once more after it, so that the map follows
 * a drag. */
static void
compute (WbLabPlaneSection *self)
{
  self->stale = self->job != NULL;
  if (self->job == NULL && self->found != NULL && self->has_line)
    wb_lab_found_start_returns (&self->job, self, self->found, &self->line, on_done);
}

/* Takes the section from the Laboratory if another object has changed it there: undo, or a session file. */
static void
on_laboratory (WbLabPlaneSection *self)
{
  const char *text = wb_laboratory_plane (self->laboratory, WB_LAB_OPTION_SECTION);

  if (self->found == NULL || !wb_lab_found_is_planar (self->found) || g_strcmp0 (text, self->text) == 0)
    return;
  g_free (self->text);
  self->text = g_strdup (text);
  if (text != NULL)
    self->has_line = lab_line_read (&self->line, self->found->plane.flow, text, NULL);
  else
    self->has_line = lab_line_default (&self->line, &self->found->plane, self->found->objects.equilibria);
  fill_fields (self);
  g_signal_emit (self, changed_signal, 0);
  compute (self);
}

void
wb_lab_plane_section_set_found (WbLabPlaneSection *self, WbLabFound *found)
{
  wb_lab_plane_section_cancel (self);
  self->found = found;
  self->has_line = found != NULL && found->objects.returns != NULL;
  g_free (self->text);
  self->text = g_strdup (found != NULL ? wb_lab_found_section (found) : NULL);
  if (self->has_line)
    self->line = found->objects.returns->line;
  fill_fields (self);
  show (self);
  on_laboratory (self); /* the section may have moved during the search */
}

void
wb_lab_plane_section_move (WbLabPlaneSection *self, const LabLine *line, gboolean finished)
{
  g_autofree char *text = NULL;

  if (self->found == NULL || !wb_lab_found_is_planar (self->found) || memcmp (line->from, line->to, sizeof line->from) == 0)
    return;
  text = lab_line_text (line, self->found->plane.flow);
  wb_laboratory_set_plane (self->laboratory, WB_LAB_OPTION_SECTION, text); /* on_laboratory takes it from there */
  if (finished)
    wb_laboratory_commit_plane (self->laboratory);
}

void
wb_lab_plane_section_cancel (WbLabPlaneSection *self)
{
  self->stale = FALSE;
  g_clear_pointer (&self->job, wb_job_cancel);
}

/* The keys of the fields: the indices of `coordinate`. */
static const char *const keys[] = { "0", "1", "2", "3" };

static char *
get_coordinate (gpointer owner, const char *key)
{
  WbLabPlaneSection *self = owner;

  return self->found != NULL && self->has_line ? wb_number_text (*coordinate (&self->found->plane, &self->line, key[0] - '0')) : NULL;
}

/* Returns the section with another number. The other numbers of a new section are the middle and the right edge of the window. */
static LabLine
with_coordinate (WbLabPlaneSection *self, const char *key, double value)
{
  const LabPlane *plane = &self->found->plane;
  LabLine line = self->line;

  for (int k = 0; k < 4 && !self->has_line; k++)
    *coordinate (plane, &line, k) = k == 2 ? plane->high[0] : (plane->low[k % 2] + plane->high[k % 2]) / 2;
  *coordinate (plane, &line, key[0] - '0') = value;
  return line;
}

static char *
coordinate_reason (gpointer owner, const char *key, const char *text)
{
  WbLabPlaneSection *self = owner;
  double value;
  LabLine line;

  if (self->found == NULL || !wb_number_parse (text, &value) || !isfinite (value))
    return g_strdup (_("A number is needed."));
  line = with_coordinate (self, key, value);
  return memcmp (line.from, line.to, sizeof line.from) == 0 ? g_strdup (_("The ends of the section must be different.")) : NULL;
}

static void
set_coordinate (gpointer owner, const char *key, const char *text)
{
  WbLabPlaneSection *self = owner;
  LabLine line;

  if (self->found == NULL)
    return;
  line = with_coordinate (self, key, g_ascii_strtod (text, NULL));
  wb_lab_plane_section_move (self, &line, TRUE);
}

static const WbBinding binding = { get_coordinate, set_coordinate, coordinate_reason };

/* ---- movements ---- */

/* Moves `at` to the nearest equilibrium if this is less than SNAP_REACH px away. */
static void
snap (WbLabPlaneSection *self, double *at)
{
  const LabPlane *plane = &self->found->plane;
  const GPtrArray *points = self->found->objects.equilibria->points;
  const double from[2] = { at[0], at[1] };
  double nearest = SNAP_REACH;

  for (guint k = 0; k < points->len; k++)
    {
      const double *x = ((const LabEquilibrium *) points->pdata[k])->x;
      double distance = hypot ((x[plane->across] - from[0]) * self->unit[0], (x[plane->up] - from[1]) * self->unit[1]);

      if (!(distance < nearest))
        continue;
      nearest = distance;
      at[0] = x[plane->across];
      at[1] = x[plane->up];
    }
}

/* Returns value, rounded to 1/100000 of the order of magnitude of the window, so that sections that were moved have short numbers. */
static double
neat (double value, double size)
{
  double unit = pow (10, floor (log10 (size)) - 5);

  return rint (value / unit) * unit;
}

/* Returns the handle of the section nearest to `at`. */
static int
handle_at (const LabPlane *plane, const LabLine *line, const double *at)
{
  static const double weights[3] = { 1, 0, 0.5 };
  double nearest = INFINITY;
  int handle = 0;

  for (int k = 0; k < 3; k++)
    {
      double x = weights[k] * line->from[plane->across] + (1 - weights[k]) * line->to[plane->across];
      double y = weights[k] * line->from[plane->up] + (1 - weights[k]) * line->to[plane->up];
      double distance = hypot ((x - at[0]) / (plane->high[0] - plane->low[0]), (y - at[1]) / (plane->high[1] - plane->low[1]));

      if (!(distance < nearest))
        continue;
      nearest = distance;
      handle = k;
    }
  return handle;
}

void
wb_lab_plane_section_drag (WbLabPlaneSection *self, const PlotView *view, double x, double y, WbStartDrag phase)
{
  double at[2] = { x, y };
  LabLine line;

  if (self->found == NULL || !self->has_line)
    return;
  if (phase == WB_START_TAKEN)
    {
      const LabPlane *plane = &self->found->plane;
      double low[2], high[2];

      /* Only now is it certain that the plot was drawn, so that its scales are known. */
      plot_view_map (view, plane->low[0], plane->low[1], &low[0], &low[1]);
      plot_view_map (view, plane->high[0], plane->high[1], &high[0], &high[1]);
      for (int k = 0; k < 2; k++)
        self->unit[k] = (high[k] - low[k]) / (plane->high[k] - plane->low[k]);
      self->dragged = self->line;
      self->handle = handle_at (plane, &self->line, at);
      return;
    }
  if (phase == WB_START_RELEASED)
    {
      wb_laboratory_commit_plane (self->laboratory);
      return;
    }
  if (self->handle < 2)
    snap (self, at);
  line = self->dragged;
  for (int k = 0; k < 2; k++)
    {
      int state = k == 0 ? self->found->plane.across : self->found->plane.up;
      double middle = (line.from[state] + line.to[state]) / 2, size = self->found->plane.high[k] - self->found->plane.low[k];

      if (self->handle == 0)
        line.from[state] = at[k];
      else if (self->handle == 1)
        line.to[state] = at[k];
      else
        {
          line.from[state] = neat (line.from[state] + at[k] - middle, size);
          line.to[state] = neat (line.to[state] + at[k] - middle, size);
        }
    }
  wb_lab_plane_section_move (self, &line, FALSE);
}

gboolean
wb_lab_plane_section_shift (WbLabPlaneSection *self, int right, int up)
{
  LabLine line = self->line;

  if (self->found == NULL || !self->has_line)
    return FALSE;
  for (int k = 0; k < 2; k++)
    {
      const LabPlane *plane = &self->found->plane;
      int state = k == 0 ? plane->across : plane->up;
      double size = plane->high[k] - plane->low[k], change = (k == 0 ? right : up) * KEY_STEP * size;

      if (change == 0)
        continue;
      line.from[state] = neat (line.from[state] + change, size);
      line.to[state] = neat (line.to[state] + change, size);
    }
  wb_lab_plane_section_move (self, &line, TRUE);
  return TRUE;
}

/* ---- menu ---- */

/* Returns the tables of the return map alone, or NULL. Free it with lab_result_free. */
static LabResult *
numbers (WbLabPlaneSection *self)
{
  LabResult *result;

  if (self->found == NULL || self->found->objects.returns == NULL)
    return NULL;
  result = lab_result_new ();
  lab_returns_add (result, self->found->objects.returns, self->found->plane.flow, self->found->objects.equilibria);
  return result;
}

static void
copy (WbLabPlaneSection *self, const char *text)
{
  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
on_copy_command (WbLabPlaneSection *self)
{
  g_autofree char *text = wb_lab_plane_command (self->session, TRUE);

  copy (self, text);
}

static void
on_copy_table (WbLabPlaneSection *self)
{
  g_autoptr (LabResult) result = numbers (self);
  g_autofree char *text = result != NULL ? lab_result_csv (result, '\t') : NULL;

  copy (self, text);
}

static void
on_table (WbLabPlaneSection *self)
{
  g_autoptr (LabResult) result = numbers (self);
  g_autofree char *text = result != NULL ? lab_result_table_text (result) : NULL;

  if (text != NULL)
    wb_table_window_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _("Section"), text);
}

static void
on_export (WbLabPlaneSection *self, const char *format)
{
  g_autoptr (LabResult) result = numbers (self);
  char *text = NULL;

  if (result == NULL)
    return;
  if (strcmp (format, "csv") == 0)
    text = lab_result_csv (result, ',');
  else if (strcmp (format, "json") == 0)
    text = lab_result_json (lab_study_phase_plane.id, model_id (wb_session_model (self->session)), result);
  wb_lab_export (GTK_WIDGET (self), self->session, "return-map", format, text == NULL ? wb_lab_returns_view (self->found) : NULL, text);
}

/* ---- widget ---- */

static void
wb_lab_plane_section_dispose (GObject *object)
{
  WbLabPlaneSection *self = WB_LAB_PLANE_SECTION (object);

  g_clear_pointer (&self->job, wb_job_cancel);
  g_clear_pointer (&self->card, gtk_widget_unparent);
  g_clear_pointer (&self->text, g_free);
  G_OBJECT_CLASS (wb_lab_plane_section_parent_class)->dispose (object);
}

static void
wb_lab_plane_section_class_init (WbLabPlaneSectionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_plane_section_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  changed_signal = g_signal_new ("changed", WB_TYPE_LAB_PLANE_SECTION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_lab_plane_section_init (WbLabPlaneSection *self)
{
}

/* Makes the fields "from ( , )" and "to ( , )". They are in two rows if the card is narrow. All fields are equally wide. */
static GtkWidget *
ends_new (WbLabPlaneSection *self)
{
  GtkWidget *rows = wb_wrap_new (6), *row = NULL;
  g_autoptr (GtkSizeGroup) widths = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  const char *const names[] = { _("Section: horizontal coordinate of the first end"), _("Section: vertical coordinate of the first end"),
                                _("Section: horizontal coordinate of the second end"), _("Section: vertical coordinate of the second end") };

  for (int k = 0; k < 4; k++)
    {
      if (k % 2 == 0)
        {
          GtkWidget *label = wb_label_new (k == 0 ? C_("end of a section", "from") : C_("end of a section", "to"), "dim-label");

          row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
          gtk_widget_set_size_request (label, LABEL_WIDTH, -1);
          gtk_box_append (GTK_BOX (row), label);
          wb_wrap_append (WB_WRAP (rows), row);
        }
      self->fields[k] = wb_number_field_new ("", FALSE, 0);
      wb_number_field_set_compact (WB_NUMBER_FIELD (self->fields[k]));
      gtk_widget_set_size_request (self->fields[k], FIELD_WIDTH, -1);
      wb_widget_set_name (self->fields[k], names[k]);
      wb_field_new (self->fields[k], NULL, &binding, self, keys[k]);
      gtk_box_append (GTK_BOX (row), self->fields[k]);
      gtk_size_group_add_widget (widths, self->fields[k]);
    }
  gtk_widget_add_css_class (rows, "lab-foot");
  gtk_widget_add_css_class (rows, "lab-ends");
  return rows;
}

GtkWidget *
wb_lab_plane_section_new (WbSession *session)
{
  WbLabPlaneSection *self = g_object_new (WB_TYPE_LAB_PLANE_SECTION, NULL);

  self->session = session;
  self->laboratory = wb_laboratory_of (session);
  self->card = wb_lab_card_new ();
  self->side = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), "lab-section-side");
  gtk_widget_set_hexpand (self->side, FALSE);
  self->list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->about = wb_label_new_wrapped ("", "dim-label");
  gtk_label_set_ellipsize (GTK_LABEL (self->about), PANGO_ELLIPSIZE_END); /* limits the natural width */
  gtk_label_set_lines (GTK_LABEL (self->about), 6);
  gtk_label_set_width_chars (GTK_LABEL (self->about), 12);
  gtk_label_set_max_width_chars (GTK_LABEL (self->about), 14);
  wb_box_add (self->side, self->about, self->list, NULL);
  wb_lab_card_set_side (WB_LAB_CARD (self->card), self->side);
  self->ends = ends_new (self);
  wb_lab_card_append (WB_LAB_CARD (self->card), self->ends);
  for (int k = 0; k < 4; k++)
    wb_lab_card_append (WB_LAB_CARD (self->card), wb_field_why (wb_field_of (self->fields[k])));
  gtk_widget_set_parent (self->card, GTK_WIDGET (self));
  g_signal_connect_swapped (self->card, "copy-command", G_CALLBACK (on_copy_command), self);
  g_signal_connect_swapped (self->card, "copy-table", G_CALLBACK (on_copy_table), self);
  g_signal_connect_swapped (self->card, "export", G_CALLBACK (on_export), self);
  g_signal_connect_swapped (self->card, "table", G_CALLBACK (on_table), self);
  g_signal_connect_object (self->laboratory, "changed", G_CALLBACK (on_laboratory), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

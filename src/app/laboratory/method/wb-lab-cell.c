/* Draws the number of a cell as a fraction, or shows the entry while the user edits it. */
#include "wb-lab-cell.h"

#include <string.h>

#include "wb-lab-marks.h"
#include "wb-style.h"
#include "wb-tooltip.h"

/* The size of a cell that has room, px. */
#define ROOMY_WIDTH 56
#define ROOMY_HEIGHT 44

/* Longer texts that are not fractions are drawn with this number of significant digits. */
#define LONG_TEXT 8
#define SHORT_DIGITS 5
#define LEAST_CHARS 3

struct _WbLabCell
{
  GtkWidget parent_instance;
  GtkWidget *overlay, *entry, *picture;
};

G_DEFINE_FINAL_TYPE (WbLabCell, wb_lab_cell, GTK_TYPE_WIDGET)

enum { CHANGED, COMMITTED, N_SIGNALS };
static guint signals[N_SIGNALS];

const char *wb_lab_cell_text (WbLabCell *self) { return gtk_editable_get_text (GTK_EDITABLE (self->entry)); }
GtkWidget *wb_lab_cell_entry (WbLabCell *self) { return self->entry; }

/* ---- the fraction ---- */

/* Splits "-p/q" into sign, p and q. Returns FALSE if the text is not a fraction of two whole numbers. */
static gboolean
split (const char *text, gboolean *negative, char **p, char **q)
{
  g_auto (GStrv) parts = g_strsplit (text, "/", -1);
  const char *digits;

  if (g_strv_length (parts) != 2)
    return FALSE;
  g_strstrip (parts[0]);
  g_strstrip (parts[1]);
  *negative = parts[0][0] == '-';
  digits = parts[0] + *negative;
  if (*digits == '\0' || parts[1][0] == '\0' || strspn (digits, "0123456789") != strlen (digits) || strspn (parts[1], "0123456789") != strlen (parts[1]))
    return FALSE;
  *p = g_strdup (digits);
  *q = g_strdup (parts[1]);
  return TRUE;
}

/* Returns the text that is drawn in one line: it has a minus sign in place of a hyphen, and a long number has fewer digits. */
static char *
line_of (const char *text)
{
  char *end;
  double value = g_ascii_strtod (text, &end);
  g_autoptr (GString) line = g_string_new (text);
  char number[64];

  if (*text == '\0')
    return g_strdup ("0");
  if (*end == '\0' && strlen (text) > LONG_TEXT)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", SHORT_DIGITS);
      g_string_assign (line, g_ascii_formatd (number, sizeof number, format, value));
      g_string_append (line, "…");
    }
  if (line->str[0] == '-')
    {
      g_string_erase (line, 0, 1);
      g_string_prepend (line, "−");
    }
  return g_strdup (line->str);
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  WbLabCell *self = user;
  gboolean negative;
  g_autofree char *p = NULL, *q = NULL, *line = NULL;

  if (gtk_widget_has_css_class (self->entry, "editing"))
    return;
  if (split (wb_lab_cell_text (self), &negative, &p, &q))
    {
      wb_lab_draw_fraction (GTK_WIDGET (area), cr, p, q, negative, width / 2.0, height / 2.0);
      return;
    }
  line = line_of (wb_lab_cell_text (self));
  wb_lab_draw_number (GTK_WIDGET (area), cr, line, width / 2.0, height / 2.0);
}

/* Makes the cell wide enough for the drawn fraction or number. */
static void
fit (WbLabCell *self)
{
  gboolean negative;
  g_autofree char *p = NULL, *q = NULL, *line = NULL;
  glong chars;

  if (split (wb_lab_cell_text (self), &negative, &p, &q))
    chars = (glong) MAX (strlen (p), strlen (q)) + negative;
  else
    {
      line = line_of (wb_lab_cell_text (self));
      chars = g_utf8_strlen (line, -1);
    }
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), (int) CLAMP (chars, LEAST_CHARS, 14));
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->entry), (int) CLAMP (chars, LEAST_CHARS, 14));
  wb_tooltip_set (GTK_WIDGET (self), strlen (wb_lab_cell_text (self)) > LONG_TEXT ? wb_lab_cell_text (self) : NULL);
  gtk_widget_queue_draw (self->picture);
}

void
wb_lab_cell_set_wrong (WbLabCell *self, gboolean wrong)
{
  GtkWidget *parts[2] = { self->entry, self->picture };

  for (int k = 0; k < 2; k++)
    if (wrong)
      gtk_widget_add_css_class (parts[k], "error");
    else
      gtk_widget_remove_css_class (parts[k], "error");
}

static void
on_changed (WbLabCell *self)
{
  gtk_widget_queue_draw (self->picture);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
wb_lab_cell_set_text (WbLabCell *self, const char *text)
{
  g_signal_handlers_block_by_func (self->entry, on_changed, self);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  g_signal_handlers_unblock_by_func (self->entry, on_changed, self);
  fit (self);
}

static void
on_activate (WbLabCell *self)
{
  g_signal_emit (self, signals[COMMITTED], 0);
}

static void
on_enter (WbLabCell *self)
{
  gtk_widget_add_css_class (self->entry, "editing");
  gtk_widget_queue_draw (self->picture);
}

static void
on_leave (WbLabCell *self)
{
  gtk_widget_remove_css_class (self->entry, "editing");
  fit (self);
  g_signal_emit (self, signals[COMMITTED], 0);
}

/* ---- widget ---- */

static void
wb_lab_cell_dispose (GObject *object)
{
  g_clear_pointer (&WB_LAB_CELL (object)->overlay, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_lab_cell_parent_class)->dispose (object);
}

/* A cell is at least as large as its entry, and larger where the grid has room. */
static void
wb_lab_cell_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                     int *natural_baseline)
{
  gtk_widget_measure (WB_LAB_CELL (widget)->overlay, orientation, for_size, minimum, natural, NULL, NULL);
  *natural = MAX (*natural, (int) wb_style_px (orientation == GTK_ORIENTATION_HORIZONTAL ? ROOMY_WIDTH : ROOMY_HEIGHT));
}

static void
wb_lab_cell_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_size_allocate (WB_LAB_CELL (widget)->overlay, &(GtkAllocation) { 0, 0, width, height }, -1);
}

static void
wb_lab_cell_class_init (WbLabCellClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_cell_dispose;
  GTK_WIDGET_CLASS (klass)->measure = wb_lab_cell_measure;
  GTK_WIDGET_CLASS (klass)->size_allocate = wb_lab_cell_size_allocate;
  signals[CHANGED] = g_signal_new ("changed", WB_TYPE_LAB_CELL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[COMMITTED] = g_signal_new ("committed", WB_TYPE_LAB_CELL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_lab_cell_init (WbLabCell *self)
{
}

GtkWidget *
wb_lab_cell_new (const char *text, const char *name)
{
  WbLabCell *self = g_object_new (WB_TYPE_LAB_CELL, NULL);
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->overlay = gtk_overlay_new ();
  self->entry = gtk_entry_new ();
  self->picture = gtk_drawing_area_new ();
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  gtk_entry_set_alignment (GTK_ENTRY (self->entry), 0.5);
  gtk_widget_add_css_class (self->entry, "lab-cell");
  gtk_widget_add_css_class (self->picture, "lab-cell-picture");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->picture), draw, self, NULL);
  gtk_widget_set_can_target (self->picture, FALSE);
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), self->entry);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->picture);
  gtk_widget_set_parent (self->overlay, GTK_WIDGET (self));
  fit (self);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (on_activate), self);
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (on_enter), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (self->entry, focus);
  return GTK_WIDGET (self);
}

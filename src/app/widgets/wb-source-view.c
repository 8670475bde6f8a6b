/* Assembles the editor of a text with line numbers, marks of errors, and indentation. */
#include "wb-source-view.h"

#include <glib/gi18n.h>
#include <string.h>

#include "wb-source-colors.h"
#include "wb-style.h"

/* Space in px at both sides of the line numbers. */
#define NUMBER_LEFT 10
#define NUMBER_RIGHT 12
#define LEAST_DIGITS 2
#define INDENT "  "

/* ---- the column of line numbers ---- */

#define WB_TYPE_LINE_NUMBERS (wb_line_numbers_get_type ())
G_DECLARE_FINAL_TYPE (WbLineNumbers, wb_line_numbers, WB, LINE_NUMBERS, GtkWidget)
struct _WbLineNumbers { GtkWidget parent_instance; WbSourceView *view; int digits; };
G_DEFINE_FINAL_TYPE (WbLineNumbers, wb_line_numbers, GTK_TYPE_WIDGET)

struct _WbSourceView
{
  GtkTextView parent_instance;
  GtkWidget *numbers;
  GHashTable *marks; /* messages of the marked lines, by line number from 1 */
  GHashTable *wrong; /* set of the marked lines that have an error; a line with warnings only is not in it */
};

G_DEFINE_FINAL_TYPE (WbSourceView, wb_source_view, GTK_TYPE_TEXT_VIEW)

/* The text view reports the positions of its visible lines, so the numbers are right at every scroll position. */
GArray *
wb_source_view_visible_numbers (WbSourceView *self)
{
  GtkTextView *view = GTK_TEXT_VIEW (self);
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (WbLineNumber));
  GdkRectangle visible;
  GtkTextIter at;

  gtk_text_view_get_visible_rect (view, &visible);
  gtk_text_view_get_line_at_y (view, &at, visible.y, NULL);
  for (;;)
    {
      WbLineNumber number = { gtk_text_iter_get_line (&at) + 1, 0, 0 };
      int y, height, shown;

      gtk_text_view_get_line_yrange (view, &at, &y, &height);
      if (y >= visible.y + visible.height)
        break;
      gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_LEFT, 0, y, NULL, &shown);
      number.y = shown;
      number.height = height;
      g_array_append_val (numbers, number);
      if (!gtk_text_iter_forward_line (&at) && (gtk_text_iter_get_line (&at) + 1 == number.number || !gtk_text_iter_starts_line (&at)))
        break;
    }
  return numbers;
}

static PangoLayout *
number_layout (WbLineNumbers *self, int number)
{
  g_autofree char *text = g_strdup_printf ("%d", number);

  return gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
}

static void
wb_line_numbers_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                         int *natural_baseline)
{
  g_autoptr (PangoLayout) layout = number_layout (WB_LINE_NUMBERS (widget), 8);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? NUMBER_LEFT + WB_LINE_NUMBERS (widget)->digits * width + NUMBER_RIGHT : 0;
}

/* Returns the colour of errors. */
static const char *
wrong_color (gboolean dark)
{
  return dark ? "#ff7b6e" : "#c8372d";
}

static void
wb_line_numbers_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WbLineNumbers *self = WB_LINE_NUMBERS (widget);
  g_autoptr (GArray) numbers = wb_source_view_visible_numbers (self->view);
  GdkRGBA color, wrong;
  int width = gtk_widget_get_width (widget);

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  gdk_rgba_parse (&wrong, wrong_color (wb_style_is_dark ()));
  for (guint i = 0; i < numbers->len; i++)
    {
      const WbLineNumber *number = &g_array_index (numbers, WbLineNumber, i);
      g_autoptr (PangoLayout) layout = number_layout (self, number->number);
      gboolean marked = g_hash_table_contains (self->view->wrong, GINT_TO_POINTER (number->number));
      int wide, high;

      pango_layout_get_pixel_size (layout, &wide, &high);
      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) (width - NUMBER_RIGHT - wide), (float) (number->y + (number->height - high) / 2)));
      gtk_snapshot_append_layout (snapshot, layout, marked ? &wrong : &color);
      gtk_snapshot_restore (snapshot);
      if (marked)
        gtk_snapshot_append_color (snapshot, &wrong, &GRAPHENE_RECT_INIT (0, (float) number->y, 3, (float) number->height));
    }
}

static void
wb_line_numbers_class_init (WbLineNumbersClass *klass)
{
  GTK_WIDGET_CLASS (klass)->measure = wb_line_numbers_measure;
  GTK_WIDGET_CLASS (klass)->snapshot = wb_line_numbers_snapshot;
}

static void
wb_line_numbers_init (WbLineNumbers *self)
{
  self->digits = LEAST_DIGITS;
  gtk_widget_add_css_class (GTK_WIDGET (self), "line-numbers");
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

/* ---- text ---- */

static GtkTextBuffer *
buffer_of (WbSourceView *self)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (self));
}

static void
on_changed (WbSourceView *self)
{
  WbLineNumbers *numbers = WB_LINE_NUMBERS (self->numbers);
  g_autofree char *last = g_strdup_printf ("%d", gtk_text_buffer_get_line_count (buffer_of (self)));
  int digits = MAX ((int) strlen (last), LEAST_DIGITS);

  if (digits != numbers->digits)
    {
      numbers->digits = digits;
      gtk_widget_queue_resize (self->numbers);
    }
  gtk_widget_queue_draw (self->numbers);
}

static void
on_inserted (GtkTextBuffer *buffer, GtkTextIter *end, const char *text, int length, WbSourceView *self)
{
  int last = gtk_text_iter_get_line (end), n = 0, place = gtk_text_iter_get_offset (end);

  for (int i = 0; i < length; i++)
    n += text[i] == '\n';
  wb_source_colors_apply (buffer, last - n, last);
  gtk_text_buffer_get_iter_at_offset (buffer, end, place); /* later handlers of the signal use the iterator, so make it valid again */
}

static void
on_deleted (GtkTextBuffer *buffer, GtkTextIter *start, GtkTextIter *end, WbSourceView *self)
{
  int line = gtk_text_iter_get_line (start), place = gtk_text_iter_get_offset (start);

  wb_source_colors_apply (buffer, line, line);
  gtk_text_buffer_get_iter_at_offset (buffer, start, place);
  *end = *start;
}

static void
on_adjustment (WbSourceView *self)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self));

  if (adjustment != NULL)
    g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (gtk_widget_queue_draw), self->numbers, G_CONNECT_SWAPPED);
}

/* Inserts a line break and the same leading spaces as in the current line. */
static void
break_line (WbSourceView *self)
{
  GtkTextBuffer *buffer = buffer_of (self);
  GtkTextIter start, at;
  g_autofree char *before = NULL, *inserted = NULL;
  gsize n;

  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_delete_selection (buffer, TRUE, TRUE);
  gtk_text_buffer_get_iter_at_mark (buffer, &at, gtk_text_buffer_get_insert (buffer));
  start = at;
  gtk_text_iter_set_line_offset (&start, 0);
  before = gtk_text_buffer_get_text (buffer, &start, &at, TRUE);
  n = strspn (before, " ");
  inserted = g_strdup_printf ("\n%*s", (int) n, "");
  gtk_text_buffer_insert (buffer, &at, inserted, -1);
  gtk_text_buffer_end_user_action (buffer);
  gtk_text_view_scroll_mark_onscreen (GTK_TEXT_VIEW (self), gtk_text_buffer_get_insert (buffer));
}

/* Handles Tab: inserts spaces, because YAML does not permit tabs. Shift+Tab moves the focus out of the text. */
static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, WbSourceView *self)
{
  if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK) || !gtk_text_view_get_editable (GTK_TEXT_VIEW (self)))
    return FALSE;
  if (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter)
    break_line (self);
  else if (key == GDK_KEY_Tab)
    {
      gtk_text_buffer_begin_user_action (buffer_of (self));
      gtk_text_buffer_delete_selection (buffer_of (self), TRUE, TRUE);
      gtk_text_buffer_insert_at_cursor (buffer_of (self), INDENT, -1);
      gtk_text_buffer_end_user_action (buffer_of (self));
    }
  else
    return FALSE;
  return TRUE;
}

void
wb_source_view_set_text (WbSourceView *self, const char *text)
{
  GtkTextBuffer *buffer = buffer_of (self);
  GtkTextIter start;

  wb_source_view_clear_marks (self);
  gtk_text_buffer_begin_irreversible_action (buffer);
  gtk_text_buffer_set_text (buffer, text, -1);
  gtk_text_buffer_end_irreversible_action (buffer);
  gtk_text_buffer_set_modified (buffer, FALSE);
  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_place_cursor (buffer, &start);
}

char *
wb_source_view_get_text (WbSourceView *self)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer_of (self), &start, &end);
  return gtk_text_buffer_get_text (buffer_of (self), &start, &end, TRUE);
}

/* ---- marks ---- */

void
wb_source_view_clear_marks (WbSourceView *self)
{
  GtkTextIter start, end;

  g_hash_table_remove_all (self->marks);
  g_hash_table_remove_all (self->wrong);
  gtk_text_buffer_get_bounds (buffer_of (self), &start, &end);
  gtk_text_buffer_remove_tag_by_name (buffer_of (self), "wrong", &start, &end);
  gtk_text_buffer_remove_tag_by_name (buffer_of (self), "doubtful-word", &start, &end);
  gtk_text_buffer_remove_tag_by_name (buffer_of (self), "wrong-word", &start, &end);
  gtk_widget_queue_draw (self->numbers);
}

/* Underlines the word at a column. If there is no word, underlines the text up to a comma or a closing bracket outside brackets, or the rest of the line. */
static void
underline (WbSourceView *self, const GtkTextIter *start, int column, const char *tag)
{
  GtkTextIter word = *start, end;

  if (column > gtk_text_iter_get_chars_in_line (start))
    return;
  gtk_text_iter_set_line_offset (&word, column - 1);
  end = word;
  while (!gtk_text_iter_ends_line (&end) && (g_unichar_isalnum (gtk_text_iter_get_char (&end)) || gtk_text_iter_get_char (&end) == '_'))
    gtk_text_iter_forward_char (&end);
  if (gtk_text_iter_equal (&word, &end))
    for (int depth = 0; !gtk_text_iter_ends_line (&end); gtk_text_iter_forward_char (&end))
      {
        gunichar c = gtk_text_iter_get_char (&end);

        depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
        if (depth < 0 || (c == ',' && depth == 0))
          break;
      }
  if (gtk_text_iter_equal (&word, &end) && !gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_char (&end);
  gtk_text_buffer_apply_tag_by_name (buffer_of (self), tag, &word, &end);
}

void
wb_source_view_mark (WbSourceView *self, int line, int column, const char *message, gboolean warning)
{
  const char *before = wb_source_view_marked (self, line);
  GtkTextIter start, end;

  if (!gtk_text_buffer_get_iter_at_line (buffer_of (self), &start, line - 1))
    return;
  g_hash_table_insert (self->marks, GINT_TO_POINTER (line), before != NULL ? g_strjoin ("\n", before, message, NULL) : g_strdup (message));
  end = start;
  if (!gtk_text_iter_forward_line (&end))
    gtk_text_buffer_get_end_iter (buffer_of (self), &end);
  if (!warning)
    {
      g_hash_table_add (self->wrong, GINT_TO_POINTER (line));
      gtk_text_buffer_apply_tag_by_name (buffer_of (self), "wrong", &start, &end);
    }
  if (column > 0)
    underline (self, &start, column, warning ? "doubtful-word" : "wrong-word");
  gtk_widget_queue_draw (self->numbers);
}

const char *
wb_source_view_marked (WbSourceView *self, int line)
{
  return g_hash_table_lookup (self->marks, GINT_TO_POINTER (line));
}

void
wb_source_view_go (WbSourceView *self, int line, int column)
{
  GtkTextIter at;

  gtk_text_buffer_get_iter_at_line (buffer_of (self), &at, MAX (line - 1, 0));
  if (column > 1)
    gtk_text_iter_set_line_offset (&at, MIN (column - 1, MAX (gtk_text_iter_get_chars_in_line (&at) - 1, 0)));
  gtk_text_buffer_place_cursor (buffer_of (self), &at);
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self), gtk_text_buffer_get_insert (buffer_of (self)), 0, TRUE, 0, 0.3);
}

/* Shows the message of the line under the pointer as a tooltip. */
static gboolean
on_tooltip (GtkWidget *widget, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip, gpointer unused)
{
  GtkTextIter at;
  int buffer_y;
  const char *message;

  gtk_text_view_window_to_buffer_coords (GTK_TEXT_VIEW (widget), GTK_TEXT_WINDOW_WIDGET, x, y, NULL, &buffer_y);
  gtk_text_view_get_line_at_y (GTK_TEXT_VIEW (widget), &at, buffer_y, NULL);
  message = by_keyboard ? NULL : wb_source_view_marked (WB_SOURCE_VIEW (widget), gtk_text_iter_get_line (&at) + 1);
  if (message != NULL)
    gtk_tooltip_set_text (tooltip, message);
  return message != NULL;
}

/* ---- widget ---- */

static void
set_underline (GtkTextTag *tag, const char *color)
{
  GdkRGBA rgba;

  gdk_rgba_parse (&rgba, color);
  g_object_set (tag, "underline-rgba", &rgba, NULL);
}

static void
on_style (gpointer user)
{
  GtkTextTagTable *tags = gtk_text_buffer_get_tag_table (buffer_of (user));
  gboolean dark = wb_style_is_dark ();

  wb_source_colors_set_dark (buffer_of (user), dark);
  set_underline (gtk_text_tag_table_lookup (tags, "doubtful-word"), dark ? "#f5bb4a" : "#935f00");
  set_underline (gtk_text_tag_table_lookup (tags, "wrong-word"), wrong_color (dark));
  gtk_widget_queue_draw (WB_SOURCE_VIEW (user)->numbers);
}

static void
wb_source_view_finalize (GObject *object)
{
  g_clear_pointer (&WB_SOURCE_VIEW (object)->marks, g_hash_table_unref);
  g_clear_pointer (&WB_SOURCE_VIEW (object)->wrong, g_hash_table_unref);
  G_OBJECT_CLASS (wb_source_view_parent_class)->finalize (object);
}

static void
wb_source_view_class_init (WbSourceViewClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = wb_source_view_finalize;
}

static void
wb_source_view_init (WbSourceView *self)
{
  GtkTextView *view = GTK_TEXT_VIEW (self);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->marks = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->wrong = g_hash_table_new (NULL, NULL);
  wb_source_colors_install (buffer);
  gtk_text_buffer_create_tag (buffer, "wrong", "paragraph-background-rgba", &(GdkRGBA) { 0.9f, 0.25f, 0.2f, 0.14f }, NULL);
  /* A later tag has priority: of an error and a warning at one place the error is visible. */
  gtk_text_buffer_create_tag (buffer, "doubtful-word", "underline", PANGO_UNDERLINE_ERROR, NULL);
  gtk_text_buffer_create_tag (buffer, "wrong-word", "underline", PANGO_UNDERLINE_ERROR, NULL);
  gtk_text_view_set_left_margin (view, 10);
  gtk_text_view_set_top_margin (view, 10);
  gtk_text_view_set_bottom_margin (view, 10);
  gtk_widget_add_css_class (GTK_WIDGET (self), "source");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Model text"), -1);
  self->numbers = g_object_new (WB_TYPE_LINE_NUMBERS, NULL);
  WB_LINE_NUMBERS (self->numbers)->view = self;
  gtk_text_view_set_gutter (view, GTK_TEXT_WINDOW_LEFT, self->numbers);
  g_signal_connect_swapped (buffer, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_after (buffer, "insert-text", G_CALLBACK (on_inserted), self);
  g_signal_connect_after (buffer, "delete-range", G_CALLBACK (on_deleted), self);
  g_signal_connect (self, "notify::vadjustment", G_CALLBACK (on_adjustment), NULL);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_tooltip), NULL);
  wb_style_watch (on_style, G_OBJECT (self));
  on_style (self);
}

GtkWidget *
wb_source_view_new (void)
{
  return g_object_new (WB_TYPE_SOURCE_VIEW, NULL);
}

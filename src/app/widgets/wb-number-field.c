/* Reads, shows and changes a number in an entry. */
#include "wb-number-field.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "expr-constant.h"
#include "plot-format.h"
#include "plot-text.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

struct _WbNumberField
{
  GtkWidget parent_instance;
  GtkWidget *box, *entry, *less, *more;
  gboolean log;
  double step, minimum, maximum;
  char *shown;
  gboolean setting;      /* the program changes the text */
  gboolean is_checked;   /* see wb_number_field_set_checked */
};

G_DEFINE_FINAL_TYPE (WbNumberField, wb_number_field, GTK_TYPE_WIDGET)

static guint committed_signal, edited_signal;

/* ---- text ---- */

static gboolean
take_superscript (const char **p, GString *plain)
{
  static const char *const digits[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };

  if (g_str_has_prefix (*p, "⁻"))
    {
      g_string_append_c (plain, '-');
      *p += strlen ("⁻");
      return TRUE;
    }
  for (int i = 0; i < 10; i++)
    if (g_str_has_prefix (*p, digits[i]))
      {
        g_string_append_c (plain, (char) ('0' + i));
        *p += strlen (digits[i]);
        return TRUE;
      }
  return FALSE;
}

/* Returns a number in a form that g_ascii_strtod reads: "2·10⁻⁵" and "10^-5" become "2e-5" and "1e-5", spaces are removed, U+2212 becomes
 * '-', and a single comma becomes a point. */
static char *
plain_number (const char *text)
{
  GString *plain = g_string_new (NULL);
  const char *p = text;
  gboolean has_point = strchr (text, '.') != NULL;

  while (*p != '\0')
    {
      if (g_str_has_prefix (p, "−"))
        {
          g_string_append_c (plain, '-');
          p += strlen ("−");
        }
      else if (g_str_has_prefix (p, "\u2009") || g_str_has_prefix (p, "\u202f") || g_str_has_prefix (p, "\u00a0"))
        p = g_utf8_next_char (p);
      else if (*p == ' ' || g_str_has_prefix (p, "·") || g_str_has_prefix (p, "×") || *p == '*')
        p = g_utf8_next_char (p);
      else if (g_str_has_prefix (p, "10^") || (g_str_has_prefix (p, "10") && strchr ("\xe2\xc2", p[2]) != NULL && p[2] != '\0'))
        {
          const char *q = p + (p[2] == '^' ? 3 : 2);
          GString *exponent = g_string_new (NULL);

          while (take_superscript (&q, exponent))
            ;
          if (exponent->len == 0 && p[2] != '^')
            {
              g_string_append (plain, "10");
              p += 2;
            }
          else
            {
              g_string_append (plain, plain->len == 0 || strcmp (plain->str, "-") == 0 ? "1e" : "e");
              g_string_append (plain, exponent->str);
              p = q;
            }
          g_string_free (exponent, TRUE);
        }
      else
        {
          g_string_append_c (plain, *p == ',' && !has_point ? '.' : *p);
          p++;
        }
    }
  return g_string_free (plain, FALSE);
}

gboolean
wb_number_parse (const char *text, double *value)
{
  g_autofree char *plain = plain_number (text);
  char *end;

  if (plain[0] == '\0')
    return FALSE;
  *value = g_ascii_strtod (plain, &end);
  return *end == '\0' && isfinite (*value);
}

gboolean
wb_number_read (const char *text, double *value)
{
  return wb_number_parse (text, value) || expr_constant_parse (text, value);
}

/* Bound for the relative rounding error of a power of ten computed with pow. */
#define DUST 1e-9

double
wb_number_ladder (double value, int direction)
{
  double power = pow (10, floor (log10 (value) + DUST)), lead = value / power;

  if (direction == 0) /* the boundary between two of these numbers is their geometric mean */
    return power * (lead < sqrt (2) ? 1 : lead < sqrt (10) ? 2 : lead < sqrt (50) ? 5 : 10);
  if (direction > 0)
    return power * (lead < 2 * (1 - DUST) ? 2 : lead < 5 * (1 - DUST) ? 5 : 10);
  return power * (lead > 5 * (1 + DUST) ? 5 : lead > 2 * (1 + DUST) ? 2 : lead > 1 + DUST ? 1 : 0.5);
}

char *
wb_number_text (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  for (int digits = 6; digits <= 17; digits++)
    {
      char format[16];

      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (text, sizeof text, format, value);
      if (g_ascii_strtod (text, NULL) == value)
        break;
    }
  return g_strdup (text);
}

/* Returns the number of significant digits that a value needs, at most six: "3×10⁷" has one. */
static int
digits_of (double value)
{
  char shown[G_ASCII_DTOSTR_BUF_SIZE], *end;

  g_ascii_formatd (shown, sizeof shown, "%.5e", value);
  end = strchr (shown, 'e');
  while (end > shown && end[-1] == '0')
    end--;
  *end = '\0';
  return MAX (1, (int) strlen (shown) - (strchr (shown, '.') != NULL) - (shown[0] == '-'));
}

/* Returns a number in the form that the field shows, such as "0.01", "10⁻⁵" or "3.41×10⁻⁴". Returns other texts
 * unchanged. */
static char *
shown_text (const char *text)
{
  double value;
  char shown[64];

  if (!wb_number_parse (text, &value))
    return g_strdup (text);
  if (value == 0 || (fabs (value) >= 1e-3 && fabs (value) < 1e5))
    {
      /* The field shows six digits. The stored text has all digits. */
      g_ascii_formatd (shown, sizeof shown, "%.6g", value);
      return shown[0] == '-' ? g_strconcat ("−", shown + 1, NULL) : g_strdup (shown);
    }
  {
    double exponent = floor (log10 (fabs (value)) + 1e-12);

    if (value > 0 && fabs (value / pow (10, exponent) - 1) < 1e-12)
      plot_format_power ((int) exponent, shown, sizeof shown);
    else
      plot_format_number (value, digits_of (value), shown, sizeof shown);
    return g_strdup (shown);
  }
}

/* ---- widget ---- */

/* Limits of the width in characters. A wider field would leave no space for the label of its
 * row. */
#define LEAST_CHARS 4
#define MOST_CHARS 10

/* Sets the width to that of the shown number. Longer input scrolls. */
static void
fit_width (WbNumberField *self)
{
  int n = (int) CLAMP (g_utf8_strlen (gtk_editable_get_text (GTK_EDITABLE (self->entry)), -1), LEAST_CHARS, MOST_CHARS);

  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), n);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->entry), n);
}

/* Replaces a constant expression in the entry, such as "1/10", by its value. */
static void
evaluate_text (WbNumberField *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  g_autofree char *number = NULL;
  double value;

  if (wb_number_parse (text, &value) || !expr_constant_parse (text, &value))
    return;
  number = wb_number_text (value);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), number);
}

static void
commit (WbNumberField *self)
{
  const char *text;

  evaluate_text (self);
  text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  if (g_strcmp0 (text, self->shown) == 0)
    return;
  g_free (self->shown);
  self->shown = g_strdup (text);
  fit_width (self);
  g_signal_emit (self, committed_signal, 0, text);
}

/* Commits the text when the field loses the focus. If the field is being removed because another model was opened, does nothing, because
 * its setting no longer exists. */
static void
on_leave (WbNumberField *self)
{
  if (gtk_widget_get_root (GTK_WIDGET (self)) != NULL)
    commit (self);
}

static void
nudge (WbNumberField *self, int direction)
{
  double value;
  g_autofree char *text = NULL;

  if (!wb_number_parse (gtk_editable_get_text (GTK_EDITABLE (self->entry)), &value))
    value = 0;
  if (self->log && value >= 0)
    value = value > 0 ? wb_number_ladder (value, direction) : direction > 0 ? 1e-3 : 0;
  else
    value += direction * (self->step > 0 ? self->step : value != 0 ? pow (10, floor (log10 (fabs (value)))) / 10 : 0.1);
  /* Round to 12 digits, because repeated addition accumulates rounding errors. */
  {
    char rounded[G_ASCII_DTOSTR_BUF_SIZE];

    g_ascii_formatd (rounded, sizeof rounded, "%.12g", CLAMP (value, self->minimum, self->maximum));
    value = g_ascii_strtod (rounded, NULL);
  }
  text = wb_number_text (value);
  wb_number_field_set_text (self, text);
  g_signal_emit (self, committed_signal, 0, text);
}

static void
on_less (WbNumberField *self)
{
  nudge (self, -1);
}

static void
on_more (WbNumberField *self)
{
  nudge (self, +1);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, WbNumberField *self)
{
  if (key == GDK_KEY_Up || key == GDK_KEY_Down)
    {
      nudge (self, key == GDK_KEY_Up ? +1 : -1);
      return TRUE;
    }
  /* If the text is unchanged, leave Escape to the popover or window around the field. */
  if (key == GDK_KEY_Escape && self->shown != NULL && strcmp (gtk_editable_get_text (GTK_EDITABLE (self->entry)), self->shown) != 0)
    {
      gtk_editable_set_text (GTK_EDITABLE (self->entry), self->shown);
      return TRUE;
    }
  return FALSE;
}

/* Marks a text that is not a number while the user types it, unless a field (wb-field.h) checks the text. */
static void
on_changed (WbNumberField *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  double value;

  if (self->setting)
    return;
  if (!self->is_checked)
    wb_number_field_set_wrong (self, *text != '\0' && !wb_number_read (text, &value) ? _("This is not a number.") : NULL);
  g_signal_emit (self, edited_signal, 0);
}

void
wb_number_field_type (WbNumberField *self, const char *text)
{
  gtk_widget_grab_focus (self->entry);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
}

void
wb_number_field_set_checked (WbNumberField *self)
{
  self->is_checked = TRUE;
}

static void
wb_number_field_dispose (GObject *object)
{
  WbNumberField *self = WB_NUMBER_FIELD (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->shown, g_free);
  G_OBJECT_CLASS (wb_number_field_parent_class)->dispose (object);
}

static gboolean
wb_number_field_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (WB_NUMBER_FIELD (widget)->entry);
}

static void
wb_number_field_class_init (WbNumberFieldClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_number_field_dispose;
  GTK_WIDGET_CLASS (klass)->grab_focus = wb_number_field_grab_focus;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  committed_signal = g_signal_new ("committed", WB_TYPE_NUMBER_FIELD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                   G_TYPE_STRING);
  edited_signal = g_signal_new ("edited", WB_TYPE_NUMBER_FIELD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static GtkWidget *
side_button (WbNumberField *self, const char *icon, const char *label, GCallback func)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  /* A reader says of which number there is less. */
  gtk_accessible_update_relation (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, self, NULL, GTK_ACCESSIBLE_RELATION_CONTROLS, self->entry, NULL, -1);
  gtk_widget_set_focus_on_click (button, FALSE);
  g_signal_connect_swapped (button, "clicked", func, self);
  gtk_box_append (GTK_BOX (self->box), button);
  return button;
}

static void
wb_number_field_init (WbNumberField *self)
{
  GtkEventController *keys = gtk_event_controller_key_new (), *focus = gtk_event_controller_focus_new ();

  self->minimum = -INFINITY;
  self->maximum = INFINITY;
  self->box = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), "number");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  self->entry = gtk_text_new ();
  fit_width (self);
  gtk_editable_set_alignment (GTK_EDITABLE (self->entry), 1);
  gtk_widget_set_hexpand (self->entry, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->entry);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (commit), self);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (on_changed), self);
  /* the window may keep a reference to the entry, so disconnect the handler with the
   * field */
  g_signal_connect_object (focus, "leave", G_CALLBACK (on_leave), self, G_CONNECT_SWAPPED);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->entry, keys);
  gtk_widget_add_controller (self->entry, focus);
}

GtkWidget *
wb_number_field_new (const char *unit, gboolean log, double step)
{
  WbNumberField *self = g_object_new (WB_TYPE_NUMBER_FIELD, NULL);
  g_autofree char *shown = plot_text_unit (unit);
  GtkWidget *label = wb_styled (gtk_label_new (shown), "unit");

  self->log = log;
  self->step = step;
  gtk_widget_set_margin_start (label, unit[0] != '\0' ? 5 : 0);
  gtk_box_append (GTK_BOX (self->box), label);
  self->less = side_button (self, "wb-remove-symbolic", _("Less"), G_CALLBACK (on_less));
  self->more = side_button (self, "wb-add-symbolic", _("More"), G_CALLBACK (on_more));
  return GTK_WIDGET (self);
}

void
wb_number_field_set_range (WbNumberField *self, double minimum, double maximum)
{
  self->minimum = isnan (minimum) ? -INFINITY : minimum;
  self->maximum = isnan (maximum) ? INFINITY : maximum;
}

void
wb_number_field_set_text (WbNumberField *self, const char *text)
{
  g_autofree char *shown = shown_text (text != NULL ? text : "");

  wb_number_field_set_wrong (self, NULL);
  if (g_strcmp0 (self->shown, shown) == 0 && strcmp (gtk_editable_get_text (GTK_EDITABLE (self->entry)), shown) == 0)
    return;
  g_free (self->shown);
  self->shown = g_strdup (shown);
  self->setting = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), shown);
  self->setting = FALSE;
  fit_width (self);
}

const char *
wb_number_field_text (WbNumberField *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->entry));
}

void
wb_number_field_set_wrong (WbNumberField *self, const char *why)
{
  /* Do not set the same tooltip again. GTK would ask the display server for the position of the
   * pointer. */
  if ((why != NULL) == gtk_widget_has_css_class (self->box, "wrong") && g_strcmp0 (wb_tooltip_get (self->entry), why) == 0)
    return;
  if (why != NULL)
    gtk_widget_add_css_class (self->box, "wrong");
  else
    gtk_widget_remove_css_class (self->box, "wrong");
  wb_tooltip_set (self->entry, why);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID,
                               why != NULL ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

void
wb_number_field_set_compact (WbNumberField *self)
{
  gtk_widget_set_visible (self->less, FALSE);
  gtk_widget_set_visible (self->more, FALSE);
  gtk_widget_add_css_class (self->box, "compact");
}

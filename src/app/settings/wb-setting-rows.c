/* Makes the control for each type of setting and binds it to the value in the session. */
#include "wb-setting-rows.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-text.h"
#include "wb-field.h"
#include "wb-number-field.h"
#include "wb-rich.h"
#include "wb-session-repeat.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"
#include "wb-translate.h"

/* ---- parts of rows ---- */

GtkWidget *
wb_rows_box_new (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_add_css_class (box, "boxed");
  gtk_widget_set_overflow (box, GTK_OVERFLOW_HIDDEN);
  return box;
}

GtkWidget *
wb_rows_title_new (const char *title, const char *remark)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *label = gtk_label_new (title);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, "group-title");
  gtk_box_append (GTK_BOX (box), label);
  if (remark != NULL)
    {
      GtkWidget *note = gtk_label_new (remark);

      gtk_widget_add_css_class (note, "group-remark");
      gtk_box_append (GTK_BOX (box), note);
    }
  return box;
}

GtkWidget *
wb_row_new (const char *title, const char *remark, GtkWidget *control)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *text = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *label = wb_rich_label_new (title);

  gtk_widget_add_css_class (row, "row");
  gtk_widget_add_css_class (label, "row-title");
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_set_valign (text, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (text), label);
  if (remark != NULL && remark[0] != '\0')
    {
      GtkWidget *note = wb_rich_label_new (remark);

      gtk_label_set_wrap (GTK_LABEL (note), TRUE);
      gtk_label_set_natural_wrap_mode (GTK_LABEL (note), GTK_NATURAL_WRAP_NONE); /* wraps only if the control leaves too little width for the text */
      gtk_widget_add_css_class (note, "row-remark");
      gtk_widget_add_css_class (row, "with-remark");
      gtk_box_append (GTK_BOX (text), note);
    }
  gtk_box_append (GTK_BOX (row), text);
  if (control != NULL)
    {
      gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
      gtk_box_append (GTK_BOX (row), control);
      gtk_accessible_update_relation (GTK_ACCESSIBLE (control), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
    }
  return row;
}

/* ---- rows that show a value of the session ---- */

typedef struct
{
  WbSession *session;
  WbKind kind;
  char *key;
  GtkWidget *row;
  GtkWidget *control;  /* switch, drop-down, entry or number field, with a reference; NULL: the row has only a slider */
  GtkWidget *slider;   /* slider of the row, or NULL */
  GtkWidget *reset;
  GtkWidget *value;    /* label of the slider in the narrow transport, or NULL */
  char *title;
  double origin, step; /* the slider takes the values origin + k step; step 0: multiples of a step that suits the range */
  gboolean log_scale, updating;
  gboolean held;       /* whether the user is holding the slider */
} Bound;

static void
bound_free (gpointer data)
{
  Bound *bound = data;

  if (bound->held)
    wb_session_end_gesture (bound->session);
  if (bound->control != NULL)
    wb_field_release (wb_field_of (bound->control));
  g_clear_object (&bound->control);
  g_free (bound->key);
  g_free (bound->title);
  g_free (bound);
}

static void refresh_bound (GtkWidget *row);

/* ---- the binding ---- */

static char *
get (gpointer owner, const char *key)
{
  const Bound *bound = owner;

  return wb_session_get (bound->session, bound->kind, key);
}

static void
set (gpointer owner, const char *key, const char *text)
{
  const Bound *bound = owner;
  g_autoptr (GtkWidget) row = g_object_ref (bound->row); /* a signal handler may destroy this row */
  g_autoptr (GError) error = NULL;

  if (!wb_session_set (bound->session, bound->kind, key, text, &error))
    g_signal_emit_by_name (bound->session, "message", error->message);
  refresh_bound (row);
}

static char *
reason (gpointer owner, const char *key, const char *text)
{
  const Bound *bound = owner;

  return *text != '\0' ? wb_session_why_wrong (bound->session, bound->kind, key, text) : NULL;
}

static const WbBinding binding = { get, set, reason };

static double
to_slider (Bound *bound, double value)
{
  return bound->log_scale && value > 0 ? log10 (value) : value;
}

static void
refresh_bound (GtkWidget *row)
{
  Bound *bound = g_object_get_data (G_OBJECT (row), "bound");
  g_autofree char *text = wb_session_get (bound->session, bound->kind, bound->key);
  gboolean is_set = wb_session_is_set (bound->session, bound->kind, bound->key);

  bound->updating = TRUE;
  if (bound->control != NULL)
    wb_field_show (wb_field_of (bound->control));
  if (bound->slider != NULL && text != NULL)
    gtk_range_set_value (GTK_RANGE (bound->slider), to_slider (bound, g_ascii_strtod (text, NULL)));
  if (bound->value != NULL)
    {
      char number[64];
      g_autofree char *rich = NULL;

      g_autofree char *markup = NULL;

      plot_format_number (text != NULL ? g_ascii_strtod (text, NULL) : 0, 3, number, sizeof number);
      rich = wb_rich_markup (bound->title);
      markup = g_strdup_printf ("<span weight='normal'>%s</span> = %s", rich, number);
      gtk_label_set_markup (GTK_LABEL (bound->value), markup);
    }
  if (bound->reset != NULL)
    gtk_widget_set_opacity (bound->reset, is_set ? 1 : 0);
  if (bound->reset != NULL)
    gtk_widget_set_can_target (bound->reset, is_set);
  if (is_set)
    gtk_widget_add_css_class (row, "set");
  else
    gtk_widget_remove_css_class (row, "set");
  bound->updating = FALSE;
}

static void
on_setting_changed (WbSession *session, int kind, const char *key, GtkWidget *row)
{
  Bound *bound = g_object_get_data (G_OBJECT (row), "bound");

  if (wb_session_depends (bound->kind, bound->key, (WbKind) kind, key))
    refresh_bound (row);
}

static void
on_slider (GtkRange *range, Bound *bound)
{
  double value = gtk_range_get_value (range), step = gtk_adjustment_get_step_increment (gtk_range_get_adjustment (range));
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  /* Round to numbers that are easy to read: to two digits on a logarithmic scale, otherwise to multiples of the step. The model gives the
   * step, or it is 1, 2 or 5 times a power of ten. */
  if (bound->log_scale)
    g_ascii_formatd (text, sizeof text, "%.2g", pow (10, value));
  else
    g_ascii_formatd (text, sizeof text, "%.10g", bound->origin + rint ((value - bound->origin) / step) * step);
  if (!bound->updating)
    set (bound, bound->key, text);
}

static void
on_reset (Bound *bound)
{
  set (bound, bound->key, NULL);
}

/* Makes the control of a row a field, with the reason of a wrong text below it. */
static void
add_field (Bound *bound, GtkWidget *outer, GtkWidget *control, const char *const *words)
{
  WbField *field = wb_field_new (control, words, &binding, bound, bound->key);

  bound->row = outer;
  bound->control = g_object_ref (control);
  gtk_widget_set_margin_bottom (wb_field_why (field), 6);
  gtk_box_append (GTK_BOX (outer), wb_field_why (field));
}

static GtkWidget *
bind (Bound *bound, GtkWidget *row)
{
  bound->row = row;
  g_object_set_data_full (G_OBJECT (row), "bound", bound, bound_free);
  g_signal_connect_object (bound->session, "setting-changed", G_CALLBACK (on_setting_changed), row, 0);
  refresh_bound (row);
  return row;
}

static Bound *
bound_new (WbSession *session, WbKind kind, const char *key)
{
  Bound *bound = g_new0 (Bound, 1);

  bound->session = session;
  bound->kind = kind;
  bound->key = g_strdup (key);
  return bound;
}

static GtkWidget *
reset_button (Bound *bound)
{
  bound->reset = gtk_button_new_from_icon_name ("wb-reload-symbolic");
  gtk_widget_add_css_class (bound->reset, "plot-menu");
  gtk_widget_set_valign (bound->reset, GTK_ALIGN_CENTER);
  wb_widget_set_label (bound->reset, _("Reset to the model's value"));
  g_signal_connect_swapped (bound->reset, "clicked", G_CALLBACK (on_reset), bound);
  return bound->reset;
}

/* Returns the label for a choice of an option of a method. If the choice is a method itself, returns its
 * id. */
static char *
option_label (const char *choice)
{
  static const struct { const char *choice, *label; } rows[] = {
    { "doubling", N_("step doubling") },
    { "trapezoid", N_("trapezoid") },
  };
  char *label;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].choice, choice) == 0)
      return g_strdup (wb_translate (rows[i].label));
  label = g_strdup (choice);
  return g_strdelimit (label, "_", ' ');
}

static GtkWidget *
choice_new (const SimChoice *choices)
{
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();

  for (; choices->word != NULL; choices++)
    g_ptr_array_add (labels, (gpointer) wb_translate (choices->label));
  g_ptr_array_add (labels, NULL);
  return gtk_drop_down_new_from_strings ((const char *const *) labels->pdata);
}

static GtkWidget *
option_choice_new (char **words)
{
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; words[i] != NULL; i++)
    g_ptr_array_add (labels, option_label (words[i]));
  g_ptr_array_add (labels, NULL);
  return gtk_drop_down_new_from_strings ((const char *const *) labels->pdata);
}

static GtkWidget *
number_new (const char *unit, gboolean log_scale, gboolean is_whole, double minimum, double maximum)
{
  GtkWidget *field = wb_number_field_new (unit, log_scale, is_whole ? 1 : 0);

  wb_number_field_set_range (WB_NUMBER_FIELD (field), minimum, maximum);
  return field;
}

/* The texts of a switch, off and on. */
static const char *const truths[] = { "false", "true", NULL };

/* Makes the row of a control, with the reason of a wrong text below it. */
static GtkWidget *
row_new (Bound *bound, const char *label, const char *about, GtkWidget *control, const char *const *words)
{
  GtkWidget *outer = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *line = wb_row_new (label, NULL, control);

  gtk_widget_remove_css_class (line, "row");
  gtk_widget_set_vexpand (line, TRUE);
  gtk_widget_set_vexpand (outer, FALSE);
  gtk_widget_add_css_class (outer, "row");
  gtk_box_append (GTK_BOX (outer), line);
  wb_tooltip_set (line, about);
  add_field (bound, outer, control, words);
  return bind (bound, outer);
}

/* Returns the unit of a setting as text. Free it with g_free. */
static char *
unit_text (WbSession *session, SimSettingUnit unit)
{
  const char *time = wb_session_model (session) != NULL ? model_time_unit (wb_session_model (session)) : "s";

  switch (unit)
    {
    case SIM_UNIT_TIME: return g_strdup (time);
    case SIM_UNIT_PER_TIME: return time[0] != '\0' ? g_strconcat ("1/", time, NULL) : g_strdup ("");
    case SIM_UNIT_NONE: break;
    }
  return g_strdup ("");
}

GtkWidget *
wb_setting_row_new_labelled (WbSession *session, const SimSettingRow *setting, const char *label)
{
  Bound *bound = bound_new (session, WB_SETTING, setting->key);
  g_autofree char *unit = unit_text (session, setting->unit), *help = g_strdup_printf ("setting:%s", setting->key);
  g_autofree const char **words = NULL;
  const char *const *texts = NULL;
  GtkWidget *control, *row;

  switch (setting->type)
    {
    case SIM_SETTING_BOOLEAN:
      control = gtk_switch_new ();
      texts = truths;
      break;
    case SIM_SETTING_CHOICE:
      texts = words = sim_choice_words (setting->choices);
      control = choice_new (setting->choices);
      break;
    case SIM_SETTING_NUMBER:
    case SIM_SETTING_INTEGER:
      control = number_new (unit, setting->log_scale, setting->type == SIM_SETTING_INTEGER, setting->minimum, setting->maximum);
      break;
    default:
      control = gtk_entry_new ();
      gtk_editable_set_width_chars (GTK_EDITABLE (control), 12);
      break;
    }
  row = row_new (bound, label, wb_translate (setting->about), control, texts);
  wb_widget_set_help (row, help);
  return row;
}

GtkWidget *
wb_setting_row_new (WbSession *session, const SimSettingRow *setting)
{
  return wb_setting_row_new_labelled (session, setting, wb_translate (setting->label));
}

GtkWidget *
wb_option_row_new (WbSession *session, const OdeOptionRow *option)
{
  g_autofree char *key = g_strconcat ("method.", option->key, NULL);
  Bound *bound = bound_new (session, WB_SETTING, key);
  g_auto (GStrv) words = NULL;
  GtkWidget *control;

  switch (option->type)
    {
    case ODE_OPTION_BOOLEAN:
      return row_new (bound, wb_translate (option->label), wb_translate (option->about), gtk_switch_new (), truths);
    case ODE_OPTION_CHOICE:
      words = g_strsplit (option->choices, "|", -1);
      control = option_choice_new (words);
      break;
    default:
      control = number_new ("", FALSE, option->type == ODE_OPTION_INTEGER, option->minimum, option->maximum);
      break;
    }
  return row_new (bound, wb_translate (option->label), wb_translate (option->about), control, (const char *const *) words);
}

/* Makes all values of the slider between press and release one undo step. Uses raw events, because the gesture of the slider claims the
 * pointer. */
static gboolean
on_slider_event (GtkEventControllerLegacy *controller, GdkEvent *event, Bound *bound)
{
  switch (gdk_event_get_event_type (event))
    {
    case GDK_BUTTON_PRESS: case GDK_TOUCH_BEGIN:
      bound->held = TRUE;
      wb_session_begin_gesture (bound->session, NULL);
      break;
    case GDK_BUTTON_RELEASE: case GDK_TOUCH_END: case GDK_TOUCH_CANCEL: case GDK_GRAB_BROKEN:
      bound->held = FALSE;
      wb_session_end_gesture (bound->session);
      break;
    default:
      break;
    }
  return FALSE;
}

static GtkWidget *
slider_new (Bound *bound, double low, double high)
{
  GtkEventController *events = gtk_event_controller_legacy_new ();
  double a = to_slider (bound, low), b = to_slider (bound, high);

  double step = bound->log_scale ? (b - a) / 200 : bound->step > 0 ? bound->step : wb_number_ladder ((b - a) / 200, 0);

  bound->slider = gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, a, b, step);
  gtk_scale_set_draw_value (GTK_SCALE (bound->slider), FALSE);
  gtk_widget_set_hexpand (bound->slider, TRUE);
  gtk_widget_add_css_class (bound->slider, "value");
  gtk_event_controller_set_propagation_phase (events, GTK_PHASE_CAPTURE);
  g_signal_connect (events, "event", G_CALLBACK (on_slider_event), bound);
  gtk_widget_add_controller (bound->slider, events);
  return bound->slider;
}

static void
take_range (Bound *bound, const WbSliderRange *range)
{
  bound->log_scale = range->log_scale;
  bound->step = range->step;
  bound->origin = range->step > 0 ? range->low : 0;
}

WbSliderRange
wb_slider_range (const ModelQuantity *quantity)
{
  return (WbSliderRange) { quantity->low, quantity->high, quantity->step, quantity->log_scale };
}

GtkWidget *
wb_value_row_new (WbSession *session, WbKind kind, const char *key, const char *label, const char *unit, const char *about,
                  const WbSliderRange *range)
{
  Bound *bound = bound_new (session, kind, key);
  GtkWidget *outer = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *row, *control;
  gboolean has_range = isfinite (range->low) && isfinite (range->high) && range->high > range->low && (!range->log_scale || range->low > 0);

  take_range (bound, range);
  control = wb_number_field_new (unit, range->log_scale,
                                 !has_range || range->log_scale ? 0 : range->step > 0 ? range->step : (range->high - range->low) / 100);
  row = wb_row_new (label, about, control);
  gtk_widget_remove_css_class (row, "row");
  gtk_widget_set_size_request (row, -1, 45);
  gtk_widget_insert_after (reset_button (bound), row, gtk_widget_get_first_child (row));
  gtk_widget_add_css_class (outer, "row");
  gtk_box_append (GTK_BOX (outer), row);
  add_field (bound, outer, control, NULL);
  if (has_range)
    {
      gtk_box_append (GTK_BOX (outer), slider_new (bound, range->low, range->high));
      gtk_widget_set_margin_bottom (bound->slider, 8);
      gtk_accessible_update_property (GTK_ACCESSIBLE (bound->slider), GTK_ACCESSIBLE_PROPERTY_LABEL, key, -1);
      bind (bound, outer);
      g_signal_connect (bound->slider, "value-changed", G_CALLBACK (on_slider), bound);
      return outer;
    }
  return bind (bound, outer);
}

GtkWidget *
wb_parameter_slider_new (WbSession *session, const ModelQuantity *parameter)
{
  Bound *bound = bound_new (session, WB_PARAMETER, parameter->name);
  WbSliderRange range = wb_slider_range (parameter);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 16);

  take_range (bound, &range);
  bound->title = plot_text_variable (parameter->name);
  bound->value = gtk_label_new (NULL);
  gtk_label_set_width_chars (GTK_LABEL (bound->value), 10);
  gtk_label_set_xalign (GTK_LABEL (bound->value), 0);
  gtk_widget_add_css_class (bound->value, "quantity");
  gtk_box_append (GTK_BOX (box), bound->value);
  if (isfinite (parameter->low) && isfinite (parameter->high))
    {
      gtk_box_append (GTK_BOX (box), slider_new (bound, parameter->low, parameter->high));
      gtk_accessible_update_property (GTK_ACCESSIBLE (bound->slider), GTK_ACCESSIBLE_PROPERTY_LABEL, parameter->name, -1);
    }
  bind (bound, box);
  if (bound->slider != NULL)
    g_signal_connect (bound->slider, "value-changed", G_CALLBACK (on_slider), bound);
  return box;
}

void
wb_value_row_set_marks (GtkWidget *row, const double *values, int n)
{
  Bound *bound = g_object_get_data (G_OBJECT (row), "bound");

  if (bound->slider == NULL)
    return;
  gtk_scale_clear_marks (GTK_SCALE (bound->slider));
  for (int k = 0; k < n; k++)
    gtk_scale_add_mark (GTK_SCALE (bound->slider), to_slider (bound, values[k]), GTK_POS_TOP, NULL);
}

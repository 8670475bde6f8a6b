/* Builds the title strip of a comparison and changes its rule and the value of the rule. */
#include "wb-compare-title.h"

#include <float.h>
#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "plot-text.h"
#include "wb-compare-transport.h"
#include "wb-failure-text.h"
#include "wb-field.h"
#include "wb-model-row.h"
#include "wb-number-field.h"
#include "wb-rich.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"
#include "wb-wrap.h"

struct _WbCompareTitle
{
  GtkWidget parent_instance;
  WbComparison *comparison;
  GtkWidget *box, *name, *badges, *age, *about, *caption, *terms, *rule, *value, *unit, *run, *run_icon, *run_label;
};

G_DEFINE_FINAL_TYPE (WbCompareTitle, wb_compare_title, GTK_TYPE_WIDGET)

/* ---- the model ---- */

/* Returns the values of the parameters that have a range and the length of the run, such as "e = 0.6, 15.9 orbits". Free it with
 * g_free. */
static char *
about_text (WbCompareTitle *self)
{
  Model *model = wb_session_model (wb_comparison_session (self->comparison));
  ModelSystem *system = wb_session_system (wb_comparison_session (self->comparison));
  const LabComparison *comparison = wb_comparison_result (self->comparison);
  GString *text = g_string_new (NULL);
  int shown = 0;
  char number[64];

  for (int i = 0; model != NULL && system != NULL && i < model_n_parameters (model) && shown < 3; i++)
    {
      const ModelQuantity *parameter = model_parameter (model, i);
      g_autofree char *variable = NULL, *markup = NULL;
      double value;

      if (isnan (parameter->low) || parameter->size > 0 || !model_system_get_parameter (system, parameter->name, &value))
        continue;
      variable = plot_text_variable (parameter->name);
      markup = wb_rich_markup (variable);
      wb_compare_number (value, number, sizeof number);
      g_string_append_printf (text, "%s%s = %s", shown > 0 ? ", " : "", markup, number);
      shown++;
    }
  if (comparison != NULL)
    {
      gboolean turns = !isnan (comparison->period);
      double span = (comparison->t_end - comparison->t_start) / (turns ? comparison->period : 1);

      wb_compare_number (span, number, sizeof number);
      if (shown > 0)
        g_string_append (text, ", ");
      if (turns)
        g_string_append_printf (text, ngettext ("%s orbit", "%s orbits", (gulong) rint (span)), number);
      else if (model != NULL && model_time_unit (model)[0] != '\0')
        {
          g_autofree char *unit = plot_text_unit (model_time_unit (model)), *escaped = g_markup_escape_text (unit, -1);

          g_string_append_printf (text, "%s %s", number, escaped);
        }
      else
        {
          g_autofree char *t = wb_rich_markup ("*t*");

          wb_compare_number (comparison->t_end, number, sizeof number);
          /* Translators: the end of the time span, as in "to t = 20". */
          g_string_append_printf (text, _("to %s = %s"), t, number);
        }
    }
  return g_string_free (text, FALSE);
}

static void
refresh_title (WbCompareTitle *self)
{
  Model *model = wb_session_model (wb_comparison_session (self->comparison));
  const LabComparison *comparison = wb_comparison_result (self->comparison);
  g_autofree char *about = about_text (self), *said = comparison != NULL && comparison->reference_source != NULL ? wb_failure_sentence (comparison->reference_source) : NULL;

  gtk_label_set_text (GTK_LABEL (self->name), model != NULL ? model_name (model) : _("No model"));
  gtk_label_set_markup (GTK_LABEL (self->about), about);
  wb_tooltip_set (self->about, said);
  wb_model_badges_fill (self->badges, model != NULL ? model_traits (model) : 0);
}

/* ---- the rule and its value ---- */

/* Limits of the values of the rule. A run with fewer evaluations is not typical of a method, and one with more would take longer than a
 * day. Smaller accuracies are below rounding errors. A step has the size of the times of the model. */
static const struct { double least, most; } limits[] = { [LAB_COMPARISON_COST] = { 10, 1e9 }, [LAB_COMPARISON_STEP] = { DBL_MIN, DBL_MAX }, [LAB_COMPARISON_ACCURACY] = { 1e-14, 1e9 } };

/* Returns the common value with spaces between groups of digits. Free it with g_free. */
static char *
get_value (gpointer owner, const char *key)
{
  WbCompareTitle *self = owner;
  double value = wb_comparison_value (self->comparison);
  char number[64];

  if (wb_comparison_rule (self->comparison) == LAB_COMPARISON_COST)
    plot_format_count ((guint64) value, number, sizeof number);
  else
    plot_format_tick (value, pow (10, floor (log10 (value)) - 3), number, sizeof number);
  return g_strdup (number);
}

/* Returns a typed number without the spaces between groups of digits. Free it with g_free. */
static char *
without_spaces (const char *text)
{
  GString *plain = g_string_new (text);

  g_string_replace (plain, "\u2009", "", 0);
  g_string_replace (plain, " ", "", 0);
  return g_string_free (plain, FALSE);
}

static char *
value_reason (gpointer owner, const char *key, const char *text)
{
  WbCompareTitle *self = owner;
  LabComparisonRule rule = wb_comparison_rule (self->comparison);
  g_autofree char *plain = without_spaces (text);
  double value;

  if (!wb_number_parse (plain, &value) || !isfinite (value))
    return g_strdup (_("A number is needed."));
  if (value >= limits[rule].least && value <= limits[rule].most)
    return NULL;
  if (rule == LAB_COMPARISON_COST)
    return g_strdup_printf (_("a whole number from %.0f to %.0f"), limits[rule].least, limits[rule].most);
  return rule == LAB_COMPARISON_STEP ? g_strdup (_("A number above 0 is needed.")) : wb_field_number_reason (plain, limits[rule].least, limits[rule].most);
}

static void
set_value (gpointer owner, const char *key, const char *text)
{
  WbCompareTitle *self = owner;
  g_autofree char *plain = without_spaces (text);
  double value = NAN;

  wb_number_parse (plain, &value);
  wb_comparison_set_value (self->comparison, wb_comparison_rule (self->comparison) == LAB_COMPARISON_COST ? rint (value) : value);
}

static const WbBinding binding = { get_value, set_value, value_reason };

static void
refresh_value (WbCompareTitle *self)
{
  static const char *const units[] = { N_("RHS evaluations"), N_("step"), N_("accuracy") };
  int width;

  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->rule), wb_comparison_rule (self->comparison));
  gtk_label_set_text (GTK_LABEL (self->unit), _(units[wb_comparison_rule (self->comparison)]));
  wb_field_show (wb_field_of (self->value));
  /* Subtract one: GTK measures width-chars with an average character, which is wider than digits and thin
   * spaces. */
  width = MAX (3, (int) g_utf8_strlen (gtk_editable_get_text (GTK_EDITABLE (self->value)), -1) - 1);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->value), width);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->value), width);
}

static void
on_rule (GtkDropDown *rule, GParamSpec *spec, WbCompareTitle *self)
{
  wb_comparison_set_rule (self->comparison, (LabComparisonRule) gtk_drop_down_get_selected (rule));
  refresh_value (self);
}

/* Changes the value to the next 1, 2 or 5 times a power of ten. */
static void
change_value (WbCompareTitle *self, int direction)
{
  double next = wb_number_ladder (wb_comparison_value (self->comparison), direction);
  LabComparisonRule rule = wb_comparison_rule (self->comparison);

  wb_comparison_set_value (self->comparison, CLAMP (next, limits[rule].least, limits[rule].most));
  refresh_value (self);
}

static void on_less (WbCompareTitle *self) { change_value (self, -1); }
static void on_more (WbCompareTitle *self) { change_value (self, +1); }

static void
on_activate (WbCompareTitle *self)
{
  if (wb_field_commit (wb_field_of (self->value)))
    wb_comparison_run (self->comparison);
}

static void
on_run (WbCompareTitle *self)
{
  if (wb_comparison_is_running (self->comparison))
    {
      wb_comparison_cancel (self->comparison);
      return;
    }
  on_activate (self);
}

void
wb_compare_title_refresh (WbCompareTitle *self)
{
  refresh_title (self);
  refresh_value (self);
}

void
wb_compare_title_refresh_running (WbCompareTitle *self)
{
  gboolean running = wb_comparison_is_running (self->comparison);

  gtk_image_set_from_icon_name (GTK_IMAGE (self->run_icon), running ? "wb-close-symbolic" : "wb-play-symbolic");
  gtk_label_set_text (GTK_LABEL (self->run_label), running ? _("Cancel") : _("Run all"));
  gtk_widget_set_sensitive (self->run, wb_session_model (wb_comparison_session (self->comparison)) != NULL);
  gtk_widget_set_visible (self->age, wb_comparison_result (self->comparison) != NULL && wb_comparison_is_stale (self->comparison));
}

void
wb_compare_title_set_narrow (WbCompareTitle *self, gboolean narrow)
{
  gtk_widget_set_visible (self->about, !narrow);
  gtk_widget_set_visible (self->badges, !narrow);
  gtk_widget_set_visible (self->name, !narrow);
  gtk_widget_set_visible (self->caption, !narrow);
  gtk_widget_set_hexpand (self->terms, narrow); /* aligns the choice of cost, step or accuracy, and its value, at the right */
  gtk_widget_set_halign (self->terms, narrow ? GTK_ALIGN_END : GTK_ALIGN_FILL);
}

/* ---- widget ---- */

static void
add_terms (WbCompareTitle *self, GtkWidget *strip)
{
  const char *rules[] = { _("equal cost"), _("equal step"), _("equal accuracy"), NULL };
  GtkWidget *caption = gtk_label_new (_("Compare at")), *choice = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *field = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *less, *more, *row, *why;

  self->terms = wb_wrap_new (12);
  gtk_widget_set_valign (self->terms, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (strip), self->terms);
  gtk_widget_add_css_class (caption, "dim");
  self->caption = caption;
  gtk_box_append (GTK_BOX (choice), caption);
  wb_wrap_append (WB_WRAP (self->terms), choice);
  self->rule = wb_styled (gtk_drop_down_new_from_strings (rules), "raised-drop");
  gtk_widget_set_valign (self->rule, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->rule), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Compare at"), -1);
  g_signal_connect (self->rule, "notify::selected", G_CALLBACK (on_rule), self);
  gtk_box_append (GTK_BOX (choice), self->rule);

  gtk_widget_add_css_class (field, "number");
  gtk_widget_add_css_class (field, "terms");
  gtk_widget_set_valign (field, GTK_ALIGN_CENTER);
  self->value = gtk_text_new ();
  gtk_editable_set_alignment (GTK_EDITABLE (self->value), 1);
  gtk_widget_set_hexpand (self->value, FALSE);
  gtk_widget_set_hexpand (field, FALSE);
  /* Translators: spoken name of the field beside "Compare at": the common cost, step or accuracy. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->value), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Value"), -1);
  why = wb_field_why (wb_field_new (self->value, NULL, &binding, self, "value"));
  g_signal_connect_swapped (self->value, "activate", G_CALLBACK (on_activate), self);
  self->unit = wb_styled (gtk_label_new (""), "unit");
  less = gtk_button_new_from_icon_name ("wb-remove-symbolic");
  more = gtk_button_new_from_icon_name ("wb-add-symbolic");
  gtk_accessible_update_property (GTK_ACCESSIBLE (less), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Less"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (more), GTK_ACCESSIBLE_PROPERTY_LABEL, _("More"), -1);
  for (int k = 0; k < 2; k++) /* a reader says of which number there is less */
    gtk_accessible_update_relation (GTK_ACCESSIBLE (k == 0 ? less : more), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, caption, NULL,
                                    GTK_ACCESSIBLE_RELATION_CONTROLS, self->value, NULL, -1);
  g_signal_connect_swapped (less, "clicked", G_CALLBACK (on_less), self);
  g_signal_connect_swapped (more, "clicked", G_CALLBACK (on_more), self);
  wb_box_add (field, self->value, self->unit, less, more, NULL);
  wb_wrap_append (WB_WRAP (self->terms), field);
  gtk_widget_set_valign (why, GTK_ALIGN_CENTER);
  wb_wrap_append (WB_WRAP (self->terms), why);

  self->run = wb_styled (gtk_button_new (), "suggested");
  row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  self->run_icon = gtk_image_new_from_icon_name ("wb-play-symbolic");
  self->run_label = gtk_label_new (_("Run all"));
  wb_box_add (row, self->run_icon, self->run_label, NULL);
  gtk_button_set_child (GTK_BUTTON (self->run), row);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->run), GTK_ACCESSIBLE_RELATION_LABELLED_BY, self->run_label, NULL, -1);
  gtk_widget_set_valign (self->run, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (self->run, "clicked", G_CALLBACK (on_run), self);
  wb_wrap_append (WB_WRAP (self->terms), self->run);
}

static void
add_model (WbCompareTitle *self, GtkWidget *strip)
{
  gtk_widget_add_css_class (strip, "title-strip");
  gtk_widget_add_css_class (strip, "compare");
  self->name = wb_styled (gtk_label_new (NULL), "model-name");
  gtk_label_set_ellipsize (GTK_LABEL (self->name), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (strip), self->name);
  self->badges = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_set_valign (self->badges, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (strip), self->badges);
  self->age = wb_label_new (_("of the settings before"), "badge");
  gtk_widget_set_valign (self->age, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (self->age, FALSE);
  gtk_box_append (GTK_BOX (strip), self->age);
  self->about = wb_label_new (NULL, "dim");
  gtk_label_set_ellipsize (GTK_LABEL (self->about), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (self->about), 8); /* cut the text before the terms need two rows */
  gtk_widget_set_hexpand (self->about, TRUE);
  gtk_box_append (GTK_BOX (strip), self->about);
}

static void
wb_compare_title_dispose (GObject *object)
{
  WbCompareTitle *self = WB_COMPARE_TITLE (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->comparison);
  G_OBJECT_CLASS (wb_compare_title_parent_class)->dispose (object);
}

static void
wb_compare_title_class_init (WbCompareTitleClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_compare_title_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_compare_title_init (WbCompareTitle *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
wb_compare_title_new (WbComparison *comparison)
{
  WbCompareTitle *self = g_object_new (WB_TYPE_COMPARE_TITLE, NULL);

  self->comparison = g_object_ref (comparison);
  add_model (self, self->box);
  add_terms (self, self->box);
  wb_compare_title_refresh (self);
  return GTK_WIDGET (self);
}

/* Checks and stores the distribution of a random quantity; the picture, the fields and the menu show the same
 * arguments. */
#include "wb-vary-editor.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "ode-format.h"
#include "plot-text.h"
#include "wb-density.h"
#include "wb-density-field.h"
#include "wb-field.h"
#include "wb-number-field.h"
#include "wb-study-text.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

/* ---- names ---- */

char *
wb_vary_label (const WbStudyProblem *problem, const char *name, char **unit)
{
  ModelSystem *system = problem->ensemble->system;
  int parameter = model_system_find_parameter (system, name), column = model_system_find_column (system, name);
  const char *about = NULL, *text = NULL;
  g_autofree char *label = NULL;
  char *upper;

  if (parameter >= 0)
    for (int k = 0; k < model_n_parameters (problem->model); k++)
      {
        const ModelQuantity *quantity = model_parameter (problem->model, k);

        if (strcmp (quantity->name, name) == 0)
          {
            about = quantity->about;
            text = quantity->unit;
          }
      }
  else if (column >= 0)
    text = model_system_column (system, column)->unit;
  if (unit != NULL)
    {
      g_autofree char *rich = text != NULL && *text != '\0' ? plot_text_unit (text) : NULL;

      *unit = rich != NULL ? plot_text_plain (rich) : NULL;
    }
  if (parameter < 0 || about == NULL || *about == '\0')
    {
      g_autofree char *rich = plot_text_variable (name), *plain = plot_text_plain (rich);

      return parameter < 0 ? g_strdup_printf (_("%s at the start"), plain) : g_steal_pointer (&plain);
    }
  upper = g_utf8_strup (about, (gssize) (g_utf8_next_char (about) - about));
  label = g_strconcat (upper, g_utf8_next_char (about), NULL);
  g_free (upper);
  return g_steal_pointer (&label);
}

/* ---- the editor ---- */

static const struct
{
  ModelDraw draw;
  const char *id, *label, *arguments[2];
} distributions[] = {
  { MODEL_DRAW_NORMAL, "normal", N_("Normal"), { N_("mean"), N_("deviation") } },
  { MODEL_DRAW_UNIFORM, "uniform", N_("Uniform"), { N_("from"), N_("to") } },
  { MODEL_DRAW_LOGNORMAL, "lognormal", N_("Log-normal"), { N_("μ"), N_("σ") } },
  { MODEL_DRAW_EXPONENTIAL, "exponential", N_("Exponential"), { N_("rate"), NULL } },
  { MODEL_DRAW_NONE, NULL, N_("Expression"), { NULL, NULL } },
};
#define N_DISTRIBUTIONS ((int) G_N_ELEMENTS (distributions))

/* Widths of the columns of a row in characters and in px. They are fixed so that the rows of a table are aligned. */
#define NAME_CHARS 13
#define ARGUMENT_CHARS 7
#define DROP_WIDTH 104

typedef struct
{
  WbStudy *study;
  char *name;
  GtkWidget *drop, *density, *rows[2], *labels[2], *fields[2], *text, *text_row, *range;
  gboolean is_row;
  gboolean updating;
} Editor;

static void
editor_free (gpointer data)
{
  Editor *editor = data;
  GtkWidget *controls[] = { editor->fields[0], editor->fields[1], editor->text };

  for (guint k = 0; k < G_N_ELEMENTS (controls); k++)
    {
      wb_field_release (wb_field_of (controls[k]));
      g_object_unref (controls[k]);
    }
  g_object_unref (editor->study);
  g_free (editor->name);
  g_free (editor);
}

static void
set_text (Editor *editor, const char *text)
{
  const char *const path[] = { "vary", editor->name, NULL };

  wb_study_put (editor->study, path, text, _("Random quantity"));
}

static char *
text_now (Editor *editor)
{
  const char *const path[] = { "vary", editor->name, NULL };
  char *text = wb_study_text_get (wb_study_text (editor->study), path);

  return text != NULL ? text : g_strdup ("");
}

static int
row_of (ModelDraw draw)
{
  for (int k = 0; k < N_DISTRIBUTIONS; k++)
    if (distributions[k].draw == draw)
      return k;
  return N_DISTRIBUTIONS - 1;
}

static void
show_range (Editor *editor, const WbDistribution *d)
{
  double low = wb_distribution_quantile (d, 0.05), high = wb_distribution_quantile (d, 0.95);
  g_autofree char *a = plot_text_value (low, 3, NULL), *b = plot_text_value (high, 3, NULL), *text = NULL;

  text = isnan (low) ? g_strdup ("") : g_strdup_printf (editor->is_row ? _("%s to %s") : _("5 to 95 %%: %s to %s"), a, b);
  gtk_label_set_text (GTK_LABEL (editor->range), text);
}

static void
show (Editor *editor)
{
  g_autofree char *text = text_now (editor);
  WbDistribution d = wb_distribution_parse (text);
  int row = row_of (d.draw);

  editor->updating = TRUE;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (editor->drop), (guint) row);
  wb_density_field_set_text (WB_DENSITY_FIELD (editor->density), text);
  gtk_widget_set_visible (editor->density, editor->is_row || wb_density_field_has_picture (WB_DENSITY_FIELD (editor->density)));
  for (int k = 0; k < 2; k++)
    {
      const char *label = distributions[row].arguments[k];

      gtk_widget_set_visible (editor->rows[k], label != NULL);
      if (label != NULL)
        {
          gtk_label_set_text (GTK_LABEL (editor->labels[k]), _(label));
          wb_widget_set_name (editor->fields[k], _(label));
        }
      wb_field_show (wb_field_of (editor->fields[k]));
    }
  gtk_widget_set_visible (editor->text_row, distributions[row].id == NULL);
  wb_field_show (wb_field_of (editor->text));
  show_range (editor, &d);
  editor->updating = FALSE;
}

/* Changes the distribution and chooses arguments that keep about the same location and width. */
static void
change_distribution (GtkDropDown *drop, GParamSpec *spec, Editor *editor)
{
  guint row = gtk_drop_down_get_selected (drop);
  g_autofree char *now = NULL, *text = NULL;
  WbDistribution d;
  double middle, width;
  char a[ODE_FORMAT_SIZE], b[ODE_FORMAT_SIZE];

  if (editor->updating || row >= (guint) N_DISTRIBUTIONS)
    return;
  now = text_now (editor);
  d = wb_distribution_parse (now);
  if (d.draw == distributions[row].draw)
    return;
  middle = wb_distribution_quantile (&d, 0.5);
  width = (wb_distribution_quantile (&d, 0.84) - wb_distribution_quantile (&d, 0.16)) / 2;
  if (!isfinite (middle))
    middle = 1;
  if (!(width > 0) || !isfinite (width))
    width = 0.1 * fmax (fabs (middle), 0.1);
  switch (distributions[row].draw)
    {
    case MODEL_DRAW_UNIFORM: ode_format_double (a, middle - width * sqrt (3)); ode_format_double (b, middle + width * sqrt (3)); break;
    case MODEL_DRAW_LOGNORMAL:
      ode_format_double (a, middle > 0 ? log (middle) : 0);
      ode_format_double (b, middle > 0 ? width / middle : 0.2);
      break;
    case MODEL_DRAW_EXPONENTIAL: ode_format_double (a, middle > 0 ? M_LN2 / middle : 1); break;
    default: ode_format_double (a, middle); ode_format_double (b, width); break;
    }
  if (distributions[row].id == NULL)
    text = g_strdup (a);
  else if (distributions[row].arguments[1] != NULL)
    text = g_strdup_printf ("%s(%s, %s)", distributions[row].id, a, b);
  else
    text = g_strdup_printf ("%s(%s)", distributions[row].id, a);
  set_text (editor, text);
}

/* Returns a sentence about the allowed arguments of a distribution, or NULL if the given ones are allowed. */
static const char *
why_wrong (const WbDistribution *d)
{
  switch (d->draw)
    {
    case MODEL_DRAW_NORMAL:
    case MODEL_DRAW_LOGNORMAL: return d->a[1] > 0 ? NULL : _("the deviation must be positive");
    case MODEL_DRAW_UNIFORM: return d->a[1] > d->a[0] ? NULL : _("the second end must be above the first");
    case MODEL_DRAW_EXPONENTIAL: return d->a[0] > 0 ? NULL : _("the rate must be positive");
    default: return NULL;
    }
}

/* Returns the text of the quantity with another number as argument k. Free it with g_free. */
static char *
with_argument (Editor *editor, int k, double value, WbDistribution *d)
{
  g_autofree char *now = text_now (editor);
  int row;
  char a[ODE_FORMAT_SIZE], b[ODE_FORMAT_SIZE];

  *d = wb_distribution_parse (now);
  row = row_of (d->draw);
  d->a[k] = value;
  ode_format_double (a, d->a[0]);
  ode_format_double (b, d->a[1]);
  return distributions[row].arguments[1] != NULL ? g_strdup_printf ("%s(%s, %s)", distributions[row].id, a, b) : g_strdup_printf ("%s(%s)", distributions[row].id, a);
}

/* The keys of the fields: the number of an argument, or the text of an expression. */
static const char *const part_keys[] = { "0", "1", "text" };

static char *
get_part (gpointer owner, const char *key)
{
  Editor *editor = owner;
  g_autofree char *now = text_now (editor);
  WbDistribution d = wb_distribution_parse (now);
  int row = row_of (d.draw);

  if (strcmp (key, part_keys[2]) == 0)
    return distributions[row].id == NULL ? g_steal_pointer (&now) : NULL;
  return distributions[row].arguments[key[0] - '0'] != NULL ? wb_number_text (d.a[key[0] - '0']) : NULL;
}

static char *
part_reason (gpointer owner, const char *key, const char *text)
{
  Editor *editor = owner;
  const char *const path[] = { "vary", editor->name, NULL };
  g_autofree char *next = NULL, *present = get_part (editor, key);
  WbDistribution d;
  double value;

  if (present == NULL) /* the distribution does not have this argument */
    return NULL;
  if (strcmp (key, part_keys[2]) == 0)
    {
      next = wb_study_text_set (wb_study_text (editor->study), path, text);
      return *text == '\0' ? g_strdup (_("An expression is needed.")) : wb_study_why_wrong (editor->study, next);
    }
  if (!wb_number_parse (text, &value) || !isfinite (value))
    return wb_field_number_reason (text, -INFINITY, INFINITY);
  next = with_argument (editor, key[0] - '0', value, &d);
  return g_strdup (why_wrong (&d));
}

static void
set_part (gpointer owner, const char *key, const char *text)
{
  Editor *editor = owner;
  g_autofree char *next = NULL, *present = get_part (editor, key);
  WbDistribution d;

  if (present == NULL)
    return;
  next = strcmp (key, part_keys[2]) == 0 ? g_strdup (text) : with_argument (editor, key[0] - '0', g_ascii_strtod (text, NULL), &d);
  set_text (editor, next);
}

static const WbBinding binding = { get_part, set_part, part_reason };

static void
remove_quantity (GtkWidget *button, Editor *editor)
{
  GtkWidget *popover = gtk_widget_get_ancestor (button, GTK_TYPE_POPOVER);

  if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
  set_text (editor, NULL);
}

static void
on_setup (WbStudy *study, GtkWidget *box)
{
  show (g_object_get_data (G_OBJECT (box), "editor"));
}

static void
on_density (WbDensityField *field, const char *text, Editor *editor)
{
  set_text (editor, text);
}

/* While a handle is dragged, only the fields show the new arguments. The study changes at the end of the drag. */
static void
on_moving (WbDensityField *field, const char *text, Editor *editor)
{
  WbDistribution d = wb_distribution_parse (text);

  for (int k = 0; k < MIN (d.n, 2); k++)
    {
      g_autofree char *number = wb_number_text (d.a[k]);

      wb_number_field_set_text (WB_NUMBER_FIELD (editor->fields[k]), number);
    }
  show_range (editor, &d);
}

static GtkWidget *
field_row (Editor *editor, int k)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, editor->is_row ? 6 : 12);

  editor->labels[k] = wb_label_new ("", editor->is_row ? "row-remark" : NULL);
  gtk_widget_set_hexpand (editor->labels[k], !editor->is_row);
  editor->fields[k] = g_object_ref_sink (wb_number_field_new ("", FALSE, 0));
  gtk_widget_set_valign (editor->fields[k], GTK_ALIGN_CENTER);
  wb_field_new (editor->fields[k], NULL, &binding, editor, part_keys[k]);
  if (editor->is_row)
    {
      gtk_label_set_width_chars (GTK_LABEL (editor->labels[k]), ARGUMENT_CHARS);
      gtk_label_set_xalign (GTK_LABEL (editor->labels[k]), 1);
      wb_number_field_set_compact (WB_NUMBER_FIELD (editor->fields[k]));
    }
  else
    gtk_widget_add_css_class (row, "row");
  gtk_box_append (GTK_BOX (row), editor->labels[k]);
  gtk_box_append (GTK_BOX (row), editor->fields[k]);
  editor->rows[k] = row;
  return row;
}

static GtkWidget *
text_row (Editor *editor)
{
  editor->text_row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  if (!editor->is_row)
    gtk_widget_add_css_class (editor->text_row, "row");
  editor->text = g_object_ref_sink (gtk_entry_new ());
  gtk_widget_set_hexpand (editor->text, TRUE);
  gtk_widget_set_valign (editor->text, GTK_ALIGN_CENTER);
  wb_widget_set_name (editor->text, _("Expression"));
  wb_field_new (editor->text, NULL, &binding, editor, part_keys[2]);
  gtk_box_append (GTK_BOX (editor->text_row), editor->text);
  return editor->text_row;
}

/* Appends the reasons why the text of a field is wrong. */
static void
append_reasons (Editor *editor, GtkWidget *box)
{
  GtkWidget *controls[] = { editor->fields[0], editor->fields[1], editor->text };

  for (guint k = 0; k < G_N_ELEMENTS (controls); k++)
    gtk_box_append (GTK_BOX (box), wb_field_why (wb_field_of (controls[k])));
}

/* Makes the widgets that the editor has both in a popover and as a row of a table. */
static void
make_parts (Editor *editor)
{
  const char *names[N_DISTRIBUTIONS + 1];

  for (int k = 0; k < N_DISTRIBUTIONS; k++)
    names[k] = _(distributions[k].label);
  names[N_DISTRIBUTIONS] = NULL;
  editor->density = editor->is_row ? wb_density_field_new (114, 50) : wb_density_field_new (240, 72);
  g_signal_connect (editor->density, "committed", G_CALLBACK (on_density), editor);
  g_signal_connect (editor->density, "moving", G_CALLBACK (on_moving), editor);
  editor->range = wb_label_new ("", "row-remark");
  editor->drop = gtk_drop_down_new_from_strings (names);
  gtk_widget_set_valign (editor->drop, GTK_ALIGN_CENTER);
  wb_widget_set_name (editor->drop, _("Distribution"));
  g_signal_connect (editor->drop, "notify::selected", G_CALLBACK (change_distribution), editor);
}

static Editor *
editor_new (GtkWidget *box, WbStudy *study, const char *name, gboolean is_row)
{
  Editor *editor = g_new0 (Editor, 1);

  editor->study = g_object_ref (study);
  editor->name = g_strdup (name);
  editor->is_row = is_row;
  g_object_set_data_full (G_OBJECT (box), "editor", editor, editor_free);
  make_parts (editor);
  g_signal_connect_object (study, "setup-changed", G_CALLBACK (on_setup), box, 0);
  return editor;
}

GtkWidget *
wb_vary_editor_new (WbStudy *study, const char *name)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8), *boxed = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *remove = gtk_button_new_with_label (_("Not random"));
  g_autofree char *label = wb_vary_label (wb_study_problem (study), name, NULL);
  Editor *editor = editor_new (box, study, name, FALSE);

  gtk_widget_add_css_class (box, "vary-editor");
  gtk_box_append (GTK_BOX (box), wb_label_new (label, "group-title"));
  gtk_box_append (GTK_BOX (box), editor->density);
  gtk_box_append (GTK_BOX (box), editor->range);
  gtk_box_append (GTK_BOX (box), editor->drop);
  gtk_widget_add_css_class (boxed, "boxed");
  for (int k = 0; k < 2; k++)
    gtk_box_append (GTK_BOX (boxed), field_row (editor, k));
  gtk_box_append (GTK_BOX (boxed), text_row (editor));
  gtk_box_append (GTK_BOX (box), boxed);
  append_reasons (editor, box);
  gtk_widget_add_css_class (remove, "raised");
  g_signal_connect (remove, "clicked", G_CALLBACK (remove_quantity), editor);
  gtk_box_append (GTK_BOX (box), remove);
  show (editor);
  return box;
}

static gboolean
on_row_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType held, Editor *editor)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (editor->density));

  /* While the user edits a text, Delete removes a character, not the row. */
  if ((key != GDK_KEY_Delete && key != GDK_KEY_KP_Delete) || GTK_IS_TEXT (focus))
    return FALSE;
  remove_quantity (editor->density, editor);
  return TRUE;
}

GtkWidget *
wb_vary_row_new (WbStudy *study, const char *name)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *remove = gtk_button_new_from_icon_name ("wb-close-symbolic"), *title;
  g_autofree char *unit = NULL, *label = wb_vary_label (wb_study_problem (study), name, &unit), *heading = NULL;
  gboolean is_parameter = model_system_find_parameter (wb_study_problem (study)->ensemble->system, name) >= 0;
  GtkEventController *keys = gtk_event_controller_key_new ();
  Editor *editor = editor_new (box, study, name, TRUE);

  heading = unit != NULL ? g_strdup_printf ("%s (%s)", label, unit) : g_strdup (label);
  title = wb_label_new (heading, "row-title");
  /* Two lines show most names; the tooltip has the others. */
  gtk_label_set_wrap (GTK_LABEL (title), TRUE);
  gtk_label_set_lines (GTK_LABEL (title), 2);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  wb_tooltip_set (title, heading);
  gtk_box_append (GTK_BOX (texts), title);
  gtk_box_append (GTK_BOX (texts), wb_label_new (is_parameter ? _("parameter") : _("start value"), "row-remark"));
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_label_set_width_chars (GTK_LABEL (title), NAME_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (title), NAME_CHARS);
  gtk_widget_set_size_request (editor->drop, DROP_WIDTH, -1);
  gtk_box_append (GTK_BOX (line), texts);
  gtk_box_append (GTK_BOX (line), editor->density);
  gtk_box_append (GTK_BOX (line), editor->drop);
  for (int k = 0; k < 2; k++)
    gtk_box_append (GTK_BOX (line), field_row (editor, k));
  gtk_box_append (GTK_BOX (line), text_row (editor));
  gtk_widget_set_hexpand (editor->range, TRUE);
  gtk_label_set_xalign (GTK_LABEL (editor->range), 1);
  /* Two short lines fit beside the fields in a narrow window. */
  gtk_label_set_wrap (GTK_LABEL (editor->range), TRUE);
  gtk_label_set_lines (GTK_LABEL (editor->range), 2);
  gtk_label_set_width_chars (GTK_LABEL (editor->range), 9);
  gtk_label_set_max_width_chars (GTK_LABEL (editor->range), 16);
  gtk_label_set_ellipsize (GTK_LABEL (editor->range), PANGO_ELLIPSIZE_END);
  wb_tooltip_set (editor->range, _("the range without the lowest and the highest 5 %"));
  gtk_box_append (GTK_BOX (line), editor->range);
  wb_widget_set_label (remove, _("Not random"));
  gtk_widget_add_css_class (remove, "flat");
  gtk_widget_set_valign (remove, GTK_ALIGN_CENTER);
  g_signal_connect (remove, "clicked", G_CALLBACK (remove_quantity), editor);
  gtk_box_append (GTK_BOX (line), remove);
  gtk_box_append (GTK_BOX (box), line);
  append_reasons (editor, box);
  gtk_widget_add_css_class (box, "setup-row");
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_row_key), editor);
  gtk_widget_add_controller (box, keys);
  show (editor);
  return box;
}

void
wb_vary_row_set_starts (GtkWidget *row, const double *values, int n)
{
  Editor *editor = g_object_get_data (G_OBJECT (row), "editor");

  wb_density_field_set_marks (WB_DENSITY_FIELD (editor->density), values, n);
}

/* Makes a formula or a text of each equation, parameter and jump, and shows as many as the width permits. */
#include "wb-equations.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-formula.h"
#include "plot-text.h"
#include "wb-number-field.h"
#include "wb-style.h"
#include "wb-tooltip.h"

#define SIZE 17.6
#define GAP 23
#define MOST 12
#define MORE_GAP 12

struct _WbEquations
{
  GtkWidget parent_instance;
  WbSession *session;
  GPtrArray *pieces; /* the parts of the line (Piece) */
  PangoLayout *more; /* layout of "…", which is shown if some parts do not fit */
  gboolean omit_changed;
};

G_DEFINE_FINAL_TYPE (WbEquations, wb_equations, GTK_TYPE_WIDGET)

/* A part of the line: a formula or a text, with the space before it. */
typedef struct
{
  PlotFormula *formula;
  PangoLayout *words;
  double gap, width, ascent, descent;
  gboolean joined; /* whether the part is shown only together with the previous part */
  gboolean quiet;  /* whether the part is a word between formulas, which is dimmed */
} Piece;

static void
piece_free (gpointer data)
{
  Piece *piece = data;

  g_clear_pointer (&piece->formula, plot_formula_free);
  g_clear_object (&piece->words);
  g_free (piece);
}

static Piece *
piece_new (WbEquations *self, double gap)
{
  Piece *piece = g_new0 (Piece, 1);

  piece->gap = self->pieces->len == 0 ? 0 : wb_style_px (gap);
  g_ptr_array_add (self->pieces, piece);
  return piece;
}

static Piece *
add (WbEquations *self, const char *left, const char *right, double gap)
{
  Piece *piece = piece_new (self, gap);

  piece->formula = plot_formula_new (left, right, wb_style_px (SIZE));
  plot_formula_get_size (piece->formula, &piece->width, &piece->ascent, &piece->descent);
  return piece;
}

static Piece *
add_words (WbEquations *self, const char *rich, double size, PlotTextFlags flags, double gap)
{
  Piece *piece = piece_new (self, gap);

  piece->words = plot_text_layout (rich, wb_style_px (size), flags);
  plot_text_measure (piece->words, &piece->width, &piece->ascent, &piece->descent);
  return piece;
}

/* Returns a product such as "-e*v" as the text "−e v⁻". The sign ⁻ marks states before the jump. Returns NULL if the expression is not a
 * sum of products, so that it must be set as a formula. */
static char *
before_jump (ModelSystem *system, const char *expression)
{
  g_autoptr (GString) rich = g_string_new (NULL);

  if (strpbrk (expression, "/^()[]<>=!,.") != NULL)
    return NULL;
  for (const char *p = expression; *p != '\0';)
    {
      const char *stop = p;

      while (g_ascii_isalnum (*stop) || *stop == '_')
        stop++;
      if (stop > p)
        {
          g_autofree char *name = g_strndup (p, stop - p);
          int column = model_system_find_column (system, name);
          const ModelColumn *info = column >= 0 ? model_system_column (system, column) : NULL;
          gboolean moves = info != NULL && (info->type == MODEL_COLUMN_STATE || info->type == MODEL_COLUMN_DISCRETE);

          g_string_append_printf (rich, g_ascii_isdigit (*p) ? "%s" : moves ? "*%s*⁻" : "*%s*", name);
          p = stop;
          continue;
        }
      g_string_append (rich, *p == '*' ? " " : *p == '-' ? "−" : (char[]){ *p, '\0' });
      p++;
    }
  return g_string_free (g_steal_pointer (&rich), FALSE);
}

/* Adds a text such as "at h = 0: v⁺ = −e v" for an event. It shows the first assignment whose value is not a constant
 * number. */
static void
add_jump (WbEquations *self, ModelSystem *system, const ModelEvent *event)
{
  const char *crossing = event->crossing;

  if (event->trigger != MODEL_TRIGGER_CROSSING || !event->has_set || strlen (crossing) > 24)
    return;
  for (guint i = 0; event->actions[i] != NULL; i++)
    {
      g_auto (GStrv) sides = g_strsplit (event->actions[i], " = ", 2);
      g_autofree char *target = NULL, *rich = NULL;
      double value;

      if (sides[0] == NULL || sides[1] == NULL || strlen (sides[1]) > 40 || wb_number_parse (sides[1], &value))
        continue;
      rich = before_jump (system, sides[1]);
      target = g_strdup_printf ("*%s*⁺ = %s", sides[0], rich != NULL ? rich : "");
      /* Translators: as in "at h = 0: v⁺ = -0.8 v", before the condition of an event. */
      add_words (self, _("at"), 14, PLOT_TEXT_NORMAL, GAP)->quiet = TRUE;
      add (self, crossing, "0", 5)->joined = TRUE;
      add_words (self, ":", SIZE, PLOT_TEXT_FORMULA, 0)->joined = TRUE;
      add_words (self, target, SIZE, PLOT_TEXT_FORMULA, 6)->joined = TRUE;
      if (rich == NULL)
        add (self, sides[1], NULL, 4)->joined = TRUE;
      return;
    }
}

/* Returns whether an equation is shown. State equations and constraints are shown. The trivial equation ẋ = v of a mechanical coordinate is
 * not. */
static gboolean
is_told (const ModelEquation *equation)
{
  g_autofree char *velocity = equation->name != NULL ? g_strdup_printf ("%s.v", equation->name) : NULL;

  return equation->kind == MODEL_EQUATION_CONSTRAINT || (equation->kind == MODEL_EQUATION_STATE && g_strcmp0 (equation->right, velocity) != 0);
}

static void
rebuild (WbEquations *self)
{
  Model *model = wb_session_model (self->session);
  ModelSystem *system = wb_session_system (self->session);
  g_autoptr (GString) spoken = g_string_new (NULL), all = g_string_new (NULL);
  int n_shown = 0, n_parameters = 0;

  g_ptr_array_set_size (self->pieces, 0);
  g_clear_object (&self->more);
  self->more = plot_text_layout ("…", wb_style_px (SIZE), PLOT_TEXT_NORMAL);
  if (model != NULL)
    {
      for (int i = 0; i < model_n_equations (model) && n_shown < MOST; i++)
        {
          const ModelEquation *equation = model_equation (model, i);
          g_autofree char *words = NULL;

          if (!is_told (equation))
            continue;
          add (self, equation->left, equation->at_start != NULL ? equation->at_start : equation->right, GAP);
          words = plot_formula_plain (equation->left, equation->right);
          g_string_append_printf (all, "%s%s = %s", all->len > 0 ? "\n" : "", equation->left, equation->right);
          g_string_append_printf (spoken, "%s%s", spoken->len > 0 ? "; " : "", words);
          n_shown++;
        }
      for (int i = 0; system != NULL && i < model_system_n_events (system) && i < 2; i++)
        add_jump (self, system, model_system_event (system, i));
      for (int i = 0; i < model_n_parameters (model) && i < MOST; i++)
        {
          const ModelQuantity *parameter = model_parameter (model, i);
          g_autofree char *text = parameter->size == 0 ? wb_session_get (self->session, WB_PARAMETER, parameter->name) : NULL;
          double value;

          if (text != NULL && wb_number_parse (text, &value))
            {
              g_autofree char *exact = wb_number_text (value);
              char shown[G_ASCII_DTOSTR_BUF_SIZE];

              plot_formula_number (value, shown, sizeof shown);
              g_string_append_printf (all, "%s%s = %s", all->len > 0 ? "\n" : "", parameter->name, exact);
              /* Show all parameters or none. A single one would look like the only parameter. */
              if (!self->omit_changed || !wb_session_is_set (self->session, WB_PARAMETER, parameter->name) || value == parameter->value)
                add (self, parameter->name, shown, GAP)->joined = n_parameters++ > 0;
            }
        }
    }
  /* The line shows rounded numbers, short lists, and as much as fits; the tooltip has all of it. */
  wb_tooltip_set (GTK_WIDGET (self), all->len > 0 ? all->str : NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken->len > 0 ? spoken->str : _("Equations"), -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Returns the width of "…" with the space before it, in px. */
static double
more_width (WbEquations *self)
{
  double width;

  plot_text_measure (self->more, &width, NULL, NULL);
  return width + wb_style_px (MORE_GAP);
}

/* Returns the number of parts that fit into the width. A joined part counts together with the part before it. If some parts do not fit, "…"
 * must fit too. */
static guint
n_that_fit (WbEquations *self, double width, double height)
{
  double all = 0;

  for (guint i = 0; i < self->pieces->len; i++)
    {
      const Piece *piece = g_ptr_array_index (self->pieces, i);

      all += piece->ascent + piece->descent > height ? INFINITY : piece->gap + piece->width;
    }
  if (all > width)
    width -= more_width (self);
  double total = 0;
  guint n = 0;

  for (; n < self->pieces->len; n++)
    {
      const Piece *piece = g_ptr_array_index (self->pieces, n);

      if (total + piece->gap + piece->width > width || piece->ascent + piece->descent > height)
        break;
      total += piece->gap + piece->width;
    }
  while (n > 0 && n < self->pieces->len && ((const Piece *) g_ptr_array_index (self->pieces, n))->joined)
    n--;
  return n;
}

void
wb_equations_omit_changed (WbEquations *self)
{
  self->omit_changed = TRUE;
  rebuild (self);
}

guint
wb_equations_n_hidden (WbEquations *self)
{
  return self->pieces->len - n_that_fit (self, gtk_widget_get_width (GTK_WIDGET (self)), gtk_widget_get_height (GTK_WIDGET (self)));
}

static void
wb_equations_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WbEquations *self = WB_EQUATIONS (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const PlotTheme *theme = wb_style_plot_theme ();
  double total = 0, x, y, ascent = 0, descent = 0, more;
  guint n;
  cairo_t *cr;

  n = n_that_fit (self, width, height);
  more = n < self->pieces->len ? more_width (self) : 0;
  for (guint i = 0; i < n; i++)
    {
      const Piece *piece = g_ptr_array_index (self->pieces, i);

      total += piece->gap + piece->width;
      ascent = MAX (ascent, piece->ascent);
      descent = MAX (descent, piece->descent);
    }
  if (n == 0)
    return;
  total += more;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  x = round ((width - total) / 2);
  y = round ((height + ascent - descent) / 2);
  for (guint i = 0; i < n; i++)
    {
      const Piece *piece = g_ptr_array_index (self->pieces, i);

      x += piece->gap;
      if (piece->formula != NULL)
        plot_formula_draw_cairo (piece->formula, cr, x, y, theme->text);
      else
        {
          PlotColor color = piece->quiet ? theme->secondary : theme->text;

          cairo_set_source_rgba (cr, color.r, color.g, color.b, color.a);
          cairo_move_to (cr, x, y - piece->ascent);
          pango_cairo_show_layout (cr, piece->words);
        }
      x += piece->width;
    }
  if (more > 0)
    {
      double up;

      plot_text_measure (self->more, NULL, &up, NULL);
      cairo_set_source_rgba (cr, theme->secondary.r, theme->secondary.g, theme->secondary.b, theme->secondary.a);
      cairo_move_to (cr, x + wb_style_px (MORE_GAP), y - up);
      pango_cairo_show_layout (cr, self->more);
    }
  cairo_destroy (cr);
}

static void
wb_equations_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                      int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 0 : (int) wb_style_px (44);
}

static void
wb_equations_dispose (GObject *object)
{
  WbEquations *self = WB_EQUATIONS (object);

  g_clear_pointer (&self->pieces, g_ptr_array_unref);
  g_clear_object (&self->more);
  G_OBJECT_CLASS (wb_equations_parent_class)->dispose (object);
}

static void
wb_equations_class_init (WbEquationsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_equations_dispose;
  GTK_WIDGET_CLASS (klass)->snapshot = wb_equations_snapshot;
  GTK_WIDGET_CLASS (klass)->measure = wb_equations_measure;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_IMG);
}

static void
wb_equations_init (WbEquations *self)
{
  self->pieces = g_ptr_array_new_with_free_func (piece_free);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
}

static void
on_style (gpointer user)
{
  rebuild (user);
}

/* The equations show parameters and initial values, so update them when one of these
 * changes. */
static void
on_setting_changed (WbSession *session, int kind, const char *key, WbEquations *self)
{
  if (key[0] == '\0' || kind == WB_PARAMETER || kind == WB_CONSTANT || kind == WB_INITIAL)
    rebuild (self);
}

GtkWidget *
wb_equations_new (WbSession *session)
{
  WbEquations *self = g_object_new (WB_TYPE_EQUATIONS, NULL);

  self->session = session;
  g_signal_connect_object (session, "model-changed", G_CALLBACK (rebuild), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (on_setting_changed), self, 0);
  wb_style_watch (on_style, G_OBJECT (self));
  rebuild (self);
  return GTK_WIDGET (self);
}

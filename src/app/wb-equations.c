#include "wb-equations.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-formula.h"
#include "wb-number-field.h"
#include "wb-style.h"

#define SIZE 17
#define GAP 26
#define MOST 12

struct _WbEquations
{
  GtkWidget parent_instance;
  WbSession *session;
  GPtrArray *formulas; /* PlotFormula */
  GArray *gaps;        /* double: room before each */
};

G_DEFINE_FINAL_TYPE (WbEquations, wb_equations, GTK_TYPE_WIDGET)

static void
add (WbEquations *self, const char *left, const char *right, double gap)
{
  PlotFormula *formula = plot_formula_new (left, right, wb_style_px (SIZE));
  double room = self->formulas->len == 0 ? 0 : wb_style_px (gap);

  if (formula == NULL)
    return;
  g_ptr_array_add (self->formulas, formula);
  g_array_append_val (self->gaps, room);
}

/* "h falling" and "v = -e*v, n = n + 1" → h = 0: v⁺ = −e v */
static void
add_jump (WbEquations *self, const ModelEvent *event)
{
  g_autofree char *crossing = NULL, *left = NULL, *target = NULL;
  g_auto (GStrv) actions = NULL, sides = NULL;
  const char *space;

  if (event->trigger != MODEL_TRIGGER_CROSSING || !event->has_set || event->action_text == NULL)
    return;
  space = strrchr (event->trigger_text, ' ');
  crossing = space != NULL ? g_strndup (event->trigger_text, space - event->trigger_text) : g_strdup (event->trigger_text);
  if (strlen (crossing) > 24)
    return;
  actions = g_strsplit (event->action_text, ",", 2);
  sides = g_strsplit (actions[0], " = ", 2);
  if (sides[0] == NULL || sides[1] == NULL || strlen (sides[1]) > 40)
    return;
  add (self, crossing, "0", GAP);
  left = g_strstrip (g_strdup (sides[0]));
  target = g_strdup_printf ("%s⁺", left);
  add (self, target, sides[1], 14);
}

static void
rebuild (WbEquations *self)
{
  Model *model = wb_session_model (self->session);
  ModelSystem *system = wb_session_system (self->session);
  g_autoptr (GString) spoken = g_string_new (NULL);
  int n_shown = 0;

  g_ptr_array_set_size (self->formulas, 0);
  g_array_set_size (self->gaps, 0);
  if (model != NULL)
    {
      for (int i = 0; i < model_n_equations (model) && n_shown < MOST; i++)
        {
          const ModelEquation *equation = model_equation (model, i);
          g_autofree char *words = NULL;

          if (equation->kind != MODEL_EQUATION_STATE)
            continue;
          add (self, equation->left, equation->right, GAP);
          words = plot_formula_plain (equation->left, equation->right);
          g_string_append_printf (spoken, "%s%s", spoken->len > 0 ? "; " : "", words);
          n_shown++;
        }
      for (int i = 0; system != NULL && i < model_system_n_events (system) && i < 2; i++)
        add_jump (self, model_system_event (system, i));
      for (int i = 0; i < model_n_parameters (model) && i < MOST; i++)
        {
          const ModelQuantity *parameter = model_parameter (model, i);
          g_autofree char *text = parameter->size == 0 ? wb_session_get (self->session, WB_PARAMETER, parameter->name) : NULL;
          double value;

          if (text != NULL && wb_number_parse (text, &value))
            {
              g_autofree char *shown = wb_number_text (value);

              add (self, parameter->name, shown, GAP);
            }
        }
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken->len > 0 ? spoken->str : _("Equations"), -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
wb_equations_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WbEquations *self = WB_EQUATIONS (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const PlotTheme *theme = wb_style_plot_theme ();
  double total = 0, x, ascent = 0, descent = 0;
  guint n = 0;
  cairo_t *cr;

  for (; n < self->formulas->len; n++)
    {
      double w, up, down, gap = g_array_index (self->gaps, double, n);

      plot_formula_get_size (g_ptr_array_index (self->formulas, n), &w, &up, &down);
      if (total + gap + w > width || up + down > height)
        break;
      total += gap + w;
      ascent = MAX (ascent, up);
      descent = MAX (descent, down);
    }
  if (n == 0)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  x = round ((width - total) / 2);
  for (guint i = 0; i < n; i++)
    {
      double w;

      x += g_array_index (self->gaps, double, i);
      plot_formula_draw_cairo (g_ptr_array_index (self->formulas, i), cr, x, round ((height + ascent - descent) / 2), theme->text);
      plot_formula_get_size (g_ptr_array_index (self->formulas, i), &w, NULL, NULL);
      x += w;
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

  g_clear_pointer (&self->formulas, g_ptr_array_unref);
  g_clear_pointer (&self->gaps, g_array_unref);
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
  self->formulas = g_ptr_array_new_with_free_func ((GDestroyNotify) plot_formula_free);
  self->gaps = g_array_new (FALSE, FALSE, sizeof (double));
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
}

static void
on_style (gpointer user)
{
  rebuild (user);
}

GtkWidget *
wb_equations_new (WbSession *session)
{
  WbEquations *self = g_object_new (WB_TYPE_EQUATIONS, NULL);

  self->session = session;
  g_signal_connect_object (session, "model-changed", G_CALLBACK (rebuild), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (rebuild), self, G_CONNECT_SWAPPED);
  wb_style_watch (on_style, G_OBJECT (self));
  rebuild (self);
  return GTK_WIDGET (self);
}

/* The table of stages of the Microscope. */
#include <glib/gi18n.h>
#include <math.h>

#include "plot-canvas.h"
#include "plot-format.h"
#include "plot-text.h"
#include "wb-card-menu.h"
#include "wb-microscope-cards.h"
#include "wb-microscope-plots.h"
#include "wb-rich.h"
#include "wb-style.h"
#include "wb-widgets.h"

/* ---- table of stages ---- */

#define MOST_COLUMNS 3
#define MOST_ROWS 200
#define LARGEST_DENOMINATOR 99

typedef struct { double part, largest; int shade; } Part;

static void
draw_part (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  const Part *part = user;
  const PlotTheme *theme = wb_style_plot_theme ();
  const double middle = width / 2.0, length = part->largest > 0 ? part->part / part->largest * (middle - 2) : 0;
  PlotCanvas canvas;

  plot_canvas_init_cairo (&canvas, cr, 1, FALSE);
  plot_canvas_rectangle (&canvas, length < 0 ? middle + length : middle, height / 2.0 - 6, fabs (length), 12, theme->stages[part->shade]);
  plot_canvas_rectangle (&canvas, middle, height / 2.0 - 9, 1, 18, plot_color_fade (theme->text, 0.4));
}

static void
draw_disc (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer shade)
{
  PlotCanvas canvas;
  const PlotColor color = wb_style_plot_theme ()->stages[GPOINTER_TO_INT (shade)];

  plot_canvas_init_cairo (&canvas, cr, 1, FALSE);
  plot_canvas_marker (&canvas, PLOT_MARKER_DISC, width / 2.0, height / 2.0, fmin (width, height) / 2.0, 0, color, color);
}

static void
add_cell (GtkWidget *grid, int column, int row, const char *rich, const char *css, double xalign)
{
  GtkWidget *label = wb_rich_label_new (rich);

  gtk_label_set_xalign (GTK_LABEL (label), (float) xalign);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, css);
  gtk_grid_attach (GTK_GRID (grid), label, column, row, 1, 1);
}

/* Returns a node or weight as a fraction if it is one with a small denominator, otherwise as a decimal number. */
static char *
fraction_text (double value)
{
  char text[64];

  for (int q = 1; q <= LARGEST_DENOMINATOR; q++)
    {
      const double p = rint (value * q);

      if (p / q == value && fabs (p) < 1000)
        return q == 1 ? g_strdup_printf ("%.0f", p) : g_strdup_printf ("%s%.0f/%d", p < 0 ? "−" : "", fabs (p), q);
    }
  plot_format_number (value, 4, text, sizeof text);
  return g_strdup (text);
}

/* Adds the name of a row, preceded by a disc in the colour of its stage. shade < 0: no disc. */
static void
add_name_cell (GtkWidget *grid, int row, const char *rich, int shade)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *label = wb_rich_label_new (rich);

  if (shade >= 0)
    {
      GtkWidget *disc = gtk_drawing_area_new ();

      gtk_widget_set_size_request (disc, (int) wb_style_px (10), (int) wb_style_px (10));
      gtk_widget_set_valign (disc, GTK_ALIGN_CENTER);
      gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (disc), draw_disc, GINT_TO_POINTER (shade), NULL);
      gtk_box_append (GTK_BOX (box), disc);
    }
  gtk_widget_add_css_class (label, "stage-cell");
  gtk_box_append (GTK_BOX (box), label);
  gtk_grid_attach (GTK_GRID (grid), box, 0, row, 1, 1);
}

static void
add_number_cell (GtkWidget *grid, int column, int row, double value, int digits)
{
  char text[64] = "";

  if (isfinite (value))
    plot_format_number (value, digits, text, sizeof text);
  add_cell (grid, column, row, isfinite (value) ? text : "–", "stage-cell", 1);
}

/* Returns whether the error estimate is Σ h (b_i − b̂_i) k_i with the two weights of the tableau, up to rounding (1e-9 of the terms). Only
 * then the table shows the contributions of the stages. Step doubling, DOP853 and filters use other estimates. */
static gboolean
wb_stage_table_has_parts (const LabAttempt *attempt)
{
  const OdeTableau *tableau = attempt->method->tableau;
  const int worst = MAX (attempt->record.worst[0], 0);
  double sum = 0, size = 0;
  int n = 0;

  if (attempt->method->family != ODE_FAMILY_EXPLICIT_RK || tableau == NULL || tableau->b_hat == NULL || attempt->error == NULL)
    return FALSE;
  for (int i = 0; i < attempt->n_events; i++)
    {
      const OdeTraceEvent *event = &attempt->events[i];
      double term;

      if (event->kind != ODE_TRACE_STAGE || event->k == NULL || event->index > tableau->n_stages)
        continue;
      term = attempt->record.h * (tableau->b[event->index - 1] - tableau->b_hat[event->index - 1]) * event->k[worst];
      sum += term;
      size += fabs (term);
      n++;
    }
  return n == tableau->n_stages && fabs (sum - attempt->error[worst]) <= 1e-9 * size;
}

/* Returns the index of the shade of stage i of n, the same as in the plots. */
static int
shade_of (int i, int n)
{
  return CLAMP (n <= PLOT_N_STAGES ? i : i * (PLOT_N_STAGES - 1) / MAX (n - 1, 1), 0, PLOT_N_STAGES - 1);
}

/* Fills the table with the stages of an explicit Runge–Kutta method, or with the stages, past points, kicks, drifts and entries of another
 * method. */
static void
fill_table (GtkWidget *grid, const WbAttemptScene *scene)
{
  const LabAttempt *attempt = scene->attempt;
  ModelSystem *system = scene->system;
  const OdeTableau *tableau = attempt->method->tableau;
  int states[MOST_COLUMNS];
  const int n = wb_attempt_scene_states (scene, MOST_COLUMNS, states), worst = MAX (attempt->record.worst[0], 0);
  const gboolean explicit_pair = wb_stage_table_has_parts (attempt);
  int row = 1, column = 0;
  double largest = 0;
  const int n_stages = lab_attempt_count (attempt, ODE_TRACE_STAGE);
  g_autofree char *worst_name = plot_text_variable (model_system_column (system, worst)->name);
  g_autofree char *part_title = g_strdup_printf (_("Part of the error of %s"), worst_name);

  add_cell (grid, column++, 0, _("Stage"), "stage-head", 0);
  add_cell (grid, column++, 0, _("Node *c*"), "stage-head", 1);
  for (int v = 0; v < 2; v++)
    for (int i = 0; i < n; i++)
      {
        g_autofree char *name = plot_text_variable (model_system_column (system, states[i])->name);
        g_autofree char *slope = g_strdup_printf (_("slope of %s"), name);

        add_cell (grid, column++, 0, v == 0 ? name : slope, "stage-head", 1);
      }
  if (explicit_pair)
    {
      add_cell (grid, column++, 0, _("Weight *b*"), "stage-head", 1);
      add_cell (grid, column++, 0, _("Weight for error"), "stage-head", 1);
      add_cell (grid, column++, 0, part_title, "stage-head", 0.5);
    }
  for (int i = 0; explicit_pair && i < attempt->n_events; i++)
    if (attempt->events[i].kind == ODE_TRACE_STAGE && attempt->events[i].k != NULL && attempt->events[i].index <= tableau->n_stages)
      {
        const int s = attempt->events[i].index - 1;

        largest = fmax (largest, fabs (attempt->record.h * (tableau->b[s] - tableau->b_hat[s]) * attempt->events[i].k[worst]));
      }
  for (int i = 0; i < attempt->n_events && row <= MOST_ROWS; i++)
    {
      const OdeTraceEvent *event = &attempt->events[i];
      g_autofree char *name = NULL, *node = NULL;

      switch (event->kind)
        {
        case ODE_TRACE_STAGE: name = g_strdup_printf ("*k_%d*", event->index); break;
        case ODE_TRACE_PAST: name = event->index == 0 ? g_strdup (_("start")) : g_strdup_printf (_("point −%d"), event->index); break;
        case ODE_TRACE_KICK: name = g_strdup_printf (_("kick %d"), event->index); break;
        case ODE_TRACE_DRIFT: name = g_strdup_printf (_("drift %d"), event->index); break;
        case ODE_TRACE_ENTRY: name = g_strdup_printf ("*T* %d, %d", event->index, event->column); break;
        default: continue;
        }
      column = 0;
      add_name_cell (grid, row, name, event->kind == ODE_TRACE_STAGE ? shade_of (event->index - 1, n_stages) : -1);
      node = event->kind == ODE_TRACE_ENTRY || !isfinite (event->c) ? g_strdup ("–") : fraction_text (event->c);
      column = 1;
      add_cell (grid, column++, row, node, "stage-cell", 1);
      for (int v = 0; v < 2; v++)
        for (int k = 0; k < n; k++)
          add_number_cell (grid, column++, row, (v == 0 ? event->x : event->k) != NULL ? (v == 0 ? event->x : event->k)[states[k]] : NAN, 5);
      if (explicit_pair && event->kind == ODE_TRACE_STAGE && event->index <= tableau->n_stages && event->k != NULL)
        {
          const int s = event->index - 1;
          Part *part = g_new (Part, 1);
          GtkWidget *bar = gtk_drawing_area_new ();

          *part = (Part) { attempt->record.h * (tableau->b[s] - tableau->b_hat[s]) * event->k[worst], largest,
                           shade_of (s, n_stages) };
          add_number_cell (grid, column++, row, tableau->b[s], 4);
          add_number_cell (grid, column++, row, tableau->b[s] - tableau->b_hat[s], 4);
          gtk_widget_set_size_request (bar, (int) wb_style_px (n > 2 ? 84 : 120), (int) wb_style_px (22));
          gtk_widget_set_hexpand (bar, TRUE);
          gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (bar), draw_part, part, g_free);
          gtk_grid_attach (GTK_GRID (grid), bar, column++, row, 1, 1);
        }
      row++;
    }
}

typedef struct { GtkWidget *remark, *scroller; } TableCard;

GtkWidget *
wb_stage_table_new (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *overlay;
  TableCard *card = g_new0 (TableCard, 1);

  overlay = wb_card_menu_wrap (box, WB_ATTEMPT_TABLE, FALSE, NULL);
  g_object_set_data_full (G_OBJECT (overlay), "wb-card", card, g_free);
  gtk_widget_add_css_class (overlay, "card");
  gtk_widget_set_overflow (overlay, GTK_OVERFLOW_HIDDEN);
  card->remark = wb_label_new ("", "card-remark");
  gtk_widget_add_css_class (head, "card-head");
  gtk_box_append (GTK_BOX (head), wb_label_new (_("Stages"), "card-title"));
  gtk_box_append (GTK_BOX (head), card->remark);
  gtk_box_append (GTK_BOX (box), head);
  card->scroller = gtk_scrolled_window_new ();
  gtk_widget_set_vexpand (card->scroller, TRUE);
  gtk_box_append (GTK_BOX (box), card->scroller);
  return overlay;
}

void
wb_stage_table_show (GtkWidget *widget, const WbAttemptScene *scene)
{
  TableCard *card = g_object_get_data (G_OBJECT (widget), "wb-card");
  GtkWidget *grid = gtk_grid_new ();

  gtk_widget_add_css_class (grid, "stage-table");
  gtk_grid_set_column_spacing (GTK_GRID (grid), 16);
  gtk_widget_set_valign (grid, GTK_ALIGN_START);
  if (scene->attempt != NULL)
    fill_table (grid, scene);
  if (scene->attempt != NULL && scene->attempt->n_states > 2)
    gtk_grid_set_column_spacing (GTK_GRID (grid), 8);
  gtk_label_set_text (GTK_LABEL (card->remark), scene->attempt != NULL && scene->attempt->truncated ? _("the first rows") : "");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (card->scroller), grid);
}

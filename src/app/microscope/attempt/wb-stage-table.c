/* The table of stages of the Microscope. */
#include <float.h>
#include <glib/gi18n.h>
#include <math.h>

#include "lab-attempt-parts.h"
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

/* Returns a node with a square root, such as (4 − √6)/10 of Radau IIA or (1 − √3/3)/2 of Gauss's methods as (3 − √3)/6, or NULL if it is not of the
 * form (p ± √r)/q with small numbers. */
static char *
surd_text (double value)
{
  static const int roots[] = { 2, 3, 5, 6, 15 };

  for (int q = 1; q <= 12; q++)
    for (gsize r = 0; r < G_N_ELEMENTS (roots); r++)
      for (int sign = -1; sign <= 1; sign += 2)
        {
          const double p = rint (value * q - sign * sqrt (roots[r]));
          g_autofree char *sum = NULL;

          if (fabs (p) > 20 || fabs ((p + sign * sqrt (roots[r])) / q - value) > 4 * DBL_EPSILON)
            continue;
          sum = g_strdup_printf ("%.0f%s√%d", p, sign < 0 ? "−" : "+", roots[r]);
          return q == 1 ? g_steal_pointer (&sum) : g_strdup_printf ("(%s)/%d", sum, q);
        }
  return NULL;
}

/* Returns a node or weight as a fraction if it is one with a small denominator, or with a square root; otherwise as a decimal number. */
static char *
fraction_text (double value)
{
  char text[64], *surd;

  for (int q = 1; q <= LARGEST_DENOMINATOR; q++)
    {
      const double p = rint (value * q);

      if (fabs (p / q - value) <= 2 * DBL_EPSILON * fabs (value) && fabs (p) < 1000)
        return q == 1 ? g_strdup_printf ("%s%.0f", p < 0 ? "−" : "", fabs (p)) : g_strdup_printf ("%s%.0f/%d", p < 0 ? "−" : "", fabs (p), q);
    }
  if ((surd = surd_text (value)) != NULL)
    return surd;
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

/* Returns the index of the shade of stage i of n, the same as in the plots. */
static int
shade_of (int i, int n)
{
  return CLAMP (n <= PLOT_N_STAGES ? i : i * (PLOT_N_STAGES - 1) / MAX (n - 1, 1), 0, PLOT_N_STAGES - 1);
}

/* ---- rows and columns ---- */

/* The contents of the table. An attempt with Newton iterations has a column of times and one of last changes in place of the slopes. */
typedef struct
{
  const WbAttemptScene *scene;
  const LabAttempt *attempt;
  GtkWidget *grid;
  LabStageParts *parts;
  int n, states[MOST_COLUMNS]; /* the states that have columns */
  int worst, slowest;          /* the states of the contributions and of the last changes */
  int n_stages;
  double largest;              /* largest contribution, at full length of its bar */
} Table;

static void
table_init (Table *table, GtkWidget *grid, const WbAttemptScene *scene)
{
  *table = (Table) { .scene = scene, .attempt = scene->attempt, .grid = grid, .worst = MAX (scene->attempt->record.worst[0], 0) };
  table->parts = lab_stage_parts_new (scene->attempt);
  table->n = wb_attempt_scene_states (scene, MOST_COLUMNS, table->states);
  table->slowest = lab_stage_parts_slowest (table->parts, scene->attempt);
  table->n_stages = table->parts->n_stages;
  for (int i = 0; table->parts->weight != NULL && i < table->n_stages; i++)
    table->largest = fmax (table->largest, fabs (table->parts->part[i * table->parts->n_states + table->worst]));
}

static gboolean
has_iterations (const Table *table)
{
  return table->parts->change != NULL;
}

/* Returns whether the table has columns of slopes. With iterations they make place for the weights, and an extrapolation table has none. */
static gboolean
has_slopes (const Table *table)
{
  return (!has_iterations (table) || table->parts->weight == NULL) && lab_attempt_count (table->attempt, ODE_TRACE_ENTRY) == 0;
}

/* Returns whether the table has the column of weights b. */
static gboolean
has_weights_b (const Table *table)
{
  return !has_iterations (table) && table->attempt->method->tableau != NULL;
}

static char *
name_of (const Table *table, int state)
{
  return plot_text_variable (model_system_column (table->scene->system, state)->name);
}

static void
add_heads (const Table *table)
{
  const char *unit = model_time_unit (model_system_model (table->scene->system));
  g_autofree char *worst = name_of (table, table->worst), *part = g_strdup_printf (_("Part of the error of %s"), worst);
  int column = 0;

  add_cell (table->grid, column++, 0, _("Stage"), "stage-head", 0);
  add_cell (table->grid, column++, 0, _("Node *c*"), "stage-head", 1);
  if (has_iterations (table))
    {
      g_autofree char *time = unit != NULL && *unit != '\0' ? g_strdup_printf (_("Time (%s)"), unit) : g_strdup (_("Time"));

      add_cell (table->grid, column++, 0, time, "stage-head", 1);
    }
  for (int v = 0; v < (has_slopes (table) ? 2 : 1); v++)
    for (int i = 0; i < table->n; i++)
      {
        g_autofree char *name = name_of (table, table->states[i]), *slope = g_strdup_printf (_("slope of %s"), name);

        add_cell (table->grid, column++, 0, v == 0 ? name : slope, "stage-head", 1);
      }
  if (has_iterations (table))
    {
      g_autofree char *slowest = name_of (table, table->slowest), *change = g_strdup_printf (_("last change of %s"), slowest);

      add_cell (table->grid, column++, 0, change, "stage-head", 1);
    }
  if (table->parts->weight == NULL)
    return;
  if (has_weights_b (table))
    add_cell (table->grid, column++, 0, _("Weight *b*"), "stage-head", 1);
  add_cell (table->grid, column++, 0, has_iterations (table) ? _("Weight *e*") : _("Weight for error"), "stage-head", 1);
  add_cell (table->grid, column++, 0, has_iterations (table) ? _("Part of the estimate") : part, "stage-head", 0.5);
}

/* Adds the cell with the last change of a stage, divided by the tolerance of its state if the run has tolerances. */
static void
add_change_cell (const Table *table, int column, int row, int stage)
{
  const double change = fabs (table->parts->change[stage * table->parts->n_states + table->slowest]);
  const double tolerance = table->attempt->tolerance != NULL ? table->attempt->tolerance[table->slowest] : NAN;
  char number[64];
  g_autofree char *text = NULL;

  if (isnan (change))
    {
      add_cell (table->grid, column, row, "–", "stage-cell", 1);
      return;
    }
  plot_format_number (isfinite (tolerance) ? change / tolerance : change, 2, number, sizeof number);
  text = isfinite (tolerance) ? g_strdup_printf (_("%s × tolerance"), number) : g_strdup (number);
  add_cell (table->grid, column, row, text, "stage-cell", 1);
}

static void
add_part_cells (const Table *table, int column, int row, int stage)
{
  Part *part = g_new (Part, 1);
  GtkWidget *bar = gtk_drawing_area_new ();

  *part = (Part) { table->parts->part[stage * table->parts->n_states + table->worst], table->largest, shade_of (stage, table->n_stages) };
  if (has_weights_b (table))
    add_number_cell (table->grid, column++, row, table->attempt->method->tableau->b[stage], 4);
  add_number_cell (table->grid, column++, row, table->parts->weight[stage], has_iterations (table) ? 6 : 4);
  gtk_widget_set_size_request (bar, (int) wb_style_px (84), (int) wb_style_px (22));
  gtk_widget_set_hexpand (bar, TRUE);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (bar), draw_part, part, g_free);
  gtk_grid_attach (GTK_GRID (table->grid), bar, column, row, 1, 1);
}

/* Returns the name of an event with that of its part, if the attempt consists of parts. */
static char *
row_name (const Table *table, const OdeTraceEvent *event)
{
  g_autofree char *name = wb_attempt_scene_name (table->attempt, event);

  switch (event->part)
    {
    case ODE_TRACE_FIRST_HALF: return g_strdup_printf (_("%s, first half"), name);
    case ODE_TRACE_SECOND_HALF: return g_strdup_printf (_("%s, second half"), name);
    case ODE_TRACE_ESTIMATOR: return g_strdup_printf (_("%s, for the estimate"), name);
    case ODE_TRACE_STARTING: return g_strdup_printf (_("%s, start-up"), name);
    default: return g_steal_pointer (&name);
    }
}

/* Adds the row of an event. stage: index of the stage, or −1 if the event is something else. */
static void
add_row (const Table *table, const OdeTraceEvent *event, int row, int stage)
{
  g_autofree char *name = row_name (table, event), *node = NULL;
  int column = 1;

  add_name_cell (table->grid, row, name, stage >= 0 ? shade_of (event->index - 1, table->n_stages) : -1);
  node = event->kind == ODE_TRACE_ENTRY || !isfinite (event->c) ? g_strdup ("–") : fraction_text (event->c);
  add_cell (table->grid, column++, row, node, "stage-cell", 1);
  if (has_iterations (table))
    add_number_cell (table->grid, column++, row, event->kind == ODE_TRACE_ENTRY ? NAN : event->t, 6);
  for (int v = 0; v < (has_slopes (table) ? 2 : 1); v++)
    for (int k = 0; k < table->n; k++)
      {
        const double *vector = v == 0 ? event->x : event->k;

        add_number_cell (table->grid, column++, row, vector != NULL ? vector[table->states[k]] : NAN, 5);
      }
  if (stage < 0)
    return;
  if (has_iterations (table))
    add_change_cell (table, column++, row, stage);
  if (table->parts->weight != NULL)
    add_part_cells (table, column, row, stage);
}

/* Fills the table with the stages of a Runge–Kutta method, or with the stages, past points, kicks, drifts and entries of another method. Returns a
 * remark with the sum of the contributions, or NULL. */
static char *
fill_table (GtkWidget *grid, const WbAttemptScene *scene)
{
  Table table;
  char *remark = NULL;
  int row = 1, stage = 0;

  if (lab_attempt_count (scene->attempt, ODE_TRACE_SILENT) > 0)
    return g_strdup (_("This method does not report its stages."));
  table_init (&table, grid, scene);
  add_heads (&table);
  for (int i = 0; i < scene->attempt->n_events && row <= MOST_ROWS; i++)
    switch (scene->attempt->events[i].kind)
      {
      case ODE_TRACE_STAGE:
        add_row (&table, &scene->attempt->events[i], row++, stage++);
        break;
      case ODE_TRACE_PAST:
      case ODE_TRACE_KICK:
      case ODE_TRACE_DRIFT:
      case ODE_TRACE_ENTRY:
        add_row (&table, &scene->attempt->events[i], row++, -1);
        break;
      default:
        break;
      }
  if (table.parts->weight != NULL)
    {
      g_autofree char *name = name_of (&table, table.worst);
      char sum[64];

      plot_format_number (table.parts->sum[table.worst], 2, sum, sizeof sum);
      remark = g_strdup_printf (table.parts->start != NULL ? _("the parts of %s and of the slope at the start add up to %s")
                                                           : _("the parts of %s add up to %s"), name, sum);
    }
  lab_stage_parts_free (table.parts);
  return remark;
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
  g_autofree char *remark = NULL, *markup = NULL;

  gtk_widget_add_css_class (grid, "stage-table");
  gtk_grid_set_column_spacing (GTK_GRID (grid), 8); /* wider cards distribute the rest of their width */
  gtk_widget_set_valign (grid, GTK_ALIGN_START);
  if (scene->attempt != NULL)
    remark = fill_table (grid, scene);
  markup = wb_rich_markup (scene->attempt != NULL && scene->attempt->truncated ? _("the first rows") : remark != NULL ? remark : "");
  gtk_label_set_markup (GTK_LABEL (card->remark), markup);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (card->scroller), grid);
}

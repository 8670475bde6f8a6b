#include "wb-microscope-cards.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-canvas.h"
#include "plot-format.h"
#include "plot-formula.h"
#include "plot-text.h"
#include "wb-microscope-verdict.h"
#include "wb-rich.h"
#include "wb-style.h"
#include "wb-widgets.h"

/* Limits of the bar that shows the factor of the step size. */
#define FACTOR_LOW 0.1
#define FACTOR_HIGH 10.0
#define FORMULA_SIZE 18
#define PADDING 18
/* Largest number of states in the card of errors. */
#define MOST_ERRORS 8

/* The content of a card. */
typedef struct
{
  GtkWidget *box, *title, *sentence, *drawing, *clamp;
  WbVerdict *verdict;
  const LabAttempt *attempt;
  ModelSystem *system;
} Card;

static void
card_free (gpointer data)
{
  Card *card = data;

  wb_verdict_free (card->verdict);
  g_free (card);
}

static Card *
card_of (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "wb-card");
}

static Card *
card_new (GtkWidget *widget)
{
  Card *card = g_new0 (Card, 1);

  g_object_set_data_full (G_OBJECT (widget), "wb-card", card, card_free);
  gtk_widget_add_css_class (widget, "card");
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  return card;
}

static void
write_number (double value, int digits, char *text, gsize size)
{
  plot_format_number (value, digits, text, size);
}

/* ---- verdict ---- */

/* Draws a formula, reduced in size if it is too wide. Returns its height. */
static double
draw_formula (cairo_t *cr, const char *left, const char *right, double x, double y, double room, PlotColor color)
{
  double width, ascent, descent, size = wb_style_px (FORMULA_SIZE);
  g_autoptr (PlotFormula) formula = plot_formula_new (left, right, size);

  plot_formula_get_size (formula, &width, &ascent, &descent);
  if (width > room)
    {
      g_autoptr (PlotFormula) smaller = plot_formula_new (left, right, size * room / width);

      plot_formula_get_size (smaller, &width, &ascent, &descent);
      plot_formula_draw_cairo (smaller, cr, x, y + ascent, color);
      return ascent + descent;
    }
  plot_formula_draw_cairo (formula, cr, x, y + ascent, color);
  return ascent + descent;
}

static double
factor_place (double factor, double left, double width)
{
  const double f = CLAMP (factor, FACTOR_LOW, FACTOR_HIGH);

  return left + width * (log (f) - log (FACTOR_LOW)) / (log (FACTOR_HIGH) - log (FACTOR_LOW));
}

/* Draws the bar of the factor: left of 1 the step becomes smaller, right of 1 larger. Inside the dead band of Drake's controller it keeps
 * its size. */
static void
draw_factor (cairo_t *cr, const Card *card, double y, double left, double width)
{
  const PlotTheme *theme = wb_style_plot_theme ();
  const OdeControl *control = &card->attempt->control;
  const gboolean drake = control->kind == ODE_CONTROLLER_DRAKE;
  const gboolean accepted = card->verdict->kind != WB_VERDICT_REJECTED;
  const double keep_low = factor_place (drake ? 0.9 : 1, left, width), keep_high = factor_place (drake ? 1.2 : 1, left, width);
  const double here = factor_place (card->verdict->factor, left, width), height = wb_style_px (20), size = wb_style_px (12);
  const PlotColor mark = accepted ? theme->verified : theme->rejected;
  static const double ticks[] = { 0.1, 0.2, 0.5, 1, 2, 5, 10 };
  PlotCanvas canvas;
  char number[64];
  g_autofree char *label = NULL;

  plot_canvas_init_cairo (&canvas, cr, 1, FALSE);
  plot_canvas_rectangle (&canvas, left, y, keep_low - left, height, plot_color_fade (theme->rejected, 0.18));
  if (drake)
    plot_canvas_rectangle (&canvas, keep_low, y, keep_high - keep_low, height, plot_color_fade (theme->text, 0.12));
  plot_canvas_rectangle (&canvas, keep_high, y, left + width - keep_high, height, plot_color_fade (theme->verified, 0.2));
  plot_canvas_text (&canvas, _("smaller"), size, PLOT_TEXT_NORMAL, left + 8, y + height - size * 0.5, 0, theme->rejected);
  plot_canvas_text (&canvas, _("larger"), size, PLOT_TEXT_NORMAL, left + width - 8, y + height - size * 0.5, 1, theme->verified);
  for (gsize i = 0; i < G_N_ELEMENTS (ticks); i++)
    {
      const double x = factor_place (ticks[i], left, width);

      write_number (ticks[i], 2, number, sizeof number);
      plot_canvas_text (&canvas, number, size, PLOT_TEXT_NORMAL, x, y + height + size * 1.5, 0.5, theme->secondary);
    }
  plot_canvas_rectangle (&canvas, here - 1, y - 4, 2, height + 4, mark);
  plot_canvas_marker (&canvas, PLOT_MARKER_TRIANGLE, here, y - 8, 5, 1, mark, mark);
  write_number (card->verdict->factor, 3, number, sizeof number);
  label = g_strdup_printf (_("factor %s"), number);
  plot_canvas_text (&canvas, label, size * 1.08, PLOT_TEXT_BOLD, CLAMP (here, left + 34, left + width - 34), y - 19, 0.5, mark);
}

static void
draw_verdict (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  const Card *card = user;
  const PlotTheme *theme = wb_style_plot_theme ();
  const double bar = wb_style_px (40);
  g_autofree char *next = NULL;
  char number[64];
  double y = wb_style_px (12), room = width - 2 * PADDING;

  if (card->verdict == NULL || card->verdict->formula == NULL)
    return;
  write_number (card->attempt->record.h_proposed, 4, number, sizeof number);
  next = g_strdup (number);
  y += draw_formula (cr, "h_next", card->verdict->formula, PADDING, y, room, theme->text) + wb_style_px (10);
  y += draw_formula (cr, "h_next", card->verdict->numbers, PADDING, y, room * 0.72, theme->text);
  {
    PlotCanvas canvas;
    g_autofree char *equals = g_strdup_printf ("= %s", next);

    plot_canvas_init_cairo (&canvas, cr, 1, FALSE);
    plot_canvas_text (&canvas, equals, wb_style_px (17), PLOT_TEXT_BOLD, width - PADDING, y - wb_style_px (14), 1, theme->text);
  }
  if (height - bar - y > wb_style_px (30))
    draw_factor (cr, card, height - bar, PADDING, room);
}

GtkWidget *
wb_verdict_card_new (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *head = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  Card *card = card_new (box);

  card->box = head;
  card->title = gtk_label_new (NULL);
  card->sentence = wb_rich_label_new ("");
  card->clamp = gtk_label_new (NULL);
  card->drawing = gtk_drawing_area_new ();
  gtk_label_set_xalign (GTK_LABEL (card->title), 0);
  gtk_label_set_wrap (GTK_LABEL (card->sentence), TRUE);
  gtk_label_set_wrap (GTK_LABEL (card->title), TRUE);
  gtk_label_set_xalign (GTK_LABEL (card->clamp), 0);
  gtk_label_set_wrap (GTK_LABEL (card->clamp), TRUE);
  gtk_widget_add_css_class (head, "verdict");
  gtk_widget_add_css_class (card->title, "title");
  gtk_widget_add_css_class (card->clamp, "verdict-note");
  gtk_box_append (GTK_BOX (head), card->title);
  gtk_box_append (GTK_BOX (head), card->sentence);
  gtk_box_append (GTK_BOX (box), head);
  gtk_widget_set_vexpand (card->drawing, TRUE);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (card->drawing), draw_verdict, card, NULL);
  gtk_box_append (GTK_BOX (box), card->drawing);
  gtk_box_append (GTK_BOX (box), card->clamp);
  return box;
}

void
wb_verdict_card_show (GtkWidget *widget, const LabAttempt *attempt, ModelSystem *system)
{
  static const char *const classes[] = { "verdict-accepted", "verdict-rejected", "verdict-cut" };
  Card *card = card_of (widget);

  g_clear_pointer (&card->verdict, wb_verdict_free);
  card->attempt = attempt;
  for (gsize i = 0; i < G_N_ELEMENTS (classes); i++)
    gtk_widget_remove_css_class (card->box, classes[i]);
  if (attempt != NULL)
    {
      card->verdict = wb_verdict_new (attempt, system);
      gtk_widget_add_css_class (card->box, classes[card->verdict->kind]);
      if (card->verdict->formula != NULL)
        {
          g_autofree char *spoken = plot_formula_plain ("h_next", card->verdict->formula);

          wb_widget_set_name (card->drawing, spoken);
        }
    }
  gtk_widget_set_visible (card->box, attempt != NULL);
  gtk_label_set_text (GTK_LABEL (card->title), attempt != NULL ? card->verdict->title : "");
  gtk_label_set_text (GTK_LABEL (card->sentence), attempt != NULL ? card->verdict->sentence : "");
  gtk_label_set_text (GTK_LABEL (card->clamp), attempt != NULL && card->verdict->clamp != NULL ? card->verdict->clamp : "");
  gtk_widget_queue_draw (card->drawing);
}

/* ---- error of each state ---- */

static double
error_place (double error, double low, double high, double left, double width)
{
  return left + width * (log10 (CLAMP (error, low, high)) - log10 (low)) / (log10 (high) - log10 (low));
}

/* The states with the largest errors, the largest first. */
static int
choose_states (const LabAttempt *attempt, int *states)
{
  int n = 0;

  for (int i = 0; i < attempt->n_states; i++)
    {
      int at = n;

      while (at > 0 && attempt->scaled_error[states[at - 1]] < attempt->scaled_error[i] && attempt->n_states > MOST_ERRORS)
        at--;
      if (at >= MOST_ERRORS)
        continue;
      for (int k = MIN (n, MOST_ERRORS - 1); k > at; k--)
        states[k] = states[k - 1];
      states[at] = i;
      n = MIN (n + 1, MOST_ERRORS);
    }
  return n;
}

static void
draw_errors (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  const Card *card = user;
  const LabAttempt *attempt = card->attempt;
  const PlotTheme *theme = wb_style_plot_theme ();
  const double size = wb_style_px (13), left = wb_style_px (44), room = width - left - wb_style_px (20), bottom = wb_style_px (52);
  double low = 0.01, high = 100, limit, row;
  int states[MOST_ERRORS], n;
  PlotCanvas canvas;
  char number[64];

  if (attempt == NULL || attempt->scaled_error == NULL)
    return;
  plot_canvas_init_cairo (&canvas, cr, 1, FALSE);
  n = choose_states (attempt, states);
  for (int i = 0; i < n; i++)
    {
      const double error = attempt->scaled_error[states[i]];

      if (error > 0 && isfinite (error))
        {
          high = fmax (high, pow (10, ceil (log10 (error))));
          low = fmin (low, pow (10, floor (fmax (log10 (error), -6))));
        }
    }
  limit = error_place (1, low, high, left, room);
  row = fmin (wb_style_px (44), (height - bottom - wb_style_px (22)) / MAX (n, 1));
  for (double decade = low; decade <= high * 1.001; decade *= 10)
    {
      const double x = error_place (decade, low, high, left, room);

      if (decade != low && decade < high * 0.999 && high / low > 1e5 && ((int) rint (log10 (decade / low)) & 1))
        continue;
      plot_canvas_rectangle (&canvas, x, wb_style_px (18), 1, height - bottom - wb_style_px (14), plot_color_fade (theme->text, 0.08));
      write_number (decade, 1, number, sizeof number);
      plot_canvas_text (&canvas, number, wb_style_px (12), PLOT_TEXT_NORMAL, x, height - bottom + wb_style_px (18), 0.5, theme->secondary);
    }
  for (int i = 0; i < n; i++)
    {
      const double error = attempt->scaled_error[states[i]], y = wb_style_px (22) + row * (i + 0.5), thick = fmin (wb_style_px (20), row * 0.6);
      const double end = error_place (error > 0 ? error : low, low, high, left, room);
      g_autofree char *name = plot_text_variable (model_system_column (card->system, states[i])->name);
      g_autofree char *label = NULL;

      plot_canvas_text (&canvas, name, wb_style_px (15), PLOT_TEXT_NORMAL, left - wb_style_px (12), y + size * 0.35, 1, theme->text);
      plot_canvas_rectangle (&canvas, left, y - thick / 2, fmin (end, limit) - left, thick, plot_color_fade (theme->series[0], 0.85));
      if (end > limit)
        plot_canvas_rectangle (&canvas, limit, y - thick / 2, end - limit, thick, theme->rejected);
      write_number (error, 2, number, sizeof number);
      label = g_strdup_printf ("%s ×", number);
      if (end + wb_style_px (50) < left + room)
        plot_canvas_text (&canvas, label, size, PLOT_TEXT_BOLD, end + 6, y + size * 0.35, 0, error > 1 ? theme->rejected : theme->text);
      else
        plot_canvas_text (&canvas, label, size, PLOT_TEXT_BOLD, left + room, y - thick / 2 - 4, 1, error > 1 ? theme->rejected : theme->text);
    }
  plot_canvas_rectangle (&canvas, limit - 1, wb_style_px (14), 2, height - bottom - wb_style_px (10), theme->rejected);
  plot_canvas_text (&canvas, _("tolerance"), wb_style_px (12), PLOT_TEXT_NORMAL, limit, wb_style_px (11), 0.5, theme->rejected);
}

GtkWidget *
wb_error_card_new (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *remark;
  Card *card = card_new (box);

  card->title = gtk_label_new (_("Error estimate"));
  remark = gtk_label_new (_("over tolerance"));
  gtk_widget_add_css_class (head, "card-head");
  gtk_widget_add_css_class (card->title, "card-title");
  gtk_widget_add_css_class (remark, "card-remark");
  gtk_box_append (GTK_BOX (head), card->title);
  gtk_box_append (GTK_BOX (head), remark);
  gtk_box_append (GTK_BOX (box), head);
  card->drawing = gtk_drawing_area_new ();
  gtk_widget_set_vexpand (card->drawing, TRUE);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (card->drawing), draw_errors, card, NULL);
  gtk_box_append (GTK_BOX (box), card->drawing);
  card->clamp = wb_rich_label_new ("");
  gtk_label_set_wrap (GTK_LABEL (card->clamp), TRUE);
  gtk_widget_add_css_class (card->clamp, "verdict-note");
  gtk_box_append (GTK_BOX (box), card->clamp);
  return box;
}

void
wb_error_card_show (GtkWidget *widget, const LabAttempt *attempt, ModelSystem *system)
{
  Card *card = card_of (widget);
  g_autofree char *text = NULL, *markup = NULL, *name = NULL;
  char number[64];

  card->attempt = attempt;
  card->system = system;
  if (attempt == NULL)
    text = g_strdup ("");
  else if (attempt->scaled_error == NULL)
    text = g_strdup (_("This attempt has no error estimate."));
  else
    {
      write_number (attempt->record.error, 3, number, sizeof number);
      if (attempt->record.worst[0] >= 0)
        name = plot_text_variable (model_system_column (system, attempt->record.worst[0])->name);
      text = name != NULL && attempt->norm == ODE_NORM_INFINITY
               ? g_strdup_printf (_("Norm: largest error, %s; decided by %s"), number, name)
               : name != NULL ? g_strdup_printf (_("Norm: root mean square, %s; largest in %s"), number, name)
                              : g_strdup_printf (_("Norm %s"), number);
    }
  markup = wb_rich_markup (text);
  gtk_label_set_markup (GTK_LABEL (card->clamp), markup);
  wb_widget_set_name (card->drawing, text);
  gtk_widget_queue_draw (card->drawing);
}

/* ---- table of stages ---- */

#define MOST_COLUMNS 3
#define MOST_ROWS 200

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
add_cell (GtkWidget *grid, int column, int row, const char *rich, const char *css, double xalign)
{
  GtkWidget *label = wb_rich_label_new (rich);

  gtk_label_set_xalign (GTK_LABEL (label), (float) xalign);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, css);
  gtk_grid_attach (GTK_GRID (grid), label, column, row, 1, 1);
}

static void
add_number_cell (GtkWidget *grid, int column, int row, double value, int digits)
{
  char text[64] = "";

  if (isfinite (value))
    write_number (value, digits, text, sizeof text);
  add_cell (grid, column, row, isfinite (value) ? text : "–", "stage-cell", 1);
}

/* Returns whether the estimate is the difference of the two weights of the tableau, Σ h (b_i − b̂_i) k_i, up to rounding (1e-9 of the
 * terms). The parts of other estimates (step doubling, DOP853, filters) are not shown. */
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

/* Fills the table of an explicit Runge–Kutta method or any other list of stages,
 * past points, kicks, drifts and entries. */
static void
fill_table (GtkWidget *grid, const LabAttempt *attempt, ModelSystem *system)
{
  const OdeTableau *tableau = attempt->method->tableau;
  const int n = MIN (attempt->n_states, MOST_COLUMNS), worst = MAX (attempt->record.worst[0], 0);
  const gboolean explicit_pair = wb_stage_table_has_parts (attempt);
  int states[MOST_COLUMNS], row = 1, column = 0;
  double largest = 0;
  g_autofree char *worst_name = plot_text_variable (model_system_column (system, worst)->name);
  g_autofree char *part_title = g_strdup_printf (_("Part of the error of %s"), worst_name);

  for (int i = 0; i < n; i++)
    states[i] = attempt->n_states <= MOST_COLUMNS ? i : attempt->record.worst[i] >= 0 ? attempt->record.worst[i] : i;
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
      g_autofree char *name = NULL;

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
      add_cell (grid, column++, row, name, "stage-cell", 0);
      add_number_cell (grid, column++, row, event->kind == ODE_TRACE_ENTRY ? NAN : event->c, 4);
      for (int v = 0; v < 2; v++)
        for (int k = 0; k < n; k++)
          add_number_cell (grid, column++, row, (v == 0 ? event->x : event->k) != NULL ? (v == 0 ? event->x : event->k)[states[k]] : NAN, 5);
      if (explicit_pair && event->kind == ODE_TRACE_STAGE && event->index <= tableau->n_stages && event->k != NULL)
        {
          const int s = event->index - 1;
          Part *part = g_new (Part, 1);
          GtkWidget *bar = gtk_drawing_area_new ();

          *part = (Part) { attempt->record.h * (tableau->b[s] - tableau->b_hat[s]) * event->k[worst], largest,
                           CLAMP (tableau->n_stages <= PLOT_N_STAGES ? s : s * (PLOT_N_STAGES - 1) / MAX (tableau->n_stages - 1, 1), 0, PLOT_N_STAGES - 1) };
          add_number_cell (grid, column++, row, tableau->b[s], 4);
          add_number_cell (grid, column++, row, tableau->b[s] - tableau->b_hat[s], 4);
          gtk_widget_set_size_request (bar, (int) wb_style_px (120), (int) wb_style_px (22));
          gtk_widget_set_hexpand (bar, TRUE);
          gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (bar), draw_part, part, g_free);
          gtk_grid_attach (GTK_GRID (grid), bar, column++, row, 1, 1);
        }
      row++;
    }
}

GtkWidget *
wb_stage_table_new (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *scroller;
  Card *card = card_new (box);

  card->title = gtk_label_new (_("Stages"));
  card->sentence = wb_rich_label_new ("");
  gtk_widget_add_css_class (head, "card-head");
  gtk_widget_add_css_class (card->title, "card-title");
  gtk_widget_add_css_class (card->sentence, "card-remark");
  gtk_box_append (GTK_BOX (head), card->title);
  gtk_box_append (GTK_BOX (head), card->sentence);
  gtk_box_append (GTK_BOX (box), head);
  scroller = gtk_scrolled_window_new ();
  gtk_widget_set_vexpand (scroller, TRUE);
  card->drawing = scroller;
  gtk_box_append (GTK_BOX (box), scroller);
  return box;
}

void
wb_stage_table_show (GtkWidget *widget, const LabAttempt *attempt, ModelSystem *system)
{
  Card *card = card_of (widget);
  GtkWidget *grid = gtk_grid_new ();

  gtk_widget_add_css_class (grid, "stage-table");
  gtk_grid_set_column_spacing (GTK_GRID (grid), 16);
  gtk_widget_set_valign (grid, GTK_ALIGN_START);
  if (attempt != NULL)
    fill_table (grid, attempt, system);
  gtk_label_set_text (GTK_LABEL (card->sentence),
                      attempt != NULL && attempt->truncated ? _("the first ones") : "");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (card->drawing), grid);
}

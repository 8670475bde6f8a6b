/* Builds the table of counters and refreshes it while it is visible. */
#include "wb-statistics-page.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "wb-widgets.h"

/* Time in ms between two updates of the open table during a run. */
#define EVERY_MS 200

/* A row of the table. A row without a value is a heading. */
typedef struct
{
  const char *label;
  enum { HEADING, COUNT, SIZE } type;
  double (*value) (const SimStatistics *statistics);
} Row;

#define COUNTER(name, member)                                                                                                                \
  static double name (const SimStatistics *s)                                                                                                \
  {                                                                                                                                          \
    return (double) s->member;                                                                                                               \
  }
COUNTER (rhs_stages, ode.rhs_by_purpose[ODE_RHS_STAGES])
COUNTER (rhs_rejected, ode.rhs_by_purpose[ODE_RHS_REJECTED])
COUNTER (rhs_error, ode.rhs_by_purpose[ODE_RHS_ERROR])
COUNTER (rhs_jacobian, ode.rhs_by_purpose[ODE_RHS_JACOBIAN])
COUNTER (rhs_events, ode.rhs_by_purpose[ODE_RHS_EVENTS])
COUNTER (rhs_dense, ode.rhs_by_purpose[ODE_RHS_DENSE])
COUNTER (rhs_startup, ode.rhs_by_purpose[ODE_RHS_STARTUP])
COUNTER (rhs_all, ode.rhs_evaluations)
COUNTER (attempted, ode.steps_attempted)
COUNTER (rejected_error, ode.rejected_error)
COUNTER (rejected_newton, ode.rejected_newton)
COUNTER (rejected_undefined, ode.rejected_undefined)
COUNTER (cut, cut_by_event)
COUNTER (cut_at_switch, cut_by_switch)
COUNTER (stopped, stopped)
COUNTER (switches, switches)
COUNTER (first_step, ode.initial_step_taken)
COUNTER (smallest_adapted, ode.smallest_adapted_step)
COUNTER (jacobians, ode.jacobian_evaluations)
COUNTER (factorizations, ode.factorizations)
COUNTER (convergent, ode.convergent_iterations)
COUNTER (divergent, ode.divergent_iterations)
COUNTER (estimator_rhs, ode.error_rhs_evaluations)
COUNTER (estimator_newton, ode.error_newton_iterations)
COUNTER (projections_q, ode.projections_q)
COUNTER (projections_u, ode.projections_u)
COUNTER (projection_failures, ode.projection_failures)
COUNTER (publishes, publishes)
COUNTER (discrete_updates, discrete_updates)
COUNTER (unrestricted_updates, unrestricted_updates)
COUNTER (witness_events, witness_events)
COUNTER (witness_iterations, witness_iterations)

static const Row rows[] = {
  { N_ ("Right-hand sides"), HEADING, NULL },
  /* Translators: row below "Right-hand sides": evaluations in accepted steps. */
  { N_ ("in accepted steps"), COUNT, rhs_stages },
  /* Translators: row below "Right-hand sides". */
  { N_ ("in rejected attempts"), COUNT, rhs_rejected },
  /* Translators: row below "Right-hand sides". */
  { N_ ("for error estimates"), COUNT, rhs_error },
  /* Translators: row below "Right-hand sides". */
  { N_ ("for Jacobians"), COUNT, rhs_jacobian },
  /* Translators: row below "Right-hand sides": evaluations to locate events. */
  { N_ ("for events"), COUNT, rhs_events },
  /* Translators: row below "Right-hand sides". */
  { N_ ("for dense output"), COUNT, rhs_dense },
  /* Translators: row below "Right-hand sides": evaluations for the first step size. */
  { N_ ("at the start"), COUNT, rhs_startup },
  /* Translators: row below "Right-hand sides". */
  { N_ ("total"), COUNT, rhs_all },
  { N_ ("Steps"), HEADING, NULL },
  { N_ ("attempted steps"), COUNT, attempted },
  { N_ ("rejected by the error"), COUNT, rejected_error },
  { N_ ("rejected by the nonlinear solver"), COUNT, rejected_newton },
  { N_ ("rejected, model undefined"), COUNT, rejected_undefined },
  { N_ ("cut at an event"), COUNT, cut },
  { N_ ("cut at a switch"), COUNT, cut_at_switch },
  { N_ ("ended without a result"), COUNT, stopped },
  { N_ ("ending at a switch"), COUNT, switches },
  { N_ ("first step"), SIZE, first_step },
  { N_ ("smallest adapted step"), SIZE, smallest_adapted },
  { N_ ("Nonlinear equations"), HEADING, NULL },
  { N_ ("Jacobians"), COUNT, jacobians },
  { N_ ("factorizations"), COUNT, factorizations },
  { N_ ("iterations that converged"), COUNT, convergent },
  { N_ ("iterations that diverged"), COUNT, divergent },
  { N_ ("iterations of the error estimator"), COUNT, estimator_newton },
  { N_ ("right-hand sides of the error estimator"), COUNT, estimator_rhs },
  { N_ ("Constraints"), HEADING, NULL },
  { N_ ("projections of positions"), COUNT, projections_q },
  { N_ ("projections of velocities"), COUNT, projections_u },
  { N_ ("failed projections"), COUNT, projection_failures },
  { N_ ("Events"), HEADING, NULL },
  { N_ ("located crossings"), COUNT, witness_events },
  { N_ ("iterations to locate them"), COUNT, witness_iterations },
  { N_ ("discrete updates"), COUNT, discrete_updates },
  { N_ ("jumps of continuous states"), COUNT, unrestricted_updates },
  { N_ ("publish events"), COUNT, publishes },
};

typedef struct
{
  WbSession *session;
  GtkWidget *popover, *values[G_N_ELEMENTS (rows)], *labels[G_N_ELEMENTS (rows)];
  guint source;
} Page;

static void
page_free (gpointer data, GClosure *closure)
{
  Page *page = data;

  g_clear_handle_id (&page->source, g_source_remove);
  g_free (page);
}

/* Hides rows whose counter is zero, except those of the first group. Shows a heading if one of its rows is visible. */
static void
refresh (Page *page)
{
  WbRunItem *run = wb_session_current (page->session);
  SimStatistics none = { .ode = { .initial_step_taken = NAN, .smallest_adapted_step = NAN } };
  const SimStatistics *statistics = run != NULL ? &wb_run_item_state (run)->statistics : &none;
  const char *unit = run != NULL ? model_time_unit (wb_run_item_model (run)) : "";
  guint heading = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      gboolean shown = heading == 0;
      char number[64];

      if (rows[i].type == HEADING)
        {
          heading = i;
          gtk_widget_set_visible (page->labels[i], i == 0);
          continue;
        }
      double value = rows[i].value (statistics);

      shown = shown || (value > 0 && !isnan (value));
      if (rows[i].type == COUNT)
        plot_format_count ((guint64) fmax (value, 0), number, sizeof number);
      else
        plot_format_number (value, 3, number, sizeof number);
      g_autofree char *text = rows[i].type == COUNT ? g_strdup (number) : g_strdup_printf ("%s\u2009%s", number, unit);
      gtk_label_set_text (GTK_LABEL (page->values[i]), isnan (value) ? "–" : text);
      gtk_widget_set_visible (page->values[i], shown);
      gtk_widget_set_visible (page->labels[i], shown);
      if (shown)
        gtk_widget_set_visible (page->labels[heading], TRUE);
    }
}

static gboolean
on_tick (gpointer data)
{
  refresh (data);
  return G_SOURCE_CONTINUE;
}

static void
on_map (GtkWidget *popover, Page *page)
{
  refresh (page);
  if (page->source == 0)
    page->source = g_timeout_add (EVERY_MS, on_tick, page);
}

static void
on_unmap (GtkWidget *popover, Page *page)
{
  g_clear_handle_id (&page->source, g_source_remove);
}

GtkWidget *
wb_statistics_page_button_new (WbSession *session)
{
  Page *page = g_new0 (Page, 1);
  GtkWidget *button = gtk_menu_button_new (), *grid = gtk_grid_new ();

  page->session = session;
  page->popover = gtk_popover_new ();
  gtk_grid_set_column_spacing (GTK_GRID (grid), 24);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 2);
  gtk_widget_set_margin_top (grid, 8);
  gtk_widget_set_margin_bottom (grid, 8);
  gtk_widget_set_margin_start (grid, 8);
  gtk_widget_set_margin_end (grid, 8);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      page->labels[i] = wb_label_new (_(rows[i].label), NULL);
      gtk_widget_add_css_class (page->labels[i], rows[i].type == HEADING ? "group-remark" : "row-remark");
      if (rows[i].type == HEADING && i > 0)
        gtk_widget_set_margin_top (page->labels[i], 6);
      gtk_grid_attach (GTK_GRID (grid), page->labels[i], 0, (int) i, rows[i].type == HEADING ? 2 : 1, 1);
      if (rows[i].type == HEADING)
        continue;
      page->values[i] = gtk_label_new (NULL);
      gtk_label_set_xalign (GTK_LABEL (page->values[i]), 1);
      gtk_widget_set_hexpand (page->values[i], TRUE);
      gtk_grid_attach (GTK_GRID (grid), page->values[i], 1, (int) i, 1, 1);
      gtk_accessible_update_relation (GTK_ACCESSIBLE (page->values[i]), GTK_ACCESSIBLE_RELATION_LABELLED_BY, page->labels[i], NULL, -1);
    }
  gtk_popover_set_child (GTK_POPOVER (page->popover), grid);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), page->popover);
  gtk_menu_button_set_direction (GTK_MENU_BUTTON (button), GTK_ARROW_UP);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "wb-more-symbolic");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "plot-menu");
  wb_widget_set_label (button, _("All statistics"));
  g_signal_connect_data (page->popover, "map", G_CALLBACK (on_map), page, page_free, 0);
  g_signal_connect (page->popover, "unmap", G_CALLBACK (on_unmap), page);
  return button;
}

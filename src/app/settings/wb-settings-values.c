/* Builds the rows of parameters, constants, initial values and times. */
#include "wb-settings-values.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-text.h"
#include "wb-setting-rows.h"
#include "wb-tooltip.h"
#include "wb-translate.h"
#include "wb-widgets.h"

/* Largest number of rows for states, and for the error weights of states. */
#define MOST_INITIAL_ROWS 60

/* Ranges of numbers without a slider. The buttons of a field with a logarithmic scale multiply and divide its
 * value. */
static const WbSliderRange no_slider = { NAN, NAN, 0, FALSE }, log_scale = { NAN, NAN, 0, TRUE };

static void
add_reset_all (GtkWidget *page, const char *action)
{
  GtkWidget *button = wb_styled (gtk_button_new_with_label (_("Reset all")), "raised");

  gtk_widget_set_halign (button, GTK_ALIGN_END);
  gtk_widget_set_margin_top (button, 12);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_box_append (GTK_BOX (page), button);
}

static void
add_quantity (WbSession *session, GtkWidget *box, WbKind kind, const ModelQuantity *quantity)
{
  WbSliderRange range = wb_slider_range (quantity);

  for (int i = 0; i < MAX (quantity->size, 1) && i < 64; i++)
    {
      g_autofree char *key = quantity->size > 0 ? g_strdup_printf ("%s[%d]", quantity->name, i + 1) : g_strdup (quantity->name);
      g_autofree char *label = plot_text_quantity (key, "");

      gtk_box_append (GTK_BOX (box), wb_value_row_new (session, kind, key, label, quantity->unit, quantity->about, &range));
    }
}

void
wb_settings_fill_parameters (GtkWidget *page, WbSession *session)
{
  GtkWidget *box;
  Model *model = wb_session_model (session);

  wb_widget_empty_box (page);
  if (model == NULL)
    return;
  if (model_n_parameters (model) > 0)
    {
      box = wb_rows_box_new ();
      for (int i = 0; i < model_n_parameters (model); i++)
        add_quantity (session, box, WB_PARAMETER, model_parameter (model, i));
      gtk_box_append (GTK_BOX (page), box);
    }
  else
    {
      GtkWidget *label = wb_styled (gtk_label_new (_("This model has no parameters.")), "remark");

      gtk_box_append (GTK_BOX (page), label);
    }
  if (model_n_constants (model) > 0)
    {
      GtkWidget *title = wb_rows_title_new (_("Constants"), _("a change of a constant restarts the run"));

      gtk_widget_set_margin_top (title, 15);
      gtk_widget_set_margin_bottom (title, 6);
      gtk_box_append (GTK_BOX (page), title);
      box = wb_rows_box_new ();
      for (int i = 0; i < model_n_constants (model); i++)
        add_quantity (session, box, WB_CONSTANT, model_constant (model, i));
      gtk_box_append (GTK_BOX (page), box);
    }
  if (model_n_parameters (model) + model_n_constants (model) > 0)
    add_reset_all (page, "win.reset-parameters");
}

/* Adds rows for the weights of the continuous states in the error norm. */
static void
add_weights (WbSession *session, GtkWidget *page, ModelSystem *system)
{
  const OdeSystem *ode = model_system_ode (system);
  GtkWidget *box, *title;

  if (ode->n_states == 0)
    return;
  box = wb_rows_box_new ();
  /* Translators: remark beside the title "Weights". */
  title = wb_rows_title_new (_("Weights"), _("of the states in the error norm"));
  gtk_widget_set_margin_top (title, 15);
  gtk_widget_set_margin_bottom (title, 6);
  wb_tooltip_set (title, wb_translate (sim_config_row ("weights")->about));
  gtk_box_append (GTK_BOX (page), title);
  for (int i = 0; i < MIN (ode->n_states, MOST_INITIAL_ROWS); i++)
    {
      g_autofree char *key = g_strconcat ("weights.", ode->names[i], NULL), *label = plot_text_quantity (ode->names[i], "");

      gtk_box_append (GTK_BOX (box), wb_value_row_new (session, WB_SETTING, key, label, "", NULL, &log_scale));
    }
  gtk_box_append (GTK_BOX (page), box);
}

void
wb_settings_fill_initial (GtkWidget *page, WbSession *session)
{
  GtkWidget *box = wb_rows_box_new (), *times = wb_rows_box_new (), *title;
  ModelSystem *system = wb_session_system (session);
  const char *unit;
  int shown = 0;

  wb_widget_empty_box (page);
  g_object_ref_sink (box);
  g_object_ref_sink (times);
  if (system != NULL)
    {
      unit = model_time_unit (wb_session_model (session));
      for (int i = 0; i < model_system_n_columns (system) && shown < MOST_INITIAL_ROWS; i++)
        {
          const ModelColumn *column = model_system_column (system, i);
          g_autofree char *label = NULL;

          if (column->type != MODEL_COLUMN_STATE && column->type != MODEL_COLUMN_DISCRETE)
            continue;
          label = plot_text_quantity (column->name, "");
          gtk_box_append (GTK_BOX (box), wb_value_row_new (session, WB_INITIAL, column->name, label, column->unit, column->about,
                                                           &no_slider));
          shown++;
        }
      gtk_box_append (GTK_BOX (page), box);
      add_weights (session, page, system);
      title = wb_rows_title_new (_("Time"), NULL);
      gtk_widget_set_margin_top (title, 15);
      gtk_widget_set_margin_bottom (title, 6);
      gtk_box_append (GTK_BOX (page), title);
      gtk_box_append (GTK_BOX (times), wb_value_row_new (session, WB_TIME, "start", _("Start"), unit, NULL, &no_slider));
      gtk_box_append (GTK_BOX (times), wb_value_row_new (session, WB_TIME, "end", _("End"), unit, NULL, &no_slider));
      gtk_box_append (GTK_BOX (page), times);
      add_reset_all (page, "win.reset-initial");
    }
  g_object_unref (box);
  g_object_unref (times);
}

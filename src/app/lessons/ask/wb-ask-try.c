/* Builds the rows of settings and parameters that a page offers to the reader. */
#include "wb-ask-try.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sim-config-rows.h"
#include "wb-setting-rows.h"

static GtkWidget *
quantity_row (WbSession *session, WbKind kind, const ModelQuantity *quantity)
{
  WbSliderRange range = wb_slider_range (quantity);
  g_autofree char *label = g_strdup_printf ("*%s*", quantity->name);

  return wb_value_row_new (session, kind, quantity->name, label, quantity->unit, quantity->about, &range);
}

/* Makes the row for a parameter or constant of the model. Returns NULL if the model has no such value. */
static GtkWidget *
model_row (WbSession *session, const char *key)
{
  Model *model = wb_session_model (session);

  for (int k = 0; model != NULL && k < model_n_parameters (model); k++)
    if (strcmp (model_parameter (model, k)->name, key) == 0 && model_parameter (model, k)->size == 0)
      return quantity_row (session, WB_PARAMETER, model_parameter (model, k));
  for (int k = 0; model != NULL && k < model_n_constants (model); k++)
    if (strcmp (model_constant (model, k)->name, key) == 0)
      return quantity_row (session, WB_CONSTANT, model_constant (model, k));
  return NULL;
}

GtkWidget *
wb_ask_try_row_new (WbSession *session, const char *key)
{
  GtkWidget *row = model_row (session, key);
  const SimSettingRow *setting;

  if (row != NULL)
    return row;
  if (strcmp (key, "fixed_step") == 0 || strcmp (key, "step") == 0 || (strcmp (key, "max_step") == 0 && !sim_config_get_boolean (wb_session_config (session), "error_control")))
    return wb_setting_row_new_labelled (session, sim_config_row ("max_step"), _("Step size"));
  setting = sim_config_row_of (key);
  return setting != NULL ? wb_setting_row_new (session, setting) : NULL;
}

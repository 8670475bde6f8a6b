/* Proposes the options of the studies of a model that have no value in common for all models. */
#include <math.h>
#include <string.h>

#include "wb-lab-studies.h"

/* Number of values of the parameter in a new orbit diagram, and number of points for each. */
#define VALUES 240
#define POINTS "64"
#define SECTION_POINTS "300"

static gboolean
has_parameter (Model *model, const char *name)
{
  for (int k = 0; k < model_n_parameters (model); k++)
    if (strcmp (model_parameter (model, k)->name, name) == 0 && model_parameter (model, k)->size == 0)
      return TRUE;
  return FALSE;
}

/* Returns the equation of the first continuous state if it is a scalar, or NULL. */
static const ModelEquation *
first_state (Model *model)
{
  for (int k = 0; k < model_n_equations (model); k++)
    if (model_equation (model, k)->kind == MODEL_EQUATION_STATE)
      return model_equation (model, k)->n_elements == 0 ? model_equation (model, k) : NULL;
  return NULL;
}

/* Returns the quantity whose zero is the section of a plot of the model, or NULL. */
static const char *
section_of_plot (Model *model)
{
  for (int k = 0; k < model_n_plots (model); k++)
    {
      const ModelPlot *plot = model_plot (model, k);

      for (int e = 0; plot->type == MODEL_PLOT_SECTION && plot->at != NULL && e < model_n_equations (model); e++)
        if (strcmp (model_equation (model, e)->name, plot->at) == 0)
          return plot->at;
    }
  return NULL;
}

/* A driven model with a parameter omega is observed once in each period of the drive; another one on the section of its plot or, if it has
 * none, at the maxima of its first state, where the derivative falls through 0. */
static void
propose_section (WbLabStudies *self, Model *model, ModelSystem *system, const char *span)
{
  WbStudy *study = wb_lab_studies_study (self, wb_lab_studies_find ("poincare"));
  const ModelEquation *state = model != NULL ? first_state (model) : NULL;
  const char *plot = model != NULL ? section_of_plot (model) : NULL;
  gboolean driven = system != NULL && model_system_ode (system)->time_dependent && has_parameter (model, "omega");

  wb_study_adapt_option (study, "strobe", driven ? "2*pi/omega" : NULL);
  wb_study_adapt_option (study, "section", driven ? NULL : plot != NULL ? plot : state != NULL ? state->right : NULL);
  wb_study_adapt_option (study, "transient", span);
  wb_study_adapt_option (study, "keep", model != NULL ? SECTION_POINTS : NULL);
  wb_study_adapt_option (study, "direction", driven || plot != NULL || state == NULL ? NULL : "falling");
}

/* Varies the first parameter that has a range; if none has, the first parameter around its value. */
static void
propose_parameter (WbLabStudies *self, Model *model, const char *span)
{
  WbStudy *study = wb_lab_studies_study (self, wb_lab_studies_find ("orbit"));
  const ModelQuantity *found = NULL;
  g_autofree char *vary = NULL;
  char number[2][G_ASCII_DTOSTR_BUF_SIZE];

  for (int k = model != NULL ? model_n_parameters (model) : 0; k-- > 0;)
    {
      const ModelQuantity *quantity = model_parameter (model, k);

      if (quantity->size == 0 && (found == NULL || quantity->low < quantity->high || !(found->low < found->high)))
        found = quantity;
    }
  if (found != NULL)
    {
      double by = found->value != 0 ? fabs (found->value) / 2 : 1;
      gboolean ranged = found->low < found->high;

      vary = g_strdup_printf ("%s=%s:%s:%d", found->name, g_ascii_dtostr (number[0], sizeof number[0], ranged ? found->low : found->value - by),
                              g_ascii_dtostr (number[1], sizeof number[1], ranged ? found->high : found->value + by), VALUES);
    }
  wb_study_adapt_option (study, "vary", vary);
  wb_study_adapt_option (study, "transient", span);
  wb_study_adapt_option (study, "keep", model != NULL ? POINTS : NULL);
}

void
wb_lab_studies_propose (WbLabStudies *self, WbSession *session)
{
  Model *model = wb_session_model (session);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  /* the time span of the model is the transient, after which a run is near its attractor */
  const char *span = model != NULL ? g_ascii_dtostr (number, sizeof number, wb_session_t_end (session) - wb_session_t_start (session)) : NULL;

  propose_section (self, model, model != NULL ? wb_session_system (session) : NULL, span);
  propose_parameter (self, model, span);
}

/* The call plot: draws a run or the result of a study. */
#include <string.h>

#include "plot-kind.h"
#include "serve-private.h"
#include "serve-run.h"

gboolean
serve_picture_format (const ModelYaml *request, PlotFormat *format, const char **theme, GError **error)
{
  const char *word = model_yaml_get_text (request, "format", "svg");
  g_autofree char *path = g_strconcat (".", word, NULL);

  *theme = model_yaml_get_text (request, "theme", "light");
  if (plot_format_from_path (path, format, NULL))
    return TRUE;
  g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "'format' is svg, png or pdf, not '%s'", word);
  return FALSE;
}

void
serve_answer_add_file (ServeAnswer *answer, GBytes *bytes)
{
  gsize n;
  gconstpointer data = g_bytes_get_data (bytes, &n);

  serve_answer_add (answer, "file", SERVE_U8, data, n);
}

/* Sets an error with the ids of all views. */
static void
refuse_view (const char *view, GError **error)
{
  g_autoptr (GString) ids = g_string_new ("all");

  for (int k = 0; plot_kinds[k] != NULL; k++)
    g_string_append_printf (ids, ", %s", plot_kinds[k]->id);
  g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "'view' is one of %s, not '%s'", ids->str, view);
}

static GBytes *
draw_run (const ServeRun *run, const char *view, const char *theme, PlotFormat format, GError **error)
{
  const PlotKind *kind = plot_kind_find (view);
  const OdeMethod *method = sim_config_method (run->setup->config);
  g_autofree char *integrator = g_strdup_printf ("%s (%s)", method->label, method->id), *settings = sim_config_to_yaml (run->setup->config, FALSE);
  PlotRun drawn = { .trajectory = run->trajectory, .tape = run->tape, .system = run->system, .t_start = run->t_start, .t_end = run->t_end,
                    .method = method, .max_step = sim_config_get_number (run->setup->config, "max_step") };
  PlotProvenance provenance = { .title = model_name (run->setup->model), .model = model_name (run->setup->model), .integrator = integrator,
                                .settings = settings, .version = "Stepwise " STEPWISE_VERSION };

  if (kind == NULL && strcmp (view, "all") != 0)
    {
      refuse_view (view, error);
      return NULL;
    }
  if (kind != NULL && !plot_kind_fits_model (kind, run->system, error))
    return NULL;
  return plot_export_run (&drawn, view, theme, format, &provenance, error);
}

static const char *const plot_keys[] = { "run", "result", "view", "format", "theme", NULL };

/* Sends the bytes of a file with a picture. */
static gboolean
plot (Serve *serve, const ModelYaml *request, ServeAnswer *answer, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  PlotFormat format;
  const char *theme;

  if (!serve_picture_format (request, &format, &theme, error))
    return FALSE;
  if (serve_get (request, "result") != NULL)
    {
      gpointer study = serve_object (serve, request, SERVE_STUDY, error);

      bytes = study != NULL ? serve_study_draw (study, theme, format, error) : NULL;
    }
  else
    {
      const ServeRun *run = serve_object (serve, request, SERVE_RUN, error);

      bytes = run != NULL ? draw_run (run, model_yaml_get_text (request, "view", "all"), theme, format, error) : NULL;
    }
  if (bytes == NULL)
    return FALSE;
  serve_answer_add_file (answer, bytes);
  return TRUE;
}

const ServeCall serve_call_plot = { "plot", plot_keys, plot };

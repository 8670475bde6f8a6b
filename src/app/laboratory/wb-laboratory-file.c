/* Writes the state of the Laboratory as YAML, and reads it. */
#include "wb-laboratory-file.h"

#include <math.h>
#include <string.h>

#include "wb-lab-studies.h"
#include "wb-laboratory.h"

static const char *const diagram_keys[WB_N_LAB_DIAGRAM_CHOICES] = { "diagram_state", "diagram_point" };

const WbLabPage *const wb_lab_pages[WB_N_LAB_PAGES] = {
#define WB_LAB_PAGE(name) &wb_laboratory_page_##name,
#include "wb-lab-pages.def"
#undef WB_LAB_PAGE
};

gboolean
wb_laboratory_has_page (const char *page)
{
  if (g_str_has_prefix (page, WB_LAB_PAGE_ID_STUDIES ":"))
    return wb_lab_studies_find (page + strlen (WB_LAB_PAGE_ID_STUDIES ":")) >= 0;
  for (int k = 0; k < WB_N_LAB_PAGES; k++)
    if (strcmp (page, wb_lab_pages[k]->id) == 0)
      return TRUE;
  return FALSE;
}

char *
wb_laboratory_page_names (void)
{
  GString *names = g_string_new (NULL);

  for (int k = 0; k < WB_N_LAB_PAGES; k++)
    g_string_append_printf (names, "%s%s", k > 0 ? ", " : "", wb_lab_pages[k]->id);
  for (int k = 0; k < wb_lab_studies_n (); k++)
    g_string_append_printf (names, ", " WB_LAB_PAGE_ID_STUDIES ":%s", wb_lab_studies_kind (k)->id);
  return g_string_free (names, FALSE);
}

/* Returns the key of a choice for the plot of a study: "work_precision_axis". Free it with g_free. */
static char *
key_of (const LabStudyKind *kind, const char *choice)
{
  return g_strdelimit (g_strconcat (kind->id, "_", choice, NULL), "-", '_');
}

void
wb_laboratory_write (WbSession *session, ModelYamlWriter *out)
{
  WbLaboratory *laboratory = wb_laboratory_of (session);

  model_yaml_writer_begin_mapping (out, "laboratory");
  model_yaml_writer_text (out, "page", wb_laboratory_page (laboratory));
  if (!isnan (wb_laboratory_step (laboratory)))
    model_yaml_writer_number (out, "step", wb_laboratory_step (laboratory));
  for (const LabStudyKind *const *kind = lab_registry (); *kind != NULL; kind++)
    if ((*kind)->varied != NULL)
      {
        g_autofree char *axis = key_of (*kind, "axis"), *error = key_of (*kind, "error");

        model_yaml_writer_text (out, axis, wb_laboratory_axis (laboratory, (*kind)->id));
        model_yaml_writer_text (out, error, wb_laboratory_error (laboratory, (*kind)->id));
      }
  if (*wb_laboratory_models (laboratory) != '\0')
    model_yaml_writer_text (out, "further_models", wb_laboratory_models (laboratory));
  if (wb_laboratory_shows_star (laboratory))
    model_yaml_writer_boolean (out, "order_star", TRUE);
  if (wb_laboratory_layers (laboratory) != PLOT_STUDY_ALL_LAYERS)
    model_yaml_writer_integer (out, "layers", wb_laboratory_layers (laboratory));
  for (int k = 0; k < WB_N_LAB_PLANE_OPTIONS; k++)
    if (wb_laboratory_plane (laboratory, k) != NULL)
      {
        g_autofree char *key = g_strconcat ("plane_", wb_laboratory_plane_key (k), NULL);

        model_yaml_writer_text (out, key, wb_laboratory_plane (laboratory, k));
      }
  if (wb_laboratory_tableau (laboratory) != NULL)
    model_yaml_writer_text (out, "tableau", wb_laboratory_tableau (laboratory));
  for (int k = 0; k < WB_N_LAB_DIAGRAM_CHOICES; k++)
    if (wb_laboratory_diagram (laboratory, k) != NULL)
      model_yaml_writer_text (out, diagram_keys[k], wb_laboratory_diagram (laboratory, k));
  wb_lab_studies_write (wb_lab_studies_of (session), out);
  model_yaml_writer_end_mapping (out);
}

void
wb_laboratory_resume (WbSession *session, const ModelYaml *node)
{
  WbLaboratory *laboratory = wb_laboratory_of (session);
  const char *page, *step, *layers, *plane[WB_N_LAB_PLANE_OPTIONS];

  if (node == NULL || node->type != MODEL_YAML_MAPPING)
    return;
  page = model_yaml_get_text (node, "page", WB_LAB_PAGE_ID_METHOD);
  step = model_yaml_get_text (node, "step", NULL);
  for (int k = 0; k < WB_N_LAB_DIAGRAM_CHOICES; k++)
    wb_laboratory_set_diagram (laboratory, k, model_yaml_get_text (node, diagram_keys[k], NULL));
  wb_lab_studies_resume (wb_lab_studies_of (session), model_yaml_get (node, "studies"));
  if (step != NULL)
    wb_laboratory_resume_step (laboratory, g_ascii_strtod (step, NULL));
  for (const LabStudyKind *const *kind = lab_registry (); *kind != NULL; kind++)
    if ((*kind)->varied != NULL)
      {
        g_autofree char *axis = key_of (*kind, "axis"), *error = key_of (*kind, "error");

        wb_laboratory_set_axis (laboratory, (*kind)->id, model_yaml_get_text (node, axis, (*kind)->over));
        wb_laboratory_set_error (laboratory, (*kind)->id, model_yaml_get_text (node, error, "end"));
      }
  wb_laboratory_set_models (laboratory, model_yaml_get_text (node, "further_models", ""));
  wb_laboratory_show_star (laboratory, strcmp (model_yaml_get_text (node, "order_star", "false"), "true") == 0);
  layers = model_yaml_get_text (node, "layers", NULL);
  wb_laboratory_show_layer (laboratory, PLOT_STUDY_ALL_LAYERS, layers == NULL);
  if (layers != NULL)
    wb_laboratory_show_layer (laboratory, (guint) g_ascii_strtoull (layers, NULL, 10), TRUE);
  for (int k = 0; k < WB_N_LAB_PLANE_OPTIONS; k++)
    {
      g_autofree char *key = g_strconcat ("plane_", wb_laboratory_plane_key (k), NULL);

      plane[k] = model_yaml_get_text (node, key, NULL);
    }
  wb_laboratory_resume_plane (laboratory, plane);
  wb_laboratory_set_tableau (laboratory, model_yaml_get_text (node, "tableau", NULL));
  if (wb_laboratory_has_page (page))
    wb_laboratory_set_page (laboratory, page);
}

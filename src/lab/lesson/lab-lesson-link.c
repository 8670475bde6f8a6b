/* Reads the links of pages, which name a view and what it shows, and checks that the view can show it. */
#include "lab-lesson-private.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "lab-comparison.h"
#include "lab-option.h"
#include "lab-option-form.h"
#include "lab-registry.h"
#include "lab-study-file.h"

const char *const lab_lesson_views[] = { "simulate", "compare", "laboratory", "microscope", "ensemble", NULL };

/* ---- Microscope ---- */

static gboolean
read_microscope (LabLessonLink *link, ModelYaml *value, GPtrArray *diagnostics)
{
  static const char *const words[] = { "attempt", "rejection", "event" };
  gint64 number;

  for (int k = 0; value->type == MODEL_YAML_MAPPING && value->n_items == 1 && k < 3; k++)
    if (strcmp (value->keys[0]->text, words[k]) == 0 && model_yaml_integer (value->items[0], &number) && number >= 1 && number <= G_MAXINT)
      {
        link->kind = (LabLinkKind) (LAB_LINK_ATTEMPT + k);
        link->number = (int) number;
        return TRUE;
      }
  model_yaml_error (value, diagnostics, _("'microscope' must be {attempt: N}, {rejection: N} or {event: N} with N from 1"));
  return FALSE;
}

/* ---- Laboratory ---- */

/* Reads the id of a study that the Laboratory shows. */
static gboolean
read_laboratory (LabLessonLink *link, ModelYaml *value, GPtrArray *diagnostics)
{
  const LabStudyKind *kind;

  if (link->words[0] == NULL || link->words[1] != NULL)
    {
      model_yaml_error (value, diagnostics, _("'laboratory' must be the name of one study"));
      return FALSE;
    }
  kind = lab_registry_find (link->words[0]);
  if (kind == NULL)
    model_yaml_error (value, diagnostics, _("unknown study '%s'; 'stepwise-cli list studies' lists them"), link->words[0]);
  else if (kind->places & (LAB_PLACE_CARDS | LAB_PLACE_METHOD | LAB_PLACE_PLANE))
    return TRUE;
  else if (kind->places & LAB_PLACE_ENSEMBLE)
    model_yaml_error (value, diagnostics, _("the Ensemble view shows the study '%s'; write {ensemble: FILE}"), kind->id);
  else
    model_yaml_error (value, diagnostics, _("the Laboratory has no page for the study '%s'"), kind->id);
  return FALSE;
}

/* The options that the pages of the phase plane and of the method can show. Another study takes all its options. */
static const char *const plane_keys[] = { "axes", "slice", "section", "box", "time", NULL };
static const char *const method_keys[] = { "integrators", "models", "step", NULL };

/* Returns the keys that `with` may have for a study, NULL-terminated. Free the array, not the keys. */
static const char **
keys_of (const LabStudyKind *kind)
{
  const char **keys = g_new0 (const char *, MAX (kind->n_options, 8) + 1);
  const char *const *of_page = kind->places & LAB_PLACE_CARDS ? NULL : kind->places & LAB_PLACE_PLANE ? plane_keys : method_keys;

  for (int k = 0; of_page != NULL && of_page[k] != NULL; k++)
    keys[k] = of_page[k];
  for (int k = 0; of_page == NULL && k < kind->n_options; k++)
    keys[k] = kind->options[k].key;
  return keys;
}

/* Returns the row of an option that a page of the Laboratory shows: that of the study or, on the pages of the plane and of the method, of a study
 * that has the option there. The step of the method is an option of none. */
static const LabOptionRow *
row_of (const LabStudyKind *kind, const char *key)
{
  const guint pages = kind->places & (LAB_PLACE_METHOD | LAB_PLACE_PLANE);
  const int own = lab_study_kind_option (kind, key);

  if (own >= 0)
    return &kind->options[own];
  for (const LabStudyKind *const *other = lab_registry (); *other != NULL; other++)
    if (((*other)->places & pages) && lab_study_kind_option (*other, key) >= 0)
      return &(*other)->options[lab_study_kind_option (*other, key)];
  return NULL;
}

/* Reports an option that the study needs, but that has no value. */
static void
check_required (const LabStudyKind *kind, const LabLessonLink *link, GPtrArray *diagnostics)
{
  for (int k = 0; (kind->places & LAB_PLACE_CARDS) && kind->propose == NULL && k < kind->n_options; k++)
    if (kind->options[k].required && model_yaml_get (link->with, kind->options[k].key) == NULL)
      model_yaml_error (link->node, diagnostics, _("the study '%s' needs the option '%s' under 'with'"), kind->id, kind->options[k].key);
}

static void
verify_laboratory (const LabLesson *lesson, const LabLessonLink *link, const LabLessonSetup *setup, GPtrArray *diagnostics)
{
  const LabStudyKind *kind = lab_registry_find (link->words[0]);
  g_autofree const char **keys = keys_of (kind);
  g_autoptr (GError) error = NULL;

  if (link->with != NULL && !model_yaml_check_keys ((ModelYaml *) link->with, keys, kind->id, diagnostics))
    return;
  for (int k = 0; link->with != NULL && k < link->with->n_items; k++)
    {
      const char *key = link->with->keys[k]->text, *text = link->with->items[k]->text;
      const LabOptionRow *row = row_of (kind, key);
      g_autofree char *wrong = row != NULL ? lab_option_why_wrong (&setup->problem, row, text) : NULL;
      double step;

      if (wrong != NULL)
        model_yaml_error (link->with->items[k], diagnostics, "'%s': %s", key, wrong);
      else if (row == NULL && (!lab_lesson_number (link->with->items[k], &step) || !(step > 0)))
        model_yaml_error (link->with->items[k], diagnostics, _("'%s' must be a positive number"), key);
    }
  check_required (kind, link, diagnostics);
  if (kind->check != NULL && !kind->check (&setup->problem, &error))
    model_yaml_error (link->node, diagnostics, _("the study '%s' cannot show this page: %s"), kind->id, error->message);
}

/* ---- Compare ---- */

static gboolean
read_compare (LabLessonLink *link, ModelYaml *value, GPtrArray *diagnostics)
{
  static const char *const keys[] = { "cost", "step", "accuracy", NULL };
  gboolean fine = link->words[0] != NULL;

  if (!fine)
    model_yaml_error (value, diagnostics, _("'compare' must be a list of integrators"));
  for (int k = 0; link->words[k] != NULL; k++)
    if (ode_method_find (link->words[k]) == NULL)
      {
        model_yaml_error (value, diagnostics, _("unknown integrator '%s'"), link->words[k]);
        fine = FALSE;
      }
  if (link->with == NULL)
    return fine;
  if (link->with->n_items != 1)
    model_yaml_error ((ModelYaml *) link->with, diagnostics, _("'with' of a comparison must be one of {cost: EVALUATIONS}, {step: H}, {accuracy: A}"));
  else if (model_yaml_check_keys ((ModelYaml *) link->with, keys, "a comparison", diagnostics))
    {
      double number;

      if (lab_lesson_number (link->with->items[0], &number) && number > 0)
        return fine;
      model_yaml_error (link->with->items[0], diagnostics, _("'%s' must be a positive number"), link->with->keys[0]->text);
    }
  return FALSE;
}

/* Checks that the methods can integrate the model of the page. */
static void
verify_compare (const LabLesson *lesson, const LabLessonLink *link, const LabLessonSetup *setup, GPtrArray *diagnostics)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ModelSystem) system = lab_problem_instance (&setup->problem, &error);

  if (system == NULL)
    {
      lab_lesson_report (link->node, diagnostics, error);
      return;
    }
  for (char **word = link->words; *word != NULL; word++)
    {
      const char *reason = ode_method_refuses (ode_method_find (*word), model_system_ode (system));

      if (reason != NULL)
        model_yaml_error (link->node, diagnostics, _("'%s' cannot integrate the model of this page: %s"), *word, _(reason));
    }
}

/* ---- Ensemble ---- */

static gboolean
read_ensemble (LabLessonLink *link, ModelYaml *value, GPtrArray *diagnostics)
{
  if (link->words[0] != NULL && link->words[1] == NULL)
    return TRUE;
  model_yaml_error (value, diagnostics, _("'ensemble' must be the name of one study file"));
  return FALSE;
}

/* Checks that the study file and its model can be read. */
static void
verify_ensemble (const LabLesson *lesson, const LabLessonLink *link, const LabLessonSetup *setup, GPtrArray *diagnostics)
{
  g_autofree char *path = lab_lesson_link_file (lesson, link);
  g_autoptr (LabStudyFile) file = NULL;
  g_autoptr (Model) model = NULL;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      model_yaml_error (link->node, diagnostics, _("there is no study file '%s'"), path);
      return;
    }
  file = lab_study_file_load (path, diagnostics);
  if (file == NULL)
    return;
  if (!(file->kind->places & LAB_PLACE_ENSEMBLE))
    model_yaml_error (link->node, diagnostics, _("the Ensemble view does not show the study '%s' of %s; write {laboratory: %s}"), file->kind->id,
                      link->words[0], file->kind->id);
  else
    model = model_library_open_named (file->model, sim_config_check_solver, diagnostics);
}

char *
lab_lesson_link_file (const LabLesson *lesson, const LabLessonLink *link)
{
  g_autofree char *folder = g_path_get_dirname (lesson->path);

  return g_path_is_absolute (link->words[0]) ? g_strdup (link->words[0]) : g_build_filename (folder, link->words[0], NULL);
}

/* ---- all kinds ---- */

/* A kind of link: its key, the id of its view, and its functions. */
typedef struct
{
  const char *key;
  LabLinkKind kind;
  gboolean has_words, has_with; /* whether the value is a list of texts, and whether the link may have the key `with` */
  gboolean (*read) (LabLessonLink *link, ModelYaml *value, GPtrArray *diagnostics);
  void (*verify) (const LabLesson *lesson, const LabLessonLink *link, const LabLessonSetup *setup, GPtrArray *diagnostics); /* NULL: nothing to check */
} Kind;

static const Kind kinds[] = {
  { "microscope", LAB_LINK_ATTEMPT, FALSE, FALSE, read_microscope, NULL },
  { "laboratory", LAB_LINK_LABORATORY, TRUE, TRUE, read_laboratory, verify_laboratory },
  { "compare", LAB_LINK_COMPARE, TRUE, TRUE, read_compare, verify_compare },
  { "ensemble", LAB_LINK_ENSEMBLE, TRUE, FALSE, read_ensemble, verify_ensemble },
};

static const Kind *
kind_of (const LabLessonLink *link)
{
  LabLinkKind kind = link->kind == LAB_LINK_REJECTION || link->kind == LAB_LINK_EVENT ? LAB_LINK_ATTEMPT : link->kind;

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    if (kinds[k].kind == kind)
      return &kinds[k];
  g_assert_not_reached ();
}

const char *
lab_lesson_link_view (const LabLessonLink *link)
{
  return kind_of (link)->key;
}

/* Reads the mapping `with`, whose values are texts. */
static gboolean
read_with (LabLessonLink *link, const Kind *kind, GPtrArray *diagnostics)
{
  ModelYaml *with = model_yaml_get (link->node, "with");

  if (with == NULL)
    return TRUE;
  if (with->broken)
    return FALSE;
  if (!kind->has_with)
    model_yaml_error (model_yaml_get_key (link->node, "with"), diagnostics, _("a link to '%s' has no options; remove 'with'"), kind->key);
  else if (with->type != MODEL_YAML_MAPPING)
    model_yaml_error (with, diagnostics, _("'with' must be a mapping, such as {laboratory: lyapunov, with: {time: 100}}"));
  else
    {
      for (int k = 0; k < with->n_items; k++)
        if (with->items[k]->type != MODEL_YAML_SCALAR)
          {
            model_yaml_error (with->items[k], diagnostics, _("'%s' must be a text"), with->keys[k]->text);
            return FALSE;
          }
      link->with = with;
      return TRUE;
    }
  return FALSE;
}

gboolean
lab_lesson_read_link (LabLessonLink *link, ModelYaml *node, GPtrArray *diagnostics)
{
  static const char *const keys[] = { "microscope", "laboratory", "compare", "ensemble", "with", NULL };
  const Kind *kind = NULL;
  ModelYaml *value = NULL;
  int n = 0;

  *link = (LabLessonLink) { .node = node };
  if (node->broken)
    return FALSE;
  if (node->type == MODEL_YAML_MAPPING && !model_yaml_check_keys (node, keys, "a link", diagnostics))
    return FALSE;
  for (guint k = 0; node->type == MODEL_YAML_MAPPING && k < G_N_ELEMENTS (kinds); k++)
    if (model_yaml_get (node, kinds[k].key) != NULL)
      {
        kind = &kinds[k];
        value = model_yaml_get (node, kind->key);
        n++;
      }
  if (n != 1)
    {
      model_yaml_error (node, diagnostics, _("a link must be one of {microscope: {attempt: 1}}, {laboratory: STUDY}, {compare: [INTEGRATOR, …]}, "
                                             "{ensemble: FILE}"));
      return FALSE;
    }
  if (value->broken)
    return FALSE;
  link->kind = kind->kind;
  if (kind->has_words && (link->words = lab_lesson_texts (node, kind->key, diagnostics)) == NULL)
    return FALSE;
  return read_with (link, kind, diagnostics) && kind->read (link, value, diagnostics);
}

void
lab_lesson_link_clear (LabLessonLink *link)
{
  g_clear_pointer (&link->words, g_strfreev);
}

gboolean
lab_lesson_verify_link (const LabLesson *lesson, const LabLessonLink *link, const LabLessonSetup *setup, GPtrArray *diagnostics)
{
  guint before = model_diagnostics_n_errors (diagnostics);

  if (kind_of (link)->verify != NULL)
    kind_of (link)->verify (lesson, link, setup, diagnostics);
  return model_diagnostics_n_errors (diagnostics) == before;
}

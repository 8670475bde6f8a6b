/* The list of the studies of the Laboratory, and which of them runs. */
#include "wb-lab-studies.h"

#include <string.h>

#include "lab-registry.h"
#include "wb-session-history.h"

#define KEY "wb-lab-studies"

/* Returns the kinds of studies that have a card, those of methods first. The array is made at the first call and never freed. */
static const GPtrArray *
kinds (void)
{
  static GPtrArray *all = NULL;

  if (all != NULL)
    return all;
  all = g_ptr_array_new ();
  for (int pass = 0; pass < 2; pass++)
    for (const LabStudyKind *const *kind = lab_registry (); *kind != NULL; kind++)
      if (((*kind)->places & LAB_PLACE_CARDS) && ((*kind)->of == LAB_STUDY_OF_METHODS) == (pass == 0))
        g_ptr_array_add (all, (gpointer) *kind);
  return all;
}

#define N_STUDIES ((int) kinds ()->len)

typedef struct
{
  WbStudy *study;
  gboolean started;        /* the study has run */
  gboolean wanted;         /* the study had a result in the opened session and runs when its card becomes visible */
} Item;

struct _WbLabStudies
{
  GObject parent_instance;
  WbSession *session;      /* owns this object */
  Item *items;             /* N_STUDIES */
  guint proposed;          /* number of the last time when a model proposed options; each has another number */
  gboolean updating;       /* the queue is being changed */
};

G_DEFINE_FINAL_TYPE (WbLabStudies, wb_lab_studies, G_TYPE_OBJECT)

static guint changed_signal;

int wb_lab_studies_n (void) { return N_STUDIES; }
const LabStudyKind *wb_lab_studies_kind (int index) { return kinds ()->pdata[index]; }
gboolean wb_lab_studies_is_of_model (int index) { return wb_lab_studies_kind (index)->of != LAB_STUDY_OF_METHODS; }
WbStudy *wb_lab_studies_study (WbLabStudies *self, int index) { return self->items[index].study; }
gboolean wb_lab_studies_is_wanted (WbLabStudies *self, int index) { return self->items[index].wanted; }
gboolean wb_lab_studies_is_due (WbLabStudies *self, int index) { return self->items[index].wanted || !self->items[index].started; }

int
wb_lab_studies_find (const char *id)
{
  for (int k = 0; k < N_STUDIES; k++)
    if (g_strcmp0 (wb_lab_studies_kind (k)->id, id) == 0)
      return k;
  return -1;
}

static WbStudy *
find_in (WbLabStudies *self, WbStudyState state)
{
  for (int k = 0; k < N_STUDIES; k++)
    if (wb_study_state (self->items[k].study) == state)
      return self->items[k].study;
  return NULL;
}

/* ---- the queue ---- */

gboolean
wb_lab_studies_is_busy (WbLabStudies *self)
{
  return find_in (self, WB_STUDY_RUNNING) != NULL;
}

static Item *
item_of (WbLabStudies *self, WbStudy *study)
{
  int k = 0;

  while (self->items[k].study != study)
    k++;
  return &self->items[k];
}

/* Starts the first study that waits, if none runs. */
static void
start_next (WbLabStudies *self)
{
  WbStudy *next = find_in (self, WB_STUDY_WAITING);

  if (next == NULL || wb_lab_studies_is_busy (self))
    return;
  if (wb_session_model (self->session) == NULL)
    {
      wb_study_set_waiting (next, FALSE);
      return;
    }
  item_of (self, next)->started = TRUE;
  item_of (self, next)->wanted = FALSE;
  wb_study_run (next);
}

void
wb_lab_studies_run (WbLabStudies *self, WbStudy *study)
{
  if (wb_session_model (self->session) == NULL)
    return;
  self->updating = TRUE;
  wb_study_cancel (study);
  self->updating = FALSE;
  wb_study_set_waiting (study, TRUE);
  start_next (self);
}

void
wb_lab_studies_cancel (WbLabStudies *self)
{
  self->updating = TRUE;
  for (int k = 0; k < N_STUDIES; k++)
    {
      wb_study_set_waiting (self->items[k].study, FALSE);
      wb_study_cancel (self->items[k].study);
    }
  self->updating = FALSE;
  g_signal_emit (self, changed_signal, 0);
}

static void
on_study (WbLabStudies *self)
{
  if (self->updating)
    return;
  start_next (self);
  g_signal_emit (self, changed_signal, 0);
}

/* Undo computes the result of the restored options. Undo before the first move of a knob has no place of the knob to restore, so the study
 * runs again. */
static void
on_restored (WbLabStudies *self, WbStudy *study)
{
  const char *knob = wb_study_kind (study)->knob;

  if (wb_study_result (study) != NULL && (!wb_study_is_current (study) || (knob != NULL && wb_study_option (study, knob) == NULL)))
    wb_lab_studies_run (self, study);
}

/* ---- the session ---- */

static void
on_change (WbLabStudies *self, gboolean another_model)
{
  self->updating = TRUE;
  for (int k = 0; k < N_STUDIES; k++)
    {
      WbStudy *study = self->items[k].study;

      wb_study_end_gesture (study);
      wb_study_compare (study, another_model);
      if (wb_study_state (study) != WB_STUDY_UNSUITED)
        continue;
      self->items[k].started = FALSE; /* the study may suit the new model or method */
      wb_study_forget_failure (study);
    }
  self->updating = FALSE;
  on_study (self);
}

static void
on_setting (WbLabStudies *self)
{
  on_change (self, FALSE);
}

/* Sets the options that a study proposes for the model. */
static void
propose (WbStudy *study, WbSession *session)
{
  const LabStudyKind *kind = wb_study_kind (study);
  g_autofree char **values = g_new0 (char *, kind->n_options + 1);

  kind->propose (wb_session_model (session), wb_session_system (session), wb_session_t_start (session), wb_session_t_end (session), values);
  for (int k = 0; k < kind->n_options; k++)
    {
      if (values[k] != NULL)
        wb_study_adapt_option (study, kind->options[k].key, *values[k] != '\0' ? values[k] : NULL);
      g_free (values[k]);
    }
}

/* Sets the options that studies propose for the model, because they have no value in common for all models. */
static void
propose_all (WbLabStudies *self, WbSession *session)
{
  for (int k = 0; k < wb_lab_studies_n () && wb_session_model (session) != NULL; k++)
    if (wb_lab_studies_kind (k)->propose != NULL)
      propose (wb_lab_studies_study (self, k), session);
}

static void
on_model (WbLabStudies *self)
{
  static guint n_proposed = 0;

  if (wb_session_keeps_model (self->session))
    return;
  self->proposed = ++n_proposed;
  propose_all (self, self->session);
  on_change (self, TRUE);
}

/* ---- undo of a change of the model ---- */

/* The texts of the studies before another model proposed options. */
typedef struct { guint proposed; GPtrArray *texts; } Texts;

static void
texts_free (gpointer data)
{
  g_ptr_array_unref (((Texts *) data)->texts);
  g_free (data);
}

static gpointer
copy_texts (gpointer owner)
{
  WbLabStudies *self = owner;
  Texts *texts = g_new (Texts, 1);

  *texts = (Texts) { self->proposed, g_ptr_array_new_with_free_func (g_free) };
  for (int k = 0; k < N_STUDIES; k++)
    g_ptr_array_add (texts->texts, g_strdup (wb_study_text (self->items[k].study)));
  return texts;
}

/* Does nothing if no other model has proposed options since: changes of options have undo steps of their own. */
static void
restore_texts (gpointer owner, gpointer state)
{
  WbLabStudies *self = owner;
  const Texts *texts = state;

  if (self->proposed == texts->proposed)
    return;
  self->proposed = texts->proposed;
  for (int k = 0; k < N_STUDIES; k++)
    if (strcmp (wb_study_text (self->items[k].study), texts->texts->pdata[k]) != 0)
      wb_study_set_text (self->items[k].study, texts->texts->pdata[k]);
  on_change (self, TRUE);
}

static void
on_history (WbLabStudies *self)
{
  for (int k = 0; k < N_STUDIES; k++)
    wb_study_end_gesture (self->items[k].study);
}

/* ---- session files ---- */

/* Returns whether the study has a result for the present model and settings of the session. */
static gboolean
has_ran (const Item *item)
{
  return item->wanted || (wb_study_state (item->study) == WB_STUDY_DONE && wb_study_is_current (item->study));
}

void
wb_lab_studies_write (WbLabStudies *self, ModelYamlWriter *out)
{
  model_yaml_writer_begin_list (out, "studies");
  for (int k = 0; k < N_STUDIES; k++)
    {
      const LabStudyKind *kind = wb_lab_studies_kind (k);
      WbStudy *study = self->items[k].study;
      gboolean any = has_ran (&self->items[k]);

      for (int i = 0; i < kind->n_options; i++)
        any |= wb_study_has_option (study, kind->options[i].key);
      if (!any)
        continue;
      model_yaml_writer_begin_mapping (out, NULL);
      model_yaml_writer_text (out, "study", kind->id);
      model_yaml_writer_boolean (out, "ran", has_ran (&self->items[k]));
      model_yaml_writer_begin_mapping (out, "options");
      for (int i = 0; i < kind->n_options; i++)
        if (wb_study_has_option (study, kind->options[i].key))
          model_yaml_writer_text (out, kind->options[i].key, wb_study_option (study, kind->options[i].key));
      model_yaml_writer_end_mapping (out);
      model_yaml_writer_end_mapping (out);
    }
  model_yaml_writer_end_list (out);
}

/* Removes all options of a study. */
static void
clear_options (WbStudy *study)
{
  const LabStudyKind *kind = wb_study_kind (study);

  for (int i = 0; i < kind->n_options; i++)
    wb_study_adapt_option (study, kind->options[i].key, NULL);
}

/* Sets the options that the studies have before the user changes any. */
static void
set_first_options (WbLabStudies *self)
{
  for (int k = 0; k < N_STUDIES; k++)
    {
      const LabStudyKind *kind = wb_lab_studies_kind (k);

      clear_options (self->items[k].study);
      for (int i = 0; i < kind->n_options; i++)
        if (kind->options[i].first != NULL)
          wb_study_adapt_option (self->items[k].study, kind->options[i].key, kind->options[i].first);
    }
}

void
wb_lab_studies_set_options (WbLabStudies *self, int index, const ModelYaml *options)
{
  WbStudy *study = self->items[index].study;
  const LabStudyKind *kind = wb_study_kind (study);

  self->updating = TRUE;
  wb_study_end_gesture (study);
  clear_options (study);
  if (kind->propose != NULL && wb_session_model (self->session) != NULL)
    propose (study, self->session);
  for (int i = 0; i < kind->n_options; i++)
    {
      const char *text = model_yaml_get_text (options, kind->options[i].key, NULL);

      if (text != NULL)
        wb_study_adapt_option (study, kind->options[i].key, text);
    }
  wb_study_compare (study, FALSE);
  self->updating = FALSE;
  on_study (self);
}

static void
resume_study (WbLabStudies *self, const ModelYaml *node)
{
  int index = wb_lab_studies_find (model_yaml_get_text (node, "study", ""));
  const ModelYaml *options = model_yaml_get (node, "options");
  const LabStudyKind *kind;

  if (index < 0)
    return;
  kind = wb_lab_studies_kind (index);
  if (options != NULL) /* an option that the file lacks had no value */
    for (int i = 0; i < kind->n_options; i++)
      wb_study_adapt_option (self->items[index].study, kind->options[i].key, model_yaml_get_text (options, kind->options[i].key, NULL));
  self->items[index].wanted = strcmp (model_yaml_get_text (node, "ran", "false"), "true") == 0;
}

void
wb_lab_studies_resume (WbLabStudies *self, const ModelYaml *list)
{
  wb_lab_studies_cancel (self);
  on_history (self);
  set_first_options (self);
  propose_all (self, self->session);
  for (int k = 0; k < N_STUDIES; k++)
    self->items[k].wanted = FALSE;
  for (int i = 0; list != NULL && i < list->n_items; i++)
    resume_study (self, list->items[i]);
  on_change (self, TRUE);
}

/* ---- object ---- */

static void
wb_lab_studies_finalize (GObject *object)
{
  for (int k = 0; k < N_STUDIES; k++)
    g_object_unref (WB_LAB_STUDIES (object)->items[k].study);
  g_free (WB_LAB_STUDIES (object)->items);
  G_OBJECT_CLASS (wb_lab_studies_parent_class)->finalize (object);
}

static void
wb_lab_studies_class_init (WbLabStudiesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = wb_lab_studies_finalize;
  changed_signal = g_signal_new ("study-changed", WB_TYPE_LAB_STUDIES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_lab_studies_init (WbLabStudies *self)
{
  self->items = g_new0 (Item, N_STUDIES);
}

WbLabStudies *
wb_lab_studies_of (WbSession *session)
{
  WbLabStudies *self = g_object_get_data (G_OBJECT (session), KEY);

  if (self != NULL)
    return self;
  self = g_object_new (WB_TYPE_LAB_STUDIES, NULL);
  self->session = session;
  g_object_set_data_full (G_OBJECT (session), KEY, self, g_object_unref);
  for (int k = 0; k < N_STUDIES; k++)
    {
      self->items[k].study = wb_study_new_of_session (session, wb_lab_studies_kind (k));
      g_signal_connect_object (self->items[k].study, "changed", G_CALLBACK (on_study), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->items[k].study, "restored", G_CALLBACK (on_restored), self, G_CONNECT_SWAPPED);
    }
  self->updating = TRUE; /* not all studies have their options yet */
  set_first_options (self);
  propose_all (self, session);
  self->updating = FALSE;
  wb_session_join_copies (session, self, copy_texts, restore_texts, texts_free);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (on_setting), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "history-changed", G_CALLBACK (on_history), self, G_CONNECT_SWAPPED);
  return self;
}

/* Adds, removes, selects and changes studies, and records each change for undo. */
#include "wb-studies.h"

#include <glib/gi18n.h>
#include <string.h>

#include "wb-session-layout.h"
#include "wb-study-library.h"
#include "wb-study-new.h"
#include "wb-study-text.h"

struct _WbStudies
{
  GObject parent_instance;
  WbSession *session; /* session that owns this object */
  GListStore *list;
  char *model;        /* id of the model whose studies are in the list */
  WbStudy *selected;
};

G_DEFINE_FINAL_TYPE (WbStudies, wb_studies, G_TYPE_OBJECT)

enum { STUDIES_CHANGED, SELECTION_CHANGED, STUDY_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

WbSession *wb_studies_session (WbStudies *self) { return self->session; }
GListModel *wb_studies_list (WbStudies *self) { return G_LIST_MODEL (self->list); }
WbStudy *wb_studies_selected (WbStudies *self) { return self->selected; }

void
wb_studies_select (WbStudies *self, WbStudy *study)
{
  if (self->selected == study || (study != NULL && !g_list_store_find (self->list, study, NULL)))
    return;
  self->selected = study;
  g_signal_emit (self, signals[SELECTION_CHANGED], 0);
}

/* ---- the list ---- */

static void
on_study (WbStudies *self, WbStudy *study)
{
  g_signal_emit (self, signals[STUDY_CHANGED], 0, study);
}

static void
leave (WbStudies *self, WbStudy *study)
{
  g_signal_handlers_disconnect_by_func (study, on_study, self);
  g_signal_handlers_disconnect_by_func (study, wb_studies_select, self);
}

static void
insert (WbStudies *self, guint position, WbStudy *study)
{
  g_list_store_insert (self->list, MIN (position, g_list_model_get_n_items (G_LIST_MODEL (self->list))), study);
  wb_study_set_session (study, self->session);
  g_signal_connect_object (study, "changed", G_CALLBACK (on_study), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (study, "restored", G_CALLBACK (wb_studies_select), self, G_CONNECT_SWAPPED);
}

static void
take_out (WbStudies *self, WbStudy *study)
{
  guint position, n;

  if (!g_list_store_find (self->list, study, &position))
    return;
  wb_study_cancel (study);
  leave (self, study);
  if (self->selected == study)
    self->selected = NULL;
  g_list_store_remove (self->list, position);
  n = g_list_model_get_n_items (G_LIST_MODEL (self->list));
  if (self->selected == NULL && n > 0)
    {
      g_autoptr (WbStudy) next = g_list_model_get_item (G_LIST_MODEL (self->list), MIN (position, n - 1));

      self->selected = next;
    }
  g_signal_emit (self, signals[STUDIES_CHANGED], 0);
  g_signal_emit (self, signals[SELECTION_CHANGED], 0);
}

static void
put_in (WbStudies *self, guint position, WbStudy *study)
{
  insert (self, position, study);
  self->selected = study;
  g_signal_emit (self, signals[STUDIES_CHANGED], 0);
  g_signal_emit (self, signals[SELECTION_CHANGED], 0);
}

/* ---- pages ---- */

#define PAGE_KEY "page"

void
wb_studies_set_page (WbStudies *self, WbStudy *study, WbStudyPage page)
{
  g_object_set_data (G_OBJECT (study), PAGE_KEY, GINT_TO_POINTER (page));
  if (self != NULL)
    g_signal_emit (self, signals[STUDY_CHANGED], 0, study);
}

WbStudyPage
wb_studies_page (WbStudy *study)
{
  return (WbStudyPage) GPOINTER_TO_INT (g_object_get_data (G_OBJECT (study), PAGE_KEY));
}

gboolean
wb_studies_shows_setup (WbStudies *self)
{
  WbStudy *study = self->selected;
  WbStudyPage page = study != NULL ? wb_studies_page (study) : WB_STUDY_PAGE_RESULTS;
  const WbEnsemblePicture *picture = study != NULL ? wb_study_picture (study) : NULL;

  /* If the text of the study has errors, there is no set-up to show. */
  if (study == NULL || wb_study_problem (study) == NULL)
    return FALSE;
  if (page != WB_STUDY_PAGE_AUTOMATIC)
    return page == WB_STUDY_PAGE_SETUP;
  return wb_study_result (study) == NULL && (picture == NULL || picture->n_done == 0) && wb_study_state (study) != WB_STUDY_RUNNING;
}

/* ---- undo ---- */

/* A state of the history for undo: whether the study is in the list, and at which position. */
typedef struct { WbStudy *study; guint position; gboolean present; } Change;

static Change *
change_new (WbStudy *study, guint position, gboolean present)
{
  Change *change = g_new0 (Change, 1);

  *change = (Change) { g_object_ref (study), position, present };
  return change;
}

static void
change_free (gpointer data)
{
  Change *change = data;

  g_object_unref (change->study);
  g_free (change);
}

static void
apply (gpointer owner, gpointer state)
{
  WbStudies *self = owner;
  const Change *change = state;
  gboolean is_there = g_list_store_find (self->list, change->study, NULL);

  if (change->present && !is_there)
    put_in (self, change->position, change->study);
  else if (!change->present && is_there)
    take_out (self, change->study);
}

static void
record (WbStudies *self, Change *before, Change *after, const char *words)
{
  wb_session_add_change (self->session, self, apply, before, after, change_free);
  wb_session_name_change (self->session, words);
}

void
wb_studies_add (WbStudies *self, WbStudy *study)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list));

  put_in (self, n, study);
  record (self, change_new (study, n, FALSE), change_new (study, n, TRUE), _("Add a study"));
}

void
wb_studies_remove (WbStudies *self, WbStudy *study)
{
  guint position;

  if (!g_list_store_find (self->list, study, &position))
    return;
  record (self, change_new (study, position, TRUE), change_new (study, position, FALSE), _("Remove a study"));
  take_out (self, study);
}

/* ---- new studies ---- */

WbStudy *
wb_studies_add_new (WbStudies *self, const char *id)
{
  Model *model = wb_session_model (self->session);
  const LabStudyKind *kind = lab_registry_find (id);
  g_autofree char *text = NULL;
  g_autoptr (WbStudy) study = NULL;

  if (model == NULL || kind == NULL || !(kind->places & LAB_PLACE_ENSEMBLE))
    return NULL;
  text = wb_study_new_text (self->session, kind);
  study = wb_study_new (text, NULL, model);
  wb_studies_add (self, study);
  return study;
}

gboolean
wb_studies_open (WbStudies *self, const char *path, GError **error)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autofree char *text = NULL, *said = NULL;
  g_autoptr (WbStudy) study = NULL;
  gsize length;

  /* Reading a pipe or a device could make the window wait without end. */
  if (model_file_is_stream (path))
    model_diagnostics_add (diagnostics, path, 0, 0, _("cannot be read: it is a pipe or a device"));
  else
    text = model_yaml_read_file (path, &length, diagnostics);
  if (text == NULL)
    {
      said = model_diagnostics_to_string (diagnostics);
      g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_FILE, g_strchomp (said));
      return FALSE;
    }
  study = wb_study_new (text, path, NULL);
  if (wb_study_problem (study) == NULL)
    {
      g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_VALUE, wb_study_error (study));
      return FALSE;
    }
  wb_studies_add (self, study);
  return TRUE;
}

void
wb_studies_restore (WbStudies *self, GPtrArray *studies, int selected)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbStudy) study = g_list_model_get_item (G_LIST_MODEL (self->list), i);

      leave (self, study);
    }
  self->selected = NULL;
  g_list_store_remove_all (self->list);
  for (guint i = 0; i < studies->len; i++)
    insert (self, i, g_ptr_array_index (studies, i));
  if (selected >= 0 && selected < (int) studies->len)
    self->selected = g_ptr_array_index (studies, selected);
  g_signal_emit (self, signals[STUDIES_CHANGED], 0);
  g_signal_emit (self, signals[SELECTION_CHANGED], 0);
}

/* ---- studies of the model ---- */

/* Returns whether a study was opened together with its model and was neither changed nor run. Such a study is removed together with the
 * model. */
static gboolean
is_untouched (WbStudy *study)
{
  return wb_study_path (study) != NULL && !wb_study_is_changed (study) && wb_study_state (study) == WB_STUDY_NEW
         && g_object_get_data (G_OBJECT (study), "shipped") != NULL;
}

static gboolean
has_path (WbStudies *self, const char *path)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbStudy) study = g_list_model_get_item (G_LIST_MODEL (self->list), i);

      if (g_strcmp0 (wb_study_path (study), path) == 0)
        return TRUE;
    }
  return FALSE;
}

static void
drop_untouched (WbStudies *self)
{
  for (guint i = g_list_model_get_n_items (G_LIST_MODEL (self->list)); i-- > 0;)
    {
      g_autoptr (WbStudy) study = g_list_model_get_item (G_LIST_MODEL (self->list), i);

      if (!is_untouched (study))
        continue;
      if (self->selected == study)
        self->selected = NULL;
      leave (self, study);
      g_list_store_remove (self->list, i);
    }
}

/* Adds the studies from those study files of the library that name the session's model. */
static void
add_shipped (WbStudies *self)
{
  Model *model = wb_session_model (self->session);
  g_autoptr (GPtrArray) entries = wb_study_library_scan ();

  for (guint i = 0; model != NULL && i < entries->len; i++)
    {
      const WbStudyEntry *entry = g_ptr_array_index (entries, i);
      g_autofree char *base = g_path_get_basename (entry->model), *id = NULL;
      g_autoptr (WbStudy) study = NULL;

      id = g_str_has_suffix (base, ".yaml") ? g_strndup (base, strlen (base) - strlen (".yaml")) : g_strdup (base);
      if (strcmp (id, model_id (model)) != 0 || has_path (self, entry->path))
        continue;
      study = wb_study_new (entry->text, entry->path, NULL);
      g_object_set_data (G_OBJECT (study), "shipped", GINT_TO_POINTER (1));
      insert (self, G_MAXUINT, study);
      if (self->selected == NULL)
        self->selected = study;
    }
}

static void
on_model_changed (WbStudies *self)
{
  Model *model = wb_session_model (self->session);

  if (model_diagnostics_n_errors (wb_session_errors (self->session)) > 0)
    return;
  if (self->model != NULL && model != NULL && strcmp (self->model, model_id (model)) == 0)
    {
      g_signal_emit (self, signals[STUDIES_CHANGED], 0);
      return; /* the text of the model was changed; undo steps refer to the studies in the list */
    }
  g_free (self->model);
  self->model = model != NULL ? g_strdup (model_id (model)) : NULL;
  drop_untouched (self);
  add_shipped (self);
  if (self->selected == NULL && g_list_model_get_n_items (G_LIST_MODEL (self->list)) > 0)
    {
      g_autoptr (WbStudy) first = g_list_model_get_item (G_LIST_MODEL (self->list), 0);

      self->selected = first;
    }
  g_signal_emit (self, signals[STUDIES_CHANGED], 0);
  g_signal_emit (self, signals[SELECTION_CHANGED], 0);
}

/* ---- object ---- */

static void
wb_studies_dispose (GObject *object)
{
  WbStudies *self = WB_STUDIES (object);

  self->selected = NULL;
  g_clear_pointer (&self->model, g_free);
  g_clear_object (&self->list);
  G_OBJECT_CLASS (wb_studies_parent_class)->dispose (object);
}

static void
wb_studies_class_init (WbStudiesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_studies_dispose;
  signals[STUDIES_CHANGED] = g_signal_new ("studies-changed", WB_TYPE_STUDIES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SELECTION_CHANGED] = g_signal_new ("selection-changed", WB_TYPE_STUDIES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[STUDY_CHANGED] = g_signal_new ("study-changed", WB_TYPE_STUDIES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                         WB_TYPE_STUDY);
}

static void
wb_studies_init (WbStudies *self)
{
  self->list = g_list_store_new (WB_TYPE_STUDY);
}

#define KEY "studies"

WbStudies *
wb_studies_peek (WbSession *session)
{
  return g_object_get_data (G_OBJECT (session), KEY);
}

WbStudies *
wb_studies_of (WbSession *session)
{
  WbStudies *self = wb_studies_peek (session);

  if (self != NULL)
    return self;
  self = g_object_new (WB_TYPE_STUDIES, NULL);
  g_object_set_data_full (G_OBJECT (session), KEY, self, g_object_unref);
  self->session = session;
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model_changed), self, G_CONNECT_SWAPPED);
  on_model_changed (self);
  return self;
}

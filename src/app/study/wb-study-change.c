/* Changes of the set-up of a study and its options, with undo. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "wb-study-private.h"
#include "wb-study-text.h"

/* All changes of options of a study within this time in µs are one undo step, because they come from one gesture, such as dragging a slider. */
#define ONE_GESTURE_US (700 * 1000)

/* ---- undo ---- */

/* An undo step: the text of a study before or after a change. */
typedef struct { WbStudy *study; WbStudyText *text; } Change;

static void
text_clear (gpointer text)
{
  g_free (((WbStudyText *) text)->text);
}

static void
text_release (WbStudyText *text)
{
  g_rc_box_release_full (text, text_clear);
}

static Change *
change_new (WbStudy *study, const char *text)
{
  Change *change = g_new (Change, 1);

  *change = (Change) { g_object_ref (study), g_rc_box_new (WbStudyText) };
  change->text->text = g_strdup (text);
  return change;
}

static void
change_free (gpointer data)
{
  Change *change = data;

  g_object_unref (change->study);
  text_release (change->text);
  g_free (change);
}

static void
restore (gpointer owner, gpointer state)
{
  WbStudy *self = owner;

  wb_study_end_gesture (self);
  wb_study_set_text (self, ((Change *) state)->text->text);
  wb_study_emit (self, WB_STUDY_RESTORED);
}

void
wb_study_end_gesture (WbStudy *self)
{
  if (!self->remembering)
    g_clear_pointer (&self->gesture, text_release);
}

/* Adds an undo step that leads from the present text to another one. If `extends` is TRUE and the newest undo step is a change of this study
 * within a short time, extends that step instead. */
static void
remember (WbStudy *self, const char *text, const char *words, gboolean extends)
{
  gint64 now = g_get_monotonic_time ();

  if (self->session == NULL)
    return;
  if (extends && self->gesture != NULL && now - self->gesture_time < ONE_GESTURE_US)
    {
      g_free (self->gesture->text);
      self->gesture->text = g_strdup (text);
    }
  else
    {
      Change *after = change_new (self, text);

      self->remembering = TRUE;
      wb_session_add_change (self->session, self, restore, change_new (self, self->text), after, change_free);
      wb_session_name_change (self->session, words);
      self->remembering = FALSE;
      wb_study_end_gesture (self);
      self->gesture = g_rc_box_acquire (after->text);
    }
  self->gesture_time = now;
}

void
wb_study_change (WbStudy *self, const char *text, const char *words)
{
  remember (self, text, words, FALSE);
  wb_study_set_text (self, text);
}

void
wb_study_put (WbStudy *self, const char *const *path, const char *value, const char *words)
{
  g_autofree char *text = wb_study_text_set (self->text, path, value), *old = wb_study_text_get (self->text, path);

  if (text != NULL && g_strcmp0 (old, value) != 0)
    wb_study_change (self, text, words);
}

/* ---- options ---- */

static const char *
given (WbStudy *self, const char *key)
{
  const ModelYaml *options = self->followed != NULL ? model_yaml_get (model_yaml_root (self->document), "options")
                                                    : self->problem != NULL ? self->problem->options : NULL;

  return model_yaml_get_text (options, key, NULL);
}

static const LabOptionRow *
row_of (WbStudy *self, const char *key)
{
  const LabStudyKind *kind = wb_study_kind (self);

  for (int k = 0; kind != NULL && k < kind->n_options; k++)
    if (strcmp (kind->options[k].key, key) == 0)
      return &kind->options[k];
  return NULL;
}

const char *
wb_study_option (WbStudy *self, const char *key)
{
  const char *text = given (self, key);
  const LabOptionRow *row = row_of (self, key);

  return text != NULL || row == NULL ? text : row->standard;
}

gboolean
wb_study_has_option (WbStudy *self, const char *key)
{
  return given (self, key) != NULL;
}

/* Returns the text of the study with another text of an option, or NULL if the option has this text already. */
static char *
with_option (WbStudy *self, const char *key, const char *text)
{
  const char *const path[] = { "options", key, NULL };

  return g_strcmp0 (given (self, key), text) != 0 ? wb_study_text_set (self->text, path, text) : NULL;
}

void
wb_study_adapt_option (WbStudy *self, const char *key, const char *text)
{
  g_autofree char *changed = with_option (self, key, text);

  if (changed != NULL)
    wb_study_set_text (self, changed);
}

void
wb_study_set_option (WbStudy *self, const char *key, const char *text)
{
  g_autofree char *changed = with_option (self, key, text);
  const LabOptionRow *row = row_of (self, key);

  if (changed == NULL)
    return;
  remember (self, changed, self->followed != NULL ? _(self->followed->label) : row != NULL ? _(row->label) : key, self->followed != NULL);
  wb_study_set_text (self, changed);
}

void
wb_study_turn (WbStudy *self, double value)
{
  const LabStudyKind *kind = wb_study_kind (self);
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (kind != NULL && kind->turn != NULL && self->result != NULL && isfinite (value))
    wb_study_set_option (self, kind->knob, g_ascii_dtostr (text, sizeof text, value));
}

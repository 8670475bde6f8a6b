/* Stores the state of the Laboratory of a session, and records changes of the step size and of the plane for undo. */
#include "lab-registry.h"
#include "wb-laboratory.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "wb-session-history.h"

#define KEY "wb-laboratory"
struct _WbLaboratory
{
  GObject parent_instance;
  WbSession *session;   /* session that owns this object */
  guint reset;          /* number of the last reset of the choices by another model; each reset has another number */
  double step;          /* step size; NaN before it is set */
  double committed;     /* step size before the current drag */
  char *page;
  gboolean asked;       /* a lesson asks for what the page shows */
  gboolean star;
  guint layers;         /* flags (PLOT_STUDY_NULLCLINES, …) of the visible layers of the phase plane */
  const char **axes;    /* for each study of the registry with `varied`: the column on the horizontal axis of its plot; static texts */
  const char **errors;  /* the errors on their vertical axes; static texts */
  char *tableau;        /* name of the method in the tableau grid; NULL: that of the page */
  char *models;         /* ids of further models in these plots, separated by commas */
  char *plane[WB_N_LAB_PLANE_OPTIONS];           /* options of the phase plane; NULL: default */
  char *diagram[WB_N_LAB_DIAGRAM_CHOICES];       /* choices of the bifurcation diagram; NULL: default */
  char *plane_committed[WB_N_LAB_PLANE_OPTIONS]; /* the options before the current drag */
};

G_DEFINE_FINAL_TYPE (WbLaboratory, wb_laboratory, G_TYPE_OBJECT)

static guint changed_signal;

double wb_laboratory_step (WbLaboratory *self) { return self->step; }
const char *wb_laboratory_page (WbLaboratory *self) { return self->page; }
gboolean wb_laboratory_is_asked (WbLaboratory *self) { return self->asked; }

gboolean wb_laboratory_shows_star (WbLaboratory *self) { return self->star; }

void
wb_laboratory_show_star (WbLaboratory *self, gboolean shown)
{
  if (shown == self->star)
    return;
  self->star = shown;
  g_signal_emit (self, changed_signal, 0);
}

guint wb_laboratory_layers (WbLaboratory *self) { return self->layers; }

void
wb_laboratory_show_layer (WbLaboratory *self, guint layer, gboolean shown)
{
  guint layers = (shown ? self->layers | layer : self->layers & ~layer) & PLOT_STUDY_ALL_LAYERS;

  if (layers == self->layers)
    return;
  self->layers = layers;
  g_signal_emit (self, changed_signal, 0);
}

/* ---- options of the phase plane ---- */

const char *
wb_laboratory_plane (WbLaboratory *self, WbLabPlaneOption option)
{
  return self->plane[option];
}

const char *
wb_laboratory_plane_key (WbLabPlaneOption option)
{
  static const char *const keys[WB_N_LAB_PLANE_OPTIONS] = { "axes", "slice", "section", "box", "time" };

  return keys[option];
}

static void
set_text (char **place, const char *text)
{
  char *copy = g_strdup (text);

  g_free (*place);
  *place = copy;
}

void
wb_laboratory_set_plane (WbLaboratory *self, WbLabPlaneOption option, const char *text)
{
  if (g_strcmp0 (self->plane[option], text) == 0)
    return;
  set_text (&self->plane[option], text);
  if (option == WB_LAB_OPTION_BOX || option == WB_LAB_OPTION_TIME) /* zooms and movements of the playhead make no undo step */
    set_text (&self->plane_committed[option], text);
  g_signal_emit (self, changed_signal, 0);
}

void
wb_laboratory_resume_plane (WbLaboratory *self, const char *const *texts)
{
  for (int k = 0; k < WB_N_LAB_PLANE_OPTIONS; k++)
    {
      set_text (&self->plane[k], texts != NULL ? texts[k] : NULL);
      set_text (&self->plane_committed[k], self->plane[k]);
    }
  g_signal_emit (self, changed_signal, 0);
}

const char *
wb_laboratory_diagram (WbLaboratory *self, WbLabDiagramChoice choice)
{
  return self->diagram[choice];
}

void
wb_laboratory_set_diagram (WbLaboratory *self, WbLabDiagramChoice choice, const char *text)
{
  if (g_strcmp0 (self->diagram[choice], text) == 0)
    return;
  set_text (&self->diagram[choice], text);
  g_signal_emit (self, changed_signal, 0);
}

const char *wb_laboratory_tableau (WbLaboratory *self) { return self->tableau; }

void
wb_laboratory_set_tableau (WbLaboratory *self, const char *name)
{
  if (g_strcmp0 (self->tableau, name) == 0)
    return;
  set_text (&self->tableau, name);
  g_signal_emit (self, changed_signal, 0);
}

/* The options in the undo history. */
typedef struct { char *texts[WB_N_LAB_PLANE_OPTIONS]; } PlaneState;

static void
plane_state_free (gpointer data)
{
  for (int k = 0; k < WB_N_LAB_PLANE_OPTIONS; k++)
    g_free (((PlaneState *) data)->texts[k]);
  g_free (data);
}

static PlaneState *
plane_state_new (char *const *texts)
{
  PlaneState *state = g_new0 (PlaneState, 1);

  for (int k = 0; k < WB_N_LAB_PLANE_OPTIONS; k++)
    state->texts[k] = g_strdup (texts[k]);
  return state;
}

static void
restore_plane (gpointer owner, gpointer state)
{
  wb_laboratory_resume_plane (owner, (const char *const *) (gpointer) ((PlaneState *) state)->texts);
}

void
wb_laboratory_commit_plane (WbLaboratory *self)
{
  gboolean differs = FALSE;
  PlaneState *before;

  for (int k = 0; k < WB_N_LAB_PLANE_OPTIONS; k++)
    differs |= g_strcmp0 (self->plane[k], self->plane_committed[k]) != 0;
  if (!differs)
    return;
  before = plane_state_new (self->plane_committed);
  for (int k = 0; k < WB_N_LAB_PLANE_OPTIONS; k++)
    set_text (&self->plane_committed[k], self->plane[k]);
  wb_session_add_change (self->session, self, restore_plane, before, plane_state_new (self->plane), plane_state_free);
  wb_session_name_change (self->session, _("phase plane"));
}

/* Returns the index of a study in the registry. */
static int
index_of (const char *study)
{
  int k = 0;

  while (strcmp (lab_registry ()[k]->id, study) != 0)
    k++;
  return k;
}

const char *
wb_laboratory_axis (WbLaboratory *self, const char *study)
{
  return self->axes[index_of (study)];
}

void
wb_laboratory_set_axis (WbLaboratory *self, const char *study, const char *axis)
{
  int which = index_of (study);
  const char *const names[] = { lab_registry ()[which]->varied, "rhs", "steps", "wall_seconds" };

  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    if (g_strcmp0 (names[k], axis) == 0 && g_strcmp0 (self->axes[which], axis) != 0)
      {
        self->axes[which] = names[k];
        g_signal_emit (self, changed_signal, 0);
      }
}

const char *
wb_laboratory_error (WbLaboratory *self, const char *study)
{
  return self->errors[index_of (study)];
}

void
wb_laboratory_set_error (WbLaboratory *self, const char *study, const char *error)
{
  static const char *const names[] = { "end", "steps", "dense" };
  int which = index_of (study);

  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    if (g_strcmp0 (names[k], error) == 0 && self->errors[which] != names[k])
      {
        self->errors[which] = names[k];
        g_signal_emit (self, changed_signal, 0);
      }
}

const char *
wb_laboratory_models (WbLaboratory *self)
{
  return self->models;
}

void
wb_laboratory_set_models (WbLaboratory *self, const char *models)
{
  if (strcmp (self->models, models) == 0)
    return;
  g_free (self->models);
  self->models = g_strdup (models);
  g_signal_emit (self, changed_signal, 0);
}

static void
restore_step (gpointer owner, gpointer state)
{
  WbLaboratory *self = owner;

  self->step = self->committed = *(double *) state;
  g_signal_emit (self, changed_signal, 0);
}

void
wb_laboratory_set_step (WbLaboratory *self, double h)
{
  if (h == self->step || !(h > 0))
    return;
  self->step = h;
  if (isnan (self->committed))
    self->committed = h;
  g_signal_emit (self, changed_signal, 0);
}

void
wb_laboratory_resume_step (WbLaboratory *self, double h)
{
  if (!(h > 0) || !isfinite (h))
    return;
  self->step = self->committed = h;
  g_signal_emit (self, changed_signal, 0);
}

void
wb_laboratory_commit_step (WbLaboratory *self)
{
  double before = self->committed, after = self->step;

  if (before == after || isnan (before) || isnan (after))
    return;
  self->committed = after;
  wb_session_add_change (self->session, self, restore_step, g_memdup2 (&before, sizeof before), g_memdup2 (&after, sizeof after), g_free);
  wb_session_name_change (self->session, _("step size in the Laboratory"));
}

void
wb_laboratory_set_asked (WbLaboratory *self, gboolean asked)
{
  if (self->asked == asked)
    return;
  self->asked = asked;
  g_signal_emit (self, changed_signal, 0);
}

void
wb_laboratory_set_page (WbLaboratory *self, const char *page)
{
  if (g_strcmp0 (self->page, page) == 0)
    return;
  g_free (self->page);
  self->page = g_strdup (page);
  g_signal_emit (self, changed_signal, 0);
}

static void
show_page (gpointer owner, gpointer state)
{
  wb_laboratory_set_page (owner, state);
}

void
wb_laboratory_go_to_page (WbLaboratory *self, const char *page)
{
  if (g_strcmp0 (self->page, page) == 0)
    return;
  wb_session_add_change (self->session, self, show_page, g_strdup (self->page), g_strdup (page), g_free);
  wb_laboratory_set_page (self, page);
}

/* ---- another model ---- */

/* The choices that another model resets. Undo of a change of the model restores them. */
typedef struct
{
  guint reset;
  double step, committed;
  char *models, *diagram[WB_N_LAB_DIAGRAM_CHOICES];
  PlaneState *plane;
} Choices;

static void
choices_free (gpointer data)
{
  Choices *choices = data;

  g_free (choices->models);
  for (int k = 0; k < WB_N_LAB_DIAGRAM_CHOICES; k++)
    g_free (choices->diagram[k]);
  plane_state_free (choices->plane);
  g_free (choices);
}

static gpointer
copy_choices (gpointer owner)
{
  WbLaboratory *self = owner;
  Choices *choices = g_new0 (Choices, 1);

  *choices = (Choices) { self->reset, self->step, self->committed, g_strdup (self->models),
                         .plane = plane_state_new (self->plane) };
  for (int k = 0; k < WB_N_LAB_DIAGRAM_CHOICES; k++)
    choices->diagram[k] = g_strdup (self->diagram[k]);
  return choices;
}

/* Does nothing if no other model has reset the choices since: their changes have undo steps of their own, or need none. */
static void
restore_choices (gpointer owner, gpointer state)
{
  WbLaboratory *self = owner;
  const Choices *choices = state;

  if (self->reset == choices->reset)
    return;
  self->reset = choices->reset;
  self->step = choices->step;
  self->committed = choices->committed;
  set_text (&self->models, choices->models);
  for (int k = 0; k < WB_N_LAB_DIAGRAM_CHOICES; k++)
    set_text (&self->diagram[k], choices->diagram[k]);
  restore_plane (self, choices->plane);
}

static void
on_model (WbLaboratory *self)
{
  static guint n_resets = 0;

  if (wb_session_keeps_model (self->session))
    return;
  self->reset = ++n_resets;
  self->step = self->committed = NAN;
  set_text (&self->models, "");
  for (int k = 0; k < WB_N_LAB_DIAGRAM_CHOICES; k++)
    set_text (&self->diagram[k], NULL);
  wb_laboratory_resume_plane (self, NULL);
}

static void
wb_laboratory_finalize (GObject *object)
{
  for (int k = 0; k < WB_N_LAB_PLANE_OPTIONS; k++)
    {
      g_free (WB_LABORATORY (object)->plane[k]);
      g_free (WB_LABORATORY (object)->plane_committed[k]);
    }
  for (int k = 0; k < WB_N_LAB_DIAGRAM_CHOICES; k++)
    g_free (WB_LABORATORY (object)->diagram[k]);
  g_free (WB_LABORATORY (object)->axes);
  g_free (WB_LABORATORY (object)->errors);
  g_free (WB_LABORATORY (object)->page);
  g_free (WB_LABORATORY (object)->models);
  g_free (WB_LABORATORY (object)->tableau);
  G_OBJECT_CLASS (wb_laboratory_parent_class)->finalize (object);
}

gboolean
wb_laboratory_shows_studies (WbLaboratory *self)
{
  return g_str_has_prefix (self->page, WB_LAB_PAGE_ID_STUDIES);
}

const char *
wb_laboratory_study (WbLaboratory *self)
{
  return g_str_has_prefix (self->page, WB_LAB_PAGE_ID_STUDIES ":") ? self->page + strlen (WB_LAB_PAGE_ID_STUDIES ":") : NULL;
}

void
wb_laboratory_open_study (WbLaboratory *self, const char *id)
{
  g_autofree char *page = id != NULL ? g_strconcat (WB_LAB_PAGE_ID_STUDIES ":", id, NULL) : g_strdup (WB_LAB_PAGE_ID_STUDIES);

  wb_laboratory_set_page (self, page);
}

static void
wb_laboratory_class_init (WbLaboratoryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = wb_laboratory_finalize;
  changed_signal = g_signal_new ("changed", WB_TYPE_LABORATORY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_laboratory_init (WbLaboratory *self)
{
  int n = 0;

  self->step = self->committed = NAN;
  self->page = g_strdup (WB_LAB_PAGE_ID_METHOD);
  self->layers = PLOT_STUDY_ALL_LAYERS;
  while (lab_registry ()[n] != NULL)
    n++;
  self->axes = g_new0 (const char *, n);
  self->errors = g_new0 (const char *, n);
  for (int k = 0; k < n; k++)
    {
      self->axes[k] = lab_registry ()[k]->over;
      self->errors[k] = "end";
    }
  self->models = g_strdup ("");
}

/* Returns the object of a session, or NULL if wb_laboratory_of was not called yet. */
static WbLaboratory *
peek (WbSession *session)
{
  return g_object_get_data (G_OBJECT (session), KEY);
}

WbLaboratory *
wb_laboratory_of (WbSession *session)
{
  WbLaboratory *self = peek (session);

  if (self != NULL)
    return self;
  self = g_object_new (WB_TYPE_LABORATORY, NULL);
  self->session = session;
  g_object_set_data_full (G_OBJECT (session), KEY, self, g_object_unref);
  wb_session_join_copies (session, self, copy_choices, restore_choices, choices_free);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model), self, G_CONNECT_SWAPPED);
  return self;
}

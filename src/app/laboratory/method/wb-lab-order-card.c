/* Draws the result of a study of errors over a setting, and runs the study when its input changes. */
#include "wb-lab-order-card.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lab-registry.h"
#include "lab-result-text.h"
#include "plot-text.h"
#include "wb-lab-export.h"
#include "wb-lab-figures.h"
#include "wb-lab-methods.h"
#include "wb-lab-models.h"
#include "wb-laboratory.h"
#include "wb-study.h"
#include "wb-table-window.h"

/* After a change of a setting, the study starts when no other change came for this time. */
#define SETTLE_MS 350
/* The largest number of steps of one run. A method of low order would need hours for the highest accuracies; a run that reaches this number
 * ends, and the plot has no point for it. */
#define STEP_LIMIT 100000

struct _WbLabOrderCard
{
  GtkWidget parent_instance;
  WbSession *session;
  WbLaboratory *laboratory;
  const LabStudyKind *kind;
  GtkWidget *card;
  GtkWidget *models;               /* the popover with the further models */
  GSimpleAction *axis, *error;
  WbStudy *study;
  char *largest, *further, *computed; /* options of the last computation: text of `largest` or NULL, the further models, and the methods */
  char *remark;                    /* the remark on a result that was shown last, or NULL */
  const OdeMethod *method;         /* the method of the tableau when the plot was drawn */
  guint drawn;                     /* serial of the study when the plot was drawn */
  guint cleared;                   /* serial of the study whose result belongs to a model that was replaced */
  guint settle_source;
  gboolean stale;              /* the settings changed after the result was computed */
  gboolean updating;           /* the options of the study are being set */
};

G_DEFINE_FINAL_TYPE (WbLabOrderCard, wb_lab_order_card, GTK_TYPE_WIDGET)

const LabResult *wb_lab_order_card_result (WbLabOrderCard *self) { return wb_study_serial (self->study) != self->cleared ? wb_study_result (self->study) : NULL; }
gboolean wb_lab_order_card_is_busy (WbLabOrderCard *self) { return wb_study_state (self->study) == WB_STUDY_RUNNING || self->settle_source != 0; }

/* ---- the plot ---- */

static PlotView *
view_of (WbLabOrderCard *self)
{
  Model *model = wb_session_model (self->session);
  g_autofree char *unit = model != NULL ? plot_text_unit (model_time_unit (model)) : g_strdup ("");

  const OdeMethod *method = wb_lab_page_method (self->session);
  g_autoptr (GPtrArray) entries = wb_lab_drawn_entries (self->session, method);

  return wb_lab_order_view_new (entries, wb_lab_order_card_result (self),
                                &(WbLabOrderPlot) { self->kind, wb_laboratory_axis (self->laboratory, self->kind->id), wb_laboratory_error (self->laboratory, self->kind->id),
                                                    method, unit });
}

static void
draw (WbLabOrderCard *self)
{
  self->method = wb_lab_page_method (self->session);
  self->drawn = wb_study_serial (self->study);
  wb_lab_card_set_view (WB_LAB_CARD (self->card), wb_lab_order_card_result (self) != NULL ? view_of (self) : NULL, FALSE);
}

void
wb_lab_order_card_clear (WbLabOrderCard *self)
{
  self->cleared = wb_study_serial (self->study);
  draw (self);
}

GtkWidget *wb_lab_order_card_models (WbLabOrderCard *self) { return self->models; }

/* ---- the study ---- */

static void
on_study (WbLabOrderCard *self)
{
  const LabResult *result = wb_lab_order_card_result (self);
  WbStudyState state = wb_study_state (self->study);
  gboolean failed = state == WB_STUDY_FAILED || state == WB_STUDY_UNSUITED;
  g_autofree char *text = failed ? g_strdup_printf ("%s\n%s", _(self->kind->label), wb_study_error (self->study)) : NULL;

  if (self->updating)
    return;
  /* A method that cannot integrate a further model has no line there; the reason is shown once. */
  if (result != NULL && g_strcmp0 (self->remark, result->remark) != 0)
    {
      g_free (self->remark);
      self->remark = g_strdup (result->remark);
      if (result->remark != NULL)
        wb_session_message (self->session, result->remark);
    }
  if (text == NULL && result == NULL && state == WB_STUDY_RUNNING)
    text = g_strdup (_("Computing …"));
  wb_lab_card_set_message (WB_LAB_CARD (self->card), text);
  if (self->drawn != wb_study_serial (self->study))
    draw (self);
}

/* Returns the drawn methods that can integrate the model. Another method would make the study fail. */
static GPtrArray *
usable_methods (WbLabOrderCard *self)
{
  GPtrArray *methods = wb_lab_drawn_methods (self->session);
  const OdeSystem *ode = model_system_ode (wb_session_system (self->session));

  for (guint k = methods->len; k > 0; k--)
    if (ode_method_refuses (methods->pdata[k - 1], ode) != NULL)
      g_ptr_array_remove_index (methods, k - 1);
  return methods;
}

/* Returns the text of the option `largest` for the error that the plot shows, or NULL if it shows the error at the end. */
static const char *
needed_largest (WbLabOrderCard *self)
{
  const char *error = wb_laboratory_error (self->laboratory, self->kind->id);

  return strcmp (error, "end") != 0 ? error : NULL;
}

/* Sets the options of the study that starts now, and remembers them. */
static void
set_options (WbLabOrderCard *self, const GPtrArray *methods)
{
  g_free (self->largest);
  self->largest = g_strdup (needed_largest (self));
  g_free (self->further);
  self->further = g_strdup (wb_laboratory_models (self->laboratory));
  g_free (self->computed);
  self->computed = wb_lab_method_ids (methods);
  self->updating = TRUE;
  wb_study_adapt_option (self->study, "integrators", self->computed);
  wb_study_adapt_option (self->study, "largest", self->largest);
  wb_study_adapt_option (self->study, "models", *self->further != '\0' ? self->further : NULL);
  self->updating = FALSE;
}

static gboolean
start (gpointer user)
{
  WbLabOrderCard *self = user;
  g_autoptr (GPtrArray) methods = NULL;

  self->settle_source = 0;
  self->stale = FALSE;
  if (wb_session_model (self->session) == NULL || wb_session_system (self->session) == NULL)
    return G_SOURCE_REMOVE;
  methods = usable_methods (self);
  if (methods->len == 0)
    return G_SOURCE_REMOVE;
  set_options (self, methods);
  wb_study_run (self->study);
  return G_SOURCE_REMOVE;
}

void
wb_lab_order_card_need (WbLabOrderCard *self)
{
  self->stale = TRUE;
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  g_clear_handle_id (&self->settle_source, g_source_remove);
  self->settle_source = g_timeout_add (SETTLE_MS, start, self);
}

void
wb_lab_order_card_cancel (WbLabOrderCard *self)
{
  g_clear_handle_id (&self->settle_source, g_source_remove);
  if (wb_study_state (self->study) != WB_STUDY_RUNNING)
    return;
  wb_study_cancel (self->study);
  if (wb_lab_order_card_result (self) == NULL)
    wb_lab_card_set_message (WB_LAB_CARD (self->card), _("Cancelled"));
}

/* ---- menu ---- */

char *
wb_lab_order_card_command (WbLabOrderCard *self)
{
  return wb_lab_order_card_result (self) != NULL ? wb_study_command (self->study) : NULL;
}

static void
on_copy_command (WbLabOrderCard *self)
{
  g_autofree char *command = wb_lab_order_card_command (self);

  if (command != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), command);
}

static void
on_copy_numbers (WbLabOrderCard *self)
{
  const LabResult *result = wb_lab_order_card_result (self);
  g_autofree char *text = result != NULL ? lab_result_csv (result, '\t') : NULL;

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
on_export (WbLabOrderCard *self, const char *format)
{
  const LabResult *result = wb_lab_order_card_result (self);
  char *text = NULL;

  if (result == NULL)
    return;
  if (strcmp (format, "csv") == 0)
    text = lab_result_csv (result, ',');
  else if (strcmp (format, "json") == 0)
    text = lab_result_json (self->kind->id, model_id (wb_session_model (self->session)), result);
  wb_lab_export (GTK_WIDGET (self), self->session, self->kind->id, format, text == NULL ? view_of (self) : NULL, text);
}

static void
on_table (WbLabOrderCard *self)
{
  const LabResult *result = wb_lab_order_card_result (self);
  g_autofree char *text = result != NULL ? lab_result_table_text (result) : NULL;

  if (text != NULL)
    wb_table_window_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _(self->kind->label), text);
}

static void
on_axis (GSimpleAction *action, GVariant *value, gpointer user)
{
  WbLabOrderCard *self = user;

  wb_laboratory_set_axis (self->laboratory, self->kind->id, g_variant_get_string (value, NULL));
}

static void
on_error (GSimpleAction *action, GVariant *value, gpointer user)
{
  WbLabOrderCard *self = user;

  wb_laboratory_set_error (self->laboratory, self->kind->id, g_variant_get_string (value, NULL));
}

static void
on_models (GSimpleAction *action, GVariant *value, gpointer user)
{
  WbLabOrderCard *self = user;

  wb_lab_models_open (WB_LAB_MODELS (self->models));
}

static gboolean
take_state (GSimpleAction *action, const char *text)
{
  g_autoptr (GVariant) before = g_action_get_state (G_ACTION (action));

  if (strcmp (g_variant_get_string (before, NULL), text) == 0)
    return FALSE;
  g_simple_action_set_state (action, g_variant_new_string (text));
  return TRUE;
}

/* Returns whether a method is drawn that the last computation did not have. */
static gboolean
needs_methods (WbLabOrderCard *self)
{
  g_autoptr (GPtrArray) methods = NULL;
  g_autofree char *ids = NULL;

  if (wb_session_model (self->session) == NULL || wb_session_system (self->session) == NULL)
    return FALSE;
  methods = usable_methods (self);
  ids = wb_lab_method_ids (methods);
  return strcmp (ids, self->computed) != 0;
}

static void
on_laboratory (WbLabOrderCard *self)
{
  gboolean axis = take_state (self->axis, wb_laboratory_axis (self->laboratory, self->kind->id));
  gboolean error = take_state (self->error, wb_laboratory_error (self->laboratory, self->kind->id));
  const char *largest = needed_largest (self);

  if (self->further != NULL && ((largest != NULL && g_strcmp0 (largest, self->largest) != 0)
                                || strcmp (self->further, wb_laboratory_models (self->laboratory)) != 0 || needs_methods (self)))
    wb_lab_order_card_need (self);
  else if (axis || error || self->method != wb_lab_page_method (self->session))
    draw (self);
}

static void
append_choices (GMenu *menu, const char *action, const char *const (*choices)[2], guint n)
{
  for (guint k = 0; k < n; k++)
    {
      g_autofree char *name = g_strdup_printf ("order.%s::%s", action, choices[k][0]);

      g_menu_append (menu, _(choices[k][1]), name);
    }
}

static GMenuModel *
menu_new (WbLabOrderCard *self)
{
  static const char *const settings[][2] = { { "h", N_("Against the step size") }, { "accuracy", N_("Against the accuracy") } };
  static const char *const costs[][2] = { { "rhs", N_("Against RHS evaluations") }, { "steps", N_("Against steps") }, { "wall_seconds", N_("Against computing time") } };
  static const char *const errors[][2] = { { "end", N_("Error at the end") }, { "steps", N_("Largest error at the steps") }, { "dense", N_("Largest error on dense output") } };
  g_autoptr (GMenu) own = g_menu_new (), axes = g_menu_new (), kinds = g_menu_new (), models = g_menu_new ();

  for (guint k = 0; k < G_N_ELEMENTS (settings); k++)
    if (strcmp (settings[k][0], self->kind->varied) == 0)
      append_choices (axes, "axis", &settings[k], 1);
  append_choices (axes, "axis", costs, G_N_ELEMENTS (costs));
  append_choices (kinds, "error", errors, G_N_ELEMENTS (errors));
  g_menu_append (models, _("Further models…"), "order.models");
  g_menu_append_section (own, NULL, G_MENU_MODEL (axes));
  g_menu_append_section (own, NULL, G_MENU_MODEL (kinds));
  g_menu_append_section (own, NULL, G_MENU_MODEL (models));
  return wb_lab_menu_new (WB_LAB_MENU_PLOT, G_MENU_MODEL (own));
}

/* ---- widget ---- */

static void
wb_lab_order_card_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (wb_lab_order_card_parent_class)->map (widget);
  if (WB_LAB_ORDER_CARD (widget)->stale)
    wb_lab_order_card_need (WB_LAB_ORDER_CARD (widget));
}

static void
wb_lab_order_card_dispose (GObject *object)
{
  WbLabOrderCard *self = WB_LAB_ORDER_CARD (object);

  g_clear_object (&self->study);
  g_clear_pointer (&self->models, gtk_widget_unparent);
  g_clear_pointer (&self->card, gtk_widget_unparent);
  g_clear_pointer (&self->largest, g_free);
  g_clear_pointer (&self->further, g_free);
  g_clear_pointer (&self->computed, g_free);
  g_clear_pointer (&self->remark, g_free);
  g_clear_object (&self->axis);
  g_clear_object (&self->error);
  g_clear_handle_id (&self->settle_source, g_source_remove);
  G_OBJECT_CLASS (wb_lab_order_card_parent_class)->dispose (object);
}

static void
wb_lab_order_card_class_init (WbLabOrderCardClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_order_card_dispose;
  GTK_WIDGET_CLASS (klass)->map = wb_lab_order_card_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_lab_order_card_init (WbLabOrderCard *self)
{
  self->stale = TRUE;
}

GtkWidget *
wb_lab_order_card_new (WbSession *session, const LabStudyKind *kind)
{
  WbLabOrderCard *self = g_object_new (WB_TYPE_LAB_ORDER_CARD, NULL);
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) models = NULL;
  g_autoptr (GMenuModel) menu = NULL;

  self->session = session;
  self->laboratory = wb_laboratory_of (session);
  self->kind = kind;
  self->study = wb_study_new_of_session (session, kind);
  wb_study_set_step_limit (self->study, STEP_LIMIT);
  g_signal_connect_object (self->study, "changed", G_CALLBACK (on_study), self, G_CONNECT_SWAPPED);
  self->card = wb_lab_card_new ();
  menu = menu_new (self);
  wb_lab_card_set_menu (WB_LAB_CARD (self->card), menu);
  self->axis = g_simple_action_new_stateful ("axis", G_VARIANT_TYPE_STRING, g_variant_new_string (wb_laboratory_axis (self->laboratory, kind->id)));
  self->error = g_simple_action_new_stateful ("error", G_VARIANT_TYPE_STRING, g_variant_new_string (wb_laboratory_error (self->laboratory, kind->id)));
  models = g_simple_action_new ("models", NULL);
  g_signal_connect_object (self->axis, "activate", G_CALLBACK (on_axis), self, 0);
  g_signal_connect_object (self->error, "activate", G_CALLBACK (on_error), self, 0);
  g_signal_connect_object (models, "activate", G_CALLBACK (on_models), self, 0);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (self->axis));
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (self->error));
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (models));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "order", G_ACTION_GROUP (group));
  gtk_widget_set_parent (self->card, GTK_WIDGET (self));
  self->models = wb_lab_models_new (session);
  gtk_widget_set_parent (self->models, GTK_WIDGET (self));
  g_signal_connect_swapped (self->card, "copy-table", G_CALLBACK (on_copy_numbers), self);
  g_signal_connect_swapped (self->card, "copy-command", G_CALLBACK (on_copy_command), self);
  g_signal_connect_swapped (self->card, "export", G_CALLBACK (on_export), self);
  g_signal_connect_swapped (self->card, "table", G_CALLBACK (on_table), self);
  g_signal_connect_object (self->laboratory, "changed", G_CALLBACK (on_laboratory), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

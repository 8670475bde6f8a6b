/* Shows the options of a study beside its picture, and computes it with them. */
#include "wb-lab-option-panel.h"

#include <glib/gi18n.h>

#include "plot-study-dynamics.h"
#include "plot-study-picture.h"
#include "plot-text.h"
#include "wb-setting-rows.h"
#include "wb-study-options.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

#define WIDTH 300

struct _WbLabOptionPanel
{
  GtkWidget parent_instance;
  WbLabStudies *studies;
  WbStudy *study;
  GtkWidget *scrolled, *options, *axes[2];
  gboolean quiet;
  guint serial;             /* serial number of the result whose states the lists of axes have */
  char *names;              /* names of these states, joined */
};

G_DEFINE_FINAL_TYPE (WbLabOptionPanel, wb_lab_option_panel, GTK_TYPE_WIDGET)

static guint changed_signal;

GtkWidget *wb_lab_option_panel_axis (WbLabOptionPanel *self, int axis) { return self->axes[axis]; }
WbField *wb_lab_option_panel_field (WbLabOptionPanel *self, const char *key) { return wb_study_options_field (self->options, key); }

static void
compute (WbLabOptionPanel *self)
{
  if (wb_study_options_commit (self->options))
    wb_lab_studies_run (self->studies, self->study);
}

/* ---- axes ---- */

void
wb_lab_option_panel_axes (WbLabOptionPanel *self, int *across, int *up)
{
  guint chosen[2] = { 0, 0 };

  for (int k = 0; k < 2 && self->axes[k] != NULL; k++)
    chosen[k] = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->axes[k]));
  for (int k = 0; k < 2; k++)
    chosen[k] = chosen[k] == GTK_INVALID_LIST_POSITION ? 0 : chosen[k];
  *across = (int) chosen[0] - 1; /* the first entry is the automatic choice, PLOT_SECTION_AUTOMATIC */
  *up = chosen[1] == 0 ? PLOT_SECTION_AUTOMATIC : chosen[1] == 1 ? PLOT_SECTION_RETURN : (int) chosen[1] - 2;
}

/* Fills the lists of axes with the states of the result, unless they have these states already. */
static void
fill_axes (WbLabOptionPanel *self)
{
  const LabResult *result = wb_study_result (self->study);
  g_autoptr (GString) names = g_string_new (NULL);

  if (self->axes[0] == NULL || (self->names != NULL && self->serial == wb_study_serial (self->study)))
    return;
  self->serial = wb_study_serial (self->study);
  for (int k = 0; result != NULL && k < plot_study_section_n_states (result); k++)
    g_string_append_printf (names, "%s;", plot_study_section_state (result, k));
  if (g_strcmp0 (names->str, self->names) == 0)
    return;
  g_free (self->names);
  self->names = g_strdup (names->str);
  self->quiet = TRUE;
  for (int axis = 0; axis < 2; axis++)
    {
      g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

      gtk_string_list_append (list, _("automatic"));
      if (axis == 1)
        gtk_string_list_append (list, _("next point (return map)"));
      for (int k = 0; result != NULL && k < plot_study_section_n_states (result); k++)
        {
          g_autofree char *rich = plot_text_variable (plot_study_section_state (result, k)), *plain = plot_text_plain (rich);

          gtk_string_list_append (list, plain);
        }
      gtk_drop_down_set_model (GTK_DROP_DOWN (self->axes[axis]), G_LIST_MODEL (list));
      gtk_widget_set_sensitive (self->axes[axis], result != NULL);
    }
  self->quiet = FALSE;
}

static void
on_axis (WbLabOptionPanel *self)
{
  if (!self->quiet)
    g_signal_emit (self, changed_signal, 0);
}

static void
on_study (WbLabOptionPanel *self)
{
  wb_study_options_show (self->options, self->study);
  fill_axes (self);
}

/* ---- widget ---- */

static void
wb_lab_option_panel_dispose (GObject *object)
{
  WbLabOptionPanel *self = WB_LAB_OPTION_PANEL (object);

  self->quiet = TRUE;
  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_lab_option_panel_parent_class)->dispose (object);
}

static void
wb_lab_option_panel_finalize (GObject *object)
{
  g_free (WB_LAB_OPTION_PANEL (object)->names);
  G_OBJECT_CLASS (wb_lab_option_panel_parent_class)->finalize (object);
}

static void
wb_lab_option_panel_class_init (WbLabOptionPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_option_panel_dispose;
  G_OBJECT_CLASS (klass)->finalize = wb_lab_option_panel_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  changed_signal = g_signal_new ("view-changed", WB_TYPE_LAB_OPTION_PANEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_lab_option_panel_init (WbLabOptionPanel *self)
{
}

/* Adds the lists of the axes of the picture. */
static void
add_axes (WbLabOptionPanel *self, GtkWidget *box)
{
  GtkWidget *rows = wb_rows_box_new ();

  for (int axis = 0; axis < 2; axis++)
    {
      self->axes[axis] = gtk_drop_down_new (NULL, NULL);
      wb_widget_set_name (self->axes[axis], axis == 0 ? _("Horizontal axis") : _("Vertical axis"));
      g_signal_connect_swapped (self->axes[axis], "notify::selected", G_CALLBACK (on_axis), self);
      gtk_box_append (GTK_BOX (rows), wb_row_new (axis == 0 ? _("Horizontal axis") : _("Vertical axis"), NULL, self->axes[axis]));
    }
  gtk_box_append (GTK_BOX (box), rows);
}

GtkWidget *
wb_lab_option_panel_new (WbSession *session, int index)
{
  WbLabOptionPanel *self = g_object_new (WB_TYPE_LAB_OPTION_PANEL, NULL);
  const LabStudyKind *kind = wb_lab_studies_kind (index);
  GtkWidget *button = gtk_button_new_with_label (_("Compute")), *box = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 8), "study-side");

  self->studies = wb_lab_studies_of (session);
  self->study = wb_lab_studies_study (self->studies, index);
  self->scrolled = wb_scrolled_new (box);
  gtk_widget_set_size_request (self->scrolled, WIDTH, -1);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  self->options = wb_styled (wb_study_options_new (TRUE), "boxed");
  wb_study_options_show (self->options, self->study);
  for (int k = 0; k < kind->n_options; k++)
    {
      WbField *field = wb_study_options_field (self->options, kind->options[k].key);

      if (field != NULL && GTK_IS_ENTRY (wb_field_control (field)))
        g_signal_connect_swapped (wb_field_control (field), "activate", G_CALLBACK (compute), self);
    }
  gtk_box_append (GTK_BOX (box), self->options);
  gtk_widget_add_css_class (button, "raised");
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (compute), self);
  gtk_box_append (GTK_BOX (box), button);
  if (plot_study_picture_find (kind) != NULL && plot_study_picture_find (kind)->side == PLOT_SIDE_AXES)
    add_axes (self, box);
  g_signal_connect_object (self->study, "changed", G_CALLBACK (on_study), self, G_CONNECT_SWAPPED);
  on_study (self);
  return GTK_WIDGET (self);
}

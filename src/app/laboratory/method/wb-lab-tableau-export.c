/* Writes the tableau in each format, and builds the menu for it. */
#include "wb-lab-tableau-export.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lab-method-result.h"
#include "lab-result-text.h"
#include "lab-tableau-code.h"
#include "wb-study-command.h"
#include "wb-lab-export.h"
#include "wb-lab-tableau-save.h"
#include "wb-table-window.h"
#include "wb-widgets.h"

typedef struct
{
  GtkWidget *button;
  WbSession *session;
  WbLabTableauGet get;
  gpointer user;
} Menu;

/* Returns the method that the cells define. If they are not valid, shows a message and returns NULL. */
static const OdeMethod *
method_of (Menu *menu, const WbLabTableau **tableau)
{
  const OdeMethod *method = NULL;

  *tableau = menu->get (menu->user, &method);
  if (*tableau == NULL || method == NULL)
    wb_session_message (menu->session, _("There is no usable tableau"));
  return *tableau != NULL ? method : NULL;
}

/* Returns whether the cells are unchanged, that is, those of the built-in or saved method from which they were taken. */
static gboolean
is_source (const WbLabTableau *tableau)
{
  WbLabTableau *source = wb_lab_tableau_of (tableau->source);
  gboolean same = source != NULL && wb_lab_tableau_equal (tableau, source);

  wb_lab_tableau_free (source);
  return same;
}

static const char *
model_of (Menu *menu)
{
  return wb_session_model (menu->session) != NULL ? model_id (wb_session_model (menu->session)) : "";
}

static char *
text_of (Menu *menu, const char *format)
{
  const WbLabTableau *tableau;
  const OdeMethod *method = method_of (menu, &tableau);
  g_autoptr (LabResult) result = NULL;
  LabTableauFormat code;

  if (method == NULL)
    return NULL;
  if (lab_tableau_format_find (format, &code))
    {
      /* An edited tableau is written with the typed texts of the cells, such as sqrt(3)/6; an unchanged method is written with its dense
       * output. */
      if (code == LAB_TABLEAU_YAML && !is_source (tableau))
        return wb_lab_tableau_yaml (tableau, tableau->label);
      return lab_tableau_code (is_source (tableau) ? tableau->source : method, code);
    }
  result = lab_tableau_result (is_source (tableau) ? tableau->source : method);
  if (result == NULL)
    return NULL;
  if (strcmp (format, "json") == 0)
    return lab_result_json (lab_study_tableau.id, model_of (menu), result);
  return lab_result_csv (result, strcmp (format, "csv") == 0 ? ',' : '\t');
}

static void
export (GSimpleAction *action, GVariant *value, gpointer user)
{
  Menu *menu = user;
  const char *format = g_variant_get_string (value, NULL);
  const OdeMethod *method;
  const WbLabTableau *tableau = menu->get (menu->user, &method);
  g_autofree char *name = tableau != NULL ? wb_lab_tableau_id (tableau->label) : NULL;
  char *text = text_of (menu, format);
  LabTableauFormat code;

  if (text != NULL)
    wb_lab_export (menu->button, menu->session, name, lab_tableau_format_find (format, &code) ? lab_tableau_format_ending (code) : format, NULL, text);
}

static void
copy (Menu *menu, const char *format)
{
  g_autofree char *text = text_of (menu, format);

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (menu->button), text);
}

static void
copy_yaml (GSimpleAction *action, GVariant *value, gpointer user)
{
  copy (user, "yaml");
}

static void
copy_numbers (GSimpleAction *action, GVariant *value, gpointer user)
{
  copy (user, "numbers");
}

static void
copy_command (GSimpleAction *action, GVariant *value, gpointer user)
{
  Menu *menu = user;
  const WbLabTableau *tableau;
  const OdeMethod *method = method_of (menu, &tableau);
  g_autofree char *model = wb_session_model (menu->session) != NULL ? g_shell_quote (wb_session_requested (menu->session)) : NULL;
  g_autofree char *name = method != NULL ? wb_lab_tableau_name (tableau) : NULL, *quoted = name != NULL ? g_shell_quote (name) : NULL, *text = NULL;

  if (quoted == NULL || model == NULL)
    return;
  text = g_strdup_printf ("stepwise-cli study tableau %s --integrator %s", model, *name == '{' ? quoted : name);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (menu->button), text);
}

static void
show_table (GSimpleAction *action, GVariant *value, gpointer user)
{
  Menu *menu = user;
  const WbLabTableau *tableau;
  const OdeMethod *method = method_of (menu, &tableau);
  g_autoptr (LabResult) result = method != NULL ? lab_tableau_result (method) : NULL;
  g_autofree char *text = result != NULL ? lab_result_table_text (result) : NULL;

  if (text != NULL)
    wb_table_window_present (GTK_WINDOW (gtk_widget_get_root (menu->button)), tableau->label, text);
}

GtkWidget *
wb_lab_tableau_menu_new (WbSession *session, WbLabTableauGet get, gpointer user)
{
  static const GActionEntry entries[] = { { "export", export, "s" }, { "copy-yaml", copy_yaml }, { "copy-table", copy_numbers },
                                          { "copy-command", copy_command }, { "table", show_table } };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GMenuModel) model = wb_lab_menu_new (WB_LAB_MENU_TABLEAU, NULL);
  Menu *menu = g_new0 (Menu, 1);

  *menu = (Menu) { gtk_menu_button_new (), session, get, user };
  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), menu);
  gtk_widget_insert_action_group (menu->button, "card", G_ACTION_GROUP (group));
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (menu->button), "wb-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (menu->button), model);
  gtk_widget_add_css_class (menu->button, "plot-menu");
  gtk_accessible_update_property (GTK_ACCESSIBLE (menu->button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Plot menu"), -1);
  g_object_set_data_full (G_OBJECT (menu->button), "menu", menu, g_free);
  return menu->button;
}

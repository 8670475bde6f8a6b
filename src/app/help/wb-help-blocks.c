/* Builds the parts of a page from its texts and from the tables of settings, methods and studies. */
#include "wb-help-blocks.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lab-registry.h"
#include "ode-methods.h"
#include "plot-format.h"
#include "plot-text.h"
#include "sim-config-rows.h"
#include "wb-rich.h"
#include "wb-widgets.h"

static GtkWidget *
paragraph_new (const char *rich, const char *class)
{
  GtkWidget *label = wb_rich_label_new (rich);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), FALSE);
  if (class != NULL)
    gtk_widget_add_css_class (label, class);
  return label;
}

GtkWidget *
wb_help_text_new (const WbHelpEntry *entry)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  g_auto (GStrv) paragraphs = g_strsplit (entry->text, "\n\n", -1);

  for (int i = 0; paragraphs[i] != NULL; i++)
    gtk_box_append (GTK_BOX (box), paragraph_new (paragraphs[i], i == 0 ? "help-lead" : "help-text"));
  return box;
}

/* ---- the value of a setting ---- */

static const char *
origin_text (SimOrigin origin)
{
  switch (origin)
    {
    case SIM_ORIGIN_PROFILE: return _("the default value");
    case SIM_ORIGIN_MODEL: return _("from the model");
    case SIM_ORIGIN_CONFIG: return _("from a configuration file");
    case SIM_ORIGIN_COMMAND_LINE: return _("from the command line");
    case SIM_ORIGIN_LIVE: break;
    }
  return _("changed in this window");
}

GtkWidget *
wb_help_value_new (const WbHelpEntry *entry, WbSession *session)
{
  const SimConfig *config = wb_session_config (session);
  g_autofree char *value = NULL, *reason = NULL, *escaped = NULL;
  GtkWidget *box, *line, *show;

  if (entry->group != WB_HELP_SETTINGS || wb_session_model (session) == NULL)
    return NULL;
  value = sim_config_get (config, entry->key);
  reason = sim_config_unusable (config, entry->key);
  box = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 4), "help-value");
  gtk_box_append (GTK_BOX (box), wb_label_new (wb_session_current (session) != NULL && !wb_session_is_stale (session) ? _("In this run") : _("In use at the next run"), "help-value-head"));
  line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_box_append (GTK_BOX (line), wb_label_new (value != NULL && *value != '\0' ? value : _("not set"), "help-value-number"));
  gtk_box_append (GTK_BOX (line), wb_label_new (origin_text (sim_config_origin (config, entry->key)), "dim-value"));
  show = gtk_button_new_with_label (_("Show this setting"));
  gtk_widget_set_hexpand (show, TRUE);
  gtk_widget_set_halign (show, GTK_ALIGN_END);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (show), "win.help-setting");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (show), "s", entry->key);
  gtk_box_append (GTK_BOX (line), show);
  gtk_box_append (GTK_BOX (box), line);
  if (reason != NULL)
    {
      escaped = plot_text_escape (reason);
      gtk_box_append (GTK_BOX (box), paragraph_new (escaped, NULL));
    }
  return box;
}

/* ---- tables ---- */

static void
add_row (GtkGrid *grid, int row, const char *name, const char *middle, const char *text)
{
  g_autofree char *escaped = plot_text_escape (text);
  GtkWidget *first = wb_label_new (name, "strong"), *second = wb_label_new (middle, "dim-value"), *third = paragraph_new (escaped, NULL);

  gtk_widget_set_valign (first, GTK_ALIGN_START);
  gtk_widget_set_valign (second, GTK_ALIGN_START);
  gtk_widget_set_hexpand (third, TRUE);
  gtk_widget_set_valign (third, GTK_ALIGN_START);
  gtk_label_set_wrap (GTK_LABEL (first), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (first), 18);
  gtk_label_set_max_width_chars (GTK_LABEL (first), 24);
  gtk_grid_attach (grid, first, 0, row, 1, 1);
  gtk_grid_attach (grid, second, 1, row, 1, 1);
  gtk_grid_attach (grid, third, 2, row, 1, 1);
}

static GtkWidget *
grid_new (void)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_row_spacing (GTK_GRID (grid), 8);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 16);
  return grid;
}

/* Returns the family of a page. */
static int
family_of (const WbHelpEntry *entry)
{
  for (const WbHelpText *text = wb_help_families; text->key != NULL; text++)
    if (strcmp (text->key, entry->key) == 0)
      return text->family;
  return -1;
}

static GtkWidget *
methods_new (const WbHelpEntry *entry)
{
  GtkWidget *grid = grid_new ();
  int n, row = 0;
  const OdeMethod *const *methods = ode_methods (&n);
  const int family = family_of (entry);

  for (int i = 0; i < n; i++)
    if ((int) methods[i]->family == family)
      {
        g_autofree char *order = g_strdup_printf (_("order %d"), methods[i]->order);

        add_row (GTK_GRID (grid), row++, _(methods[i]->label), order, _(methods[i]->advice));
      }
  return grid;
}

/* Returns the values that a setting can have, and its default. */
static GtkWidget *
values_new (const SimSettingRow *setting)
{
  GtkWidget *grid = grid_new ();
  const char *standard = setting->defaults[SIM_PROFILE_STEPWISE];
  int row = 0;

  for (const SimChoice *choice = setting->choices; choice != NULL && choice->word != NULL; choice++)
    add_row (GTK_GRID (grid), row++, choice->word, g_strcmp0 (choice->word, standard) == 0 ? _("the default value") : "", _(choice->label));
  if (setting->choices == NULL && (setting->type == SIM_SETTING_NUMBER || setting->type == SIM_SETTING_INTEGER) && setting->minimum < setting->maximum)
    {
      char low[64], high[64];
      g_autofree char *range = NULL;

      plot_format_number (setting->minimum, 6, low, sizeof low);
      plot_format_number (setting->maximum, 6, high, sizeof high);
      range = setting->maximum < 1e15 ? g_strdup_printf (_("from %s to %s"), low, high) : setting->minimum > 1e-300 ? g_strdup_printf (_("from %s"), low)
              : g_strdup (setting->minimum > 0 ? _("above 0") : _("0 or more"));
      add_row (GTK_GRID (grid), row++, _("a number"), range, "");
    }
  if (setting->choices == NULL && standard != NULL && *standard != '\0')
    add_row (GTK_GRID (grid), row++, standard, _("the default value"), "");
  return grid;
}

static GtkWidget *
options_new (const LabStudyKind *kind)
{
  GtkWidget *grid = grid_new ();

  for (int i = 0; i < kind->n_options; i++)
    add_row (GTK_GRID (grid), i, _(kind->options[i].label != NULL ? kind->options[i].label : kind->options[i].key),
             kind->options[i].standard != NULL ? kind->options[i].standard : "", _(kind->options[i].about));
  return grid;
}

GtkWidget *
wb_help_table_new (const WbHelpEntry *entry)
{
  const LabStudyKind *kind = entry->group == WB_HELP_STUDIES ? lab_registry_find (entry->key) : NULL;
  const SimSettingRow *setting = entry->group == WB_HELP_SETTINGS ? sim_config_row (entry->key) : NULL;
  GtkWidget *box;

  if (entry->group != WB_HELP_METHODS && setting == NULL && (kind == NULL || kind->n_options == 0))
    return NULL;
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_box_append (GTK_BOX (box), wb_label_new (kind != NULL ? _("Options") : setting != NULL ? _("Values") : _("Methods"), "help-head"));
  gtk_box_append (GTK_BOX (box), kind != NULL ? options_new (kind) : setting != NULL ? values_new (setting) : methods_new (entry));
  return box;
}

/* ---- names and links ---- */

static void
add_name (GtkWidget *box, const char *what, const char *text)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *code = wb_label_new (text, "code");

  gtk_label_set_selectable (GTK_LABEL (code), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (code), PANGO_ELLIPSIZE_END);
  wb_box_add (line, wb_label_new (what, "dim-value"), code, NULL);
  gtk_box_append (GTK_BOX (box), line);
}

GtkWidget *
wb_help_names_new (const WbHelpEntry *entry)
{
  const LabStudyKind *kind = entry->group == WB_HELP_STUDIES ? lab_registry_find (entry->key) : NULL;
  GtkWidget *box;

  if (entry->group != WB_HELP_SETTINGS && kind == NULL)
    return NULL;
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  if (kind != NULL)
    {
      g_autofree char *command = kind->summary != NULL ? g_strdup_printf ("stepwise-cli %s %s", kind->id, kind->argument != NULL ? kind->argument : "MODEL")
                                                       : g_strdup_printf ("stepwise-cli study %s MODEL", kind->id);

      add_name (box, _("Command line"), command);
    }
  else
    {
      g_autofree char *option = g_strdup_printf ("--%s", entry->key), *file = g_strdup_printf ("solver: {%s: …}", entry->key);

      for (char *c = option; *c != '\0'; c++)
        *c = *c == '_' ? '-' : *c;
      add_name (box, _("Command line"), option);
      add_name (box, _("Model file"), file);
    }
  return box;
}

GtkWidget *
wb_help_link_new (const WbHelpEntry *entry)
{
  GtkWidget *button = gtk_button_new_with_label (entry->title);

  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_widget_add_css_class (button, "help-link");
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.help");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", entry->id);
  return button;
}

GtkWidget *
wb_help_links_new (const WbHelpEntry *entry)
{
  GtkWidget *box, *flow;
  g_auto (GStrv) ids = entry->see != NULL ? g_strsplit (entry->see, " ", -1) : NULL;

  if (ids == NULL)
    return NULL;
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  flow = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  for (int i = 0; ids[i] != NULL; i++)
    {
      const WbHelpEntry *other = wb_help_find (ids[i]);

      if (other != NULL)
        gtk_box_append (GTK_BOX (flow), wb_help_link_new (other));
    }
  wb_box_add (box, wb_label_new (_("See also"), "dim-value"), flow, NULL);
  return box;
}

/* The options at the side of the export window: plots, size, style, and the format of
 * tables. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "wb-export-rows.h"
#include "wb-export-window-private.h"
#include "wb-field.h"
#include "wb-number-field.h"
#include "wb-tooltip.h"

static const struct { const char *title; double width, height, text; PlotThemeId theme; } presets[] = {
  { N_("Paper, two columns"), 178, 104, 8, PLOT_THEME_PAPER }, { N_("Paper, one column"), 86, 64, 8, PLOT_THEME_PAPER },
  { N_("Slide, 16 : 9"), 338.7, 190.5, 18, PLOT_THEME_SLIDE }, { N_("Half a slide"), 165, 170, 18, PLOT_THEME_SLIDE },
  { N_("Custom size"), 0, 0, 0, PLOT_THEME_PAPER },
};
static const struct { const char *label; PlotThemeId theme; } styles[] = {
  { N_("Paper"), PLOT_THEME_PAPER }, { N_("Slide"), PLOT_THEME_SLIDE }, { N_("Dark slide"), PLOT_THEME_DARK_SLIDE }, { N_("Grey"), PLOT_THEME_GREY },
};
#define OWN_SIZE ((guint) G_N_ELEMENTS (presets) - 1)

WbExportPage
wb_export_window_first_page (void)
{
  return (WbExportPage) { .width = presets[0].width, .height = presets[0].height, .text = presets[0].text, .theme = presets[0].theme,
                          .settings = TRUE, .pins = TRUE, .cursors = TRUE, .resolution = 300 };
}

WbExportTable
wb_export_window_table (WbExportWindow *self)
{
  static const char separators[] = ",;\t", decimals[] = ".,";
  WbExportTable table = { .t_low = -INFINITY, .t_high = INFINITY };
  PlotTimeAxis *axis = wb_plot_set_axis (wb_plot_set_of (self->session));

  if (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->range)) == 1 && axis != NULL)
    plot_time_axis_get_view (axis, &table.t_low, &table.t_high);
  table.rows = (WbExportRows) MIN (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->points)), WB_EXPORT_DRAWN);
  if (table.rows == WB_EXPORT_EQUAL)
    table.uniform = (int) self->n_rows;
  table.separator = separators[MIN (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->separator)), 2)];
  table.settings = gtk_switch_get_active (GTK_SWITCH (self->comments));
  table.decimal = decimals[MIN (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->decimal)), 1)];
  return table;
}

void
wb_export_window_show_page (WbExportWindow *self)
{
  self->setting = TRUE;
  wb_field_show (wb_field_of (self->width));
  wb_field_show (wb_field_of (self->height));
  wb_field_show (wb_field_of (self->text));
  for (guint i = 0; i < G_N_ELEMENTS (styles); i++)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->styles[i]), styles[i].theme == self->page.theme);
  self->setting = FALSE;
  wb_export_window_changed (self);
}

/* ---- choices ---- */

/* The plots that the user chose last for a figure of a run: their bits, and the kinds of all plots. If the kinds differ, the list of plots
 * has changed. */
#define CHOICE_KEY "export-choice"
typedef struct { guint64 plots; char *kinds; } Choice;

static void
choice_free (gpointer data)
{
  g_free (((Choice *) data)->kinds);
  g_free (data);
}

static char *
kinds_of (WbPlotSet *plots)
{
  GString *kinds = g_string_new (NULL);

  for (int i = 0; i < wb_plot_set_n (plots); i++)
    g_string_append_printf (kinds, "%s ", wb_plot_set_spec (plots, i)->kind->id);
  return g_string_free (kinds, FALSE);
}

/* Stores the choice for the next export, unless a single plot or a comparison is
 * exported. */
static void
keep_choice (WbExportWindow *self)
{
  WbPlotSet *plots = wb_plot_set_of (self->session);
  Choice *choice;

  if (self->alone || self->setting || self->comparison != NULL || self->studies != NULL || self->microscope != NULL)
    return;
  choice = g_new0 (Choice, 1);
  choice->plots = self->page.plots;
  choice->kinds = kinds_of (plots);
  g_object_set_data_full (G_OBJECT (plots), CHOICE_KEY, choice, choice_free);
}

static void
on_plot (GtkCheckButton *check, GParamSpec *spec, WbExportWindow *self)
{
  guint64 bit = (guint64) 1 << GPOINTER_TO_INT (g_object_get_data (G_OBJECT (check), "index"));

  if (gtk_check_button_get_active (check))
    self->page.plots |= bit;
  else
    self->page.plots &= ~bit;
  keep_choice (self);
  wb_export_window_changed (self);
}

static void
on_preset (GtkDropDown *drop, GParamSpec *spec, WbExportWindow *self)
{
  guint i = gtk_drop_down_get_selected (drop);

  if (self->setting || i >= OWN_SIZE)
    return;
  self->page.width = presets[i].width;
  self->page.height = presets[i].height;
  self->page.text = presets[i].text;
  self->page.theme = presets[i].theme;
  wb_export_window_show_page (self);
}

/* The numbers of the page, and of the table. */
static const struct { const char *key; double low, high; } numbers[] = { { "width", 20, 2000 }, { "height", 20, 2000 }, { "text", 4, 72 }, { "rows", 2, 1e8 } };

static double *
number_at (WbExportWindow *self, const char *key)
{
  double *const targets[] = { &self->page.width, &self->page.height, &self->page.text, &self->n_rows };
  int k = 0;

  while (strcmp (numbers[k].key, key) != 0)
    k++;
  return targets[k];
}

static char *get_number (gpointer self, const char *key) { return wb_number_text (*number_at (self, key)); }

static char *
number_reason (gpointer self, const char *key, const char *text)
{
  int k = 0;

  while (strcmp (numbers[k].key, key) != 0)
    k++;
  return wb_field_number_reason (text, numbers[k].low, numbers[k].high);
}

static void
set_number (gpointer owner, const char *key, const char *text)
{
  WbExportWindow *self = owner;
  double *target = number_at (self, key);

  *target = g_ascii_strtod (text, NULL);
  if (target == &self->page.width || target == &self->page.height)
    {
      self->setting = TRUE;
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->preset), OWN_SIZE);
      self->setting = FALSE;
    }
  wb_export_window_changed (self);
}

static const WbBinding number_binding = { get_number, set_number, number_reason };

static void
on_style (GtkToggleButton *button, GParamSpec *spec, WbExportWindow *self)
{
  if (self->setting || !gtk_toggle_button_get_active (button))
    return;
  self->page.theme = (PlotThemeId) GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "theme"));
  wb_export_window_changed (self);
}

static void
on_switch (GtkSwitch *toggle, GParamSpec *spec, WbExportWindow *self)
{
  gboolean *choice = g_object_get_data (G_OBJECT (toggle), "choice");

  *choice = gtk_switch_get_active (toggle);
  wb_export_window_changed (self);
}

static void
on_resolution (GtkDropDown *drop, GParamSpec *spec, WbExportWindow *self)
{
  static const double resolutions[] = { 150, 300, 600 };

  self->page.resolution = resolutions[MIN (gtk_drop_down_get_selected (drop), 2)];
  wb_export_window_changed (self);
}

/* ---- building ---- */

static GtkWidget *
drop_new (WbExportWindow *self, GtkWidget *group, const char *title, const char *const *choices, GCallback func)
{
  GtkWidget *drop = wb_export_choice_new (group, title, choices);

  g_signal_connect (drop, "notify::selected", func, self);
  return drop;
}

static GtkWidget *
number_new (WbExportWindow *self, GtkWidget *row, const char *key, const char *unit, const char *label, double step)
{
  GtkWidget *field = wb_number_field_new (unit, step == 0, step);

  gtk_widget_set_valign (field, GTK_ALIGN_CENTER);
  wb_export_name (field, label);
  wb_field_new (field, NULL, &number_binding, self, key);
  gtk_box_append (GTK_BOX (row), field);
  wb_export_why (gtk_widget_get_parent (row), field);
  return field;
}

/* Hides the buttons of a spin button, so that two of them fit into a row. */
static void
hide_buttons (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_BUTTON (child))
      gtk_widget_set_visible (child, FALSE);
    else
      hide_buttons (child);
}

static void
add_plot (WbExportWindow *self, GtkWidget *group, int index, const char *title, gboolean chosen)
{
  GtkWidget *check = gtk_check_button_new_with_label (title), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (row, "row");
  gtk_widget_add_css_class (row, "plot-choice");
  g_object_set_data (G_OBJECT (check), "index", GINT_TO_POINTER (index));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), chosen);
  if (chosen)
    self->page.plots |= (guint64) 1 << index;
  g_signal_connect (check, "notify::active", G_CALLBACK (on_plot), self);
  gtk_box_append (GTK_BOX (row), check);
  gtk_box_append (GTK_BOX (group), row);
  self->plots[index] = check;
}

/* Lists the plots of a comparison. At first those are selected that the view shows. */
static void
add_comparison_plots (WbExportWindow *self, GtkWidget *group)
{
  const WbCompareShown *shown = wb_compare_plots_shown (self->comparison);

  for (int i = 0; i < WB_N_COMPARE_VIEWS; i++)
    {
      g_autofree char *title = wb_export_comparison_title (self->comparison, (WbComparePanel) i);

      if (title != NULL)
        add_plot (self, group, i, title, shown == NULL || shown->plots == 0 || (shown->plots >> i & 1) != 0);
    }
}

/* Lists the cards of the selected study. At first those are selected that the view shows. */
static void
add_ensemble_plots (WbExportWindow *self, GtkWidget *group)
{
  const WbEnsembleShown *shown = wb_ensemble_shown (self->studies);

  for (int i = 0; i < WB_N_ENSEMBLE_VIEWS; i++)
    {
      g_autofree char *title = wb_export_ensemble_title (self->studies, i);

      if (title != NULL)
        add_plot (self, group, i, title, shown->cards == 0 || (shown->cards >> i & 1) != 0);
    }
}

/* Lists those cards of the Microscope that are plots. */
static void
add_microscope_plots (WbExportWindow *self, GtkWidget *group)
{
  for (int i = 0; i < WB_N_MICROSCOPE_CARDS; i++)
    {
      g_autoptr (PlotView) view = wb_microscope_card_plot (self->microscope, i);
      g_autofree char *title = view != NULL ? wb_microscope_card_title (self->microscope, i) : NULL;

      if (view != NULL)
        add_plot (self, group, i, title, TRUE);
    }
}

/* Returns whether a run is exported, not a comparison, a study or a card of the Microscope. */
static gboolean
is_run (WbExportWindow *self)
{
  return self->comparison == NULL && self->studies == NULL && self->microscope == NULL;
}

/* Lists the plots; those that are usual in figures come first. Selects the plots of the last
 * export. */
static void
add_plots (WbExportWindow *self)
{
  WbPlotSet *plots = wb_plot_set_of (self->session);
  GtkWidget *group = wb_export_group_new (self->figure_side, _("Plots"));
  const Choice *kept = g_object_get_data (G_OBJECT (plots), CHOICE_KEY);
  g_autofree char *kinds = kinds_of (plots);

  if (kept != NULL && (strcmp (kept->kinds, kinds) != 0 || kept->plots == 0))
    kept = NULL;
  if (self->comparison != NULL)
    {
      add_comparison_plots (self, group);
      return;
    }
  if (self->studies != NULL)
    {
      add_ensemble_plots (self, group);
      return;
    }
  if (self->microscope != NULL)
    {
      add_microscope_plots (self, group);
      return;
    }
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < wb_plot_set_n (plots) && i < (int) G_N_ELEMENTS (self->plots); i++)
      {
        gboolean usual = (wb_plot_set_spec (plots, i)->kind->flags & PLOT_KIND_EXPORTED) != 0;

        if (usual == (pass == 0))
          add_plot (self, group, i, plot_kind_title (wb_plot_set_spec (plots, i)->kind),
                    kept != NULL ? (kept->plots >> i & 1) != 0 : usual);
      }
}

void
wb_export_window_choose_plot (WbExportWindow *self, int index)
{
  self->setting = TRUE;
  for (int i = 0; i < (int) G_N_ELEMENTS (self->plots); i++)
    if (self->plots[i] != NULL)
      gtk_check_button_set_active (GTK_CHECK_BUTTON (self->plots[i]), i == index);
  self->setting = FALSE;
  self->alone = TRUE;
  wb_export_window_changed (self);
}

static void
add_size (WbExportWindow *self)
{
  GtkWidget *group = wb_export_group_new (self->figure_side, _("Size")), *row, *times;
  const char *names[G_N_ELEMENTS (presets) + 1] = { NULL };
  const char *resolutions[] = { _("150 dpi"), _("300 dpi"), _("600 dpi"), NULL };

  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    names[i] = _(presets[i].title);
  self->preset = drop_new (self, group, _("Preset"), names, G_CALLBACK (on_preset));
  row = wb_export_row_new (group, _("Width, height"));
  self->width = number_new (self, row, "width", "mm", _("Width"), 1);
  times = gtk_label_new ("×");
  gtk_box_append (GTK_BOX (row), times);
  self->height = number_new (self, row, "height", "mm", _("Height"), 1);
  hide_buttons (self->width);
  hide_buttons (self->height);
  row = wb_export_row_new (group, _("Text size"));
  self->text = number_new (self, row, "text", "pt", _("Text size"), 1);
  self->setting = TRUE;
  {
    GtkWidget *drop = drop_new (self, group, _("Resolution"), resolutions, G_CALLBACK (on_resolution));

    gtk_drop_down_set_selected (GTK_DROP_DOWN (drop), 1);
    self->resolution_row = gtk_widget_get_parent (drop);
  }
  self->setting = FALSE;
}

static void
draw_style (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  WbExportWindow *self = g_object_get_data (G_OBJECT (area), "window");
  const PlotTheme *theme = plot_theme_get ((PlotThemeId) GPOINTER_TO_INT (user));
  WbRunItem *run = wb_session_current (self->session);
  SimTrajectory *trajectory = run != NULL ? wb_run_item_trajectory (run) : NULL;
  gboolean slide = GPOINTER_TO_INT (user) == PLOT_THEME_SLIDE || GPOINTER_TO_INT (user) == PLOT_THEME_DARK_SLIDE;

  cairo_set_source_rgb (cr, theme->background.r, theme->background.g, theme->background.b);
  cairo_paint (cr);
  cairo_translate (cr, 8, 7);
  for (int s = 1; trajectory != NULL && s >= 0; s--)
    {
      gsize n = sim_trajectory_n_rows (trajectory);
      double low, high, t0, t1;

      if (n < 2 || s >= sim_trajectory_n_columns (trajectory))
        continue;
      t0 = sim_trajectory_row (trajectory, 0)[0];
      t1 = sim_trajectory_row (trajectory, n - 1)[0];
      sim_trajectory_range (trajectory, s, 0, n, &low, &high);
      cairo_set_source_rgb (cr, theme->series[s].r, theme->series[s].g, theme->series[s].b);
      cairo_set_line_width (cr, (slide ? 2.6 : 1.3) * (s == 0 ? 1 : 0.8));
      for (int k = 0; k <= 120 && high > low; k++)
        cairo_line_to (cr, (width - 16) * k / 120.0,
                       (height - 14) * (1 - (plot_run_value (trajectory, s, t0 + (t1 - t0) * k / 120.0) - low) / (high - low)));
      cairo_stroke (cr);
    }
}

static void
add_styles (WbExportWindow *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_append (GTK_BOX (self->figure_side), wb_export_title_new (_("Style")));
  gtk_box_set_homogeneous (GTK_BOX (row), TRUE);
  gtk_widget_set_margin_bottom (row, 10);
  for (guint i = 0; i < G_N_ELEMENTS (styles); i++)
    {
      GtkWidget *button = gtk_toggle_button_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3), *area = gtk_drawing_area_new (), *label;

      label = gtk_label_new (_(styles[i].label));
      g_object_set_data (G_OBJECT (area), "window", self);
      gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), 78);
      gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), 52);
      gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_style, GINT_TO_POINTER (styles[i].theme), NULL);
      gtk_widget_add_css_class (area, "style-picture");
      gtk_widget_set_overflow (area, GTK_OVERFLOW_HIDDEN);
      gtk_box_append (GTK_BOX (box), area);
      gtk_box_append (GTK_BOX (box), label);
      gtk_button_set_child (GTK_BUTTON (button), box);
      gtk_widget_add_css_class (button, "style-card");
      g_object_set_data (G_OBJECT (button), "theme", GINT_TO_POINTER (styles[i].theme));
      if (i > 0)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), GTK_TOGGLE_BUTTON (self->styles[0]));
      wb_export_name (button, _(styles[i].label));
      g_signal_connect (button, "notify::active", G_CALLBACK (on_style), self);
      gtk_box_append (GTK_BOX (row), button);
      self->styles[i] = button;
    }
  gtk_box_append (GTK_BOX (self->figure_side), row);
}

static void
add_switch (WbExportWindow *self, GtkWidget *group, const char *title, gboolean *choice)
{
  GtkWidget *row = wb_export_row_new (group, title), *toggle = gtk_switch_new ();

  gtk_switch_set_active (GTK_SWITCH (toggle), *choice);
  gtk_widget_set_valign (toggle, GTK_ALIGN_CENTER);
  wb_export_name (toggle, title);
  g_object_set_data (G_OBJECT (toggle), "choice", choice);
  g_signal_connect (toggle, "notify::active", G_CALLBACK (on_switch), self);
  gtk_box_append (GTK_BOX (row), toggle);
}

/* Adds the switches for texts in the figure. The switch for readouts is only there if readouts are
 * pinned. */
static void
add_words (WbExportWindow *self)
{
  WbPlotSet *plots = wb_plot_set_of (self->session);
  GtkWidget *group = wb_export_group_new (self->figure_side, NULL);

  if (is_run (self) && wb_plot_set_has_pins (plots))
    add_switch (self, group, _("Pinned readouts"), &self->page.pins);
  if (is_run (self) && wb_plot_set_has_cursors (plots))
    add_switch (self, group, _("Cursors and their differences"), &self->page.cursors);
  add_switch (self, group, _("Run settings below the figure"), &self->page.settings);
}

static void
on_table (WbExportWindow *self)
{
  gboolean uniform = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->points)) == WB_EXPORT_EQUAL;

  gtk_widget_set_visible (gtk_widget_get_parent (self->uniform), uniform);
  wb_export_window_changed (self);
}

static void
add_table (WbExportWindow *self)
{
  const char *ranges[] = { _("The whole run"), _("Visible range"), NULL };
  const char *compared[] = { _("Integrators"), _("Errors over time"), NULL };
  const char *studied[] = { _("Quantiles over time"), _("Distribution"), _("Runs of the study"), NULL };
  const char *points[] = { _("Solver steps"), _("Equal time intervals"), _("As drawn"), NULL };
  const char *separators[] = { _("Comma"), _("Semicolon"), _("Tabulator"), NULL }, *decimals[] = { _("Point"), _("Comma"), NULL };
  struct { GtkWidget **widget; const char *title; const char *const *choices; } rows[] = {
    { &self->range, _("Range"), ranges },         { &self->points, _("Rows"), points },
    { &self->separator, _("Separator"), separators }, { &self->decimal, _("Decimal mark"), decimals },
  };
  GtkWidget *group = wb_export_group_new (self->table_side, _("Table")), *row;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    *rows[i].widget = wb_export_choice_new (group, rows[i].title, rows[i].choices);
  row = wb_export_row_new (group, _("Number of rows"));
  self->n_rows = 1000;
  self->uniform = number_new (self, row, "rows", "", _("Number of rows"), 0);
  gtk_widget_set_visible (row, FALSE);
  self->rows = wb_export_choice_new (group, _("Rows"), self->studies != NULL ? studied : compared);
  g_signal_connect_swapped (self->rows, "notify::selected", G_CALLBACK (on_table), self);
  gtk_widget_set_visible (gtk_widget_get_parent (self->rows), !is_run (self) && self->microscope == NULL);
  gtk_widget_set_visible (gtk_widget_get_parent (self->range), is_run (self));
  gtk_widget_set_visible (gtk_widget_get_parent (self->points), is_run (self));
  row = wb_export_row_new (group, _("Run settings as comments"));
  self->comments = gtk_switch_new ();
  gtk_widget_set_valign (self->comments, GTK_ALIGN_CENTER);
  wb_tooltip_set (self->comments, _("Writes lines that begin with # before the heading. Some programs do not skip such "
                                    "lines when they read a table."));
  wb_export_name (self->comments, _("Run settings as comments"));
  g_signal_connect_swapped (self->comments, "notify::active", G_CALLBACK (on_table), self);
  gtk_box_append (GTK_BOX (row), self->comments);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_signal_connect_swapped (*rows[i].widget, "notify::selected", G_CALLBACK (on_table), self);
}

GtkWidget *
wb_export_window_side_new (WbExportWindow *self)
{
  /* Translators: a narrow tab beside the names of formats. */
  const char *titles[] = { "PNG", "SVG", "PDF", "CSV", C_("tab", "Motion"), C_("tab", "Handout"), C_("tab", "Model") };
  GtkWidget *scrolled = gtk_scrolled_window_new (), *formats = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_add_css_class (self->side, "export-side");
  gtk_widget_add_css_class (formats, "format-tabs");
  for (int i = 0; i < WB_N_EXPORT_FORMATS; i++)
    {
      self->formats[i] = gtk_toggle_button_new_with_label (titles[i]);
      gtk_widget_set_hexpand (self->formats[i], TRUE);
      if (i > 0)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->formats[i]), GTK_TOGGLE_BUTTON (self->formats[0]));
      gtk_box_append (GTK_BOX (formats), self->formats[i]);
    }
  gtk_box_append (GTK_BOX (self->side), formats);
  self->figure_side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  self->table_side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  self->motion_side = wb_export_motion_side_new (self->session);
  g_signal_connect_swapped (self->motion_side, "changed", G_CALLBACK (wb_export_window_changed), self);
  self->handout_side = wb_export_handout_side_new (self->session);
  g_signal_connect_swapped (self->handout_side, "changed", G_CALLBACK (wb_export_window_changed), self);
  gtk_box_append (GTK_BOX (self->side), self->motion_side);
  gtk_box_append (GTK_BOX (self->side), self->handout_side);
  self->code_side = wb_export_code_side_new ();
  g_signal_connect_swapped (self->code_side, "changed", G_CALLBACK (wb_export_window_changed), self);
  gtk_box_append (GTK_BOX (self->side), self->code_side);
  gtk_box_append (GTK_BOX (self->side), self->figure_side);
  gtk_box_append (GTK_BOX (self->side), self->table_side);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->side);
  gtk_widget_set_size_request (scrolled, 381, -1);
  gtk_widget_set_hexpand (scrolled, FALSE);
  self->setting = TRUE;
  add_table (self);
  add_plots (self);
  add_size (self);
  add_styles (self);
  add_words (self);
  self->setting = FALSE;
  return scrolled;
}

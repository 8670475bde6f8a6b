#include "wb-study-cards.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-registry.h"
#include "plot-format.h"
#include "plot-study-views.h"
#include "wb-style.h"
#include "wb-study-library.h"
#include "wb-study-new.h"
#include "wb-widgets.h"

/* ---- sketches of the kinds ---- */

/* Draws a sketch of quantile bands: two humps that become wider. */
static double
sketch (double t, double spread)
{
  return 0.12 + (0.62 + 0.25 * spread) * exp (-pow ((t - 0.32 - 0.03 * spread) / (0.11 + 0.02 * spread), 2))
         + (0.42 + 0.3 * spread) * exp (-pow ((t - 0.97 - 0.06 * spread) / (0.16 + 0.03 * spread), 2)) + 0.04 * spread;
}

static void
add_band (cairo_t *cr, double width, double height, double spread)
{
  for (int k = 0; k <= 100; k++)
    cairo_line_to (cr, width * k / 100, height * (1 - sketch (k / 100.0, spread) * 0.85));
  for (int k = 100; k >= 0; k--)
    cairo_line_to (cr, width * k / 100, height * (1 - sketch (k / 100.0, -spread) * 0.85));
  cairo_close_path (cr);
}

static void
draw_ensemble (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer unused)
{
  PlotColor color = wb_style_plot_theme ()->series[0];

  cairo_set_source_rgba (cr, color.r, color.g, color.b, 0.18);
  add_band (cr, width, height, 1);
  cairo_fill (cr);
  cairo_set_source_rgba (cr, color.r, color.g, color.b, 0.30);
  add_band (cr, width, height, 0.45);
  cairo_fill (cr);
  cairo_set_source_rgb (cr, color.r, color.g, color.b);
  cairo_set_line_width (cr, 2);
  for (int k = 0; k <= 100; k++)
    cairo_line_to (cr, width * k / 100.0, height * (1 - sketch (k / 100.0, 0) * 0.85));
  cairo_stroke (cr);
}

/* Draws a sketch of two basins whose boundary winds around two wells, one sample for each pixel. */
static void
draw_basin (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer unused)
{
  const PlotTheme *theme = wb_style_plot_theme ();
  PlotColor first = plot_study_basin_color (theme, 0, 0.15), second = plot_study_basin_color (theme, 1, 0.15);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  unsigned char *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);

  cairo_surface_flush (surface);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        double u = 2.4 * (2.0 * x / width - 1), v = 1.2 * (2.0 * y / height - 1);
        /* The sign of this function tells the basin. The factor 4 below makes the transition of colours about one pixel wide. */
        double side = sin (2.6 * u * (1 + 0.35 * u * u) / (1 + 0.6 * exp (-u * u)) + 1.1 * v * exp (-0.3 * u * u));
        PlotColor color = plot_color_mix (first, second, CLAMP (0.5 + 4 * side, 0, 1));

        ((guint32 *) (void *) (data + (gsize) y * stride))[x] = (guint32) (color.r * 255) << 16 | (guint32) (color.g * 255) << 8 | (guint32) (color.b * 255);
      }
  cairo_surface_mark_dirty (surface);
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_paint (cr);
  cairo_surface_destroy (surface);
}

/* Draws a sketch of a certified set inside the true boundary of the region. */
static void
draw_region (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer unused)
{
  static const double dashes[] = { 5, 3 };
  const PlotTheme *theme = wb_style_plot_theme ();
  double size = fmin (width, height) * 0.44;

  for (int part = 0; part < 2; part++)
    {
      PlotColor color = part == 0 ? theme->text : theme->verified;

      cairo_new_path (cr);
      for (int k = 0; k < 120; k++)
        {
          double angle = 2 * G_PI * k / 120, r = part == 0 ? 1 + 0.16 * cos (2 * angle + 1.6) - 0.07 * cos (4 * angle + 1)
                                                           : 0.7 / sqrt (1 - 0.4 * cos (2 * angle + 1.6));

          cairo_line_to (cr, width / 2.0 + size * 0.85 * r * cos (angle), height / 2.0 + size * 0.85 * r * sin (angle));
        }
      cairo_close_path (cr);
      if (part == 1)
        {
          cairo_set_source_rgba (cr, color.r, color.g, color.b, 0.18);
          cairo_fill_preserve (cr);
        }
      cairo_set_source_rgb (cr, color.r, color.g, color.b);
      cairo_set_dash (cr, dashes, part == 0 ? 2 : 0, 0);
      cairo_set_line_width (cr, part == 0 ? 1.3 : 2);
      cairo_stroke (cr);
    }
}

/* ---- cards ---- */

static GtkWidget *
text_new (const char *text, const char *css)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 40);
  gtk_widget_add_css_class (label, css);
  return label;
}

typedef struct
{
  const LabStudyKind *kind;
  const char *question, *cost;
  GtkDrawingAreaDrawFunc draw;
} Kind;

/* The kinds of studies on the start page. Basins and regions are not possible for every model. If the kind is not possible, its card shows
 * the reason. */
static const Kind kinds[] = {
  { &lab_study_ensemble, N_("How much do unknown values matter?"), N_("1 000 runs"), draw_ensemble },
  { &lab_study_basin, N_("Where does each start end?"), N_("400 × 400 starts"), draw_basin },
  { &lab_study_roa, N_("Which starts surely come to rest?"), N_("polynomial models"), draw_region },
};

static GtkWidget *
kind_card_new (const Kind *kind, GtkWidget **cost, GtkWidget **button)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *frame = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *picture = gtk_drawing_area_new (), *last = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  g_autofree char *spoken = g_strdup_printf ("%s: %s", _(kind->kind->label), _("Set up"));

  *button = gtk_button_new_with_label (_("Set up"));
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (picture), 150);
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (picture), 300);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (picture), kind->draw, NULL, NULL);
  gtk_widget_add_css_class (frame, "study-picture");
  gtk_widget_set_overflow (frame, GTK_OVERFLOW_HIDDEN);
  gtk_box_append (GTK_BOX (frame), picture);
  gtk_box_append (GTK_BOX (card), frame);
  gtk_box_append (GTK_BOX (card), text_new (_(kind->kind->label), "study-kind"));
  gtk_box_append (GTK_BOX (card), text_new (_(kind->question), "row-title"));
  gtk_box_append (GTK_BOX (card), text_new (_(kind->kind->advice), "row-remark"));
  *cost = text_new (_(kind->cost), "row-remark");
  gtk_widget_set_hexpand (*cost, TRUE);
  gtk_box_append (GTK_BOX (last), *cost);
  gtk_widget_add_css_class (*button, "raised");
  gtk_widget_set_valign (*button, GTK_ALIGN_CENTER);
  wb_widget_set_name (*button, spoken);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (*button), "s", kind->kind->id);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (*button), "win.study-new-kind");
  gtk_box_append (GTK_BOX (last), *button);
  gtk_widget_set_valign (last, GTK_ALIGN_END);
  gtk_widget_set_vexpand (last, TRUE);
  gtk_box_append (GTK_BOX (card), last);
  gtk_widget_add_css_class (card, "card");
  gtk_widget_add_css_class (card, "study-card");
  return card;
}

/* ---- why a kind is not possible ---- */

/* Data of the check whether a model can have a kind of study, with the widgets that show the answer. Owned by the label `cost`. */
typedef struct
{
  const Kind *kind;
  WbSession *session;  /* session of the window; borrowed */
  GtkWidget *cost, *button;
  WbJob *job;
  Model *model;        /* the model that was checked last; used only for comparison */
} Check;

static void
show_reason (Check *check, const char *reason)
{
  gboolean possible = *reason == '\0';

  gtk_label_set_text (GTK_LABEL (check->cost), possible ? _(check->kind->cost) : reason);
  gtk_widget_set_css_classes (check->cost, (const char *[]) { possible ? "row-remark" : "study-refusal", NULL });
  gtk_widget_set_visible (check->button, possible);
}

static void
on_checked (gpointer owner, gpointer result, const GError *error)
{
  Check *check = g_object_get_data (owner, "check");

  check->job = NULL;
  if (result != NULL)
    show_reason (check, result);
  g_free (result);
}

/* Starts the check of the session's model, if the page is visible and the model was not checked yet. */
static void
check_model (GtkWidget *cost)
{
  Check *check = g_object_get_data (G_OBJECT (cost), "check");
  Model *model = wb_session_model (check->session);

  if (model == NULL || model == check->model || !gtk_widget_get_mapped (cost) || check->kind->kind->check == NULL)
    return;
  g_clear_pointer (&check->job, wb_job_cancel);
  check->model = model;
  show_reason (check, "");
  check->job = wb_study_new_check (cost, check->session, check->kind->kind->id, on_checked);
}

static GtkWidget *
checked_card_new (WbSession *session, const Kind *kind)
{
  Check *check = g_new0 (Check, 1);
  GtkWidget *card = kind_card_new (kind, &check->cost, &check->button);

  check->kind = kind;
  check->session = session;
  g_object_set_data_full (G_OBJECT (check->cost), "check", check, g_free);
  g_signal_connect (check->cost, "map", G_CALLBACK (check_model), NULL);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (check_model), check->cost, G_CONNECT_SWAPPED);
  return card;
}

static void
open_entry (GtkWidget *button, WbStudies *studies)
{
  g_autoptr (GError) error = NULL;

  if (!wb_studies_open (studies, g_object_get_data (G_OBJECT (button), "path"), &error))
    wb_session_message (wb_studies_session (studies), error->message);
}

static GtkWidget *
example_new (WbStudies *studies, const WbStudyEntry *entry)
{
  GtkWidget *button = gtk_button_new (), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *title = gtk_label_new (entry->title), *kind;
  const LabStudyKind *found = lab_registry_find (entry->study);
  g_autofree char *text = NULL;
  char count[64];

  plot_format_count (entry->members, count, sizeof count);
  text = entry->members > 0 ? g_strdup_printf (ngettext ("%s, %s run", "%s, %s runs", (gulong) entry->members), _(found->label), count)
                            : g_strdup (_(found->label));
  kind = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_add_css_class (title, "row-title");
  gtk_widget_add_css_class (kind, "row-remark");
  gtk_box_append (GTK_BOX (row), title);
  gtk_box_append (GTK_BOX (row), kind);
  gtk_button_set_child (GTK_BUTTON (button), row);
  gtk_widget_add_css_class (button, "row");
  gtk_widget_add_css_class (button, "flat-row");
  g_object_set_data_full (G_OBJECT (button), "path", g_strdup (entry->path), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (open_entry), studies, 0);
  return button;
}

#define MOST_EXAMPLES 6

static GtkWidget *
open_card_new (WbStudies *studies)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9), *boxed = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *last = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *note, *button = gtk_button_new_with_label (_("Open…"));
  g_autoptr (GPtrArray) entries = wb_study_library_scan ();

  gtk_box_append (GTK_BOX (card), text_new (_("Or open a study"), "study-kind"));
  gtk_box_append (GTK_BOX (card), text_new (_("A study file holds model, settings, seed and what is kept of each run. An interrupted one goes on where it stopped."), "row-remark"));
  gtk_widget_add_css_class (boxed, "boxed");
  for (guint k = 0; k < MIN (entries->len, MOST_EXAMPLES); k++)
    gtk_box_append (GTK_BOX (boxed), example_new (studies, g_ptr_array_index (entries, k)));
  gtk_widget_set_visible (boxed, entries->len > 0);
  gtk_box_append (GTK_BOX (card), boxed);
  note = text_new (entries->len > 0 ? _("examples that come with Stepwise") : "", "row-remark");
  gtk_widget_set_hexpand (note, TRUE);
  gtk_box_append (GTK_BOX (last), note);
  gtk_widget_add_css_class (button, "raised");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.study-open");
  gtk_box_append (GTK_BOX (last), button);
  gtk_widget_set_valign (last, GTK_ALIGN_END);
  gtk_widget_set_vexpand (last, TRUE);
  gtk_box_append (GTK_BOX (card), last);
  gtk_widget_add_css_class (card, "card");
  gtk_widget_add_css_class (card, "study-card");
  return card;
}

static void
name_model (WbSession *session, GtkWidget *title)
{
  Model *model = wb_session_model (session);

  gtk_label_set_text (GTK_LABEL (title), model != NULL ? model_name (model) : "");
}

GtkWidget *
wb_study_cards_new (WbStudies *studies)
{
  WbSession *session = wb_studies_session (studies);
  GtkWidget *scrolled = gtk_scrolled_window_new (), *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12), *flow = gtk_flow_box_new ();
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *title = gtk_label_new (NULL), *question;

  gtk_widget_add_css_class (title, "model-name");
  gtk_widget_add_css_class (head, "title-strip");
  gtk_box_append (GTK_BOX (head), title);
  question = text_new (_("what do you want to know?"), "row-remark");
  gtk_label_set_wrap (GTK_LABEL (question), FALSE);
  gtk_box_append (GTK_BOX (head), question);
  gtk_box_append (GTK_BOX (page), head);
  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (flow), GTK_SELECTION_NONE);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (flow), 3);
  gtk_flow_box_set_homogeneous (GTK_FLOW_BOX (flow), TRUE);
  gtk_flow_box_set_column_spacing (GTK_FLOW_BOX (flow), 16);
  gtk_flow_box_set_row_spacing (GTK_FLOW_BOX (flow), 12);
  gtk_widget_set_valign (flow, GTK_ALIGN_START);
  gtk_widget_set_vexpand (flow, FALSE);
  gtk_widget_add_css_class (flow, "study-cards");
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    gtk_flow_box_append (GTK_FLOW_BOX (flow), checked_card_new (session, &kinds[k]));
  gtk_flow_box_append (GTK_FLOW_BOX (flow), open_card_new (studies));
  for (GtkWidget *child = gtk_widget_get_first_child (flow); child != NULL; child = gtk_widget_get_next_sibling (child))
    gtk_widget_set_focusable (child, FALSE);
  gtk_box_append (GTK_BOX (page), flow);
  gtk_box_append (GTK_BOX (page), text_new (_("The model and its integrator are those of the Simulate view. A study keeps its own copy."), "study-remark"));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), page);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (name_model), title, 0);
  name_model (session, title);
  return scrolled;
}

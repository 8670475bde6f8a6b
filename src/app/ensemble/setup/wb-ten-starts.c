/* Draws the random quantities of ten members on a thread and shows them in a popover, from which a member can be
 * opened. */
#include "wb-ten-starts.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-ensemble-run.h"
#include "plot-text.h"
#include "wb-job.h"
#include "wb-study-runs.h"
#include "wb-tooltip.h"
#include "wb-vary-editor.h"
#include "wb-widgets.h"

/* The data of the button, which owns them. */
typedef struct
{
  WbStudies *studies;
  WbStartsFunc drawn;
  gpointer user;
  WbJob *job;       /* running job, or NULL */
  GtkWidget *box;   /* content of the last popover */
} Starts;

/* ---- on the pool ---- */

typedef struct { char *text, *path; Model *model; } Task;

/* The result of a job: the values of WB_N_STARTS members. */
typedef struct { int n_varied; char *text; double values[]; } Drawn;

static void
task_free (gpointer data)
{
  Task *task = data;

  g_free (task->text);
  g_free (task->path);
  g_clear_pointer (&task->model, model_unref);
  g_free (task);
}

static void
drawn_free (gpointer data)
{
  g_free (((Drawn *) data)->text);
  g_free (data);
}

static gpointer
draw (WbJob *job, gpointer data, GError **error)
{
  const Task *task = data;
  g_autoptr (WbStudyProblem) problem = wb_study_problem_new (task->text, task->path, task->model, error);
  int n = problem != NULL && problem->ensemble != NULL ? (int) problem->ensemble->varied->len : 0;
  Drawn *drawn;

  if (n == 0)
    return NULL;
  drawn = g_malloc0 (sizeof *drawn + sizeof (double) * WB_N_STARTS * (gsize) n);
  drawn->n_varied = n;
  drawn->text = g_strdup (task->text);
  if (lab_ensemble_draw (problem->ensemble, 0, WB_N_STARTS, drawn->values, error))
    return drawn;
  drawn_free (drawn);
  return NULL;
}

/* ---- the popover ---- */

static Starts *
starts_of (GtkWidget *button)
{
  return g_object_get_data (G_OBJECT (button), "starts");
}

static void
open_member (GtkButton *row, GtkWidget *button)
{
  WbStudies *studies = starts_of (button)->studies;

  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
  if (wb_studies_selected (studies) != NULL)
    wb_studies_open_member (studies, wb_studies_selected (studies), (guint64) GPOINTER_TO_INT (g_object_get_data (G_OBJECT (row), "member")));
}

static GtkWidget *
member_new (GtkWidget *button, int member)
{
  g_autofree char *label = g_strdup_printf (_("member %lu"), (gulong) member);
  GtkWidget *row = gtk_button_new_with_label (label);

  g_object_set_data (G_OBJECT (row), "member", GINT_TO_POINTER (member));
  gtk_widget_add_css_class (row, "link-button");
  wb_tooltip_set (row, _("Open this run in Simulate"));
  g_signal_connect (row, "clicked", G_CALLBACK (open_member), button);
  return row;
}

static GtkWidget *
cell_new (const char *text)
{
  GtkWidget *cell = wb_label_new (text, NULL);

  gtk_label_set_xalign (GTK_LABEL (cell), 1);
  return cell;
}

static void
show_values (GtkWidget *button, const WbStudyProblem *problem, const Drawn *drawn)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 18);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 2);
  for (int c = 0; c < drawn->n_varied; c++)
    {
      g_autofree char *unit = NULL, *label = wb_vary_label (problem, g_array_index (problem->ensemble->varied, LabVary, c).name, &unit);
      g_autofree char *heading = unit != NULL ? g_strdup_printf ("%s (%s)", label, unit) : g_strdup (label);
      GtkWidget *title = cell_new (heading);

      gtk_widget_add_css_class (title, "row-remark");
      gtk_grid_attach (GTK_GRID (grid), title, 1 + c, 0, 1, 1);
    }
  for (int member = 0; member < WB_N_STARTS; member++)
    {
      gtk_grid_attach (GTK_GRID (grid), member_new (button, member), 0, 1 + member, 1, 1);
      for (int c = 0; c < drawn->n_varied; c++)
        {
          g_autofree char *value = plot_text_value (drawn->values[member * drawn->n_varied + c], 4, NULL), *plain = plot_text_plain (value);

          gtk_grid_attach (GTK_GRID (grid), cell_new (plain), 1 + c, 1 + member, 1, 1);
        }
    }
  wb_widget_empty_box (starts_of (button)->box);
  gtk_box_append (GTK_BOX (starts_of (button)->box), grid);
  gtk_box_append (GTK_BOX (starts_of (button)->box), wb_label_new (_("The first ten runs of the study have these values."), "row-remark"));
}

static void
on_drawn (gpointer owner, gpointer result, const GError *error)
{
  GtkWidget *button = owner;
  Starts *starts = starts_of (button);
  WbStudy *study = wb_studies_selected (starts->studies);
  Drawn *drawn = result;

  if (drawn == NULL && error != NULL)
    {
      wb_widget_empty_box (starts->box);
      gtk_box_append (GTK_BOX (starts->box), wb_label_new_wrapped (error->message, "study-refusal"));
    }
  else if (drawn != NULL && study != NULL && wb_study_problem (study) != NULL && strcmp (wb_study_text (study), drawn->text) == 0)
    {
      show_values (button, wb_study_problem (study), drawn);
      starts->drawn (starts->user, drawn->values, drawn->n_varied);
    }
  else
    gtk_menu_button_popdown (GTK_MENU_BUTTON (button)); /* the study has changed while its values were drawn */
  if (drawn != NULL)
    drawn_free (drawn);
}

static void
make_popover (GtkMenuButton *button, gpointer user)
{
  Starts *starts = user;
  WbStudy *study = wb_studies_selected (starts->studies);
  GtkWidget *popover;
  Task *task;

  if (study == NULL || wb_study_problem (study) == NULL)
    return;
  popover = gtk_popover_new ();
  starts->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_add_css_class (starts->box, "vary-editor");
  gtk_box_append (GTK_BOX (starts->box), wb_label_new (_("Drawing…"), "row-remark"));
  gtk_popover_set_child (GTK_POPOVER (popover), starts->box);
  gtk_menu_button_set_popover (button, popover);
  g_clear_pointer (&starts->job, wb_job_cancel);
  task = g_new (Task, 1);
  *task = (Task) { g_strdup (wb_study_text (study)), g_strdup (wb_study_path (study)), model_ref (wb_study_problem (study)->model) };
  wb_job_replace (&starts->job, button, draw, task, task_free, on_drawn, drawn_free);
}

static void
starts_free (gpointer data)
{
  g_object_unref (((Starts *) data)->studies);
  g_free (data);
}

GtkWidget *
wb_ten_starts_new (WbStudies *studies, WbStartsFunc drawn, gpointer user)
{
  GtkWidget *button = gtk_menu_button_new ();
  Starts *starts = g_new0 (Starts, 1);

  starts->studies = g_object_ref (studies);
  starts->drawn = drawn;
  starts->user = user;
  g_object_set_data_full (G_OBJECT (button), "starts", starts, starts_free);
  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), gtk_label_new (_("Draw ten starts")));
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), make_popover, starts, NULL);
  wb_tooltip_set (button, _("Draws the random quantities of the first ten runs and marks them on the densities"));
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "ten-starts");
  return button;
}

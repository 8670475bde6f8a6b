#include "wb-lab-study-export.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lab-result-text.h"
#include "plot-export.h"
#include "plot-study-diagram.h"
#include "plot-study-method.h"
#include "sim-output-file.h"
#include "wb-dialogs.h"
#include "wb-job.h"

/* Width and height of a figure in pt. The width is two thirds of the text width of A4. */
#define WIDTH 480
#define HEIGHT 320

typedef struct
{
  WbSession *session;
  LabResult *result;
  const LabStudyKind *kind;
  int state;               /* index of the state on the vertical axis of a bifurcation diagram */
  char *format, *model, *remark, *path;
} Export;

static void
export_free (gpointer data)
{
  Export *export = data;

  g_object_unref (export->session);
  lab_result_free (export->result);
  g_free (export->format);
  g_free (export->model);
  g_free (export->remark);
  g_free (export->path);
  g_free (export);
}

static GBytes *
draw (const Export *export, GError **error)
{
  const PlotTheme *theme = plot_theme_find ("print");
  g_autoptr (PlotFigure) figure = plot_figure_new ();
  PlotView *view = strcmp (export->kind->id, "continue") == 0
                     ? plot_study_diagram_new (export->result, export->state, NULL, _(export->kind->label), export->remark)
                     : plot_study_method_new (export->kind->id, export->result, export->remark);
  PlotFormat format = PLOT_FORMAT_SVG;

  plot_format_from_path (export->path, &format, NULL);
  plot_figure_add (figure, 0, view, 1);
  plot_figure_set_theme (figure, theme);
  return plot_export_bytes (figure, format, WIDTH, HEIGHT, theme, NULL, NULL, error);
}

/* Writes the file. Runs on the thread of the job. */
static gpointer
work (WbJob *job, gpointer data, GError **error)
{
  const Export *export = data;
  g_autoptr (GBytes) bytes = NULL;
  char *text = NULL;

  if (strcmp (export->format, "csv") == 0)
    text = lab_result_csv (export->result, ',');
  else if (strcmp (export->format, "json") == 0)
    text = lab_result_json (export->kind->id, export->model, export->result);
  bytes = text != NULL ? g_bytes_new_take (text, strlen (text)) : draw (export, error);
  if (bytes != NULL)
    sim_write_file (export->path, bytes, 0, error);
  return NULL;
}

static void
done (gpointer owner, gpointer result, const GError *error)
{
  g_autofree char *text = error != NULL ? g_strdup_printf (_("Not exported: %s"), error->message) : g_strdup (_("Exported"));

  g_signal_emit_by_name (owner, "message", text);
}

static void
on_path (const char *path, gpointer user)
{
  Export *export = user;

  if (path == NULL)
    {
      export_free (export);
      return;
    }
  export->path = g_strdup (path);
  wb_job_start (export->session, work, export, export_free, done, NULL);
}

void
wb_lab_study_export (GtkWidget *parent, WbSession *session, int index, int state, const char *format)
{
  WbLabStudies *studies = wb_lab_studies_of (session);
  const LabResult *result = wb_lab_studies_result (studies, index);
  g_autofree char *name = NULL;
  Export *export;

  if (result == NULL)
    return;
  export = g_new0 (Export, 1);
  export->session = g_object_ref (session);
  export->result = lab_result_copy (result);
  export->kind = wb_lab_studies_kind (index);
  export->state = state;
  export->format = g_strdup (format);
  export->model = g_strdup (wb_lab_studies_model (studies, index));
  export->remark = g_strdup (wb_lab_studies_remark (studies, index));
  name = g_strdup_printf ("%s.%s", export->kind->id, format);
  wb_dialogs_save_file (GTK_WINDOW (gtk_widget_get_root (parent)), _("Export"), name, on_path, export);
}

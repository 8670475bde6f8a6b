/* Draws the plot of a card or writes its numbers on a thread, and makes the menu of a card. */
#include "wb-lab-export.h"

#include <glib/gi18n.h>
#include <string.h>

#include "plot-export.h"
#include "sim-output-file.h"
#include "wb-dialogs.h"
#include "wb-job.h"

/* Size of a figure in pt: two thirds of the text width of A4 by the height of a card. */
#define WIDTH 480
#define HEIGHT 320
/* Width of a figure with two columns of plots. */
#define WIDE 840

typedef struct
{
  WbSession *session;
  GPtrArray *views;        /* the plots of the figure; NULL if the text is written instead */
  char *text, *path;
} Export;

static void
export_free (gpointer data)
{
  Export *export = data;

  g_object_unref (export->session);
  g_clear_pointer (&export->views, g_ptr_array_unref);
  g_free (export->text);
  g_free (export->path);
  g_free (export);
}

static GBytes *
draw (Export *export, GError **error)
{
  const PlotTheme *theme = plot_theme_find ("print");
  g_autoptr (PlotFigure) figure = plot_figure_new ();
  PlotFormat format = PLOT_FORMAT_SVG;
  int n_columns = export->views->len > 1 ? 2 : 1;

  plot_format_from_path (export->path, &format, NULL);
  for (guint k = 0; k < export->views->len; k++)
    plot_figure_add (figure, (int) k % n_columns, g_steal_pointer (&export->views->pdata[k]), 1);
  plot_figure_set_theme (figure, theme);
  return plot_export_bytes (figure, format, n_columns > 1 ? WIDE : WIDTH, HEIGHT * (((int) export->views->len + n_columns - 1) / n_columns), theme, NULL,
                            NULL, error);
}

/* Writes the file. It is called on the thread of the job. */
static gpointer
work (WbJob *job, gpointer data, GError **error)
{
  Export *export = data;
  g_autoptr (GBytes) bytes = NULL;

  if (export->text != NULL)
    bytes = g_bytes_new_take (export->text, strlen (export->text));
  export->text = NULL;
  if (bytes == NULL)
    bytes = draw (export, error);
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

static void
view_free (gpointer view)
{
  if (view != NULL) /* the figure has taken it */
    plot_view_free (view);
}

GPtrArray *
wb_lab_figure_new (void)
{
  return g_ptr_array_new_with_free_func (view_free);
}

void
wb_lab_export (GtkWidget *parent, WbSession *session, const char *name, const char *format, PlotView *view, char *text)
{
  GPtrArray *views = view != NULL ? wb_lab_figure_new () : NULL;

  if (view != NULL)
    g_ptr_array_add (views, view);
  wb_lab_export_all (parent, session, name, format, views, text);
}

void
wb_lab_export_all (GtkWidget *parent, WbSession *session, const char *name, const char *format, GPtrArray *views, char *text)
{
  Export *export = g_new0 (Export, 1);
  g_autofree char *file = g_strdup_printf ("%s.%s", name, format);

  export->session = g_object_ref (session);
  export->views = views;
  export->text = text;
  wb_dialogs_save_file (GTK_WINDOW (gtk_widget_get_root (parent)), _("Export"), file, on_path, export);
}

/* ---- the menu ---- */

/* The formats of the submenu Export. */
static const struct { const char *format, *label; gboolean plot, tableau, numbers; } formats[] = {
  { "svg", N_("Figure (SVG)…"), TRUE, FALSE, FALSE },
  { "pdf", N_("Figure (PDF)…"), TRUE, FALSE, FALSE },
  { "png", N_("Figure (PNG)…"), TRUE, FALSE, FALSE },
  { "yaml", N_("Tableau file (YAML)…"), FALSE, TRUE, FALSE },
  { "latex", N_("LaTeX…"), FALSE, TRUE, FALSE },
  { "c", N_("C…"), FALSE, TRUE, FALSE },
  { "julia", N_("Julia…"), FALSE, TRUE, FALSE },
  { "python", N_("Python…"), FALSE, TRUE, FALSE },
  { "csv", N_("Numbers (CSV)…"), TRUE, TRUE, TRUE },
  { "json", N_("Numbers (JSON)…"), TRUE, TRUE, TRUE },
};

/* Appends an item that is hidden while its action is disabled or missing. */
static void
append_command (GMenu *menu, const char *label, const char *action)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, action);

  g_menu_item_set_attribute (item, "hidden-when", "s", "action-disabled");
  g_menu_append_item (menu, item);
}

GMenuModel *
wb_lab_menu_new (WbLabMenu kind, GMenuModel *first)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) view = g_menu_new (), data = g_menu_new (), files = g_menu_new ();

  for (guint k = 0; k < G_N_ELEMENTS (formats); k++)
    if (kind == WB_LAB_MENU_PLOT ? formats[k].plot : kind == WB_LAB_MENU_TABLEAU ? formats[k].tableau : formats[k].numbers)
      {
        g_autofree char *action = g_strconcat ("card.export::", formats[k].format, NULL);

        g_menu_append (files, _(formats[k].label), action);
      }
  g_menu_append_submenu (data, _("Export"), G_MENU_MODEL (files));
  g_menu_append (data, _("Table…"), "card.table");
  if (kind == WB_LAB_MENU_TABLEAU)
    g_menu_append (data, _("Copy YAML"), "card.copy-yaml");
  g_menu_append (data, _("Copy the numbers"), "card.copy-table");
  append_command (data, _("Copy command"), "card.copy-command");
  append_command (data, _("Copy command of the complete study"), "card.copy-complete-command");
  if (first != NULL)
    g_menu_append_section (menu, NULL, first);
  if (kind == WB_LAB_MENU_PLOT)
    {
      g_menu_append (view, _("Fit"), "card.fit");
      g_menu_append_section (menu, NULL, G_MENU_MODEL (view));
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (data));
  return G_MENU_MODEL (menu);
}

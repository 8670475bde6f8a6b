/* Builds the rows with the options of handouts and reads their values. */
#include "wb-export-handout-side.h"

#include <glib/gi18n.h>
#include <string.h>

#include "plot-error.h"
#include "wb-export-rows.h"
#include "wb-lesson-library.h"
#include "wb-lessons.h"

/* A lesson of the list. */
typedef struct { char *id, *path, *text; } Choice;

struct _WbExportHandoutSide
{
  GtkWidget parent_instance;
  GtkWidget *box, *lesson, *language, *file;
  GPtrArray *choices; /* Choice, in the order of the list */
};

G_DEFINE_FINAL_TYPE (WbExportHandoutSide, wb_export_handout_side, GTK_TYPE_WIDGET)

static guint changed_signal;

/* The kinds of files, in the order of the list. */
static const struct { const char *title, *ending; PlotHandoutFormat format; } files[] = {
  { N_("Web page (HTML)"), "html", PLOT_HANDOUT_HTML }, { N_("For printing (PDF)"), "pdf", PLOT_HANDOUT_PDF },
};

static void
choice_free (gpointer data)
{
  Choice *choice = data;

  g_free (choice->id);
  g_free (choice->path);
  g_free (choice->text);
  g_free (choice);
}

static const Choice *
chosen (WbExportHandoutSide *self)
{
  guint k = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->lesson));

  return k < self->choices->len ? self->choices->pdata[k] : NULL;
}

const char *
wb_export_handout_side_id (WbExportHandoutSide *self)
{
  return chosen (self) != NULL ? chosen (self)->id : NULL;
}

static guint
file_of (WbExportHandoutSide *self)
{
  return MIN (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->file)), (guint) G_N_ELEMENTS (files) - 1);
}

const char *
wb_export_handout_side_ending (WbExportHandoutSide *self)
{
  return files[file_of (self)].ending;
}

WbExportHandout *
wb_export_handout_side_get (WbExportHandoutSide *self, GError **error)
{
  const char *const *languages = plot_handout_languages ();
  const Choice *choice = chosen (self);

  if (choice != NULL)
    return wb_export_handout_new (choice->path, choice->text, languages[gtk_drop_down_get_selected (GTK_DROP_DOWN (self->language))],
                                  files[file_of (self)].format);
  g_set_error_literal (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("There is no lesson."));
  return NULL;
}

gboolean
wb_export_handout_side_set (WbExportHandoutSide *self, const char *id, const char *language, PlotHandoutFormat format)
{
  const char *const *languages = plot_handout_languages ();
  gboolean has_lesson = FALSE, has_language = FALSE;

  for (guint k = 0; k < self->choices->len && !has_lesson; k++)
    if (strcmp (((const Choice *) self->choices->pdata[k])->id, id) == 0)
      {
        gtk_drop_down_set_selected (GTK_DROP_DOWN (self->lesson), k);
        has_lesson = TRUE;
      }
  for (guint k = 0; languages[k] != NULL; k++)
    if (strcmp (languages[k], language) == 0)
      {
        gtk_drop_down_set_selected (GTK_DROP_DOWN (self->language), k);
        has_language = TRUE;
      }
  for (guint k = 0; k < G_N_ELEMENTS (files); k++)
    if (files[k].format == format)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->file), k);
  return has_lesson && has_language;
}

/* ---- widget ---- */

static void
on_changed (WbExportHandoutSide *self)
{
  g_signal_emit (self, changed_signal, 0);
}

static void
wb_export_handout_side_dispose (GObject *object)
{
  WbExportHandoutSide *self = WB_EXPORT_HANDOUT_SIDE (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->choices, g_ptr_array_unref);
  G_OBJECT_CLASS (wb_export_handout_side_parent_class)->dispose (object);
}

static void
wb_export_handout_side_class_init (WbExportHandoutSideClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_export_handout_side_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  changed_signal = g_signal_new ("changed", WB_TYPE_EXPORT_HANDOUT_SIDE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_export_handout_side_init (WbExportHandoutSide *self)
{
  self->choices = g_ptr_array_new_with_free_func (choice_free);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

static void
add_choice (WbExportHandoutSide *self, GtkStringList *titles, const char *title, const char *id, const char *path, const char *text)
{
  Choice *choice = g_new (Choice, 1);

  *choice = (Choice) { g_strdup (id), g_strdup (path), g_strdup (text) };
  g_ptr_array_add (self->choices, choice);
  gtk_string_list_append (titles, title);
}

/* Makes the list of lessons, with the open one selected. An open lesson that is not the file of the library comes first. */
static GtkWidget *
lessons_new (WbExportHandoutSide *self, GtkWidget *group, const LabLesson *open)
{
  GtkStringList *titles = gtk_string_list_new (NULL);
  const GPtrArray *library = wb_lesson_library ();
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *list;
  guint selected = 0;

  if (open != NULL)
    add_choice (self, titles, open->title, open->id, open->path, open->text);
  for (guint k = 0; k < library->len; k++)
    {
      const WbLessonEntry *entry = library->pdata[k];

      if (entry->problem != NULL)
        continue;
      if (open != NULL && open->text == NULL && strcmp (entry->path, open->path) == 0)
        {
          /* The open lesson is this one: it keeps its place in the order of the library. */
          gtk_string_list_remove (titles, 0);
          g_ptr_array_remove_index (self->choices, 0);
          selected = self->choices->len;
          open = NULL;
        }
      add_choice (self, titles, entry->title, entry->id, entry->path, NULL);
    }
  list = gtk_drop_down_new (G_LIST_MODEL (titles), gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"));
  gtk_drop_down_set_enable_search (GTK_DROP_DOWN (list), TRUE);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (list), selected);
  gtk_widget_set_valign (list, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (list, TRUE);
  wb_export_name (list, _("Lesson"));
  gtk_widget_add_css_class (row, "row");
  gtk_box_append (GTK_BOX (row), list);
  gtk_box_append (GTK_BOX (group), row);
  return list;
}

GtkWidget *
wb_export_handout_side_new (WbSession *session)
{
  /* Translators: the names of the languages of lessons, English and German. */
  static const char *const names[][2] = { { "en", N_("English") }, { "de", N_("German") } };
  WbExportHandoutSide *self = g_object_new (WB_TYPE_EXPORT_HANDOUT_SIDE, NULL);
  GtkWidget *group = wb_export_group_new (self->box, _("Lesson"));
  const char *const *languages = plot_handout_languages (), *language = wb_lesson_language ();
  const char *titles[G_N_ELEMENTS (files) + 1] = { NULL };
  g_autoptr (GPtrArray) shown = g_ptr_array_new ();
  guint selected = 0;

  for (guint k = 0; languages[k] != NULL; k++)
    {
      const char *name = languages[k];

      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        if (strcmp (names[i][0], languages[k]) == 0)
          name = _(names[i][1]);
      g_ptr_array_add (shown, (gpointer) name);
      if (g_strcmp0 (languages[k], language) == 0)
        selected = k;
    }
  g_ptr_array_add (shown, NULL);
  for (guint k = 0; k < G_N_ELEMENTS (files); k++)
    titles[k] = _(files[k].title);
  self->lesson = lessons_new (self, group, wb_lessons_lesson (wb_lessons_of (session)));
  group = wb_export_group_new (self->box, _("Handout"));
  self->file = wb_export_choice_new (group, _("File"), titles);
  self->language = wb_export_choice_new (group, _("Language"), (const char *const *) shown->pdata);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->language), selected);
  g_signal_connect_swapped (self->lesson, "notify::selected", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->file, "notify::selected", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->language, "notify::selected", G_CALLBACK (on_changed), self);
  return GTK_WIDGET (self);
}

#include "monkey.h"
#include "wb-tooltip.h"

Monkey monkey;

/* ---- random choices ---- */

int
monkey_below (int n)
{
  return n > 0 ? g_rand_int_range (monkey.rand, 0, n) : 0;
}

gboolean
monkey_one_in (int n)
{
  return monkey_below (n) == 0;
}

int
monkey_index (void)
{
  static const int wrong[] = { -1, 99, G_MAXINT, G_MININT };

  return monkey_one_in (12) ? MONKEY_ANY (wrong) : monkey_below (6);
}

const char *
monkey_number (void)
{
  static const char *const numbers[] = {
    "0", "1", "-1", "0.1", "2", "7.5", "1e-3", "1e-6", "10", "100", "1e6",
    "1e300", "-1e300", "1e-300", "nan", "inf", "-inf", "", "x", "1e400", "0x10", "1,5",
  };

  return MONKEY_ANY (numbers);
}

void
monkey_tell (const char *format, ...)
{
  va_list list;
  g_autofree char *text = NULL;

  va_start (list, format);
  text = g_strdup_vprintf (format, list);
  va_end (list);
  g_test_message ("%s", text);
}

const char *
monkey_model (void)
{
  static const char *const quick[] = { "van-der-pol", "lorenz", "bouncing-ball", "double-pendulum", "lotka-volterra", "no-such-model" };

  if (monkey_one_in (8))
    return monkey.file;
  return monkey_one_in (2) ? g_ptr_array_index (monkey.models, monkey_below ((int) monkey.models->len)) : MONKEY_ANY (quick);
}

/* ---- windows ---- */

WbWindow *
monkey_window (void)
{
  GList *all = gtk_application_get_windows (monkey.application);
  g_autoptr (GPtrArray) windows = g_ptr_array_new ();

  for (GList *link = all; link != NULL; link = link->next)
    if (WB_IS_WINDOW (link->data))
      g_ptr_array_add (windows, link->data);
  if (windows->len > 0)
    return g_ptr_array_index (windows, monkey_below ((int) windows->len));
  g_application_activate (G_APPLICATION (monkey.application));
  for (GList *link = gtk_application_get_windows (monkey.application); link != NULL; link = link->next)
    if (WB_IS_WINDOW (link->data))
      return link->data;
  g_assert_not_reached ();
}

guint
monkey_n_windows (void)
{
  return g_list_length (gtk_application_get_windows (monkey.application));
}

static void
gather (GtkWidget *widget, GType type, GPtrArray *found)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (g_type_is_a (G_OBJECT_TYPE (widget), type) && gtk_widget_is_sensitive (widget))
    g_ptr_array_add (found, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    gather (child, type, found);
}

GtkWidget *
monkey_widget (GType type)
{
  GListModel *windows = gtk_window_get_toplevels ();
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      gather (window, type, found);
    }
  return found->len > 0 ? g_ptr_array_index (found, monkey_below ((int) found->len)) : NULL;
}

char *
monkey_describe (GtkWidget *widget)
{
  GtkWidget *parent = gtk_widget_get_parent (widget);
  const char *words = wb_tooltip_get (widget);

  return g_strdup_printf ("%s in %s in %s, “%s”", G_OBJECT_TYPE_NAME (widget), parent != NULL ? G_OBJECT_TYPE_NAME (parent) : "nothing",
                          G_OBJECT_TYPE_NAME (gtk_widget_get_native (widget)), words != NULL ? words : "");
}

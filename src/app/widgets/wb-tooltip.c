/* Tooltips as data of the widget, shown by the signal query-tooltip. */
#include "wb-tooltip.h"

typedef struct { char *text, *markup; } Tooltip;

static GQuark
tooltip_quark (void)
{
  return g_quark_from_static_string ("wb-tooltip");
}

static void
tooltip_free (gpointer data)
{
  Tooltip *tooltip = data;

  g_free (tooltip->text);
  g_free (tooltip->markup);
  g_free (tooltip);
}

static gboolean
on_query (GtkWidget *widget, int x, int y, gboolean by_key, GtkTooltip *shown, gpointer user)
{
  const Tooltip *tooltip = g_object_get_qdata (G_OBJECT (widget), tooltip_quark ());

  if (tooltip == NULL || tooltip->text == NULL)
    return FALSE;
  gtk_tooltip_set_markup (shown, tooltip->markup);
  return TRUE;
}

static void
set (GtkWidget *widget, const char *text, const char *markup)
{
  Tooltip *tooltip = g_object_get_qdata (G_OBJECT (widget), tooltip_quark ());

  if (g_strcmp0 (tooltip != NULL ? tooltip->markup : NULL, markup) == 0)
    return;
  if (tooltip == NULL)
    {
      tooltip = g_new0 (Tooltip, 1);
      g_object_set_qdata_full (G_OBJECT (widget), tooltip_quark (), tooltip, tooltip_free);
      g_signal_connect (widget, "query-tooltip", G_CALLBACK (on_query), NULL);
    }
  g_free (tooltip->text);
  g_free (tooltip->markup);
  tooltip->text = g_strdup (text);
  tooltip->markup = g_strdup (markup);
  gtk_widget_set_has_tooltip (widget, text != NULL);
  if (text != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  else
    gtk_accessible_reset_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
  if (gtk_widget_get_state_flags (widget) & GTK_STATE_FLAG_PRELIGHT)
    gtk_widget_trigger_tooltip_query (widget);
}

void
wb_tooltip_set (GtkWidget *widget, const char *text)
{
  g_autofree char *markup = text != NULL && *text != '\0' ? g_markup_escape_text (text, -1) : NULL;

  set (widget, markup != NULL ? text : NULL, markup);
}

void
wb_tooltip_set_markup (GtkWidget *widget, const char *markup)
{
  g_autofree char *text = NULL;

  if (markup != NULL && *markup != '\0' && pango_parse_markup (markup, -1, 0, NULL, &text, NULL, NULL))
    set (widget, text, markup);
  else
    set (widget, NULL, NULL);
}

const char *
wb_tooltip_get (GtkWidget *widget)
{
  const Tooltip *tooltip = g_object_get_qdata (G_OBJECT (widget), tooltip_quark ());

  return tooltip != NULL ? tooltip->text : gtk_widget_get_tooltip_text (widget);
}

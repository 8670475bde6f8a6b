/* Builds the card of the integrator and the details of a method. */
#include "wb-method-chooser.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "model-tableau.h"
#include "ode-methods.h"
#include "plot-format.h"
#include "sim-explain.h"
#include "wb-method-facts.h"
#include "wb-method-hover.h"
#include "wb-method-popover.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"
#include "wb-translate.h"
#include "wb-wrap.h"

struct _WbMethodChooser
{
  GtkWidget parent_instance;
  WbSession *session;
  GtkWidget *card, *head, *glyph_slot, *name, *id, *pills, *details, *popover;
};

G_DEFINE_FINAL_TYPE (WbMethodChooser, wb_method_chooser, GTK_TYPE_WIDGET)

static void
add_detail (GtkWidget *box, const char *caption, const char *text)
{
  GtkWidget *label;
  g_autofree char *markup = NULL;

  if (text == NULL || text[0] == '\0')
    return;
  markup = g_markup_printf_escaped ("<b>%s</b>  %s", caption, text);
  label = wb_label_new (NULL, "remark");
  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_selectable (GTK_LABEL (label), FALSE);
  gtk_box_append (GTK_BOX (box), label);
}

/* Returns a text about the work in a step. Returns NULL if the number of evaluations per step varies. */
static char *
cost_words (const OdeMethod *method)
{
  int n_stages = ode_method_n_stages (method), n = method->n_stages;

  if (n_stages <= 0 || wb_method_is_several (method))
    return method->traits & ODE_TRAIT_IMPLICIT ? g_strdup (_("solves an implicit system in each step")) : NULL;
  if (method->traits & ODE_TRAIT_IMPLICIT)
    return g_strdup_printf (ngettext ("solves an implicit system of %d stage in each step",
                                      "solves an implicit system of %d stages in each step",
                                      n_stages), n_stages);
  return method->traits & ODE_TRAIT_MULTISTEP
             ? NULL : g_strdup_printf (ngettext ("%d RHS evaluation per step", "%d RHS evaluations per step", n), n);
}

/* Returns a text about the interval of stability on the real axis. Returns NULL if it is not known. */
static char *
stability_words (const OdeMethod *method)
{
  double interval = sim_explain_stability_interval (method);
  char number[64];

  if (isnan (interval))
    return NULL;
  if (isinf (interval))
    return g_strdup (_("stable at every step size if solutions decay"));
  plot_format_number (-interval, 3, number, sizeof number);
  return g_strdup_printf (_("stable for h·λ from %s to 0 on the real axis"), number);
}

static void
show_details (WbMethodChooser *self, const OdeMethod *method)
{
  g_autofree char *order = NULL, *traits = wb_method_traits_text (method), *cost = cost_words (method), *stability = stability_words (method);

  wb_widget_empty_box (self->details);
  order = method->embedded_order > 0
              ? g_strdup_printf (_("%d, error estimate of order %d, dense output of order %d"), method->order, method->embedded_order,
                                 method->dense_order)
              : g_strdup_printf (_("%d, no error estimate, dense output of order %d"), method->order, method->dense_order);
  /* Translators: heading: for what an integrator is recommended. */
  add_detail (self->details, _("Use"), wb_translate (method->advice));
  add_detail (self->details, _("Order"), order);
  add_detail (self->details, _("Cost"), cost);
  add_detail (self->details, _("Stability"), stability);
  add_detail (self->details, _("Family"), wb_translate (ode_family_label (method->family)));
  add_detail (self->details, _("Traits"), traits);
  add_detail (self->details, _("Known as"), method->known_as);
  add_detail (self->details, _("Similar to"), method->similar_to);
  add_detail (self->details, _("Source"), method->source);
}

static void
refresh (WbMethodChooser *self)
{
  const OdeMethod *method = sim_config_method (wb_session_config (self->session));
  g_auto (GStrv) facts = wb_method_facts (method);
  GtkWidget *pill, *glyph;

  wb_widget_empty_box (self->glyph_slot);
  glyph = wb_method_glyph_new (method, 46);
  wb_method_hover_attach (glyph, self->session, method);
  gtk_box_append (GTK_BOX (self->glyph_slot), glyph);
  gtk_label_set_text (GTK_LABEL (self->name), wb_translate (method->label));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->head), GTK_ACCESSIBLE_PROPERTY_LABEL, wb_translate (method->label), -1);
  gtk_label_set_text (GTK_LABEL (self->id), method->id);
  while ((pill = gtk_widget_get_first_child (self->pills)) != NULL)
    wb_wrap_remove (WB_WRAP (self->pills), pill);
  for (guint i = 0; facts[i] != NULL; i++)
    {
      pill = wb_styled (gtk_label_new (facts[i]), "pill");
      gtk_label_set_ellipsize (GTK_LABEL (pill), PANGO_ELLIPSIZE_END);
      if (i == 0)
        gtk_widget_add_css_class (pill, "first");
      wb_wrap_append (WB_WRAP (self->pills), pill);
    }
  if (gtk_widget_get_visible (self->details))
    show_details (self, method);
}

void
wb_method_chooser_open (WbMethodChooser *self)
{
  wb_method_popover_open (WB_METHOD_POPOVER (self->popover), sim_config_method (wb_session_config (self->session)));
}

static void
on_chosen (WbMethodPopover *popover, const OdeMethod *method, WbMethodChooser *self)
{
  g_autoptr (GError) error = NULL;

  if (method == sim_config_method (wb_session_config (self->session)))
    return; /* the same method was chosen, so there is nothing to undo */
  if (!wb_session_set (self->session, WB_SETTING, "integrator", model_method_name (method), &error))
    g_signal_emit_by_name (self->session, "message", error->message);
}

static void
on_details (WbMethodChooser *self)
{
  gboolean shown = !gtk_widget_get_visible (self->details);

  gtk_widget_set_visible (self->details, shown);
  if (shown)
    show_details (self, sim_config_method (wb_session_config (self->session)));
}

static void
wb_method_chooser_dispose (GObject *object)
{
  WbMethodChooser *self = WB_METHOD_CHOOSER (object);

  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_pointer (&self->card, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_method_chooser_parent_class)->dispose (object);
}

static void
wb_method_chooser_class_init (WbMethodChooserClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_method_chooser_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_method_chooser_init (WbMethodChooser *self)
{
  GtkWidget *inner = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 8), "method-head"), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *text = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *facts;

  self->card = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), "boxed");
  gtk_widget_set_parent (self->card, GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (self->card), inner);

  self->head = wb_styled (gtk_button_new (), "flat-row");
  wb_tooltip_set (self->head, _("Choose an integrator"));
  self->glyph_slot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->name = wb_label_new (NULL, "method-name");
  self->id = wb_label_new (NULL, "method-id");
  gtk_label_set_ellipsize (GTK_LABEL (self->name), PANGO_ELLIPSIZE_END);
  gtk_label_set_wrap (GTK_LABEL (self->name), TRUE);
  gtk_label_set_lines (GTK_LABEL (self->name), 2);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_set_valign (text, GTK_ALIGN_CENTER);
  wb_box_add (text, self->name, self->id, NULL);
  wb_box_add (row, self->glyph_slot, text, NULL);
  {
    GtkWidget *arrow = gtk_image_new_from_icon_name ("wb-down-symbolic");

    gtk_widget_set_margin_end (arrow, 4);
    gtk_box_append (GTK_BOX (row), arrow);
  }
  gtk_button_set_child (GTK_BUTTON (self->head), row);
  g_signal_connect_swapped (self->head, "clicked", G_CALLBACK (wb_method_chooser_open), self);
  gtk_box_append (GTK_BOX (inner), self->head);

  self->pills = wb_wrap_new (5);
  facts = wb_styled (gtk_button_new (), "flat-row");
  wb_widget_set_label (facts, _("Recommended use and source"));
  gtk_button_set_child (GTK_BUTTON (facts), self->pills);
  g_signal_connect_swapped (facts, "clicked", G_CALLBACK (on_details), self);
  gtk_box_append (GTK_BOX (inner), facts);

  self->details = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_visible (self->details, FALSE);
  gtk_box_append (GTK_BOX (inner), self->details);

}

static void
on_setting_changed (WbSession *session, int kind, const char *key, WbMethodChooser *self)
{
  if (wb_session_depends (WB_SETTING, "integrator", (WbKind) kind, key))
    refresh (self);
}

GtkWidget *
wb_method_chooser_new (WbSession *session)
{
  WbMethodChooser *self = g_object_new (WB_TYPE_METHOD_CHOOSER, NULL);

  self->session = session;
  self->popover = wb_method_popover_new (session);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
  g_signal_connect (self->popover, "chosen", G_CALLBACK (on_chosen), self);
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (on_setting_changed), self, 0);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  refresh (self);
  return GTK_WIDGET (self);
}

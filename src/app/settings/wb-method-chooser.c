#include "wb-method-chooser.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-stability.h"
#include "sim-explain.h"
#include "wb-row-box.h"
#include "wb-style.h"
#include "wb-widgets.h"
#include "wb-translate.h"
#include "wb-wrap.h"

struct _WbMethodChooser
{
  GtkWidget parent_instance;
  WbSession *session;
  GtkWidget *card, *head, *glyph_slot, *name, *id, *pills, *details, *popover, *list, *search;
  GtkFilter *filter;
  GtkSingleSelection *selection;
};

G_DEFINE_FINAL_TYPE (WbMethodChooser, wb_method_chooser, GTK_TYPE_WIDGET)

/* ---- glyph ---- */

typedef struct { const OdeMethod *method; cairo_surface_t *cache; int size, scale; gboolean dark; } Glyph;

static void
glyph_free (gpointer data)
{
  Glyph *glyph = data;

  g_clear_pointer (&glyph->cache, cairo_surface_destroy);
  g_free (glyph);
}

static void
draw_glyph (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  Glyph *glyph = user;
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (area));

  if (glyph->cache == NULL || glyph->scale != scale || glyph->dark != wb_style_is_dark ())
    {
      cairo_t *inner;

      g_clear_pointer (&glyph->cache, cairo_surface_destroy);
      glyph->cache = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width * scale, height * scale);
      cairo_surface_set_device_scale (glyph->cache, scale, scale);
      inner = cairo_create (glyph->cache);
      plot_stability_glyph (inner, width, height, glyph->method, wb_style_plot_theme ());
      cairo_destroy (inner);
      glyph->scale = scale;
      glyph->dark = wb_style_is_dark ();
    }
  cairo_set_source_surface (cr, glyph->cache, 0, 0);
  cairo_paint (cr);
}

/* Makes a picture of a method's stability region, size px wide and high. */
static GtkWidget *
glyph_new (const OdeMethod *method, int size)
{
  GtkWidget *area = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL);
  Glyph *glyph = g_new0 (Glyph, 1);

  glyph->method = method;
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), size);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), size);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_glyph, glyph, glyph_free);
  gtk_widget_add_css_class (area, "glyph");
  gtk_widget_set_valign (area, GTK_ALIGN_CENTER);
  gtk_widget_set_overflow (area, GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (area), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Stability region"), -1);
  return area;
}

/* ---- facts ---- */

/* Returns whether the method chooses among formulas of several orders without a
 * setting for the highest one, so that it has no single order and number of
 * stages. */
static gboolean
is_several (const OdeMethod *method)
{
  for (int i = 0; i < method->n_options; i++)
    if (strcmp (method->options[i].key, "max_order") == 0)
      return FALSE;
  return (method->traits & ODE_TRAIT_VARIABLE_ORDER) != 0;
}

/* Returns short facts for pills ("order 5", "7 stages" …), NULL-terminated;
 * free with g_strfreev. */
static char **
facts_of (const OdeMethod *method)
{
  GPtrArray *facts = g_ptr_array_new ();
  int n_stages = method->tableau != NULL ? method->tableau->n_stages : method->n_stages;
  static const struct { unsigned trait; const char *text; } words[] = {
    { ODE_TRAIT_L_STABLE, N_("L-stable") },   { ODE_TRAIT_SYMPLECTIC, N_("symplectic") }, { ODE_TRAIT_FSAL, N_("FSAL") },
    { ODE_TRAIT_MANIFOLD, N_("manifold") },   { ODE_TRAIT_VARIABLE_ORDER, N_("variable order") },
    { ODE_TRAIT_TIME_REVERSIBLE, N_("reversible") },
  };

  if (method->order > 0 && !is_several (method))
    g_ptr_array_add (facts, g_strdup_printf (method->traits & ODE_TRAIT_VARIABLE_ORDER ? _("order to %d") : _("order %d"), method->order));
  if (n_stages > 0 && !is_several (method) && !(method->traits & ODE_TRAIT_MULTISTEP))
    g_ptr_array_add (facts, g_strdup_printf (ngettext ("%d stage", "%d stages", n_stages), n_stages));
  g_ptr_array_add (facts, g_strdup (method->traits & ODE_TRAIT_IMPLICIT ? _("implicit") : _("explicit")));
  if ((method->traits & ODE_TRAIT_A_STABLE) && !(method->traits & ODE_TRAIT_L_STABLE))
    g_ptr_array_add (facts, g_strdup (_("A-stable")));
  for (guint i = 0; i < G_N_ELEMENTS (words) && facts->len < 4; i++)
    if (method->traits & words[i].trait)
      g_ptr_array_add (facts, g_strdup (_(words[i].text)));
  g_ptr_array_add (facts, NULL);
  return (char **) g_ptr_array_free (facts, FALSE);
}

static void
add_detail (GtkWidget *box, const char *caption, const char *text)
{
  GtkWidget *label;
  g_autofree char *markup = NULL;

  if (text == NULL || text[0] == '\0')
    return;
  markup = g_markup_printf_escaped ("<b>%s</b>  %s", caption, text);
  label = gtk_label_new (NULL);
  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), FALSE);
  gtk_widget_add_css_class (label, "remark");
  gtk_box_append (GTK_BOX (box), label);
}

static char *
traits_words (const OdeMethod *method)
{
  g_auto (GStrv) words = NULL;
  char traits[256];
  GString *text = g_string_new (NULL);

  ode_traits_text (method->traits, traits, sizeof traits);
  words = g_strsplit (traits, " ", -1);
  for (guint i = 0; words[i] != NULL; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", wb_translate (words[i]));
  return g_string_free (text, FALSE);
}

/* Describes the work of a step; NULL where it is not a fixed number. */
static char *
cost_words (const OdeMethod *method)
{
  int n_stages = method->tableau != NULL ? method->tableau->n_stages : method->n_stages;
  int n = n_stages - (method->traits & ODE_TRAIT_FSAL ? 1 : 0);

  if (n_stages <= 0 || is_several (method))
    return method->traits & ODE_TRAIT_IMPLICIT ? g_strdup (_("solves an implicit system in each step")) : NULL;
  if (method->traits & ODE_TRAIT_IMPLICIT)
    return g_strdup_printf (ngettext ("solves an implicit system of %d stage in each step", "solves an implicit system of %d stages in each step",
                                      n_stages), n_stages);
  return method->traits & ODE_TRAIT_MULTISTEP
             ? NULL : g_strdup_printf (ngettext ("%d RHS evaluation per step", "%d RHS evaluations per step", n), n);
}

/* Describes the real stability interval; NULL where it is not known. */
static char *
stability_words (const OdeMethod *method)
{
  double interval = sim_explain_stability_interval (method);
  char number[64];

  if (isnan (interval))
    return NULL;
  if (isinf (interval))
    return g_strdup (_("for every step size if solutions decay"));
  plot_format_number (-interval, 3, number, sizeof number);
  return g_strdup_printf (_("h·λ from %s to 0 on the real axis"), number);
}

static void
show_details (WbMethodChooser *self, const OdeMethod *method)
{
  g_autofree char *order = NULL, *traits = traits_words (method), *cost = cost_words (method), *stability = stability_words (method);

  wb_widget_empty_box (self->details);
  order = method->embedded_order > 0
              ? g_strdup_printf (_("%d, error estimate of order %d, dense output of order %d"), method->order, method->embedded_order,
                                 method->dense_order)
              : g_strdup_printf (_("%d, no error estimate, dense output of order %d"), method->order, method->dense_order);
  add_detail (self->details, _("Use"), wb_translate (method->advice));
  add_detail (self->details, _("Order"), order);
  add_detail (self->details, _("Cost"), cost);
  add_detail (self->details, _("Stability"), stability);
  add_detail (self->details, _("Family"), wb_translate (ode_family_label (method->family)));
  add_detail (self->details, _("Traits"), traits);
  add_detail (self->details, _("Source"), method->source);
}

static void
refresh (WbMethodChooser *self)
{
  const OdeMethod *method = sim_config_method (wb_session_config (self->session));
  g_auto (GStrv) facts = facts_of (method);
  GtkWidget *pill;

  wb_widget_empty_box (self->glyph_slot);
  gtk_box_append (GTK_BOX (self->glyph_slot), glyph_new (method, 46));
  gtk_label_set_text (GTK_LABEL (self->name), wb_translate (method->label));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->head), GTK_ACCESSIBLE_PROPERTY_LABEL, wb_translate (method->label), -1);
  gtk_label_set_text (GTK_LABEL (self->id), method->id);
  while ((pill = gtk_widget_get_first_child (self->pills)) != NULL)
    wb_wrap_remove (WB_WRAP (self->pills), pill);
  for (guint i = 0; facts[i] != NULL; i++)
    {
      pill = gtk_label_new (facts[i]);
      gtk_label_set_ellipsize (GTK_LABEL (pill), PANGO_ELLIPSIZE_END);
      gtk_widget_add_css_class (pill, "pill");
      if (i == 0)
        gtk_widget_add_css_class (pill, "first");
      wb_wrap_append (WB_WRAP (self->pills), pill);
    }
  if (gtk_widget_get_visible (self->details))
    show_details (self, method);
}

/* ---- the list ---- */

#define WB_TYPE_METHOD_ITEM (wb_method_item_get_type ())
G_DECLARE_FINAL_TYPE (WbMethodItem, wb_method_item, WB, METHOD_ITEM, GObject)
struct _WbMethodItem { GObject parent_instance; const OdeMethod *method; };
G_DEFINE_FINAL_TYPE (WbMethodItem, wb_method_item, G_TYPE_OBJECT)
static void wb_method_item_class_init (WbMethodItemClass *klass) {}
static void wb_method_item_init (WbMethodItem *self) {}

static gboolean
matches (gpointer object, gpointer user)
{
  WbMethodChooser *self = user;
  const OdeMethod *method = WB_METHOD_ITEM (object)->method;
  g_auto (GStrv) words = NULL;
  char traits[256];
  g_autofree char *all = NULL, *folded = NULL, *query = NULL, *here = NULL;

  if (self->search == NULL)
    return TRUE;
  ode_traits_text (method->traits, traits, sizeof traits);
  all = g_strjoin (" ", method->id, method->label, method->aliases, traits, ode_family_label (method->family), method->advice,
                   wb_translate (method->label), here = traits_words (method), wb_translate (ode_family_label (method->family)),
                   wb_translate (method->advice), NULL);
  folded = g_utf8_casefold (all, -1);
  query = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);
  words = g_strsplit_set (query, " ", -1);
  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (folded, words[i]) == NULL)
      return FALSE;
  return TRUE;
}

static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *slot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *text = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *name = gtk_label_new (NULL), *id = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_xalign (GTK_LABEL (id), 0);
  gtk_label_set_ellipsize (GTK_LABEL (id), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (row, "method-row");
  gtk_widget_add_css_class (name, "method-name");
  gtk_widget_add_css_class (id, "method-id");
  gtk_widget_set_hexpand (text, TRUE);
  gtk_box_append (GTK_BOX (text), name);
  gtk_box_append (GTK_BOX (text), id);
  gtk_box_append (GTK_BOX (row), slot);
  gtk_box_append (GTK_BOX (row), text);
  wb_row_box_open_by_click (row, item);
  gtk_list_item_set_child (item, row);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  const OdeMethod *method = WB_METHOD_ITEM (gtk_list_item_get_item (item))->method;
  GtkWidget *row = gtk_list_item_get_child (item), *slot = gtk_widget_get_first_child (row);
  GtkWidget *text = gtk_widget_get_next_sibling (slot), *name = gtk_widget_get_first_child (text);
  g_auto (GStrv) facts = facts_of (method);
  g_autofree char *joined = g_strjoinv (" · ", facts);
  g_autofree char *line = g_strdup_printf ("%s · %s", method->id, joined);

  wb_widget_empty_box (slot);
  gtk_box_append (GTK_BOX (slot), glyph_new (method, 32));
  gtk_label_set_text (GTK_LABEL (name), wb_translate (method->label));
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_next_sibling (name)), line);
  gtk_widget_set_tooltip_text (row, wb_translate (method->advice));
}

static void
on_activate (GtkListView *list, guint position, WbMethodChooser *self)
{
  g_autoptr (WbMethodItem) item = g_list_model_get_item (G_LIST_MODEL (self->selection), position);
  g_autoptr (GError) error = NULL;

  if (item == NULL)
    return;
  gtk_popover_popdown (GTK_POPOVER (self->popover));
  if (item->method == sim_config_method (wb_session_config (self->session)))
    return; /* no change to undo */
  if (!wb_session_set (self->session, WB_SETTING, "integrator", item->method->id, &error))
    g_signal_emit_by_name (self->session, "message", error->message);
}

static void
on_search_activate (WbMethodChooser *self)
{
  on_activate (NULL, gtk_single_selection_get_selected (self->selection), self);
}

static void
select_line (WbMethodChooser *self, guint position)
{
  if (position >= g_list_model_get_n_items (G_LIST_MODEL (self->selection)))
    return;
  gtk_single_selection_set_selected (self->selection, position);
  gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", position);
}

/* Lets Up and Down move the selection of the list while the search field has
 * the focus. */
static gboolean
on_search_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, WbMethodChooser *self)
{
  guint now = gtk_single_selection_get_selected (self->selection);

  if ((key != GDK_KEY_Down && key != GDK_KEY_Up) || now == GTK_INVALID_LIST_POSITION)
    return FALSE;
  select_line (self, key == GDK_KEY_Down ? now + 1 : now > 0 ? now - 1 : 0);
  return TRUE;
}

/* A list cannot scroll to a line before its first layout. */
static gboolean
scroll_later (gpointer user)
{
  WbMethodChooser *self = user;

  if (gtk_widget_get_root (GTK_WIDGET (self)) != NULL)
    select_line (self, gtk_single_selection_get_selected (self->selection));
  return G_SOURCE_REMOVE;
}

/* Shows the whole list, scrolled to the method in use. */
static void
show_current (WbMethodChooser *self)
{
  const OdeMethod *method = sim_config_method (wb_session_config (self->session));

  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->selection)); i++)
    {
      g_autoptr (WbMethodItem) item = g_list_model_get_item (G_LIST_MODEL (self->selection), i);

      if (item->method == method)
        select_line (self, i);
    }
  g_idle_add_full (G_PRIORITY_LOW, scroll_later, g_object_ref (self), g_object_unref);
}

/* Selects the first match, so that Return takes it. */
static void
on_search (WbMethodChooser *self)
{
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
  if (gtk_editable_get_text (GTK_EDITABLE (self->search))[0] != '\0')
    select_line (self, 0);
}

/* Builds the list when it is first opened, since it draws a stability region
 * for every method. */
static void
build_list (WbMethodChooser *self)
{
  GListStore *store = g_list_store_new (WB_TYPE_METHOD_ITEM);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *scrolled = gtk_scrolled_window_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  int n_methods;
  const OdeMethod *const *methods = ode_methods (&n_methods);

  for (int i = 0; i < n_methods; i++)
    {
      g_autoptr (WbMethodItem) item = g_object_new (WB_TYPE_METHOD_ITEM, NULL);

      item->method = methods[i];
      g_list_store_append (store, item);
    }
  self->filter = GTK_FILTER (gtk_custom_filter_new (matches, self, NULL));
  self->selection = gtk_single_selection_new (
      G_LIST_MODEL (gtk_filter_list_model_new (G_LIST_MODEL (store), g_object_ref (self->filter))));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), NULL);
  self->list = gtk_list_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection)), factory);
  gtk_widget_add_css_class (self->list, "methods");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Integrators"), -1);
  g_signal_connect (self->list, "activate", G_CALLBACK (on_activate), self);

  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", _("Search integrators"), NULL);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (on_search), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (on_search_activate), self);
  g_signal_connect_swapped (self->search, "stop-search", G_CALLBACK (gtk_popover_popdown), self->popover);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_search_key), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (self->search, keys);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_size_request (scrolled, 290, 400);
  gtk_box_append (GTK_BOX (box), self->search);
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_popover_set_child (GTK_POPOVER (self->popover), box);
}

void
wb_method_chooser_open (WbMethodChooser *self)
{
  if (self->list == NULL)
    build_list (self);
  gtk_popover_popup (GTK_POPOVER (self->popover));
  show_current (self);
  gtk_widget_grab_focus (self->search);
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
  g_clear_object (&self->selection);
  g_clear_object (&self->filter);
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
  GtkWidget *inner = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *text = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *facts;

  self->card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->card, "boxed");
  gtk_widget_set_parent (self->card, GTK_WIDGET (self));
  gtk_widget_add_css_class (inner, "method-head");
  gtk_box_append (GTK_BOX (self->card), inner);

  self->head = gtk_button_new ();
  gtk_widget_add_css_class (self->head, "flat-row");
  gtk_widget_set_tooltip_text (self->head, _("Choose an integrator"));
  self->glyph_slot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->name = gtk_label_new (NULL);
  self->id = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->name), 0);
  gtk_label_set_xalign (GTK_LABEL (self->id), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->name), PANGO_ELLIPSIZE_END);
  gtk_label_set_wrap (GTK_LABEL (self->name), TRUE);
  gtk_label_set_lines (GTK_LABEL (self->name), 2);
  gtk_widget_add_css_class (self->name, "method-name");
  gtk_widget_add_css_class (self->id, "method-id");
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_set_valign (text, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (text), self->name);
  gtk_box_append (GTK_BOX (text), self->id);
  gtk_box_append (GTK_BOX (row), self->glyph_slot);
  gtk_box_append (GTK_BOX (row), text);
  {
    GtkWidget *arrow = gtk_image_new_from_icon_name ("wb-down-symbolic");

    gtk_widget_set_margin_end (arrow, 4);
    gtk_box_append (GTK_BOX (row), arrow);
  }
  gtk_button_set_child (GTK_BUTTON (self->head), row);
  g_signal_connect_swapped (self->head, "clicked", G_CALLBACK (wb_method_chooser_open), self);
  gtk_box_append (GTK_BOX (inner), self->head);

  self->pills = wb_wrap_new (5);
  facts = gtk_button_new ();
  gtk_widget_add_css_class (facts, "flat-row");
  wb_widget_set_label (facts, _("Recommended use and source"));
  gtk_button_set_child (GTK_BUTTON (facts), self->pills);
  g_signal_connect_swapped (facts, "clicked", G_CALLBACK (on_details), self);
  gtk_box_append (GTK_BOX (inner), facts);

  self->details = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_visible (self->details, FALSE);
  gtk_box_append (GTK_BOX (inner), self->details);

  self->popover = gtk_popover_new ();
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
  gtk_popover_set_position (GTK_POPOVER (self->popover), GTK_POS_BOTTOM);
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
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (on_setting_changed), self, 0);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  refresh (self);
  return GTK_WIDGET (self);
}

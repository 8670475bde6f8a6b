/* Builds the list of methods by family and searches it. */
#include "wb-method-popover.h"

#include <glib/gi18n.h>

#include "model-search.h"
#include "model-tableau.h"
#include "wb-method-facts.h"
#include "wb-row-box.h"
#include "wb-tooltip.h"
#include "wb-translate.h"
#include "wb-widgets.h"

/* Width of the list in px, its largest and smallest height, and the height of the search field with the padding and the arrow of the
 * popover. */
#define LIST_WIDTH 308
#define LIST_HEIGHT 420
#define LIST_LEAST 140
#define AROUND_HEIGHT 84
#define AROUND_WIDTH 32
#define PAGE_LINES 6

struct _WbMethodPopover
{
  GtkPopover parent_instance;
  WbSession *session;
  GtkWidget *search, *scrolled, *list, *empty;
  GListStore *lines;
  GtkSingleSelection *selection;
  guint scroll_source;
  gboolean tableaus;     /* the list has only methods with a Butcher tableau */
};

G_DEFINE_FINAL_TYPE (WbMethodPopover, wb_method_popover, GTK_TYPE_POPOVER)

enum { CHOSEN, N_SIGNALS };
static guint signals[N_SIGNALS];

/* ---- the lines of the list ---- */

#define WB_TYPE_METHOD_LINE (wb_method_line_get_type ())
G_DECLARE_FINAL_TYPE (WbMethodLine, wb_method_line, WB, METHOD_LINE, GObject)
struct _WbMethodLine
{
  GObject parent_instance;
  const OdeMethod *method; /* method of the line; NULL for the heading of a family */
  OdeFamily family;
  const char *refused;     /* reason why the model cannot use the method, or NULL if it can */
  char *foreign;           /* name of the method in another system that matches the search text, or NULL */
};
G_DEFINE_FINAL_TYPE (WbMethodLine, wb_method_line, G_TYPE_OBJECT)

static void
wb_method_line_finalize (GObject *object)
{
  g_free (WB_METHOD_LINE (object)->foreign);
  G_OBJECT_CLASS (wb_method_line_parent_class)->finalize (object);
}

static void
wb_method_line_class_init (WbMethodLineClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = wb_method_line_finalize;
}

static void
wb_method_line_init (WbMethodLine *self)
{
}

typedef struct { WbMethodLine *line; ModelMethodMatch match; int index; } Candidate;
typedef struct { OdeFamily family; ModelMethodMatch best; int index; GArray *candidates; } Group;

/* Compares lines for sorting: better matches first, equal ones in the order of the registry of methods. */
static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *x = a, *y = b;

  return x->match != y->match ? (int) y->match - (int) x->match : x->index - y->index;
}

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  const Group *x = a, *y = b;

  return x->best != y->best ? (int) y->best - (int) x->best : x->index - y->index;
}

static Group *
group_of (GArray *groups, OdeFamily family)
{
  Group group = { family, MODEL_METHOD_NONE, (int) groups->len, g_array_new (FALSE, FALSE, sizeof (Candidate)) };

  for (guint i = 0; i < groups->len; i++)
    if (g_array_index (groups, Group, i).family == family)
      {
        g_array_unref (group.candidates);
        return &g_array_index (groups, Group, i);
      }
  g_array_append_val (groups, group);
  return &g_array_index (groups, Group, groups->len - 1);
}

static GArray *
find_matches (WbMethodPopover *self, const char *query)
{
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (Group));
  ModelSystem *system = wb_session_system (self->session);
  int n_built_in, n_methods;
  const OdeMethod *const *built_in = ode_methods (&n_built_in);
  g_autoptr (GPtrArray) tableaus = model_tableau_methods ();
  const OdeMethod *current = sim_config_method (wb_session_config (self->session));
  g_autofree const OdeMethod **methods = NULL;

  if (ode_method_find (current->id) == NULL && !g_ptr_array_find (tableaus, current, NULL))
    g_ptr_array_add (tableaus, (gpointer) current); /* a tableau that is not saved */
  n_methods = n_built_in + (int) tableaus->len;
  methods = g_new (const OdeMethod *, n_methods);
  for (int i = 0; i < n_methods; i++)
    methods[i] = i < n_built_in ? built_in[i] : tableaus->pdata[i - n_built_in];
  for (int i = 0; i < n_methods; i++)
    {
      g_autofree char *traits = wb_method_traits_text (methods[i]), *foreign = NULL;
      g_autofree char *about = g_strjoin (" ", traits, wb_translate (ode_family_label (methods[i]->family)), wb_translate (methods[i]->advice), NULL);
      ModelMethodMatch match = model_method_match (methods[i], wb_translate (methods[i]->label), about, query, &foreign);
      Candidate candidate = { NULL, match, i };
      Group *group;

      if (match == MODEL_METHOD_NONE || (self->tableaus && methods[i]->tableau == NULL))
        continue;
      candidate.line = g_object_new (WB_TYPE_METHOD_LINE, NULL);
      candidate.line->method = methods[i];
      candidate.line->refused = system != NULL && !self->tableaus ? ode_method_refuses (methods[i], model_system_ode (system)) : NULL;
      candidate.line->foreign = g_steal_pointer (&foreign);
      group = group_of (groups, methods[i]->family);
      group->best = MAX (group->best, match);
      g_array_append_val (group->candidates, candidate);
    }
  return groups;
}

void
wb_method_popover_set_tableaus (WbMethodPopover *self)
{
  self->tableaus = TRUE;
}

static void
fill (WbMethodPopover *self, const char *query)
{
  g_autoptr (GArray) groups = find_matches (self, query);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_object_unref);
  gboolean searching = query[0] != '\0';

  if (searching)
    g_array_sort (groups, compare_groups);
  for (guint i = 0; i < groups->len; i++)
    {
      Group *group = &g_array_index (groups, Group, i);
      WbMethodLine *heading = g_object_new (WB_TYPE_METHOD_LINE, NULL);

      heading->family = group->family;
      g_ptr_array_add (lines, heading);
      if (searching)
        g_array_sort (group->candidates, compare_candidates);
      for (guint k = 0; k < group->candidates->len; k++)
        g_ptr_array_add (lines, g_array_index (group->candidates, Candidate, k).line);
      g_array_unref (group->candidates);
    }
  g_list_store_splice (self->lines, 0, g_list_model_get_n_items (G_LIST_MODEL (self->lines)), lines->pdata, lines->len);
  gtk_widget_set_visible (self->scrolled, lines->len > 0);
  gtk_widget_set_visible (self->empty, lines->len == 0);
}

/* ---- rows ---- */

static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *slot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *text = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *name = wb_label_new (NULL, NULL), *id = wb_label_new (NULL, "method-id");

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_label_set_ellipsize (GTK_LABEL (id), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (text, TRUE);
  wb_box_add (text, name, id, NULL);
  wb_box_add (row, slot, text, NULL);
  wb_row_box_open_by_click (row, item);
  gtk_list_item_set_child (item, row);
}

static char *
second_line (const WbMethodLine *line)
{
  g_auto (GStrv) facts = wb_method_facts (line->method);
  g_autofree char *joined = g_strjoinv (" · ", facts);

  if (line->refused != NULL)
    return g_strdup (wb_translate (line->refused));
  if (line->foreign != NULL)
    return g_strdup_printf ("%s · %s · %s", line->foreign, line->method->id, joined);
  return g_strdup_printf ("%s · %s", line->method->id, joined);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  const WbMethodLine *line = gtk_list_item_get_item (item);
  GtkWidget *row = gtk_list_item_get_child (item), *slot = gtk_widget_get_first_child (row);
  GtkWidget *text = gtk_widget_get_next_sibling (slot), *name = gtk_widget_get_first_child (text), *id = gtk_widget_get_next_sibling (name);
  gboolean heading = line->method == NULL, usable = !heading && line->refused == NULL;

  wb_widget_empty_box (slot);
  gtk_widget_set_visible (slot, !heading);
  gtk_widget_set_visible (id, !heading);
  gtk_widget_set_css_classes (row, (const char *[]) { heading ? "method-heading" : "method-row", line->refused != NULL ? "refused" : NULL, NULL });
  gtk_widget_set_css_classes (name, (const char *[]) { heading ? "heading" : "method-name", NULL });
  gtk_list_item_set_selectable (item, usable);
  gtk_list_item_set_activatable (item, usable);
  if (heading)
    {
      const char *label = wb_translate (ode_family_label (line->family));
      g_autofree char *first = g_utf8_substring (label, 0, 1), *upper = g_utf8_strup (first, -1);
      g_autofree char *title = g_strconcat (upper, g_utf8_next_char (label), NULL);

      gtk_label_set_text (GTK_LABEL (name), title);
      wb_tooltip_set (row, NULL);
    }
  else
    {
      g_autofree char *second = second_line (line);

      gtk_box_append (GTK_BOX (slot), wb_method_glyph_new (line->method, 32));
      gtk_label_set_text (GTK_LABEL (name), wb_translate (line->method->label));
      gtk_label_set_text (GTK_LABEL (id), second);
      wb_tooltip_set (row, wb_translate (line->refused != NULL ? line->refused : line->method->advice));
    }
}

/* ---- selection ---- */

static gboolean
is_usable (WbMethodPopover *self, guint position)
{
  g_autoptr (WbMethodLine) line = g_list_model_get_item (G_LIST_MODEL (self->lines), position);

  return line != NULL && line->method != NULL && line->refused == NULL;
}

static void
select_line (WbMethodPopover *self, guint position)
{
  gtk_single_selection_set_selected (self->selection, position);
  if (position != GTK_INVALID_LIST_POSITION)
    gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", position);
}

/* Selects the usable line that is n lines after the selected one, or before it if n < 0. If there are not enough, selects the last usable
 * line in that direction. */
static void
move_selection (WbMethodPopover *self, int n)
{
  guint now = gtk_single_selection_get_selected (self->selection), size = g_list_model_get_n_items (G_LIST_MODEL (self->lines));
  guint target = now;
  int step = n > 0 ? 1 : -1;

  for (gint64 at = now == GTK_INVALID_LIST_POSITION ? (step > 0 ? 0 : -1) : (gint64) now + step; at >= 0 && at < size && n != 0; at += step)
    if (is_usable (self, (guint) at))
      {
        target = (guint) at;
        n -= step;
      }
  if (target != GTK_INVALID_LIST_POSITION)
    select_line (self, target);
  if (step < 0 && target == 1)
    gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", 0); /* scroll so that the heading of the family is visible too */
}

static void
choose (WbMethodPopover *self, guint position)
{
  g_autoptr (WbMethodLine) line = g_list_model_get_item (G_LIST_MODEL (self->lines), position);

  if (line == NULL || line->method == NULL || line->refused != NULL)
    return;
  gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit (self, signals[CHOSEN], 0, line->method);
}

static void
on_activate (GtkListView *list, guint position, WbMethodPopover *self)
{
  choose (self, position);
}

/* Fills the list for the search text. Selects the best match that the model can use, so that Return chooses it. */
static void
on_search (WbMethodPopover *self)
{
  const char *query = gtk_editable_get_text (GTK_EDITABLE (self->search));

  if (g_strcmp0 (g_object_get_data (G_OBJECT (self->list), "query"), query) == 0)
    return;
  g_object_set_data_full (G_OBJECT (self->list), "query", g_strdup (query), g_free);
  fill (self, query);
  select_line (self, GTK_INVALID_LIST_POSITION);
  if (query[0] != '\0')
    move_selection (self, 1);
  if (g_list_model_get_n_items (G_LIST_MODEL (self->lines)) > 0)
    gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", 0);
}

/* Search at once. GtkSearchEntry reports a change only after a delay, and Return may be pressed before that. */
static void
on_search_activate (WbMethodPopover *self)
{
  on_search (self);
  choose (self, gtk_single_selection_get_selected (self->selection));
}

/* Handles Up, Down and the Page keys in the search field: moves the selection in the
 * list. */
static gboolean
on_search_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, WbMethodPopover *self)
{
  static const struct { guint key; int lines; } moves[] = {
    { GDK_KEY_Down, 1 }, { GDK_KEY_Up, -1 }, { GDK_KEY_Page_Down, PAGE_LINES }, { GDK_KEY_Page_Up, -PAGE_LINES },
  };

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    if (moves[i].key == key)
      {
        on_search (self);
        move_selection (self, moves[i].lines);
        return TRUE;
      }
  return FALSE;
}

/* ---- opening ---- */

/* Scrolls to the selected line. This is possible only after the first layout of the list. */
static gboolean
scroll_now (gpointer user)
{
  WbMethodPopover *self = user;

  self->scroll_source = 0;
  select_line (self, gtk_single_selection_get_selected (self->selection));
  return G_SOURCE_REMOVE;
}

/* Chooses the side, the height and the offset of the popover so that it lies inside the window. GTK alone may place a part of it
 * outside. */
static void
place_inside (WbMethodPopover *self)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (self)), *root = GTK_WIDGET (gtk_widget_get_root (parent));
  int width = gtk_widget_get_width (root), height = gtk_widget_get_height (root);
  graphene_rect_t at;
  double below, above, middle, half = (LIST_WIDTH + AROUND_WIDTH) / 2.0;
  gboolean down;

  if (!gtk_widget_compute_bounds (parent, root, &at))
    return;
  below = height - (at.origin.y + at.size.height);
  above = at.origin.y;
  down = below >= MIN (above, LIST_HEIGHT + AROUND_HEIGHT);
  middle = at.origin.x + at.size.width / 2;
  gtk_popover_set_position (GTK_POPOVER (self), down ? GTK_POS_BOTTOM : GTK_POS_TOP);
  gtk_popover_set_offset (GTK_POPOVER (self), (int) (MAX (half, MIN (middle, width - half)) - middle), 0);
  gtk_widget_set_size_request (self->scrolled, LIST_WIDTH, (int) CLAMP ((down ? below : above) - AROUND_HEIGHT, LIST_LEAST, LIST_HEIGHT));
}

void
wb_method_popover_open (WbMethodPopover *self, const OdeMethod *current)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  g_object_set_data_full (G_OBJECT (self->list), "query", g_strdup (""), g_free);
  fill (self, "");
  select_line (self, GTK_INVALID_LIST_POSITION);
  place_inside (self);
  gtk_popover_popup (GTK_POPOVER (self));
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->lines)); i++)
    {
      g_autoptr (WbMethodLine) line = g_list_model_get_item (G_LIST_MODEL (self->lines), i);

      if (current != NULL && line->method == current)
        select_line (self, i);
    }
  g_clear_handle_id (&self->scroll_source, g_source_remove);
  self->scroll_source = g_idle_add_full (G_PRIORITY_LOW, scroll_now, self, NULL);
  gtk_widget_grab_focus (self->search);
}

/* ---- widget ---- */

static void
wb_method_popover_dispose (GObject *object)
{
  WbMethodPopover *self = WB_METHOD_POPOVER (object);

  g_clear_handle_id (&self->scroll_source, g_source_remove);
  g_clear_object (&self->selection);
  g_clear_object (&self->lines);
  G_OBJECT_CLASS (wb_method_popover_parent_class)->dispose (object);
}

static void
wb_method_popover_class_init (WbMethodPopoverClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_method_popover_dispose;
  signals[CHOSEN] = g_signal_new ("chosen", WB_TYPE_METHOD_POPOVER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
build_list (WbMethodPopover *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  self->lines = g_list_store_new (WB_TYPE_METHOD_LINE);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->lines)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), NULL);
  self->list = wb_styled (gtk_list_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection)), factory), "methods");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Integrators"), -1);
  g_signal_connect (self->list, "activate", G_CALLBACK (on_activate), self);
  self->scrolled = wb_scrolled_new (self->list);
}

static void
wb_method_popover_init (WbMethodPopover *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", _("Search integrators"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Search integrators"), -1);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (on_search), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (on_search_activate), self);
  g_signal_connect_swapped (self->search, "stop-search", G_CALLBACK (gtk_popover_popdown), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_search_key), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (self->search, keys);
  build_list (self);
  self->empty = wb_styled (gtk_label_new (_("No integrator matches.")), "methods-empty");
  gtk_widget_set_visible (self->empty, FALSE);
  gtk_widget_set_size_request (box, LIST_WIDTH, -1);
  wb_box_add (box, self->search, self->scrolled, self->empty, NULL);
  gtk_popover_set_child (GTK_POPOVER (self), box);
}

GtkWidget *
wb_method_popover_new (WbSession *session)
{
  WbMethodPopover *self = g_object_new (WB_TYPE_METHOD_POPOVER, NULL);

  self->session = session;
  return GTK_WIDGET (self);
}

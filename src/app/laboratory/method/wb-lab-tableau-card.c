/* Assembles the card of a tableau, makes the method after each edit, and stores the edit in the session. */
#include "wb-lab-tableau-card.h"

#include <glib/gi18n.h>
#include <string.h>

#include "model-tableau.h"
#include "ode-trees.h"
#include "plot-text.h"
#include "wb-comparison.h"
#include "wb-lab-conditions.h"
#include "wb-lab-marks.h"
#include "wb-lab-methods.h"
#include "wb-lab-tableau-export.h"
#include "wb-lab-tableau-facts.h"
#include "wb-lab-tableau-grid.h"
#include "wb-lab-tableau-save.h"
#include "wb-laboratory.h"
#include "wb-method-popover.h"
#include "wb-rich.h"
#include "wb-session-history.h"
#include "wb-tooltip.h"

/* What undo restores. Cells that follow the method of the page have no texts: they are those of the method that the page then has. */
typedef struct
{
  gboolean own;
  WbLabTableau *tableau;
  const OdeMethod *base;
  char *stored;
} Cells;

struct _WbLabTableauCard
{
  GtkWidget parent_instance;
  WbSession *session;
  const OdeMethod *followed;   /* the method of the page */
  const OdeMethod *base;       /* the method to which Reset returns; another one than `followed` only while the session uses the cells */
  WbLabTableau *tableau;       /* the texts of the cells, perhaps edited; NULL without a tableau */
  gboolean own;                /* the user edited or loaded the cells: they do not follow the method of the page */
  Cells *committed;            /* the cells at the last undo step; NULL before the first method */
  gboolean edited;             /* the cells differ from those of the method from which they were taken */
  OdeMethod *method;           /* the method that the cells define; NULL if the cells are not valid */
  char *stored;                /* the name of this method in the session; NULL: that of the page */
  GtkWidget *frame, *load, *methods, *badges, *grid, *conditions, *facts, *mark, *status, *use, *save, *reset;
};

G_DEFINE_FINAL_TYPE (WbLabTableauCard, wb_lab_tableau_card, GTK_TYPE_WIDGET)

static guint edited_signal;

const OdeMethod *
wb_lab_tableau_card_method (WbLabTableauCard *self, gboolean *edited)
{
  *edited = self->edited && self->method != NULL;
  return self->edited ? self->method : self->tableau != NULL ? self->tableau->source : NULL;
}

GtkWidget *wb_lab_tableau_card_conditions (WbLabTableauCard *self) { return self->conditions; }
GtkWidget *wb_lab_tableau_card_save (WbLabTableauCard *self) { return self->save; }
const char *wb_lab_tableau_card_status (WbLabTableauCard *self) { return gtk_label_get_text (GTK_LABEL (self->status)); }

WbLabTableauFrame *wb_lab_tableau_card_frame (WbLabTableauCard *self) { return WB_LAB_TABLEAU_FRAME (self->frame); }
GtkWidget *wb_lab_tableau_card_choice (WbLabTableauCard *self) { return self->load; }

GtkWidget *
wb_lab_tableau_card_cell (WbLabTableauCard *self, int column, int row)
{
  return wb_lab_tableau_grid_cell (WB_LAB_TABLEAU_GRID (self->grid), column, row);
}

/* ---- badges and status ---- */

static void
add_badge (WbLabTableauCard *self, const char *text, const char *class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "lab-badge");
  if (class != NULL)
    gtk_widget_add_css_class (label, class);
  gtk_box_append (GTK_BOX (self->badges), label);
}

static void
fill_badges (WbLabTableauCard *self)
{
  const OdeTableau *tableau = self->method != NULL ? self->method->tableau : NULL;
  WbLabConditions *conditions = WB_LAB_CONDITIONS (self->conditions);
  int order = wb_lab_conditions_order (conditions, FALSE);
  g_autofree char *verified = NULL, *estimate = NULL;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->badges)) != NULL)
    gtk_box_remove (GTK_BOX (self->badges), child);
  if (tableau == NULL)
    return;
  verified = order < 8 ? g_strdup_printf (_("order %d verified"), order) : g_strdup (_("order 8 and more verified"));
  add_badge (self, verified, "verified");
  if (tableau->b_hat != NULL)
    {
      int embedded = wb_lab_conditions_order (conditions, TRUE);

      estimate = embedded < 8 ? g_strdup_printf (_("estimate order %d"), embedded) : g_strdup (_("estimate order 8 and more"));
      add_badge (self, estimate, NULL);
    }
}

/* Returns the method whose dense output the card describes. A method of the library has its own dense output; edited cells have only that
 * of a custom method. */
static const OdeMethod *
described (WbLabTableauCard *self)
{
  return self->edited ? self->method : self->tableau->source;
}

static void
fill_facts (WbLabTableauCard *self)
{
  g_autofree char *text = wb_lab_tableau_facts (self->method, self->method != NULL ? described (self) : NULL, WB_LAB_CONDITIONS (self->conditions));
  g_autofree char *markup = wb_rich_markup (text);

  gtk_label_set_markup (GTK_LABEL (self->facts), markup);
  wb_tooltip_set_markup (self->facts, *text != '\0' ? markup : NULL);
}

/* Sets the sentence below the grid: the error message of the cells, or what is wrong with the coefficients. */
static void
say_status (WbLabTableauCard *self, const char *message)
{
  gboolean wrong = message != NULL;
  g_autofree char *text = message != NULL ? plot_text_escape (message)
                                          : wb_lab_tableau_status (self->method, self->edited ? self->tableau->source : NULL,
                                                                   WB_LAB_CONDITIONS (self->conditions),
                                                                   wb_lab_tableau_grid_row (WB_LAB_TABLEAU_GRID (self->grid)), &wrong);
  g_autofree char *markup = wb_rich_markup (text);

  gtk_label_set_markup (GTK_LABEL (self->status), markup);
  wb_tooltip_set_markup (self->status, markup);
  wb_lab_mark_set (self->mark, wrong ? WB_LAB_MARK_FAILS : WB_LAB_MARK_HOLDS);
  gtk_widget_set_visible (self->mark, self->tableau != NULL && *text != '\0');
  if (wrong)
    gtk_widget_add_css_class (self->status, "lab-fails");
  else
    gtk_widget_remove_css_class (self->status, "lab-fails");
}

/* Returns whether the runs of the session use the method of the cells. */
static gboolean
is_in_use (WbLabTableauCard *self)
{
  g_autofree char *name = self->tableau != NULL ? wb_lab_tableau_name (self->tableau) : NULL;

  return name != NULL && strcmp (name, model_method_name (sim_config_method (wb_session_config (self->session)))) == 0;
}

/* Shows or hides the buttons that depend on the cells and on the method of the session. */
static void
refresh_buttons (WbLabTableauCard *self)
{
  gtk_widget_set_sensitive (self->reset, self->tableau != NULL && self->own);
  gtk_widget_set_visible (self->use, self->method != NULL && !is_in_use (self));
}

/* Shows the name of the method of the cells or, if the method of the page has no grid, that of the method. */
static void
show_name (WbLabTableauCard *self)
{
  g_autofree char *title = self->tableau != NULL ? wb_lab_tableau_title (self->tableau) : NULL;

  wb_lab_tableau_frame_set_name (WB_LAB_TABLEAU_FRAME (self->frame), title != NULL ? title : self->followed != NULL ? self->followed->label : _("None"));
}

static void
check (WbLabTableauCard *self)
{
  OdeMethod *before = self->method;
  g_autofree OdeTableau *raw = self->tableau != NULL ? wb_lab_tableau_coefficients (self->tableau) : NULL;
  g_autofree char *message = NULL;
  double sum;
  int row;

  self->edited = self->tableau != NULL && wb_lab_tableau_is_edited (self->tableau);
  show_name (self);
  self->method = self->tableau != NULL ? wb_lab_tableau_method (self->tableau, &message) : NULL;
  if (self->method == NULL && raw != NULL && (row = wb_lab_tableau_wrong_row (raw, &sum)) >= 0)
    {
      g_free (message);
      message = g_strdup_printf (_("Row %d adds up to %.12g; the order conditions use c = %.12g"), row + 1, sum, raw->c[row]);
    }
  wb_lab_conditions_set (WB_LAB_CONDITIONS (self->conditions), self->method != NULL ? self->method->tableau : raw,
                         self->tableau != NULL ? self->tableau->source : NULL);
  fill_badges (self);
  fill_facts (self);
  if (self->tableau == NULL)
    message = g_strdup (self->followed == NULL ? _("No method is selected.") : self->followed->tableau == NULL ? _("This method has no Butcher tableau.")
                        : _("This tableau has too many stages to be shown as a grid."));
  say_status (self, message);
  refresh_buttons (self);
  wb_lab_tableau_save_set (WB_LAB_TABLEAU_SAVE (self->save), self->method != NULL ? self->tableau : NULL);
  g_signal_emit (self, edited_signal, 0);
  ode_method_free_custom (before);
}

/* ---- the session ---- */

/* Stores the tableau in the session if the user edited or loaded it. Cells that define no method are not stored. */
static void
store (WbLabTableauCard *self)
{
  if (self->own && self->method == NULL)
    return;
  g_free (self->stored);
  self->stored = self->own ? wb_lab_tableau_name (self->tableau) : NULL;
  wb_laboratory_set_tableau (wb_laboratory_of (self->session), self->stored);
}

/* ---- the grid ---- */

static void
fill_grid (WbLabTableauCard *self)
{
  wb_lab_tableau_grid_fill (WB_LAB_TABLEAU_GRID (self->grid), self->tableau);
}

static void
cells_free (gpointer data)
{
  Cells *cells = data;

  if (cells == NULL)
    return;
  g_clear_pointer (&cells->tableau, wb_lab_tableau_free);
  g_free (cells->stored);
  g_free (cells);
}

static Cells *
cells_new (gboolean own, const WbLabTableau *tableau, const OdeMethod *base, const char *stored)
{
  Cells *cells = g_new0 (Cells, 1);

  *cells = (Cells) { own, own ? wb_lab_tableau_copy (tableau) : NULL, own ? base : NULL, own ? g_strdup (stored) : NULL };
  return cells;
}

static gpointer
copy_cells (gpointer owner)
{
  WbLabTableauCard *self = owner;

  return cells_new (self->own, self->tableau, self->base, self->stored);
}

/* Returns whether the grid shows these cells, apart from the method to which Reset returns. */
static gboolean
shows_cells (WbLabTableauCard *self, const Cells *cells)
{
  return self->own == cells->own && (!self->own || wb_lab_tableau_equal (self->tableau, cells->tableau));
}

static gboolean
has_cells (WbLabTableauCard *self, const Cells *cells)
{
  return shows_cells (self, cells) && (!self->own || self->base == cells->base);
}

static void
set_committed (WbLabTableauCard *self)
{
  cells_free (self->committed);
  self->committed = copy_cells (self);
}

/* Fills the grid with the cells of a method. */
static void
show_method (WbLabTableauCard *self, const OdeMethod *method)
{
  wb_lab_tableau_free (self->tableau);
  self->tableau = wb_lab_tableau_of (method);
  fill_grid (self);
  check (self);
}

static void
restore (gpointer owner, gpointer state)
{
  WbLabTableauCard *self = owner;
  const Cells *cells = state;

  self->own = cells->own;
  if (cells->own)
    {
      self->base = cells->base;
      wb_lab_tableau_free (self->tableau);
      self->tableau = wb_lab_tableau_copy (cells->tableau);
      fill_grid (self);
      check (self);
      g_free (self->stored);
      self->stored = g_strdup (cells->stored);
      wb_laboratory_set_tableau (wb_laboratory_of (self->session), self->stored);
    }
  else
    {
      self->base = self->followed;
      show_method (self, self->followed);
      store (self);
    }
  set_committed (self);
}

/* Restores cells that a change of the method has replaced, as part of the undo of that change. */
static void
restore_with_method (gpointer owner, gpointer state)
{
  WbLabTableauCard *self = owner;
  const OdeMethod *method = wb_lab_main_method (self->session);
  gboolean same = method == self->followed;

  self->followed = method;
  if (!has_cells (self, state) || (!self->own && !same))
    restore (self, state);
}

/* Makes one undo step of all changes of the cells since the last call. Another method of the page is no change of the cells. */
static void
commit (WbLabTableauCard *self)
{
  if (self->committed == NULL || has_cells (self, self->committed))
    return;
  if (shows_cells (self, self->committed))
    {
      set_committed (self);
      return;
    }
  store (self);
  wb_session_add_change (self->session, self, restore, self->committed, copy_cells (self), cells_free);
  wb_session_name_change (self->session, _("tableau"));
  self->committed = copy_cells (self);
}

/* Cells that are those of the method of the page follow it again. */
static void
decide_own (WbLabTableauCard *self)
{
  self->own = self->tableau != NULL && (self->edited || self->tableau->source != self->base);
  refresh_buttons (self);
}

static void
on_cells (WbLabTableauCard *self)
{
  check (self);
  decide_own (self);
}

/* Returns whether a method was made from the cells. They then stay as they are, and so does the method to which Reset returns; a session that
 * begins to use the cells, or undoes this, does not change them. */
static gboolean
is_made_from_cells (WbLabTableauCard *self, const OdeMethod *method)
{
  g_autofree char *name = self->tableau != NULL && method != NULL ? wb_lab_tableau_name (self->tableau) : NULL;

  return name != NULL && *name == '{' && strcmp (name, model_method_name (method)) == 0;
}

/* Fills the grid with the tableau of a method, which cannot be undone. own: the cells do not follow the method of the page. */
static void
replace (WbLabTableauCard *self, const OdeMethod *method, gboolean own)
{
  show_method (self, method);
  self->own = own && self->tableau != NULL;
  refresh_buttons (self);
  set_committed (self);
}

/* Shows the tableau that the session has stored. */
static void
resume (WbLabTableauCard *self)
{
  const char *text = wb_laboratory_tableau (wb_laboratory_of (self->session));
  const OdeMethod *method = text != NULL ? model_method_find (text) : NULL;

  if (g_strcmp0 (text, self->stored) == 0)
    return;
  g_free (self->stored);
  self->stored = g_strdup (text);
  replace (self, method != NULL ? method : self->followed, method != NULL);
}

void
wb_lab_tableau_card_set_method (WbLabTableauCard *self, const OdeMethod *method, gboolean replaces)
{
  gboolean first = self->followed == NULL, same = method == self->followed, used = is_made_from_cells (self, method);

  self->followed = method;
  if (!used)
    self->base = method;
  if (same || used || (self->own && !replaces))
    {
      refresh_buttons (self);
      return;
    }
  replace (self, method, FALSE);
  if (first)
    resume (self);
  else
    store (self);
}

/* Fills the grid with the tableau of a method. This change is one undo step. */
void
wb_lab_tableau_card_load (WbLabTableauCard *self, const OdeMethod *method)
{
  commit (self);
  show_method (self, method);
  decide_own (self);
  commit (self);
}

void
wb_lab_tableau_card_follow (WbLabTableauCard *self)
{
  if (self->own)
    wb_lab_tableau_card_load (self, self->base);
}

/* ---- widget ---- */

static void
on_chosen (WbMethodPopover *popover, const OdeMethod *method, WbLabTableauCard *self)
{
  wb_lab_tableau_card_load (self, method);
}

static void
on_load (WbLabTableauCard *self)
{
  wb_method_popover_open (WB_METHOD_POPOVER (self->methods), self->tableau != NULL ? self->tableau->source : NULL);
}

static void
on_reset (WbLabTableauCard *self)
{
  wb_lab_tableau_card_load (self, self->base);
}

static void
on_use (WbLabTableauCard *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;

  if (self->tableau == NULL)
    return;
  commit (self); /* the edit of the cells and the use of the method are two undo steps */
  name = wb_lab_tableau_name (self->tableau);
  if (!wb_session_set (self->session, WB_SETTING, "integrator", name, &error))
    wb_session_message (self->session, error->message);
  refresh_buttons (self);
}

/* The saved method becomes an entry of the comparison, so that its region and studies are shown beside the others. */
static void
on_saved (WbLabTableauSave *save, const OdeMethod *method, WbLabTableauCard *self)
{
  g_autofree char *text = g_strdup_printf (_("Saved as the method '%s'"), method->id);

  wb_lab_tableau_card_load (self, method);
  wb_comparison_add (wb_comparison_of (self->session), method);
  wb_session_message (self->session, text);
}

static const WbLabTableau *
get_tableau (gpointer user, const OdeMethod **method)
{
  WbLabTableauCard *self = user;

  *method = self->method;
  return self->tableau;
}

static GtkWidget *
text_new (const char *class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  if (class != NULL)
    gtk_widget_add_css_class (label, class);
  return label;
}

/* Makes the button that opens the list of methods. */
static void
make_choice (WbLabTableauCard *self)
{
  self->load = gtk_button_new ();
  gtk_widget_add_css_class (self->load, "raised");
  wb_tooltip_set (self->load, _("Load the tableau of another method"));
  self->methods = wb_method_popover_new (self->session);
  wb_method_popover_set_tableaus (WB_METHOD_POPOVER (self->methods));
  gtk_widget_set_parent (self->methods, self->load);
  g_signal_connect_swapped (self->load, "clicked", G_CALLBACK (on_load), self);
  g_signal_connect_object (self->methods, "chosen", G_CALLBACK (on_chosen), self, 0);
}

static void
make_buttons (WbLabTableauCard *self)
{
  self->use = gtk_button_new_with_label (_("Use in the run"));
  self->save = wb_lab_tableau_save_new ();
  self->reset = gtk_button_new_with_label (C_ ("tableau", "Reset"));
  gtk_widget_add_css_class (self->use, "raised");
  gtk_widget_add_css_class (self->reset, "raised");
  g_signal_connect_swapped (self->use, "clicked", G_CALLBACK (on_use), self);
  g_signal_connect_swapped (self->reset, "clicked", G_CALLBACK (on_reset), self);
  g_signal_connect_object (self->save, "saved", G_CALLBACK (on_saved), self, 0);
}

static void
wb_lab_tableau_card_dispose (GObject *object)
{
  WbLabTableauCard *self = WB_LAB_TABLEAU_CARD (object);

  g_clear_pointer (&self->methods, gtk_widget_unparent);
  g_clear_pointer (&self->frame, gtk_widget_unparent);
  g_clear_pointer (&self->tableau, wb_lab_tableau_free);
  g_clear_pointer (&self->committed, cells_free);
  g_clear_pointer (&self->method, ode_method_free_custom);
  g_clear_pointer (&self->stored, g_free);
  G_OBJECT_CLASS (wb_lab_tableau_card_parent_class)->dispose (object);
}

static void
wb_lab_tableau_card_class_init (WbLabTableauCardClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_tableau_card_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  edited_signal = g_signal_new ("edited", WB_TYPE_LAB_TABLEAU_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_lab_tableau_card_init (WbLabTableauCard *self)
{
}

GtkWidget *
wb_lab_tableau_card_new (WbSession *session)
{
  WbLabTableauCard *self = g_object_new (WB_TYPE_LAB_TABLEAU_CARD, NULL);

  self->session = session;
  self->grid = wb_lab_tableau_grid_new ();
  self->conditions = wb_lab_conditions_new ();
  self->badges = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  self->mark = wb_lab_mark_new ();
  self->status = text_new (NULL);
  self->facts = text_new ("dim-label");
  make_choice (self);
  make_buttons (self);
  self->frame = wb_lab_tableau_frame_new (&(WbLabTableauParts) { self->grid, self->conditions, self->load, self->badges,
                                                                 wb_lab_tableau_menu_new (session, get_tableau, self), self->mark, self->status,
                                                                 self->facts, self->use, self->save, self->reset });
  gtk_widget_set_parent (self->frame, GTK_WIDGET (self));
  g_signal_connect_swapped (self->grid, "changed", G_CALLBACK (on_cells), self);
  g_signal_connect_swapped (self->grid, "committed", G_CALLBACK (commit), self);
  wb_session_join_copies (session, self, copy_cells, restore_with_method, cells_free);
  g_signal_connect_object (wb_laboratory_of (session), "changed", G_CALLBACK (resume), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

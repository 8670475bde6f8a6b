/* Assembles the page Method and starts the studies that its cards need. */
#include "wb-lab-method-page.h"

#include <glib/gi18n.h>

#include "lab-registry.h"
#include "wb-comparison.h"
#include "wb-fraction-box.h"
#include "wb-lab-methods.h"
#include "wb-lab-page.h"
#include "wb-laboratory.h"
#include "wb-style.h"

#define GAP 12
#define LEFT 600
#define RIGHT 804
#define UPPER 403
#define LOWER 374
/* Least height of the only visible card, px: the first number is that of the data area; the second is that of title, axis and labels at the
 * usual text size. */
#define LEAST_AREA 200
#define LEAST_REST 110

/* Number of the card of the first study. */
#define FIRST_STUDY 2

struct _WbLabMethodPage
{
  GtkWidget parent_instance;
  WbSession *session;
  WbComparison *methods;
  int focused;               /* number of the only visible card, or −1 */
  GtkWidget *box, *regions, *left, *right, *lower, *tableau;
  GPtrArray *cards;          /* WbLabOrderCard, one for each study with `varied` */
};

G_DEFINE_FINAL_TYPE (WbLabMethodPage, wb_lab_method_page, GTK_TYPE_WIDGET)

WbLabRegionCard *wb_lab_method_page_regions (WbLabMethodPage *self) { return WB_LAB_REGION_CARD (self->regions); }
WbLabTableauCard *wb_lab_method_page_tableau (WbLabMethodPage *self) { return WB_LAB_TABLEAU_CARD (self->tableau); }
WbLabOrderCard *wb_lab_method_page_study (WbLabMethodPage *self, int which) { return self->cards->pdata[which]; }
const char *wb_lab_method_page_sentence (WbLabMethodPage *self) { return wb_lab_region_card_sentence (WB_LAB_REGION_CARD (self->regions)); }

gboolean
wb_lab_method_page_is_busy (WbLabMethodPage *self)
{
  gboolean busy = wb_lab_region_card_is_busy (WB_LAB_REGION_CARD (self->regions));

  for (guint k = 0; k < self->cards->len; k++)
    busy |= wb_lab_order_card_is_busy (self->cards->pdata[k]);
  return busy;
}

void
wb_lab_method_page_cancel (WbLabMethodPage *self)
{
  for (guint k = 0; k < self->cards->len; k++)
    wb_lab_order_card_cancel (self->cards->pdata[k]);
}

/* ---- changes ---- */

static void
need_studies (WbLabMethodPage *self)
{
  for (guint k = 0; k < self->cards->len; k++)
    wb_lab_order_card_need (self->cards->pdata[k]);
}

static void
on_playhead (WbLabMethodPage *self)
{
  wb_lab_region_card_follow (WB_LAB_REGION_CARD (self->regions));
}

/* Shows the colour of the lines of a method in the button that chooses it. */
static void
show_color (WbLabMethodPage *self, const OdeMethod *method)
{
  g_autoptr (GPtrArray) entries = wb_lab_drawn_entries (self->session, method);
  int color = 0;

  for (guint k = 0; k < entries->len; k++)
    if (wb_compare_entry_method (entries->pdata[k]) == method)
      color = wb_compare_entry_color (entries->pdata[k]);
  wb_lab_tableau_frame_set_color (wb_lab_tableau_card_frame (WB_LAB_TABLEAU_CARD (self->tableau)), color);
}

static void
on_edited (WbLabMethodPage *self)
{
  gboolean edited;
  const OdeMethod *method = wb_lab_tableau_card_method (WB_LAB_TABLEAU_CARD (self->tableau), &edited);

  wb_lab_region_card_set_cells (WB_LAB_REGION_CARD (self->regions), method, edited);
  show_color (self, method != NULL ? method : wb_lab_page_method (self->session));
}

static void
on_entries (WbLabMethodPage *self)
{
  /* The end of a comparison selects a method, too. It does not replace what the user edited. */
  wb_lab_tableau_card_set_method (WB_LAB_TABLEAU_CARD (self->tableau), wb_lab_main_method (self->session), FALSE);
  on_edited (self); /* the colour of the method may be another one */
  wb_lab_region_card_refresh (WB_LAB_REGION_CARD (self->regions), FALSE);
  need_studies (self);
}

static void
on_chosen (WbLabMethodPage *self)
{
  wb_lab_tableau_card_follow (WB_LAB_TABLEAU_CARD (self->tableau));
}

static void
on_setting (WbLabMethodPage *self)
{
  wb_lab_tableau_card_set_method (WB_LAB_TABLEAU_CARD (self->tableau), wb_lab_main_method (self->session), TRUE);
  on_playhead (self);
  need_studies (self);
}

static void
on_model (WbLabMethodPage *self)
{
  if (wb_session_keeps_model (self->session))
    return;
  for (guint k = 0; k < self->cards->len; k++)
    wb_lab_order_card_clear (self->cards->pdata[k]);
  on_playhead (self);
  need_studies (self);
}

static void
wb_lab_method_page_map (GtkWidget *widget)
{
  WbLabMethodPage *self = WB_LAB_METHOD_PAGE (widget);

  GTK_WIDGET_CLASS (wb_lab_method_page_parent_class)->map (widget);
  on_playhead (self);
  wb_lab_region_card_need (WB_LAB_REGION_CARD (self->regions));
}

/* ---- widget ---- */

/* Sets the least height of the only visible card. A page with all cards has none. */
static void
set_least_height (gpointer user)
{
  WbLabMethodPage *self = user;
  int height = LEAST_AREA + (int) wb_style_px (LEAST_REST);

  gtk_widget_set_size_request (self->regions, -1, self->focused == 0 ? height : -1);
  gtk_widget_set_size_request (self->tableau, -1, self->focused == 1 ? height : -1);
  for (int k = 0; k < (int) self->cards->len; k++)
    gtk_widget_set_size_request (self->cards->pdata[k], -1, self->focused == FIRST_STUDY + k ? height : -1);
}

void
wb_lab_method_page_focus (WbLabMethodPage *self, int card)
{
  gboolean all = card < 0;

  self->focused = card;
  set_least_height (self);
  wb_lab_region_card_set_low (WB_LAB_REGION_CARD (self->regions), !all);
  gtk_widget_set_visible (self->regions, all || card == 0);
  gtk_widget_set_visible (self->right, all || card > 0);
  gtk_widget_set_visible (self->tableau, all || card == 1);
  gtk_widget_set_visible (self->lower, all || card > 1);
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->left), self->regions, all || card == 0 ? LEFT : 0);
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->left), self->right, all || card > 0 ? RIGHT : 0);
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->right), self->tableau, all || card == 1 ? UPPER : 0);
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->right), self->lower, all || card > 1 ? LOWER : 0);
  for (int k = 0; k < (int) self->cards->len; k++)
    {
      gboolean shown = all || card == FIRST_STUDY + k;

      gtk_widget_set_visible (self->cards->pdata[k], shown);
      wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->lower), self->cards->pdata[k], shown ? 1 : 0);
    }
}

static void
wb_lab_method_page_dispose (GObject *object)
{
  WbLabMethodPage *self = WB_LAB_METHOD_PAGE (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->methods);
  G_OBJECT_CLASS (wb_lab_method_page_parent_class)->dispose (object);
}

static void
wb_lab_method_page_finalize (GObject *object)
{
  g_ptr_array_unref (WB_LAB_METHOD_PAGE (object)->cards);
  G_OBJECT_CLASS (wb_lab_method_page_parent_class)->finalize (object);
}

static void
wb_lab_method_page_class_init (WbLabMethodPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_method_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = wb_lab_method_page_finalize;
  GTK_WIDGET_CLASS (klass)->map = wb_lab_method_page_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_lab_method_page_init (WbLabMethodPage *self)
{
  self->focused = -1;
  self->cards = g_ptr_array_new ();
}

static void
build (WbLabMethodPage *self)
{
  self->left = self->box = wb_fraction_box_new (GTK_ORIENTATION_HORIZONTAL, GAP);
  self->right = wb_fraction_box_new (GTK_ORIENTATION_VERTICAL, GAP);
  self->lower = wb_fraction_box_new (GTK_ORIENTATION_HORIZONTAL, GAP);
  self->regions = wb_lab_region_card_new (self->session);
  self->tableau = wb_lab_tableau_card_new (self->session);
  for (const LabStudyKind *const *kind = lab_registry (); *kind != NULL; kind++)
    if ((*kind)->varied != NULL)
      {
        GtkWidget *card = wb_lab_order_card_new (self->session, *kind);

        g_ptr_array_add (self->cards, card);
        wb_fraction_box_append (WB_FRACTION_BOX (self->lower), card, 1);
      }
  wb_fraction_box_append (WB_FRACTION_BOX (self->right), self->tableau, UPPER);
  wb_fraction_box_append (WB_FRACTION_BOX (self->right), self->lower, LOWER);
  wb_fraction_box_append (WB_FRACTION_BOX (self->left), self->regions, LEFT);
  wb_fraction_box_append (WB_FRACTION_BOX (self->left), self->right, RIGHT);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
wb_lab_method_page_new (WbSession *session)
{
  WbLabMethodPage *self = g_object_new (WB_TYPE_LAB_METHOD_PAGE, NULL);

  self->session = session;
  self->methods = g_object_ref (wb_comparison_of (session));
  build (self);
  g_signal_connect_swapped (self->tableau, "edited", G_CALLBACK (on_edited), self);
  g_signal_connect_object (self->methods, "entries-changed", G_CALLBACK (on_entries), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->methods, "chosen", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->methods, "restored", G_CALLBACK (on_entries), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (on_setting), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "runs-changed", G_CALLBACK (on_playhead), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "playhead-changed", G_CALLBACK (on_playhead), self, G_CONNECT_SWAPPED);
  wb_style_watch (set_least_height, G_OBJECT (self));
  wb_lab_tableau_card_set_method (WB_LAB_TABLEAU_CARD (self->tableau), wb_lab_main_method (session), FALSE);
  return GTK_WIDGET (self);
}

const WbLabPage wb_laboratory_page_method = {
  .id = WB_LAB_PAGE_ID_METHOD, .title = N_("Method"), .row = N_("Stability and tableau"), .sketch = "75 50 70 80 55 90 35 75 30 50 35 25 55 10 70 20 75 50",
  .make = wb_lab_method_page_new,
};

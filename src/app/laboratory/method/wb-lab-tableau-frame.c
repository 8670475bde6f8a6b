/* Places the grid, the order conditions and the tools of a tableau for the width of the card. */
#include "wb-lab-tableau-frame.h"

#include <glib/gi18n.h>

#include "wb-lab-tableau-save.h"
#include "wb-style.h"
#include "wb-widgets.h"

/* A card of this width has two halves, px. */
#define HALVES_WIDTH 620
/* A card of this width shows the text of the button Undo beside the line of facts, px. */
#define UNDO_WIDTH 720
/* Width of the title around the texts of the buttons: their padding, line sample and arrow, and the gaps, px. */
#define TOOLS_REST 175
/* Length and width of the line sample in the button of the choice, px. */
#define SAMPLE 22
#define SAMPLE_LINE 4.4
/* The longest name in the button of the choice, in characters. */
#define NAME_CHARS 26

struct _WbLabTableauFrame
{
  GtkWidget parent_instance;
  WbLabTableauParts parts;
  GtkWidget *box, *head, *lead, *title, *name, *trail, *left, *left_head, *line, *right_head, *right_title, *foot, *undo, *undo_text;
  GtkWidget *tools, *choice_line, *choice_label, *swatch;
  int color;                     /* colour of the line of the method; 0: none */
  gboolean halves, wide, in_title; /* halves, wide: the card is wide enough for halves, and for the text of the button Undo */
  guint source;                  /* a change of the arrangement is pending */
};

G_DEFINE_FINAL_TYPE (WbLabTableauFrame, wb_lab_tableau_frame, GTK_TYPE_WIDGET)

GtkWidget *wb_lab_tableau_frame_tools (WbLabTableauFrame *self) { return self->tools; }

/* ---- arrangement ---- */

/* Moves a widget to the end of a box. */
static void
move (GtkWidget *widget, GtkWidget *to)
{
  GtkWidget *from = gtk_widget_get_parent (widget);

  if (from == to)
    return;
  g_object_ref (widget);
  if (from != NULL)
    gtk_box_remove (GTK_BOX (from), widget);
  gtk_box_append (GTK_BOX (to), widget);
  g_object_unref (widget);
}

/* Shows the line sample where the button of the choice has room for it beside the name. */
static void
show_swatch (WbLabTableauFrame *self)
{
  if (self->swatch != NULL)
    gtk_widget_set_visible (self->swatch, self->in_title || self->halves);
}

/* Places the parts of the headings for one or two halves. */
static void
arrange (WbLabTableauFrame *self)
{
  move (self->lead, self->halves ? self->left_head : self->head);
  move (self->trail, self->halves ? self->right_head : self->head);
  gtk_widget_set_visible (self->head, !self->halves);
  gtk_widget_set_visible (self->left_head, self->halves);
  gtk_widget_set_visible (self->right_head, self->halves);
  gtk_widget_set_visible (self->line, self->halves);
  gtk_widget_set_visible (self->undo_text, self->wide && self->in_title);
  show_swatch (self);
}

static gboolean
arrange_later (gpointer user)
{
  WbLabTableauFrame *self = user;

  self->source = 0;
  arrange (self);
  return G_SOURCE_REMOVE;
}

void
wb_lab_tableau_frame_show_tools (WbLabTableauFrame *self, gboolean in_title)
{
  if (in_title == self->in_title)
    return;
  self->in_title = in_title;
  move (self->parts.choice, in_title ? self->tools : self->lead);
  move (self->parts.reset, in_title ? self->tools : self->foot);
  move (self->parts.save, in_title ? self->tools : self->foot);
  wb_lab_tableau_save_set_raised (WB_LAB_TABLEAU_SAVE (self->parts.save), in_title);
  gtk_widget_set_visible (self->name, in_title);
  gtk_widget_set_visible (self->tools, in_title);
  arrange (self);
}

void
wb_lab_tableau_frame_set_name (WbLabTableauFrame *self, const char *name)
{
  gtk_label_set_text (GTK_LABEL (self->choice_label), name);
  gtk_label_set_text (GTK_LABEL (self->name), name);
}

void
wb_lab_tableau_frame_set_color (WbLabTableauFrame *self, int color)
{
  if (color == self->color)
    return;
  self->color = color;
  if (self->swatch != NULL)
    gtk_box_remove (GTK_BOX (self->choice_line), self->swatch);
  self->swatch = color > 0 ? wb_widget_swatch_new (color, SAMPLE, SAMPLE_LINE, 0) : NULL;
  if (self->swatch == NULL)
    return;
  gtk_widget_set_valign (self->swatch, GTK_ALIGN_CENTER);
  gtk_box_prepend (GTK_BOX (self->choice_line), self->swatch);
  show_swatch (self);
}

int
wb_lab_tableau_frame_tools_width (WbLabTableauFrame *self)
{
  const char *texts[] = { _("Method"), gtk_label_get_text (GTK_LABEL (self->choice_label)), gtk_button_get_label (GTK_BUTTON (self->parts.reset)),
                          wb_lab_tableau_save_title (TRUE) };
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (self->parts.choice, NULL);
  int sum = (int) wb_style_px (TOOLS_REST);

  for (guint k = 0; k < G_N_ELEMENTS (texts); k++)
    {
      int width;

      pango_layout_set_text (layout, texts[k], -1);
      pango_layout_get_pixel_size (layout, &width, NULL);
      sum += width;
    }
  return sum;
}

/* ---- widget ---- */

static void
wb_lab_tableau_frame_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                              int *natural_baseline)
{
  gtk_widget_measure (WB_LAB_TABLEAU_FRAME (widget)->box, orientation, for_size, minimum, natural, NULL, NULL);
}

/* Widgets cannot change their parent while sizes are allocated, so that a change of the arrangement follows later. */
static void
wb_lab_tableau_frame_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WbLabTableauFrame *self = WB_LAB_TABLEAU_FRAME (widget);
  gboolean halves = width >= (int) wb_style_px (HALVES_WIDTH), wide = width >= (int) wb_style_px (UNDO_WIDTH);

  gtk_widget_size_allocate (self->box, &(GtkAllocation) { 0, 0, width, height }, -1);
  if (halves == self->halves && wide == self->wide)
    return;
  self->halves = halves;
  self->wide = wide;
  if (self->source == 0)
    self->source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, arrange_later, self, NULL);
}

static GtkSizeRequestMode
wb_lab_tableau_frame_get_request_mode (GtkWidget *widget)
{
  return gtk_widget_get_request_mode (WB_LAB_TABLEAU_FRAME (widget)->box);
}

static void
wb_lab_tableau_frame_dispose (GObject *object)
{
  WbLabTableauFrame *self = WB_LAB_TABLEAU_FRAME (object);

  g_clear_object (&self->tools);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_handle_id (&self->source, g_source_remove);
  G_OBJECT_CLASS (wb_lab_tableau_frame_parent_class)->dispose (object);
}

static void
wb_lab_tableau_frame_class_init (WbLabTableauFrameClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_tableau_frame_dispose;
  GTK_WIDGET_CLASS (klass)->measure = wb_lab_tableau_frame_measure;
  GTK_WIDGET_CLASS (klass)->size_allocate = wb_lab_tableau_frame_size_allocate;
  GTK_WIDGET_CLASS (klass)->get_request_mode = wb_lab_tableau_frame_get_request_mode;
}

static void
wb_lab_tableau_frame_init (WbLabTableauFrame *self)
{
}

static GtkWidget *
cut_label_new (const char *text, const char *class)
{
  GtkWidget *label = wb_label_new (text, class);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  return label;
}

static GtkWidget *
head_box_new (void)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  gtk_widget_add_css_class (head, "lab-head");
  return head;
}

/* Makes the headings: the title with the choice or name of the method, and the badges with the menu. */
static void
make_heads (WbLabTableauFrame *self)
{
  self->head = head_box_new ();
  self->left_head = head_box_new ();
  self->right_head = head_box_new ();
  self->lead = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  self->trail = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  self->title = wb_label_new (_("Butcher tableau"), "lab-title");
  self->name = cut_label_new ("", "lab-named");
  gtk_widget_set_visible (self->name, FALSE);
  self->right_title = cut_label_new (_("Order conditions"), "lab-title");
  gtk_widget_set_hexpand (self->trail, TRUE);
  gtk_widget_set_valign (self->parts.badges, GTK_ALIGN_CENTER);
  gtk_widget_set_halign (self->trail, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (self->lead), self->title);
  gtk_box_append (GTK_BOX (self->lead), self->name);
  gtk_box_append (GTK_BOX (self->lead), self->parts.choice);
  gtk_box_append (GTK_BOX (self->trail), self->parts.badges);
  gtk_box_append (GTK_BOX (self->trail), self->parts.menu);
  gtk_box_append (GTK_BOX (self->head), self->lead);
  gtk_box_append (GTK_BOX (self->head), self->trail);
  gtk_box_append (GTK_BOX (self->right_head), self->right_title);
}

/* Makes the button that undoes the last change; its text is shown where it fits. */
static GtkWidget *
undo_new (WbLabTableauFrame *self)
{
  GtkWidget *undo = gtk_button_new (), *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 7);

  self->undo_text = gtk_label_new (_("Undo"));
  gtk_box_append (GTK_BOX (line), gtk_image_new_from_icon_name ("wb-undo-symbolic"));
  gtk_box_append (GTK_BOX (line), self->undo_text);
  gtk_button_set_child (GTK_BUTTON (undo), line);
  gtk_widget_add_css_class (undo, "raised");
  wb_widget_set_label (undo, _("Undo (Ctrl+Z)"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (undo), "win.undo");
  return undo;
}

static void
make_foot (WbLabTableauFrame *self)
{
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2), *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  self->undo = undo_new (self);
  gtk_box_append (GTK_BOX (line), self->parts.mark);
  gtk_box_append (GTK_BOX (line), self->parts.status);
  gtk_box_append (GTK_BOX (words), line);
  gtk_box_append (GTK_BOX (words), self->parts.facts);
  gtk_widget_set_valign (words, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (self->foot), words);
  gtk_box_append (GTK_BOX (self->foot), self->undo);
  gtk_box_append (GTK_BOX (self->foot), self->parts.use);
  gtk_box_append (GTK_BOX (self->foot), self->parts.reset);
  gtk_box_append (GTK_BOX (self->foot), self->parts.save);
  for (GtkWidget *child = self->undo; child != NULL; child = gtk_widget_get_next_sibling (child))
    gtk_widget_set_valign (child, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->foot, "lab-foot");
}

/* Puts a label with the name of the method and an arrow into the button of the choice. */
static void
make_choice (WbLabTableauFrame *self)
{
  GtkWidget *line = self->choice_line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 7), *arrow = gtk_image_new_from_icon_name ("wb-down-symbolic");

  self->choice_label = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->choice_label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (self->choice_label), NAME_CHARS);
  gtk_image_set_pixel_size (GTK_IMAGE (arrow), 12);
  gtk_box_append (GTK_BOX (line), self->choice_label);
  gtk_box_append (GTK_BOX (line), arrow);
  gtk_button_set_child (GTK_BUTTON (self->parts.choice), line);
  gtk_widget_set_valign (self->parts.choice, GTK_ALIGN_CENTER);
  self->tools = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12));
  gtk_widget_set_valign (self->tools, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (self->tools, FALSE);
  gtk_box_append (GTK_BOX (self->tools), cut_label_new (_("Method"), "dim"));
}

static GtkWidget *
half_new (GtkWidget *head, GtkWidget *body)
{
  GtkWidget *half = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_set_hexpand (half, TRUE);
  gtk_widget_set_vexpand (body, TRUE);
  gtk_box_append (GTK_BOX (half), head);
  gtk_box_append (GTK_BOX (half), body);
  return half;
}

GtkWidget *
wb_lab_tableau_frame_new (const WbLabTableauParts *parts)
{
  WbLabTableauFrame *self = g_object_new (WB_TYPE_LAB_TABLEAU_FRAME, NULL);
  GtkWidget *halves = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->parts = *parts;
  make_choice (self);
  make_heads (self);
  make_foot (self);
  self->line = gtk_separator_new (GTK_ORIENTATION_VERTICAL);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_margin_start (parts->grid, 12);
  gtk_widget_set_margin_end (parts->grid, 6);
  gtk_widget_set_margin_start (parts->conditions, 14);
  gtk_box_append (GTK_BOX (halves), half_new (self->left_head, parts->grid));
  gtk_box_append (GTK_BOX (halves), self->line);
  gtk_box_append (GTK_BOX (halves), half_new (self->right_head, parts->conditions));
  gtk_box_append (GTK_BOX (self->box), self->head);
  gtk_box_append (GTK_BOX (self->box), halves);
  gtk_box_append (GTK_BOX (self->box), self->foot);
  gtk_widget_add_css_class (self->box, "card");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  arrange (self);
  return GTK_WIDGET (self);
}

/* Builds labels and formulas for the paragraphs of a lesson. */
#include "wb-lesson-text.h"

#include <math.h>

#include "lab-lesson-text.h"
#include "plot-formula.h"
#include "wb-style.h"

#define TEXT_SIZE 14.5     /* px, size of text */
#define INLINE_SIZE 16     /* px, size of formulas within a line; their letters look smaller than those of text */
#define DISPLAYED_SIZE 19  /* px, size of formulas on a separate line */
#define LINE_SPACING 5     /* px, space between lines */
#define LEAST_WIDTH 160    /* px, least width of a brief text */
#define BRIEF_SPACING 2    /* px, space between lines of a brief text */
#define MOST_SCALE 1.3     /* largest enlargement of a brief text, which has a fixed height */
#define BRIEF_SPACING 2    /* px, space between lines of a brief text */
#define MOST_SCALE 1.3     /* largest enlargement of a brief text, which has a fixed height */
#define PLACEHOLDER "\357\277\274" /* U+FFFC in the text at the place of a formula */

/* ---- one paragraph ---- */

#define WB_TYPE_LESSON_PARAGRAPH (wb_lesson_paragraph_get_type ())
G_DECLARE_FINAL_TYPE (WbLessonParagraph, wb_lesson_paragraph, WB, LESSON_PARAGRAPH, GtkWidget)

typedef struct { int offset; PlotFormula *formula; double width, ascent, descent; } Place;

struct _WbLessonParagraph
{
  GtkWidget parent_instance;
  GArray *spans;         /* the formulas and emphasized parts (LabSpan) */
  gboolean displayed;
  gboolean strong;       /* emphasis is bold, not italic */
  GPtrArray *candidates; /* the spans of a brief text: the first that fits is shown; NULL: the paragraph is not brief */
  int height;            /* height of a brief text, px */
  int chosen_for;        /* width that the shown candidate was chosen for; −1: none */
  PangoLayout *layout;
  GArray *places;        /* the positions of the formulas (Place), in the order of the text */
};

G_DEFINE_FINAL_TYPE (WbLessonParagraph, wb_lesson_paragraph, GTK_TYPE_WIDGET)

/* Returns the enlargement of type. */
static double
size_factor (const WbLessonParagraph *self)
{
  return self->candidates != NULL ? MIN (wb_style_px (1), MOST_SCALE) : wb_style_px (1);
}

static void
place_clear (gpointer data)
{
  g_clear_pointer (&((Place *) data)->formula, plot_formula_free);
}

static void
add_attribute (PangoAttrList *list, PangoAttribute *attribute, gsize start, gsize end)
{
  attribute->start_index = (guint) start;
  attribute->end_index = (guint) end;
  pango_attr_list_insert (list, attribute);
}

static void
add_formula (WbLessonParagraph *self, const LabSpan *span, GString *text, PangoAttrList *list)
{
  Place place = { .offset = (int) text->len };
  PangoRectangle rectangle;

  place.formula = plot_formula_new (span->text, span->right, size_factor (self) * (self->displayed ? DISPLAYED_SIZE : INLINE_SIZE));
  plot_formula_get_size (place.formula, &place.width, &place.ascent, &place.descent);
  rectangle = (PangoRectangle) { 0, -(int) (place.ascent * PANGO_SCALE), (int) (place.width * PANGO_SCALE),
                                 (int) ((place.ascent + place.descent) * PANGO_SCALE) };
  g_string_append (text, PLACEHOLDER);
  add_attribute (list, pango_attr_shape_new (&rectangle, &rectangle), (gsize) place.offset, text->len);
  g_array_append_val (self->places, place);
}

/* Lays out the paragraph for the current text size. */
static void
lay_out (WbLessonParagraph *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  PangoAttrList *list = pango_attr_list_new ();

  g_array_set_size (self->places, 0);
  g_clear_object (&self->layout);
  for (guint k = 0; k < self->spans->len; k++)
    {
      const LabSpan *span = &g_array_index (self->spans, LabSpan, k);
      gsize start = text->len;

      if (span->kind == LAB_SPAN_FORMULA)
        {
          add_formula (self, span, text, list);
          continue;
        }
      g_string_append (text, span->text);
      if (span->kind == LAB_SPAN_EMPHASIS)
        add_attribute (list, self->strong ? pango_attr_weight_new (PANGO_WEIGHT_BOLD) : pango_attr_style_new (PANGO_STYLE_ITALIC), start,
                       text->len);
    }
  add_attribute (list, pango_attr_size_new_absolute ((int) (size_factor (self) * TEXT_SIZE * PANGO_SCALE)), 0, text->len);
  self->layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text->str);
  pango_layout_set_attributes (self->layout, list);
  pango_layout_set_wrap (self->layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_spacing (self->layout, (int) (size_factor (self) * (self->candidates != NULL ? BRIEF_SPACING : LINE_SPACING) * PANGO_SCALE));
  if (self->displayed)
    pango_layout_set_alignment (self->layout, PANGO_ALIGN_CENTER);
  pango_attr_list_unref (list);
}

/* Shows the first candidate of a brief text that fits in a width, or the last one with an ellipsis. */
static void
choose (WbLessonParagraph *self, int width)
{
  int height;

  if (self->candidates == NULL || width < 0 || width == self->chosen_for)
    return;
  self->chosen_for = width;
  for (guint k = 0; k < self->candidates->len; k++)
    {
      self->spans = self->candidates->pdata[k];
      lay_out (self);
      pango_layout_set_width (self->layout, width * PANGO_SCALE);
      pango_layout_get_pixel_size (self->layout, NULL, &height);
      if (height <= self->height)
        return;
    }
  pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_height (self->layout, self->height * PANGO_SCALE);
}

static void
wb_lesson_paragraph_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                             int *natural_baseline)
{
  WbLessonParagraph *self = WB_LESSON_PARAGRAPH (widget);
  int width, height;

  if (self->candidates != NULL)
    {
      *minimum = *natural = LEAST_WIDTH;
      if (orientation == GTK_ORIENTATION_HORIZONTAL)
        return;
      choose (self, MAX (for_size, LEAST_WIDTH));
      *minimum = *natural = self->height;
      return;
    }
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = 0;
      for (guint k = 0; k < self->places->len; k++)
        *minimum = MAX (*minimum, (int) ceil (g_array_index (self->places, Place, k).width));
      pango_layout_set_width (self->layout, -1);
      pango_layout_get_pixel_size (self->layout, &width, NULL);
      *natural = MAX (*minimum, width);
      return;
    }
  pango_layout_set_width (self->layout, for_size >= 0 ? for_size * PANGO_SCALE : -1);
  pango_layout_get_pixel_size (self->layout, NULL, &height);
  *minimum = *natural = height + 2;
}

static const Place *
place_at (WbLessonParagraph *self, int offset)
{
  for (guint k = 0; k < self->places->len; k++)
    if (g_array_index (self->places, Place, k).offset == offset)
      return &g_array_index (self->places, Place, k);
  return NULL;
}

static void
wb_lesson_paragraph_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WbLessonParagraph *self = WB_LESSON_PARAGRAPH (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget), used;
  PangoLayoutIter *iter;
  GdkRGBA color;
  cairo_t *cr;

  choose (self, width);
  pango_layout_set_width (self->layout, width * PANGO_SCALE);
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  pango_layout_get_pixel_size (self->layout, NULL, &used);
  if (self->candidates != NULL && used < height)
    gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (0, (float) ((height - used) / 2)));
  gtk_snapshot_append_layout (snapshot, self->layout, &color);
  if (self->places->len == 0)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  iter = pango_layout_get_iter (self->layout);
  do
    {
      PangoLayoutRun *run = pango_layout_iter_get_run_readonly (iter);
      const Place *place = run != NULL ? place_at (self, run->item->offset) : NULL;
      PangoRectangle extents;

      if (place == NULL)
        continue;
      pango_layout_iter_get_run_extents (iter, NULL, &extents);
      plot_formula_draw_cairo (place->formula, cr, (double) extents.x / PANGO_SCALE, (double) pango_layout_iter_get_baseline (iter) / PANGO_SCALE,
                               (PlotColor) { color.red, color.green, color.blue, 1 });
    }
  while (pango_layout_iter_next_run (iter));
  pango_layout_iter_free (iter);
  cairo_destroy (cr);
}

static void
on_style (gpointer user)
{
  WbLessonParagraph *self = user;

  self->chosen_for = -1;
  lay_out (self);
  gtk_widget_queue_resize (user);
}

static void
wb_lesson_paragraph_finalize (GObject *object)
{
  WbLessonParagraph *self = WB_LESSON_PARAGRAPH (object);

  g_clear_object (&self->layout);
  if (self->candidates != NULL)
    g_ptr_array_unref (self->candidates);
  else
    g_array_unref (self->spans);
  g_array_unref (self->places);
  G_OBJECT_CLASS (wb_lesson_paragraph_parent_class)->finalize (object);
}

static GtkSizeRequestMode
wb_lesson_paragraph_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
wb_lesson_paragraph_class_init (WbLessonParagraphClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = wb_lesson_paragraph_finalize;
  widget_class->get_request_mode = wb_lesson_paragraph_get_request_mode;
  widget_class->measure = wb_lesson_paragraph_measure;
  widget_class->snapshot = wb_lesson_paragraph_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
wb_lesson_paragraph_init (WbLessonParagraph *self)
{
  self->chosen_for = -1;
  self->places = g_array_new (FALSE, TRUE, sizeof (Place));
  g_array_set_clear_func (self->places, place_clear);
}

char *
wb_lesson_spans_to_text (const GArray *spans)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint k = 0; k < spans->len; k++)
    {
      const LabSpan *span = &g_array_index (spans, LabSpan, k);
      g_autofree char *formula = span->kind == LAB_SPAN_FORMULA ? plot_formula_plain (span->text, span->right) : NULL;

      g_string_append (text, formula != NULL ? formula : span->text);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static GtkWidget *
paragraph_new (const LabParagraph *paragraph)
{
  WbLessonParagraph *self = g_object_new (WB_TYPE_LESSON_PARAGRAPH, NULL);
  g_autofree char *plain = wb_lesson_spans_to_text (paragraph->spans);

  self->spans = g_array_ref (paragraph->spans);
  self->displayed = paragraph->displayed;
  lay_out (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, plain, -1);
  wb_style_watch (on_style, G_OBJECT (self));
  return GTK_WIDGET (self);
}

/* ---- a brief text ---- */

static void
span_clear (gpointer data)
{
  LabSpan *span = data;

  g_free (span->text);
  g_free (span->right);
}

GArray *
wb_lesson_spans_new (void)
{
  GArray *spans = g_array_new (FALSE, TRUE, sizeof (LabSpan));

  g_array_set_clear_func (spans, span_clear);
  return spans;
}

void
wb_lesson_spans_add (GArray *spans, LabSpanKind kind, const char *text)
{
  LabSpan span = { kind, g_strdup (text), NULL };

  g_array_append_val (spans, span);
}

/* Returns the text between the spans and a paragraph that follows them. A formula on a separate line has no punctuation; a comma or a full stop
 * takes the place of the end of that line. */
static const char *
separator (const GArray *spans, const LabParagraph *paragraph)
{
  const LabSpan *first = &g_array_index (paragraph->spans, LabSpan, 0);

  if (spans->len == 0)
    return NULL;
  if (g_array_index (spans, LabSpan, spans->len - 1).kind != LAB_SPAN_FORMULA)
    return " ";
  return paragraph->displayed || g_unichar_islower (g_utf8_get_char (first->text)) ? ", " : ". ";
}

void
wb_lesson_spans_add_text (GArray *spans, const char *text, gboolean strong)
{
  g_autoptr (GArray) paragraphs = lab_lesson_paragraphs (text);

  for (guint k = 0; k < paragraphs->len; k++)
    {
      const LabParagraph *paragraph = &g_array_index (paragraphs, LabParagraph, k);
      const GArray *from = paragraph->spans;
      const char *before = separator (spans, paragraph);

      if (before != NULL)
        wb_lesson_spans_add (spans, LAB_SPAN_PLAIN, before);
      for (guint i = 0; i < from->len; i++)
        {
          const LabSpan *span = &g_array_index (from, LabSpan, i);

          wb_lesson_spans_add (spans, strong && span->kind == LAB_SPAN_PLAIN ? LAB_SPAN_EMPHASIS : span->kind, span->text);
          g_array_index (spans, LabSpan, spans->len - 1).right = g_strdup (span->right);
        }
    }
}

GtkWidget *
wb_lesson_brief_new (GPtrArray *candidates, int height)
{
  WbLessonParagraph *self = g_object_new (WB_TYPE_LESSON_PARAGRAPH, NULL);
  g_autofree char *plain = wb_lesson_spans_to_text (candidates->pdata[0]);

  self->candidates = g_ptr_array_ref (candidates);
  self->spans = candidates->pdata[0];
  self->height = height;
  self->strong = TRUE;
  lay_out (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, plain, -1);
  wb_style_watch (on_style, G_OBJECT (self));
  return GTK_WIDGET (self);
}

GArray *
wb_lesson_brief_shown (GtkWidget *brief)
{
  return WB_LESSON_PARAGRAPH (brief)->spans;
}

/* ---- several paragraphs ---- */

GtkWidget *
wb_lesson_text_new (const char *text)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);
  g_autoptr (GArray) paragraphs = lab_lesson_paragraphs (text);

  for (guint k = 0; k < paragraphs->len; k++)
    gtk_box_append (GTK_BOX (box), paragraph_new (&g_array_index (paragraphs, LabParagraph, k)));
  gtk_widget_set_visible (box, paragraphs->len > 0);
  return box;
}

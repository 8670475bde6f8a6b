/* Writes a lesson as a document, in the order of the lesson: for each page its text,
 * its question, and its answer with the plots of the run that shows the answer. HTML
 * hides hints and answers in <details> elements, which need no script. PDF has the
 * answers of all pages after the questions, so that they are not visible beside the
 * questions. */
#include "plot-handout.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <gio/gio.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#include "lab-lesson-text.h"
#include "plot-export.h"
#include "plot-formula.h"
#include "plot-handout-figure.h"
#include "plot-words.h"

/* ---- labels and headings ---- */

typedef struct
{
  const char *language;
  const char *question, *hint, *answer, *draw, *order, *number, *step, *source, *answers, *minutes;
} Words;

static const Words all_words[] = {
  { "en", "Question", "Hint", "Answer", "Draw the curve on paper.", "Put these in order:", "Your guess", "Step", "Source", "Answers",
    "minutes" },
  { "de", "Frage", "Hinweis", "Antwort", "Zeichnen Sie die Kurve auf Papier.", "Bringen Sie dies in die richtige Reihenfolge:",
    "Ihre Vermutung", "Schritt", "Quelle", "Antworten", "Minuten" },
};

static const Words *
words_of (const char *language)
{
  for (guint k = 0; language != NULL && k < G_N_ELEMENTS (all_words); k++)
    if (strcmp (all_words[k].language, language) == 0)
      return &all_words[k];
  return &all_words[0];
}

const char *const *
plot_handout_languages (void)
{
  static const char *codes[G_N_ELEMENTS (all_words) + 1];

  for (guint k = 0; k < G_N_ELEMENTS (all_words); k++)
    codes[k] = all_words[k].language;
  return codes;
}

/* ---- progress ---- */

/* The caller's functions and flag that a document reports to. */
typedef struct
{
  const LabProgress *progress;
  const atomic_bool *cancelled; /* NULL: only the progress cancels */
  GPtrArray *diagnostics;
} Watch;

/* Computes and makes the figure of page k; *figure is NULL if the page shows no run. Returns FALSE with an error, or diagnostics. In all cases clear
 * the runs. */
static gboolean
make_figure (const LabLesson *lesson, guint k, const Watch *watch, PlotHandoutRuns *runs, PlotFigure **figure, GError **error)
{
  LabPart part = { watch->progress, (int) k, (int) lesson->pages->len };
  LabProgress progress = lab_part_progress (&part);

  if (!plot_handout_figure (lesson, (int) k, runs, figure, &progress, watch->diagnostics, error))
    return FALSE;
  if (*figure != NULL)
    plot_figure_set_progress (*figure, NULL, NULL, watch->cancelled);
  return TRUE;
}

/* Returns FALSE with an error if the document was cancelled, so that the figure that was drawn last is incomplete. */
static gboolean
goes_on (const Watch *watch, GError **error)
{
  if (watch->cancelled == NULL || !atomic_load_explicit (watch->cancelled, memory_order_relaxed))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
  return FALSE;
}

/* ---- figures of answers ---- */

/* Size of a figure in pt. The width is that of the text on paper; figures that have only plots over time are
 * lower. */
#define FIGURE_WIDTH 471.0
#define FIGURE_HEIGHT 230.0

/* ---- HTML ---- */

static const char style[]
  = "body{font:17px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1d1d1f;background:#fff}"
    "h1{font-size:1.7rem;line-height:1.25}h2{font-size:1.25rem;margin-top:2.5rem}.about{color:#666}"
    "section{border-top:1px solid #ddd}.question{background:#e8eefb;border-radius:10px;padding:.2rem 1rem 1rem;margin:1rem 0}"
    ".question b{color:#1a5fb4}label{display:block;margin:.3rem 0}details{margin:.8rem 0}summary{cursor:pointer;color:#1a5fb4;font-weight:600}"
    "img.figure{width:100%;margin:1rem 0}img.formula{vertical-align:baseline}p.displayed{text-align:center}";

static cairo_status_t
append_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static void
append_escaped (GString *html, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  g_string_append (html, escaped);
}

/* Appends an SVG image to the page. */
static void
append_image (GString *html, const char *attributes, const char *alternative, const guint8 *data, gsize n)
{
  g_autofree char *base64 = g_base64_encode (data, n);

  g_string_append_printf (html, "<img %s alt=\"", attributes);
  append_escaped (html, alternative);
  g_string_append_printf (html, "\" src=\"data:image/svg+xml;base64,%s\">", base64);
}

/* Removes the names of the groups, which have the number of the surface in this process, so that the bytes do not depend on what else the
 * process draws. Nothing refers to them. */
static void
remove_surface_numbers (GByteArray *svg)
{
  static const char name[] = " id=\"surface";
  guint kept = 0;

  for (guint k = 0; k < svg->len;)
    {
      if (svg->len - k > sizeof name && memcmp (svg->data + k, name, sizeof name - 1) == 0)
        {
          k += sizeof name - 1;
          while (k < svg->len && svg->data[k++] != '"')
            ;
          continue;
        }
      svg->data[kept++] = svg->data[k++];
    }
  g_byte_array_set_size (svg, kept);
}

#define FORMULA_SIZE 18.0

static void
append_formula (GString *html, const LabSpan *span)
{
  g_autoptr (PlotFormula) formula = plot_formula_new (span->text, span->right, FORMULA_SIZE);
  g_autoptr (GByteArray) svg = g_byte_array_new ();
  g_autofree char *plain = plot_formula_plain (span->text, span->right);
  g_autofree char *attributes = NULL;
  char drop[G_ASCII_DTOSTR_BUF_SIZE], high[G_ASCII_DTOSTR_BUF_SIZE];
  double width, ascent, descent;
  cairo_surface_t *surface;
  cairo_t *cr;

  plot_formula_get_size (formula, &width, &ascent, &descent);
  surface = cairo_svg_surface_create_for_stream (append_bytes, svg, ceil (width) + 2, ceil (ascent + descent) + 2);
  cr = cairo_create (surface);
  plot_formula_draw_cairo (formula, cr, 1, ascent + 1, (PlotColor) { 0.11, 0.11, 0.12, 1 });
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  remove_surface_numbers (svg);
  g_ascii_formatd (drop, sizeof drop, "%.2f", -(descent + 1) / 17);
  g_ascii_formatd (high, sizeof high, "%.2f", (ceil (ascent + descent) + 2) / 17);
  attributes = g_strdup_printf ("class=\"formula\" style=\"height:%sem;vertical-align:%sem\"", high, drop);
  append_image (html, attributes, plain, svg->data, svg->len);
}

static void
append_paragraphs (GString *html, const char *text)
{
  g_autoptr (GArray) paragraphs = lab_lesson_paragraphs (text);

  for (guint k = 0; k < paragraphs->len; k++)
    {
      const LabParagraph *paragraph = &g_array_index (paragraphs, LabParagraph, k);

      g_string_append (html, paragraph->displayed ? "<p class=\"displayed\">" : "<p>");
      for (guint i = 0; i < paragraph->spans->len; i++)
        {
          const LabSpan *span = &g_array_index (paragraph->spans, LabSpan, i);

          if (span->kind == LAB_SPAN_FORMULA)
            {
              append_formula (html, span);
              continue;
            }
          g_string_append (html, span->kind == LAB_SPAN_EMPHASIS ? "<em>" : "");
          append_escaped (html, span->text);
          g_string_append (html, span->kind == LAB_SPAN_EMPHASIS ? "</em>" : "");
        }
      g_string_append (html, "</p>\n");
    }
}

/* Compares two items of an ordering question by their letters without case, in the same way in every locale. A letter with an accent comes
 * after the one without. */
static int
compare_items (gconstpointer a, gconstpointer b)
{
  g_autofree char *first = g_utf8_casefold (*(const char *const *) a, -1), *second = g_utf8_casefold (*(const char *const *) b, -1);
  g_autofree char *one = g_utf8_normalize (first, -1, G_NORMALIZE_ALL), *other = g_utf8_normalize (second, -1, G_NORMALIZE_ALL);
  int order = strcmp (one, other);

  return order != 0 ? order : strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Returns the items in the order in which they are listed. Those of an ordering question are sorted by alphabet; if that is the right order,
 * the first one is moved to the end. */
static char **
shown_items (const LabLessonPage *page)
{
  char **items = g_strdupv (page->items);
  guint n = items != NULL ? g_strv_length (items) : 0;

  if (page->ask != LAB_ASK_ORDER || n < 2)
    return items;
  qsort (items, n, sizeof *items, compare_items);
  if (g_strv_equal ((const char *const *) items, (const char *const *) page->items))
    {
      char *first = items[0];

      memmove (items, items + 1, (n - 1) * sizeof *items);
      items[n - 1] = first;
    }
  return items;
}

static void
append_question (GString *html, const LabLessonPage *page, int index, const Words *words)
{
  g_auto (GStrv) items = shown_items (page);

  g_string_append_printf (html, "<div class=\"question\"><p><b>%s</b></p>", words->question);
  append_paragraphs (html, page->question);
  if (page->ask == LAB_ASK_NUMBER)
    {
      g_string_append_printf (html, "<label>%s <input type=\"number\" step=\"any\"> ", words->number);
      append_escaped (html, page->unit);
      g_string_append (html, "</label>");
    }
  else if (page->ask == LAB_ASK_CURVE)
    g_string_append_printf (html, "<p>%s</p>", words->draw);
  else if (page->ask == LAB_ASK_ORDER)
    g_string_append_printf (html, "<p>%s</p>", words->order);
  for (char **item = items; item != NULL && *item != NULL; item++)
    {
      if (page->ask == LAB_ASK_CHOICE)
        g_string_append_printf (html, "<label><input type=\"radio\" name=\"q%d\"> ", index);
      else
        g_string_append (html, "<label>– ");
      append_escaped (html, *item);
      g_string_append (html, "</label>");
    }
  if (page->hint != NULL)
    {
      g_string_append_printf (html, "<details><summary>%s</summary>", words->hint);
      append_paragraphs (html, page->hint);
      g_string_append (html, "</details>");
    }
  g_string_append (html, "</div>\n");
}

/* Returns the right answer as text, or NULL if the answer is a figure. */
static char *
answer_text (const LabLesson *lesson, const LabLessonPage *page)
{
  switch (page->ask)
    {
    case LAB_ASK_CHOICE: return g_strdup (page->items[page->answer]);
    case LAB_ASK_ORDER: return g_strjoinv (", ", page->items);
    case LAB_ASK_NUMBER:
      return g_strdup_printf ("%s%s%s", g_array_index (lesson->expectations, LabExpectation, page->expectation).digits,
                              *page->unit != '\0' ? " " : "", page->unit);
    default: return NULL;
    }
}

static GBytes *
html_document (const LabLesson *lesson, const Words *words, const Watch *watch, GError **error)
{
  g_autoptr (GString) html = g_string_new ("<!DOCTYPE html>\n");
  g_autofree char *minutes = g_strdup_printf ("%d %s", lesson->minutes, words->minutes);
  gsize n;

  g_string_append_printf (html, "<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n<title>", words->language);
  append_escaped (html, lesson->title);
  g_string_append_printf (html, "</title>\n<meta name=\"viewport\" content=\"width=device-width\">\n<style>%s</style>\n</head>\n<body>\n<h1>", style);
  append_escaped (html, lesson->title);
  g_string_append_printf (html, "</h1>\n<p class=\"about\">%s</p>\n", minutes);
  for (guint k = 0; k < lesson->pages->len; k++)
    {
      const LabLessonPage *page = &g_array_index (lesson->pages, LabLessonPage, k);
      g_autofree char *title = page->title != NULL ? g_strdup (page->title) : g_strdup_printf ("%s %d", words->step, (int) k + 1);
      g_autofree char *answer = answer_text (lesson, page);
      g_autofree char *caption = plot_handout_caption (lesson, (int) k, words->language);
      g_auto (PlotHandoutRuns) runs = { 0 };
      g_autoptr (PlotFigure) figure = NULL;
      g_autoptr (GBytes) svg = NULL;

      if (!make_figure (lesson, k, watch, &runs, &figure, error))
        return NULL;
      if (figure != NULL)
        svg = plot_export_bytes (figure, PLOT_FORMAT_SVG, FIGURE_WIDTH, FIGURE_HEIGHT, plot_theme_find ("print"), NULL, NULL, error);
      if ((figure != NULL && svg == NULL) || !goes_on (watch, error))
        return NULL;
      g_string_append (html, "<section>\n<h2>");
      append_escaped (html, title);
      g_string_append (html, "</h2>\n");
      append_paragraphs (html, page->text);
      if (page->question != NULL)
        append_question (html, page, (int) k, words);
      if (page->question != NULL)
        g_string_append_printf (html, "<details><summary>%s</summary>\n", words->answer);
      if (answer != NULL)
        {
          g_string_append (html, "<p><b>");
          append_escaped (html, answer);
          g_string_append (html, "</b></p>\n");
        }
      if (svg != NULL)
        append_image (html, "class=\"figure\"", title, g_bytes_get_data (svg, NULL), g_bytes_get_size (svg));
      if (svg != NULL && caption != NULL)
        g_string_append_printf (html, "<p class=\"about\">%s</p>\n", caption);
      append_paragraphs (html, page->after);
      g_string_append (html, page->question != NULL ? "</details>\n</section>\n" : "</section>\n");
    }
  if (*lesson->source != '\0')
    {
      g_string_append_printf (html, "<section><p class=\"about\">%s: ", words->source);
      append_escaped (html, lesson->source);
      g_string_append (html, "</p></section>\n");
    }
  g_string_append (html, "</body>\n</html>\n");
  n = html->len;
  return g_bytes_new_take (g_string_free (g_steal_pointer (&html), FALSE), n);
}

/* ---- PDF ---- */

/* Size and margins of an A4 page in pt. */
#define PAGE_WIDTH 595.0
#define PAGE_HEIGHT 842.0
#define MARGIN 62.0
#define TEXT_SIZE 11.0

typedef struct
{
  cairo_t *cr;
  double y; /* vertical position below the contents of the current page, pt */
  gboolean measuring;  /* only y changes: nothing is drawn and no page begins */
  GPtrArray *formulas; /* PlotFormula: formulas of the current layout; Pango copies attributes, so these cannot own them */
  GPtrArray *pictures; /* cairo_surface_t of each page, if the pages are pictures; otherwise NULL */
  double scale;        /* px per pt of the pictures */
} Sheet;

/* Ends the current page, if there is one, and begins the next one. */
static void
begin_page (Sheet *sheet)
{
  cairo_surface_t *picture;

  sheet->y = MARGIN;
  if (sheet->pictures == NULL)
    {
      cairo_show_page (sheet->cr);
      return;
    }
  g_clear_pointer (&sheet->cr, cairo_destroy);
  picture = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) ceil (PAGE_WIDTH * sheet->scale), (int) ceil (PAGE_HEIGHT * sheet->scale));
  g_ptr_array_add (sheet->pictures, picture);
  sheet->cr = cairo_create (picture);
  cairo_set_source_rgb (sheet->cr, 1, 1, 1);
  cairo_paint (sheet->cr);
  cairo_set_source_rgb (sheet->cr, 0, 0, 0);
  cairo_scale (sheet->cr, sheet->scale, sheet->scale);
}

/* Begins a new page if less than `height` is left on the current one. */
static void
need (Sheet *sheet, double height)
{
  if (!sheet->measuring && sheet->y + height > PAGE_HEIGHT - MARGIN)
    begin_page (sheet);
}

/* Draws a formula. Pango calls this function at the places that are reserved for formulas. */
static void
draw_formula (cairo_t *cr, PangoAttrShape *attribute, gboolean only_path, gpointer data)
{
  double x, y;

  if (only_path)
    return;
  cairo_get_current_point (cr, &x, &y);
  plot_formula_draw_cairo (attribute->data, cr, x, y, (PlotColor) { 0, 0, 0, 1 });
}

/* Appends a formula as one character with the extents of the formula. */
static void
add_formula (Sheet *sheet, GString *text, PangoAttrList *attributes, const LabSpan *span, double size)
{
  PlotFormula *formula = plot_formula_new (span->text, span->right, size);
  PangoRectangle box;
  PangoAttribute *shape;
  double width, ascent, descent;

  plot_formula_get_size (formula, &width, &ascent, &descent);
  box = (PangoRectangle) { 0, (int) (-ascent * PANGO_SCALE), (int) (width * PANGO_SCALE), (int) ((ascent + descent) * PANGO_SCALE) };
  shape = pango_attr_shape_new_with_data (&box, &box, formula, NULL, NULL);
  g_ptr_array_add (sheet->formulas, formula);
  shape->start_index = (guint) text->len;
  g_string_append (text, "\xEF\xBF\xBC"); /* U+FFFC, object replacement character */
  shape->end_index = (guint) text->len;
  pango_attr_list_insert (attributes, shape);
}

static void
write_layout (Sheet *sheet, PangoLayout *layout, double indent, double gap)
{
  int height;

  pango_layout_set_width (layout, (int) ((PAGE_WIDTH - 2 * MARGIN - indent) * PANGO_SCALE));
  pango_layout_get_size (layout, NULL, &height);
  need (sheet, (double) height / PANGO_SCALE);
  cairo_move_to (sheet->cr, MARGIN + indent, sheet->y);
  if (!sheet->measuring)
    pango_cairo_show_layout (sheet->cr, layout);
  sheet->y += (double) height / PANGO_SCALE + gap;
}

static PangoLayout *
new_layout (Sheet *sheet, double size, gboolean bold)
{
  PangoLayout *layout = pango_cairo_create_layout (sheet->cr);
  PangoFontDescription *font = pango_font_description_from_string (bold ? "Cantarell Bold" : "Cantarell");
  cairo_font_options_t *options = cairo_font_options_create ();

  /* Pictures have the line breaks of the PDF. */
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  pango_cairo_context_set_font_options (pango_layout_get_context (layout), options);
  cairo_font_options_destroy (options);
  pango_layout_context_changed (layout);
  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_line_spacing (layout, 1.25F);
  pango_cairo_context_set_shape_renderer (pango_layout_get_context (layout), draw_formula, NULL, NULL);
  return layout;
}

static void
write_line (Sheet *sheet, const char *text, double size, gboolean bold, double indent, double gap)
{
  g_autoptr (PangoLayout) layout = new_layout (sheet, size, bold);

  pango_layout_set_text (layout, text, -1);
  write_layout (sheet, layout, indent, gap);
}

static void
write_paragraphs (Sheet *sheet, const char *text, double indent)
{
  g_autoptr (GArray) paragraphs = lab_lesson_paragraphs (text);

  for (guint k = 0; k < paragraphs->len; k++)
    {
      const LabParagraph *paragraph = &g_array_index (paragraphs, LabParagraph, k);
      g_autoptr (PangoLayout) layout = new_layout (sheet, TEXT_SIZE, FALSE);
      g_autoptr (GString) string = g_string_new (NULL);
      PangoAttrList *attributes = pango_attr_list_new ();

      for (guint i = 0; i < paragraph->spans->len; i++)
        {
          const LabSpan *span = &g_array_index (paragraph->spans, LabSpan, i);
          PangoAttribute *italic;

          if (span->kind == LAB_SPAN_FORMULA)
            {
              add_formula (sheet, string, attributes, span, TEXT_SIZE + 0.5);
              continue;
            }
          italic = pango_attr_style_new (span->kind == LAB_SPAN_EMPHASIS ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
          italic->start_index = (guint) string->len;
          g_string_append (string, span->text);
          italic->end_index = (guint) string->len;
          pango_attr_list_insert (attributes, italic);
        }
      pango_layout_set_text (layout, string->str, (int) string->len);
      pango_layout_set_attributes (layout, attributes);
      pango_attr_list_unref (attributes);
      pango_layout_set_alignment (layout, paragraph->displayed ? PANGO_ALIGN_CENTER : PANGO_ALIGN_LEFT);
      write_layout (sheet, layout, indent, 6);
    }
}

/* One page of the lesson, in the questions or in the answers. */
typedef struct
{
  const LabLesson *lesson;
  const LabLessonPage *page;
  const Words *words;
  const char *title;
  PlotFigure *figure; /* of an answer, or NULL */
  const char *caption; /* line below the figure, or NULL */
} Block;

/* Writes a block on one page of paper if a page has the height for it. */
static void
write_together (Sheet *sheet, void (*write) (Sheet *sheet, const Block *block), const Block *block)
{
  double y = sheet->y, height;

  sheet->measuring = TRUE;
  write (sheet, block);
  height = sheet->y - y;
  sheet->measuring = FALSE;
  sheet->y = y;
  if (height <= PAGE_HEIGHT - 2 * MARGIN)
    need (sheet, height);
  write (sheet, block);
}

/* Writes a page of the lesson: its text and its question. */
static void
write_page (Sheet *sheet, const Block *block)
{
  const LabLessonPage *page = block->page;
  const Words *words = block->words;
  g_auto (GStrv) items = shown_items (page);

  write_line (sheet, block->title, 14, TRUE, 0, 4);
  write_paragraphs (sheet, page->text, 0);
  if (page->question == NULL)
    return;

  write_line (sheet, words->question, TEXT_SIZE, TRUE, 14, 2);
  write_paragraphs (sheet, page->question, 14);
  for (char **item = items; item != NULL && *item != NULL; item++)
    {
      g_autofree char *line = g_strdup_printf ("%s %s", page->ask == LAB_ASK_CHOICE ? "○" : "–", *item);

      write_line (sheet, line, TEXT_SIZE, FALSE, 26, 2);
    }
  if (page->ask == LAB_ASK_NUMBER)
    {
      g_autofree char *line = g_strdup_printf ("%s: ______________ %s", words->number, page->unit);

      write_line (sheet, line, TEXT_SIZE, FALSE, 26, 2);
    }
  else if (page->ask == LAB_ASK_CURVE)
    write_line (sheet, words->draw, TEXT_SIZE, FALSE, 26, 2);
  if (page->hint != NULL)
    {
      g_autofree char *hint = g_strdup_printf ("*%s:* %s", words->hint, page->hint);

      write_paragraphs (sheet, hint, 14);
    }
  sheet->y += 8;
}

static void
write_figure (Sheet *sheet, PlotFigure *figure)
{
  PlotCanvas canvas;
  double y = sheet->y;

  sheet->y += FIGURE_HEIGHT + 10;
  if (sheet->measuring)
    return;
  plot_figure_set_theme (figure, plot_theme_find ("print"));
  cairo_save (sheet->cr);
  cairo_translate (sheet->cr, MARGIN, y);
  plot_canvas_init_cairo (&canvas, sheet->cr, 1, TRUE);
  plot_figure_draw (figure, &canvas, FIGURE_WIDTH, FIGURE_HEIGHT);
  cairo_restore (sheet->cr);
}

static void
write_questions (Sheet *sheet, const LabLesson *lesson, const Words *words)
{
  g_autofree char *minutes = g_strdup_printf ("%d %s", lesson->minutes, words->minutes);
  g_autofree char *source = g_strdup_printf ("%s: %s", words->source, lesson->source);

  write_line (sheet, lesson->title, 20, TRUE, 0, 2);
  write_line (sheet, minutes, TEXT_SIZE, FALSE, 0, *lesson->source != '\0' ? 4 : 14);
  if (*lesson->source != '\0')
    write_line (sheet, source, 9, FALSE, 0, 14);
  for (guint k = 0; k < lesson->pages->len; k++)
    {
      const LabLessonPage *page = &g_array_index (lesson->pages, LabLessonPage, k);
      g_autofree char *title = g_strdup_printf ("%d  %s", (int) k + 1, page->title != NULL ? page->title : "");
      Block block = { lesson, page, words, title, NULL, NULL };

      write_together (sheet, write_page, &block);
    }
}

static void
write_answer (Sheet *sheet, const Block *block)
{
  g_autofree char *answer = answer_text (block->lesson, block->page);

  write_line (sheet, block->title, 13, TRUE, 0, 3);
  if (answer != NULL)
    write_line (sheet, answer, TEXT_SIZE, TRUE, 0, 5);
  if (block->figure != NULL)
    write_figure (sheet, block->figure);
  if (block->caption != NULL)
    write_line (sheet, block->caption, 9, FALSE, 0, 6);
  write_paragraphs (sheet, block->page->after, 0);
  sheet->y += 6;
}

static gboolean
write_answers (Sheet *sheet, const LabLesson *lesson, const Words *words, const Watch *watch, GError **error)
{
  begin_page (sheet);
  write_line (sheet, words->answers, 17, TRUE, 0, 8);
  for (guint k = 0; k < lesson->pages->len; k++)
    {
      const LabLessonPage *page = &g_array_index (lesson->pages, LabLessonPage, k);
      g_autofree char *title = g_strdup_printf ("%d  %s", (int) k + 1, page->title != NULL ? page->title : "");
      Block block = { lesson, page, words, title, NULL, NULL };
      g_autofree char *caption = plot_handout_caption (lesson, (int) k, words->language);
      g_auto (PlotHandoutRuns) runs = { 0 };
      g_autoptr (PlotFigure) figure = NULL;

      if (page->question == NULL && page->reveal == NULL && page->after == NULL)
        continue;
      if (!make_figure (lesson, k, watch, &runs, &figure, error))
        return FALSE;
      block.figure = figure;
      block.caption = figure != NULL ? caption : NULL;
      write_together (sheet, write_answer, &block);
      if (!goes_on (watch, error))
        return FALSE;
    }
  return TRUE;
}

static GBytes *
pdf_document (const LabLesson *lesson, const Words *words, const Watch *watch, GError **error)
{
  g_autoptr (GByteArray) pdf = g_byte_array_new ();
  cairo_surface_t *surface = cairo_pdf_surface_create_for_stream (append_bytes, pdf, PAGE_WIDTH, PAGE_HEIGHT);
  g_autoptr (GPtrArray) formulas = g_ptr_array_new_with_free_func ((GDestroyNotify) plot_formula_free);
  Sheet sheet = { cairo_create (surface), MARGIN, FALSE, formulas, NULL, 1 };
  gboolean fine;

  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, lesson->title);
  /* Write no date, so that equal lessons give equal files. */
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
  write_questions (&sheet, lesson, words);
  fine = write_answers (&sheet, lesson, words, watch, error);
  cairo_destroy (sheet.cr);
  cairo_surface_finish (surface);
  cairo_surface_destroy (surface);
  return fine ? g_byte_array_free_to_bytes (g_steal_pointer (&pdf)) : NULL;
}

GBytes *
plot_handout (const LabLesson *lesson, const char *language, PlotHandoutFormat format, const LabProgress *progress,
              const atomic_bool *cancelled, GPtrArray *diagnostics, GError **error)
{
  const Words *words = words_of (language);
  Watch watch = { progress, cancelled, diagnostics };
  GBytes *bytes;

  plot_words_begin (words->language);
  bytes = format == PLOT_HANDOUT_HTML ? html_document (lesson, words, &watch, error) : pdf_document (lesson, words, &watch, error);
  plot_words_end ();
  return bytes;
}

GPtrArray *
plot_handout_pages (const LabLesson *lesson, const char *language, gboolean answers, double scale, const LabProgress *progress, const atomic_bool *cancelled,
                    GPtrArray *diagnostics, GError **error)
{
  const Words *words = words_of (language);
  Watch watch = { progress, cancelled, diagnostics };
  g_autoptr (GPtrArray) pictures = g_ptr_array_new_with_free_func ((GDestroyNotify) cairo_surface_destroy);
  g_autoptr (GPtrArray) formulas = g_ptr_array_new_with_free_func ((GDestroyNotify) plot_formula_free);
  Sheet sheet = { NULL, MARGIN, FALSE, formulas, pictures, scale };
  gboolean fine;

  plot_words_begin (words->language);
  begin_page (&sheet);
  write_questions (&sheet, lesson, words);
  fine = !answers || write_answers (&sheet, lesson, words, &watch, error);
  cairo_destroy (sheet.cr);
  plot_words_end ();
  return fine ? g_steal_pointer (&pictures) : NULL;
}

/* Lays out the syntax tree of a formula as boxes. */
#include "plot-formula.h"

#include <math.h>
#include <string.h>

#include "plot-formula-box.h"
#include "plot-formula-parse.h"
#include "plot-words.h"

/* The layout follows TeX (Knuth, The TeXbook, appendix G) in simplified form. Boxes are joined on a baseline, fractions are centred on the
 * math axis, and exponents and indices are shifted by fixed fractions of the type size. */
struct PlotFormula
{
  PlotBox box;
};

/* Lengths relative to the type size: thin and medium space (3 mu, and 4 to 5 mu; TeXbook chapter 18), height of the math axis, thickness of
 * rules, size of exponents and indices. SMALLEST is the smallest type size, in px. */
#define THIN 0.17
#define MEDIUM 0.26
#define AXIS 0.27
#define RULE 0.055
#define SCRIPT 0.72
#define SMALLEST 8.0

static PlotBox build (const PlotNode *node, double size);

static PlotBox
in_parens (PlotBox inner, double size)
{
  PlotBox box = plot_box_new ();
  double height = inner.ascent + inner.descent, width;

  if (height < 1.25 * size)
    {
      plot_box_append (&box, plot_box_text ("(", size));
      plot_box_append (&box, inner);
      plot_box_append (&box, plot_box_text (")", size));
      return box;
    }
  width = 0.2 * size + 0.06 * height;
  box.ascent = inner.ascent;
  box.descent = inner.descent;
  plot_box_mark (&box, PLOT_BOX_LEFT_PAREN, 0, -inner.ascent, width, height);
  plot_box_take (&box, inner, width + 0.05 * size, 0);
  plot_box_mark (&box, PLOT_BOX_RIGHT_PAREN, box.width + 0.05 * size, -box.ascent, width, height);
  box.width += width + 0.1 * size;
  return box;
}

static PlotBox
build_at (const PlotNode *node, double size, int level)
{
  return plot_node_level (node) < level ? in_parens (build (node, size), size) : build (node, size);
}

static PlotBox
script (const PlotNode *node, double size)
{
  return build (node, fmax (size * SCRIPT, SMALLEST));
}

static PlotBox
raised (PlotBox base, PlotBox exponent, double size)
{
  PlotBox box = plot_box_new ();

  plot_box_append (&box, base);
  plot_box_take (&box, exponent, box.width + 0.03 * size, -fmax (0.42 * size, box.ascent - 0.28 * size));
  box.width += 0.03 * size;
  return box;
}

/* Draws n dots over the first `width` px of `base`, where width is that of the letter without its
 * index. */
static PlotBox
with_dots (PlotBox base, double width, int n, double size)
{
  double r = 0.062 * size, y = -base.ascent - 0.13 * size, middle = width / 2 + 0.04 * size;

  for (int i = 0; i < n; i++)
    plot_box_mark (&base, PLOT_BOX_DOT, middle + (i - (n - 1) / 2.0) * 3.4 * r, y, r, r);
  base.ascent = -y + r;
  return base;
}

/* ---- layout of nodes ---- */

static PlotBox
build_number (const char *text, double size)
{
  const char *e = strpbrk (text, "eE");
  PlotBox box;

  if (e == NULL)
    return plot_box_text (text, size);
  g_autofree char *mantissa = g_strndup (text, (gsize) (e - text)), *power = NULL;
  int exponent = (int) g_ascii_strtoll (e + 1, NULL, 10);

  power = g_strdup_printf ("%s%d", exponent < 0 ? "\u2212" : "", ABS (exponent));
  box = plot_box_new ();
  if (strcmp (mantissa, "1") != 0)
    {
      g_autofree char *times = g_strdup_printf ("%s\u2009×\u200910", mantissa);

      plot_box_append (&box, plot_box_text (times, size));
    }
  else
    plot_box_append (&box, plot_box_text ("10", size));
  return raised (box, plot_box_text (power, fmax (size * SCRIPT, SMALLEST)), size);
}

static PlotBox
build_name (const PlotNode *node, double size)
{
  g_autofree char *rich = NULL;
  PlotBox box;

  if (strcmp (node->text, "pi") == 0)
    return plot_box_text ("π", size);
  /* Rich text draws a variable *x* 1.08 times larger than the text around it. Compensate this, since names in a formula have the size of
   * the text. */
  rich = g_strdup_printf ("*%s*", node->text);
  box = plot_box_text (rich, size / 1.08);
  if (node->n_primes == 0)
    return box;
  g_autofree char *stem = g_strndup (rich, 1 + strcspn (rich + 1, "_[0123456789*"));
  g_autofree char *letter = g_strdup_printf ("%s*", stem);
  PlotBox alone = plot_box_text (letter, size / 1.08);
  double width = alone.width;
  g_array_unref (alone.marks);
  return with_dots (box, width, MIN (node->n_primes, 3), size);
}

static PlotBox
build_arguments (const PlotNode *node, guint first, double size)
{
  PlotBox box = plot_box_new ();

  for (guint i = first; i < node->children->len; i++)
    {
      if (i > first)
        {
          plot_box_append (&box, plot_box_text (",", size));
          plot_box_append (&box, plot_box_space (THIN * size));
        }
      plot_box_append (&box, build (plot_node_child (node, i), size));
    }
  return box;
}

/* Largest number of values of a list that are all drawn. Of a longer list, the first and the last are drawn. */
#define MOST_LISTED 4

static PlotBox
build_list (const PlotNode *node, double size)
{
  const guint n = node->children->len;
  PlotBox box = plot_box_text ("[", size);

  for (guint i = 0; i < n; i = n > MOST_LISTED ? i + n - 1 : i + 1)
    {
      if (i > 0)
        {
          plot_box_append (&box, plot_box_text (n > MOST_LISTED ? ", …," : ",", size));
          plot_box_append (&box, plot_box_space (THIN * size));
        }
      plot_box_append (&box, build (plot_node_child (node, i), size));
    }
  plot_box_append (&box, plot_box_text ("]", size));
  return box;
}

static PlotBox
build_index (const PlotNode *node, double size)
{
  PlotNode name = { PLOT_NODE_NAME, node->text, node->n_primes, node->children };
  PlotBox box = build_name (&name, size);

  plot_box_take (&box, build_arguments (node, 0, fmax (size * SCRIPT, SMALLEST)), box.width + 0.02 * size, 0.22 * size);
  return box;
}

static PlotBox
build_root (const PlotNode *argument, double size)
{
  PlotBox inner = build (argument, size), box = plot_box_new ();
  double height = inner.ascent + inner.descent + 0.18 * size, hook = 0.5 * size + 0.05 * height, top = -inner.ascent - 0.14 * size;

  plot_box_mark (&box, PLOT_BOX_ROOT, 0, top, hook + inner.width + 0.06 * size, height);
  box.ascent = -top + RULE * size;
  plot_box_take (&box, inner, hook, 0);
  box.descent = fmax (box.descent, top + height + RULE * size);
  box.width += 0.08 * size;
  return box;
}

static PlotBox
build_bars (const PlotNode *argument, double size)
{
  PlotBox inner = build (argument, size), box = plot_box_new ();
  double top = -fmax (inner.ascent, 0.7 * size), height = -top + fmax (inner.descent, 0.2 * size), gap = 0.1 * size;

  plot_box_mark (&box, PLOT_BOX_RULE, gap, top, RULE * size, height);
  plot_box_take (&box, inner, 2.2 * gap, 0);
  plot_box_mark (&box, PLOT_BOX_RULE, box.width + gap, top, RULE * size, height);
  box.width += 2.2 * gap;
  box.ascent = fmax (box.ascent, -top);
  box.descent = fmax (box.descent, top + height);
  return box;
}

/* Appends words between two parts of a formula, with wide spaces next to the
 * parts. */
static PlotBox
build_words (const char *words, gsize length, double size)
{
  gboolean before = words[0] == ' ', after = length > 1 && words[length - 1] == ' ';
  g_autofree char *inner = g_strndup (words + before, length - (gsize) before - (gsize) after);
  g_autofree char *spaced = g_strconcat (before ? "\u2002" : "", inner, after ? "\u2002" : "", NULL);

  return plot_box_text (spaced, size);
}

/* Lays out a conditional expression: a value, its condition and the alternative, in the order of the translated text. In that text "%s" is
 * the next part, "%2$s" the second one. */
static PlotBox
build_choice (const PlotNode *node, double size)
{
  static const int children[] = { 1, 0, 2 };
  /* Translators: within a formula, a value, its condition, and the value otherwise: "x if x > 0, else 0". */
  const char *words = C_("formula", "%s if %s, else %s");
  PlotBox box = plot_box_new ();

  for (int next = 0; *words != '\0';)
    {
      gsize length = strcspn (words, "%");

      if (length > 0)
        plot_box_append (&box, build_words (words, length, size));
      words += length;
      if (*words == '\0')
        break;
      gboolean numbered = g_ascii_isdigit (words[1]) && words[2] == '$';
      int which = numbered ? words[1] - '1' : next++;

      plot_box_append (&box, build (plot_node_child (node, children[CLAMP (which, 0, 2)]), size));
      words += MIN (strlen (words), numbered ? strlen ("%1$s") : strlen ("%s"));
    }
  return box;
}

static PlotBox
build_sum (const PlotNode *node, double size)
{
  double small = fmax (size * SCRIPT, SMALLEST);
  PlotBox box = plot_box_new (), below = script (plot_node_child (node, 0), size), sign = plot_box_text ("Σ", size * 1.3);
  double after;

  plot_box_append (&below, plot_box_text ("=", small));
  plot_box_append (&below, script (plot_node_child (node, 1), size));
  plot_box_take (&box, sign, 0, 0.1 * size);
  after = box.width + 0.04 * size;
  plot_box_take (&box, script (plot_node_child (node, 2), size), after, -0.72 * size);
  plot_box_take (&box, below, after, 0.38 * size);
  box.width += THIN * size;
  plot_box_append (&box, build_at (plot_node_child (node, 3), size, PLOT_LEVEL_PRODUCT));
  return box;
}

static gboolean
is_simple (const PlotNode *node)
{
  return node->type == PLOT_NODE_NAME || node->type == PLOT_NODE_NUMBER || node->type == PLOT_NODE_INDEX;
}

static gboolean
has_fraction (const PlotNode *node)
{
  if (node->type == PLOT_NODE_BINARY && strcmp (node->text, "/") == 0)
    return TRUE;
  for (guint i = 0; i < node->children->len; i++)
    if (has_fraction (plot_node_child (node, i)))
      return TRUE;
  return FALSE;
}

/* Returns whether the argument of a function is written without parentheses, as in "sin θ" and "ln x". Other functions need them, since
 * "outflow h" would look like a product. */
static gboolean
needs_no_parens (const PlotNode *node)
{
  static const char *const names[] = { "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "log", NULL };

  return node->children->len == 1 && is_simple (plot_node_child (node, 0)) && g_strv_contains (names, node->text);
}

static PlotBox
build_call (const PlotNode *node, double size)
{
  guint n = node->children->len;
  gboolean bare = needs_no_parens (node);
  PlotBox box;

  if (strcmp (node->text, "sqrt") == 0 && n == 1)
    return build_root (plot_node_child (node, 0), size);
  if (strcmp (node->text, "abs") == 0 && n == 1)
    return build_bars (plot_node_child (node, 0), size);
  if (strcmp (node->text, "exp") == 0 && n == 1 && !has_fraction (plot_node_child (node, 0)))
    return raised (plot_box_text ("e", size), script (plot_node_child (node, 0), size), size);
  if (strcmp (node->text, "if") == 0 && n == 3)
    return build_choice (node, size);
  if (strcmp (node->text, "sum") == 0 && n == 4)
    return build_sum (node, size);
  box = plot_box_new ();
  /* Names of functions are upright, even those of one letter. */
  g_autofree char *escaped = g_strdup_printf ("%s", strcmp (node->text, "log") == 0 ? "ln" : node->text);
  plot_box_append (&box, plot_box_text (escaped, size));
  if (bare)
    plot_box_append (&box, plot_box_space (THIN * size));
  plot_box_append (&box, bare ? build (plot_node_child (node, 0), size) : in_parens (build_arguments (node, 0, size), size));
  return box;
}

/* Lays out a fraction. A minus sign of the numerator is placed before the fraction. */
static PlotBox
build_fraction (const PlotNode *node, double size)
{
  const PlotNode *above_node = plot_node_child (node, 0);
  gboolean negative = above_node->type == PLOT_NODE_UNARY && strcmp (above_node->text, "-") == 0;

  if (negative)
    above_node = plot_node_child (above_node, 0);
  double small = size < 13 ? size : fmax (size * 0.86, SMALLEST), axis = -AXIS * size, gap = 0.14 * size;
  PlotBox above = build (above_node, small), below = build (plot_node_child (node, 1), small), box = plot_box_new ();
  double width = fmax (above.width, below.width) + 0.2 * size, x_above = (width - above.width) / 2, x_below = (width - below.width) / 2;

  plot_box_take (&box, above, x_above + 0.06 * size, axis - gap - above.descent);
  plot_box_take (&box, below, x_below + 0.06 * size, axis + gap + below.ascent);
  plot_box_mark (&box, PLOT_BOX_RULE, 0.06 * size, axis - RULE * size / 2, width, RULE * size);
  box.width = width + 0.12 * size;
  if (negative)
    {
      PlotBox signed_box = plot_box_text ("\u2212", size);

      plot_box_append (&signed_box, box);
      return signed_box;
    }
  return box;
}

/* Returns the leftmost or rightmost node of a factor that is not inside parentheses or a fraction. */
static const PlotNode *
edge (const PlotNode *node, gboolean last)
{
  while (node->type == PLOT_NODE_BINARY && plot_node_level (node) >= PLOT_LEVEL_PRODUCT && strcmp (node->text, "/") != 0
         && !(last && strcmp (node->text, "^") == 0))
    node = plot_node_child (node, last ? 1 : 0);
  return node;
}

/* Returns whether a name is displayed as a word: it has more than one letter and is not the name of a Greek
 * letter. */
static gboolean
is_word (const PlotNode *node)
{
  gsize n = 0;

  if (node->type != PLOT_NODE_NAME || plot_text_greek (node->text) != NULL)
    return FALSE;
  while (g_ascii_isalpha (node->text[n]))
    n++;
  return n > 1;
}

/* Returns whether a multiplication dot is needed between two factors: the right one is a number, or one is a word and the other a
 * name. */
static gboolean
needs_dot (const PlotNode *left, const PlotNode *right)
{
  const PlotNode *a = edge (left, TRUE), *b = edge (right, FALSE);
  if (b->type == PLOT_NODE_NUMBER)
    return TRUE;
  return is_word (a) || (is_word (b) && a->type != PLOT_NODE_NUMBER);
}

static PlotBox
build_binary (const PlotNode *node, double size)
{
  static const struct { const char *operator, *shown; } signs[] = {
    { "+", "+" }, { "-", "\u2212" }, { "<=", "≤" }, { ">=", "≥" }, { "==", "=" }, { "!=", "≠" }, { "<", "<" }, { ">", ">" },
    { "and", NC_("formula", "and") }, { "or", NC_("formula", "or") },
  };
  const PlotNode *left = plot_node_child (node, 0), *right = plot_node_child (node, 1);
  int level = plot_node_level (node);
  PlotBox box;

  if (strcmp (node->text, "^") == 0 && left->type == PLOT_NODE_INDEX)
    {
      PlotNode name = { PLOT_NODE_NAME, left->text, left->n_primes, left->children };

      /* The index and the exponent start at the same x, one below the other. */
      box = build_name (&name, size);
      double after = box.width + 0.03 * size, top = box.ascent;
      plot_box_take (&box, build_arguments (left, 0, fmax (size * SCRIPT, SMALLEST)), after, 0.22 * size);
      plot_box_take (&box, script (right, size), after, -fmax (0.42 * size, top - 0.28 * size));
      return box;
    }
  if (strcmp (node->text, "^") == 0)
    return raised (build_at (left, size, left->type == PLOT_NODE_CALL ? PLOT_LEVEL_ATOM + 1 : PLOT_LEVEL_ATOM), script (right, size), size);
  if (strcmp (node->text, "/") == 0)
    return build_fraction (node, size);
  if (strcmp (node->text, "//") == 0)
    {
      box = build_at (left, size, PLOT_LEVEL_PRODUCT);
      plot_box_append (&box, plot_box_text ("/", size));
      plot_box_append (&box, build_at (right, size, PLOT_LEVEL_POWER));
      return box;
    }
  box = build_at (left, size, level);
  if (strcmp (node->text, "*") == 0)
    {
      if (needs_dot (left, right))
        plot_box_append (&box, plot_box_text ("\u2009·\u2009", size));
      else if (plot_node_level (right) >= PLOT_LEVEL_PRODUCT)
        plot_box_append (&box, plot_box_space (THIN * 0.6 * size));
      plot_box_append (&box, build_at (right, size, level));
      return box;
    }
  plot_box_append (&box, plot_box_space (MEDIUM * size));
  for (gsize i = 0; i < G_N_ELEMENTS (signs); i++)
    if (strcmp (signs[i].operator, node->text) == 0)
      plot_box_append (&box, plot_box_text (g_dpgettext2 (GETTEXT_PACKAGE, "formula", signs[i].shown), size));
  plot_box_append (&box, plot_box_space (MEDIUM * size));
  plot_box_append (&box, build_at (right, size, level + 1));
  return box;
}

static PlotBox
build_unary (const PlotNode *node, double size)
{
  gboolean minus = strcmp (node->text, "-") == 0;
  PlotBox box = plot_box_text (minus ? "\u2212" : C_("formula", "not"), size);

  if (!minus)
    plot_box_append (&box, plot_box_space (THIN * size));
  plot_box_append (&box, build_at (plot_node_child (node, 0), size, PLOT_LEVEL_PRODUCT));
  return box;
}

static PlotBox
build (const PlotNode *node, double size)
{
  switch (node->type)
    {
    case PLOT_NODE_NUMBER: return build_number (node->text, size);
    case PLOT_NODE_NAME: return build_name (node, size);
    case PLOT_NODE_INDEX: return build_index (node, size);
    case PLOT_NODE_CALL: return build_call (node, size);
    case PLOT_NODE_UNARY: return build_unary (node, size);
    case PLOT_NODE_BINARY: return build_binary (node, size);
    case PLOT_NODE_LIST: return build_list (node, size);
    }
  return build_arguments (node, 0, size);
}

/* ---- construction and drawing of a formula ---- */

static PlotBox
build_side (const char *text, double size)
{
  PlotNode *node = plot_formula_parse (text);
  g_autofree char *escaped = NULL;
  PlotBox box;

  if (node != NULL)
    {
      box = build (node, size);
      plot_node_free (node);
      return box;
    }
  escaped = plot_text_escape (text);
  return plot_box_text (escaped, size);
}

PlotFormula *
plot_formula_new (const char *left, const char *right, double size)
{
  PlotFormula *formula = g_new0 (PlotFormula, 1);

  formula->box = build_side (left, size);
  if (right != NULL)
    {
      plot_box_append (&formula->box, plot_box_space (MEDIUM * size));
      plot_box_append (&formula->box, plot_box_text ("=", size));
      plot_box_append (&formula->box, plot_box_space (MEDIUM * size));
      plot_box_append (&formula->box, build_side (right, size));
    }
  return formula;
}

void
plot_formula_free (PlotFormula *formula)
{
  if (formula == NULL)
    return;
  g_array_unref (formula->box.marks);
  g_free (formula);
}

void
plot_formula_get_size (const PlotFormula *formula, double *width, double *ascent, double *descent)
{
  if (width != NULL)
    *width = formula->box.width;
  if (ascent != NULL)
    *ascent = formula->box.ascent;
  if (descent != NULL)
    *descent = formula->box.descent;
}

void
plot_formula_draw (const PlotFormula *formula, PlotCanvas *canvas, double x, double y, PlotColor color)
{
  plot_box_draw (&formula->box, canvas, x, y, color);
}

void
plot_formula_draw_cairo (const PlotFormula *formula, cairo_t *cr, double x, double y, PlotColor color)
{
  PlotCanvas canvas;

  plot_canvas_init_cairo (&canvas, cr, 1, TRUE);
  plot_formula_draw (formula, &canvas, x, y, color);
}

void
plot_formula_number (double value, char *text, gsize size)
{
  g_ascii_formatd (text, (int) size, "%.6g", value);
  if (g_ascii_strtod (text, NULL) != value)
    g_ascii_formatd (text, (int) size, "%.4g", value);
}

char *
plot_formula_plain (const char *left, const char *right)
{
  g_autoptr (GString) text = g_string_new (left);

  /* Translators: the dots over a name, read aloud after it: "x double dot = ...". */
  g_string_replace (text, "''", C_("formula", " double dot"), 0);
  g_string_replace (text, "'", C_("formula", " dot"), 0);
  if (right != NULL)
    g_string_append_printf (text, " = %s", right);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

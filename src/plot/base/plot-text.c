/* Converts the markup of texts to Pango layouts and measures and draws them. */
#include "plot-text.h"

#include <string.h>

#include "plot-format.h"

/* Number of layouts that each thread stores; a full cache is emptied. A window with many plots needs about
 * 200. */
#define CACHE_SIZE 768
/* SCRIPT_SIZE and SCRIPT_SHIFT are the size and shift of raised and lowered digits, relative to the type
 * size. MATH_SIZE is the size of the math font relative to the text font, whose lower-case letters are
 * taller. */
#define SCRIPT_SIZE 0.72
#define RAISE 0.36
#define LOWER (-0.16)
#define MATH_SIZE 1.08

typedef struct
{
  PangoContext *context;
  GHashTable *layouts;
  char *family, *math;
} TextState;

static void
text_state_free (gpointer data)
{
  TextState *state = data;

  g_hash_table_unref (state->layouts);
  g_object_unref (state->context);
  g_free (state->family);
  g_free (state->math);
  g_free (state);
}

static GPrivate state_key = G_PRIVATE_INIT (text_state_free);

static char *
first_installed (PangoFontMap *map, const char *const *wanted, const char *fallback)
{
  PangoFontFamily **families;
  char *found = NULL;
  int n;

  pango_font_map_list_families (map, &families, &n);
  for (int w = 0; wanted[w] != NULL && found == NULL; w++)
    for (int i = 0; i < n && found == NULL; i++)
      if (g_ascii_strcasecmp (pango_font_family_get_name (families[i]), wanted[w]) == 0)
        found = g_strdup (wanted[w]);
  g_free (families);
  return found != NULL ? found : g_strdup (fallback);
}

static TextState *
text_state (void)
{
  static const char *const texts[] = { "Cantarell", "Adwaita Sans", "Inter", "Noto Sans", "DejaVu Sans", NULL };
  static const char *const maths[] = { "STIX", "STIXGeneral", "STIX Two Text", "STIX Two Math", "Latin Modern Roman", "Liberation Serif",
                                       "DejaVu Serif", NULL };
  TextState *state = g_private_get (&state_key);
  PangoFontMap *map;
  cairo_font_options_t *options;

  if (state != NULL)
    return state;
  state = g_new0 (TextState, 1);
  map = pango_cairo_font_map_get_default ();
  state->family = first_installed (map, texts, "sans-serif");
  state->math = first_installed (map, maths, "serif");
  state->context = pango_font_map_create_context (map);
  /* Without hinting, widths and positions are equal at all scales, on screen and on paper. */
  options = cairo_font_options_create ();
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options (state->context, options);
  cairo_font_options_destroy (options);
  pango_context_set_round_glyph_positions (state->context, FALSE);
  state->layouts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  g_private_set (&state_key, state);
  return state;
}

const char *
plot_text_math_family (void)
{
  return text_state ()->math;
}

const char *
plot_text_greek (const char *name)
{
  static const struct { const char *name, *letter; } letters[] = {
    { "alpha", "α" }, { "beta", "β" }, { "gamma", "γ" }, { "delta", "δ" }, { "epsilon", "ε" }, { "zeta", "ζ" }, { "eta", "η" },
    { "theta", "θ" }, { "iota", "ι" }, { "kappa", "κ" }, { "lambda", "λ" }, { "mu", "μ" }, { "nu", "ν" }, { "xi", "ξ" },
    { "pi", "π" }, { "rho", "ρ" }, { "sigma", "σ" }, { "tau", "τ" }, { "upsilon", "υ" }, { "phi", "φ" }, { "chi", "χ" },
    { "psi", "ψ" }, { "omega", "ω" }, { "Gamma", "Γ" }, { "Delta", "Δ" }, { "Theta", "Θ" }, { "Lambda", "Λ" }, { "Xi", "Ξ" },
    { "Pi", "Π" }, { "Sigma", "Σ" }, { "Phi", "Φ" }, { "Psi", "Ψ" }, { "Omega", "Ω" }, { "lam", "λ" }, { "eps", "ε" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (letters); i++)
    if (strcmp (letters[i].name, name) == 0)
      return letters[i].letter;
  return NULL;
}

/* ---- rich text ---- */

typedef enum { RUN_PLAIN, RUN_ITALIC, RUN_MATH_UPRIGHT } RunFont;
typedef struct
{
  TextState *state;
  GString *text;
  PangoAttrList *attributes;   /* NULL if only the plain text is needed */
  double size;
} Builder;

static void
take_attribute (Builder *builder, guint start, PangoAttribute *attribute)
{
  attribute->start_index = start;
  attribute->end_index = (guint) builder->text->len;
  pango_attr_list_insert (builder->attributes, attribute);
}

/* Appends text in one font. script is +1 for raised, −1 for lowered and 0 for normal text. */
static void
append_run (Builder *builder, const char *text, gssize length, RunFont font, int script)
{
  guint start = (guint) builder->text->len;
  double size = builder->size;

  g_string_append_len (builder->text, text, length < 0 ? (gssize) strlen (text) : length);
  if (builder->attributes == NULL || builder->text->len == start)
    return;
  if (font != RUN_PLAIN)
    {
      size *= MATH_SIZE;
      take_attribute (builder, start, pango_attr_family_new (builder->state->math));
      if (font == RUN_ITALIC)
        take_attribute (builder, start, pango_attr_style_new (PANGO_STYLE_ITALIC));
    }
  if (script != 0)
    {
      take_attribute (builder, start, pango_attr_rise_new ((int) ((script > 0 ? RAISE : LOWER) * size * PANGO_SCALE)));
      size *= SCRIPT_SIZE;
    }
  if (size != builder->size)
    take_attribute (builder, start, pango_attr_size_new_absolute ((int) (size * PANGO_SCALE)));
}

/* Returns the length of a name's stem, the part before its first digit, underscore, bracket, dot or prime. The name of a component, such as
 * "px", has a stem of one letter. */
static gsize
stem_length (const char *name, gsize length)
{
  gsize n = 0;

  while (n < length && name[n] != '_' && name[n] != '[' && name[n] != '.' && name[n] != '\'' && !g_ascii_isdigit (name[n]))
    n++;
  return n == 2 && g_ascii_isalpha (name[0]) && name[1] >= 'x' && name[1] <= 'z' ? 1 : n;
}

static void
append_stem (Builder *builder, const char *stem, gsize length, int dots)
{
  g_autofree char *word = g_strndup (stem, length);
  const char *greek = plot_text_greek (word);
  gboolean letter = greek != NULL || g_utf8_strlen (word, -1) == 1;
  g_autoptr (GString) out = g_string_new (greek != NULL ? greek : word);

  for (int i = 0; i < dots; i++)
    g_string_append (out, dots == 2 ? "\u0308" : "\u0307");
  if (dots == 2)
    g_string_truncate (out, out->len - 2);
  append_run (builder, out->str, -1, letter ? RUN_ITALIC : RUN_PLAIN, 0);
}

/* Returns whether a name consists of words joined by underscores: at least two
 * parts of two or more Latin letters, none of them the name of a Greek letter. */
static gboolean
are_words (const char *name, gsize stem, gsize length)
{
  g_autofree char *text = g_strndup (name, length);
  g_auto (GStrv) parts = g_strsplit (text, "_", -1);

  if (stem >= length || name[stem] != '_')
    return FALSE;
  for (int i = 0; parts[i] != NULL; i++)
    if (strlen (parts[i]) < 2 || strspn (parts[i], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != strlen (parts[i])
        || plot_text_greek (parts[i]) != NULL)
      return FALSE;
  return TRUE;
}

static void
append_variable (Builder *builder, const char *name, gsize length)
{
  gsize stem = stem_length (name, length), at = stem;
  int dots = 0;

  /* "phi.v" is the velocity of the coordinate phi and is displayed with a dot. */
  if (length > 2 && strncmp (name + length - 2, ".v", 2) == 0)
    {
      length -= 2;
      dots = 1;
      stem = MIN (stem, length);
      at = stem;
    }
  /* "R.w" is a component of a rotation and is displayed as written. */
  if (memchr (name, '.', length) != NULL)
    {
      append_stem (builder, name, stem, 0);
      append_run (builder, name + stem, (gssize) (length - stem), RUN_ITALIC, 0);
      return;
    }
  while (length > 0 && name[length - 1] == '\'')
    {
      dots++;
      length--;
    }
  /* "angular_momentum" is displayed as words, not as a name with a subscript. */
  if (are_words (name, stem, length))
    {
      g_autofree char *words = g_strndup (name, length);

      append_run (builder, g_strdelimit (words, "_", ' '), -1, RUN_PLAIN, 0);
      return;
    }
  append_stem (builder, name, MIN (stem, length), dots);
  while (at < length)
    {
      gsize n;

      if (name[at] == '_' || name[at] == '[' || name[at] == ']')
        {
          at++;
          continue;
        }
      n = strcspn (name + at, "_[]");
      n = MIN (n, length - at);
      g_autofree char *part = g_strndup (name + at, n);
      const char *greek = plot_text_greek (part);
      append_run (builder, greek != NULL ? greek : part, -1,
                  greek != NULL || (n == 1 && g_ascii_isalpha (*part)) ? RUN_ITALIC : RUN_PLAIN, -1);
      at += n;
    }
}

static const struct { gunichar from; const char *to; int script; } scripts[] = {
  { 0x2070, "0", 1 }, { 0xb9, "1", 1 }, { 0xb2, "2", 1 }, { 0xb3, "3", 1 }, { 0x2074, "4", 1 }, { 0x2075, "5", 1 }, { 0x2076, "6", 1 },
  { 0x2077, "7", 1 }, { 0x2078, "8", 1 }, { 0x2079, "9", 1 }, { 0x207b, "\u2212", 1 }, { 0x207a, "+", 1 }, { 0x2080, "0", -1 },
  { 0x2081, "1", -1 }, { 0x2082, "2", -1 }, { 0x2083, "3", -1 }, { 0x2084, "4", -1 }, { 0x2085, "5", -1 }, { 0x2086, "6", -1 },
  { 0x2087, "7", -1 }, { 0x2088, "8", -1 }, { 0x2089, "9", -1 },
};

int
plot_text_script (gunichar c, const char **plain)
{
  for (gsize i = 0; i < G_N_ELEMENTS (scripts); i++)
    if (scripts[i].from == c)
      {
        *plain = scripts[i].to;
        return scripts[i].script;
      }
  return 0;
}

static void
append_rich (Builder *builder, const char *rich)
{
  const char *p = rich;

  while (*p != '\0')
    {
      const char *next = g_utf8_next_char (p), *plain, *end;
      int script;

      if (*p == '\\' && p[1] != '\0')
        {
          p = next;
          next = g_utf8_next_char (p);
          append_run (builder, p, next - p, RUN_PLAIN, 0);
        }
      else if (*p == '*' && (end = strchr (next, '*')) != NULL && end > next)
        {
          append_variable (builder, next, (gsize) (end - next));
          next = end + 1;
        }
      else if ((script = plot_text_script (g_utf8_get_char (p), &plain)) != 0)
        append_run (builder, plain, -1, RUN_PLAIN, script);
      else
        {
          /* Collect ordinary characters in one run, because kerning and ligatures work only within a
           * run. */
          const char *q = next, *unused;

          while (*q != '\0' && *q != '*' && *q != '\\' && plot_text_script (g_utf8_get_char (q), &unused) == 0)
            q = g_utf8_next_char (q);
          append_run (builder, p, q - p, RUN_PLAIN, 0);
          next = q;
        }
      p = next;
    }
}

char *
plot_text_escape (const char *plain)
{
  GString *rich = g_string_new (NULL);

  for (const char *p = plain != NULL ? plain : ""; *p != '\0'; p++)
    {
      if (*p == '*' || *p == '\\')
        g_string_append_c (rich, '\\');
      g_string_append_c (rich, *p);
    }
  return g_string_free (rich, FALSE);
}

char *
plot_text_plain (const char *rich)
{
  Builder builder = { text_state (), g_string_new (NULL), NULL, 1 };

  append_rich (&builder, rich != NULL ? rich : "");
  return g_string_free (builder.text, FALSE);
}

char *
plot_text_variable (const char *name)
{
  g_autoptr (GString) out = g_string_new ("*");

  for (const char *p = name; *p != '\0'; p++)
    if (*p != '*')
      g_string_append_c (out, *p);
  g_string_append_c (out, '*');
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* Finds the longest prefix of `word` that is listed in `units`. Returns its length and its symbol; 0 if there is
 * none. */
static gsize
unit_sign (const char *word, const char **sign)
{
  static const struct { const char *word, *sign; } signs[] = {
    { "Ohm", "Ω" }, { "degC", "°C" }, { "deg", "°" }, { "uF", "µF" }, { "uA", "µA" }, { "us", "µs" }, { "um", "µm" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    {
      gsize length = strlen (signs[i].word);

      if (strncmp (word, signs[i].word, length) == 0 && !g_ascii_isalpha (word[length]))
        {
          *sign = signs[i].sign;
          return length;
        }
    }
  return 0;
}

char *
plot_text_unit (const char *unit)
{
  GString *out = g_string_new (NULL);
  gboolean starts = TRUE; /* TRUE if a word starts at the current position */

  for (const char *p = unit; *p != '\0'; p++)
    {
      const char *sign;
      gsize length = starts ? unit_sign (p, &sign) : 0, digits = *p == '^' ? strspn (p + 1, "0123456789") : 0;

      starts = !g_ascii_isalpha (*p);
      if (length > 0)
        {
          g_string_append (out, sign);
          p += length - 1;
        }
      else if (*p == '*')
        g_string_append (out, "\u00b7");
      else if (digits > 0 && p[1 + digits] != '.') /* there is no raised decimal point */
        for (; digits > 0; digits--, p++)
          {
            char digit[2] = { p[1], '\0' };

            for (gsize i = 0; i < 10; i++)
              if (strcmp (scripts[i].to, digit) == 0)
                g_string_append_unichar (out, scripts[i].from);
          }
      else
        g_string_append_c (out, *p);
    }
  return g_string_free (out, FALSE);
}

char *
plot_text_value (double value, int digits, const char *unit)
{
  g_autofree char *shown = unit != NULL ? plot_text_unit (unit) : g_strdup ("");
  char number[64];

  plot_format_number (value, digits, number, sizeof number);
  return g_strconcat (number, shown[0] != '\0' ? "\u00a0" : "", shown, NULL);
}

char *
plot_text_quantity (const char *name, const char *unit)
{
  g_autofree char *variable = plot_text_variable (name), *shown = NULL;

  if (unit == NULL || *unit == '\0')
    return g_steal_pointer (&variable);
  shown = plot_text_unit (unit);
  return g_strdup_printf ("%s (%s)", variable, shown);
}

/* ---- layouts ---- */

PangoLayout *
plot_text_layout (const char *rich, double size, PlotTextFlags flags)
{
  TextState *state = text_state ();
  g_autofree char *key = g_strdup_printf ("%d %.3f %s", flags, size, rich);
  PangoLayout *layout = g_hash_table_lookup (state->layouts, key);
  PangoFontDescription *font;
  Builder builder;

  if (layout != NULL)
    return g_object_ref (layout);
  if (g_hash_table_size (state->layouts) >= CACHE_SIZE)
    g_hash_table_remove_all (state->layouts);

  builder = (Builder) { state, g_string_new (NULL), pango_attr_list_new (), size };
  append_rich (&builder, rich);
  /* Give all digits the same width, so that the text does not move when a number
   * changes. */
  pango_attr_list_insert (builder.attributes, pango_attr_font_features_new ("tnum=1"));
  font = pango_font_description_new ();
  pango_font_description_set_family (font, (flags & PLOT_TEXT_FORMULA) != 0 ? state->math : state->family);
  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  pango_font_description_set_weight (font, (flags & PLOT_TEXT_HEAVY) != 0 ? PANGO_WEIGHT_ULTRABOLD
                                     : (flags & PLOT_TEXT_BOLD) != 0 ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  layout = pango_layout_new (state->context);
  pango_layout_set_font_description (layout, font);
  pango_layout_set_attributes (layout, builder.attributes);
  pango_layout_set_text (layout, builder.text->str, (int) builder.text->len);
  pango_font_description_free (font);
  pango_attr_list_unref (builder.attributes);
  g_string_free (builder.text, TRUE);
  g_hash_table_insert (state->layouts, g_steal_pointer (&key), g_object_ref (layout));
  return layout;
}

void
plot_text_measure (PangoLayout *layout, double *width, double *ascent, double *descent)
{
  PangoRectangle logical;
  double baseline = pango_layout_get_baseline (layout) / (double) PANGO_SCALE;

  pango_layout_get_extents (layout, NULL, &logical);
  if (width != NULL)
    *width = logical.width / (double) PANGO_SCALE;
  if (ascent != NULL)
    *ascent = baseline;
  if (descent != NULL)
    *descent = logical.height / (double) PANGO_SCALE - baseline;
}

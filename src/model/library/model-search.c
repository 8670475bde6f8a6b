/* Compares the words of a query with names after both are normalized, and ranks the matches. */
#include "model-search.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model.h"
#include "ode-methods.h"

/* Letters that Unicode does not decompose into a base letter and a mark. */
static const struct { gunichar letter; const char *ascii; } letters[] = {
  { 0xe6, "ae" }, { 0xf8, "o" }, { 0x153, "oe" }, { 0x142, "l" }, { 0xdf, "ss" }, { 0x111, "d" }, { 0xf0, "d" }, { 0x131, "i" },
};

static void
append_letter (GString *out, gunichar c)
{
  for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
    if (letters[i].letter == c)
      {
        g_string_append (out, letters[i].ascii);
        return;
      }
  g_string_append_unichar (out, c);
}

char *
model_search_fold (const char *text)
{
  g_autofree char *normal = text != NULL ? g_utf8_normalize (text, -1, G_NORMALIZE_ALL) : NULL;
  GString *out = g_string_new (NULL);
  gboolean space = FALSE;

  for (const char *at = normal; at != NULL && *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_unichar_tolower (g_utf8_get_char (at));

      if (g_unichar_ismark (c) || c == '\'' || c == 0x2019)
        continue; /* drops accents and apostrophes ("Heun's") */
      if (!g_unichar_isalnum (c))
        {
          space = TRUE;
          continue;
        }
      if (space && out->len > 0)
        g_string_append_c (out, ' ');
      space = FALSE;
      append_letter (out, c);
    }
  return g_string_free (out, FALSE);
}

static char *
without_spaces (const char *folded)
{
  g_auto (GStrv) words = g_strsplit (folded, " ", -1);

  return g_strjoinv ("", words);
}

gboolean
model_search_has (const char *folded, const char *query)
{
  g_autofree char *text = NULL, *word = NULL;

  if (strstr (folded, query) != NULL)
    return TRUE;
  text = without_spaces (folded);
  word = without_spaces (query);
  return strstr (text, word) != NULL;
}

/* Compares a name with the query after removing spaces from both: "RK 45" equals "RK45". */
static ModelMethodMatch
match_name (const char *name, const char *query)
{
  g_autofree char *folded = model_search_fold (name), *compact = without_spaces (folded);

  if (strcmp (compact, query) == 0)
    return MODEL_METHOD_WHOLE;
  return g_str_has_prefix (compact, query) ? MODEL_METHOD_START : MODEL_METHOD_NONE;
}

/* Compares the query with each name in a list such as "MATLAB ode45, SciPy RK45", with and without the name of the system. */
static ModelMethodMatch
match_list (const char *list, const char *query, char **entry)
{
  g_auto (GStrv) entries = g_strsplit (list != NULL ? list : "", ", ", -1);
  ModelMethodMatch best = MODEL_METHOD_NONE;

  for (char **at = entries; *at != NULL; at++)
    {
      const char *name = strchr (*at, ' ');
      ModelMethodMatch match = MAX (match_name (*at, query), name != NULL ? match_name (name, query) : MODEL_METHOD_NONE);

      if (match <= best)
        continue;
      best = match;
      g_free (*entry);
      *entry = g_strdup (*at);
    }
  return best;
}

/* Returns the rank of a method when each word of the query is searched separately, in its names and in the further text. */
static ModelMethodMatch
match_words (const char *names, const char *about, const char *query)
{
  g_auto (GStrv) words = g_strsplit (query, " ", -1);
  ModelMethodMatch match = MODEL_METHOD_NAME;

  for (char **word = words; *word != NULL; word++)
    if (strstr (names, *word) == NULL)
      {
        if (strstr (about, *word) == NULL)
          return MODEL_METHOD_NONE;
        match = MODEL_METHOD_ABOUT;
      }
  return match;
}

ModelMethodMatch
model_method_match (const OdeMethod *method, const char *label, const char *about, const char *query, char **foreign)
{
  g_autofree char *folded = model_search_fold (query), *compact = without_spaces (folded), *entry = NULL, *similar = NULL;
  g_autofree char *all = g_strjoin (" ", method->id, method->label, label != NULL ? label : "", method->aliases,
                                    method->known_as != NULL ? method->known_as : "", method->similar_to != NULL ? method->similar_to : "", NULL);
  g_autofree char *names = model_search_fold (all), *rest = NULL, *texts = NULL;
  g_auto (GStrv) aliases = g_strsplit (method->aliases, " ", -1);
  char traits[256];
  ModelMethodMatch best, elsewhere, like;

  if (foreign != NULL)
    *foreign = NULL;
  best = MAX (match_name (method->id, compact), match_name (method->label, compact));
  best = MAX (best, label != NULL ? match_name (label, compact) : MODEL_METHOD_NONE);
  for (char **alias = aliases; *alias != NULL; alias++)
    best = MAX (best, match_name (*alias, compact));
  elsewhere = match_list (method->known_as, compact, &entry);
  like = match_list (method->similar_to, compact, &similar);
  elsewhere = MIN (elsewhere, MODEL_METHOD_OTHER);
  like = MIN (like, MODEL_METHOD_SIMILAR);
  if (foreign != NULL && compact[0] != '\0' && MAX (elsewhere, like) > MODEL_METHOD_NONE && MAX (elsewhere, like) >= best)
    *foreign = g_strdup (elsewhere >= like ? entry : similar);
  best = MAX (best, MAX (elsewhere, like));
  if (best > MODEL_METHOD_NONE)
    return best;
  if (model_search_has (names, folded))
    return MODEL_METHOD_NAME;
  ode_traits_text (method->traits, traits, sizeof traits);
  rest = g_strjoin (" ", traits, ode_family_label (method->family), method->advice, about != NULL ? about : "", NULL);
  texts = model_search_fold (rest);
  return match_words (names, texts, folded);
}

const OdeMethod *
model_method_of_other_system (const char *name)
{
  g_autofree char *folded = model_search_fold (name), *compact = without_spaces (folded);
  const OdeMethod *found = NULL;
  int n;
  const OdeMethod *const *methods = ode_methods (&n);

  for (int i = 0; i < n && compact[0] != '\0'; i++)
    {
      g_autofree char *entry = NULL, *similar = NULL;

      if (match_list (methods[i]->known_as, compact, &entry) == MODEL_METHOD_WHOLE)
        return methods[i];
      if (found == NULL && match_list (methods[i]->similar_to, compact, &similar) == MODEL_METHOD_WHOLE)
        found = methods[i];
    }
  return found;
}

/* Returns the name of a field that the method lacks, or NULL. */
static const char *
missing_field (const OdeMethod *method)
{
  const struct { const char *name; gboolean is_there; } fields[] = {
    { "label", method->label != NULL },       { "aliases", method->aliases != NULL },
    { "advice", method->advice != NULL },     { "source", method->source != NULL },
    { "order", method->order > 0 },           { "error_order", method->error_order > 0 },
    { "n_stages", method->n_stages > 0 },     { "accuracy_default", method->accuracy_default > 0 },
    { "stepper", method->stepper != NULL },
  };

  for (guint k = 0; k < G_N_ELEMENTS (fields); k++)
    if (!fields[k].is_there)
      return fields[k].name;
  return NULL;
}

gboolean
model_method_check (const OdeMethod *const *methods, int n, GError **error)
{
  for (int k = 0; k < n; k++)
    {
      const char *field = missing_field (methods[k]);

      if (field == NULL)
        continue;
      g_set_error (error, MODEL_ERROR, MODEL_ERROR_VALUE, _("the method '%s' of ode-methods.def has no '%s'; CONTRIBUTING.md names what a method needs"),
                   methods[k]->id, field);
      return FALSE;
    }
  return TRUE;
}

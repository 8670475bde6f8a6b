#include "pseudo-language.h"

#include <string.h>

#include "ode-methods.h"

/* Words that pseudo_speak has added; NULL: none. */
static GHashTable *spoken;

/* Words that are the same in every language: names of formats, people and programs, units, and words that only programs
 * read. */
static const char *const stays[] = {
  "Stepwise", "PNG", "SVG", "PDF", "CSV", "GIF", "WebP", "RMS", "PID", "RGB", "dpi", "Illinois", "Brent", "Baumgarte", "Drake", "Simbody",
  "RigidBodyDynamics", "Ctrl", "Shift", "Alt", "Esc", "Home", "End", "Space", "Tab", "MIT",
  "Shortcuts", /* title of GTK's window of shortcuts */
  "yaml", "stepwise",
};

static gboolean
stays_plain (const char *word)
{
  const OdeMethod *const *methods;
  g_autofree char *low = g_ascii_strdown (word, -1);
  int n;

  if (low[0] == 'q' || (spoken != NULL && g_hash_table_contains (spoken, word)))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (stays); i++)
    if (strcmp (word, stays[i]) == 0)
      return TRUE;
  methods = ode_methods (&n);
  for (int i = 0; i < n; i++)
    {
      g_auto (GStrv) parts = g_strsplit (methods[i]->id, "_", -1);

      if (strcmp (word, methods[i]->id) == 0 || g_strv_contains ((const char *const *) parts, word))
        return TRUE;
    }
  return FALSE;
}

char *
pseudo_plain_word (const char *text)
{
  for (const char *c = text; *c != '\0';)
    {
      const char *start = c;
      int n_letters = 0;

      for (; g_ascii_isalnum (*c) || *c == '_'; c++)
        n_letters += g_ascii_isalpha (*c);
      if (c == start)
        {
          c++;
          continue;
        }
      if (n_letters < 3)
        continue;
      g_autofree char *word = g_strndup (start, c - start);
      if (!stays_plain (word))
        return g_steal_pointer (&word);
    }
  return NULL;
}

void
pseudo_speak (const char *text)
{
  if (spoken == NULL)
    spoken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (const char *c = text; *c != '\0';)
    {
      const char *start = c;

      for (; g_ascii_isalnum (*c) || *c == '_'; c++)
        ;
      if (c > start)
        g_hash_table_add (spoken, g_strndup (start, c - start));
      else
        c++;
    }
}

void
pseudo_forget (void)
{
  g_clear_pointer (&spoken, g_hash_table_unref);
}

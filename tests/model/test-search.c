/* Tests the search by words: normalization of texts, and ranks of methods. */
#include <string.h>

#include "model-search.h"
#include "ode-methods.h"

static void
test_fold (void)
{
  static const struct { const char *text, *folded; } rows[] = {
    { "Störmer–Verlet 2", "stormer verlet 2" }, { "Dormand-Prince 5(4)", "dormand prince 5 4" }, { "Kværnø", "kvaerno" },
    { "runge_kutta4", "runge kutta4" },         { "  Kutta's  3/8 ", "kuttas 3 8" },             { "van der Pol: μ", "van der pol μ" },
    { "", "" },                                 { NULL, "" },                                    { "—", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *folded = model_search_fold (rows[i].text);

      g_assert_cmpstr (folded, ==, rows[i].folded);
    }
  g_assert_true (model_search_has ("van der pol", "vanderpol"));
  g_assert_false (model_search_has ("van der pol", "vandepol"));
}

static ModelMethodMatch
match (const char *id, const char *query)
{
  return model_method_match (ode_method_find (id), NULL, NULL, query, NULL);
}

static void
test_ranks (void)
{
  g_autofree char *foreign = NULL;

  g_assert_cmpint (match ("runge_kutta5", "rk45"), ==, MODEL_METHOD_OTHER);
  g_assert_cmpint (match ("runge_kutta5", "SciPy RK 45"), ==, MODEL_METHOD_OTHER);
  g_assert_cmpint (match ("runge_kutta5", "DP 5"), ==, MODEL_METHOD_WHOLE);
  g_assert_cmpint (match ("rodas5p", "Rodas5"), ==, MODEL_METHOD_SIMILAR);
  g_assert_cmpint (match ("runge_kutta5", "dormand prince"), ==, MODEL_METHOD_START);
  g_assert_cmpint (match ("runge_kutta5", "prince"), ==, MODEL_METHOD_NAME);
  g_assert_cmpint (match ("runge_kutta_fehlberg", "prince"), <, MODEL_METHOD_NAME);
  g_assert_cmpint (match ("radau5", "stiff"), ==, MODEL_METHOD_ABOUT);
  g_assert_cmpint (match ("radau5", "xyzzy"), ==, MODEL_METHOD_NONE);
  g_assert_cmpint (match ("radau5", ""), !=, MODEL_METHOD_NONE);
  model_method_match (ode_method_find ("runge_kutta5"), NULL, NULL, "rk45", &foreign);
  g_assert_cmpstr (foreign, ==, "SciPy RK45");
  g_assert_true (model_method_of_other_system ("DOP853") == ode_method_find ("dop853"));
  g_assert_true (model_method_of_other_system ("RK45") == ode_method_find ("runge_kutta5"));
  g_assert_null (model_method_of_other_system ("nosuch"));
  g_assert_null (model_method_of_other_system (""));
}

/* No two methods have the same name in the same other system. */
static void
test_names_are_unique (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  int n;
  const OdeMethod *const *methods = ode_methods (&n);

  for (int i = 0; i < n; i++)
    {
      g_auto (GStrv) names = g_strsplit (methods[i]->known_as != NULL ? methods[i]->known_as : "", ", ", -1);

      for (char **name = names; *name != NULL; name++)
        {
          g_assert_nonnull (strchr (*name, ' ')); /* the entry is the name of the system, a space, and the name of the method */
          g_assert_true (g_hash_table_add (seen, g_strdup (*name)));
        }
    }
  g_assert_cmpuint (g_hash_table_size (seen), >, 40);
}

/* A copy of a method without one of the fields that searches and step control read. */
static void
test_method_check (void)
{
  const OdeMethod *const found = ode_method_find ("runge_kutta4");
  OdeMethod no_aliases = *found, no_order = *found, no_label = *found;
  const OdeMethod *const wrong[] = { &no_aliases, &no_order, &no_label };
  static const char *const fields[] = { "'aliases'", "'error_order'", "'label'" };
  g_autoptr (GError) error = NULL;
  const OdeMethod *const *all;
  int n;

  no_aliases.aliases = NULL;
  no_order.error_order = 0;
  no_label.label = NULL;
  for (guint k = 0; k < G_N_ELEMENTS (wrong); k++)
    {
      const OdeMethod *const list[] = { found, wrong[k] };

      g_assert_false (model_method_check (list, 2, &error));
      g_assert_nonnull (strstr (error->message, "runge_kutta4"));
      g_assert_nonnull (strstr (error->message, fields[k]));
      g_clear_error (&error);
    }
  all = ode_methods (&n);
  g_assert_true (model_method_check (all, n, &error));
  g_assert_no_error (error);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/search/the-search-ignores-case-accents-and-dashes", test_fold);
  g_test_add_func ("/model/search/a-match-at-the-start-of-a-name-ranks-above-a-match-in-the-advice", test_ranks);
  g_test_add_func ("/model/search/each-method-name-of-another-system-belongs-to-one-method", test_names_are_unique);
  g_test_add_func ("/model/search/a-method-without-a-field-is-refused-by-name", test_method_check);
  return g_test_run ();
}

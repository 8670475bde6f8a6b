/* Random walks, after which what the views say is compared with what the command line prints for the same inputs.
 *
 * Usage: test-said. Environment: WALK_SEEDS=N walks per model (default 1), WALK_FIRST=SEED, WALK_STEPS=N actions, WALK_MODEL=MODEL in place of the models of the
 * table, WALK_TELL=1 prints the actions and the views that are not compared, WALK_VIEW=NAME compares one view. A walk that fails is repeated with fewer actions,
 * and the shortest beginning that still fails is printed. */
#include <stdlib.h>
#include <string.h>

#include "random-log.h"
#include "said-views.h"
#include "walk-acts.h"
#include "wb-test-log.h"

#ifdef __SANITIZE_ADDRESS__
#define N_STEPS 4
#else
#define N_STEPS 10
#endif

static const SaidView *const tables[] = { said_run_views, said_other_views };

/* Numbers of comparisons by verdict, for the summary. */
static int counts[3];

/* Returns whether a view is compared. The views that compute studies take most of the time, so that a walk of the test suite compares a third of them. */
static gboolean
is_compared (guint table, guint k)
{
  return table == 0 || g_getenv ("WALK_SEEDS") != NULL || wb_test_takes (k, 3);
}

/* Compares all views. Returns the name of the first view that differs, or NULL. only: the only view that is compared, or NULL. */
static const char *
compare (WbWindow *window, guint32 seed, const char *only, gboolean told)
{
  Said said;
  const char *wrong = NULL;

  said_begin (&said, window, seed);
  for (guint table = 0; table < G_N_ELEMENTS (tables); table++)
    for (const SaidView *view = tables[table]; view->name != NULL; view++)
      {
        SaidVerdict verdict;

        if (only != NULL ? strcmp (only, view->name) != 0 : !is_compared (table, (guint) (view - tables[table]) + seed))
          continue;
        g_string_truncate (said.words, 0);
        verdict = view->compare (&said);
        counts[verdict]++;
        if (verdict == SAID_OTHER || (told && verdict == SAID_NOTHING))
          g_test_message ("    %s: %s%s", view->name, verdict == SAID_NOTHING ? "not compared: " : "", said.words->str);
        if (verdict == SAID_OTHER && wrong == NULL)
          wrong = view->name;
      }
  said_end (&said);
  return wrong;
}

/* Makes n actions and compares the views. Returns the name of the first view that differs, or NULL. */
static const char *
walk (const char *model, guint32 seed, int n, const char *only, gboolean told)
{
  WbWindow *window = wb_test_window (model);
  const char *wrong;

  walk_settle (wb_window_session (window));
  for (int i = 0; i < n; i++)
    {
      g_autofree char *words = walk_act (window, seed, i);

      walk_settle (wb_window_session (window));
      if (told)
        g_test_message ("  %s", words);
    }
  wrong = compare (window, seed, only, told);
  wb_test_close (window);
  return wrong;
}

/* Finds the shortest beginning of a walk after which a view differs, and prints it. */
static void
shrink (const char *model, guint32 seed, int n, const char *view)
{
  int right = -1, least = n;

  while (least - right > 1)
    {
      int middle = (right + least) / 2;

      if (walk (model, seed, middle, view, FALSE) == NULL)
        right = middle;
      else
        least = middle;
    }
  g_test_message ("%s, seed %u: the shortest walk after which “%s” differs:", model, seed, view);
  walk (model, seed, least, view, TRUE);
}

static int
number_of (const char *variable, int standard)
{
  return g_getenv (variable) != NULL ? atoi (g_getenv (variable)) : standard;
}

static void
test_model (gconstpointer data)
{
  const char *model = g_getenv ("WALK_MODEL") != NULL ? g_getenv ("WALK_MODEL") : data;
  int first = number_of ("WALK_FIRST", 1), seeds = number_of ("WALK_SEEDS", 1), n = number_of ("WALK_STEPS", N_STEPS);

  memset (counts, 0, sizeof counts);
  for (int seed = first; seed < first + seeds; seed++)
    {
      const char *wrong;

      g_test_message ("%s, seed %d", model, seed);
      wrong = walk (model, (guint32) seed, n, g_getenv ("WALK_VIEW"), g_getenv ("WALK_TELL") != NULL);
      if (wrong == NULL)
        continue;
      if (g_getenv ("WALK_TELL") == NULL)
        shrink (model, (guint32) seed, n, wrong);
      g_test_fail ();
    }
  g_assert_cmpint (counts[SAID_SAME], >, 0);
  g_test_message ("%s: %d views agree, %d differ, %d have nothing to compare", model, counts[SAID_SAME], counts[SAID_OTHER], counts[SAID_NOTHING]);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  wb_test_excuse_also (random_log_is_excused);
  g_test_add_data_func ("/said/after-a-walk/van-der-pol", "van-der-pol", test_model);
  g_test_add_data_func ("/said/after-a-walk/bouncing-ball", "bouncing-ball", test_model);
  return g_test_run ();
}

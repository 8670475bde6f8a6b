/* Random walks, after which the values that the views show are compared with those that the command line prints for the same inputs.
 *
 * Usage: test-shown. Environment: WALK_SEEDS=N walks (default 6), WALK_FIRST=SEED, WALK_STEPS=N actions, WALK_MODEL=MODEL in place of the models of the
 * table, WALK_VERBOSE=1 prints the actions and the views that are not compared, WALK_VIEW=NAME compares one view. The seed chooses the model. A walk that fails is
 * repeated with fewer actions, and the shortest beginning that still fails is printed. A view of which no walk compares a value is a failure. */
#include <stdlib.h>
#include <string.h>

#include "random-log.h"
#include "shown-views.h"
#include "test-share.h"
#include "walk-acts.h"
#include "wb-test-log.h"

#ifdef __SANITIZE_ADDRESS__
#define N_STEPS 4
#else
#define N_STEPS 10
#endif

/* Walks of the test suite. Each view is compared in at least one of them. */
#define N_WALKS 6

/* One model of each kind. Their runs take less than a second. */
static const char *const models[] = {
  "pid-motor",               /* a sampled controller */
  "noise-driven-oscillator", /* random inputs */
  "van-der-pol",             /* ordinary differential equations in the plane */
  "thermostat",              /* modes */
  "slider-crank",            /* a mechanism with constraints */
  "bouncing-ball",           /* jumps at located events */
  "heat-equation",           /* arrays of states */
  "block-on-a-belt",         /* rest and sliding */
  "pharmacokinetics",        /* doses at given times */
  "transistor-amplifier",    /* a differential-algebraic system with a mass matrix */
  "kepler",                  /* positions and velocities */
  "robertson",               /* a stiff system */
  "rigid-body-attitude",     /* a quaternion */
};

static const ShownView *const tables[] = { shown_run_views, shown_other_views };

/* The largest number of views in one table of comparisons. */
#define MAX_VIEWS 16

static int counts[SHOWN_DIFFERENT + 1];                      /* comparisons by verdict, for the summary of a walk */
static int n_compared[G_N_ELEMENTS (tables)][MAX_VIEWS];     /* walks that compared a value of the view */
static int n_walks;

/* Returns whether a view is compared. The views that compute studies take most of the time, so that a walk of the test suite compares a third of them: another third
 * with the next seed. */
static gboolean
is_compared (guint table, guint k)
{
  return table == 0 || g_getenv ("WALK_SEEDS") != NULL || test_takes (k, 3);
}

/* Compares all views. Returns the name of the first view that differs, or NULL. only: the only view that is compared, or NULL. */
static const char *
compare (WbWindow *window, guint32 seed, const char *only, gboolean verbose)
{
  ShownCheck check;
  const char *wrong = NULL;

  shown_begin (&check, window, seed);
  for (guint table = 0; table < G_N_ELEMENTS (tables); table++)
    for (guint k = 0; tables[table][k].name != NULL; k++)
      {
        const ShownView *view = &tables[table][k];
        ShownVerdict verdict;

        if (only != NULL ? strcmp (only, view->name) != 0 : !is_compared (table, k + seed))
          continue;
        g_string_truncate (check.message, 0);
        check.n_values = 0;
        verdict = view->compare (&check);
        if (verdict == SHOWN_SAME && check.n_values == 0)
          verdict = shown_not_compared (&check, "no value");
        counts[verdict]++;
        n_compared[table][k] += verdict != SHOWN_NOT_COMPARED;
        if (verdict == SHOWN_DIFFERENT || (verbose && verdict == SHOWN_NOT_COMPARED))
          g_test_message ("    %s: %s%s", view->name, verdict == SHOWN_NOT_COMPARED ? "not compared: " : "", check.message->str);
        if (verdict == SHOWN_DIFFERENT && wrong == NULL)
          wrong = view->name;
      }
  shown_end (&check);
  return wrong;
}

/* Returns the name of the model for the walk with this seed. */
static const char *
model_of (guint32 seed)
{
  return g_getenv ("WALK_MODEL") != NULL ? g_getenv ("WALK_MODEL") : models[seed % G_N_ELEMENTS (models)];
}

/* Makes n actions and compares the views. Returns the name of the first view that differs, or NULL. */
static const char *
walk (guint32 seed, int n, const char *only, gboolean verbose)
{
  WbWindow *window = wb_test_window (model_of (seed));
  const char *wrong;

  walk_settle (wb_window_session (window));
  for (int i = 0; i < n; i++)
    {
      g_autofree char *action = walk_act (window, seed, i);

      walk_settle (wb_window_session (window));
      if (verbose)
        g_test_message ("  %s", action);
    }
  wrong = compare (window, seed, only, verbose);
  wb_test_close (window);
  return wrong;
}

/* Finds the shortest beginning of a walk after which a view differs, and prints it. */
static void
shrink (guint32 seed, int n, const char *view)
{
  int right = -1, least = n;

  while (least - right > 1)
    {
      int middle = (right + least) / 2;

      if (walk (seed, middle, view, FALSE) == NULL)
        right = middle;
      else
        least = middle;
    }
  g_test_message ("%s, seed %u: the shortest walk after which “%s” differs:", model_of (seed), seed, view);
  walk (seed, least, view, TRUE);
}

static int
number_of (const char *variable, int standard)
{
  return g_getenv (variable) != NULL ? atoi (g_getenv (variable)) : standard;
}

static void
test_walk (gconstpointer data)
{
  guint32 seed = GPOINTER_TO_UINT (data);
  const char *wrong;

  memset (counts, 0, sizeof counts);
  n_walks++;
  wrong = walk (seed, number_of ("WALK_STEPS", N_STEPS), g_getenv ("WALK_VIEW"), g_getenv ("WALK_VERBOSE") != NULL);
  if (wrong != NULL && g_getenv ("WALK_VERBOSE") == NULL)
    shrink (seed, number_of ("WALK_STEPS", N_STEPS), wrong);
  if (wrong != NULL)
    g_test_fail ();
  else
    g_test_message ("%d views agree, of %d no value is compared", counts[SHOWN_SAME], counts[SHOWN_NOT_COMPARED]);
}

/* Fails for each view of which no walk compared a value. */
static void
test_views (void)
{
  if (n_walks < N_WALKS || g_getenv ("WALK_VIEW") != NULL || g_getenv ("WALK_MODEL") != NULL)
    {
      g_test_skip ("not all walks and views are taken");
      return;
    }
  for (guint table = 0; table < G_N_ELEMENTS (tables); table++)
    for (guint k = 0; tables[table][k].name != NULL; k++)
      {
        g_test_message ("%s: %d walks compared values", tables[table][k].name, n_compared[table][k]);
        if (n_compared[table][k] == 0)
          g_test_fail ();
      }
}

int
main (int argc, char **argv)
{
  int first = number_of ("WALK_FIRST", 0);

  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  wb_test_excuse_also (random_log_is_excused);
  for (int seed = first; seed < first + number_of ("WALK_SEEDS", g_getenv ("STEPWISE_TEST_ALL") != NULL ? (int) G_N_ELEMENTS (models) : N_WALKS); seed++)
    {
      g_autofree char *path = g_strdup_printf ("/shown/after-a-walk/%d-%s", seed, model_of ((guint32) seed));

      g_test_add_data_func (path, GUINT_TO_POINTER ((guint) seed), test_walk);
    }
  g_test_add_func ("/shown/in-all-walks/values-of-every-view-are-compared", test_views);
  return g_test_run ();
}

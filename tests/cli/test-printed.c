/* Runs command lines with small models, and compares everything that they print and write with tests/cli/printed.txt.
 *
 * An entry of the file is the command line, the exit status, standard output, standard error, and the content of the file that the command
 * writes. Times of the clock are "?". Other numbers agree up to RELATIVE, so that digits that depend on rounding errors do not matter; all
 * other words must be equal. "--record FILE" makes the file anew. */
#include <math.h>
#include <string.h>

#include "cli-test.h"

#define RELATIVE 1e-6
/* Largest number of differences that are shown for a command line. */
#define MOST_SHOWN 6

static const char oscillator[] =
    "format: 1\nname: Oscillator\nsummary: A damped oscillator.\ncategory: Tests\ntags: [linear]\nsource: a test\ntime: {end: 6, unit: s}\n"
    "parameters:\n  k: {value: 4, unit: 1/s^2, range: [0, 9], about: stiffness}\n  d: 0.1\n"
    "states:\n  x: {initial: 1, derivative: v, kind: position, unit: m}\n  v: {initial: 0, derivative: -k*x - d*v, kind: velocity}\n"
    "outputs:\n  energy: {value: k*x^2/2 + v^2/2, unit: J}\n"
    "plots:\n  - {type: time, show: [x, v]}\n  - {type: phase, x: x, y: v}\n";
static const char ball[] =
    "format: 1\nname: Ball\ntime: {end: 3, unit: s}\nparameters: {g: 9.81, e: 0.8}\n"
    "states:\n  h: {initial: 2, derivative: v, unit: m}\n  v: {initial: 0, derivative: -g}\n"
    "discrete: {bounces: 0}\n"
    "events:\n  impact: {crossing: h, direction: falling, set: {h: 0, v: -e*v, bounces: bounces + 1}, about: the ball meets the floor}\n"
    "  tick: {every: 1, set: {bounces: bounces}}\n  apex: {crossing: v, direction: falling}\n";
static const char stiff[] = "format: 1\nname: Stiff\ntime: {end: 2}\nparameters: {mu: 20, a: {value: 1, range: [0, 2]}}\n"
                            "states:\n  x: {initial: 2, derivative: y}\n  y: {initial: 0, derivative: mu*(1 - x^2)*y - a*x}\n";
static const char cubic[] = "format: 1\nname: Cubic\ntime: {end: 5}\nparameters: {r: 0.5}\nstates:\n  x: {initial: 0.3, derivative: r*x - "
                            "x^3 - y}\n  y: {initial: 0.1, derivative: x - y}\n";
static const char random_model[] =
    "format: 1\nname: Random\ntime: {end: 2}\nparameters:\n  k: {value: 1, distribution: \"normal(1, 0.1)\"}\n"
    "states: {x: {initial: 1, derivative: -k*x}}\n";
static const char wrong[] = "format: 1\nname: Wrong\nstates:\n  x: {initial: 1, derivative: -k*x}\n  y: {initial: 1, derivativ: 2}\n";
static const char study[] = "format: 1\nstudy: ensemble\nmodel: osc.yaml\nmembers: 6\nseed: 3\nvary:\n  k: \"normal(4, 0.2)\"\nrecord:\n  "
                            "peak: {maximum: x}\n  last: {final: v}\n";
static const char points[] = "t,x,v,k\n0,1,0,4\n1,0.5,-2,3\n";
static const char falls[] = "t,h,v\n0,1,0\n1,0.5,-2\n";

static const struct
{
  const char *name, *text;
} files[] = {
  { "osc.yaml", oscillator },  { "ball.yaml", ball },           { "stiff.yaml", stiff },
  { "cubic.yaml", cubic },     { "random.yaml", random_model }, { "wrong.yaml", wrong },
  { "osc.study.yaml", study }, { "points.csv", points },        { "falls.csv", falls },
};

/* The command lines, and the file that each writes, if any. @ is the folder of the files. */
static const struct
{
  const char *line, *file;
} lines[] = {
  { "show @/osc.yaml" },
  { "show @/ball.yaml" },
  { "check @/osc.yaml @/wrong.yaml" },
  { "run @/osc.yaml" },
  { "run @/osc.yaml --stats table" },
  { "run @/osc.yaml --stats json" },
  { "run @/osc.yaml --samples 5 --output -" },
  { "run @/osc.yaml --sample-every 1.3 --columns energy,x --output -" },
  { "run @/osc.yaml --times 0.5,2,1 --output -" },
  { "run @/osc.yaml --accuracy 1e-2 --tape @/tape.csv", "tape.csv" },
  { "run @/osc.yaml --integrator radau5 --accuracy 1e-2 --output @/out.csv --stats table", "out.csv" },
  { "run @/osc.yaml --fixed-step 0.5 --integrator runge_kutta4 --output -" },
  { "run @/osc.yaml --branch-at 2 --branch-set k=1 --final" },
  { "run @/osc.yaml --set q=1" },
  { "run @/osc.yaml --accuracy none" },
  { "run @/osc.yaml --max-num-steps 10 --final" },
  { "run @/osc.yaml --output - --final" },
  { "run @/osc.yaml extra" },
  { "" },
  { "run @/ball.yaml --events @/events.csv --final", "events.csv" },
  { "run @/ball.yaml --output - --samples 4 --quiet" },

  { "run @/random.yaml --random --seed 4 --final" },
  { "compare @/osc.yaml --integrator runge_kutta5 --integrator radau5 --format json" },
  { "converge @/osc.yaml --integrator runge_kutta4 --steps 0.5,0.25,0.125 --format json" },
  { "converge @/osc.yaml --integrator runge_kutta4 --steps 0.5,0.25 --largest dense --format json" },
  { "work-precision @/osc.yaml --integrator runge_kutta5 --accuracies 1e-3,1e-5 --largest steps --format json" },
  { "microscope @/osc.yaml --attempt 3" },
  { "microscope @/osc.yaml --attempt 2 --integrator radau5 --format json" },
  { "microscope @/stiff.yaml --rejection 1 --integrator runge_kutta3" },
  { "microscope @/ball.yaml --event 1" },
  { "microscope @/ball.yaml --event 2 --format json" },
  { "microscope @/osc.yaml --attempt 2 --integrator verlet" },
  { "microscope @/osc.yaml --attempt 4 --integrator adams_bashforth3 --fixed-step 0.1" },
  { "stability --integrator runge_kutta4" },
  { "stability --integrator radau5 --format json" },
  { "stability @/stiff.yaml --integrator runge_kutta5" },
  { "stability @/osc.yaml --integrator verlet --format csv" },
  { "tableau runge_kutta4" },
  { "tableau runge_kutta4 --format yaml" },
  { "tableau runge_kutta4 --format latex" },
  { "tableau runge_kutta4 --format c" },
  { "ensemble @/osc.study.yaml --jobs 1 --output @/o.results" },
  { "ensemble export @/o.results --output @/o.csv", "o.csv" },
  { "ensemble @/random.yaml --members 4 --record last=final:x --jobs 1 --format json" },
  { "replay @/osc.study.yaml --member 2" },
  { "replay @/osc.study.yaml --member 3 --format json --check @/o.results" },
  { "sweep @/osc.yaml --vary k=1:4:3 --record p=maximum:x --jobs 1" },
  { "sweep @/osc.yaml --vary k=1:4:2 --vary d=0:0.2:2 --record f=final:x --record c=count:x>0 --jobs 1 --format csv" },
  { "sweep @/osc.yaml --vary k=1:4:2 --record f=first:x<0 --jobs 1 --format json" },
  { "sweep @/osc.yaml" },
  { "linearize @/stiff.yaml" },
  { "discretize @/osc.yaml --period 0.1" },
  { "sensitivity @/osc.yaml" },
  { "sensitivity @/osc.yaml --parameters k --format csv" },
  { "equilibria @/cubic.yaml" },
  { "equilibria @/cubic.yaml --format json" },
  { "poincare @/osc.yaml --section x --keep 3" },
  { "lyapunov @/osc.yaml --time 3" },
  { "orbit @/cubic.yaml --vary r=0.1:0.5:3 --transient 1 --keep 2" },
  { "study controller @/osc.yaml --format csv" },
  { "study cost-ledger @/osc.yaml" },
  { "study tolerance-dial @/osc.yaml --format json" },
  { "study step-limits @/osc.yaml" },
  { "study controller @/osc.yaml --option nothing=1" },
  { "basin @/cubic.yaml --x x=-1:1 --y y=-1:1 --grid 4,3 --jobs 1" },
  { "basin @/cubic.yaml --x x=-1:1 --grid 5,1 --jobs 1 --output @/grid.csv", "grid.csv" },
  { "batch-eval @/osc.yaml --points @/points.csv" },
  { "batch-eval @/ball.yaml --points @/points.csv" },
  { "batch-eval @/ball.yaml --update tick --steps 2 --points @/falls.csv" },
  { "tableau --help" },
  { "list tableaus --format json" },
  { "--version-of" },
  { "run --outptu x" },
};

static GHashTable *recorded; /* from a command line to its entry */
static int n_differences;

/* Runs a command line and returns all that it prints and writes, with @ in place of the folder of the files and DATA in place of that of
 * the program's data. Free it with g_free. */
static char *
entry_of (gsize k)
{
  g_autoptr (GRegex) times = g_regex_new ("(wall_seconds\": |Wall time \\(s\\) +|realtime_rate\": |Real-time rate +)[^\\s,}]+", 0, 0, NULL);
  g_autoptr (GString) line = g_string_new (lines[k].line), text = g_string_new (NULL);
  g_auto (Result) result = { 0 };

  g_string_replace (line, "@", folder, 0);
  result = cli ("%s", line->str);
  g_string_append_printf (text, "exit %d\n%s-- errors\n%s", result.status, result.out, result.err);
  if (lines[k].file != NULL)
    {
      g_autofree char *path = scratch (lines[k].file), *content = NULL;

      g_file_get_contents (path, &content, NULL, NULL);
      g_string_append_printf (text, "-- file\n%s", content != NULL ? content : "missing\n");
    }
  g_string_replace (text, folder, "@", 0);
  g_string_replace (text, g_getenv ("STEPWISE_DATA_DIR"), "DATA", 0);
  return g_regex_replace (times, text->str, -1, 0, "\\1?", 0, NULL);
}

static char **
words_of (const char *line)
{
  return g_strsplit_set (line, " ,:[](){}|=", -1);
}

static gboolean
words_agree (const char *word, const char *expected)
{
  char *end, *expected_end;
  double value = g_ascii_strtod (word, &end), other = g_ascii_strtod (expected, &expected_end);

  if (strcmp (word, expected) == 0)
    return TRUE;
  if (end == word || expected_end == expected || strcmp (end, expected_end) != 0)
    return FALSE;
  return fabs (value - other) <= RELATIVE * fabs (other);
}

static gboolean
lines_agree (const char *line, const char *expected)
{
  g_auto (GStrv) words = words_of (line), others = words_of (expected);
  guint n = g_strv_length (words);

  if (n != g_strv_length (others))
    return FALSE;
  for (guint k = 0; k < n; k++)
    if (!words_agree (words[k], others[k]))
      return FALSE;
  return TRUE;
}

static void
test_line (gconstpointer data)
{
  gsize row = GPOINTER_TO_SIZE (data);
  const char *expected = g_hash_table_lookup (recorded, lines[row].line);
  g_autofree char *text = entry_of (row);
  g_auto (GStrv) printed = g_strsplit (text, "\n", -1), others = g_strsplit (expected != NULL ? expected : "", "\n", -1);
  guint n = g_strv_length (printed), m = g_strv_length (others);

  n_differences = 0;
  for (guint k = 0; k < MAX (n, m) && n_differences < MOST_SHOWN; k++)
    if (k >= n || k >= m || !lines_agree (printed[k], others[k]))
      {
        n_differences++;
        g_test_message ("line %u:\n  printed:  %s\n  recorded: %s", k + 1, k < n ? printed[k] : "nothing", k < m ? others[k] : "nothing");
      }
  if (n_differences > 0)
    g_test_fail_printf ("after an intended change: CONTRIBUTING.md, section 'Recorded pictures'");
}

static void
record (const char *path)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize k = 0; k < G_N_ELEMENTS (lines); k++)
    {
      g_autofree char *entry = entry_of (k);

      g_string_append_printf (text, "== %s\n%s", lines[k].line, entry);
      if (text->str[text->len - 1] != '\n')
        g_string_append_c (text, '\n');
    }
  if (!g_file_set_contents (path, text->str, -1, NULL))
    g_error ("%s cannot be written", path);
}

static void
read_recorded (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("G_TEST_SRCDIR"), "cli", "printed.txt", NULL), *text = NULL;
  g_auto (GStrv) entries = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    g_error ("%s cannot be read", path);
  entries = g_strsplit (text, "\n== ", -1);
  for (guint k = 0; entries[k] != NULL; k++)
    {
      const char *entry = entries[k] + (k == 0 ? strlen ("== ") : 0), *end = strchr (entry, '\n');

      /* The line end of all entries but the last one is part of the separator. */
      g_hash_table_insert (recorded, g_strndup (entry, (gsize)(end - entry)),
                           entries[k + 1] != NULL ? g_strconcat (end + 1, "\n", NULL) : g_strdup (end + 1));
    }
}

int
main (int argc, char **argv)
{
  int status = 0;

  g_setenv ("LC_ALL", "C.UTF-8", TRUE);
  cli_test_init ();
  recorded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (gsize k = 0; k < G_N_ELEMENTS (files); k++)
    write_file (files[k].name, files[k].text);
  if (argc == 3 && strcmp (argv[1], "--record") == 0)
    record (argv[2]);
  else
    {
      g_test_init (&argc, &argv, NULL);
      read_recorded ();
      for (gsize k = 0; k < G_N_ELEMENTS (lines); k++)
        {
          g_auto (GStrv) words = g_strsplit (lines[k].line, " ", 2);
          g_autofree char *path = g_strdup_printf ("/cli/printed/line-%" G_GSIZE_FORMAT "-%s", k, words[0] != NULL ? words[0] : "");

          g_test_add_data_func (path, GSIZE_TO_POINTER (k), test_line);
        }
      status = g_test_run ();
    }
  g_hash_table_unref (recorded);
  cli_test_clear ();
  return status;
}

/* Tests that the program accepts every choice that --help lists for an option. */
#include "cli-test.h"

#include <string.h>

/* A command line that succeeds. %s stands for the scratch folder. NULL: the command has no
 * choices. */
typedef struct
{
  const char *name, *line;
} Command;

/* The model of `run` has an animation, an invariant, events and two states, so that every view can be
 * drawn. */
static const Command commands[] = {
  { "list", "list models" },
  { "run", "run bouncing-ball-elastic --end 3 --quiet" },
  { "compare", "compare harmonic-oscillator --integrator runge_kutta5 --end 1 --quiet" },
  { "converge", "converge harmonic-oscillator --integrator runge_kutta4 --steps 0.1,0.05 --quiet" },
  { "work-precision", "work-precision harmonic-oscillator --integrator runge_kutta5 --accuracies 1e-3,1e-4 --quiet" },
  { "show", "show harmonic-oscillator" },
  { "check", NULL },
  { "batch-eval", "batch-eval lorenz --points %s/points.csv" },
  { "stability", "stability --integrator runge_kutta4" },
  { "tableau", "tableau runge_kutta4" },
};

/* Options that can be used only together with other options. */
static const struct { const char *name, *beside; } beside[] = {
  { "view", "--plot %s/view.svg" },
  { "theme", "--plot %s/theme.svg" },
  { "subdivide-fixed", "--integrator implicit_euler --fixed-step 0.01" },
  { "jacobian", "--integrator radau" },
  { "reuse-jacobian", "--integrator radau" },
  { "full-newton", "--integrator radau" },
};

static const char *
options_beside (const Command *command, const char *name)
{
  for (guint i = 0; strcmp (command->name, "run") == 0 && i < G_N_ELEMENTS (beside); i++)
    if (strcmp (beside[i].name, name) == 0)
      return beside[i].beside;
  return "";
}

/* Replaces %s by the path of the scratch folder. Free the result with g_free. */
static char *
in_folder (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "%s", -1);

  return g_strjoinv (folder, parts);
}

/* Returns the value to pass for a choice of `argument`: the choice itself, or a scratch file with that ending. Free it with
 * g_free. */
static char *
value_of (const char *argument, const char *word)
{
  g_autofree char *path = scratch ("choice");

  if (g_str_has_prefix (argument, "FILE."))
    return strcmp (word, "-") == 0 ? g_strdup (word) : g_strdup_printf ("%s.%s", path,
                                                                        g_str_has_prefix (word, "FILE.") ? word + strlen ("FILE.") : word);
  if (g_str_has_suffix (word, ":FILE"))
    return g_strdup_printf ("%.*s:%s.json", (int) (strlen (word) - strlen (":FILE")), word, path);
  return g_strdup (word);
}

static void
try_option (const Command *command, const char *name, const char *argument)
{
  g_auto (GStrv) words = g_strsplit (argument, "|", -1);
  g_autofree char *line = in_folder (command->line), *others = in_folder (options_beside (command, name));

  for (char **word = words; *word != NULL; word++)
    {
      g_autofree char *value = value_of (argument, *word);
      g_auto (Result) result = cli ("%s %s --%s %s", line, others, name, value);

      g_test_message ("%s --%s %s", command->name, name, *word);
      g_assert_cmpstr (result.err, ==, "");
      expect_status (result, 0);
    }
}

static void
test_choices (gconstpointer data)
{
  const Command *command = data;
  g_auto (Result) help = cli ("%s --help", command->name);
  g_auto (GStrv) lines = g_strsplit (help.out, "\n", -1);
  g_autoptr (GRegex) option = g_regex_new ("^  --([a-z0-9-]+) (\\S+\\|\\S+)", 0, 0, NULL);
  int n_choices = 0;

  expect_status (help, 0);
  for (char **line = lines; *line != NULL; line++)
    {
      g_autoptr (GMatchInfo) match = NULL;
      g_autofree char *name = NULL, *argument = NULL;

      if (!g_regex_match (option, *line, 0, &match))
        continue;
      name = g_match_info_fetch (match, 1);
      argument = g_match_info_fetch (match, 2);
      g_assert_nonnull (command->line);
      try_option (command, name, argument);
      n_choices++;
    }
  g_test_message ("%s names %d choices", command->name, n_choices);
}

/* The positional argument of a command may be a choice too. */
static void
test_arguments (void)
{
  g_auto (Result) help = cli ("list --help");
  const char *start = strstr (help.out, "stepwise-cli list "), *end;
  g_auto (GStrv) words = NULL;
  g_autofree char *argument = NULL;

  g_assert_nonnull (start);
  start += strlen ("stepwise-cli list ");
  end = strchr (start, ' ');
  argument = g_strndup (start, (gsize) (end - start));
  words = g_strsplit (argument, "|", -1);
  g_assert_cmpuint (g_strv_length (words), >=, 3);
  for (char **word = words; *word != NULL; word++)
    {
      g_auto (Result) result = cli ("list %s", *word);

      expect_status (result, 0);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cli_test_init ();
  write_file ("points.csv", "x,y,z\n1,2,3\n");
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *path = g_strconcat ("/choices/each-choice-in-the-help-is-accepted/", commands[i].name, NULL);

      g_test_add_data_func (path, &commands[i], test_choices);
    }
  g_test_add_func ("/choices/the-command-list-accepts-each-argument-that-its-help-names", test_arguments);
  status = g_test_run ();
  cli_test_clear ();
  return status;
}

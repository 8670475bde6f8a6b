/* Tests the numbers of all lessons. The check of an expected number fails if its last digit is changed. Each number in a text is
 * an expectation or an input of the lesson, except whole numbers up to 20 and the exceptions listed below. */
#include <math.h>
#include <string.h>

#include "lab-lesson-check.h"
#include "model-library.h"
#include "test-share.h"

/* ---- the last digit ---- */

/* Returns a number as it is written, with another last digit of its mantissa. */
static char *
with_other_digit (const char *digits)
{
  char *changed = g_strdup (digits);
  gsize last = strcspn (digits, "eE");

  while (last-- > 0)
    if (g_ascii_isdigit (changed[last]))
      {
        changed[last] = (char) (changed[last] == '9' ? '8' : changed[last] + 1);
        return changed;
      }
  g_assert_not_reached ();
}

/* Computes a lesson once, and compares its values with each expected number after a change of the last digit. */
static guint
check_digits (const char *path)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (LabLesson) lesson = lab_lesson_load (path, NULL, diagnostics);
  g_autoptr (GArray) checks = lesson != NULL ? lab_lesson_check (lesson, NULL, diagnostics, NULL) : NULL;
  guint n = 0;

  g_test_message ("%s", path);
  g_assert_nonnull (checks);
  for (guint k = 0; k < checks->len; k++)
    {
      LabCheck *check = &g_array_index (checks, LabCheck, k);
      LabExpectation changed = *check->expectation;
      g_autofree char *digits = changed.digits != NULL ? with_other_digit (changed.digits) : NULL;

      g_assert_true (check->passed);
      if (digits == NULL)
        continue;
      changed.digits = digits;
      changed.is = g_ascii_strtod (digits, NULL);
      changed.low = changed.is - changed.within;
      changed.high = changed.is + changed.within;
      check->expectation = &changed;
      lab_check_judge (check);
      if (check->passed)
        g_test_message ("line %d: %s is accepted in place of %s", changed.node->line, digits,
                        g_array_index (lesson->expectations, LabExpectation, k).digits);
      g_assert_false (check->passed);
      n++;
    }
  return n;
}

static void
test_digits (void)
{
  g_autoptr (GPtrArray) paths = lab_lesson_paths ();
  guint n = 0;

  g_assert_cmpuint (paths->len, >=, 57);
  for (guint k = 0; k < paths->len; k++)
    if (test_takes (k, 3))
      n += check_digits (paths->pdata[k]);
  g_assert_cmpuint (n, >, test_takes (1, 2) ? 300 : 100);
}

/* ---- numbers in texts ---- */

/* Numbers that are neither computed nor an input of the runs. */
static const struct { const char *lesson, *number, *reason; } exempt[] = {
  { "richardson", "1911", "year" },
  { NULL, NULL, NULL },
};

/* Smaller whole numbers are counts and orders, as in "order 5" or "ten steps". */
#define LARGEST_COUNT 20

static void
add_number (GHashTable *numbers, double value)
{
  double *key = g_new (double, 1);

  *key = value;
  g_hash_table_add (numbers, key);
}

/* Reads the number at *text, with spaces between groups of three digits, and moves *text behind it. */
static double
read_number (const char **text)
{
  g_autoptr (GString) number = g_string_new (NULL);
  const char *at = *text;
  char *end;
  double value;

  for (; g_ascii_isdigit (*at) || (*at == ' ' && number->len > 0 && number->len <= 3 + 3 && g_ascii_isdigit (at[1]) && g_ascii_isdigit (at[2])
                                   && g_ascii_isdigit (at[3]) && !g_ascii_isdigit (at[4]) && at[4] != '.'); at++)
    if (*at != ' ')
      g_string_append_c (number, *at);
  if (*at == '.' && g_ascii_isdigit (at[1]))
    for (g_string_append_c (number, *at++); g_ascii_isdigit (*at); at++)
      g_string_append_c (number, *at);
  if ((*at == 'e' || *at == 'E') && (g_ascii_isdigit (at[1]) || ((at[1] == '-' || at[1] == '+') && g_ascii_isdigit (at[2]))))
    {
      g_string_append_len (number, at, 2);
      for (at += 2; g_ascii_isdigit (*at); at++)
        g_string_append_c (number, *at);
    }
  *text = at;
  value = g_ascii_strtod (number->str, &end);
  return value;
}

/* Collects all numbers of a text. A digit after a letter belongs to a name. */
static void
take_numbers (GHashTable *numbers, const char *text)
{
  for (const char *at = text; *at != '\0';)
    if (g_ascii_isdigit (*at) && (at == text || !(g_ascii_isalnum (at[-1]) || at[-1] == '_' || at[-1] == '.')))
      add_number (numbers, read_number (&at));
    else
      at++;
}

/* Collects the numbers of all scalars below a node, except the texts of pages. */
static void
take_inputs (GHashTable *numbers, const ModelYaml *node)
{
  static const char *const texts[] = { "text", "after", "ask", "hint", "title", "choose", "answer", "order", "source", "tags", NULL };

  if (node->type == MODEL_YAML_SCALAR)
    take_numbers (numbers, node->text);
  for (int k = 0; node->type != MODEL_YAML_SCALAR && k < node->n_items; k++)
    if (node->type != MODEL_YAML_MAPPING || !g_strv_contains (texts, node->keys[k]->text))
      take_inputs (numbers, node->items[k]);
}

/* Collects the numbers of the study file of an expectation, if it has one. */
static void
take_study_file (GHashTable *numbers, const LabLesson *lesson, const LabExpectation *expectation, GPtrArray *diagnostics)
{
  g_autofree char *folder = g_path_get_dirname (lesson->path), *path = NULL;
  g_autoptr (ModelYamlDocument) document = NULL;

  if (expectation->study == NULL || !g_str_has_suffix (expectation->study, ".yaml"))
    return;
  path = g_build_filename (folder, expectation->study, NULL);
  document = model_yaml_load (path, diagnostics);
  g_assert_nonnull (document);
  take_inputs (numbers, model_yaml_root (document));
}

static gboolean
is_exempt (const LabLesson *lesson, double value)
{
  for (guint k = 0; exempt[k].lesson != NULL; k++)
    if (strcmp (exempt[k].lesson, lesson->id) == 0 && g_ascii_strtod (exempt[k].number, NULL) == value)
      return TRUE;
  return FALSE;
}

/* Reports each number of a text that is not an input. The text is that of the file: numbers in braces are expectations. */
static int
check_text (const LabLesson *lesson, GHashTable *inputs, const ModelYaml *node)
{
  int n_wrong = 0;

  for (const char *at = node != NULL && node->text != NULL ? node->text : ""; *at != '\0';)
    {
      const char *begin = at;
      double value;

      if (!g_ascii_isdigit (*at) || (at > node->text && (g_ascii_isalnum (at[-1]) || at[-1] == '_' || at[-1] == '.')))
        {
          at++;
          continue;
        }
      value = read_number (&at);
      if ((value == rint (value) && value <= LARGEST_COUNT) || g_hash_table_contains (inputs, &value) || is_exempt (lesson, value))
        continue;
      g_test_message ("%s: %.*s in a text is neither an expectation nor an input", lesson->id, (int) (at - begin), begin);
      n_wrong++;
    }
  return n_wrong;
}

/* Checks the texts of all pages below the root of a lesson or of its translation. */
static int
check_pages (const LabLesson *lesson, GHashTable *inputs, const ModelYaml *root)
{
  static const char *const keys[] = { "text", "after", "ask", "hint" };
  const ModelYaml *pages = model_yaml_get (root, "pages");
  int n_wrong = 0;

  for (int k = 0; k < pages->n_items; k++)
    for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
      n_wrong += check_text (lesson, inputs, model_yaml_get (pages->items[k], keys[i]));
  return n_wrong;
}

static int
check_lesson (const char *path)
{
  g_autofree char *stem = g_strndup (path, strlen (path) - strlen (".yaml")), *german_path = g_strconcat (stem, ".de.yaml", NULL);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (LabLesson) lesson = lab_lesson_load (path, NULL, diagnostics);
  g_autoptr (ModelYamlDocument) german = model_yaml_load (german_path, diagnostics);
  g_autoptr (GHashTable) inputs = g_hash_table_new_full (g_double_hash, g_double_equal, g_free, NULL);
  const ModelYaml *root;

  g_assert_nonnull (lesson);
  g_assert_nonnull (german);
  root = model_yaml_root (lesson->document);
  take_inputs (inputs, root);
  for (guint k = 0; k < lesson->runs->len; k++)
    {
      g_autoptr (Model) model = lab_lesson_model (lesson, &g_array_index (lesson->runs, LabLessonRun, k), -1, diagnostics);
      g_autofree char *text = NULL;

      g_assert_nonnull (model);
      g_assert_true (g_file_get_contents (model_path (model), &text, NULL, NULL));
      take_numbers (inputs, text);
    }
  for (guint k = 0; k < lesson->expectations->len; k++)
    take_study_file (inputs, lesson, &g_array_index (lesson->expectations, LabExpectation, k), diagnostics);
  return check_pages (lesson, inputs, root) + check_pages (lesson, inputs, model_yaml_root (german));
}

static void
test_texts (void)
{
  g_autoptr (GPtrArray) paths = lab_lesson_paths ();
  int n_wrong = 0;

  for (guint k = 0; k < paths->len; k++)
    n_wrong += check_lesson (paths->pdata[k]);
  g_assert_cmpint (n_wrong, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/lesson-numbers/a-number-in-a-text-is-an-expectation-or-an-input", test_texts);
  g_test_add_func ("/lab/lesson-numbers/a-changed-last-digit-of-an-expected-number-fails", test_digits);
  return g_test_run ();
}

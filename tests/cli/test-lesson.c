/* Tests the commands for lessons: exit status, messages and JSON. */
#include "cli-test.h"

#include <string.h>

/* A lesson about y' = −y. Explicit Euler with ten steps of 0.1 ends at 0.9¹⁰. */
static const char text[] = "format: 1\ntitle: Decay\nchapter: accuracy\nlevel: beginner\nminutes: 5\nmodel: dahlquist-decay\n"
                           "runs: {a: {integrator: explicit_euler, fixed_step: 0.1, end: 1, set: {lambda: -1}}}\n"
                           "pages: [{text: \"It ends at {end}.\"}]\n"
                           "expect: [{name: end, run: a, value: y, is: %s, within: 0.00005}]\n";

static void
write_lesson (const char *name, const char *number)
{
  g_autofree char *whole = g_strdup_printf (text, number);

  write_file (name, whole);
}

static void
test_check (void)
{
  g_autofree char *path = scratch ("decay.lesson.yaml");

  write_lesson ("decay.lesson.yaml", "0.3487");
  {
    g_auto (Result) result = cli ("lesson check %s", path), json = cli ("lesson check %s --format json", path);

    expect_status (result, 0);
    expect_has (result.out, "1 of 1 expectations hold");
    expect_status (json, 0);
    expect_has (json.out, "\"decay\": {\"passed\": true");
    expect_has (json.out, "{\"value\": \"y\", \"is\": 0.3487, \"within\": 0.00005, \"got\": 0.348678440");
  }
}

static void
test_changed_digit (void)
{
  g_autofree char *path = scratch ("decay.lesson.yaml");

  write_lesson ("decay.lesson.yaml", "0.3488");
  {
    g_auto (Result) result = cli ("lesson check %s", path), verified = cli ("check %s", path);

    expect_status (result, 5);
    expect_has (result.err, "decay.lesson.yaml:9:10: y of a is 0.34867844");
    expect_has (result.err, "expected 0.3488");
    expect_status (verified, 0);
  }
}

static void
test_wrong (void)
{
  g_autofree char *path = scratch ("wrong.lesson.yaml");

  write_lesson ("wrong.lesson.yaml", "[1]");
  {
    g_auto (Result) result = cli ("lesson check %s", path), verified = cli ("check %s", path), unknown = cli ("lesson check nothing");
    g_auto (Result) verb = cli ("lesson chek"), format = cli ("lesson check --format csv");

    expect_status (result, 3);
    expect_has (result.err, "wrong.lesson.yaml:9:44: 'is' must be a number");
    expect_status (verified, 3);
    expect_has (verified.err, "wrong.lesson.yaml:9:44: 'is' must be a number");
    expect_status (unknown, 3);
    expect_has (unknown.err, "there is no lesson 'nothing'");
    expect_status (verb, 2);
    expect_status (format, 2);
  }
}

static void
test_export (void)
{
  g_autofree char *html = scratch ("euler.html"), *pdf = scratch ("euler.pdf");
  g_auto (Result) page = cli ("lesson export euler-spirals-out --language de --output %s", html);
  g_auto (Result) handout = cli ("lesson export euler-spirals-out --output %s", pdf);
  g_auto (Result) ending = cli ("lesson export euler-spirals-out --output euler.txt"), language = cli ("lesson export euler-spirals-out --language fr --output %s", html);
  g_auto (Result) unknown = cli ("lesson export nothing --output %s", html);

  expect_status (page, 0);
  expect_status (handout, 0);
  {
    g_autofree char *shown = read_file ("euler.html"), *document = read_file ("euler.pdf");

    expect_has (shown, "<html lang=\"de\">");
    expect_has (shown, "Der Radius endet bei 144.77.");
    expect_has (shown, "src=\"data:image/svg+xml;base64,");
    g_assert_null (strstr (shown, "http:"));
    g_assert_null (strstr (shown, "https:"));
    g_assert_true (g_str_has_prefix (document, "%PDF-"));
  }
  expect_status (ending, 2);
  expect_status (language, 2);
  expect_status (unknown, 3);
}

/* Returns the first picture of a page. */
static char *
picture_of (const char *file)
{
  g_autofree char *page = read_file (file);
  const char *begin = strstr (page, "class=\"figure\""), *source = begin != NULL ? strstr (begin, "base64,") : NULL;

  g_assert_nonnull (source);
  return g_strndup (source, strcspn (source, "\""));
}

/* The lesson file gives its plots no titles. So the pictures of the English and the German handout differ only by the translated words of
 * Stepwise, such as "accepted". */
static void
test_language_of_pictures (void)
{
  g_autofree char *programs = g_path_get_dirname (STEPWISE_CLI);
  g_autofree char *catalogue = g_build_filename (programs, "..", "..", "po", "de", "LC_MESSAGES", "stepwise.mo", NULL);
  g_autofree char *english = scratch ("english.html"), *again = scratch ("again.html"), *german = scratch ("german.html");
  g_auto (Result) first = cli ("lesson export pleiades --output %s", english), second = cli ("lesson export pleiades --language en --output %s", again);
  g_auto (Result) third = cli ("lesson export pleiades --language de --output %s", german);
  g_autofree char *picture = NULL, *same = NULL, *other = NULL;

  expect_status (first, 0);
  expect_status (second, 0);
  expect_status (third, 0);
  picture = picture_of ("english.html");
  same = picture_of ("again.html");
  other = picture_of ("german.html");
  g_assert_cmpstr (picture, ==, same);
  if (g_file_test (catalogue, G_FILE_TEST_EXISTS))
    g_assert_cmpstr (picture, !=, other);
  else
    g_test_skip ("the German catalogue is not built");
}

/* The right order of the formulations is that of the alphabet. The handout lists them in another order. */
static void
test_order (void)
{
  g_autofree char *html = scratch ("order.html");
  g_auto (Result) result = cli ("lesson export index-ladder --output %s", html);
  g_autofree char *page = NULL;
  const char *first, *second;

  expect_status (result, 0);
  page = read_file ("order.html");
  first = strstr (page, "– index 1");
  second = strstr (page, "– index 2");
  g_assert_nonnull (first);
  g_assert_nonnull (second);
  g_assert_true (second < first);
}

/* Returns the last picture of a page as SVG. */
static char *
last_picture (const char *file)
{
  g_autofree char *page = read_file (file);
  const char *begin = g_strrstr (page, "class=\"figure\""), *source = begin != NULL ? strstr (begin, "base64,") : NULL;
  g_autofree char *base64 = NULL, *svg = NULL;
  gsize n;

  g_assert_nonnull (source);
  source += strlen ("base64,");
  base64 = g_strndup (source, strcspn (source, "\""));
  svg = (char *) g_base64_decode (base64, &n);
  return g_strndup (svg, n);
}

/* A branch of a branch is shown with the runs from which it begins. */
static void
test_branches (void)
{
  g_autofree char *html = scratch ("branches.html");
  g_auto (Result) result = cli ("lesson export two-branches --output %s", html);
  g_autofree char *page = NULL, *picture = NULL;

  expect_status (result, 0);
  page = read_file ("branches.html");
  expect_has (page, "<p class=\"about\">C begins at t = 5 from the state of A.</p>");
  expect_has (page, "<p class=\"about\">B begins at t = 5 from the state of A. D begins at t = 10 from the state of B.</p>");
  picture = last_picture ("branches.html");
  expect_has (picture, ">A<");
  expect_has (picture, ">B<");
  expect_has (picture, ">D<");
  g_assert_null (strstr (picture, ">C<"));
}

static void
test_list (void)
{
  g_auto (Result) result = cli ("list lessons --format csv");

  expect_status (result, 0);
  expect_has (result.out, "id,chapter,level,minutes,pages,model,title");
  expect_has (result.out, "euler-spirals-out,geometry,beginner,");
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cli_test_init ();
  g_test_add_func ("/cli/lesson/check-prints-how-many-expectations-hold", test_check);
  g_test_add_func ("/cli/lesson/a-wrong-last-digit-fails-the-check-and-is-reported-with-its-position", test_changed_digit);
  g_test_add_func ("/cli/lesson/a-wrong-lesson-or-argument-gives-an-exit-status-and-a-message", test_wrong);
  g_test_add_func ("/cli/lesson/list-prints-the-lessons", test_list);
  g_test_add_func ("/cli/lesson/export-writes-a-page-without-links-and-a-pdf", test_export);
  g_test_add_func ("/cli/lesson/pictures-of-a-german-handout-have-german-words", test_language_of_pictures);
  g_test_add_func ("/cli/lesson/a-handout-does-not-list-items-in-the-right-order", test_order);
  g_test_add_func ("/cli/lesson/a-branch-is-exported-with-the-runs-from-which-it-begins", test_branches);
  status = g_test_run ();
  cli_test_clear ();
  return status;
}

/* Tests the language of the words in figures, and the catalogues that it reads. */
#include <glib/gstdio.h>
#include <libintl.h>
#include <string.h>

#include "plot-catalogue.h"
#include "plot-words.h"

/* Appends a number with the order of bytes of this machine. */
static void
add_number (GByteArray *file, guint32 number)
{
  g_byte_array_append (file, (const guint8 *) &number, sizeof number);
}

/* A text and its translation. The arrays have their lengths, because texts with forms contain zeros. */
typedef struct { const char *text; gsize n_text; const char *translation; gsize n_translation; } Row;
#define ROW(text, translation) { text, sizeof (text) - 1, translation, sizeof (translation) - 1 }

/* Returns a catalogue file with these rows, which must be sorted. */
static GByteArray *
catalogue_file (const Row *rows, guint32 n)
{
  GByteArray *file = g_byte_array_new ();
  guint32 place = 28 + 16 * n;

  add_number (file, 0x950412de);
  add_number (file, 0);
  add_number (file, n);
  add_number (file, 28);
  add_number (file, 28 + 8 * n);
  add_number (file, 0);
  add_number (file, 0);
  for (int side = 0; side < 2; side++)
    for (guint32 k = 0; k < n; k++)
      {
        gsize length = side == 0 ? rows[k].n_text : rows[k].n_translation;

        add_number (file, (guint32) length);
        add_number (file, place);
        place += (guint32) length + 1;
      }
  for (int side = 0; side < 2; side++)
    for (guint32 k = 0; k < n; k++)
      g_byte_array_append (file, (const guint8 *) (side == 0 ? rows[k].text : rows[k].translation),
                           (guint) (side == 0 ? rows[k].n_text : rows[k].n_translation) + 1);
  return file;
}

static char *
place_for (const char *name)
{
  return g_build_filename (g_get_tmp_dir (), name, NULL);
}

static PlotCatalogue *
opened (const char *path, const guint8 *data, gsize n)
{
  g_assert_true (g_file_set_contents (path, (const char *) data, (gssize) n, NULL));
  return plot_catalogue_open (path);
}

#define HEADER(forms) "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: " forms "\n"

static void
test_texts (void)
{
  static const Row rows[] = { ROW ("", HEADER ("nplurals=2; plural=(n != 1);")), ROW ("a step\0%d steps", "ein Schritt\0%d Schritte"),
                              ROW ("formula\004not", "nicht"), ROW ("not", "kein"), ROW ("step", "Schritt") };
  g_autoptr (GByteArray) file = catalogue_file (rows, G_N_ELEMENTS (rows));
  g_autofree char *path = place_for ("stepwise-words.mo");
  g_autoptr (PlotCatalogue) catalogue = opened (path, file->data, file->len);

  g_assert_nonnull (catalogue);
  g_assert_cmpstr (plot_catalogue_find (catalogue, NULL, "step"), ==, "Schritt");
  g_assert_cmpstr (plot_catalogue_find (catalogue, NULL, "not"), ==, "kein");
  g_assert_cmpstr (plot_catalogue_find (catalogue, "formula", "not"), ==, "nicht");
  g_assert_null (plot_catalogue_find (catalogue, "formula", "step"));
  g_assert_null (plot_catalogue_find (catalogue, NULL, "steps"));
  g_assert_cmpstr (plot_catalogue_find_count (catalogue, "a step", 1), ==, "ein Schritt");
  g_assert_cmpstr (plot_catalogue_find_count (catalogue, "a step", 0), ==, "%d Schritte");
  g_assert_cmpstr (plot_catalogue_find_count (catalogue, "a step", 21), ==, "%d Schritte");
  g_assert_null (plot_catalogue_find_count (catalogue, "a run", 1));
  g_unlink (path);
}

/* The rules of German, French, Polish and Arabic, as in the manual of gettext. */
static void
test_forms (void)
{
  static const struct { const char *header; const char *forms[8]; } rules[] = {
    { HEADER ("nplurals=2; plural=n != 1;"), { "1", "0", "1", "1", "1", "1", "1", "1" } },
    { HEADER ("nplurals=2; plural=n>1;"), { "0", "0", "1", "1", "1", "1", "1", "1" } },
    { HEADER ("nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"), { "2", "0", "1", "2", "2", "1", "2", "1" } },
    { HEADER ("nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5;"),
      { "0", "1", "2", "3", "4", "4", "5", "3" } },
    /* An expression that is wrong, and forms that the file does not have, give the first form. */
    { HEADER ("nplurals=2; plural=n ! 1;"), { "0", "0", "0", "0", "0", "0", "0", "0" } },
    { HEADER ("nplurals=2; plural=n;"), { "0", "1", "0", "0", "0", "0", "0", "0" } },
    { HEADER ("nplurals=2; plural=n / 0 + !n * (7 - 6);"), { "1", "0", "0", "0", "0", "0", "0", "0" } },
  };
  static const gulong numbers[] = { 0, 1, 2, 5, 12, 22, 100, 1000003 };
  g_autofree char *path = place_for ("stepwise-forms.mo");

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      Row rows[] = { { "", 0, rules[i].header, strlen (rules[i].header) }, ROW ("one\0many", "0\0001\0002\0003\0004\0005") };
      g_autoptr (GByteArray) file = catalogue_file (rows, G_N_ELEMENTS (rows));
      g_autoptr (PlotCatalogue) catalogue = opened (path, file->data, file->len);

      for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
        {
          g_test_message ("rule %u, n = %lu", i, numbers[k]);
          g_assert_cmpstr (plot_catalogue_find_count (catalogue, "one", numbers[k]), ==, rules[i].forms[k]);
        }
    }
  g_unlink (path);
}

/* A file that ends anywhere, or has another byte anywhere, gives no catalogue or texts, and no wrong access. */
static void
test_damaged (void)
{
  static const Row rows[] = { ROW ("", HEADER ("nplurals=2; plural=(n != 1);")), ROW ("a step\0%d steps", "ein Schritt\0%d Schritte") };
  g_autoptr (GByteArray) file = catalogue_file (rows, G_N_ELEMENTS (rows));
  g_autofree char *path = place_for ("stepwise-damaged.mo"), *none = place_for ("stepwise-no-such-file.mo");
  guint n_opened = 0;

  g_assert_null (plot_catalogue_open (none));
  for (guint k = 0; k < file->len; k++)
    {
      g_autoptr (PlotCatalogue) cut = opened (path, file->data, k), changed = NULL;

      g_assert_null (cut != NULL ? plot_catalogue_find_count (cut, "a step", 2) : NULL);
      file->data[k] ^= 0xff;
      changed = opened (path, file->data, file->len);
      file->data[k] ^= 0xff;
      n_opened += changed != NULL;
      if (changed != NULL)
        plot_catalogue_find_count (changed, "a step", 2);
    }
  g_assert_cmpuint (n_opened, >, 20);
  g_unlink (path);
}

static gpointer
other_thread (gpointer text)
{
  return (gpointer) plot_words_translate (NULL, text);
}

/* The language is that of one thread, and ends. A language without a catalogue is English. */
static void
test_thread (void)
{
  static const Row rows[] = { ROW ("", HEADER ("nplurals=2; plural=(n != 1);")), ROW ("accepted", "angenommen") };
  g_autoptr (GByteArray) file = catalogue_file (rows, G_N_ELEMENTS (rows));
  g_autofree char *root = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *folder = g_build_filename (root, "de", "LC_MESSAGES", NULL);
  g_autofree char *path = g_build_filename (folder, GETTEXT_PACKAGE ".mo", NULL);
  GThread *thread;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, (const char *) file->data, file->len, NULL));
  bindtextdomain (GETTEXT_PACKAGE, root);
  plot_words_begin ("de");
  g_assert_cmpstr (_("accepted"), ==, "angenommen");
  g_assert_cmpstr (C_("a context", "accepted"), ==, "accepted");
  g_assert_cmpstr (ngettext ("a run", "runs", 1), ==, "a run");
  g_assert_cmpstr (ngettext ("a run", "runs", 2), ==, "runs");
  thread = g_thread_new ("other", other_thread, (gpointer) "accepted");
  g_assert_cmpstr (g_thread_join (thread), ==, "accepted");
  plot_words_begin ("xx");
  g_assert_cmpstr (_("accepted"), ==, "accepted");
  plot_words_end ();
  g_assert_cmpstr (_("accepted"), ==, "accepted");
  g_unlink (path);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/words/texts-are-found-with-their-context-and-number", test_texts);
  g_test_add_func ("/plot/words/the-form-follows-the-rule-of-the-language", test_forms);
  g_test_add_func ("/plot/words/a-damaged-catalogue-gives-no-wrong-access", test_damaged);
  g_test_add_func ("/plot/words/the-language-is-that-of-one-thread", test_thread);
  return g_test_run ();
}

/* Tests the tree of YAML nodes, the positions of characters, and the writer. */
#include "model-yaml-writer.h"
#include "model-yaml.h"

#include <dlfcn.h>
#include <math.h>
#include <string.h>
#include <yaml.h>

/* Replaces the parser function of libyaml. It reports that memory ran out if no_memory is TRUE. */
static gboolean no_memory;

int
yaml_parser_parse (yaml_parser_t *parser, yaml_event_t *event)
{
  int (*real) (yaml_parser_t *, yaml_event_t *);

  if (no_memory)
    {
      memset (event, 0, sizeof *event);
      parser->error = YAML_MEMORY_ERROR;
      return 0;
    }
  *(void **) &real = dlsym (RTLD_NEXT, "yaml_parser_parse");
  return real (parser, event);
}

static ModelYamlDocument *
parse (const char *text)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  ModelYamlDocument *document = model_yaml_parse (text, -1, "t", diagnostics);
  g_autofree char *errors = model_diagnostics_to_string (diagnostics);

  g_assert_cmpstr (errors, ==, "");
  g_assert_nonnull (document);
  return document;
}

static void
test_memory (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (ModelYamlDocument) document = NULL;
  g_autofree char *errors = NULL;

  no_memory = TRUE;
  document = model_yaml_parse ("a: 1", -1, "t", diagnostics);
  no_memory = FALSE;
  errors = model_diagnostics_to_string (diagnostics);
  g_assert_cmpstr (errors, ==, "t: cannot be read: memory ran out\n");
}

static void
test_tree (void)
{
  g_autoptr (ModelYamlDocument) document = parse ("a: 1\nb: [x, \"y z\", {c: d}]\ne:\n  f: g\n");
  ModelYaml *root = model_yaml_root (document);
  ModelYaml *b = model_yaml_get (root, "b");

  g_assert_cmpint (root->type, ==, MODEL_YAML_MAPPING);
  g_assert_cmpint (root->n_items, ==, 3);
  g_assert_cmpstr (model_yaml_get_text (root, "a", NULL), ==, "1");
  g_assert_cmpint (b->type, ==, MODEL_YAML_LIST);
  g_assert_cmpint (b->n_items, ==, 3);
  g_assert_cmpint (b->line, ==, 2);
  g_assert_cmpint (b->column, ==, 4);
  g_assert_false (b->items[0]->quoted);
  g_assert_true (b->items[1]->quoted);
  g_assert_cmpstr (model_yaml_get_text (b->items[2], "c", NULL), ==, "d");
  g_assert_cmpstr (model_yaml_get_text (model_yaml_get (root, "e"), "f", NULL), ==, "g");
  g_assert_null (model_yaml_get (root, "nothing"));
  g_assert_cmpint (model_yaml_get_key (root, "e")->line, ==, 3);
}

/* Scalars stay texts. They are not converted to the types of YAML. */
static void
test_scalars (void)
{
  g_autoptr (ModelYamlDocument) document = parse ("y: no\nn: 1e3\ni: 12\nq: '12'\nb: true\nx: 0x10\nf: .inf\nt: ~\n");
  ModelYaml *root = model_yaml_root (document);
  double number = 0;
  gint64 integer = 0;
  gboolean flag = FALSE;

  g_assert_cmpstr (model_yaml_get_text (root, "y", NULL), ==, "no");
  g_assert_true (model_yaml_number (model_yaml_get (root, "n"), &number));
  g_assert_cmpfloat (number, ==, 1000);
  g_assert_true (model_yaml_integer (model_yaml_get (root, "i"), &integer));
  g_assert_cmpint (integer, ==, 12);
  g_assert_false (model_yaml_number (model_yaml_get (root, "q"), &number));
  g_assert_true (model_yaml_boolean (model_yaml_get (root, "b"), &flag));
  g_assert_true (flag);
  g_assert_false (model_yaml_number (model_yaml_get (root, "x"), &number));
  g_assert_false (model_yaml_number (model_yaml_get (root, "f"), &number));
  g_assert_false (model_yaml_boolean (model_yaml_get (root, "y"), &flag));
  g_assert_cmpstr (model_yaml_get_text (root, "t", NULL), ==, "~");
}

/* Each row contains the line and column of the first '$' in the value of the key v. */
static const struct
{
  const char *text;
  int line, column;
} places[] = {
  { "v: ab$\n", 1, 6 },
  { "v: äöü$\n", 1, 7 },
  { "v: 'ab$'\n", 1, 7 },
  { "v: 'it''s $'\n", 1, 11 },
  { "v: \"a\\tb$\"\n", 1, 9 },
  { "v: \"\\u00e4\\x41$\"\n", 1, 15 },
  { "v: \"a\n  b $\"\n", 2, 5 },
  { "v: \"a\\\n   b$\"\n", 2, 5 },
  { "v: 'a\n\n  b $'\n", 3, 5 },
  { "v: a\n  b\n  c $\n", 3, 5 },
  { "v: >-\n  a\n  b $\n", 3, 5 },
  { "v: >\n    a\n    b\n\n    c $\n", 5, 7 },
  { "v: |\n  a\n  b $\n", 3, 5 },
  { "v: |-\n  a\n    b $\n", 3, 7 },
  { "v: |2-\n    a $\n", 2, 7 },
  { "v: > # a comment\n  a\n  $\n", 3, 3 },
  { "k: 1\r\nv: >-\r\n  a\r\n  b $\r\n", 4, 5 },
  { "{k: [1, 2], v: \"a, $\"}\n", 1, 20 },
  { "\xEF\xBB\xBFv: ab$\n", 1, 6 },
};

static void
test_places (void)
{
  for (gsize k = 0; k < G_N_ELEMENTS (places); k++)
    {
      g_autoptr (ModelYamlDocument) document = parse (places[k].text);
      ModelYaml *v = model_yaml_get (model_yaml_root (document), "v");
      const char *mark = strchr (v->text, '$');
      int line, column;

      g_assert_nonnull (mark);
      model_yaml_place (v, (int) g_utf8_strlen (v->text, mark - v->text), &line, &column);
      if (line != places[k].line || column != places[k].column)
        g_error ("%s: found %d:%d, not %d:%d", places[k].text, line, column, places[k].line, places[k].column);
      /* The position after the last character can be found too. */
      model_yaml_place (v, 1000, &line, &column);
      g_assert_cmpint (line, >=, places[k].line);
    }
}

/* The places in a long line are right, also after characters of several bytes. A search from the start of the line for each item would take an hour. */
static void
test_long_line (void)
{
  enum { N = 300000 };
  GString *text = g_string_new ("é: [");
  g_autofree int *columns = g_new (int, N);
  g_autoptr (ModelYamlDocument) document = NULL;
  const ModelYaml *list;
  int column = 5;

  for (int k = 0; k < N; k++)
    {
      columns[k] = column;
      g_string_append (text, k % 3 == 0 ? "\"ä\", " : "0, ");
      column += k % 3 == 0 ? 5 : 3;
    }
  g_string_append (text, "0]\n");
  document = parse (text->str);
  g_string_free (text, TRUE);
  list = model_yaml_get (model_yaml_root (document), "é");
  g_assert_cmpint (list->n_items, ==, N + 1);
  for (int k = 0; k < N; k++)
    {
      int line, found;

      model_yaml_place (list->items[k], 0, &line, &found);
      g_assert_cmpint (line, ==, 1);
      g_assert_cmpint (found, ==, columns[k] + (k % 3 == 0));
    }
}

static void
test_sizes (void)
{
  g_autofree char *text = g_strnfill (MODEL_YAML_MAX_BYTES + 1, ' ');
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (ModelYamlDocument) small = NULL, large = NULL;

  memcpy (text, "a: 1", 4);
  small = model_yaml_parse (text, -1, "t", diagnostics);
  g_assert_null (small);
  g_assert_cmpuint (diagnostics->len, ==, 1);
  large = model_yaml_parse_large (text, -1, 2 * MODEL_YAML_MAX_BYTES, "t", diagnostics);
  g_assert_nonnull (large);
  g_assert_cmpuint (diagnostics->len, ==, 1);
}

static void
test_check_keys (void)
{
  static const char *const keys[] = { "accuracy", "norm", NULL };
  g_autoptr (ModelYamlDocument) document = parse ("acuracy: 1\nnorm: 2\nzzz: 3\n");
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autofree char *text = NULL;

  g_assert_false (model_yaml_check_keys (model_yaml_root (document), keys, "a file", diagnostics));
  text = model_diagnostics_to_string (diagnostics);
  g_assert_cmpstr (text, ==,
                   "t:1:1: unknown key 'acuracy' in a file; did you mean 'accuracy'?\nt:3:1: unknown key 'zzz' in a file\n");
}

static void
test_diagnostics (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autofree char *text = NULL;

  model_diagnostics_add (diagnostics, "f", 9, 1, "late");
  model_diagnostics_add_note (diagnostics, "f", 1, 1, "the text, list or mapping that is not closed began here");
  model_diagnostics_add (diagnostics, "f", 2, 5, "early");
  model_diagnostics_add (diagnostics, "f", 2, 5, "early");
  model_diagnostics_add (diagnostics, "f", 2, 3, "first");
  g_assert_cmpuint (model_diagnostics_n_errors (diagnostics), ==, 4);
  model_diagnostics_sort (diagnostics);
  g_assert_cmpuint (diagnostics->len, ==, 4);
  text = model_diagnostics_to_string (diagnostics);
  g_assert_cmpstr (text, ==, "f:2:3: first\nf:2:5: early\nf:9:1: late\n"
                   "f:1:1: note: the text, list or mapping that is not closed began here\n");
}

/* ---- the writer ---- */

static const char *const texts[] = {
  "plain", "two words", "", " lead", "trail ", "a: b", "a:b", "ends:", "# no", "a # b", "a #b", "a#b", "[x]", "x, y", "{t}", "- x", "-x",
  "-", "- ", "?", "*x", "&x", "!x", "|x", ">x", "%x", "@x", "`x", "'x'", "\"x\"", "it's", "say \"x\"", "back\\slash", "line\nbreak",
  "tab\there", "bell\a", "--- a", "...", "<<", "~", "=", "äöü θ → ∂ … – ≤", "nel\xC2\x85x", "ls\xE2\x80\xA8x", "bom\xEF\xBB\xBFx", "null", "true",
  "1e3", "-2*x^2", "max(a, b)", "\xC2\xA0nbsp", NULL
};

static void
test_writer_round_trip (void)
{
  static const char block[] = "  begins with spaces\nkey: [1, 2] # plain\n\n- after an empty line\n";
  ModelYamlWriter *writer = model_yaml_writer_new ();
  g_autofree char *text = NULL;
  g_autoptr (ModelYamlDocument) document = NULL;
  ModelYaml *list, *flow;

  model_yaml_writer_begin_list (writer, "block");
  for (int k = 0; texts[k] != NULL; k++)
    model_yaml_writer_text (writer, NULL, texts[k]);
  model_yaml_writer_end_list (writer);
  model_yaml_writer_texts (writer, "flow", texts);
  model_yaml_writer_block (writer, "lines", block);
  model_yaml_writer_begin_mapping (writer, "keys");
  for (int k = 0; texts[k] != NULL; k++)
    if (texts[k][0] != '\0')
      model_yaml_writer_text (writer, texts[k], texts[k]);
  model_yaml_writer_end_mapping (writer);
  text = model_yaml_writer_finish (writer);
  document = parse (text);
  list = model_yaml_get (model_yaml_root (document), "block");
  flow = model_yaml_get (model_yaml_root (document), "flow");
  g_assert_cmpstr (model_yaml_get_text (model_yaml_root (document), "lines", NULL), ==, block);
  for (int k = 0; texts[k] != NULL; k++)
    {
      g_assert_cmpstr (list->items[k]->text, ==, texts[k]);
      g_assert_cmpstr (flow->items[k]->text, ==, texts[k]);
      /* Letters and symbols need no quotes. */
      if (g_str_has_prefix (texts[k], "äöü"))
        g_assert_false (list->items[k]->quoted);
      if (texts[k][0] != '\0')
        g_assert_cmpstr (model_yaml_get_text (model_yaml_get (model_yaml_root (document), "keys"), texts[k], NULL), ==, texts[k]);
    }
}

/* A block has one line for each line of the text, whether or not the text ends with a line break. */
static void
test_writer_block (void)
{
  static const char *const blocks[] = { "a\nb", "a\nb\n" };

  for (int k = 0; k < 2; k++)
    {
      ModelYamlWriter *writer = model_yaml_writer_new ();
      g_autofree char *text = NULL;

      model_yaml_writer_block (writer, "lines", blocks[k]);
      text = model_yaml_writer_finish (writer);
      g_assert_cmpstr (text, ==, "lines: |\n  a\n  b\n");
    }
}

static void
test_writer_structure (void)
{
  static const char *const flow[] = { "1", "a, b", NULL };
  ModelYamlWriter *writer = model_yaml_writer_new ();
  g_autofree char *text = NULL;

  model_yaml_writer_integer (writer, "format", 1);
  model_yaml_writer_boolean (writer, "on", TRUE);
  model_yaml_writer_number (writer, "x", 0.1);
  model_yaml_writer_texts (writer, "list", flow);
  model_yaml_writer_begin_list (writer, "items");
  model_yaml_writer_begin_mapping (writer, NULL);
  model_yaml_writer_text (writer, "a", "b");
  model_yaml_writer_begin_mapping (writer, "c");
  model_yaml_writer_end_mapping (writer);
  model_yaml_writer_integer (writer, "d", 2);
  model_yaml_writer_end_mapping (writer);
  model_yaml_writer_begin_list (writer, NULL);
  model_yaml_writer_integer (writer, NULL, 1);
  model_yaml_writer_integer (writer, NULL, 2);
  model_yaml_writer_end_list (writer);
  model_yaml_writer_begin_list (writer, NULL);
  model_yaml_writer_end_list (writer);
  model_yaml_writer_begin_mapping (writer, NULL);
  model_yaml_writer_integer (writer, "e", 3);
  model_yaml_writer_end_mapping (writer);
  model_yaml_writer_end_list (writer);
  model_yaml_writer_begin_list (writer, "none");
  model_yaml_writer_end_list (writer);
  text = model_yaml_writer_finish (writer);
  g_assert_cmpstr (text, ==,
                   "format: 1\non: true\nx: 0.1\nlist: [1, \"a, b\"]\nitems:\n  - a: b\n    c: {}\n    d: 2\n"
                   "  - - 1\n    - 2\n  - []\n  - e: 3\nnone: []\n");
  {
    g_autoptr (ModelYamlDocument) document = parse (text);

    g_assert_cmpint (model_yaml_get (model_yaml_root (document), "items")->n_items, ==, 4);
  }
}

/* ---- all shipped files ---- */

/* Calls func with the document of every file in a folder below the data folder. Returns the number of documents. */
static int
for_each_file (const char *path, void (*func) (ModelYaml *root))
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  int n = 0;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR))
        n += for_each_file (child, func);
      else if (g_str_has_suffix (name, ".yaml"))
        {
          g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
          g_autoptr (ModelYamlDocument) document = model_yaml_load (child, diagnostics);

          g_assert_cmpuint (diagnostics->len, ==, 0);
          func (model_yaml_root (document));
          n++;
        }
    }
  return n;
}

/* Returns the character of the source at a line and column, counted from 1. */
static gunichar
source_at (const ModelYaml *node, int line, int column)
{
  const char *at = model_yaml_source (node->document);

  while (--line > 0)
    {
      at = strchr (at, '\n');
      g_assert_nonnull (at);
      at++;
    }
  while (--column > 0)
    at = g_utf8_next_char (at);
  return g_utf8_get_char (at);
}

/* Checks that the source has the characters of the scalars at their places. Characters that the source may have in another form (line breaks,
 * spaces and escape sequences) are not compared. */
static void
check_places (ModelYaml *node)
{
  for (int k = 0; k < node->n_items; k++)
    {
      if (node->keys != NULL)
        check_places (node->keys[k]);
      check_places (node->items[k]);
    }
  if (node->type != MODEL_YAML_SCALAR)
    return;
  /* The positions are computed once, but source_at is slow: compare the first, some middle and the last characters. */
  for (int k = 0, n = (int) g_utf8_strlen (node->text, -1); k < n; k += k < n - 3 && k > 2 ? MAX (n / 7, 1) : 1)
    {
      gunichar c = g_utf8_get_char (g_utf8_offset_to_pointer (node->text, k)), source;
      int line, column;

      model_yaml_place (node, k, &line, &column);
      source = source_at (node, line, column);
      if (!g_unichar_isspace (c) && source != '\\' && source != c)
        g_error ("%s:%d:%d: character %d of '%s'", model_yaml_file (node->document), line, column, k, node->text);
    }
}

static void
test_shipped_places (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("STEPWISE_DATA_DIR"), "models", NULL);

  g_assert_cmpint (for_each_file (path, check_places), >, 100);
}

static void
write_node (ModelYamlWriter *writer, const char *key, const ModelYaml *node)
{
  if (node->type == MODEL_YAML_SCALAR && node->block)
    model_yaml_writer_block (writer, key, node->text);
  else if (node->type == MODEL_YAML_SCALAR)
    model_yaml_writer_text (writer, key, node->text);
  else
    {
      if (node->type == MODEL_YAML_MAPPING)
        model_yaml_writer_begin_mapping (writer, key);
      else
        model_yaml_writer_begin_list (writer, key);
      for (int k = 0; k < node->n_items; k++)
        write_node (writer, node->keys != NULL ? node->keys[k]->text : NULL, node->items[k]);
      if (node->type == MODEL_YAML_MAPPING)
        model_yaml_writer_end_mapping (writer);
      else
        model_yaml_writer_end_list (writer);
    }
}

static void
compare_nodes (const ModelYaml *a, const ModelYaml *b)
{
  g_assert_cmpint (a->type, ==, b->type);
  g_assert_cmpint (a->n_items, ==, b->n_items);
  /* A block that is written ends with one line break, or has none if it is empty. */
  if (a->type == MODEL_YAML_SCALAR && a->block)
    {
      g_autofree char *first = g_strchomp (g_strdup (a->text)), *second = g_strchomp (g_strdup (b->text));
      g_assert_cmpstr (first, ==, second);
    }
  else
    g_assert_cmpstr (a->text, ==, b->text);
  for (int k = 0; k < a->n_items; k++)
    {
      if (a->keys != NULL)
        g_assert_cmpstr (a->keys[k]->text, ==, b->keys[k]->text);
      compare_nodes (a->items[k], b->items[k]);
    }
}

/* Writes a document, reads the text and compares it with the document. */
static void
write_and_compare (ModelYaml *root)
{
  ModelYamlWriter *writer = model_yaml_writer_new ();
  g_autofree char *text = NULL;
  g_autoptr (ModelYamlDocument) document = NULL;

  for (int k = 0; k < root->n_items; k++)
    write_node (writer, root->keys[k]->text, root->items[k]);
  text = model_yaml_writer_finish (writer);
  document = parse (text);
  compare_nodes (root, model_yaml_root (document));
}

static void
test_shipped_writing (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("STEPWISE_DATA_DIR"), "models", NULL);

  g_assert_cmpint (for_each_file (path, write_and_compare), >, 100);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/yaml/nodes-have-type-text-line-and-column", test_tree);
  g_test_add_func ("/model/yaml/scalars-stay-text-until-a-number-is-requested", test_scalars);
  g_test_add_func ("/model/yaml/each-character-of-a-scalar-has-a-line-and-column", test_places);
  g_test_add_func ("/model/yaml/places-in-a-line-of-300000-items-are-found", test_long_line);
  g_test_add_func ("/model/yaml/a-text-beyond-the-size-limit-is-refused", test_sizes);
  g_test_add_func ("/model/yaml/unknown-keys-are-reported-with-a-suggestion", test_check_keys);
  g_test_add_func ("/model/yaml/error-messages-are-sorted-and-contain-no-duplicates", test_diagnostics);
  g_test_add_func ("/model/yaml/written-texts-read-back-unchanged", test_writer_round_trip);
  g_test_add_func ("/model/yaml/a-written-block-has-one-line-for-each-line-of-the-text", test_writer_block);
  g_test_add_func ("/model/yaml/written-yaml-has-the-expected-layout", test_writer_structure);
  g_test_add_func ("/model/yaml/an-error-message-says-that-memory-ran-out", test_memory);
  g_test_add_func ("/model/yaml/characters-of-all-shipped-files-have-their-places-in-the-source", test_shipped_places);
  g_test_add_func ("/model/yaml/all-shipped-files-read-back-unchanged-after-writing", test_shipped_writing);
  return g_test_run ();
}

/* The writer of JSON. The texts are those of RFC 8259 with the line breaks that the header describes. */
#include <glib.h>
#include <math.h>

#include "lab-json.h"
#include "lab-result-text.h"

#define assert_written(json, expected)                                                                                                     \
  G_STMT_START                                                                                                                             \
  {                                                                                                                                        \
    g_autofree char *_text = lab_json_free (json);                                                                                         \
    g_assert_cmpstr (_text, ==, expected);                                                                                                 \
  }                                                                                                                                        \
  G_STMT_END

static void
test_values (void)
{
  LabJson *json = lab_json_new ();

  lab_json_array (json, NULL, LAB_JSON_FLAT);
  lab_json_number (json, NULL, 0.1);
  lab_json_number (json, NULL, 1e300);
  lab_json_number (json, NULL, -0.0);
  lab_json_number (json, NULL, NAN);
  lab_json_number (json, NULL, -INFINITY);
  lab_json_count (json, NULL, G_MININT64);
  lab_json_flag (json, NULL, TRUE);
  lab_json_flag (json, NULL, FALSE);
  lab_json_text (json, NULL, NULL);
  lab_json_digits (json, NULL, "12345678901234567890");
  lab_json_numbers (json, NULL, NULL, 0);
  lab_json_end (json);
  assert_written (json, "[0.1, 1e300, -0, null, null, -9223372036854775808, true, false, null, 12345678901234567890, []]\n");
}

static void
test_texts (void)
{
  LabJson *json = lab_json_new ();

  lab_json_object (json, NULL, LAB_JSON_FLAT);
  lab_json_text (json, "a \"b\"", "x\\y\n\t\r\x01\x7f é");
  lab_json_text (json, "", "\xff");
  lab_json_end (json);
  assert_written (json, "{\"a \\\"b\\\"\": \"x\\\\y\\n\\t\\r\\u0001\\u007f é\", \"\": \"\xef\xbf\xbd\"}\n");
}

static void
test_layouts (void)
{
  LabJson *json = lab_json_new ();

  lab_json_object (json, NULL, LAB_JSON_LINES);
  lab_json_array (json, "none", LAB_JSON_LINES);
  lab_json_end (json);
  lab_json_array (json, "lines", LAB_JSON_LINES);
  for (int k = 0; k < 2; k++)
    {
      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_count (json, "k", k);
      lab_json_end (json);
    }
  lab_json_end (json);
  lab_json_array (json, "rows", LAB_JSON_ROWS);
  for (int k = 0; k < 3; k++)
    lab_json_count (json, NULL, k);
  lab_json_end (json);
  lab_json_space (json, " ");
  lab_json_array (json, "spaces", LAB_JSON_FLAT);
  lab_json_space (json, " ");
  lab_json_count (json, NULL, 1);
  lab_json_space (json, "\n");
  lab_json_end (json);
  lab_json_end (json);
  assert_written (
      json,
      "{\n  \"none\": [],\n  \"lines\": [\n    {\"k\": 0},\n    {\"k\": 1}\n  ],\n  \"rows\": [0,\n 1,\n 2], \"spaces\": [ 1\n]\n}\n");
}

static void
test_result (void)
{
  static const char *const columns[] = { "name", "value", NULL };
  g_autoptr (LabResult) result = lab_result_new ();
  LabTable *table = lab_result_add_table (result, "t", columns);
  LabGrid *grid = lab_result_add_grid (result, "g", "x", 2, "", 1, TRUE);
  LabJson *json = lab_json_new ();

  lab_result_add_number (result, "n", NAN, NULL);
  lab_table_add_text (table, "a");
  lab_table_add (table, 2.5);
  grid->x_high = 4;
  grid->values[1] = 3;
  grid->codes[0] = -1;
  grid->codes[1] = -2;
  lab_json_array (json, NULL, LAB_JSON_FLAT);
  lab_json_result (json, "s", "m", result, FALSE);
  lab_json_result (json, "s", "m", result, TRUE);
  lab_json_pairs (json, NULL, table, 1);
  lab_json_end (json);
  assert_written (
      json,
      "[{\"study\": \"s\", \"model\": \"m\", \"numbers\": {\"n\": null}, \"tables\": {\"t\": [{\"name\": \"a\", \"value\": 2.5}]}}, "
      "{\"study\": \"s\", \"model\": \"m\", \"numbers\": {\"n\": null}, \"tables\": {\"t\": [{\"name\": \"a\", \"value\": 2.5}]}, "
      "\"grids\": {\"g\": {\"x\": {\"name\": \"x\", \"low\": 0, \"high\": 4, \"n\": 2}, \"letters\": [\"-?\"], \"values\": [[null, 3]]}}}, "
      "{\"a\": 2.5}]\n");
}

/* An infinite number is a result; NaN stands for a number that does not exist. */
static void
test_result_csv (void)
{
  static const char *const columns[] = { "value", "other", NULL };
  g_autoptr (LabResult) result = lab_result_new ();
  LabTable *table = lab_result_add_table (result, "t", columns);
  g_autofree char *text = NULL;

  lab_result_add_number (result, "n", INFINITY, "s");
  lab_result_add_number (result, "m", NAN, NULL);
  lab_table_add (table, -INFINITY);
  lab_table_add (table, NAN);
  text = lab_result_csv (result, ';');
  g_assert_cmpstr (text, ==, "number;value;unit\nn;inf;s\nm;;\n\nt\nvalue;other\n-inf;\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/json/numbers-have-the-fewest-digits-and-those-that-are-not-finite-are-null", test_values);
  g_test_add_func ("/lab/json/texts-and-keys-are-escaped", test_texts);
  g_test_add_func ("/lab/json/items-are-separated-as-the-layout-says", test_layouts);
  g_test_add_func ("/lab/json/a-result-has-its-numbers-tables-and-grids", test_result);
  g_test_add_func ("/lab/json/a-copied-table-has-infinite-numbers", test_result_csv);
  return g_test_run ();
}

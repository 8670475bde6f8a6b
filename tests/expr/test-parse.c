/* Tests the parser of expressions, its error messages, and the printing of expressions. */
#include "expr-constant.h"
#include "expr-test.h"

#include <math.h>
#include <string.h>
#include <time.h>

static ExprTree *
parse (const char *text)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  ExprTree *tree = expr_tree_parse (text, NULL, errors);

  g_assert_true ((tree == NULL) == (errors->len > 0));
  return tree;
}

/* Each wrong text gives a message with the line and column of the error. */
static void
test_errors (void)
{
  static const struct
  {
    const char *text, *errors;
  } cases[] = {
    { "", "1:1: the expression is empty" },
    { "  ", "1:1: the expression is empty" },
    { "x +", "1:4: a value is missing after '+'" },
    { "x + * y", "1:5: a value is missing between '+' and '*'" },
    { "*x", "1:1: a value is missing before '*'" },
    { "+x", "1:1: a value is missing before '+'; remove the leading '+'" },
    { "()", "1:1: a value is missing between '(' and ')'" },
    { "(x", "1:3: missing ')' for the '(' in column 1" },
    { "sin(x", "1:6: missing ')' for the '(' in column 4" },
    { "u[1", "1:4: missing ']' for the '[' in column 2" },
    { "u[1)", "1:4: ')' is wrong here: ']' closes the '[' of column 2" },
    { "u[]", "1:2: an index is missing between '[' and ']'" },
    { "x)", "1:2: ')' has no matching opening bracket" },
    { "[x]", "1:1: '[' follows the name of an array, as in x[1]; use '('" },
    { "x < y < z", "1:7: comparisons cannot be chained; write 'a < b and b < c'" },
    { "x == y != z", "1:8: comparisons cannot be chained; write 'a == b and b != c'" },
    { "x*not y", "1:3: 'not' has lower precedence than the operator before it; put 'not …' in parentheses" },
    { "x not y", "1:3: an operator is missing before 'not'; use 'and' or 'or'" },
    { "2x", "1:2: an operator is missing between '2' and 'x'; to multiply write '*'" },
    { "(x)(y)", "1:4: an operator is missing between ')' and '('; to multiply write '*'" },
    { "x**2", "1:2: '**' is not an operator here; use '^'" },
    { "if(x = 1, 2, 3)", "1:6: '=' is not an operator here; use '==' to compare" },
    { "x && y", "1:3: '&&' is not an operator here; use 'and'" },
    { "x || y", "1:3: '||' is not an operator here; use 'or'" },
    { "!x", "1:1: '!' is not an operator here; use 'not'" },
    { "x <> y", "1:3: '<>' is not an operator here; use '!='" },
    { "x =< y", "1:3: '=<' is not an operator here; use '<='" },
    { "x % y", "1:3: '%' is not an operator here; use mod(a, b)" },
    { "{x}", "1:1: '{' is not an operator here; use '('\n1:3: '}' is not an operator here; use ')'" },
    { "x − y", "1:3: '−' is not an operator here; use the ASCII character '-'" },
    { "x − y + ", "1:3: '−' is not an operator here; use the ASCII character '-'\n1:9: a value is missing after '+'" },
    { "x·y", "1:2: '·' is not an operator here; use '*'" },
    { "x ≤ y", "1:3: '≤' is not an operator here; use '<='" },
    { "2*π", "1:3: 'π' is not known; use 'pi'" },
    { "x² + y", "1:2: use '^2'" },
    { "ω + x", "1:1: 'ω' is not allowed in a name; use letters a to z, digits and '_'" },
    { "x + $", "1:5: '$' has no meaning in an expression\n1:6: a value is missing after '+'" },
    { "\"x\"", "1:1: an expression cannot contain quotation marks\n"
               "1:3: an expression cannot contain quotation marks" },
    { "1,5", "1:2: unexpected ',' outside of parentheses; decimal numbers have a point: 1.5" },
    { "x, y", "1:2: unexpected ',' outside of parentheses" },
    { "(1,5)*x", "1:3: unexpected ',' in parentheses; decimal numbers have a point, not a comma" },
    { "sin(1,5)", "1:1: sin takes 1 argument, got 2; decimal numbers have a point, not a comma" },
    { "sin(x, y)", "1:1: sin takes 1 argument, got 2" },
    { "sin()", "1:1: sin takes 1 argument, got 0" },
    { "atan2(x)", "1:1: atan2 takes 2 arguments, got 1" },
    { "min(x)", "1:1: min takes 2 arguments or more, got 1" },
    { "if(x, y)", "1:1: if takes 3 arguments, got 2" },
    { "sum(k, 1, 3)", "1:1: sum takes 4 arguments, got 3; write sum(k, 1, N, x[k])" },
    { "sum(1, 3, x)", "1:5: the first argument of sum is the name of its index: sum(k, 1, N, x[k])" },
    { "sum(t, 1, 3, x)", "1:5: 't' cannot be the index of a sum: the language uses this name already" },
    { "sin x", "1:1: 'sin' is a function and needs its argument in parentheses: sin(…)" },
    { "if x", "1:1: 'if' needs its arguments in parentheses: if(condition, then, else)" },
    { "pi(x)", "1:1: 'pi' is not a function; to multiply write pi*(…)" },
    { "t[1]", "1:1: 't' is not an array" },
    { "1e400", "1:1: 1e400 is too large for a double (at most 1.8e308)" },
    { "1e-400", "1:1: 1e-400 is too small for a double (at least 4.9e-324)" },
    { "1.2.3", "1:4: a number has one decimal point" },
    { "1e", "1:2: the exponent has no digits; to multiply by 'e' write '*e'" },
    { "1e+", "1:2: the exponent has no digits" },
    { "0x1F", "1:1: numbers are decimal, not hexadecimal" },
    { "1_000", "1:2: digits are written without '_' between them" },
    { ".", "1:1: '.' alone is not a number; write 0.5, .5 or 5." },
    { "w + x", "1:1: unknown name 'w'" },
    { "sinn(x)", "1:1: unknown function 'sinn'; did you mean 'sin'?" },
    { "Cos(x)", "1:1: unknown function 'Cos'; did you mean 'cos'?" },
    { "ln(x)", "1:1: unknown function 'ln'; use log" },
    { "pow(x, 2)", "1:1: unknown function 'pow'; use x^y" },
    { "frobnicate(x)", "1:1: unknown function 'frobnicate'" },
    { "twice(x, y)", "1:1: twice takes 1 argument, got 2" },
    { "u[6]", "1:1: 'u' has the elements 1 to 5" },
    { "v[1]", "1:1: unknown array 'v'" },
    { "u[x]", "1:3: an index of 'u' must be known when the model is loaded: use only numbers, constants and indices" },
    { "u[1.5]", "1:3: an index of 'u' must be a whole number, not 1.5" },
    { "sum(k, 1, x, k)",
      "1:11: the upper bound of a sum must be known when the model is loaded: use only numbers, constants and indices" },
    { "sum(k, 1, 10, u[k])", "1:15: 'u' has the elements 1 to 5" },
    { "sum(k, 1, 1e8, k*x)", "1:16: the expression is too large: its sums have too many terms" },
    /* If a text has several errors, they are reported in their order in the text. */
    { "sin(1, 2) + cos(x*) - (y", "1:1: sin takes 1 argument, got 2\n1:19: a value is missing between '*' and ')'\n"
                                  "1:25: missing ')' for the '(' in column 23" },
    { "a + sinn(b) + u[7]",
      "1:1: unknown name 'a'\n1:10: unknown name 'b'\n1:15: 'u' has the elements 1 to 5" },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      g_autofree char *errors = expr_test_errors (cases[k].text, expr_test_xyz);
      if (strcmp (errors, cases[k].errors) != 0)
        g_error ("'%s' gives\n%s\nnot\n%s", cases[k].text, errors, cases[k].errors);
    }
}

static ExprPlace
folded_place (gpointer user, int offset)
{
  /* The text of the expression begins at line 7, column 11 of a file.
   * After ten characters it continues at line 8, column 3. */
  return offset < 10 ? (ExprPlace) { 7, 11 + offset } : (ExprPlace) { 8, 3 + offset - 10 };
}

static void
test_places (void)
{
  ExprOrigin origin = { folded_place, NULL };
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  g_autoptr (ExprTree) tree = expr_tree_parse ("x + 2 y + sin(1, 2)", &origin, errors);
  const ExprError *first, *second;

  g_assert_null (tree);
  g_assert_cmpint (errors->len, ==, 2);
  first = g_ptr_array_index (errors, 0);
  second = g_ptr_array_index (errors, 1);
  g_assert_cmpint (first->place.line, ==, 7);
  g_assert_cmpint (first->place.column, ==, 17);
  g_assert_cmpint (second->place.line, ==, 8);
  g_assert_cmpint (second->place.column, ==, 3);

  g_autoptr (ExprTree) open = expr_tree_parse ("sin(x + y + z", &origin, errors);
  g_assert_null (open);
  g_assert_cmpint (errors->len, ==, 3);
  g_assert_cmpstr (((const ExprError *) g_ptr_array_index (errors, 2))->message, ==,
                   "missing ')' for the '(' in line 7, column 14");
}

/* The printed text has the same meaning and the fewest possible parentheses. */
static void
test_print (void)
{
  static const struct
  {
    const char *text, *printed;
  } cases[] = {
    { "-x^2", "-x^2" },
    { "(-x)^2", "(-x)^2" },
    { "2^-1", "2^-1" },
    { "2^3^x", "2^3^x" },
    { "(2^3)^x", "(2^3)^x" },
    { "2^(3^x)", "2^3^x" },
    { "-x*y", "-x*y" },
    { "-(x*y)", "-(x*y)" },
    { "x*-y", "x*-y" },
    { "x - -y", "x - -y" },
    { "(x + y) + z", "x + y + z" },
    { "x + (y + z)", "x + (y + z)" },
    { "x - (y - z)", "x - (y - z)" },
    { "(x*y)/z", "x*y/z" },
    { "x/(y*z)", "x/(y*z)" },
    { "(x + y)*z", "(x + y)*z" },
    { "((x))", "x" },
    { "not x < y and z or p", "not x < y and z or p" },
    { "not (x and y)", "not (x and y)" },
    { "(x < y) < z", "(x < y) < z" },
    { "x and (y or z)", "x and (y or z)" },
    { "if(x>0,sqrt(x),0)", "if(x > 0, sqrt(x), 0)" },
    { "sum(k,1,3,u[k]^2)", "sum(k, 1, 3, u[k]^2)" },
    { "m[i,j+1]", "m[i, j + 1]" },
    { ".5 + 5. + 1e3", "0.5 + 5 + 1000" },
    { "1e300*0.1", "1e+300*0.1" },
    { "rod.lambda + x.v", "rod.lambda + x.v" },
    { "x\n\t+ y", "x + y" },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      g_autoptr (ExprTree) tree = parse (cases[k].text);
      g_assert_nonnull (tree);
      g_autofree char *printed = expr_tree_to_string (tree);
      g_assert_cmpstr (printed, ==, cases[k].printed);
    }
}

static void
test_round_trip (void)
{
  GRand *random = g_rand_new_with_seed (7);

  for (int k = 0; k < 3000; k++)
    {
      g_autofree char *text = expr_test_random_text (random, 1 + k % 6, FALSE);
      g_autoptr (ExprTree) tree = parse (text);
      g_assert_nonnull (tree);
      g_autofree char *printed = expr_tree_to_string (tree);
      g_autoptr (ExprTree) again = parse (printed);
      g_assert_nonnull (again);
      g_assert_true (expr_tree_equal (tree, again));
      g_autofree char *printed_again = expr_tree_to_string (again);
      g_assert_cmpstr (printed, ==, printed_again);
      g_assert_cmpint (strlen (printed), <=, strlen (text));
    }
  g_rand_free (random);
}

/* Two trees that differ in one operator, name, number or index are not equal. A tree is the parsed form of an expression. */
static void
test_equality (void)
{
  static const char *const texts[] = {
    "a + b - c", "a - b + c", "a - b - c", "a + b + c", "a*b/c", "a/b*c", "a + b", "b + a", "a + 2", "a + 3", "a < b", "a <= b",
    "f(a)", "g(a)", "f(a, b)", "a[1]", "a[2]", "-a", "not a",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (guint k = 0; k < G_N_ELEMENTS (texts); k++)
      {
        g_autoptr (ExprTree) a = parse (texts[i]), b = parse (texts[k]);

        g_test_message ("%s and %s", texts[i], texts[k]);
        g_assert_true (expr_tree_equal (a, b) == (i == k));
      }
}

static void
collect (gpointer user, const char *name, ExprUse use, ExprPlace place)
{
  g_string_append_printf (user, "%s%c%d ", name, use == EXPR_USE_NAME ? '@' : use == EXPR_USE_ELEMENT ? '[' : '(',
                          place.column);
}

static void
test_names (void)
{
  g_autoptr (ExprTree) tree = parse ("x*drag(v) + sum(k, 1, N, u[k]*k) + k + pi*t + sin(y)");
  g_autoptr (GString) names = g_string_new (NULL);

  expr_tree_foreach_name (tree, collect, names);
  g_assert_cmpstr (names->str, ==, "x@1 drag(3 v@8 N@23 u[26 k@36 t@43 y@51 ");
  g_assert_true (expr_name_is_reserved ("sin"));
  g_assert_true (expr_name_is_reserved ("t"));
  g_assert_true (expr_name_is_reserved ("sum"));
  g_assert_false (expr_name_is_reserved ("e"));
  g_assert_false (expr_name_is_reserved ("true"));
}

static void
test_suggest (void)
{
  static const char *const names[] = { "g", "omega0", "velocity", "length", "Mass" };

  g_assert_cmpstr (expr_suggest ("velocty", names, 5), ==, "velocity");
  g_assert_cmpstr (expr_suggest ("lenght", names, 5), ==, "length");
  g_assert_cmpstr (expr_suggest ("mass", names, 5), ==, "Mass");
  g_assert_cmpstr (expr_suggest ("grav", names, 5), ==, "g");
  g_assert_cmpstr (expr_suggest ("omega", names, 5), ==, "omega0");
  g_assert_null (expr_suggest ("temperature", names, 5));
  g_assert_null (expr_suggest ("length", names + 3, 1)); /* the name itself is no suggestion */
  g_assert_null (expr_suggest ("h", names, 1));
}

/* Returns the text `core`, with n copies of `before` in front of it and n
 * copies of `after` behind it. */
static char *
nested (const char *before, const char *core, const char *after, int n)
{
  GString *text = g_string_new (NULL);

  for (int k = 0; k < n; k++)
    g_string_append (text, before);
  g_string_append (text, core);
  for (int k = 0; k < n; k++)
    g_string_append (text, after);
  return g_string_free (text, FALSE);
}

static void
test_depth (void)
{
  static const char *const nests[][2] = { { "(", ")" }, { "-", "" }, { "not ", "" }, { "x^", "" }, { "sin(", ")" },
                                          { "u[", "]" }, { "if(x,", ",1)" } };
  /* These texts have an error at every level of nesting, so that the list of errors becomes full. */
  static const char *const wrong_nests[][2] = { { "x*not ", "" }, { "+", "" }, { "[", "]" }, { "sin ", "" } };

  for (gsize k = 0; k < G_N_ELEMENTS (nests); k++)
    {
      g_autofree char *deep = nested (nests[k][0], "x", nests[k][1], 8000);
      g_autofree char *errors = expr_test_errors (deep, expr_test_xyz);
      g_assert_nonnull (strstr (errors, "nested deeper than 256 levels"));
    }
  for (gsize k = 0; k < G_N_ELEMENTS (wrong_nests); k++)
    {
      g_autofree char *deep = nested (wrong_nests[k][0], "x", wrong_nests[k][1], 8000);
      g_autofree char *errors = expr_test_errors (deep, expr_test_xyz);
      g_assert_cmpstr (errors, !=, "");
    }

  /* The parser permits 256 levels. The expression itself counts as one level. */
  g_autofree char *good = nested ("(", "x", ")", 255), *bad = nested ("(", "x", ")", 256);
  g_autoptr (ExprTree) tree = parse (good), none = parse (bad);
  g_assert_nonnull (tree);
  g_assert_null (none);

  clock_t start = clock ();
  g_autofree char *huge = nested ("(", "x", ")", 100000);
  g_autofree char *errors = expr_test_errors (huge, expr_test_xyz);
  g_assert_cmpstr (errors, ==, "1:1: the expression is longer than 64 KiB");
  g_autofree char *large = nested ("(", "", "", 65536);
  g_autofree char *large_errors = expr_test_errors (large, expr_test_xyz);
  g_assert_cmpstr (large_errors, ==, "1:257: the expression is nested deeper than 256 levels");
  /* The parser takes milliseconds. The limit of one second is for builds with sanitizers. */
  g_assert_cmpint (clock () - start, <, CLOCKS_PER_SEC);
}

/* A chain of equal operators, such as a long sum, is a single node of the tree. */
static void
test_long (void)
{
  g_autofree char *text = nested ("x+", "x", "", 32000);
  double point[5] = { 0.5 };

  g_assert_cmpfloat (expr_test_text (text, point), ==, 0.5 * 32001);
}

/* Random bytes and random symbols of the language give a tree or errors in a short time. */
static void
test_garbage (void)
{
  static const char *const tokens[] = { "x",  "(",   ")",    "[",    "]",   ",",  "+",   "-", "*",  "/",   "^",     "<",
                                        "==", "not", "and ", "or ",  "sin", "if", "sum", "(", "u[", "1.5", "1e",    ".",
                                        "é",  "−",   "\x80", "\xff", "\"",  "#",  " ",   "k", "t",  "pi",  "min(x", "²" };
  GRand *random = g_rand_new_with_seed (99);
  clock_t start = clock ();

  for (int k = 0; k < 20000; k++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      int n = g_rand_int_range (random, 1, 40);
      for (int i = 0; i < n; i++)
        if (k % 4 == 0)
          g_string_append_c (text, (char) g_rand_int_range (random, 1, 256));
        else
          g_string_append (text, tokens[g_rand_int_range (random, 0, G_N_ELEMENTS (tokens))]);
      g_free (expr_test_errors (text->str, expr_test_xyz));
    }
  for (int k = 0; k < 20; k++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      while (text->len < EXPR_MAX_LENGTH - 8)
        g_string_append (text, tokens[g_rand_int_range (random, 0, G_N_ELEMENTS (tokens))]);
      g_autofree char *errors = expr_test_errors (text->str, expr_test_xyz);
      g_assert_cmpstr (errors, !=, "");
    }
  /* All texts together take a fraction of a second. The limit of 10 s is for builds with sanitizers. */
  g_assert_cmpint (clock () - start, <, 10 * CLOCKS_PER_SEC);
  g_rand_free (random);
}

/* Input fields and settings accept constant expressions. */
static void
test_constants (void)
{
  static const struct
  {
    const char *text;
    double value;
  } rows[] = { { "2", 2 }, { "-1e-3", -1e-3 }, { "+4", 4 }, { "2*(3 + 4)", 14 }, { "-2^2", -4 }, { "pi/2", G_PI / 2 }, { "1e3 - 1", 999 },
               { "if(1 < 2, 5, 6)", 5 }, { ".5", 0.5 } };
  static const char *const refused[] = { "", " 1", "--1", "+-1", "-+1", "x", "2*t", "1/0", "0/0", "1e999", "inf", "nan", "0x10", "2 +", "2 3", "1,5", "e", "-" };
  double value;

  for (gsize k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      value = NAN;
      g_assert_true (expr_constant_parse (rows[k].text, &value));
      g_assert_cmpfloat (value, ==, rows[k].value);
    }
  for (gsize k = 0; k < G_N_ELEMENTS (refused); k++)
    {
      value = 17;
      if (expr_constant_parse (refused[k], &value) || value != 17)
        g_error ("'%s' is %g", refused[k], value);
    }
  g_assert_false (expr_constant_parse (NULL, &value));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/parse/each-error-has-its-message-and-place", test_errors);
  g_test_add_func ("/parse/error-positions-are-line-and-column-of-the-file", test_places);
  g_test_add_func ("/parse/printing-uses-the-fewest-parentheses", test_print);
  g_test_add_func ("/parse/printed-expressions-parse-to-the-same-tree", test_round_trip);
  g_test_add_func ("/parse/trees-that-differ-in-one-place-are-not-equal", test_equality);
  g_test_add_func ("/parse/the-list-of-names-omits-summation-indices", test_names);
  g_test_add_func ("/parse/a-misspelled-name-gets-a-similar-name-as-suggestion", test_suggest);
  g_test_add_func ("/parse/nesting-deeper-than-256-levels-is-refused-quickly", test_depth);
  g_test_add_func ("/parse/a-sum-of-many-terms-is-not-refused-as-nested-too-deeply", test_long);
  g_test_add_func ("/parse/random-text-is-parsed-or-refused-quickly", test_garbage);
  g_test_add_func ("/expr/parse/constant-expressions-are-accepted-as-numbers", test_constants);
  return g_test_run ();
}

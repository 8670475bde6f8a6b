/* Translates the definitions of operations (expr-op.def, expr-combined.def) from
 * C text to steps of a stack machine, by recursive descent. The C compiler compiles the same text for
 * the byte-code machine, so that both back ends compute the same values. If a definition calls a
 * function other than fabs and sqrt, the operation has no steps, and machine code calls a function.
 *  */
#include "expr-formula.h"

#include <string.h>

static const char *const texts[EXPR_N_CODES] = {
#define N(id, name, arity, properties)
#define T(id, name, arity, properties)
#define X(id, name, arity, properties, value) [EXPR_OP_##id] = #value,
#include "expr-op.def"
#undef N
#undef T
#undef X
#define X(id, n_sources, value) [EXPR_CODE_##id] = #value,
#include "expr-combined.def"
#undef X
};

typedef struct
{
  const char *at;
  ExprFormula *formula;
  int n_steps;
  gboolean failed; /* the text has too many steps, or its syntax is not supported */
} Reader;

static void
skip_spaces (Reader *reader)
{
  while (*reader->at == ' ')
    reader->at++;
}

static gboolean
take (Reader *reader, const char *token)
{
  gsize length = strlen (token);

  skip_spaces (reader);
  if (strncmp (reader->at, token, length) != 0)
    return FALSE;
  reader->at += length;
  return TRUE;
}

static void
expect (Reader *reader, const char *token)
{
  if (!take (reader, token))
    reader->failed = TRUE;
}

static void
append (Reader *reader, ExprStep step)
{
  if (reader->n_steps + 1 >= EXPR_FORMULA_STEPS)
    reader->failed = TRUE;
  else
    reader->formula->steps[reader->n_steps++] = (guint8) step;
}

static void read_choice (Reader *reader);

static void
read_call (Reader *reader, int n_arguments, ExprStep step)
{
  expect (reader, "(");
  for (int k = 0; k < n_arguments && !reader->failed; k++)
    {
      if (k > 0)
        expect (reader, ",");
      read_choice (reader);
    }
  expect (reader, ")");
  append (reader, step);
}

static void
read_primary (Reader *reader)
{
  static const struct
  {
    const char *name;
    int n_arguments;
    ExprStep step;
  } calls[] = {
    { "FMA", 3, EXPR_STEP_FMA },  { "FMS", 3, EXPR_STEP_FMS },  { "FNMA", 3, EXPR_STEP_FNMA },
    { "FNMS", 3, EXPR_STEP_FNMS },
    { "sqrt", 1, EXPR_STEP_SQRT }, { "fabs", 1, EXPR_STEP_ABS },
  };

  if (take (reader, "("))
    {
      read_choice (reader);
      expect (reader, ")");
      return;
    }
  for (gsize k = 0; k < G_N_ELEMENTS (calls); k++)
    if (take (reader, calls[k].name))
      {
        read_call (reader, calls[k].n_arguments, calls[k].step);
        return;
      }
  if (take (reader, "0"))
    append (reader, EXPR_STEP_ZERO);
  else if (*reader->at >= 'a' && *reader->at <= 'e' && !g_ascii_isalnum (reader->at[1]) && reader->at[1] != '_')
    append (reader, (ExprStep) (EXPR_STEP_A + (*reader->at++ - 'a')));
  else
    reader->failed = TRUE;
}

static void
read_sign (Reader *reader)
{
  gboolean minus = take (reader, "-");

  read_primary (reader);
  if (minus)
    append (reader, EXPR_STEP_NEG);
}

static void
read_product (Reader *reader)
{
  read_sign (reader);
  while (!reader->failed)
    {
      ExprStep step = take (reader, "*") ? EXPR_STEP_MUL : take (reader, "/") ? EXPR_STEP_DIV : EXPR_STEP_END;
      if (step == EXPR_STEP_END)
        return;
      read_sign (reader);
      append (reader, step);
    }
}

static void
read_sum (Reader *reader)
{
  read_product (reader);
  while (!reader->failed)
    {
      ExprStep step = take (reader, "+") ? EXPR_STEP_ADD : take (reader, "-") ? EXPR_STEP_SUB : EXPR_STEP_END;
      if (step == EXPR_STEP_END)
        return;
      read_product (reader);
      append (reader, step);
    }
}

/* Parses a sum, a comparison, or a conditional expression: comparison ? sum : sum. */
static void
read_choice (Reader *reader)
{
  ExprStep step;

  read_sum (reader);
  step = take (reader, "<=")   ? EXPR_STEP_LE
         : take (reader, "<")  ? EXPR_STEP_LT
         : take (reader, "==") ? EXPR_STEP_EQ
         : take (reader, "!=") ? EXPR_STEP_NE
                               : EXPR_STEP_END;
  if (step == EXPR_STEP_END || reader->failed)
    return;
  read_sum (reader);
  append (reader, step);
  if (!take (reader, "?"))
    {
      append (reader, EXPR_STEP_TRUTH);
      return;
    }
  read_sum (reader);
  expect (reader, ":");
  read_sum (reader);
  append (reader, EXPR_STEP_CHOOSE);
}

static void
read_formula (ExprFormula *formula, const char *text)
{
  Reader reader = { text, formula, 0, FALSE };

  read_choice (&reader);
  skip_spaces (&reader);
  if (reader.failed || *reader.at != '\0')
    memset (formula, 0, sizeof *formula);
}

const ExprFormula *
expr_formulas (void)
{
  static ExprFormula formulas[EXPR_N_CODES];
  static gsize once;

  if (g_once_init_enter (&once))
    {
      for (int op = 0; op < EXPR_N_CODES; op++)
        if (texts[op] != NULL)
          read_formula (&formulas[op], texts[op]);
      g_once_init_leave (&once, 1);
    }
  return formulas;
}

/* Splits an expression into tokens. A character or word of another notation gives
 * an error that names the notation of this language. */
#include "expr-lexer.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

typedef struct
{
  const char *at;
  int offset;
  gboolean after_space;
  GArray *tokens;
  GArray *errors;
} Lexer;

static void
syntax_error_clear (gpointer data)
{
  g_free (((ExprSyntaxError *) data)->message);
}

GArray *
expr_syntax_errors_new (void)
{
  GArray *errors = g_array_new (FALSE, FALSE, sizeof (ExprSyntaxError));
  g_array_set_clear_func (errors, syntax_error_clear);
  return errors;
}

/* The largest number of errors that are reported for one expression. */
#define MAX_ERRORS 20

void
expr_syntax_errors_add (GArray *errors, int offset, const char *format, ...)
{
  ExprSyntaxError error = { offset, NULL };
  va_list arguments;

  if (errors->len >= MAX_ERRORS)
    return;
  va_start (arguments, format);
  error.message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_array_append_val (errors, error);
}

/* The operators and their spellings in other notations, longest first. A
 * wrong spelling has a replacement (use), an example (form), or advice; its kind
 * is the token that was probably meant. Forms that contain words are marked
 * for translation. */
static const struct
{
  const char *text;
  ExprTokenKind kind;
  const char *use, *form, *advice;
} spellings[] = {
  { "===", EXPR_TOKEN_EQUAL, .use = "==" },
  { "!==", EXPR_TOKEN_NOT_EQUAL, .use = "!=" },
  { "**", EXPR_TOKEN_POWER, .use = "^" },
  { "//", EXPR_TOKEN_DIVIDE, .form = "floor(a/b)" },
  { "<=", EXPR_TOKEN_LESS_EQUAL },
  { ">=", EXPR_TOKEN_GREATER_EQUAL },
  { "==", EXPR_TOKEN_EQUAL },
  { "!=", EXPR_TOKEN_NOT_EQUAL },
  { "=<", EXPR_TOKEN_LESS_EQUAL, .use = "<=" },
  { "=>", EXPR_TOKEN_GREATER_EQUAL, .use = ">=" },
  { "<>", EXPR_TOKEN_NOT_EQUAL, .use = "!=" },
  { "~=", EXPR_TOKEN_NOT_EQUAL, .use = "!=" },
  { ":=", EXPR_TOKEN_EQUAL, .use = "==" },
  { "&&", EXPR_TOKEN_AND, .use = "and" },
  { "||", EXPR_TOKEN_OR, .use = "or" },
  { "(", EXPR_TOKEN_LEFT_PAREN },
  { ")", EXPR_TOKEN_RIGHT_PAREN },
  { "[", EXPR_TOKEN_LEFT_BRACKET },
  { "]", EXPR_TOKEN_RIGHT_BRACKET },
  { ",", EXPR_TOKEN_COMMA },
  { "+", EXPR_TOKEN_PLUS },
  { "-", EXPR_TOKEN_MINUS },
  { "*", EXPR_TOKEN_TIMES },
  { "/", EXPR_TOKEN_DIVIDE },
  { "^", EXPR_TOKEN_POWER },
  { "<", EXPR_TOKEN_LESS },
  { ">", EXPR_TOKEN_GREATER },
  { "=", EXPR_TOKEN_EQUAL, .advice = N_("use '==' to compare") },
  { "!", EXPR_TOKEN_NOT, .use = "not" },
  { "~", EXPR_TOKEN_NOT, .use = "not" },
  { "&", EXPR_TOKEN_AND, .use = "and" },
  { "|", EXPR_TOKEN_OR, .advice = N_("use 'or', or abs(x) for a magnitude") },
  { "%", EXPR_TOKEN_TIMES, .form = "mod(a, b)" },
  { "{", EXPR_TOKEN_LEFT_PAREN, .use = "(" },
  { "}", EXPR_TOKEN_RIGHT_PAREN, .use = ")" },
  { ";", EXPR_TOKEN_COMMA, .advice = N_("arguments are separated by ','") },
  { "?", EXPR_TOKEN_COMMA, .form = N_("if(condition, then, else)") },
  { ":", EXPR_TOKEN_COMMA, .form = N_("if(condition, then, else)") },
  { "−", EXPR_TOKEN_MINUS, .advice = N_("use the ASCII character '-'") },
  { "–", EXPR_TOKEN_MINUS, .advice = N_("use the ASCII character '-'") },
  { "—", EXPR_TOKEN_MINUS, .advice = N_("use the ASCII character '-'") },
  { "‐", EXPR_TOKEN_MINUS, .advice = N_("use the ASCII character '-'") },
  { "×", EXPR_TOKEN_TIMES, .use = "*" },
  { "·", EXPR_TOKEN_TIMES, .use = "*" },
  { "⋅", EXPR_TOKEN_TIMES, .use = "*" },
  { "∙", EXPR_TOKEN_TIMES, .use = "*" },
  { "÷", EXPR_TOKEN_DIVIDE, .use = "/" },
  { "∕", EXPR_TOKEN_DIVIDE, .use = "/" },
  { "≤", EXPR_TOKEN_LESS_EQUAL, .use = "<=" },
  { "≥", EXPR_TOKEN_GREATER_EQUAL, .use = ">=" },
  { "≠", EXPR_TOKEN_NOT_EQUAL, .use = "!=" },
  { "∧", EXPR_TOKEN_AND, .use = "and" },
  { "∨", EXPR_TOKEN_OR, .use = "or" },
  { "¬", EXPR_TOKEN_NOT, .use = "not" },
  { "，", EXPR_TOKEN_COMMA, .advice = N_("use the ASCII character ','") },
  { "（", EXPR_TOKEN_LEFT_PAREN, .advice = N_("use the ASCII character '('") },
  { "）", EXPR_TOKEN_RIGHT_PAREN, .advice = N_("use the ASCII character ')'") },
};

/* Characters that are values in other notations, such as ∞. Their token is the number 1,
 * so that the rest of the expression can be parsed. */
static const struct
{
  const char *text, *use, *form; /* use: replacement; form: example of a replacement; NULL for both: there is none */
} values[] = {
  { "π", "pi" },
  { "∞" },
  { "½", .form = "0.5" },
  { "¼", .form = "0.25" },
  { "√", .form = "sqrt(x)" },
  { "∑", .form = "sum(k, 1, N, x[k])" },
  { "Σ", .form = "sum(k, 1, N, x[k])" },
};

/* Returns whether a text, which is not empty, comes next. */
static inline gboolean
comes_next (const Lexer *lexer, const char *text)
{
  /* Most texts differ in the first byte. */
  return lexer->at[0] == text[0] && g_str_has_prefix (lexer->at + 1, text + 1);
}

static void
push (Lexer *lexer, ExprTokenKind kind, int bytes, double number)
{
  ExprToken token = { kind, lexer->offset, lexer->at, bytes, !lexer->after_space && lexer->tokens->len > 0, number };

  g_array_append_val (lexer->tokens, token);
  /* Count the bytes that begin a character. */
  for (int k = 0; k < bytes; k++)
    lexer->offset += ((guchar) lexer->at[k] & 0xc0) != 0x80;
  lexer->at += bytes;
  lexer->after_space = FALSE;
}

static gboolean
is_name_start (char c)
{
  return g_ascii_isalpha (c) || c == '_';
}

static gboolean
is_name_part (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Returns the end of the exponent of a number if one begins at e, otherwise e. */
static const char *
skip_exponent (const char *e)
{
  const char *digits = e + 1;

  if (*e != 'e' && *e != 'E')
    return e;
  if (*digits == '+' || *digits == '-')
    digits++;
  if (!g_ascii_isdigit (*digits))
    return e;
  while (g_ascii_isdigit (*digits))
    digits++;
  return digits;
}

static void
read_number (Lexer *lexer)
{
  const char *end = lexer->at;
  gboolean has_other_digits = FALSE;
  double number;

  while (g_ascii_isdigit (*end))
    end++;
  if (*end == '.')
    for (end++; g_ascii_isdigit (*end);)
      end++;
  const char *mantissa_end = end;
  end = skip_exponent (end);
  for (const char *c = lexer->at; c < mantissa_end; c++)
    has_other_digits |= *c >= '1' && *c <= '9';

  number = g_ascii_strtod (lexer->at, NULL);
  if (lexer->at[0] == '0' && (lexer->at[1] == 'x' || lexer->at[1] == 'X') && g_ascii_isxdigit (lexer->at[2]))
    {
      expr_syntax_errors_add (lexer->errors, lexer->offset, _("numbers are decimal, not hexadecimal"));
      for (end = lexer->at + 2; g_ascii_isxdigit (*end);)
        end++;
      number = 1;
    }
  else if (isinf (number))
    {
      expr_syntax_errors_add (lexer->errors, lexer->offset, _("%.*s is too large for a double (at most 1.8e308)"),
                              (int) (end - lexer->at), lexer->at);
      number = 1;
    }
  else if (number == 0 && has_other_digits)
    expr_syntax_errors_add (lexer->errors, lexer->offset, _("%.*s is too small for a double (at least 4.9e-324)"),
                            (int) (end - lexer->at), lexer->at);
  else if (*end == '.' && g_ascii_isdigit (end[1]))
    {
      expr_syntax_errors_add (lexer->errors, lexer->offset + (int) (end - lexer->at), _("a number has one decimal point"));
      while (g_ascii_isdigit (*end) || *end == '.')
        end++;
    }
  else if ((*end == 'e' || *end == 'E') && (end[1] == '+' || end[1] == '-') && !is_name_part (end[2]))
    {
      expr_syntax_errors_add (lexer->errors, lexer->offset + (int) (end - lexer->at), _("the exponent has no digits"));
      end += 2;
    }
  else if ((*end == 'e' || *end == 'E') && !is_name_part (end[1]))
    {
      expr_syntax_errors_add (lexer->errors, lexer->offset + (int) (end - lexer->at),
                              _("the exponent has no digits; to multiply by '%c' write '*%c'"), *end, *end);
      end++;
    }
  else if (*end == '_' && g_ascii_isdigit (end[1]))
    {
      expr_syntax_errors_add (lexer->errors, lexer->offset + (int) (end - lexer->at),
                              _("digits are written without '_' between them"));
      while (is_name_part (*end))
        end++;
    }
  push (lexer, EXPR_TOKEN_NUMBER, (int) (end - lexer->at), number);
}

static void
read_name (Lexer *lexer)
{
  const char *end = lexer->at;
  ExprTokenKind kind = EXPR_TOKEN_NAME;
  int bytes;

  /* Names that the program generates contain dots: "x.v", "rod.lambda". */
  while (is_name_part (*end) || (*end == '.' && is_name_start (end[1])))
    end++;
  bytes = (int) (end - lexer->at);
  if (bytes == 3 && strncmp (lexer->at, "and", 3) == 0)
    kind = EXPR_TOKEN_AND;
  else if (bytes == 2 && strncmp (lexer->at, "or", 2) == 0)
    kind = EXPR_TOKEN_OR;
  else if (bytes == 3 && strncmp (lexer->at, "not", 3) == 0)
    kind = EXPR_TOKEN_NOT;
  push (lexer, kind, bytes, 0);
}

/* Reads superscripts such as ², reports "use ^2", and replaces the superscripts by the tokens
 * '^' and the number. */
static gboolean
read_superscript (Lexer *lexer)
{
  static const char *const superscripts[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };

  for (int digit = 0; digit < 10; digit++)
    if (comes_next (lexer, superscripts[digit]))
      {
        ExprToken power = { EXPR_TOKEN_POWER, lexer->offset, lexer->at, (int) strlen (superscripts[digit]), TRUE, 0 };
        expr_syntax_errors_add (lexer->errors, lexer->offset, _("use '^%d'"), digit);
        g_array_append_val (lexer->tokens, power);
        push (lexer, EXPR_TOKEN_NUMBER, power.length, digit);
        return TRUE;
      }
  return FALSE;
}

static gboolean
read_symbol (Lexer *lexer)
{
  for (gsize k = 0; k < G_N_ELEMENTS (spellings); k++)
    if (comes_next (lexer, spellings[k].text))
      {
        if (spellings[k].use != NULL)
          expr_syntax_errors_add (lexer->errors, lexer->offset, _("'%s' is not an operator here; use '%s'"), spellings[k].text,
                                  spellings[k].use);
        else if (spellings[k].form != NULL)
          expr_syntax_errors_add (lexer->errors, lexer->offset, _("'%s' is not an operator here; use %s"), spellings[k].text,
                                  _(spellings[k].form));
        else if (spellings[k].advice != NULL)
          expr_syntax_errors_add (lexer->errors, lexer->offset, _("'%s' is not an operator here; %s"), spellings[k].text,
                                  _(spellings[k].advice));
        push (lexer, spellings[k].kind, (int) strlen (spellings[k].text), 0);
        return TRUE;
      }
  for (gsize k = 0; k < G_N_ELEMENTS (values); k++)
    if (comes_next (lexer, values[k].text))
      {
        if (values[k].use != NULL)
          expr_syntax_errors_add (lexer->errors, lexer->offset, _("'%s' is not known; use '%s'"), values[k].text, values[k].use);
        else if (values[k].form != NULL)
          expr_syntax_errors_add (lexer->errors, lexer->offset, _("'%s' is not known; use %s"), values[k].text, values[k].form);
        else
          expr_syntax_errors_add (lexer->errors, lexer->offset, _("'%s' is not known; there is no infinity"), values[k].text);
        push (lexer, EXPR_TOKEN_NUMBER, (int) strlen (values[k].text), 1);
        return TRUE;
      }
  return read_superscript (lexer);
}

static void
skip_foreign (Lexer *lexer)
{
  gunichar c = g_utf8_get_char (lexer->at);

  if (c == '\'' || c == '"' || c == '`')
    expr_syntax_errors_add (lexer->errors, lexer->offset, _("an expression cannot contain quotation marks"));
  else if (c == '.')
    expr_syntax_errors_add (lexer->errors, lexer->offset, _("'.' alone is not a number; write 0.5, .5 or 5."));
  else if (g_unichar_isalpha (c))
    expr_syntax_errors_add (lexer->errors, lexer->offset,
                            _("'%.*s' is not allowed in a name; use letters a to z, digits and '_'"),
                            (int) (g_utf8_next_char (lexer->at) - lexer->at), lexer->at);
  else if (g_unichar_isprint (c))
    expr_syntax_errors_add (lexer->errors, lexer->offset, _("'%.*s' has no meaning in an expression"),
                            (int) (g_utf8_next_char (lexer->at) - lexer->at), lexer->at);
  else
    expr_syntax_errors_add (lexer->errors, lexer->offset, _("the character U+%04X has no meaning in an expression"), c);

  if (g_unichar_isalpha (c))
    {
      /* Report one error for the whole word, and replace the word by a value. */
      const char *end = lexer->at;
      while (g_unichar_isalnum (g_utf8_get_char (end)) || *end == '_')
        end = g_utf8_next_char (end);
      push (lexer, EXPR_TOKEN_NUMBER, (int) (end - lexer->at), 1);
      return;
    }
  lexer->at = g_utf8_next_char (lexer->at);
  lexer->offset++;
}

GArray *
expr_lexer_run (const char *text, GArray *errors)
{
  Lexer lexer = { text, 0, FALSE, g_array_new (FALSE, FALSE, sizeof (ExprToken)), errors };
  const char *invalid;

  if (!g_utf8_validate (text, -1, &invalid))
    {
      expr_syntax_errors_add (errors, (int) g_utf8_strlen (text, invalid - text), _("the text is not valid UTF-8"));
      lexer.at = text + strlen (text);
    }
  while (*lexer.at != '\0' && errors->len < MAX_ERRORS)
    {
      const char *at = lexer.at;
      if (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r' || comes_next (&lexer, "\302\240"))
        {
          lexer.at = g_utf8_next_char (at);
          lexer.offset++;
          lexer.after_space = TRUE;
        }
      else if (g_ascii_isdigit (*at) || (*at == '.' && g_ascii_isdigit (at[1])))
        read_number (&lexer);
      else if (is_name_start (*at))
        read_name (&lexer);
      else if (!read_symbol (&lexer))
        skip_foreign (&lexer);
    }
  push (&lexer, EXPR_TOKEN_END, 0, 0);
  return lexer.tokens;
}

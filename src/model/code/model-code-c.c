/* A model as a program in C, with the step code of data/code. */
#include "model-code-c.h"

#include <glib/gi18n-lib.h>

#include "expr-jacobian.h"
#include "model-code-texts.h"

/* Largest number of states of a stiff model whose steps are implicit. The matrices are dense. */
#define MOST_IMPLICIT 500

const ExprSourceLanguage model_code_c_language = {
  .forms = {
    [EXPR_OP_NEG] = { "-{a+}", 8 }, [EXPR_OP_NOT] = { "!{a?}", 8 }, [EXPR_OP_ADD] = { "{a} + {b+}", 6 }, [EXPR_OP_SUB] = { "{a} - {b+}", 6 },
    [EXPR_OP_MUL] = { "{a} * {b+}", 7 }, [EXPR_OP_DIV] = { "{a} / {b+}", 7 }, [EXPR_OP_POW] = { "pow ({a,}, {b,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_LT] = { "{a+} < {b+}", 5 }, [EXPR_OP_LE] = { "{a+} <= {b+}", 5 }, [EXPR_OP_EQ] = { "{a+} == {b+}", 4 }, [EXPR_OP_NE] = { "{a+} != {b+}", 4 },
    [EXPR_OP_AND] = { "{a?} && {b?}", 3 }, [EXPR_OP_OR] = { "{a?} || {b?}", 3 }, [EXPR_OP_SELECT] = { "{a?} ? {b+} : {c+}", 1 },
    [EXPR_OP_SIN] = { "sin ({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_COS] = { "cos ({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_TAN] = { "tan ({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_ASIN] = { "asin ({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_ACOS] = { "acos ({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_ATAN] = { "atan ({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_SINH] = { "sinh ({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_COSH] = { "cosh ({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_TANH] = { "tanh ({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_ASINH] = { "asinh ({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_ACOSH] = { "acosh ({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_ATANH] = { "atanh ({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_EXP] = { "exp ({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_LOG] = { "log ({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_LOG10] = { "log10 ({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_LOG2] = { "log2 ({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_SQRT] = { "sqrt ({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_CBRT] = { "cbrt ({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_ABS] = { "fabs ({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_SIGN] = { "sign_of ({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_FLOOR] = { "floor ({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_CEIL] = { "ceil ({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_ROUND] = { "round ({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_STEP] = { "step_of ({a,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_ERF] = { "erf ({a,})", EXPR_SOURCE_ATOM }, [EXPR_OP_ATAN2] = { "atan2 ({a,}, {b,})", EXPR_SOURCE_ATOM }, [EXPR_OP_MIN] = { "min_of ({a,}, {b,})", EXPR_SOURCE_ATOM },
    [EXPR_OP_MAX] = { "max_of ({a,}, {b,})", EXPR_SOURCE_ATOM }, [EXPR_OP_MOD] = { "mod_of ({a,}, {b,})", EXPR_SOURCE_ATOM }, [EXPR_OP_HYPOT] = { "hypot ({a,}, {b,})", EXPR_SOURCE_ATOM },
  },
  .assignment = "const double {name} = {value};", .condition = { "{a+} != 0", 4 }, .number = { "(double) {a+}", 8 }, .square = { "{a} * {a}", 7 }, .nan = "NAN", .infinity = "INFINITY",
};

/* Keywords, names of the programs, and macros of the headers of C, POSIX and Windows. */
const char *const model_code_c_reserved[] = {
  "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float", "for", "goto", "if", "inline", "int", "long",
  "register", "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while", "main",
  "t", "x", "p", "dx", "y", "part", "change", "along", "memset", "rhs", "outputs", "N", "N_OUTPUTS", "j0", "j1", "jn", "y0", "y1", "yn", "gamma", "sin", "cos", "tan", "exp", "log", "pow", "sqrt",
  "fabs", "NAN", "INFINITY", "printf", "sign_of", "step_of", "min_of", "max_of", "mod_of", "g", "n", "event", "after", "crossings", "crossed", "sides", "way",
  "period_of", "time_of", "next_time", "happen", "N_CROSSINGS", "N_EVENTS", "I", "asm", "linux", "unix", "bool", "true", "false",
  "N_CONTINUOUS", "N_PARAMETERS", "T_START", "TOLERANCE", "FIRST_STEP", "STEP_ORDER", "MODEL_TOKEN", "matrix", "dt", "BUFSIZ", "DOMAIN",
  "OVERFLOW", "UNDERFLOW", "PLOSS", "TLOSS", "HUGE", "errno", "huge", "near", "far", "interface", "small", "BIG_ENDIAN", "BYTE_ORDER", "DBL_DECIMAL_DIG", "DBL_DIG",
  "DBL_EPSILON", "DBL_HAS_SUBNORM", "DBL_MANT_DIG", "DBL_MAX", "DBL_MAX_10_EXP", "DBL_MAX_EXP", "DBL_MIN", "DBL_MIN_10_EXP", "DBL_MIN_EXP", "DBL_TRUE_MIN",
  "DECIMAL_DIG", "EOF", "EXIT_FAILURE", "EXIT_SUCCESS", "FD_SETSIZE", "FILENAME_MAX", "FLT_DECIMAL_DIG", "FLT_DIG", "FLT_EPSILON", "FLT_EVAL_METHOD",
  "FLT_HAS_SUBNORM", "FLT_MANT_DIG", "FLT_MAX", "FLT_MAX_10_EXP", "FLT_MAX_EXP", "FLT_MIN", "FLT_MIN_10_EXP", "FLT_MIN_EXP", "FLT_RADIX", "FLT_ROUNDS",
  "FLT_TRUE_MIN", "FOPEN_MAX", "FP_ILOGB0", "FP_ILOGBNAN", "FP_INFINITE", "FP_NAN", "FP_NORMAL", "FP_SUBNORMAL", "FP_ZERO", "HUGE_VAL", "HUGE_VALF", "HUGE_VALL",
  "INT16_MAX", "INT16_MIN", "INT32_MAX", "INT32_MIN", "INT64_MAX", "INT64_MIN", "INT8_MAX", "INT8_MIN", "INTMAX_MAX", "INTMAX_MIN", "INTPTR_MAX", "INTPTR_MIN",
  "INT_FAST16_MAX", "INT_FAST16_MIN", "INT_FAST32_MAX", "INT_FAST32_MIN", "INT_FAST64_MAX", "INT_FAST64_MIN", "INT_FAST8_MAX", "INT_FAST8_MIN", "INT_LEAST16_MAX",
  "INT_LEAST16_MIN", "INT_LEAST32_MAX", "INT_LEAST32_MIN", "INT_LEAST64_MAX", "INT_LEAST64_MIN", "INT_LEAST8_MAX", "INT_LEAST8_MIN", "LDBL_DECIMAL_DIG", "LDBL_DIG",
  "LDBL_EPSILON", "LDBL_HAS_SUBNORM", "LDBL_MANT_DIG", "LDBL_MAX", "LDBL_MAX_10_EXP", "LDBL_MAX_EXP", "LDBL_MIN", "LDBL_MIN_10_EXP", "LDBL_MIN_EXP",
  "LDBL_TRUE_MIN", "LITTLE_ENDIAN", "L_ctermid", "L_tmpnam", "MATH_ERREXCEPT", "MATH_ERRNO", "MB_CUR_MAX", "M_1_PI", "M_2_PI", "M_2_SQRTPI", "M_E", "M_LN10",
  "M_LN2", "M_LOG10E", "M_LOG2E", "M_PI", "M_PI_2", "M_PI_4", "M_SQRT1_2", "M_SQRT2", "NFDBITS", "NULL", "PDP_ENDIAN", "PTRDIFF_MAX", "PTRDIFF_MIN", "P_tmpdir",
  "RAND_MAX", "SEEK_CUR", "SEEK_END", "SEEK_SET", "SIG_ATOMIC_MAX", "SIG_ATOMIC_MIN", "SIZE_MAX", "TMP_MAX", "UINT16_MAX", "UINT32_MAX", "UINT64_MAX", "UINT8_MAX",
  "UINTMAX_MAX", "UINTPTR_MAX", "UINT_FAST16_MAX", "UINT_FAST32_MAX", "UINT_FAST64_MAX", "UINT_FAST8_MAX", "UINT_LEAST16_MAX", "UINT_LEAST32_MAX",
  "UINT_LEAST64_MAX", "UINT_LEAST8_MAX", "WCHAR_MAX", "WCHAR_MIN", "WCONTINUED", "WEXITED", "WINT_MAX", "WINT_MIN", "WNOHANG", "WNOWAIT", "WSTOPPED", "WUNTRACED",
  "math_errhandling", "stderr", "stdin", "stdout", NULL,
};

const char model_code_c_helpers[] =
    "static inline double sign_of (double a) { return a > 0 ? 1 : a < 0 ? -1 : a == 0 ? 0 : a; }\n"
    "static inline double step_of (double a) { return a >= 0 ? 1 : a < 0 ? 0 : a; }\n"
    "static inline double min_of (double a, double b) { return a < b || a != a ? a : b; }\n"
    "static inline double max_of (double a, double b) { return a > b || a != a ? a : b; }\n"
    "static inline double mod_of (double a, double b) { return a - b * floor (a / b); }\n";

static const char printer[] =
    "\n"
    "static void\n"
    "print_row (double t, const double *x)\n"
    "{\n"
    "  printf (\"%.17g\", t);\n"
    "  for (int i = 0; i < N; i++)\n"
    "    printf (\",%.17g\", x[i]);\n"
    "{print_outputs}"
    "  putchar ('\\n');\n"
    "}\n\n";

static const char plain_main[] =
    "/* Usage: program [END [TOLERANCE]]. Prints the accepted steps as CSV. */\n"
    "int\n"
    "main (int argc, char **argv)\n"
    "{\n"
    "  const double t_start = {t_start}, t_end = argc > 1 ? atof (argv[1]) : {t_end}, tolerance = argc > 2 ? atof (argv[2]) : {tolerance};\n"
    "  double t = t_start, h = 1e-4 * (t_end - t_start), x[N] = { {x0} }, x1[N], k[7][N], largest[N], from_zero[N], size[N];\n\n"
    "  puts (\"t,{header}\");\n"
    "  print_row (t, x);\n"
    "  rhs (t, x, P, k[0]);\n"
    "  sizes (x, tolerance, 1, largest, from_zero, size);\n"
    "  while (t < t_end)\n"
    "    {\n"
    "      const int last = t + h >= t_end;\n"
    "      const double length = last ? t_end - t : h, error = step (t, x, P, length, k, x1, size, tolerance);\n\n"
    "      if (error <= 1)\n"
    "        {\n"
    "          t = last ? t_end : t + length;\n"
    "          memcpy (x, x1, sizeof x);\n"
    "          memcpy (k[0], k[6], sizeof k[0]);\n"
    "          sizes (x, tolerance, 0, largest, from_zero, size);\n"
    "          print_row (t, x);\n"
    "        }\n"
    "      h = next_size (length, error);\n"
    "      if (!(error <= 1) && h <= 1e-15 * fabs (t))\n"
    "        {\n"
    "          fprintf (stderr, \"the step size is too small at t = %g\\n\", t);\n"
    "          return 1;\n"
    "        }\n"
    "    }\n"
    "  return 0;\n"
    "}\n";

static const char event_main[] =
    "/* Usage: program [END [TOLERANCE]]. Prints the accepted steps as CSV, and the states before and after each event. */\n"
    "int\n"
    "main (int argc, char **argv)\n"
    "{\n"
    "  const double t_start = {t_start}, t_end = argc > 1 ? atof (argv[1]) : {t_end}, tolerance = argc > 2 ? atof (argv[2]) : {tolerance};\n"
    "  double t = t_start, h = 1e-4 * (t_end - t_start), x[N] = { {x0} }, x1[N], k[7][N], largest[N], from_zero[N], size[N];\n"
    "  double g[N_EVENTS] = { 0 }, g1[N_EVENTS] = { 0 }, near_zero[N_EVENTS] = { 0 }, t_event = t_start;\n"
    "  int found[N_EVENTS] = { 0 }, ends = 0, n_close = 0;\n\n"
    "  puts (\"t,{header}\");\n"
    "  print_row (t, x);\n"
    "  rhs (t, x, P, k[0]);\n"
    "  sides (t, x, P, k[0], 1e-3 * h, near_zero, g);\n"
    "  sizes (x, tolerance, 1, largest, from_zero, size);\n"
    "  while (t < t_end && !ends)\n"
    "    {\n"
    "      double times[N_EVENTS], stop = t_end, length, error;\n"
    "      int last, located, n_events = 0;\n\n"
    "      for (int i = 0; i < N_EVENTS; i++)\n"
    "        {\n"
    "          times[i] = i < N_CROSSINGS ? INFINITY : next_time (i, t, P);\n"
    "          stop = fmin (stop, times[i]);\n"
    "        }\n"
    "      last = t + h >= stop;\n"
    "      length = last ? stop - t : h;\n"
    "      error = step (t, x, P, length, k, x1, size, tolerance);\n"
    "      h = next_size (length, error);\n"
    "      if (!(error <= 1) && h <= 1e-15 * fabs (t))\n"
    "        {\n"
    "          fprintf (stderr, \"the step size is too small at t = %g\\n\", t);\n"
    "          return 1;\n"
    "        }\n"
    "      if (!(error <= 1))\n"
    "        continue;\n"
    "      crossings (t + length, x1, P, g1);\n"
    "      located = crossed (g, g1, near_zero, found);\n"
    "      if (located)\n"
    "        {\n"
    "          /* The step is made again with other sizes, until that to the first crossing is known to rounding. */\n"
    "          double low = 0;\n\n"
    "          while (t + low < t + (low + length) / 2 && t + (low + length) / 2 < t + length)\n"
    "            {\n"
    "              const double middle = (low + length) / 2;\n\n"
    "              step (t, x, P, middle, k, x1, size, tolerance);\n"
    "              crossings (t + middle, x1, P, g1);\n"
    "              if (crossed (g, g1, near_zero, found))\n"
    "                length = middle;\n"
    "              else\n"
    "                low = middle;\n"
    "            }\n"
    "          step (t, x, P, length, k, x1, size, tolerance);\n"
    "          crossings (t + length, x1, P, g1);\n"
    "          crossed (g, g1, near_zero, found);\n"
    "          last = last && t + length >= stop;\n"
    "        }\n"
    "      t = last ? stop : t + length;\n"
    "      memcpy (x, x1, sizeof x);\n"
    "      memcpy (k[0], k[6], sizeof k[0]);\n"
    "      sizes (x, tolerance, 0, largest, from_zero, size);\n"
    "      take_sides (g, near_zero, g1);\n"
    "      for (int i = 0; i < N_CROSSINGS; i++)\n"
    "        if (located && found[i])\n"
    "          near_zero[i] = 2 * fabs (g1[i]) + DBL_MIN;\n"
    "      print_row (t, x);\n"
    "      for (int i = 0; i < N_EVENTS; i++)\n"
    "        {\n"
    "          found[i] = i < N_CROSSINGS ? located && found[i] : t < t_end && times[i] <= t + 2e-15 * fabs (t);\n"
    "          n_events += found[i];\n"
    "        }\n"
    "      ends = act (t, P, found, x);\n"
    "      if (n_events > 0)\n"
    "        {\n"
    "          print_row (t, x);\n"
    "          rhs (t, x, P, k[0]);\n"
    "          h = fmin (h, 1e-4 * (t_end - t_start));\n"
    "          sides (t, x, P, k[0], 1e-3 * h, near_zero, g);\n"
    "          sizes (x, tolerance, 0, largest, from_zero, size);\n"
    "          n_close = t - t_event <= 1e-14 * fabs (t) ? n_close + 1 : 0;\n"
    "          t_event = t;\n"
    "          if (n_close > 100)\n"
    "            {\n"
    "              fprintf (stderr, \"events accumulate at t = %g\\n\", t);\n"
    "              return 1;\n"
    "            }\n"
    "        }\n"
    "    }\n"
    "  return 0;\n"
    "}\n";

/* Appends the derivatives, the outputs, and what the step code of a stiff model needs. Returns FALSE with an error. */
static gboolean
write_functions (ModelCode *code, GString *out, GError **error)
{
  g_string_append (out, "\n/* Computes the derivatives of the states. */\nstatic void\nrhs (double t, const double *x, const double *p, double *dx)\n{\n  (void) t, (void) x, (void) p;\n");
  if (!model_code_body (code, out, "  ", code->derivatives, code->n_states, "dx[{k}] = {value};", NULL, error))
    return FALSE;
  g_string_append (out, "}\n\n/* Computes the outputs. */\nstatic void\noutputs (double t, const double *x, const double *p, double *y)\n{\n  (void) t, (void) x, (void) p, (void) y;\n");
  if (!model_code_body (code, out, "  ", (const ExprValue *) (gpointer) code->plan->outputs->data, code->n_outputs, "y[{k}] = {value};", NULL, error))
    return FALSE;
  g_string_append (out, "}\n");
  return TRUE;
}

gboolean
model_code_c_is_implicit (const ModelCode *code)
{
  return code->is_stiff && code->n_continuous <= MOST_IMPLICIT;
}

/* Appends the function that computes the derivatives of the right-hand side by the states and by the time. Returns FALSE with an error. */
static gboolean
write_jacobian (ModelCode *code, GString *out, GError **error)
{
  const ModelPlan *plan = code->plan;
  const int n = code->n_continuous;
  g_autoptr (ExprJacobian) jacobian = expr_jacobian_new (plan->graph, code->derivatives, n, plan->base_x, n);
  g_autofree ExprValue *by_time = g_new0 (ExprValue, n + 1);
  g_auto (GStrv) places = NULL;

  if (jacobian == NULL)
    {
      g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_VALUE, _("interrupted"));
      return FALSE;
    }
  places = g_new0 (char *, jacobian->n_entries + 1);
  for (int column = 0; column < n; column++)
    for (int k = jacobian->column_starts[column]; k < jacobian->column_starts[column + 1]; k++)
      places[k] = g_strdup_printf ("%d", jacobian->rows[k] * n + column);
  for (int k = 0; k < n; k++)
    by_time[k] = expr_graph_derivative (plan->graph, code->derivatives[k], plan->base_t);
  g_string_append (out, "\n/* Computes the derivatives of those of the continuous states by these states and by the time. */\nstatic void\n"
                        "jacobian (double t, const double *x, const double *p, double *matrix, double *dt)\n{\n  (void) t, (void) x, (void) p;\n"
                        "  memset (matrix, 0, sizeof (double) * N_CONTINUOUS * N_CONTINUOUS);\n  {\n");
  if (!model_code_body (code, out, "    ", jacobian->values, jacobian->n_entries, "matrix[{id}] = {value};", (const char *const *) places, error))
    return FALSE;
  g_string_append (out, "  }\n  {\n");
  if (!model_code_body (code, out, "    ", by_time, n, "dt[{k}] = {value};", NULL, error))
    return FALSE;
  g_string_append (out, "  }\n}\n");
  return TRUE;
}

gboolean
model_code_c_model (ModelCode *code, GString *out, gboolean events, GError **error)
{
  const gboolean implicit = model_code_c_is_implicit (code);

  g_string_append_printf (out,
                          "#include <float.h>\n#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n#define N %d /* states */\n"
                          "#define N_CONTINUOUS %d /* the states that are not discrete come first */\n#define N_PARAMETERS %d\n#define N_OUTPUTS %d\n#define STEP_ORDER %d\n\n",
                          code->n_states, code->n_continuous, code->n_parameters, code->n_outputs, implicit ? 4 : 5);
  g_string_append (out, "/* The parameters: ");
  model_code_words (out, code->parameters, code->n_parameters, "");
  g_string_append (out, ". */\nstatic const double P[] = { ");
  model_code_numbers (out, code->p, code->n_parameters);
  g_string_append (out, code->n_parameters == 0 ? "0 };\n\n" : " };\n\n");
  g_string_append (out, "/* The nominal values of the states; 0: none. */\nstatic const double NOMINAL[] = { ");
  model_code_numbers (out, code->nominal, code->n_states);
  g_string_append (out, " };\n\n");
  g_string_append (out, model_code_c_helpers);
  if (!write_functions (code, out, error) || (implicit && !write_jacobian (code, out, error)) || (events && !model_code_c_events (code, out, error)))
    return FALSE;
  g_string_append (out, model_code_text_sizes);
  g_string_append (out, implicit ? model_code_text_step_stiff : model_code_text_step);
  return TRUE;
}

static char *
write_c (ModelCode *code, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL), x0 = g_string_new (NULL), header = g_string_new (NULL), start = g_string_new (NULL), end = g_string_new (NULL),
                      tolerance = g_string_new (NULL);

  model_code_append (out, "/* {name}, written by Stepwise {version}. Compile with: cc -O2 FILE.c -lm */\n", "name", code->title, "version", STEPWISE_VERSION,
                     NULL);
  if (!model_code_c_model (code, out, code->events->len > 0, error))
    return NULL;
  model_code_numbers (x0, code->x0, code->n_states);
  for (int k = 0; k < code->n_states; k++)
    g_string_append_printf (header, "%s%s", k > 0 ? "," : "", code->states[k]);
  for (int k = 0; k < code->n_outputs; k++)
    g_string_append_printf (header, ",%s", code->outputs[k]);
  model_code_number (start, code->t_start);
  model_code_number (end, code->t_end);
  model_code_number (tolerance, code->accuracy);
  model_code_append (out, printer, "print_outputs",
                     code->n_outputs > 0 ? "  double y[N_OUTPUTS];\n  outputs (t, x, P, y);\n  for (int i = 0; i < N_OUTPUTS; i++)\n    printf (\",%.17g\", y[i]);\n" : "",
                     NULL);
  model_code_append (out, code->events->len > 0 ? event_main : plain_main, "t_start", start->str, "t_end", end->str, "tolerance", tolerance->str, "x0", x0->str, "header",
                     header->str, NULL);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

const ModelCodeTarget model_code_target_c = {
  .id = "c", .name = N_("C with an integrator"), .ending = "c", .language = &model_code_c_language, .reserved = model_code_c_reserved, .has_events = TRUE, .has_phases = TRUE, .take_parameter = "const double {id} = p[{k}];",
  .take_state = "const double {id} = x[{k}];", .write = write_c,
};

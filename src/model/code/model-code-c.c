/* A model as a program in C, with a Dormand–Prince 5(4) integrator. */
#include "model-code-c.h"

#include <glib/gi18n-lib.h>

static const ExprSourceLanguage language = {
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

static const char *const reserved[] = {
  "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float", "for", "goto", "if", "inline", "int", "long",
  "register", "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while", "main",
  "t", "x", "p", "dx", "y", "rhs", "outputs", "N", "N_OUTPUTS", "j0", "j1", "jn", "y0", "y1", "yn", "gamma", "sin", "cos", "tan", "exp", "log", "pow", "sqrt", "fabs",
  "NAN", "INFINITY", "printf", "sign_of", "step_of", "min_of", "max_of", "mod_of", "g", "n", "event", "after", "crossings", "crossed", "sides", "way", "period_of", "time_of", "next_time", "happen", "N_CROSSINGS",
  "N_EVENTS", "I", "asm", "linux", "unix", "bool", "true", "false", NULL,
};

static const char helpers[] =
    "static inline double sign_of (double a) { return a > 0 ? 1 : a < 0 ? -1 : a == 0 ? 0 : a; }\n"
    "static inline double step_of (double a) { return a >= 0 ? 1 : a < 0 ? 0 : a; }\n"
    "static inline double min_of (double a, double b) { return a < b || a != a ? a : b; }\n"
    "static inline double max_of (double a, double b) { return a > b || a != a ? a : b; }\n"
    "static inline double mod_of (double a, double b) { return a - b * floor (a / b); }\n";

/* The integrator: E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential Equations I, 2nd ed., 1993, Table II.5.2 and section II.4. */
static const char integrator[] =
    "\n/* One step of Dormand and Prince's method of order 5. k[0] is the derivative at the start; k[6] becomes that at the end. Returns the error in units of the\n"
    " * tolerance. */\n"
    "static double\n"
    "step (double t, const double *x, double h, double k[7][N], double *x1, double tolerance)\n"
    "{\n"
    "  static const double c[] = { 0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1 };\n"
    "  static const double a[7][6] = { { 0 }, { 1. / 5 }, { 3. / 40, 9. / 40 }, { 44. / 45, -56. / 15, 32. / 9 },\n"
    "    { 19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729 }, { 9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656 },\n"
    "    { 35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84 } };\n"
    "  static const double e[] = { 71. / 57600, 0, -71. / 16695, 71. / 1920, -17253. / 339200, 22. / 525, -1. / 40 };\n"
    "  double sum = 0;\n\n"
    "  for (int s = 1; s < 7; s++)\n"
    "    {\n"
    "      for (int i = 0; i < N; i++)\n"
    "        {\n"
    "          double d = 0;\n"
    "          for (int j = 0; j < s; j++)\n"
    "            d += a[s][j] * k[j][i];\n"
    "          x1[i] = x[i] + h * d;\n"
    "        }\n"
    "      rhs (t + c[s] * h, x1, P, k[s]);\n"
    "    }\n"
    "  for (int i = 0; i < N; i++)\n"
    "    {\n"
    "      double d = 0;\n"
    "      for (int s = 0; s < 7; s++)\n"
    "        d += e[s] * k[s][i];\n"
    "      d *= h / (tolerance * (1e-3 + fmax (fabs (x[i]), fabs (x1[i]))));\n"
    "      sum += d * d;\n"
    "    }\n"
    "  return sqrt (sum / N);\n"
    "}\n\n"
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
    "  double t = t_start, h = 1e-4 * (t_end - t_start), x[N] = { {x0} }, x1[N], k[7][N];\n\n"
    "  puts (\"t,{header}\");\n"
    "  print_row (t, x);\n"
    "  rhs (t, x, P, k[0]);\n"
    "  while (t < t_end)\n"
    "    {\n"
    "      const int last = t + h >= t_end;\n"
    "      const double size = last ? t_end - t : h, error = step (t, x, size, k, x1, tolerance);\n\n"
    "      if (error <= 1)\n"
    "        {\n"
    "          t = last ? t_end : t + size;\n"
    "          memcpy (x, x1, sizeof x);\n"
    "          memcpy (k[0], k[6], sizeof k[0]);\n"
    "          print_row (t, x);\n"
    "        }\n"
    "      h = size * (error > 0 ? fmin (5, fmax (0.2, 0.9 * pow (error, -0.2))) : error == 0 ? 5 : 0.2);\n"
    "      if (h <= 1e-15 * fabs (t))\n"
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
    "  double t = t_start, h = 1e-4 * (t_end - t_start), x[N] = { {x0} }, x1[N], k[7][N], g[N_EVENTS] = { 0 }, g1[N_EVENTS] = { 0 };\n"
    "  double t_event = t_start;\n"
    "  int found[N_EVENTS] = { 0 }, ends = 0, n_close = 0;\n\n"
    "  puts (\"t,{header}\");\n"
    "  print_row (t, x);\n"
    "  rhs (t, x, P, k[0]);\n"
    "  sides (t, x, P, k[0], 1e-3 * h, g);\n"
    "  while (t < t_end && !ends)\n"
    "    {\n"
    "      double times[N_EVENTS], stop = t_end, size, error;\n"
    "      int last, located, n_events = 0;\n\n"
    "      for (int i = 0; i < N_EVENTS; i++)\n"
    "        {\n"
    "          times[i] = i < N_CROSSINGS ? INFINITY : next_time (i, t, P);\n"
    "          stop = fmin (stop, times[i]);\n"
    "        }\n"
    "      last = t + h >= stop;\n"
    "      size = last ? stop - t : h;\n"
    "      error = step (t, x, size, k, x1, tolerance);\n"
    "      h = size * (error > 0 ? fmin (5, fmax (0.2, 0.9 * pow (error, -0.2))) : error == 0 ? 5 : 0.2);\n"
    "      if (h <= 1e-15 * fabs (t))\n"
    "        {\n"
    "          fprintf (stderr, \"the step size is too small at t = %g\\n\", t);\n"
    "          return 1;\n"
    "        }\n"
    "      if (!(error <= 1))\n"
    "        continue;\n"
    "      crossings (t + size, x1, P, g1);\n"
    "      located = crossed (g, g1, found);\n"
    "      if (located)\n"
    "        {\n"
    "          /* The step is made again with other sizes, until that to the first crossing is known to rounding. */\n"
    "          double low = 0;\n\n"
    "          while (t + low < t + (low + size) / 2 && t + (low + size) / 2 < t + size)\n"
    "            {\n"
    "              const double middle = (low + size) / 2;\n\n"
    "              step (t, x, middle, k, x1, tolerance);\n"
    "              crossings (t + middle, x1, P, g1);\n"
    "              if (crossed (g, g1, found))\n"
    "                size = middle;\n"
    "              else\n"
    "                low = middle;\n"
    "            }\n"
    "          step (t, x, size, k, x1, tolerance);\n"
    "          crossings (t + size, x1, P, g1);\n"
    "          crossed (g, g1, found);\n"
    "          last = last && t + size >= stop;\n"
    "        }\n"
    "      t = last ? stop : t + size;\n"
    "      memcpy (x, x1, sizeof x);\n"
    "      memcpy (k[0], k[6], sizeof k[0]);\n"
    "      memcpy (g, g1, sizeof g);\n"
    "      print_row (t, x);\n"
    "      for (int i = 0; i < N_EVENTS; i++)\n"
    "        if (i < N_CROSSINGS ? located && found[i] : t < t_end && times[i] <= t + 2e-15 * fabs (t))\n"
    "          {\n"
    "            ends |= happen (i, t, x1, P, x);\n"
    "            n_events++;\n"
    "          }\n"
    "      if (n_events > 0)\n"
    "        {\n"
    "          print_row (t, x);\n"
    "          rhs (t, x, P, k[0]);\n"
    "          h = fmin (h, 1e-4 * (t_end - t_start));\n"
    "          sides (t, x, P, k[0], 1e-3 * h, g);\n"
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

static char *
write_c (ModelCode *code, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL), functions = g_string_new (NULL), x0 = g_string_new (NULL), header = g_string_new (NULL), start = g_string_new (NULL),
                      end = g_string_new (NULL), tolerance = g_string_new (NULL);

  g_string_append (functions, "\n/* Computes the derivatives of the states. */\nstatic void\nrhs (double t, const double *x, const double *p, double *dx)\n{\n  (void) t, (void) p;\n");
  if (!model_code_body (code, functions, "  ", code->derivatives, code->n_states, "dx[{k}] = {value};", NULL, error))
    return NULL;
  g_string_append (functions, "}\n");
  if (code->n_outputs > 0)
    {
      g_string_append (functions, "\n/* Computes the outputs. */\nstatic void\noutputs (double t, const double *x, const double *p, double *y)\n{\n  (void) t, (void) x, (void) p;\n");
      if (!model_code_body (code, functions, "  ", (const ExprValue *) (gpointer) code->plan->outputs->data, code->n_outputs, "y[{k}] = {value};", NULL, error))
        return NULL;
      g_string_append (functions, "}\n");
    }
  if (code->events->len > 0 && !model_code_c_events (code, functions, error))
    return NULL;
  model_code_append (out, "/* {name}, written by Stepwise {version}. Compile with: cc -O2 FILE.c -lm */\n", "name", code->title, "version", STEPWISE_VERSION,
                     NULL);
  g_string_append_printf (out, "#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n#define N %d /* states */\n#define N_OUTPUTS %d\n\n",
                          code->n_states, code->n_outputs);
  g_string_append (out, "/* The parameters: ");
  model_code_words (out, code->parameters, code->n_parameters, "");
  g_string_append (out, ". */\nstatic const double P[] = { ");
  model_code_numbers (out, code->p, code->n_parameters);
  g_string_append (out, code->n_parameters == 0 ? "0 };\n\n" : " };\n\n");
  g_string_append (out, helpers);
  g_string_append_len (out, functions->str, (gssize) functions->len);
  model_code_numbers (x0, code->x0, code->n_states);
  for (int k = 0; k < code->n_states; k++)
    g_string_append_printf (header, "%s%s", k > 0 ? "," : "", code->states[k]);
  for (int k = 0; k < code->n_outputs; k++)
    g_string_append_printf (header, ",%s", code->outputs[k]);
  model_code_number (start, code->t_start);
  model_code_number (end, code->t_end);
  model_code_number (tolerance, code->accuracy);
  model_code_append (out, integrator, "print_outputs",
                     code->n_outputs > 0 ? "  double y[N_OUTPUTS];\n  outputs (t, x, P, y);\n  for (int i = 0; i < N_OUTPUTS; i++)\n    printf (\",%.17g\", y[i]);\n" : "",
                     NULL);
  model_code_append (out, code->events->len > 0 ? event_main : plain_main, "t_start", start->str, "t_end", end->str, "tolerance", tolerance->str, "x0", x0->str, "header",
                     header->str, NULL);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

const ModelCodeTarget model_code_target_c = {
  .id = "c", .name = N_("C with an integrator"), .ending = "c", .language = &language, .reserved = reserved, .has_events = TRUE, .take_parameter = "const double {id} = p[{k}];",
  .take_state = "const double {id} = x[{k}];", .write = write_c,
};

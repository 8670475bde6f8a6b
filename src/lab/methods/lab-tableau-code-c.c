/* A Runge–Kutta method as a function in C. */
#include "lab-tableau-code-private.h"

/* Parts that do not depend on the coefficients. RHS, A, C and STAGES are defined above them. */
static const char explicit_stages[] =
  "  for (int i = 0; i < STAGES; i++)\n"
  "    {\n"
  "      for (size_t m = 0; m < n; m++)\n"
  "        {\n"
  "          double sum = 0;\n"
  "\n"
  "          for (int j = 0; j < i; j++)\n"
  "            sum += A[i][j] * k[(size_t) j * n + m];\n"
  "          stage[m] = x[m] + h * sum;\n"
  "        }\n"
  "      f (t + C[i] * h, stage, k + (size_t) i * n, user);\n"
  "    }\n";

static const char implicit_functions[] =
  "/* Solves the m linear equations a x = b by Gaussian elimination with row exchanges; a is row-major and is overwritten, b becomes x. Returns 0,\n"
  " * or -1 if the matrix is singular. */\n"
  "static int\n"
  "solve (size_t m, double *a, double *b)\n"
  "{\n"
  "  for (size_t p = 0; p < m; p++)\n"
  "    {\n"
  "      size_t best = p;\n"
  "\n"
  "      for (size_t i = p + 1; i < m; i++)\n"
  "        if (fabs (a[i * m + p]) > fabs (a[best * m + p]))\n"
  "          best = i;\n"
  "      if (a[best * m + p] == 0)\n"
  "        return -1;\n"
  "      for (size_t j = 0; j < m && best != p; j++)\n"
  "        {\n"
  "          double keep = a[p * m + j];\n"
  "\n"
  "          a[p * m + j] = a[best * m + j];\n"
  "          a[best * m + j] = keep;\n"
  "        }\n"
  "      if (best != p)\n"
  "        {\n"
  "          double keep = b[p];\n"
  "\n"
  "          b[p] = b[best];\n"
  "          b[best] = keep;\n"
  "        }\n"
  "      for (size_t i = p + 1; i < m; i++)\n"
  "        {\n"
  "          double factor = a[i * m + p] / a[p * m + p];\n"
  "\n"
  "          for (size_t j = p; j < m; j++)\n"
  "            a[i * m + j] -= factor * a[p * m + j];\n"
  "          b[i] -= factor * b[p];\n"
  "        }\n"
  "    }\n"
  "  for (size_t p = m; p-- > 0;)\n"
  "    {\n"
  "      for (size_t j = p + 1; j < m; j++)\n"
  "        b[p] -= a[p * m + j] * b[j];\n"
  "      b[p] /= a[p * m + p];\n"
  "    }\n"
  "  return 0;\n"
  "}\n"
  "\n"
  "/* Computes all stages f (t + c_i h, x + h sum_j a_ij k_j). */\n"
  "static void\n"
  "evaluate (RHS f, void *user, size_t n, double t, double h, const double *x, const double *k, double *stage, double *value)\n"
  "{\n"
  "  for (int i = 0; i < STAGES; i++)\n"
  "    {\n"
  "      for (size_t m = 0; m < n; m++)\n"
  "        {\n"
  "          double sum = 0;\n"
  "\n"
  "          for (int j = 0; j < STAGES; j++)\n"
  "            sum += A[i][j] * k[(size_t) j * n + m];\n"
  "          stage[m] = x[m] + h * sum;\n"
  "        }\n"
  "      f (t + C[i] * h, stage, value + (size_t) i * n, user);\n"
  "    }\n"
  "}\n"
  "\n"
  "/* Solves k = f (…, x + h A k) by Newton's method with the Jacobian of f at (t, x), which is computed by differences. Returns 0, or -1 if the\n"
  " * iteration does not converge. jacobian has n² numbers, matrix (STAGES n)², k, value and stage STAGES n, STAGES n and n. */\n"
  "static int\n"
  "solve_stages (RHS f, void *user, size_t n, double t, double h, const double *x, double *k, double *value, double *stage, double *jacobian,\n"
  "              double *matrix)\n"
  "{\n"
  "  size_t size = STAGES * n;\n"
  "  double before = INFINITY;\n"
  "\n"
  "  memcpy (stage, x, n * sizeof *x);\n"
  "  f (t, stage, value, user);\n"
  "  for (int i = 0; i < STAGES; i++)\n"
  "    memcpy (k + (size_t) i * n, value, n * sizeof *k);\n"
  "  for (size_t j = 0; j < n; j++)\n"
  "    {\n"
  "      double step = 1.5e-8 * fmax (fabs (x[j]), 1);\n"
  "\n"
  "      stage[j] = x[j] + step;\n"
  "      f (t, stage, value, user);\n"
  "      stage[j] = x[j];\n"
  "      for (size_t i = 0; i < n; i++)\n"
  "        jacobian[i * n + j] = (value[i] - k[i]) / step;\n"
  "    }\n"
  "  for (int iteration = 0; iteration < 50; iteration++)\n"
  "    {\n"
  "      double change = 0, large = 0;\n"
  "\n"
  "      evaluate (f, user, n, t, h, x, k, stage, value);\n"
  "      for (size_t i = 0; i < size; i++)\n"
  "        {\n"
  "          value[i] -= k[i];\n"
  "          large = fmax (large, fabs (k[i]));\n"
  "          for (size_t j = 0; j < size; j++)\n"
  "            matrix[i * size + j] = (i == j) - h * A[i / n][j / n] * jacobian[(i % n) * n + j % n];\n"
  "        }\n"
  "      if (solve (size, matrix, value) != 0)\n"
  "        return -1;\n"
  "      for (size_t i = 0; i < size; i++)\n"
  "        {\n"
  "          k[i] += value[i];\n"
  "          change = fmax (change, fabs (value[i]));\n"
  "        }\n"
  "      if (change <= 4e-16 * large || (change <= 1e-13 * large && change >= before))\n"
  "        return 0;\n"
  "      before = change;\n"
  "    }\n"
  "  return -1;\n"
  "}\n";

/* Writes the comment, the coefficients and the head of the function. */
static void
append_head (GString *text, const OdeMethod *method, const char *name, gboolean explicit)
{
  const OdeTableau *t = method->tableau;
  int s = t->n_stages;

  g_string_append_printf (text, "/* %s, order %d.\n", method->label, method->order);
  if (method->source != NULL)
    g_string_append_printf (text, " * Coefficients: %s\n", method->source);
  g_string_append_printf (text, " *\n *     k_i = f (t + c_i h, x + h sum_j a_ij k_j),   x1 = x + h sum_i b_i k_i\n */\n#include <math.h>\n#include <stdlib.h>\n"
                                "#include <string.h>\n\n#define STAGES %d\n\n", s);
  g_string_append (text, "static const double A[STAGES][STAGES] = {\n");
  for (int i = 0; i < s; i++)
    lab_tableau_append_row (text, t->A + i * s, explicit ? MAX (i, 1) : s, "  { ", " },\n", TRUE, FALSE);
  g_string_append (text, "};\n");
  lab_tableau_append_row (text, t->b, s, "static const double B[STAGES] = { ", " };\n", TRUE, FALSE);
  if (t->b_hat != NULL)
    lab_tableau_append_row (text, t->b_hat, s, "static const double B_HAT[STAGES] = { ", " };\n", TRUE, FALSE);
  lab_tableau_append_row (text, t->c, s, "static const double C[STAGES] = { ", " };\n", TRUE, FALSE);
  g_string_append_printf (text, "\n/* Computes dx = f (t, x). */\ntypedef void (*%s_rhs) (double t, const double *x, double *dx, void *user);\n\n", name);
}

/* Writes a function that needs only the C library. Placeholders in the fixed parts are replaced by names of the
 * method. */
void
lab_tableau_append_c (GString *text, const OdeMethod *method)
{
  const OdeTableau *t = method->tableau;
  gboolean explicit = lab_tableau_is_explicit (t), pair = t->b_hat != NULL;
  g_autofree char *name = lab_tableau_identifier (method), *type = g_strconcat (name, "_rhs", NULL);

  append_head (text, method, name, explicit);
  if (!explicit)
    {
      g_auto (GStrv) parts = g_strsplit (implicit_functions, "RHS", -1);
      g_autofree char *functions = g_strjoinv (type, parts);

      g_string_append_printf (text, "%s\n", functions);
    }
  g_string_append_printf (text,
                          "/* Takes one step of size h from the n states x at t to x1.%s Returns 0, or -1 if %smemory runs out. */\n"
                          "int\n%s_step (%s f, void *user, size_t n, double t, double h, const double *x, double *x1%s)\n{\n",
                          pair ? " error, which may be NULL, becomes x1 minus the embedded solution." : "",
                          explicit ? "" : "the stages do not converge or ", name, type, pair ? ", double *error" : "");
  if (explicit)
    g_string_append (text, "  double *k = malloc ((STAGES + 1) * n * sizeof *k), *stage = k + STAGES * n;\n\n  if (k == NULL)\n    return -1;\n");
  else
    g_string_append (text, "  size_t size = STAGES * n;\n  double *k = malloc ((2 * size + n + n * n + size * size) * sizeof *k);\n"
                           "  double *value = k + size, *stage = value + size, *jacobian = stage + n, *matrix = jacobian + n * n;\n\n"
                           "  if (k == NULL)\n    return -1;\n"
                           "  if (solve_stages (f, user, n, t, h, x, k, value, stage, jacobian, matrix) != 0)\n    {\n      free (k);\n      return -1;\n    }\n");
  if (explicit)
    g_string_append (text, explicit_stages);
  g_string_append_printf (text, "  for (size_t m = 0; m < n; m++)\n    {\n      double sum = 0%s;\n\n      for (int i = 0; i < STAGES; i++)\n", pair ? ", difference = 0" : "");
  g_string_append (text, pair ? "        {\n          sum += B[i] * k[(size_t) i * n + m];\n          difference += (B[i] - B_HAT[i]) * k[(size_t) i * n + m];\n        }\n"
                              : "        sum += B[i] * k[(size_t) i * n + m];\n");
  g_string_append (text, "      x1[m] = x[m] + h * sum;\n");
  if (pair)
    g_string_append (text, "      if (error != NULL)\n        error[m] = h * difference;\n");
  g_string_append (text, "    }\n  free (k);\n  return 0;\n}\n");
}

/* A Runge–Kutta method as a function in Julia and in Python. */
#include "lab-tableau-code-private.h"

/* Parts that do not depend on the coefficients. */
static const char python_implicit[] =
  "def _solve(a, b):\n"
  "    \"\"\"Solves a x = b by Gaussian elimination with row exchanges.\"\"\"\n"
  "    a = [list(row) for row in a]\n"
  "    b = list(b)\n"
  "    m = len(b)\n"
  "    for p in range(m):\n"
  "        best = max(range(p, m), key=lambda i: abs(a[i][p]))\n"
  "        a[p], a[best] = a[best], a[p]\n"
  "        b[p], b[best] = b[best], b[p]\n"
  "        for i in range(p + 1, m):\n"
  "            factor = a[i][p] / a[p][p]\n"
  "            for j in range(p, m):\n"
  "                a[i][j] -= factor * a[p][j]\n"
  "            b[i] -= factor * b[p]\n"
  "    for p in reversed(range(m)):\n"
  "        b[p] = (b[p] - sum(a[p][j] * b[j] for j in range(p + 1, m))) / a[p][p]\n"
  "    return b\n"
  "\n"
  "\n"
  "def _stages(f, t, x, h):\n"
  "    \"\"\"Solves k = f(..., x + h A k) by Newton's method with the Jacobian of f at (t, x), computed by differences.\"\"\"\n"
  "    n, s = len(x), len(B)\n"
  "    f0 = list(f(t, list(x)))\n"
  "    k = [list(f0) for _ in range(s)]\n"
  "    jacobian = [[0.0] * n for _ in range(n)]\n"
  "    for j in range(n):\n"
  "        step = 1.5e-8 * max(abs(x[j]), 1)\n"
  "        shifted = list(x)\n"
  "        shifted[j] += step\n"
  "        value = f(t, shifted)\n"
  "        for i in range(n):\n"
  "            jacobian[i][j] = (value[i] - f0[i]) / step\n"
  "    matrix = [[float(p == q) - h * A[p // n][q // n] * jacobian[p % n][q % n] for q in range(s * n)] for p in range(s * n)]\n"
  "    before = float(\"inf\")\n"
  "    for _ in range(50):\n"
  "        value = [f(t + C[i] * h, [x[m] + h * sum(A[i][j] * k[j][m] for j in range(s)) for m in range(n)]) for i in range(s)]\n"
  "        change = _solve(matrix, [value[p // n][p % n] - k[p // n][p % n] for p in range(s * n)])\n"
  "        large = max(abs(number) for row in k for number in row)\n"
  "        for p in range(s * n):\n"
  "            k[p // n][p % n] += change[p]\n"
  "        size = max(abs(number) for number in change)\n"
  "        if size <= 4e-16 * large or (size <= 1e-13 * large and size >= before):\n"
  "            return k\n"
  "        before = size\n"
  "    raise ArithmeticError(\"the stages do not converge\")\n"
  "\n"
  "\n";
static const char python_explicit[] =
  "    k = []\n"
  "    for i in range(len(B)):\n"
  "        k.append(f(t + C[i] * h, [x[m] + h * sum(A[i][j] * k[j][m] for j in range(i)) for m in range(len(x))]))\n";
static const char julia_implicit[] =
  "# Solves k = f(…, x + h A k) by Newton's method with the Jacobian of f at (t, x), computed by differences.\n"
  "function stages(f, t, x, h)\n"
  "    n, s = length(x), length(B)\n"
  "    f0 = f(t, x)\n"
  "    k = repeat(float.(f0), s)\n"
  "    jacobian = zeros(n, n)\n"
  "    for j in 1:n\n"
  "        step = 1.5e-8 * max(abs(x[j]), 1)\n"
  "        shifted = float.(x)\n"
  "        shifted[j] += step\n"
  "        jacobian[:, j] = (f(t, shifted) - f0) / step\n"
  "    end\n"
  "    matrix = [Float64(p == q) - h * A[(p - 1) ÷ n + 1, (q - 1) ÷ n + 1] * jacobian[(p - 1) % n + 1, (q - 1) % n + 1] for p in 1:s*n, q in 1:s*n]\n"
  "    before = Inf\n"
  "    for _ in 1:50\n"
  "        K = reshape(k, n, s)\n"
  "        value = reduce(vcat, [f(t + C[i] * h, x + h * (K * A[i, :])) for i in 1:s])\n"
  "        change = matrix \\ (value - k)\n"
  "        large = maximum(abs, k)\n"
  "        k = k + change\n"
  "        size = maximum(abs, change)\n"
  "        if size <= 4e-16 * large || (size <= 1e-13 * large && size >= before)\n"
  "            return reshape(k, n, s)\n"
  "        end\n"
  "        before = size\n"
  "    end\n"
  "    error(\"the stages do not converge\")\n"
  "end\n"
  "\n";
static const char julia_explicit[] =
  "    k = zeros(length(x), length(B))\n"
  "    for i in 1:length(B)\n"
  "        k[:, i] = f(t + C[i] * h, x + h * (k[:, 1:i-1] * A[i, 1:i-1]))\n"
  "    end\n";

/* Writes the comment at the beginning. */
static void
append_head (GString *text, const OdeMethod *method)
{
  g_string_append_printf (text, "# %s, order %d.\n", method->label, method->order);
  if (method->source != NULL)
    g_string_append_printf (text, "# Coefficients: %s\n", method->source);
}

/* Writes a function for lists of numbers, without NumPy. */
void
lab_tableau_append_python (GString *text, const OdeMethod *method)
{
  const OdeTableau *t = method->tableau;
  int s = t->n_stages;
  gboolean explicit = lab_tableau_is_explicit (t), pair = t->b_hat != NULL;
  g_autofree char *name = lab_tableau_identifier (method);

  append_head (text, method);
  g_string_append (text, "\nA = [\n");
  for (int i = 0; i < s; i++)
    lab_tableau_append_row (text, t->A + i * s, s, "    [", "],\n", FALSE, FALSE);
  g_string_append (text, "]\n");
  lab_tableau_append_row (text, t->b, s, "B = [", "]\n", FALSE, FALSE);
  if (pair)
    lab_tableau_append_row (text, t->b_hat, s, "B_HAT = [", "]\n", FALSE, FALSE);
  lab_tableau_append_row (text, t->c, s, "C = [", "]\n\n\n", FALSE, FALSE);
  if (!explicit)
    g_string_append (text, python_implicit);
  g_string_append_printf (text, "def %s_step(f, t, x, h):\n    \"\"\"Takes one step of size h from the states x at t, with x' = f(t, x). Returns the new states%s.\"\"\"\n",
                          name, pair ? " and their\n    difference from the embedded solution" : "");
  g_string_append (text, explicit ? python_explicit : "    k = _stages(f, t, x, h)\n");
  g_string_append (text, "    x1 = [x[m] + h * sum(B[i] * k[i][m] for i in range(len(B))) for m in range(len(x))]\n");
  if (pair)
    g_string_append (text, "    error = [h * sum((B[i] - B_HAT[i]) * k[i][m] for i in range(len(B))) for m in range(len(x))]\n    return x1, error\n");
  else
    g_string_append (text, "    return x1\n");
}

/* Writes a module, so that the constants of two methods do not collide. */
void
lab_tableau_append_julia (GString *text, const OdeMethod *method)
{
  const OdeTableau *t = method->tableau;
  int s = t->n_stages;
  gboolean explicit = lab_tableau_is_explicit (t), pair = t->b_hat != NULL;
  g_autofree char *name = lab_tableau_identifier (method);

  append_head (text, method);
  g_string_append_printf (text, "module Method_%s\n\nexport %s_step\n\nconst A = Float64[\n", name, name);
  for (int i = 0; i < s; i++)
    {
      g_string_append (text, "   ");
      for (int j = 0; j < s; j++)
        {
          g_autofree char *number = lab_tableau_number (t->A[i * s + j]);

          g_string_append_printf (text, " %s", number);
        }
      g_string_append_c (text, '\n');
    }
  g_string_append (text, "]\n");
  lab_tableau_append_row (text, t->b, s, "const B = Float64[", "]\n", FALSE, FALSE);
  if (pair)
    lab_tableau_append_row (text, t->b_hat, s, "const B_HAT = Float64[", "]\n", FALSE, FALSE);
  lab_tableau_append_row (text, t->c, s, "const C = Float64[", "]\n\n", FALSE, FALSE);
  if (!explicit)
    g_string_append (text, julia_implicit);
  g_string_append_printf (text, "# Takes one step of size h from the vector x at t, with x' = f(t, x). Returns the new states%s.\nfunction %s_step(f, t, x, h)\n",
                          pair ? " and their difference\n# from the embedded solution" : "", name);
  g_string_append (text, explicit ? julia_explicit : "    k = stages(f, t, x, h)\n");
  g_string_append (text, pair ? "    return x + h * (k * B), h * (k * (B - B_HAT))\nend\n\nend\n" : "    return x + h * (k * B)\nend\n\nend\n");
}

/* Tests of the stored coefficients of Rosenbrock methods. */
#include "ode-rosenbrock.h"
#include "ode-test.h"

#define MAX_STAGES 16

/* The coefficients α, Γ and b of a method in the notation of the literature, computed from the stored a, C and m by Γ = (diag (1/γ) −
 * C)⁻¹, α = a Γ, b = m Γ (Hairer and Wanner, Solving ODEs II, IV.7). */
typedef struct
{
  int n;
  double alpha[MAX_STAGES][MAX_STAGES], gamma[MAX_STAGES][MAX_STAGES], b[MAX_STAGES];
} Literature;

static void
recover (const OdeRosenbrockData *data, Literature *out)
{
  const int n = data->n_stages;

  *out = (Literature){ .n = n };
  /* Γ is lower triangular and is computed row by row: (1/γ) Γ_i = e_i + Σ_j C_ij Γ_j. */
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      {
        double sum = i == k;

        for (int j = 0; j < i; j++)
          sum += data->C[i * n + j] * out->gamma[j][k];
        out->gamma[i][k] = data->gamma * sum;
      }
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        out->alpha[i][k] += data->a[i * n + j] * out->gamma[j][k];
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++)
      out->b[k] += data->m[j] * out->gamma[j][k];
}

static void
test_triangular (gconstpointer user)
{
  const OdeRosenbrockData *data = ((const OdeMethod *) user)->data;
  const int n = data->n_stages;

  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      {
        g_assert_cmpfloat (data->a[i * n + j], ==, 0);
        g_assert_cmpfloat (data->C[i * n + j], ==, 0);
      }
}

static void
test_sums (gconstpointer user)
{
  const OdeRosenbrockData *data = ((const OdeMethod *) user)->data;
  Literature method;

  recover (data, &method);
  for (int i = 0; i < method.n; i++)
    {
      double c = 0, d = 0;

      for (int j = 0; j < method.n; j++)
        {
          c += method.alpha[i][j];
          d += method.gamma[i][j];
        }
      g_assert_cmpfloat_with_epsilon (data->c[i], c, 1e-12);
      g_assert_cmpfloat_with_epsilon (data->d[i], d, 1e-12);
    }
}

/* The weights of the formula and of the embedded formula, stored as m and m − e, satisfy Σ b_i = 1 and, for order 2 or higher, Σ b_i (c_i
 * + d_i) = 1/2. */
static void
test_order (gconstpointer user)
{
  const OdeMethod *self = user;
  const OdeRosenbrockData *data = self->data;
  Literature method;

  recover (data, &method);
  for (int embedded = 0; embedded < 2; embedded++)
    {
      const int order = embedded ? self->embedded_order : self->order;
      double first = 0, second = 0, square = 0;

      for (int k = 0; k < method.n; k++)
        {
          double b = method.b[k];

          for (int j = 0; j < method.n && embedded; j++)
            b -= data->e[j] * method.gamma[j][k];
          first += b;
          second += b * (data->c[k] + data->d[k]);
          square += b * data->c[k] * data->c[k];
        }
      g_assert_cmpfloat_with_epsilon (first, 1, 1e-12);
      if (order >= 2)
        g_assert_cmpfloat_with_epsilon (second, 0.5, 1e-12);
      if (order >= 3)
        g_assert_cmpfloat_with_epsilon (square, 1 / 3.0, 1e-12);
    }
}

/* The dense weights b_i(θ) give x0 at θ = 0 and x1 at θ = 1, and satisfy the conditions of order 2 for every θ: Σ b_i(θ) = θ and Σ
 * b_i(θ) (c_i + d_i) = θ²/2, where b_i(θ) is in the notation of the literature. */
static void
test_dense (gconstpointer user)
{
  const OdeRosenbrockData *data = ((const OdeMethod *) user)->data;
  const int n = data->n_stages, width = data->dense_degree + 1;
  Literature method;

  recover (data, &method);
  for (int i = 0; i < n; i++)
    {
      double end = 0;

      g_assert_cmpfloat (data->dense[i * width], ==, 0);
      for (int k = 0; k < width; k++)
        end += data->dense[i * width + k];
      g_assert_cmpfloat_with_epsilon (end, data->m[i], 1e-12);
    }
  for (int power = 1; power < width; power++)
    {
      double first = 0, second = 0;

      for (int k = 0; k < n; k++)
        {
          double b = 0;

          for (int j = 0; j < n; j++)
            b += data->dense[j * width + power] * method.gamma[j][k];
          first += b;
          second += b * (data->c[k] + data->d[k]);
        }
      g_assert_cmpfloat_with_epsilon (first, power == 1 ? 1 : 0, 1e-11);
      g_assert_cmpfloat_with_epsilon (second, power == 2 ? 0.5 : 0, 1e-11);
    }
}

static void
add (const OdeMethod *method, const char *title, GTestDataFunc function)
{
  g_autofree char *path = g_strdup_printf ("/ode/rosenbrock/%s/%s", method->id, title);

  g_test_add_data_func (path, method, function);
}

int
main (int argc, char **argv)
{
  int n_methods;
  const OdeMethod *const *methods = ode_methods (&n_methods);

  g_test_init (&argc, &argv, NULL);
  for (int k = 0; k < n_methods; k++)
    {
      if (methods[k]->stepper != &ode_rosenbrock_class)
        continue;
      add (methods[k], "the-coefficients-are-strictly-lower-triangular", test_triangular);
      add (methods[k], "the-row-sums-equal-c-and-d", test_sums);
      add (methods[k], "both-formulas-satisfy-their-order-conditions", test_order);
      add (methods[k], "dense-output-joins-both-ends-and-has-order-two", test_dense);
    }
  return g_test_run ();
}

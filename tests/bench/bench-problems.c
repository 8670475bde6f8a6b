#include "bench-problems.h"

#include <math.h>

static void
harmonic (double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = -x[0];
}

static void
lorenz (double t, const double *x, double *dxdt)
{
  dxdt[0] = 10 * (x[1] - x[0]);
  dxdt[1] = x[0] * (28 - x[2]) - x[1];
  dxdt[2] = x[0] * x[1] - (8.0 / 3) * x[2];
}

static void
arenstorf (double t, const double *x, double *dxdt)
{
  const double mu = 0.012277471, nu = 1 - mu;
  double a = x[0] + mu, b = x[0] - nu, y2 = x[1] * x[1], r1 = a * a + y2, r2 = b * b + y2;
  double k1 = nu / (r1 * sqrt (r1)), k2 = mu / (r2 * sqrt (r2));

  dxdt[0] = x[2];
  dxdt[1] = x[3];
  dxdt[2] = x[0] + 2 * x[3] - a * k1 - b * k2;
  dxdt[3] = x[1] - 2 * x[2] - x[1] * (k1 + k2);
}

static void
pleiades (double t, const double *x, double *dxdt)
{
  for (int i = 0; i < 14; i++)
    {
      dxdt[i] = x[14 + i];
      dxdt[14 + i] = 0;
    }
  for (int i = 0; i < 7; i++)
    for (int j = i + 1; j < 7; j++)
      {
        double dx = x[j] - x[i], dy = x[7 + j] - x[7 + i], r2 = dx * dx + dy * dy, k = 1 / (r2 * sqrt (r2));

        dxdt[14 + i] += (j + 1) * dx * k;
        dxdt[21 + i] += (j + 1) * dy * k;
        dxdt[14 + j] -= (i + 1) * dx * k;
        dxdt[21 + j] -= (i + 1) * dy * k;
      }
}

static void
double_pendulum (double t, const double *x, double *dxdt)
{
  const double g = 9.81;
  double a = x[0], b = x[1], u = x[2], v = x[3], s = sin (a - b), c = cos (a - b), d = 3 - cos (2 * a - 2 * b);

  dxdt[0] = u;
  dxdt[1] = v;
  dxdt[2] = (-3 * g * sin (a) - g * sin (a - 2 * b) - 2 * s * (v * v + u * u * c)) / d;
  dxdt[3] = (2 * s * (2 * u * u + 2 * g * cos (a) + v * v * c)) / d;
}

static void
henon_heiles (double t, const double *x, double *dxdt)
{
  dxdt[0] = x[2];
  dxdt[1] = x[3];
  dxdt[2] = -x[0] - 2 * x[0] * x[1];
  dxdt[3] = -x[1] - x[0] * x[0] + x[1] * x[1];
}

static void
van_der_pol (double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = 5 * (1 - x[0] * x[0]) * x[1] - x[0];
}

const BenchProblem bench_problems[] = {
  { "harmonic", 2, 100, harmonic, { 1, 0 }, { 0.862318872287683934102, 0.506365641109758793657 } },
  { "lorenz", 3, 10, lorenz, { 1, 1, 1 }, { -4.90268754113464573191, -3.74387292180291961633, 24.6908581027905554532 } },
  { "arenstorf", 4, 17.0652165601579625588917206249, arenstorf, { 0.994, 0, 0, -2.00158510637908252240537862224 },
    { 0.994, 0, 0, -2.00158510637908252234 } },
  { "pleiades", 28, 3, pleiades,
    { 3, 3, -1, -3, 2, -2, 2, 3, -3, 2, 0, 0, -4, 4, 0, 0, 0, 0, 0, 1.75, -1.5, 0, 0, 0, -1.25, 1, 0, 0 },
    { 0.370613914397051290094, 3.23728409205723309280, -3.22255903241832334710, 0.659709145577530835935,
      0.342558170715657979038, 1.56217210140063101605, -0.700309292221249538515, -3.94343758551739205527,
      -3.27138097397254992802, 5.22508184345654419244, -2.59061243497746951081, 1.19821369339227463751,
      -0.242968234493582340916, 1.09144924042897974788, 3.41700380631431475229, 1.35458450162550122148,
      -2.59006559781077541962, 2.02505373471424110648, -1.15581510016044909271, -0.807298817022302172566,
      0.595239635420871876660, -3.74124496123400847120, 0.377345968575062903655, 0.938685886955107888694,
      0.366792222720056986670, -0.347404635380849436601, 2.34491544818093692314, -1.94702043426329190067 } },
  { "double-pendulum", 4, 10, double_pendulum, { 2, 1, 0, 0 },
    { 0.970484351366935304940, -6.67587844720494419232, 4.50340747311115897035, 1.58616247936291624619 } },
  /* energy 1/12 on x = 0 */
  { "henon", 4, 1000, henon_heiles, { 0, 0.1, 0.396652660817160450487817, 0 },
    { 0.148882037160216231576, 0.0696824392916319863364, -0.122340796001876814147, -0.349019081296297152993 } },
  { "van-der-pol-5", 2, 20, van_der_pol, { 2, 0 }, { -1.60129687954285390882, 0.198326676338662084550 } },
};

const size_t bench_n_problems = sizeof bench_problems / sizeof bench_problems[0];

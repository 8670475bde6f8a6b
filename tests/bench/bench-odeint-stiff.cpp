// Runs rosenbrock4, the only stiff method of Boost.odeint. It is compiled with
// -O3 -march=native -DNDEBUG: without NDEBUG ublas checks every index and takes
// 10 to 60 times as long.
#include "bench-odeint-stiff.h"

#include <boost/numeric/odeint.hpp>
#include <cmath>
#include <utility>
#include <vector>

namespace od = boost::numeric::odeint;

typedef boost::numeric::ublas::vector<double> Vector;
typedef boost::numeric::ublas::matrix<double> Matrix;

struct Rhs
{
  const BenchStiff *problem;
  void operator() (const Vector &x, Vector &dxdt, double t) const { problem->rhs (problem->self, t, &x[0], &dxdt[0]); }
};

struct Jacobian
{
  const BenchStiff *problem;
  double *columns;
  void operator() (const Vector &x, Matrix &J, double t, Vector &dfdt) const
  {
    int n = problem->n_states;
    problem->jacobian (problem->self, t, &x[0], columns);
    for (int i = 0; i < n; i++)
      {
        dfdt[i] = 0;
        for (int j = 0; j < n; j++)
          J (i, j) = columns[j * n + i];
      }
  }
};

extern "C" int
bench_odeint_rosenbrock (const BenchStiff *problem, double atol, double rtol, double t1, double *x)
{
  size_t n = problem->n_states;
  Vector state (n);
  std::vector<double> columns (n * n);
  for (size_t i = 0; i < n; i++)
    state[i] = x[i];
  try
    {
      od::integrate_adaptive (od::make_controlled<od::rosenbrock4<double>> (atol, rtol),
                              std::make_pair (Rhs{ problem }, Jacobian{ problem, columns.data () }), state, 0.0, t1, 1e-6);
    }
  catch (...)
    {
      return 0;
    }
  for (size_t i = 0; i < n; i++)
    {
      x[i] = state[i];
      if (!std::isfinite (x[i]))
        return 0;
    }
  return 1;
}

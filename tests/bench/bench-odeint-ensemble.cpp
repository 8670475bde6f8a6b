// Computes the two ensembles of bench-ensemble.c with the fastest form of Boost.odeint: the compiler knows the size of the states and inlines the right-hand sides.
#include <array>
#include <boost/numeric/odeint.hpp>
#include <cmath>

namespace od = boost::numeric::odeint;

template <size_t N, class F>
static double
solve (F f, std::array<double, N> x, double t)
{
  od::integrate_adaptive (od::make_controlled (1e-6, 1e-6, od::runge_kutta_dopri5<std::array<double, N>> ()), f, x, 0.0, t, 0.01);
  return x[0];
}

// Computes every tenth member of an ensemble of n members. The work per member and the mean then estimate those of the whole ensemble.
extern "C" double
bench_odeint_ensemble (int problem, long n)
{
  typedef std::array<double, 2> State2;
  typedef std::array<double, 3> State3;
  double sum = 0;

  for (long i = 5; i < n; i += 10)
    if (problem == 0)
      {
        double rho = 28.0 * (double) i / (double) n;
        auto f = [rho] (const State3 &x, State3 &d, double) {
          d[0] = 10 * (x[1] - x[0]);
          d[1] = x[0] * (rho - x[2]) - x[1];
          d[2] = x[0] * x[1] - 8.0 / 3 * x[2];
        };
        sum += solve<3> (f, State3{ 1, 0, 0 }, 10);
      }
    else
      {
        auto f = [] (const State2 &x, State2 &d, double) {
          d[0] = x[1];
          d[1] = -0.2 * x[1] - std::sin (x[0]) + 0.3;
        };
        sum += solve<2> (f, State2{ -3.1 + 6.2 * (double) (i % 317) / 316, -2 + 4.0 * (double) (i / 317) / 316 }, 50);
      }
  return sum / (double) (n / 10);
}

/* The names of the families and traits of methods, for lists and tables. */
#include "ode-method.h"

#include <stdio.h>

/* Returns a heading for lists of methods. The texts are in the order of OdeFamily. */
const char *
ode_family_label (OdeFamily family)
{
  static const char *const labels[] = {
    [ODE_FAMILY_EXPLICIT_RK] = ODE_N_ ("explicit Runge–Kutta"),
    [ODE_FAMILY_IMPLICIT_RK] = ODE_N_ ("implicit Runge–Kutta"),
    [ODE_FAMILY_DIRK] = ODE_N_ ("diagonally implicit Runge–Kutta"),
    [ODE_FAMILY_ROSENBROCK] = ODE_N_ ("Rosenbrock"),
    [ODE_FAMILY_SPLITTING] = ODE_N_ ("splitting"),
    [ODE_FAMILY_MULTISTEP] = ODE_N_ ("multistep"),
    [ODE_FAMILY_EXTRAPOLATION] = ODE_N_ ("extrapolation"),
    [ODE_FAMILY_STABILIZED] = ODE_N_ ("stabilized explicit"),
    [ODE_FAMILY_LIE_GROUP] = ODE_N_ ("Lie group"),
    [ODE_FAMILY_SWITCHING] = ODE_N_ ("switching"),
  };

  return (size_t) family < sizeof labels / sizeof labels[0] ? labels[family] : "unknown";
}

/* The names are in the order of the bits of OdeTrait. If the buffer is too
 * short, the text ends after a whole word. */
void
ode_traits_text (unsigned traits, char *text, size_t size)
{
  static const char *const words[] = {
    ODE_N_ ("adaptive"), ODE_N_ ("implicit"), ODE_N_ ("stiff"), ODE_N_ ("symplectic"), ODE_N_ ("manifold"),
    ODE_N_ ("multistep"), ODE_N_ ("fsal"), ODE_N_ ("pairs"), ODE_N_ ("dae"), ODE_N_ ("own-control"),
    ODE_N_ ("estimate-on-request"), ODE_N_ ("a-stable"), ODE_N_ ("l-stable"), ODE_N_ ("variable-order"),
    ODE_N_ ("time-reversible"), ODE_N_ ("divergent"), ODE_N_ ("estimate-shown"),
  };
  size_t used = 0;

  if (size == 0)
    return;
  text[0] = '\0';
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (traits & (1u << i))
      {
        int wrote = snprintf (text + used, size - used, "%s%s", used > 0 ? " " : "", words[i]);

        if (wrote < 0 || (size_t) wrote >= size - used)
          return;
        used += (size_t) wrote;
      }
}

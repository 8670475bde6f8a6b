#include "ode-integrator-private.h"
#include "ode-methods.h"
#include "ode-stepper.h"

#include <stdio.h>
#include <string.h>

#define ODE_METHOD(name) &name,
static const OdeMethod *const methods[] = {
#include "ode-methods.def"
};
#undef ODE_METHOD

const OdeMethod *const *
ode_methods (int *n_methods)
{
  *n_methods = sizeof methods / sizeof methods[0];
  return methods;
}

/* Whether word stands in the space-separated list. */
static bool
has_word (const char *list, const char *word)
{
  size_t length = strlen (word);

  for (const char *at = list; (at = strstr (at, word)) != NULL; at += length)
    if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
      return true;
  return false;
}

const OdeMethod *
ode_method_find (const char *name)
{
  if (name == NULL || *name == '\0' || strchr (name, ' ') != NULL)
    return NULL;
  for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
    if (strcmp (methods[i]->id, name) == 0)
      return methods[i];
  for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
    if (has_word (methods[i]->aliases, name))
      return methods[i];
  return NULL;
}

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
        used += wrote;
      }
}

static bool
has_high_index (const OdeSystem *system)
{
  for (int i = 0; system->index != NULL && i < system->n_states; i++)
    if (system->index[i] > 1)
      return true;
  return false;
}

const char *
ode_method_refuses (const OdeMethod *method, const OdeSystem *system)
{
  if (system->n_states == 0)
    return NULL; /* nothing to integrate is fine with everyone */
  if (method->traits & ODE_TRAIT_NEEDS_PAIRS)
    {
      int covered = 2 * system->n_pairs;

      if (system->n_pairs == 0 || covered != system->n_states)
        return ODE_N_ ("this method splits the equations into positions and velocities: every state must belong to a pair "
                       "with q' = v exactly");
      if (!system->separable)
        return system->not_separable != NULL ? system->not_separable
               : ODE_N_ ("this method needs accelerations that depend on positions and time alone");
    }
  if (system->mass_pattern != NULL && ode_integrator_refuses_mass (method) != NULL)
    return ode_integrator_refuses_mass (method);
  if (has_high_index (system) && !(method->traits & ODE_TRAIT_HIGH_INDEX))
    return ODE_N_ ("the equations are of index 2 or 3: radau solves them as they are, other methods need them differentiated to index 1");
  if (method->stepper->refuses != NULL)
    return method->stepper->refuses (method, system);
  return NULL;
}

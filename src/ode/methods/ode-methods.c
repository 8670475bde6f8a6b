/* The registry of methods and the rules by which a method refuses a system. The
 * list is generated from ode-methods.def, and all lists of methods have the order
 * of this file. */

/* The member known_as of a method lists methods with the same coefficients in other
 * programs, each as the name of the program and the name of the method. similar_to
 * lists methods that are used for the same problems but compute other numbers,
 * because they have other coefficients, or another rule for order and step size.
 *
 * Only searches and suggestions use these names. They do not select a method, unlike
 * aliases: the name of another program's method would also promise the tolerances,
 * step control and dense output of that program, which differ. */
#include "ode-methods.h"

#include "ode-stepper.h"

#include <string.h>

#define ODE_METHOD(name) extern const OdeMethod ode_method_##name;
#include "ode-methods.def"

#define ODE_METHOD(name) &ode_method_##name,
static const OdeMethod *const methods[] = {
#include "ode-methods.def"
};

const OdeMethod *const *
ode_methods (int *n_methods)
{
  *n_methods = sizeof methods / sizeof methods[0];
  return methods;
}

/* Returns whether word is a whole entry of the space-separated list. */
static bool
has_word (const char *list, const char *word)
{
  size_t length = strlen (word);

  for (const char *at = list; (at = strstr (at, word)) != NULL; at += length)
    if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
      return true;
  return false;
}

/* Compares ids first, so that no alias of a method hides the id of another one. */
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

/* Returns NULL if the method accepts a mass matrix, otherwise the reason why
 * it does not. M x' = f with singular M contains algebraic equations: it
 * needs a method with implicit stages (ODE_TRAIT_DAE), or explicit
 * stages after each of which Newton's method solves the algebraic equations. */
static const char *
refuses_mass (const OdeMethod *method)
{
  if (method->traits & ODE_TRAIT_DAE)
    return NULL;
  if (method->traits & ODE_TRAIT_OWN_CONTROL)
    return ODE_N_ ("this method needs x' = f(t, x) without a mass matrix or algebraic equations: use an implicit Runge–Kutta or "
                   "Rosenbrock method");
  if (method->traits & ODE_TRAIT_NEEDS_PAIRS)
    return ODE_N_ ("this method splits the equations into positions and velocities and does not support a mass matrix or algebraic "
                   "equations");
  if (method->traits & ODE_TRAIT_IMPLICIT)
    return ODE_N_ ("this method needs x' = f(t, x) and does not support a mass matrix or algebraic equations");
  return NULL; /* explicit methods solve the algebraic equations at each stage by Newton's method */
}

/* Returns whether an unknown has an index above 1. The error of such an unknown is
 * larger by a factor 1/h for each index above 1, so only a method that multiplies the error
 * by powers of h (ode-radau.c) can control its step size. */
static bool
has_high_index (const OdeSystem *system)
{
  for (int i = 0; system->index != NULL && i < system->n_states; i++)
    if (system->index[i] > 1)
      return true;
  return false;
}

/* Returns the first reason why a method cannot integrate a system, as an untranslated text, or
 * NULL. The reasons follow from the traits of the method and the declared structure of the system
 * alone, so that a method can be refused before anything is allocated. */
const char *
ode_method_refuses (const OdeMethod *method, const OdeSystem *system)
{
  if (system->n_states == 0)
    return NULL; /* every method accepts a system without states */
  if (method->traits & ODE_TRAIT_NEEDS_PAIRS)
    {
      int covered = 2 * system->n_pairs;

      /* Pairs are disjoint, so they contain 2 n_pairs states. Drifts and kicks
       * must change all states. */
      if (system->n_pairs == 0 || covered != system->n_states)
        return ODE_N_ ("this method splits the equations into positions and velocities: every state must belong to a pair "
                       "with q' = v exactly");
      if (!system->separable)
        return system->not_separable != NULL ? system->not_separable
               : ODE_N_ ("this method needs accelerations that depend on positions and time alone");
    }
  if (system->mass_pattern != NULL && refuses_mass (method) != NULL)
    return refuses_mass (method);
  if (has_high_index (system) && !(method->traits & ODE_TRAIT_HIGH_INDEX))
    return ODE_N_ ("the equations are of index 2 or 3: radau solves them directly, other methods need a reduction to index 1");
  if (method->stepper->refuses != NULL)
    return method->stepper->refuses (method, system);
  return NULL;
}

/* The tableau counts all stages; the number in the constant leaves out what only an estimate on
 * request needs. */
int
ode_method_n_stages (const OdeMethod *method)
{
  return method->tableau != NULL && !(method->traits & ODE_TRAIT_ESTIMATE_ON_REQUEST) ? method->tableau->n_stages : method->n_stages;
}

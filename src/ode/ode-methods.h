/* Declarations of all methods of the registry. */
#pragma once

#include "ode-method.h"

#define ODE_METHOD(name) extern const OdeMethod name;
#include "ode-methods.def"
#undef ODE_METHOD

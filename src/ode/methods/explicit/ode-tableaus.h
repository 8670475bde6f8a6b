/* The coefficient tables of the explicit Runge–Kutta methods. */
#pragma once

#include "ode-method.h"

extern const OdeTableau ode_tableau_explicit_euler;
extern const OdeTableau ode_tableau_midpoint;
extern const OdeTableau ode_tableau_runge_kutta2;
extern const OdeTableau ode_tableau_ralston2;
extern const OdeTableau ode_tableau_heun3;
extern const OdeTableau ode_tableau_runge_kutta3;
extern const OdeTableau ode_tableau_ssprk33;
extern const OdeTableau ode_tableau_bogacki_shampine3;
extern const OdeTableau ode_tableau_runge_kutta4;
extern const OdeTableau ode_tableau_runge_kutta38;
extern const OdeTableau ode_tableau_runge_kutta_merson;
extern const OdeTableau ode_tableau_fehlberg45;
extern const OdeTableau ode_tableau_cash_karp;
extern const OdeTableau ode_tableau_runge_kutta5;
extern const OdeTableau ode_tableau_tsitouras5;
extern const OdeTableau ode_tableau_dverk65;
extern const OdeTableau ode_tableau_runge_kutta_fehlberg;
extern const OdeTableau ode_tableau_dop853;
extern const OdeTableau ode_tableau_verner65;
extern const OdeTableau ode_tableau_verner76;
extern const OdeTableau ode_tableau_verner87;
extern const OdeTableau ode_tableau_verner98;


/* What a run has passed over: changes of the right-hand side between the points at which its steps evaluate it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The steps of a run that passed over a change of the right-hand side. */
typedef struct
{
  gint64 n_checked;      /* number of steps of the run of which it is known whether they are such steps */
  gint64 n_steps;        /* number of such steps; 0: none was found, and the members below are not set */
  double t0, t1;         /* the first one of them */
  double from, to;       /* the part of it in which the right-hand side differs most from the derivative of the dense output */
  int state;             /* state for which the step missed most, in units of its tolerance */
  double missed;         /* what the step missed of this state: the integral of the right-hand side minus its change */
  double tolerances;     /* the absolute value of `missed` in units of the tolerance of the step */
  double max_step;       /* largest step with which at least two steps end in each of these parts */
  gboolean has_switches; /* the right-hand side has conditions, and the setting that ends steps at them is off */
} SimPassed;

/* Returns a translated sentence about a run with n_steps > 0, without a full stop. names has the names of the states or is NULL. Free it
 * with g_free. */
char *sim_passed_sentence (const SimPassed *passed, const char *const *names);
/* Returns a translated sentence about the setting that lets the run see the change, without a full stop. Free it with g_free. */
char *sim_passed_cure (const SimPassed *passed);

G_END_DECLS

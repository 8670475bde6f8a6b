
/* Returns the first time of an event with times after t. */
static double
next_time (int event, double t, const double *p)
{
  const double later = t + 2e-15 * fabs (t), period = period_of (event, p);
  double first = INFINITY, time, n = 0;

  if (period > 0)
    n = fmax (0, floor ((later - time_of (event, 0, p)) / period));
  while ((time = time_of (event, n, p)) < INFINITY)
    {
      if (time > later && time < first)
        first = time;
      if (period > 0 && time > later)
        break;
      n++;
    }
  return first;
}

/* Returns whether a function of a crossing is near the zero at which its event has just happened, and not yet on the side to which it goes. */
static int
is_near (double before, double now, double near_zero)
{
  return near_zero > 0 && fabs (now) <= near_zero && !(before > 0 && now > 0) && !(before < 0 && now < 0);
}

/* Marks in found the functions that went through zero. Returns whether there are any. */
static int
crossed (const double *before, const double *now, const double *near_zero, int *found)
{
  int n = 0;

  for (int i = 0; i < N_CROSSINGS; i++)
    {
      found[i] = !is_near (before[i], now[i], near_zero[i]) && ((way[i] >= 0 && before[i] < 0 && now[i] >= 0) || (way[i] <= 0 && before[i] > 0 && now[i] <= 0));
      n += found[i];
    }
  return n > 0;
}

/* Takes the functions of crossings at the end of a step, with which the next ones are compared. */
static void
take_sides (double *side, double *near_zero, const double *now)
{
  for (int i = 0; i < N_CROSSINGS; i++)
    if (!is_near (side[i], now[i], near_zero[i]))
      {
        side[i] = now[i];
        near_zero[i] = 0;
      }
}

/* Computes the functions of crossings; one that is near zero gets the sign that it will have after the small time h. dx: derivatives of the states. */
static void
sides (double t, const double *x, const double *p, const double *dx, double h, const double *near_zero, double *g)
{
  double x1[N], g1[N_EVENTS + 1];

  for (int i = 0; i < N; i++)
    x1[i] = x[i] + h * dx[i];
  crossings (t, x, p, g);
  crossings (t + h, x1, p, g1);
  for (int i = 0; i < N_CROSSINGS; i++)
    if (fabs (g[i]) <= near_zero[i] && g1[i] != g[i])
      g[i] = g1[i] - g[i];
}

/* Lets the marked events act on the states x in their order: first all set states, then all update discrete states. Returns whether one of them ends the run. */
static int
act (double t, const double *p, const int *due, double *x)
{
  double before[N], after_set[N];
  int does[N_EVENTS + 1], ends = 0;

  memcpy (before, x, sizeof before);
  for (int k = 0; k < N_EVENTS; k++)
    {
      const int i = in_order[k];

      does[i] = due[i] && holds (i, t, before, p);
      if (does[i])
        ends |= happen (i, t, before, p, x);
    }
  memcpy (after_set, x, sizeof after_set);
  for (int k = 0; k < N_EVENTS; k++)
    if (does[in_order[k]])
      update (in_order[k], t, after_set, p, x);
  return ends;
}

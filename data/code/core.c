
/* ---- an instance of the model, its events, and its integrator for Co-Simulation ---- */

enum { AT_START, AT_INITIALIZATION, AT_EVENTS, AT_RUN, AT_END };

typedef struct
{
  int mode;
  int has_begun;                      /* the events at the start have happened */
  int is_changed;                     /* a value was set after the last event or step */
  int has_ended;                      /* an event has ended the run */
  int n_close;                        /* number of events at almost the same time */
  double t, t_event, tolerance;
  double h;                           /* size of the next step */
  double x[N], p[N_PARAMETERS + 1];
  double sides[N_EVENTS + 1];         /* functions of crossings, whose signs are compared with the next ones */
  double near_zero[N_EVENTS + 1];     /* within this distance from zero the function of an event that has just happened keeps its side */
  double times[N_EVENTS + 1];         /* next times of events */
  double largest[N], from_zero[N], size[N]; /* of the states */
  double k[7][N];
} Data;

/* The value references: time, parameters, states, derivatives, outputs, functions of crossings. */
enum
{
  OF_PARAMETERS = 1, OF_STATES = OF_PARAMETERS + N_PARAMETERS, OF_DERIVATIVES = OF_STATES + N, OF_OUTPUTS = OF_DERIVATIVES + N_CONTINUOUS,
  OF_CROSSINGS = OF_OUTPUTS + N_OUTPUTS, OF_NOTHING = OF_CROSSINGS + N_CROSSINGS
};

/* Sets the values of the model. */
static void
set_start (Data *data)
{
  memset (data, 0, sizeof *data);
  data->t = T_START;
  data->tolerance = TOLERANCE;
  data->h = FIRST_STEP;
  memcpy (data->p, P, sizeof (double) * N_PARAMETERS);
  memcpy (data->x, X0, sizeof data->x);
}

/* Copies the values of variables. Returns 0 if the model does not have one of them. */
static int
get_values (Data *data, const unsigned *references, size_t n, double *values)
{
  double dx[N], y[N_OUTPUTS + 1], g[N_EVENTS + 1];
  int has_dx = 0, has_y = 0, has_g = 0;

  if (data->mode <= AT_INITIALIZATION)
    start_values (data->t, data->p, data->x);
  for (size_t k = 0; k < n; k++)
    {
      const unsigned reference = references[k];

      if (reference == 0)
        values[k] = data->t;
      else if (reference < OF_STATES)
        values[k] = data->p[reference - OF_PARAMETERS];
      else if (reference < OF_DERIVATIVES)
        values[k] = data->x[reference - OF_STATES];
      else if (reference < OF_OUTPUTS)
        {
          if (!has_dx)
            rhs (data->t, data->x, data->p, dx);
          has_dx = 1;
          values[k] = dx[reference - OF_DERIVATIVES];
        }
      else if (reference < OF_CROSSINGS)
        {
          if (!has_y)
            outputs (data->t, data->x, data->p, y);
          has_y = 1;
          values[k] = y[reference - OF_OUTPUTS];
        }
      else if (reference < OF_NOTHING)
        {
          if (!has_g)
            crossings (data->t, data->x, data->p, g);
          has_g = 1;
          values[k] = g[reference - OF_CROSSINGS];
        }
      else
        return 0;
    }
  return 1;
}

/* Sets parameters, and before the start the states whose initial values do not follow from others. Returns 0 if a variable cannot be set. */
static int
set_values (Data *data, const unsigned *references, size_t n, const double *values)
{
  for (size_t k = 0; k < n; k++)
    {
      const unsigned reference = references[k];

      if (reference >= OF_PARAMETERS && reference < OF_STATES)
        data->p[reference - OF_PARAMETERS] = values[k];
      else if (reference >= OF_STATES && reference < OF_DERIVATIVES && data->mode <= AT_INITIALIZATION && !FOLLOWS[reference - OF_STATES])
        data->x[reference - OF_STATES] = values[k];
      else
        return 0;
    }
  data->is_changed = 1;
  return 1;
}

/* Computes how the unknowns change along seed[], the changes of the knowns: time, parameters and states. Returns 0 if the program lacks a derivative. */
static int
get_directional (Data *data, const unsigned *unknowns, size_t n_unknowns, const unsigned *knowns, size_t n_knowns, const double *seed, double *values)
{
  double change[OF_DERIVATIVES] = { 0 }, along[OF_NOTHING - OF_DERIVATIVES];

  for (size_t k = 0; k < n_knowns; k++)
    if (!HAS_DIRECTIONS || knowns[k] >= OF_DERIVATIVES)
      return 0;
    else
      change[knowns[k]] += seed[k];
  if (data->mode <= AT_INITIALIZATION)
    {
      start_values (data->t, data->p, data->x);
      start_along (data->t, data->x, data->p, change);
    }
  values_along (data->t, data->x, data->p, change, along);
  for (size_t k = 0; k < n_unknowns; k++)
    if (!HAS_DIRECTIONS || unknowns[k] >= OF_NOTHING)
      return 0;
    else
      values[k] = unknowns[k] < OF_DERIVATIVES ? change[unknowns[k]] : along[unknowns[k] - OF_DERIVATIVES];
  return 1;
}

/* Computes what the next step needs after an event or a change of values. */
static void
settle (Data *data)
{
  rhs (data->t, data->x, data->p, data->k[0]);
  sides (data->t, data->x, data->p, data->k[0], 1e-3 * FIRST_STEP, data->near_zero, data->sides);
  for (int i = 0; i < N_EVENTS; i++)
    data->times[i] = i < N_CROSSINGS ? INFINITY : next_time (i, data->t, data->p);
  sizes (data->x, data->tolerance, !data->has_begun, data->largest, data->from_zero, data->size);
  data->h = fmin (data->h, FIRST_STEP);
  data->is_changed = 0;
}

/* Returns whether an event with times happens at the start. */
static int
is_at_start (const Data *data, int event)
{
  const double period = period_of (event, data->p), close = 2e-15 * fabs (data->t);
  double time, n = 0;

  if (period > 0)
    return data->t >= time_of (event, 0, data->p) - close
           && fabs (time_of (event, round ((data->t - time_of (event, 0, data->p)) / period), data->p) - data->t) <= close;
  while ((time = time_of (event, n++, data->p)) < INFINITY)
    if (fabs (time - data->t) <= close)
      return 1;
  return 0;
}

/* Begins the run with the events at its start. */
static void
begin (Data *data)
{
  int due[N_EVENTS + 1];

  start_values (data->t, data->p, data->x);
  for (int i = 0; i < N_EVENTS; i++)
    due[i] = at_start[i];
  data->has_ended |= act (data->t, data->p, due, data->x);
  for (int i = 0; i < N_EVENTS; i++)
    due[i] = i >= N_CROSSINGS && is_at_start (data, i);
  data->has_ended |= act (data->t, data->p, due, data->x);
  settle (data);
  data->has_begun = 1;
}

/* Model Exchange: lets the events happen that are due at this time. */
static void
do_events (Data *data)
{
  double now[N_EVENTS + 1];
  int due[N_EVENTS + 1];

  if (!data->has_begun)
    {
      begin (data);
      return;
    }
  crossings (data->t, data->x, data->p, now);
  crossed (data->sides, now, data->near_zero, due);
  for (int i = 0; i < N_EVENTS; i++)
    if (i >= N_CROSSINGS)
      due[i] = data->times[i] <= data->t + 2e-15 * fabs (data->t);
    else if (data->is_changed)
      due[i] = 0;
    else if (due[i])
      data->near_zero[i] = 2 * fabs (now[i]) + DBL_MIN;
  data->has_ended |= act (data->t, data->p, due, data->x);
  settle (data);
}

/* Model Exchange: notes the end of a step. Returns whether events are due. */
static int
complete_step (Data *data)
{
  double now[N_EVENTS + 1];
  int found[N_EVENTS + 1];

  crossings (data->t, data->x, data->p, now);
  if (data->is_changed || crossed (data->sides, now, data->near_zero, found))
    return 1;
  take_sides (data->sides, data->near_zero, now);
  return 0;
}

/* Finds by bisection the size of the step at which the first function crosses zero, and makes that step. found[] marks the functions. */
static double
locate (Data *data, double size, double *x1, double *now, int *found)
{
  const double t = data->t;
  double low = 0;

  while (t + low < t + (low + size) / 2 && t + (low + size) / 2 < t + size)
    {
      const double middle = (low + size) / 2;

      step (t, data->x, data->p, middle, data->k, x1, data->size, data->tolerance);
      crossings (t + middle, x1, data->p, now);
      if (crossed (data->sides, now, data->near_zero, found))
        size = middle;
      else
        low = middle;
    }
  step (t, data->x, data->p, size, data->k, x1, data->size, data->tolerance);
  crossings (t + size, x1, data->p, now);
  crossed (data->sides, now, data->near_zero, found);
  return size;
}

/* Co-Simulation: integrates to the time `end`, or to the event that ends the run. Returns NULL, or what went wrong. */
static const char *
advance (Data *data, double end)
{
  double x1[N], now[N_EVENTS + 1];
  int found[N_EVENTS + 1] = { 0 };

  if (data->is_changed)
    settle (data);
  while (data->t < end && !data->has_ended)
    {
      double stop = end, size, error, next;
      int last, n_events = 0;

      for (int i = 0; i < N_EVENTS; i++)
        stop = fmin (stop, data->times[i]);
      last = data->t + data->h >= stop;
      size = last ? stop - data->t : data->h;
      error = step (data->t, data->x, data->p, size, data->k, x1, data->size, data->tolerance);
      next = next_size (size, error);
      if (!(error <= 1))
        {
          data->h = next;
          if (next <= 1e-15 * fabs (data->t) || !(next > 1e-300))
            return "the step size is too small: the model is stiff, not smooth, or has no solution here";
          continue;
        }
      /* A step that was cut by a communication point says little of the size that is possible. */
      data->h = last ? fmax (data->h, next) : next;
      crossings (data->t + size, x1, data->p, now);
      if (crossed (data->sides, now, data->near_zero, found))
        {
          const double whole = size;

          size = locate (data, size, x1, now, found);
          last = last && size >= whole;
          for (int i = 0; i < N_CROSSINGS; i++)
            n_events += found[i];
        }
      take_sides (data->sides, data->near_zero, now);
      data->t = last ? stop : data->t + size;
      memcpy (data->x, x1, sizeof data->x);
      memcpy (data->k[0], data->k[6], sizeof data->k[0]);
      sizes (data->x, data->tolerance, 0, data->largest, data->from_zero, data->size);
      for (int i = 0; i < N_CROSSINGS; i++)
        if (found[i])
          data->near_zero[i] = 2 * fabs (now[i]) + DBL_MIN;
      for (int i = N_CROSSINGS; i < N_EVENTS; i++)
        {
          found[i] = data->times[i] <= data->t + 2e-15 * fabs (data->t);
          n_events += found[i];
        }
      if (n_events > 0)
        {
          data->has_ended |= act (data->t, data->p, found, data->x);
          settle (data);
          data->n_close = data->t - data->t_event <= 1e-14 * fabs (data->t) ? data->n_close + 1 : 0;
          data->t_event = data->t;
          if (data->n_close > 100)
            return "events accumulate at this time";
        }
      memset (found, 0, sizeof found);
    }
  return NULL;
}

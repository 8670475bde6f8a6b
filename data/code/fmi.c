
/* ---- what both versions of FMI have ---- */

#ifdef PREFIX
#define JOIN_NAMES(a, b) a##b
#define JOIN(a, b) JOIN_NAMES (a, b)
#define NAME(name) JOIN (PREFIX, name)
#define API
#else
#define NAME(name) name
#if defined _WIN32 || defined __CYGWIN__
#define API __declspec (dllexport)
#elif defined __GNUC__
#define API __attribute__ ((visibility ("default")))
#else
#define API
#endif
#endif
/* Declares a function and begins its definition, since some compilers ask for a declaration. */
#define FUNCTION(type, name, parameters) API type NAME (name) parameters; API type NAME (name) parameters
#define REFERENCES const unsigned references[], size_t n

#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

static Status
lacks (void *instance)
{
  return fail (instance, "the model does not have this");
}

/* Returns a new instance with the callbacks of `with`; NULL if the token is not that of the model. */
static Instance *
make_instance (const Instance *with, const char *token)
{
  Instance *instance = malloc (sizeof *instance);

  if (instance == NULL)
    return NULL;
  *instance = *with;
  set_start (&instance->data);
  if (token != NULL && strcmp (token, MODEL_TOKEN) == 0)
    return instance;
  instance->logs = 1;
  fail (instance, "the token of the model description is not that of the program");
  free (instance);
  return NULL;
}

/* Sets the start time and the tolerance. */
static Status
set_experiment (Instance *instance, Flag has_tolerance, double tolerance, double start)
{
  Data *data = &instance->data;

  if (data->mode != AT_START)
    return fail (instance, "initialization mode is entered after the instantiation or a reset");
  if (has_tolerance && !(tolerance > 0))
    return fail (instance, "the tolerance must be greater than 0");
  if (has_tolerance)
    data->tolerance = tolerance;
  data->t = start;
  return FMI (OK);
}

/* Lets the events of Model Exchange happen. Sets whether continuous states have changed, and the time of the next event. */
static Status
update_discrete_states (Instance *instance, int *states_changed, double *next)
{
  Data *data = &instance->data;
  double before[N];

  if (data->mode != AT_EVENTS)
    return fail (instance, "the instance is not in event mode");
  memcpy (before, data->x, sizeof before);
  do_events (data);
  *next = INFINITY;
  for (int i = 0; i < N_EVENTS; i++)
    *next = fmin (*next, data->times[i]);
  *states_changed = memcmp (before, data->x, sizeof (double) * N_CONTINUOUS) != 0;
  return FMI (OK);
}

/* Makes a step of Co-Simulation. */
static Status
make_step (Instance *instance, double t, double h)
{
  Data *data = &instance->data;
  const char *failure;

  if (!instance->steps || data->mode != AT_RUN)
    return fail (instance, "a step is made after the initialization");
  if (!(h > 0) || fabs (t - data->t) > 1e-9 * fmax (h, fabs (t)))
    return fail (instance, "a step must begin at the end of the one before, and have a size greater than 0");
  failure = advance (data, t + h);
  return failure != NULL ? fail (instance, failure) : FMI (OK);
}

FUNCTION (Status, FMI (SetDebugLogging), (void *c, Flag on, size_t n, const char *const categories[]))
{
  ((Instance *) c)->logs = on;
  return FMI (OK);
}

FUNCTION (void, FMI (FreeInstance), (void *c))
{
  free (c);
}

FUNCTION (Status, FMI (ExitInitializationMode), (void *c))
{
  Instance *instance = c;
  Data *data = &instance->data;

  if (data->mode != AT_INITIALIZATION)
    return fail (c, "the instance is not in initialization mode");
  start_values (data->t, data->p, data->x);
  data->mode = instance->steps ? AT_RUN : AT_EVENTS;
  if (instance->steps)
    begin (data);
  return FMI (OK);
}

FUNCTION (Status, FMI (Terminate), (void *c))
{
  ((Instance *) c)->data.mode = AT_END;
  return FMI (OK);
}

FUNCTION (Status, FMI (Reset), (void *c))
{
  set_start (&((Instance *) c)->data);
  return FMI (OK);
}

static Status
get_numbers (void *c, REFERENCES, double values[])
{
  return get_values (&((Instance *) c)->data, references, n, values) ? FMI (OK) : lacks (c);
}

static Status
set_numbers (void *c, REFERENCES, const double values[])
{
  return set_values (&((Instance *) c)->data, references, n, values) ? FMI (OK) : fail (c, "a variable cannot be set now");
}

/* The model has variables of one type only. */
#define OTHER_TYPE(name, type)                                                                  \
  FUNCTION (Status, FMI (Get##name), (void *c, REFERENCES, type values[] N_VALUES))             \
  {                                                                                             \
    return n == 0 ? FMI (OK) : lacks (c);                                                       \
  }                                                                                             \
  FUNCTION (Status, FMI (Set##name), (void *c, REFERENCES, const type values[] N_VALUES))       \
  {                                                                                             \
    return n == 0 ? FMI (OK) : lacks (c);                                                       \
  }

typedef const char *Text;
OTHER_TYPE (Boolean, Flag)
OTHER_TYPE (String, Text)

/* Functions for what the model description does not offer. */
#define LACKING(name, parameters) \
  FUNCTION (Status, name, parameters) { return lacks (c); }

FUNCTION (Status, FMI (GetDirectionalDerivative), (void *c, const unsigned unknowns[], size_t n_unknowns, const unsigned knowns[], size_t n_knowns, const double seed[] N_SEED,
                                                   double values[] N_VALUES))
{
  return get_directional (&((Instance *) c)->data, unknowns, n_unknowns, knowns, n_knowns, seed, values) ? FMI (OK) : lacks (c);
}

/* ---- the state of an instance ---- */

FUNCTION (Status, FMI_OF_STATE (Get, ), (void *c, void **state))
{
  if (*state == NULL && (*state = malloc (sizeof (Data))) == NULL)
    return fail (c, "there is not enough memory");
  memcpy (*state, &((Instance *) c)->data, sizeof (Data));
  return FMI (OK);
}

FUNCTION (Status, FMI_OF_STATE (Set, ), (void *c, void *state))
{
  memcpy (&((Instance *) c)->data, state, sizeof (Data));
  return FMI (OK);
}

FUNCTION (Status, FMI_OF_STATE (Free, ), (void *c, void **state))
{
  free (*state);
  *state = NULL;
  return FMI (OK);
}

FUNCTION (Status, FMI_OF_STATE (Serialized, Size), (void *c, void *state, size_t *size))
{
  *size = sizeof (Data);
  return FMI (OK);
}

FUNCTION (Status, FMI_OF_STATE (Serialize, ), (void *c, void *state, Byte bytes[], size_t size))
{
  if (size < sizeof (Data))
    return fail (c, "the state has more bytes");
  memcpy (bytes, state, sizeof (Data));
  return FMI (OK);
}

FUNCTION (Status, DESERIALIZE, (void *c, const Byte bytes[], size_t size, void **state))
{
  if (size != sizeof (Data))
    return fail (c, "the bytes are not a state of this model");
  if (*state == NULL && (*state = malloc (sizeof (Data))) == NULL)
    return fail (c, "there is not enough memory");
  memcpy (*state, bytes, sizeof (Data));
  return FMI (OK);
}

/* ---- Model Exchange ---- */

FUNCTION (Status, FMI (EnterEventMode), (void *c))
{
  ((Instance *) c)->data.mode = AT_EVENTS;
  return FMI (OK);
}

FUNCTION (Status, FMI (EnterContinuousTimeMode), (void *c))
{
  ((Instance *) c)->data.mode = AT_RUN;
  return FMI (OK);
}

FUNCTION (Status, FMI (CompletedIntegratorStep), (void *c, Flag no_return, Flag *enter_events, Flag *ends))
{
  *enter_events = complete_step (&((Instance *) c)->data) != 0;
  *ends = 0;
  return FMI (OK);
}

FUNCTION (Status, FMI (SetTime), (void *c, double t))
{
  ((Instance *) c)->data.t = t;
  return FMI (OK);
}

FUNCTION (Status, FMI (SetContinuousStates), (void *c, const double x[], size_t n))
{
  if (n != N_CONTINUOUS)
    return lacks (c);
  memcpy (((Instance *) c)->data.x, x, sizeof (double) * n);
  return FMI (OK);
}

FUNCTION (Status, DERIVATIVES, (void *c, double values[], size_t n))
{
  Data *data = &((Instance *) c)->data;
  double dx[N];

  if (n != N_CONTINUOUS)
    return lacks (c);
  rhs (data->t, data->x, data->p, dx);
  memcpy (values, dx, sizeof (double) * n);
  return FMI (OK);
}

FUNCTION (Status, FMI (GetEventIndicators), (void *c, double values[], size_t n))
{
  Data *data = &((Instance *) c)->data;

  if (n != N_CROSSINGS)
    return lacks (c);
  crossings (data->t, data->x, data->p, values);
  return FMI (OK);
}

FUNCTION (Status, FMI (GetContinuousStates), (void *c, double x[], size_t n))
{
  Data *data = &((Instance *) c)->data;

  if (n != N_CONTINUOUS)
    return lacks (c);
  if (data->mode <= AT_INITIALIZATION)
    start_values (data->t, data->p, data->x);
  memcpy (x, data->x, sizeof (double) * n);
  return FMI (OK);
}

FUNCTION (Status, FMI (GetNominalsOfContinuousStates), (void *c, double nominals[], size_t n))
{
  if (n != N_CONTINUOUS)
    return lacks (c);
  for (size_t i = 0; i < n; i++)
    nominals[i] = NOMINAL[i] > 0 ? NOMINAL[i] : 1;
  return FMI (OK);
}


/* ---- FMI 2.0: Model Exchange and Co-Simulation ---- */

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
enum { AS_MODEL_EXCHANGE, AS_CO_SIMULATION };
enum { OF_DO_STEP, OF_PENDING, OF_LAST_TIME, OF_TERMINATED };

typedef struct
{
  void (*log) (void *environment, const char *name, fmi2Status status, const char *category, const char *message, ...);
  void *(*allocate) (size_t n, size_t size);
  void (*release) (void *memory);
  void (*step_finished) (void *environment, fmi2Status status);
  void *environment;
} Callbacks;

typedef struct
{
  int again, ends, nominals_changed, states_changed, has_next;
  double next;
} EventInfo;

typedef struct
{
  Data data;
  Callbacks callbacks;
  char name[256];
  int logs, steps;                    /* messages are wanted; the instance is one of Co-Simulation */
} Instance;

#ifdef FMI2_FUNCTION_PREFIX
#define JOIN_NAMES(a, b) a##b
#define JOIN(a, b) JOIN_NAMES (a, b)
#define NAME(name) JOIN (FMI2_FUNCTION_PREFIX, name)
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

static fmi2Status
fail (Instance *instance, const char *message)
{
  if (instance != NULL && instance->callbacks.log != NULL && instance->logs)
    instance->callbacks.log (instance->callbacks.environment, instance->name, fmi2Error, "logStatusError", "%s", message);
  return fmi2Error;
}

static fmi2Status
lacks (void *instance)
{
  return fail (instance, "the model does not have this");
}

FUNCTION (const char *, fmi2GetTypesPlatform, (void))
{
  return "default";
}

FUNCTION (const char *, fmi2GetVersion, (void))
{
  return "2.0";
}

FUNCTION (fmi2Status, fmi2SetDebugLogging, (void *c, int on, size_t n, const char *const categories[]))
{
  (void) n, (void) categories;
  ((Instance *) c)->logs = on;
  return fmi2OK;
}

FUNCTION (void *, fmi2Instantiate, (const char *name, int type, const char *guid, const char *resources, const Callbacks *callbacks, int visible, int logs))
{
  Instance *instance = calloc (1, sizeof *instance);

  (void) resources, (void) visible;
  if (instance == NULL)
    return NULL;
  if (callbacks != NULL)
    instance->callbacks = *callbacks;
  strncpy (instance->name, name != NULL ? name : "", sizeof instance->name - 1);
  instance->logs = logs;
  instance->steps = type == AS_CO_SIMULATION;
  set_start (&instance->data);
  if (guid != NULL && strcmp (guid, MODEL_TOKEN) == 0)
    return instance;
  instance->logs = 1;
  fail (instance, "the guid of the model description is not that of the program");
  free (instance);
  return NULL;
}

FUNCTION (void, fmi2FreeInstance, (void *c))
{
  free (c);
}

FUNCTION (fmi2Status, fmi2SetupExperiment, (void *c, int has_tolerance, double tolerance, double start, int has_stop, double stop))
{
  Data *data = &((Instance *) c)->data;

  (void) has_stop, (void) stop;
  if (data->mode != AT_START)
    return fail (c, "the experiment is set up after the instantiation or a reset");
  if (has_tolerance && !(tolerance > 0))
    return fail (c, "the tolerance must be greater than 0");
  if (has_tolerance)
    data->tolerance = tolerance;
  data->t = start;
  return fmi2OK;
}

FUNCTION (fmi2Status, fmi2EnterInitializationMode, (void *c))
{
  Data *data = &((Instance *) c)->data;

  if (data->mode != AT_START)
    return fail (c, "initialization mode is entered after the instantiation or a reset");
  data->mode = AT_INITIALIZATION;
  return fmi2OK;
}

FUNCTION (fmi2Status, fmi2ExitInitializationMode, (void *c))
{
  Instance *instance = c;
  Data *data = &instance->data;

  if (data->mode != AT_INITIALIZATION)
    return fail (c, "the instance is not in initialization mode");
  start_values (data->t, data->p, data->x);
  data->mode = instance->steps ? AT_RUN : AT_EVENTS;
  if (instance->steps)
    begin (data);
  return fmi2OK;
}

FUNCTION (fmi2Status, fmi2Terminate, (void *c))
{
  ((Instance *) c)->data.mode = AT_END;
  return fmi2OK;
}

FUNCTION (fmi2Status, fmi2Reset, (void *c))
{
  set_start (&((Instance *) c)->data);
  return fmi2OK;
}

FUNCTION (fmi2Status, fmi2GetReal, (void *c, REFERENCES, double values[]))
{
  return get_values (&((Instance *) c)->data, references, n, values) ? fmi2OK : lacks (c);
}

FUNCTION (fmi2Status, fmi2SetReal, (void *c, REFERENCES, const double values[]))
{
  return set_values (&((Instance *) c)->data, references, n, values) ? fmi2OK : fail (c, "a variable cannot be set now");
}

/* The model has variables of one type only. */
#define OTHER_TYPE(name, type)                                               \
  FUNCTION (fmi2Status, fmi2Get##name, (void *c, REFERENCES, type values[])) \
  {                                                                          \
    (void) references, (void) values;                                        \
    return n == 0 ? fmi2OK : lacks (c);                                      \
  }                                                                          \
  FUNCTION (fmi2Status, fmi2Set##name, (void *c, REFERENCES, const type values[])) \
  {                                                                          \
    (void) references, (void) values;                                        \
    return n == 0 ? fmi2OK : lacks (c);                                      \
  }

typedef const char *Text;
OTHER_TYPE (Integer, int)
OTHER_TYPE (Boolean, int)
OTHER_TYPE (String, Text)

/* Functions for what the model description does not offer. */
#define LACKING(name, parameters) \
  FUNCTION (fmi2Status, name, parameters) { return lacks (c); }

#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
LACKING (fmi2GetDirectionalDerivative, (void *c, const unsigned unknowns[], size_t n_unknowns, const unsigned knowns[], size_t n_knowns, const double seed[], double values[]))
LACKING (fmi2SetRealInputDerivatives, (void *c, REFERENCES, const int orders[], const double values[]))
LACKING (fmi2GetRealOutputDerivatives, (void *c, REFERENCES, const int orders[], double values[]))
LACKING (fmi2CancelStep, (void *c))
LACKING (fmi2GetIntegerStatus, (void *c, int kind, int *value))
LACKING (fmi2GetStringStatus, (void *c, int kind, const char **value))
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif

/* ---- the state of an instance ---- */

FUNCTION (fmi2Status, fmi2GetFMUstate, (void *c, void **state))
{
  if (*state == NULL && (*state = malloc (sizeof (Data))) == NULL)
    return fail (c, "there is not enough memory");
  memcpy (*state, &((Instance *) c)->data, sizeof (Data));
  return fmi2OK;
}

FUNCTION (fmi2Status, fmi2SetFMUstate, (void *c, void *state))
{
  memcpy (&((Instance *) c)->data, state, sizeof (Data));
  return fmi2OK;
}

FUNCTION (fmi2Status, fmi2FreeFMUstate, (void *c, void **state))
{
  (void) c;
  free (*state);
  *state = NULL;
  return fmi2OK;
}

FUNCTION (fmi2Status, fmi2SerializedFMUstateSize, (void *c, void *state, size_t *size))
{
  (void) c, (void) state;
  *size = sizeof (Data);
  return fmi2OK;
}

FUNCTION (fmi2Status, fmi2SerializeFMUstate, (void *c, void *state, char bytes[], size_t size))
{
  if (size < sizeof (Data))
    return fail (c, "the state has more bytes");
  memcpy (bytes, state, sizeof (Data));
  return fmi2OK;
}

FUNCTION (fmi2Status, fmi2DeSerializeFMUstate, (void *c, const char bytes[], size_t size, void **state))
{
  if (size != sizeof (Data))
    return fail (c, "the bytes are not a state of this model");
  if (*state == NULL && (*state = malloc (sizeof (Data))) == NULL)
    return fail (c, "there is not enough memory");
  memcpy (*state, bytes, sizeof (Data));
  return fmi2OK;
}

/* ---- Model Exchange ---- */

FUNCTION (fmi2Status, fmi2EnterEventMode, (void *c))
{
  ((Instance *) c)->data.mode = AT_EVENTS;
  return fmi2OK;
}

FUNCTION (fmi2Status, fmi2NewDiscreteStates, (void *c, EventInfo *info))
{
  Data *data = &((Instance *) c)->data;
  double before[N];

  if (data->mode != AT_EVENTS)
    return fail (c, "the instance is not in event mode");
  memcpy (before, data->x, sizeof before);
  do_events (data);
  info->next = INFINITY;
  for (int i = 0; i < N_EVENTS; i++)
    info->next = fmin (info->next, data->times[i]);
  info->again = info->nominals_changed = 0;
  info->ends = data->has_ended;
  info->states_changed = memcmp (before, data->x, sizeof (double) * N_CONTINUOUS) != 0;
  info->has_next = info->next < INFINITY;
  return fmi2OK;
}

FUNCTION (fmi2Status, fmi2EnterContinuousTimeMode, (void *c))
{
  ((Instance *) c)->data.mode = AT_RUN;
  return fmi2OK;
}

FUNCTION (fmi2Status, fmi2CompletedIntegratorStep, (void *c, int no_return, int *enter_events, int *ends))
{
  (void) no_return;
  *enter_events = complete_step (&((Instance *) c)->data);
  *ends = 0;
  return fmi2OK;
}

FUNCTION (fmi2Status, fmi2SetTime, (void *c, double t))
{
  ((Instance *) c)->data.t = t;
  return fmi2OK;
}

FUNCTION (fmi2Status, fmi2SetContinuousStates, (void *c, const double x[], size_t n))
{
  if (n != N_CONTINUOUS)
    return lacks (c);
  memcpy (((Instance *) c)->data.x, x, sizeof (double) * n);
  return fmi2OK;
}

FUNCTION (fmi2Status, fmi2GetDerivatives, (void *c, double values[], size_t n))
{
  Data *data = &((Instance *) c)->data;
  double dx[N];

  if (n != N_CONTINUOUS)
    return lacks (c);
  rhs (data->t, data->x, data->p, dx);
  memcpy (values, dx, sizeof (double) * n);
  return fmi2OK;
}

FUNCTION (fmi2Status, fmi2GetEventIndicators, (void *c, double values[], size_t n))
{
  Data *data = &((Instance *) c)->data;

  if (n != N_CROSSINGS)
    return lacks (c);
  crossings (data->t, data->x, data->p, values);
  return fmi2OK;
}

FUNCTION (fmi2Status, fmi2GetContinuousStates, (void *c, double x[], size_t n))
{
  Data *data = &((Instance *) c)->data;

  if (n != N_CONTINUOUS)
    return lacks (c);
  if (data->mode <= AT_INITIALIZATION)
    start_values (data->t, data->p, data->x);
  memcpy (x, data->x, sizeof (double) * n);
  return fmi2OK;
}

FUNCTION (fmi2Status, fmi2GetNominalsOfContinuousStates, (void *c, double nominals[], size_t n))
{
  if (n != N_CONTINUOUS)
    return lacks (c);
  for (size_t i = 0; i < n; i++)
    nominals[i] = NOMINAL[i] > 0 ? NOMINAL[i] : 1;
  return fmi2OK;
}

/* ---- Co-Simulation ---- */

FUNCTION (fmi2Status, fmi2DoStep, (void *c, double t, double h, int no_return))
{
  Instance *instance = c;
  Data *data = &instance->data;
  const char *failure;

  (void) no_return;
  if (!instance->steps || data->mode != AT_RUN)
    return fail (c, "a step is made after the initialization");
  if (!(h > 0) || fabs (t - data->t) > 1e-9 * fmax (h, fabs (t)))
    return fail (c, "a step must begin at the end of the one before, and have a size greater than 0");
  failure = advance (data, t + h);
  return failure != NULL ? fail (c, failure) : data->has_ended ? fmi2Discard : fmi2OK;
}

FUNCTION (fmi2Status, fmi2GetStatus, (void *c, int kind, fmi2Status *value))
{
  if (kind != OF_DO_STEP)
    return lacks (c);
  *value = ((Instance *) c)->data.has_ended ? fmi2Discard : fmi2OK;
  return fmi2OK;
}

FUNCTION (fmi2Status, fmi2GetRealStatus, (void *c, int kind, double *value))
{
  if (kind != OF_LAST_TIME)
    return lacks (c);
  *value = ((Instance *) c)->data.t;
  return fmi2OK;
}

FUNCTION (fmi2Status, fmi2GetBooleanStatus, (void *c, int kind, int *value))
{
  if (kind != OF_TERMINATED)
    return lacks (c);
  *value = ((Instance *) c)->data.has_ended;
  return fmi2OK;
}

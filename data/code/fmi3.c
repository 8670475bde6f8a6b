
/* ---- FMI 3.0: Model Exchange and Co-Simulation ---- */

#include <stdbool.h>
#include <stdint.h>

typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef void (*LogMessage) (void *environment, fmi3Status status, const char *category, const char *message);

typedef struct
{
  Data data;
  void *environment;
  LogMessage log;
  bool logs, steps;                   /* messages are wanted; the instance is one of Co-Simulation */
} Instance;

#ifdef FMI3_FUNCTION_PREFIX
#define JOIN_NAMES(a, b) a##b
#define JOIN(a, b) JOIN_NAMES (a, b)
#define NAME(name) JOIN (FMI3_FUNCTION_PREFIX, name)
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
#define REFERENCES const uint32_t references[], size_t n_references

static fmi3Status
fail (Instance *instance, const char *message)
{
  if (instance != NULL && instance->log != NULL && instance->logs)
    instance->log (instance->environment, fmi3Error, "logStatusError", message);
  return fmi3Error;
}

static fmi3Status
lacks (void *instance)
{
  return fail (instance, "the model does not have this");
}

static Instance *
instantiate (const char *token, bool logs, void *environment, LogMessage log, bool steps)
{
  Instance *instance = calloc (1, sizeof *instance);

  if (instance == NULL)
    return NULL;
  instance->environment = environment;
  instance->log = log;
  instance->logs = logs;
  instance->steps = steps;
  set_start (&instance->data);
  if (token != NULL && strcmp (token, MODEL_TOKEN) == 0)
    return instance;
  instance->logs = true;
  fail (instance, "the token of the model description is not that of the program");
  free (instance);
  return NULL;
}

FUNCTION (const char *, fmi3GetVersion, (void))
{
  return "3.0";
}

FUNCTION (fmi3Status, fmi3SetDebugLogging, (void *c, bool on, size_t n, const char *const categories[]))
{
  (void) n, (void) categories;
  ((Instance *) c)->logs = on;
  return fmi3OK;
}

FUNCTION (void *, fmi3InstantiateModelExchange, (const char *name, const char *token, const char *path, bool visible, bool logs, void *environment, LogMessage log))
{
  (void) name, (void) path, (void) visible;
  return instantiate (token, logs, environment, log, false);
}

FUNCTION (void *, fmi3InstantiateCoSimulation, (const char *name, const char *token, const char *path, bool visible, bool logs, bool event_mode, bool early_return, REFERENCES,
                                                void *environment, LogMessage log, void (*update) (void)))
{
  (void) name, (void) path, (void) visible, (void) event_mode, (void) early_return, (void) references, (void) n_references, (void) update;
  return instantiate (token, logs, environment, log, true);
}

FUNCTION (void *, fmi3InstantiateScheduledExecution, (const char *name, const char *token, const char *path, bool visible, bool logs, void *environment, LogMessage log,
                                                      void (*update) (void), void (*lock) (void), void (*unlock) (void)))
{
  (void) name, (void) token, (void) path, (void) visible, (void) logs, (void) environment, (void) log, (void) update, (void) lock, (void) unlock;
  return NULL;
}

FUNCTION (void, fmi3FreeInstance, (void *c))
{
  free (c);
}

FUNCTION (fmi3Status, fmi3EnterInitializationMode, (void *c, bool has_tolerance, double tolerance, double start, bool has_stop, double stop))
{
  Data *data = &((Instance *) c)->data;

  (void) has_stop, (void) stop;
  if (data->mode != AT_START)
    return fail (c, "initialization mode is entered after the instantiation or a reset");
  if (has_tolerance && !(tolerance > 0))
    return fail (c, "the tolerance must be greater than 0");
  if (has_tolerance)
    data->tolerance = tolerance;
  data->t = start;
  data->mode = AT_INITIALIZATION;
  return fmi3OK;
}

FUNCTION (fmi3Status, fmi3ExitInitializationMode, (void *c))
{
  Instance *instance = c;
  Data *data = &instance->data;

  if (data->mode != AT_INITIALIZATION)
    return fail (c, "the instance is not in initialization mode");
  start_values (data->t, data->p, data->x);
  data->mode = instance->steps ? AT_RUN : AT_EVENTS;
  if (instance->steps)
    begin (data);
  return fmi3OK;
}

FUNCTION (fmi3Status, fmi3EnterEventMode, (void *c))
{
  ((Instance *) c)->data.mode = AT_EVENTS;
  return fmi3OK;
}

FUNCTION (fmi3Status, fmi3Terminate, (void *c))
{
  ((Instance *) c)->data.mode = AT_END;
  return fmi3OK;
}

FUNCTION (fmi3Status, fmi3Reset, (void *c))
{
  set_start (&((Instance *) c)->data);
  return fmi3OK;
}

FUNCTION (fmi3Status, fmi3GetFloat64, (void *c, REFERENCES, double values[], size_t n_values))
{
  return n_values == n_references && get_values (&((Instance *) c)->data, references, n_references, values) ? fmi3OK : lacks (c);
}

FUNCTION (fmi3Status, fmi3SetFloat64, (void *c, REFERENCES, const double values[], size_t n_values))
{
  return n_values == n_references && set_values (&((Instance *) c)->data, references, n_references, values) ? fmi3OK : fail (c, "a variable cannot be set now");
}

/* The model has variables of one type only. */
#define OTHER_TYPE(name, type)                                                                  \
  FUNCTION (fmi3Status, fmi3Get##name, (void *c, REFERENCES, type values[], size_t n_values))   \
  {                                                                                             \
    (void) references, (void) values, (void) n_values;                                          \
    return n_references == 0 ? fmi3OK : lacks (c);                                              \
  }                                                                                             \
  FUNCTION (fmi3Status, fmi3Set##name, (void *c, REFERENCES, const type values[], size_t n_values)) \
  {                                                                                             \
    (void) references, (void) values, (void) n_values;                                          \
    return n_references == 0 ? fmi3OK : lacks (c);                                              \
  }

typedef const char *Text;
OTHER_TYPE (Float32, float)
OTHER_TYPE (Int8, int8_t)
OTHER_TYPE (UInt8, uint8_t)
OTHER_TYPE (Int16, int16_t)
OTHER_TYPE (UInt16, uint16_t)
OTHER_TYPE (Int32, int32_t)
OTHER_TYPE (UInt32, uint32_t)
OTHER_TYPE (Int64, int64_t)
OTHER_TYPE (UInt64, uint64_t)
OTHER_TYPE (Boolean, bool)
OTHER_TYPE (String, Text)

/* Functions for what the model description does not offer. */
#define LACKING(name, parameters) \
  FUNCTION (fmi3Status, name, parameters) { return lacks (c); }

#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
LACKING (fmi3GetBinary, (void *c, REFERENCES, size_t sizes[], const uint8_t *values[], size_t n_values))
LACKING (fmi3SetBinary, (void *c, REFERENCES, const size_t sizes[], const uint8_t *const values[], size_t n_values))
LACKING (fmi3GetClock, (void *c, REFERENCES, bool values[]))
LACKING (fmi3SetClock, (void *c, REFERENCES, const bool values[]))
LACKING (fmi3GetNumberOfVariableDependencies, (void *c, uint32_t reference, size_t *n))
LACKING (fmi3GetVariableDependencies, (void *c, uint32_t reference, size_t elements[], uint32_t references[], size_t others[], int kinds[], size_t n))
LACKING (fmi3GetDirectionalDerivative, (void *c, const uint32_t unknowns[], size_t n_unknowns, const uint32_t knowns[], size_t n_knowns, const double seed[], size_t n_seed,
                                        double values[], size_t n_values))
LACKING (fmi3GetAdjointDerivative, (void *c, const uint32_t unknowns[], size_t n_unknowns, const uint32_t knowns[], size_t n_knowns, const double seed[], size_t n_seed,
                                    double values[], size_t n_values))
LACKING (fmi3EnterConfigurationMode, (void *c))
LACKING (fmi3ExitConfigurationMode, (void *c))
LACKING (fmi3GetIntervalDecimal, (void *c, REFERENCES, double intervals[], int qualifiers[]))
LACKING (fmi3GetIntervalFraction, (void *c, REFERENCES, uint64_t counters[], uint64_t resolutions[], int qualifiers[]))
LACKING (fmi3GetShiftDecimal, (void *c, REFERENCES, double shifts[]))
LACKING (fmi3GetShiftFraction, (void *c, REFERENCES, uint64_t counters[], uint64_t resolutions[]))
LACKING (fmi3SetIntervalDecimal, (void *c, REFERENCES, const double intervals[]))
LACKING (fmi3SetIntervalFraction, (void *c, REFERENCES, const uint64_t counters[], const uint64_t resolutions[]))
LACKING (fmi3SetShiftDecimal, (void *c, REFERENCES, const double shifts[]))
LACKING (fmi3SetShiftFraction, (void *c, REFERENCES, const uint64_t counters[], const uint64_t resolutions[]))
LACKING (fmi3EnterStepMode, (void *c))
LACKING (fmi3GetOutputDerivatives, (void *c, REFERENCES, const int32_t orders[], double values[], size_t n_values))
LACKING (fmi3ActivateModelPartition, (void *c, uint32_t clock, double time))
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif

FUNCTION (fmi3Status, fmi3EvaluateDiscreteStates, (void *c))
{
  (void) c;
  return fmi3OK;
}

/* ---- the state of an instance ---- */

FUNCTION (fmi3Status, fmi3GetFMUState, (void *c, void **state))
{
  if (*state == NULL && (*state = malloc (sizeof (Data))) == NULL)
    return fail (c, "there is not enough memory");
  memcpy (*state, &((Instance *) c)->data, sizeof (Data));
  return fmi3OK;
}

FUNCTION (fmi3Status, fmi3SetFMUState, (void *c, void *state))
{
  memcpy (&((Instance *) c)->data, state, sizeof (Data));
  return fmi3OK;
}

FUNCTION (fmi3Status, fmi3FreeFMUState, (void *c, void **state))
{
  (void) c;
  free (*state);
  *state = NULL;
  return fmi3OK;
}

FUNCTION (fmi3Status, fmi3SerializedFMUStateSize, (void *c, void *state, size_t *size))
{
  (void) c, (void) state;
  *size = sizeof (Data);
  return fmi3OK;
}

FUNCTION (fmi3Status, fmi3SerializeFMUState, (void *c, void *state, uint8_t bytes[], size_t size))
{
  if (size < sizeof (Data))
    return fail (c, "the state has more bytes");
  memcpy (bytes, state, sizeof (Data));
  return fmi3OK;
}

FUNCTION (fmi3Status, fmi3DeserializeFMUState, (void *c, const uint8_t bytes[], size_t size, void **state))
{
  if (size != sizeof (Data))
    return fail (c, "the bytes are not a state of this model");
  if (*state == NULL && (*state = malloc (sizeof (Data))) == NULL)
    return fail (c, "there is not enough memory");
  memcpy (*state, bytes, sizeof (Data));
  return fmi3OK;
}

/* ---- Model Exchange ---- */

FUNCTION (fmi3Status, fmi3UpdateDiscreteStates, (void *c, bool *again, bool *ends, bool *nominals_changed, bool *states_changed, bool *has_next, double *next))
{
  Data *data = &((Instance *) c)->data;
  double before[N];

  if (data->mode != AT_EVENTS)
    return fail (c, "the instance is not in event mode");
  memcpy (before, data->x, sizeof before);
  do_events (data);
  *next = INFINITY;
  for (int i = 0; i < N_EVENTS; i++)
    *next = fmin (*next, data->times[i]);
  *again = *nominals_changed = false;
  *ends = data->has_ended;
  *states_changed = memcmp (before, data->x, sizeof (double) * N_CONTINUOUS) != 0;
  *has_next = *next < INFINITY;
  return fmi3OK;
}

FUNCTION (fmi3Status, fmi3EnterContinuousTimeMode, (void *c))
{
  ((Instance *) c)->data.mode = AT_RUN;
  return fmi3OK;
}

FUNCTION (fmi3Status, fmi3CompletedIntegratorStep, (void *c, bool no_return, bool *enter_events, bool *ends))
{
  (void) no_return;
  *enter_events = complete_step (&((Instance *) c)->data);
  *ends = false;
  return fmi3OK;
}

FUNCTION (fmi3Status, fmi3SetTime, (void *c, double t))
{
  ((Instance *) c)->data.t = t;
  return fmi3OK;
}

FUNCTION (fmi3Status, fmi3SetContinuousStates, (void *c, const double x[], size_t n))
{
  if (n != N_CONTINUOUS)
    return lacks (c);
  memcpy (((Instance *) c)->data.x, x, sizeof (double) * n);
  return fmi3OK;
}

FUNCTION (fmi3Status, fmi3GetContinuousStateDerivatives, (void *c, double values[], size_t n))
{
  Data *data = &((Instance *) c)->data;
  double dx[N];

  if (n != N_CONTINUOUS)
    return lacks (c);
  rhs (data->t, data->x, data->p, dx);
  memcpy (values, dx, sizeof (double) * n);
  return fmi3OK;
}

FUNCTION (fmi3Status, fmi3GetEventIndicators, (void *c, double values[], size_t n))
{
  Data *data = &((Instance *) c)->data;

  if (n != N_CROSSINGS)
    return lacks (c);
  crossings (data->t, data->x, data->p, values);
  return fmi3OK;
}

FUNCTION (fmi3Status, fmi3GetContinuousStates, (void *c, double x[], size_t n))
{
  Data *data = &((Instance *) c)->data;

  if (n != N_CONTINUOUS)
    return lacks (c);
  if (data->mode <= AT_INITIALIZATION)
    start_values (data->t, data->p, data->x);
  memcpy (x, data->x, sizeof (double) * n);
  return fmi3OK;
}

FUNCTION (fmi3Status, fmi3GetNominalsOfContinuousStates, (void *c, double nominals[], size_t n))
{
  if (n != N_CONTINUOUS)
    return lacks (c);
  for (size_t i = 0; i < n; i++)
    nominals[i] = NOMINAL[i] > 0 ? NOMINAL[i] : 1;
  return fmi3OK;
}

FUNCTION (fmi3Status, fmi3GetNumberOfEventIndicators, (void *c, size_t *n))
{
  (void) c;
  *n = N_CROSSINGS;
  return fmi3OK;
}

FUNCTION (fmi3Status, fmi3GetNumberOfContinuousStates, (void *c, size_t *n))
{
  (void) c;
  *n = N_CONTINUOUS;
  return fmi3OK;
}

/* ---- Co-Simulation ---- */

FUNCTION (fmi3Status, fmi3DoStep, (void *c, double t, double h, bool no_return, bool *needs_events, bool *ends, bool *early, double *last))
{
  Instance *instance = c;
  Data *data = &instance->data;
  const char *failure;

  (void) no_return;
  *needs_events = *ends = *early = false;
  *last = data->t;
  if (!instance->steps || data->mode != AT_RUN)
    return fail (c, "a step is made in step mode");
  if (!(h > 0) || fabs (t - data->t) > 1e-9 * fmax (h, fabs (t)))
    return fail (c, "a step must begin at the end of the one before, and have a size greater than 0");
  failure = advance (data, t + h);
  *last = data->t;
  *ends = data->has_ended;
  return failure != NULL ? fail (c, failure) : fmi3OK;
}


/* ---- what only FMI 3.0 has ---- */

OTHER_TYPE (Float32, float)
OTHER_TYPE (Int8, int8_t)
OTHER_TYPE (UInt8, uint8_t)
OTHER_TYPE (Int16, int16_t)
OTHER_TYPE (UInt16, uint16_t)
OTHER_TYPE (Int32, int32_t)
OTHER_TYPE (UInt32, uint32_t)
OTHER_TYPE (Int64, int64_t)
OTHER_TYPE (UInt64, uint64_t)
LACKING (fmi3GetBinary, (void *c, REFERENCES, size_t sizes[], const uint8_t *values[], size_t n_values))
LACKING (fmi3SetBinary, (void *c, REFERENCES, const size_t sizes[], const uint8_t *const values[], size_t n_values))
LACKING (fmi3GetClock, (void *c, REFERENCES, bool values[]))
LACKING (fmi3SetClock, (void *c, REFERENCES, const bool values[]))
LACKING (fmi3GetNumberOfVariableDependencies, (void *c, uint32_t reference, size_t *n))
LACKING (fmi3GetVariableDependencies, (void *c, uint32_t reference, size_t elements[], uint32_t references[], size_t others[], int kinds[], size_t n))
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

FUNCTION (const char *, fmi3GetVersion, (void))
{
  return "3.0";
}

FUNCTION (void *, fmi3InstantiateModelExchange, (const char *name, const char *token, const char *path, bool visible, bool logs, void *environment, LogMessage log))
{
  return make_instance (&(Instance) { .environment = environment, .log = log, .logs = logs }, token);
}

FUNCTION (void *, fmi3InstantiateCoSimulation, (const char *name, const char *token, const char *path, bool visible, bool logs, bool event_mode, bool early_return, REFERENCES,
                                                void *environment, LogMessage log, void (*update) (void)))
{
  return make_instance (&(Instance) { .environment = environment, .log = log, .logs = logs, .steps = true }, token);
}

FUNCTION (void *, fmi3InstantiateScheduledExecution, (const char *name, const char *token, const char *path, bool visible, bool logs, void *environment, LogMessage log,
                                                      void (*update) (void), void (*lock) (void), void (*unlock) (void)))
{
  return NULL;
}

FUNCTION (Status, fmi3EnterInitializationMode, (void *c, bool has_tolerance, double tolerance, double start, bool has_stop, double stop))
{
  const Status status = set_experiment (c, has_tolerance, tolerance, start);

  if (status == fmi3OK)
    ((Instance *) c)->data.mode = AT_INITIALIZATION;
  return status;
}

FUNCTION (Status, fmi3GetFloat64, (void *c, REFERENCES, double values[], size_t n_values))
{
  return n_values == n ? get_numbers (c, references, n, values) : lacks (c);
}

FUNCTION (Status, fmi3SetFloat64, (void *c, REFERENCES, const double values[], size_t n_values))
{
  return n_values == n ? set_numbers (c, references, n, values) : lacks (c);
}

FUNCTION (Status, fmi3EvaluateDiscreteStates, (void *c))
{
  return fmi3OK;
}

FUNCTION (Status, fmi3UpdateDiscreteStates, (void *c, bool *again, bool *ends, bool *nominals_changed, bool *states_changed, bool *has_next, double *next))
{
  int changed = 0;

  *again = *nominals_changed = false;
  if (update_discrete_states (c, &changed, next) != fmi3OK)
    return fmi3Error;
  *ends = ((Instance *) c)->data.has_ended;
  *states_changed = changed;
  *has_next = *next < INFINITY;
  return fmi3OK;
}

FUNCTION (Status, fmi3GetNumberOfEventIndicators, (void *c, size_t *n))
{
  *n = N_CROSSINGS;
  return fmi3OK;
}

FUNCTION (Status, fmi3GetNumberOfContinuousStates, (void *c, size_t *n))
{
  *n = N_CONTINUOUS;
  return fmi3OK;
}

FUNCTION (Status, fmi3DoStep, (void *c, double t, double h, bool no_return, bool *needs_events, bool *ends, bool *early, double *last))
{
  const Data *data = &((Instance *) c)->data;
  const Status status = make_step (c, t, h);

  *needs_events = *early = false;
  *ends = data->has_ended;
  *last = data->t;
  return status;
}

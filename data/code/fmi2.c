
/* ---- what only FMI 2.0 has ---- */

OTHER_TYPE (Integer, int)
LACKING (fmi2SetRealInputDerivatives, (void *c, REFERENCES, const int orders[], const double values[]))
LACKING (fmi2GetRealOutputDerivatives, (void *c, REFERENCES, const int orders[], double values[]))
LACKING (fmi2CancelStep, (void *c))
LACKING (fmi2GetIntegerStatus, (void *c, int kind, int *value))
LACKING (fmi2GetStringStatus, (void *c, int kind, const char **value))

FUNCTION (const char *, fmi2GetTypesPlatform, (void))
{
  return "default";
}

FUNCTION (const char *, fmi2GetVersion, (void))
{
  return "2.0";
}

FUNCTION (void *, fmi2Instantiate, (const char *name, int type, const char *guid, const char *resources, const Callbacks *callbacks, int visible, int logs))
{
  Instance with = { .logs = logs, .steps = type == AS_CO_SIMULATION };

  if (callbacks != NULL)
    with.callbacks = *callbacks;
  strncpy (with.name, name != NULL ? name : "", sizeof with.name - 1);
  return make_instance (&with, guid);
}

FUNCTION (Status, fmi2SetupExperiment, (void *c, int has_tolerance, double tolerance, double start, int has_stop, double stop))
{
  return set_experiment (c, has_tolerance, tolerance, start);
}

FUNCTION (Status, fmi2EnterInitializationMode, (void *c))
{
  Data *data = &((Instance *) c)->data;

  if (data->mode != AT_START)
    return fail (c, "initialization mode is entered after the instantiation or a reset");
  data->mode = AT_INITIALIZATION;
  return fmi2OK;
}

FUNCTION (Status, fmi2GetReal, (void *c, REFERENCES, double values[]))
{
  return get_numbers (c, references, n, values);
}

FUNCTION (Status, fmi2SetReal, (void *c, REFERENCES, const double values[]))
{
  return set_numbers (c, references, n, values);
}

FUNCTION (Status, fmi2NewDiscreteStates, (void *c, EventInfo *info))
{
  info->again = info->nominals_changed = 0;
  if (update_discrete_states (c, &info->states_changed, &info->next) != fmi2OK)
    return fmi2Error;
  info->ends = ((Instance *) c)->data.has_ended;
  info->has_next = info->next < INFINITY;
  return fmi2OK;
}

FUNCTION (Status, fmi2DoStep, (void *c, double t, double h, int no_return))
{
  const Status status = make_step (c, t, h);

  return status == fmi2OK && ((Instance *) c)->data.has_ended ? fmi2Discard : status;
}

FUNCTION (Status, fmi2GetStatus, (void *c, int kind, Status *value))
{
  if (kind != OF_DO_STEP)
    return lacks (c);
  *value = ((Instance *) c)->data.has_ended ? fmi2Discard : fmi2OK;
  return fmi2OK;
}

FUNCTION (Status, fmi2GetRealStatus, (void *c, int kind, double *value))
{
  if (kind != OF_LAST_TIME)
    return lacks (c);
  *value = ((Instance *) c)->data.t;
  return fmi2OK;
}

FUNCTION (Status, fmi2GetBooleanStatus, (void *c, int kind, int *value))
{
  if (kind != OF_TERMINATED)
    return lacks (c);
  *value = ((Instance *) c)->data.has_ended;
  return fmi2OK;
}

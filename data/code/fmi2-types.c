
/* ---- FMI 2.0: Model Exchange and Co-Simulation ---- */

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
enum { AS_MODEL_EXCHANGE, AS_CO_SIMULATION };
enum { OF_DO_STEP, OF_PENDING, OF_LAST_TIME, OF_TERMINATED };

/* Types and prefix of this version, for the functions that both versions share. */
typedef fmi2Status Status;
typedef int Flag;
typedef char Byte;
#define FMI(name) fmi2##name
#define FMI_OF_STATE(before, after) fmi2##before##FMUstate##after
#define DESERIALIZE fmi2DeSerializeFMUstate
#define DERIVATIVES fmi2GetDerivatives
#define N_VALUES
#define N_SEED
#ifdef FMI2_FUNCTION_PREFIX
#define PREFIX FMI2_FUNCTION_PREFIX
#endif

typedef struct
{
  void (*log) (void *environment, const char *name, Status status, const char *category, const char *message, ...);
  void *(*allocate) (size_t n, size_t size);
  void (*release) (void *memory);
  void (*step_finished) (void *environment, Status status);
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
  Flag logs, steps;                   /* messages are wanted; the instance is one of Co-Simulation */
} Instance;

static Status
fail (Instance *instance, const char *message)
{
  if (instance != NULL && instance->callbacks.log != NULL && instance->logs)
    instance->callbacks.log (instance->callbacks.environment, instance->name, fmi2Error, "logStatusError", "%s", message);
  return fmi2Error;
}


/* ---- FMI 3.0: Model Exchange and Co-Simulation ---- */

#include <stdbool.h>
#include <stdint.h>

typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;

/* Types and prefix of this version, for the functions that both versions share. */
typedef fmi3Status Status;
typedef bool Flag;
typedef uint8_t Byte;
#define FMI(name) fmi3##name
#define FMI_OF_STATE(before, after) fmi3##before##FMUState##after
#define DESERIALIZE fmi3DeserializeFMUState
#define DERIVATIVES fmi3GetContinuousStateDerivatives
#define N_VALUES , size_t n_values
#define N_SEED , size_t n_seed
#ifdef FMI3_FUNCTION_PREFIX
#define PREFIX FMI3_FUNCTION_PREFIX
#endif

typedef void (*LogMessage) (void *environment, Status status, const char *category, const char *message);

typedef struct
{
  Data data;
  void *environment;
  LogMessage log;
  Flag logs, steps;                   /* messages are wanted; the instance is one of Co-Simulation */
} Instance;

static Status
fail (Instance *instance, const char *message)
{
  if (instance != NULL && instance->log != NULL && instance->logs)
    instance->log (instance->environment, fmi3Error, "logStatusError", message);
  return fmi3Error;
}

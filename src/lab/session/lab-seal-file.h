/* The seals of a session file (stepwise-session(5)): they are appended to its text and read from it.
 *
 * The hash of the model is that of the text with which the run was made, with the lesson whose page it is of; that of the settings is over everything from which the run is computed
 * (lab_seal_settings_hash). Both are hashes of what a reader of YAML finds in the file, so that its layout and comments do not matter. `check` is the hash of
 * all other values of the seal. A seal shows changes that happen; it is no signature, because everybody can make one. */
#pragma once

#include "lab-seal.h"
#include "lab-session-text.h"
#include "sim-run.h"

G_BEGIN_DECLS

/* How far a run had come, and why, when it was sealed. */
typedef enum
{
  LAB_SEAL_REACHED,    /* it has reached its end */
  LAB_SEAL_TERMINATED, /* an event or a monitor has ended it */
  LAB_SEAL_FAILED,
  LAB_SEAL_STOPPED,    /* the user has stopped it */
  LAB_SEAL_PAUSED,
  LAB_SEAL_RUNNING,    /* it was running, so that its results have no seal */
  LAB_SEAL_OTHER_MODEL, /* only in files of earlier versions: it was made with another text of the model than the file has; its results have no seal */
  LAB_SEAL_N_ENDS
} LabSealEnd;
/* Returns how far a run has come; never LAB_SEAL_OTHER_MODEL. */
LabSealEnd lab_seal_end_of (const SimRunPoll *poll);
/* Returns the name of an end in session files, such as "reached". */
const char *lab_seal_end_name (LabSealEnd end);

/* What the caller knows of a run that is sealed. */
typedef struct
{
  LabSealEnd end;
  SimTrajectory *trajectory;
  gsize n_rows, n_events;
  char *arithmetic;    /* name of the arithmetic that has computed it; owned */
  char *data;          /* hash of the points from the files of data of its model (lab_seal_data_hash); NULL: none; owned */
} LabSealInput;
/* Makes the input of a run; takes a reference to the trajectory, and copies the numbers of its rows and events. */
LabSealInput *lab_seal_input_new (SimTrajectory *trajectory, LabSealEnd end, const Model *model, gboolean fast_math);
/* Frees an input. */
void lab_seal_input_free (LabSealInput *input);
/* Returns the hash of the points that a model has from its files of data, or NULL if it has none. Free it with g_free. */
char *lab_seal_data_hash (const Model *model);

/* Returns the text of a session file with the seals of its runs: inputs has a LabSealInput for each run of the text, in order. Returns NULL with an error if
 * it is cancelled, or if the text is not that of a session. Free it with g_free. */
char *lab_seal_text (const char *text, const GPtrArray *inputs, const LabProgress *progress, GError **error);

/* The seal of one run. */
typedef struct
{
  int number;          /* number of the run in its session */
  char *version, *arithmetic;
  LabSealEnd end;
  const char *model, *data, *settings; /* hashes, borrowed from the node; data may be NULL */
  gboolean checks;     /* the seal has the hash of its own values; otherwise only the members above are set */
  LabSealResults *results; /* NULL: none */
} LabSeal;
/* Reads the seal of a run. Returns NULL with an error, which has a place, if a value is wrong although the seal checks. */
LabSeal *lab_seal_read (const ModelYaml *node, GError **error);
/* Frees a seal; NULL is allowed. */
void lab_seal_free (LabSeal *seal);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabSeal, lab_seal_free)
/* Returns the hash of the model text with which a run of a session was made. Free it with g_free. */
char *lab_seal_model_hash (const ModelYaml *root, const ModelYaml *run);
/* Returns the hash of settings, values, changes, number of steps and tableaus of a run of a session. Free it with g_free. */
char *lab_seal_settings_hash (const ModelYaml *root, const ModelYaml *run);

G_END_DECLS

/* The verification of a session file: its seals are compared with the file, and its runs are computed again and compared with the seals.
 *
 * Only a complete run whose rows and events all have the same bits is called identical. A run that cannot be repeated exactly by what the file says, or by
 * this program alone, is named with the reason; so is a run without a seal. */
#pragma once

#include "lab-seal-file.h"

G_BEGIN_DECLS

/* What is found about a run. */
typedef enum
{
  LAB_VERDICT_IDENTICAL,      /* all rows and events have the same bits */
  LAB_VERDICT_DIGITS,         /* the same number of rows and events, which agree to some digits */
  LAB_VERDICT_DIFFERENT,
  LAB_VERDICT_NOT_REPEATABLE, /* a repetition need not give the same bits, or cannot be made of the whole run */
  LAB_VERDICT_CHANGED,        /* the file or the seal was changed after the sealing */
  LAB_VERDICT_NOT_SEALED,
  LAB_VERDICT_NOT_COMPUTED,   /* the run cannot be computed */
  LAB_N_VERDICTS
} LabVerdict;
/* Returns the name of a verdict in JSON, such as "not_repeatable". */
const char *lab_verdict_name (LabVerdict verdict);

/* Parts of a session that were changed, as bits. */
typedef enum { LAB_CHANGED_MODEL = 1, LAB_CHANGED_DATA = 2, LAB_CHANGED_SETTINGS = 4, LAB_CHANGED_RESULTS = 8 } LabChangedPart;

/* What is found about one run. */
typedef struct
{
  char *name;
  int number;
  LabVerdict verdict;
  char *version, *arithmetic;   /* those of the seal; NULL: no seal, or its values were changed */
  const char *arithmetic_now;   /* that of this program with the settings of the run; NULL: not computed */
  unsigned changed;             /* LabChangedPart bits */
  LabSealEnd end, end_now;
  gboolean compared, same;      /* the run was computed; all rows, events and the end are the same */
  const char *library;          /* library outside of the program whose version matters; NULL: none */
  gsize n_rows, n_kept;
  gint64 n_steps;               /* steps of the computed run */
  double t;                     /* time that the computed run has reached */
  LabSealDifference difference; /* meaningful if compared */
  char *value_column, *worst_column; /* names of the columns of the difference; NULL: none */
  char *reason;                 /* reason why the run was not computed, or has failed; NULL: none */
} LabVerifiedRun;

/* What is found about a session. */
typedef struct
{
  GPtrArray *runs;  /* LabVerifiedRun */
  int n_lost;       /* number of seals whose runs are not in the file */
} LabVerification;

/* Verifies the session of a text. name appears in messages. Any thread; one at a time for each text. Returns NULL with an error if the text is not a session, or
 * if it is cancelled (G_IO_ERROR_CANCELLED). Free it with lab_verification_free. */
LabVerification *lab_verify (const char *text, const char *name, const LabProgress *progress, GError **error);
/* Frees a verification; NULL is allowed. */
void lab_verification_free (LabVerification *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabVerification, lab_verification_free)
/* Returns whether something contradicts the seals: a run that differs, or a part that was changed. */
gboolean lab_verification_differs (const LabVerification *self);
/* Returns whether all runs are identical, and there is at least one. */
gboolean lab_verification_is_identical (const LabVerification *self);

/* Returns a sentence without a full stop that says what was found about a run, in the user's language. Free it with g_free. */
char *lab_verified_run_text (const LabVerifiedRun *run);
/* Returns one sentence about the whole session, in the user's language. Free it with g_free. */
char *lab_verification_text (const LabVerification *self);

G_END_DECLS

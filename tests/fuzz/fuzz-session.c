/* Verifies a session: its text is parsed, its model, runs and seals are read, and its runs are begun. */
#include "fuzz.h"

#include <string.h>

#include "lab-verify.h"

/* Reports of progress after which a verification is cancelled, since a run may take as long as it likes. */
#define MOST_REPORTS 20

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  return 0;
}

static gboolean
go_on (gpointer user, double fraction)
{
  return ++*(int *) user < MOST_REPORTS;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  int n = 0;
  LabProgress progress = { go_on, &n };
  g_autoptr (GError) error = NULL;
  g_autoptr (LabVerification) found = NULL;

  /* The program reads only files that are text. */
  if (strlen (text) != size || !g_utf8_validate (text, (gssize) size, NULL))
    return 0;
  found = lab_verify (text, "fuzz.stepwise", &progress, &error);
  g_assert_true ((found == NULL) == (error != NULL));
  for (guint k = 0; found != NULL && k < found->runs->len; k++)
    {
      g_autofree char *said = lab_verified_run_text (g_ptr_array_index (found->runs, k));

      g_assert_cmpuint (strlen (said), >, 0);
    }
  return 0;
}

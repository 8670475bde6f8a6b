/* Looks up names in the description of a study. */
#include "lab-study-kind.h"

#include <string.h>

int
lab_study_kind_option (const LabStudyKind *kind, const char *key)
{
  for (int k = 0; k < kind->n_options; k++)
    if (strcmp (kind->options[k].key, key) == 0)
      return k;
  return -1;
}

gboolean
lab_study_kind_lists (const char *list, const char *name)
{
  g_auto (GStrv) names = g_strsplit (list != NULL ? list : "", "|", -1);

  return g_strv_contains ((const char *const *) names, name);
}

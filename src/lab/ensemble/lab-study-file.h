/* Study files, NAME.study.yaml: the study, its model and its options. One thread. */
#pragma once

#include "lab-ensemble.h"

G_BEGIN_DECLS

/* The contents of a study file after its keys were checked. Nodes belong to the document. */
typedef struct
{
  ModelYamlDocument *document;
  char *path;
  const char *study;       /* id of the kind of study */
  gboolean is_sweep;       /* `vary` has axes A:B:N */
  const char *title, *about; /* for people: name, and a remark of a few words; NULL: none */
  const char *ended, *failed; /* words for members that reached the end and that failed ("settled", "fell over"); NULL: none */
  char *model;             /* name in the library, or path relative to the working folder */
  guint64 members;         /* number of members; 0: not given */
  gboolean has_seed;
  guint64 seed;
  double t_start, t_end;   /* NaN: the time of the model */
  ModelYaml *vary, *record, *fan, *solver, *set, *initial, *constants; /* mappings, or NULL */
  ModelYaml *options;      /* mapping with the options of another study, or NULL */
} LabStudyFile;

/* Returns whether a file has the key `study`; FALSE if it cannot be read. */
gboolean lab_study_file_is_study (const char *path);
/* Reads a study file. Returns NULL if diagnostics have an error. */
LabStudyFile *lab_study_file_load (const char *path, GPtrArray *diagnostics);
/* Reads the text of a study file like lab_study_file_load; path names it in
 * messages, and models are looked for beside it. */
LabStudyFile *lab_study_file_parse (const char *text, const char *path, GPtrArray *diagnostics);
/* Reports an error in the options of a study at the option that the message names in quotes, or whose text it quotes; else at `options`. */
void lab_study_file_report_option (const LabStudyFile *file, const char *message, GPtrArray *diagnostics);
/* Frees a study file; NULL is allowed. */
void lab_study_file_free (LabStudyFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabStudyFile, lab_study_file_free)

/* Sets the parameters and initial values of the file in an instance. Returns FALSE with an error, which lab_study_file_check would have
 * reported. */
gboolean lab_study_file_prepare (const LabStudyFile *file, ModelSystem *system, GError **error);
/* Checks the values under `set` and `initial` against an instance. Returns FALSE
 * after appending to diagnostics. */
gboolean lab_study_file_check (const LabStudyFile *file, ModelSystem *system, GPtrArray *diagnostics);
/* Adds the constants of the file to constants (name → double *), except those that it contains already. */
void lab_study_file_constants (const LabStudyFile *file, GHashTable *constants);
/* Adds varied quantities, records and fans of the file to an ensemble. Returns
 * FALSE after appending to diagnostics. */
gboolean lab_study_file_fill (const LabStudyFile *file, LabEnsemble *ensemble, GPtrArray *diagnostics);

G_END_DECLS

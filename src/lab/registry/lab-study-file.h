/* Reads study files, NAME.study.yaml: a study with its model and its options. One thread at a time may use an object. */
#pragma once

#include "lab-ensemble.h"
#include "lab-registry.h"

G_BEGIN_DECLS

/* The contents of a study file whose keys are valid. Nodes belong to the YAML document. */
typedef struct
{
  ModelYamlDocument *document;
  char *path;
  const char *study;       /* id of the study */
  const LabStudyKind *kind;
  gboolean is_sweep;       /* TRUE if the values of `vary` are axes A:B:N */
  const char *title, *about; /* name, and a remark of a few words, for display; NULL: none */
  const char *ended, *failed; /* words for members that reached the end, and for members that failed ("settled", "fell over"); NULL: none */
  char *model;             /* name of the model in the library, or path relative to the working folder */
  guint64 members;         /* number of members; 0: not given */
  gboolean has_seed;
  guint64 seed;
  double t_start, t_end;   /* time span; NaN: that of the model */
  ModelYaml *vary, *record, *fan, *solver, *set, *initial, *constants; /* mappings of these keys; NULL: the key is missing */
  ModelYaml *options;      /* mapping with the options of a study other than an ensemble; NULL: none */
} LabStudyFile;

/* Returns whether a file has the key `study`. Returns FALSE if the file cannot be read. */
gboolean lab_study_file_is_study (const char *path);
/* Reads a study file. Returns NULL if it has errors, which are appended to diagnostics. */
LabStudyFile *lab_study_file_load (const char *path, GPtrArray *diagnostics);
/* Reads the text of a study file like lab_study_file_load. path is the file name in messages, and models are searched in its
 * folder. */
LabStudyFile *lab_study_file_parse (const char *text, const char *path, GPtrArray *diagnostics);
/* Returns the name or path of a model that a study file or a lesson names; path is the file. A relative path of a model is relative to the
 * folder of the file. Free it with g_free. */
char *lab_study_file_resolve (const char *path, const char *model);
/* Reports an error in an option of a study. Its position is that of the option that the message names in quotes, or whose text it quotes;
 * otherwise that of `options`. */
void lab_study_file_report_option (const LabStudyFile *file, const char *message, GPtrArray *diagnostics);
/* Frees a study file; NULL is allowed. */
void lab_study_file_free (LabStudyFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabStudyFile, lab_study_file_free)

/* Sets the parameters and initial values of the file in an instance. Returns FALSE with an error if one is invalid; lab_study_file_check
 * reports such errors earlier. */
gboolean lab_study_file_prepare (const LabStudyFile *file, ModelSystem *system, GError **error);
/* Checks the values of `set` and `initial` against an instance. Returns FALSE after appending errors to
 * diagnostics. */
gboolean lab_study_file_check (const LabStudyFile *file, ModelSystem *system, GPtrArray *diagnostics);
/* Adds the constants of the file to the table constants (name → double *), except those that the table contains already. */
void lab_study_file_constants (const LabStudyFile *file, GHashTable *constants);
/* Adds the varied quantities, records and fans of the file to an ensemble. Returns FALSE after appending errors to
 * diagnostics. */
gboolean lab_study_file_fill (const LabStudyFile *file, LabEnsemble *ensemble, GPtrArray *diagnostics);

G_END_DECLS

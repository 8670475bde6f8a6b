/* The runs of a session file: the settings, values and changes from which a run is computed again. */
#pragma once

#include "lab-session-text.h"
#include "lab-values.h"
#include "sim-run.h"

G_BEGIN_DECLS

/* The methods of a session that are tableaus of the user. Both tables may be NULL. */
typedef struct
{
  GHashTable *instead; /* maps names in the file to names under which other tableaus are known */
  GHashTable *missing; /* receives the names of methods that do not exist */
} LabSessionMethods;

/* Makes the tableaus of a session known, before its models are read. A tableau whose file is missing gets the name that it has in the session; *copied receives
 * the name. If its file has another text now, the tableau in the session gets another name, which `instead` has for the settings of runs. Sets the members of
 * methods, which are cleared with lab_session_methods_clear. copied may be NULL. */
void lab_session_methods_read (LabSessionMethods *methods, const ModelYaml *root, GHashTable *copied);
/* Frees the members. */
void lab_session_methods_clear (LabSessionMethods *methods);
/* Returns the name under which the tableau of a setting is written into a session: the text of the setting, or, if another tableau has that name now, a name that
 * stands for this one only. Returns NULL if the setting names no tableau of a file. key: one of sim_config_tableau_keys. Free it with g_free. */
char *lab_session_tableau_name (const SimConfig *config, const char *key);
/* Returns whether there is no method of this name, and then adds the name to the missing ones. */
gboolean lab_session_method_is_missing (const LabSessionMethods *methods, const char *name);
/* Reads the values of a session or of a run. Returns NULL with an error. */
LabValues *lab_session_read_values (const ModelYaml *node, GError **error);
/* Reads the settings of a session, of a run, or of a change. If their method is missing, sets *missing to TRUE, and the settings have the method of
 * the model instead; options of the missing method are dropped. Returns NULL with an error. */
SimConfig *lab_session_read_settings (const ModelYaml *node, Model *model, const LabSessionMethods *methods, gboolean *missing, GError **error);

/* What a run is computed from. */
typedef struct
{
  LabValues *values;
  SimConfig *config;
  GPtrArray *history; /* of SimRunChange */
  gint64 steps;       /* number of steps; −1: all steps to the end of the run */
  gboolean stop;      /* the user has stopped the run after these steps */
  gboolean missing;   /* a method of the run is missing, so that it cannot be computed again */
} LabSessionRun;
/* Reads a run. Returns FALSE with an error; run is then empty. Clear it with lab_session_run_clear. */
gboolean lab_session_run_read (LabSessionRun *run, const ModelYaml *node, Model *model, const LabSessionMethods *methods, GError **error);
/* Frees the members of a run. */
void lab_session_run_clear (LabSessionRun *run);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LabSessionRun, lab_session_run_clear)

G_END_DECLS

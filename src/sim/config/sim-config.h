/* The settings of one simulation. Each value has an origin, such as the model or the command line. Values are checked, and
 * can be read from and written to YAML. Only one thread at a time may use a SimConfig. */
#pragma once

#include <glib.h>

#include "model-system.h"
#include "model.h"
#include "ode-methods.h"
#include "ode-settings.h"
#include "sim-config-rows.h"

G_BEGIN_DECLS

#define SIM_ERROR (sim_error_quark ())
/* Returns the domain of errors of this layer. */
GQuark sim_error_quark (void);
typedef enum { SIM_ERROR_SETTING, SIM_ERROR_VALUE, SIM_ERROR_UNSUPPORTED, SIM_ERROR_FILE, SIM_ERROR_MEMORY } SimErrorCode;

/* The sources of a value. The value of a later origin in this list
 * overrides that of an earlier one. An accuracy also overrides the tolerances of earlier sources. */
typedef enum { SIM_ORIGIN_PROFILE, SIM_ORIGIN_MODEL, SIM_ORIGIN_CONFIG, SIM_ORIGIN_COMMAND_LINE, SIM_ORIGIN_LIVE } SimOrigin;

typedef struct SimConfig SimConfig;
/* Makes settings with the defaults of profile stepwise. */
SimConfig *sim_config_new (void);
/* Returns a copy of the settings with all origins. Free it with sim_config_free. */
SimConfig *sim_config_copy (const SimConfig *config);
/* Frees settings; NULL is allowed. */
void sim_config_free (SimConfig *config);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SimConfig, sim_config_free)

/* Sets the value of one key for one origin. Keys such as "absolute_tolerance.y1" and "method.KEY" are
 * entries. text NULL removes the value. Checks the text against the row of the table and, for some
 * rows, against the method. Returns FALSE with an error that names a valid value. */
gboolean sim_config_set (SimConfig *config, const char *key, const char *text, SimOrigin origin, GError **error);
/* Sets a number like sim_config_set, with all its digits and in any locale. */
gboolean sim_config_set_number (SimConfig *config, const char *key, double value, SimOrigin origin, GError **error);
/* Returns the current value as text, which is the value of the highest origin that sets
 * the key, or the default of the profile. Free it with g_free. Returns NULL for an
 * unknown key. */
char *sim_config_get (const SimConfig *config, const char *key);
/* Returns the current value as a number. */
double sim_config_get_number (const SimConfig *config, const char *key);
/* Returns the current value as a boolean. */
gboolean sim_config_get_boolean (const SimConfig *config, const char *key);
/* Returns the current value as an enum value, for a row with choices. */
int sim_config_get_choice (const SimConfig *config, const char *key);
/* Returns the origin of the current value; SIM_ORIGIN_PROFILE if it is a
 * default. */
SimOrigin sim_config_origin (const SimConfig *config, const char *key);
/* Returns the current profile. */
SimProfile sim_config_profile (const SimConfig *config);
/* Returns the keys of entries ("method.tableau", "absolute_tolerance.y1") that are set, sorted. The texts are valid until the next change of config. Free the
 * array with g_ptr_array_unref. */
GPtrArray *sim_config_entries (const SimConfig *config);

/* Multiplies accuracy and tolerances, those of all states and of single ones, by a factor, as live values. */
void sim_config_scale_tolerances (SimConfig *config, double factor);
/* Sets a live accuracy that replaces the tolerances of all origins, live ones too, those of all states and of single ones. */
void sim_config_replace_accuracy (SimConfig *config, double accuracy);

/* Checks the `solver` mapping when a model is loaded; the function is a ModelSolverCheck.
 * An unknown key is reported at the position of the key, a wrong type or value at
 * the position of the value. */
void sim_config_check_solver (const ModelYaml *solver, GPtrArray *diagnostics);
/* Applies the model's `solver` mapping; problems are appended to diagnostics. A
 * setting that has no effect with the method gives a note. */
void sim_config_apply_model (SimConfig *config, const Model *model, GPtrArray *diagnostics);
/* Applies a mapping of settings that is part of another file; problems are
 * appended to diagnostics. */
void sim_config_apply_mapping (SimConfig *config, const ModelYaml *mapping, SimOrigin origin, GPtrArray *diagnostics);
/* Applies a YAML file and appends problems to diagnostics. Returns FALSE if
 * there are errors. */
gboolean sim_config_load (SimConfig *config, const char *path, GPtrArray *diagnostics);
/* Applies YAML text like sim_config_load; name is used in diagnostics. */
gboolean sim_config_load_text (SimConfig *config, const char *text, const char *name, GPtrArray *diagnostics);
/* Returns the settings that are not defaults, or every setting if `all` is true, as YAML
 * text that sim_config_load_text can read. Free it with g_free. */
char *sim_config_to_yaml (const SimConfig *config, gboolean all);

/* The keys of settings that may name a tableau, NULL-terminated. */
extern const char *const sim_config_tableau_keys[];
/* Returns the tableau that the setting `key`, one of sim_config_tableau_keys, names; NULL if it is not set, a built-in method, or not found. */
const OdeMethod *sim_config_tableau (const SimConfig *config, const char *key);
/* Finds the tableaus that are named now, and keeps them for these settings and their copies, whatever becomes of their files, until the setting is set again. */
void sim_config_keep_tableaus (SimConfig *config);
/* Returns the current method; never NULL. */
const OdeMethod *sim_config_method (const SimConfig *config);
/* Returns whether the current method chooses its steps by an error estimate.
 * This depends on the method, the settings and the defaults. */
gboolean sim_config_controls_error (const SimConfig *config);
/* Checks that the current method can use every key that was set explicitly.
 * Returns FALSE with an error, and sets *key to the first key that has no effect. */
gboolean sim_config_check_method (const SimConfig *config, const char **key, GError **error);
/* Returns the reason why a key has no effect with the current method, or NULL if it has an effect. Free the reason with g_free. */
char *sim_config_unusable (const SimConfig *config, const char *key);
/* Writes the weights that the settings give for single states to weights[n_states], and sets *any if there is one. Other elements are not
 * changed. Returns FALSE with an error if a setting names an unknown state. */
gboolean sim_config_weights (const SimConfig *config, const char *const *names, int n_states, double *weights, gboolean *any,
                             GError **error);
/* Writes the weights of all states of a model, weights[n_states]: those of the settings, else those of the model, else NaN. model may be NULL. Sets
 * *any if there is one. Returns FALSE with an error if a setting names an unknown state. */
gboolean sim_config_take_weights (const SimConfig *config, ModelSystem *model, const OdeSystem *ode, double *weights, gboolean *any,
                                  GError **error);
/* Fills in the settings of an integrator. The config owns the arrays in them,
 * which are valid until its next change. names[n_states] are the names of the
 * states, for settings with a value for each state. Returns FALSE with an error if
 * such a setting names an unknown state. */
gboolean sim_config_to_ode (SimConfig *config, const char *const *names, int n_states, double t_start, double t_end,
                            OdeSettings *settings, GError **error);

G_END_DECLS

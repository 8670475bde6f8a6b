/* The settings of one simulation. Each value has an origin; values are checked,
 * and read from and written to YAML. One thread at a time. */
#pragma once

#include <glib.h>

#include "model.h"
#include "ode-methods.h"
#include "ode-settings.h"
#include "sim-config-rows.h"

G_BEGIN_DECLS

#define SIM_ERROR (sim_error_quark ())
/* Returns the domain of errors of this layer. */
GQuark sim_error_quark (void);
typedef enum { SIM_ERROR_SETTING, SIM_ERROR_VALUE, SIM_ERROR_UNSUPPORTED, SIM_ERROR_FILE, SIM_ERROR_MEMORY } SimErrorCode;

/* Where a value came from. The value of a later origin overrides that of an
 * earlier one. */
typedef enum { SIM_ORIGIN_PROFILE, SIM_ORIGIN_MODEL, SIM_ORIGIN_CONFIG, SIM_ORIGIN_COMMAND_LINE, SIM_ORIGIN_LIVE } SimOrigin;

typedef struct SimConfig SimConfig;
/* Makes settings with the defaults of profile stepwise. */
SimConfig *sim_config_new (void);
/* Returns a copy with all origins. */
SimConfig *sim_config_copy (const SimConfig *config);
/* Frees settings; NULL is allowed. */
void sim_config_free (SimConfig *config);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SimConfig, sim_config_free)

/* Sets one key ("absolute_tolerance.y1" and "method.KEY" address entries); text
 * NULL unsets it. Checks the text against the table row and, for some rows,
 * against the method. Returns FALSE with an error that names a valid value. */
gboolean sim_config_set (SimConfig *config, const char *key, const char *text, SimOrigin origin, GError **error);
/* Sets a number with all its digits, independent of the locale. */
gboolean sim_config_set_number (SimConfig *config, const char *key, double value, SimOrigin origin, GError **error);
/* Returns the current value as text: that of the highest origin that sets it,
 * else the default of the profile. Free it with g_free. Returns NULL for an
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

/* Checks the `solver` mapping while a model is loaded; a ModelSolverCheck. An
 * unknown key is reported at the position of the key, a wrong type or value at
 * the position of the value. */
void sim_config_check_solver (const ModelYaml *solver, GPtrArray *diagnostics);
/* Applies the model's `solver` mapping; problems are appended to diagnostics.
 * Settings that the method cannot use become notes. */
void sim_config_apply_model (SimConfig *config, const Model *model, GPtrArray *diagnostics);
/* Applies a mapping of settings that is part of another file; problems are
 * appended to diagnostics. */
void sim_config_apply_mapping (SimConfig *config, const ModelYaml *mapping, SimOrigin origin, GPtrArray *diagnostics);
/* Applies a YAML file and appends problems to diagnostics. Returns FALSE if
 * there are errors. */
gboolean sim_config_load (SimConfig *config, const char *path, GPtrArray *diagnostics);
/* Applies YAML text like sim_config_load; name is used in diagnostics. */
gboolean sim_config_load_text (SimConfig *config, const char *text, const char *name, GPtrArray *diagnostics);
/* Returns the settings that are not defaults (all: every setting) as YAML text.
 * Loading it gives the same settings. Free it with g_free. */
char *sim_config_to_yaml (const SimConfig *config, gboolean all);

/* Returns the current method; never NULL. */
const OdeMethod *sim_config_method (const SimConfig *config);
/* Returns whether the current method chooses its steps by an error estimate.
 * This depends on settings and defaults. */
gboolean sim_config_controls_error (const SimConfig *config);
/* Checks that the current method can use every key that was set explicitly.
 * Returns FALSE with an error, and the first unusable key in *key. */
gboolean sim_config_check_method (const SimConfig *config, const char **key, GError **error);
/* Returns the reason why the current method cannot use a key, or NULL if it can. Free the reason with g_free. */
char *sim_config_unusable (const SimConfig *config, const char *key);
/* Writes the weights that the settings give for single states into weights[n_states], and sets *any if there is one. Other elements stay
 * unchanged. Returns FALSE with an error if a setting names an unknown state. */
gboolean sim_config_weights (const SimConfig *config, const char *const *names, int n_states, double *weights, gboolean *any,
                             GError **error);
/* Fills in the settings of an integrator; arrays inside belong to the config
 * and live until its next change. names[n_states]: the names of the states,
 * used by settings with a value for each state. Returns FALSE with an error if
 * such a setting names an unknown state. */
gboolean sim_config_to_ode (SimConfig *config, const char *const *names, int n_states, double t_start, double t_end,
                            OdeSettings *settings, GError **error);

G_END_DECLS

/* The settings of one simulation, each with the origin of its value; checks; YAML in and out. One thread at a time. */
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

/* Where a value came from; a later origin replaces an earlier one. */
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
 * NULL unsets it. Checks text against the row and, where it matters, the
 * method. Returns FALSE with an error that names a right value. */
gboolean sim_config_set (SimConfig *config, const char *key, const char *text, SimOrigin origin, GError **error);
/* Sets a number with all its digits, whatever the locale. */
gboolean sim_config_set_number (SimConfig *config, const char *key, double value, SimOrigin origin, GError **error);
/* Returns the value in effect as text: by precedence of origins, else the
 * profile's default; free with g_free. Returns NULL for an unknown key. */
char *sim_config_get (const SimConfig *config, const char *key);
/* Returns the number in effect. */
double sim_config_get_number (const SimConfig *config, const char *key);
/* Returns the boolean in effect. */
gboolean sim_config_get_boolean (const SimConfig *config, const char *key);
/* Returns the enum value of the word in effect; key: of a row with choices. */
int sim_config_get_choice (const SimConfig *config, const char *key);
/* Returns the origin of the value; SIM_ORIGIN_PROFILE if it is a default. */
SimOrigin sim_config_origin (const SimConfig *config, const char *key);
/* Returns the profile in effect. */
SimProfile sim_config_profile (const SimConfig *config);

/* Checks the `solver` mapping of a model while the model is loaded: a
 * ModelSolverCheck. Reports unknown keys at the key, wrong shapes and values at
 * the value. */
void sim_config_check_solver (const ModelYaml *solver, GPtrArray *diagnostics);
/* Applies the model's `solver` mapping; problems are appended to diagnostics.
 * Settings that the method cannot use become notes. */
void sim_config_apply_model (SimConfig *config, const Model *model, GPtrArray *diagnostics);
/* Applies a YAML file; problems are appended to diagnostics. Returns FALSE
 * where there are errors. */
gboolean sim_config_load (SimConfig *config, const char *path, GPtrArray *diagnostics);
/* Applies YAML text, as sim_config_load does; name appears in diagnostics. */
gboolean sim_config_load_text (SimConfig *config, const char *text, const char *name, GPtrArray *diagnostics);
/* Returns the settings that were set (all: every setting) as YAML text that
 * loads back to the same; free with g_free. */
char *sim_config_to_yaml (const SimConfig *config, gboolean all);

/* Returns the method in effect; never NULL. */
const OdeMethod *sim_config_method (const SimConfig *config);
/* Returns whether that method chooses its steps by an error estimate, with all
 * settings and defaults considered. */
gboolean sim_config_controls_error (const SimConfig *config);
/* Checks that the method can use every key that was set explicitly. Returns
 * FALSE with an error, and the first such key in *key. */
gboolean sim_config_check_method (const SimConfig *config, const char **key, GError **error);
/* Explains why the method cannot use a key, or returns NULL where it can; free
 * with g_free. */
char *sim_config_unusable (const SimConfig *config, const char *key);
/* Fills in the settings of an integrator; arrays inside belong to the config
 * and live until its next change. names[n_states] serve values per state.
 * Returns FALSE with an error for names that are no states. */
gboolean sim_config_to_ode (SimConfig *config, const char *const *names, int n_states, double t_start, double t_end,
                            OdeSettings *settings, GError **error);

G_END_DECLS

/* The settings of one simulation: where each value came from, checks, and YAML in and out. A plain object of one thread at a time. */
#pragma once

#include <glib.h>

#include "model.h"
#include "ode-methods.h"
#include "ode-settings.h"
#include "sim-config-rows.h"

G_BEGIN_DECLS

#define SIM_ERROR (sim_error_quark ())
GQuark sim_error_quark (void);
typedef enum { SIM_ERROR_SETTING, SIM_ERROR_VALUE, SIM_ERROR_UNSUPPORTED, SIM_ERROR_FILE, SIM_ERROR_MEMORY } SimErrorCode;

/* Where a value came from; a later origin replaces an earlier one. */
typedef enum { SIM_ORIGIN_PROFILE, SIM_ORIGIN_MODEL, SIM_ORIGIN_CONFIG, SIM_ORIGIN_COMMAND_LINE, SIM_ORIGIN_LIVE } SimOrigin;

typedef struct SimConfig SimConfig;
SimConfig *sim_config_new (void); /* profile stepwise */
SimConfig *sim_config_copy (const SimConfig *config);
void sim_config_free (SimConfig *config);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SimConfig, sim_config_free)

/* Sets one key ("absolute_tolerance.y1" and "method.KEY" address entries). text is checked against the row and (where it matters) the method.
 * FALSE with an error that says what would be right. Unset with text NULL. */
gboolean sim_config_set (SimConfig *config, const char *key, const char *text, SimOrigin origin, GError **error);
/* The same for a number, with all its digits; whatever the locale. */
gboolean sim_config_set_number (SimConfig *config, const char *key, double value, SimOrigin origin, GError **error);
/* The effective value as text (by precedence, else the profile's default); free with g_free. NULL for unknown keys. */
char *sim_config_get (const SimConfig *config, const char *key);
double sim_config_get_number (const SimConfig *config, const char *key);
gboolean sim_config_get_boolean (const SimConfig *config, const char *key);
/* Returns the enum value of the word in effect; key: of a row with choices. */
int sim_config_get_choice (const SimConfig *config, const char *key);
/* Who set it; SIM_ORIGIN_PROFILE where nobody did. */
SimOrigin sim_config_origin (const SimConfig *config, const char *key);
SimProfile sim_config_profile (const SimConfig *config);

/* Checks the `solver` mapping of a model while the model is loaded: a ModelSolverCheck. Reports unknown keys at the key, wrong shapes and
 * values at the value. */
void sim_config_check_solver (const ModelYaml *solver, GPtrArray *diagnostics);
/* The model's `solver` block, a YAML file, or YAML text; problems go to diagnostics. Settings the method cannot use become notes. */
void sim_config_apply_model (SimConfig *config, const Model *model, GPtrArray *diagnostics);
gboolean sim_config_load (SimConfig *config, const char *path, GPtrArray *diagnostics);
gboolean sim_config_load_text (SimConfig *config, const char *text, const char *name, GPtrArray *diagnostics);
/* All effective settings (all: also defaults) as YAML text that loads back to the same; free with g_free. */
char *sim_config_to_yaml (const SimConfig *config, gboolean all);

/* The method the config names; never NULL once set. */
const OdeMethod *sim_config_method (const SimConfig *config);
/* Whether that method chooses its steps by an error estimate, all settings and defaults considered. */
gboolean sim_config_controls_error (const SimConfig *config);
/* FALSE with a sentence where an explicitly set key cannot be used by the method (a usage error on the command line). key names it. */
gboolean sim_config_check_method (const SimConfig *config, const char **key, GError **error);
/* Why the method cannot use one key, in words; free with g_free. NULL: it can. */
char *sim_config_unusable (const SimConfig *config, const char *key);
/* Fills integrator settings; arrays inside belong to the config and live until its next change. names[n_states] for per-state values. */
gboolean sim_config_to_ode (SimConfig *config, const char *const *names, int n_states, double t_start, double t_end,
                            OdeSettings *settings, GError **error);

G_END_DECLS

/* The struct SimConfig, and functions that only the files of SimConfig use. */
#pragma once

#include "sim-config.h"

G_BEGIN_DECLS

#define SIM_N_ORIGINS (SIM_ORIGIN_LIVE + 1)

/* The texts of one setting, one for each origin; NULL: this origin does not set it. */
typedef struct
{
  char *text[SIM_N_ORIGINS];
  const OdeMethod *tableau; /* tableau that sim_config_keep_tableaus found for the text; NULL: it is found by its name whenever it is used */
} SimSetting;

struct SimConfig
{
  GHashTable *settings;       /* map from key to SimSetting */
  double *absolute_per_state; /* array of tolerances that the last sim_config_to_ode computed */
  OdeMethodOption *options;   /* options that the last sim_config_to_ode computed; `settings` owns their texts */
};

/* Returns a key in the spelling of the table: "max-step" becomes "max_step". Free it with g_free. */
char *sim_config_canonical_key (const char *key);
/* Returns the text that the highest origin sets for a key, or NULL if no origin sets it. Sets *origin, which may be NULL. */
const char *sim_config_text_set (const SimConfig *config, const char *key, SimOrigin *origin);
/* Returns the current text of a key: the text that was set, or the default of the profile. Returns NULL for unknown keys. */
const char *sim_config_text (const SimConfig *config, const char *key);
/* Parses a text such as "[a, b]" into values and returns the number of numbers, or −1 if
 * the text is not valid or has more than n_max numbers. */
int sim_config_parse_numbers (const char *text, double *values, int n_max);
/* Evaluates the text of a setting that is a number, if the text is a constant expression, and returns the
 * number as text. method: the current method; NULL if the key has no dot. Returns NULL for other settings and for plain numbers. Free the
 * result with g_free. */
char *sim_config_evaluate (const OdeMethod *method, const char *key, const char *text);
/* Checks the text of a setting against its row. The key must be spelled as
 * in the table; method as in sim_config_evaluate. Returns FALSE with an error that names a valid value. */
gboolean sim_config_check_value (SimProfile profile, const OdeMethod *method, const char *key, const char *text, GError **error);
/* Checks of the type SimSettingCheck for two rows of the table. */
gboolean sim_config_check_integrator (SimProfile profile, const char *text, GError **error);
gboolean sim_config_check_samples (SimProfile profile, const char *text, GError **error);
/* Returns the message for an unknown key, which suggests a similar key or
 * lists all keys. Free it with g_free. */
char *sim_config_unknown_key (const char *key);

G_END_DECLS

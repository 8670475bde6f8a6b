/* The members of SimConfig, and the functions that its files share. */
#pragma once

#include "sim-config.h"

G_BEGIN_DECLS

#define SIM_N_ORIGINS (SIM_ORIGIN_LIVE + 1)

/* The texts of one key by origin; NULL: this origin does not set it. */
typedef struct
{
  char *text[SIM_N_ORIGINS];
} SimSetting;

struct SimConfig
{
  GHashTable *settings;       /* key → SimSetting */
  double *absolute_per_state; /* array of the last sim_config_to_ode */
  OdeMethodOption *options;   /* options of the last sim_config_to_ode; their texts belong to settings */
};

char *sim_config_canonical_key (const char *key);
/* Returns the text of the highest origin that sets the key; NULL if none does. origin may be NULL. */
const char *sim_config_text_set (const SimConfig *config, const char *key, SimOrigin *origin);
/* Returns the current text of a key: the text that was set, or the default of the profile. Returns NULL for unknown keys. */
const char *sim_config_text (const SimConfig *config, const char *key);
/* Parses the numbers in "[a, b]" and returns how many there are; −1 if the text
 * is something else or has more than n_max numbers. */
int sim_config_parse_numbers (const char *text, double *values, int n_max);
/* Evaluates the text of a key that takes a number, if the text is a constant expression, and returns the number as text. Returns NULL for
 * other keys and for plain numbers. Free it with g_free. */
char *sim_config_evaluate (const SimConfig *config, const char *key, const char *text);
/* Checks the text of one key, in the spelling of the table, against its row. Returns FALSE with an error that names a valid value. */
gboolean sim_config_check_value (const SimConfig *config, const char *key, const char *text, GError **error);
/* Functions of the type SimSettingCheck for single rows. */
gboolean sim_config_check_integrator (SimProfile profile, const char *text, GError **error);
gboolean sim_config_check_samples (SimProfile profile, const char *text, GError **error);
/* Returns the message for an unknown key, with a suggestion or the list of
 * keys; free with g_free. */
char *sim_config_unknown_key (const char *key);

G_END_DECLS

/* The members of SimConfig, and the functions that its files share. */
#pragma once

#include "sim-config.h"

G_BEGIN_DECLS

#define SIM_N_ORIGINS (SIM_ORIGIN_LIVE + 1)

/* Texts of one key by origin; NULL: not set by this origin. */
typedef struct
{
  char *text[SIM_N_ORIGINS];
} SimSetting;

struct SimConfig
{
  GHashTable *settings;       /* key → SimSetting */
  double *absolute_per_state; /* result of the last sim_config_to_ode */
  OdeMethodOption *options;   /* likewise; the texts belong to settings */
};

char *sim_config_canonical_key (const char *key);
/* Returns the text of the highest origin that sets the key; NULL if none does. origin may be NULL. */
const char *sim_config_text_set (const SimConfig *config, const char *key, SimOrigin *origin);
/* Returns the text in effect: the one that is set, or the default of the profile; NULL for unknown keys. */
const char *sim_config_text (const SimConfig *config, const char *key);
/* Numbers of "[a, b]"; −1 where the text is something else or longer than
 * n_max. */
int sim_config_parse_numbers (const char *text, double *values, int n_max);
/* Checks the text of one key, in canonical spelling, against its row; FALSE
 * with an error that names a right value. */
gboolean sim_config_check_value (const SimConfig *config, const char *key, const char *text, GError **error);
/* Checks of single rows: SimSettingCheck. */
gboolean sim_config_check_integrator (SimProfile profile, const char *text, GError **error);
gboolean sim_config_check_samples (SimProfile profile, const char *text, GError **error);
/* Returns the message for an unknown key, with a suggestion or the list of
 * keys; free with g_free. */
char *sim_config_unknown_key (const char *key);

G_END_DECLS

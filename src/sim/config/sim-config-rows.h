/* The table of settings, which has one constant row for each setting. Only this table defines
 * keys, types, ranges, choices, defaults and help; the `solver` mapping of a
 * model, configuration files, the command line, the settings panel, the man
 * pages and session files all read it. CONTRIBUTING.md says how to add a
 * setting. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One value of an enum. A table of choices ends with an element whose word is NULL. */
typedef struct
{
  const char *word;  /* name in files and on the command line */
  int value;
  const char *label; /* text in the window, marked for translation unless it is a proper name */
} SimChoice;

typedef enum { SIM_PROFILE_STEPWISE, SIM_PROFILE_DRAKE, SIM_PROFILE_SIMBODY, SIM_PROFILE_RBD, SIM_N_PROFILES } SimProfile;

/* How the time of an event is located (setting isolation_method). */
typedef enum { SIM_ISOLATE_CHANDRUPATLA, SIM_ISOLATE_ILLINOIS, SIM_ISOLATE_BISECTION, SIM_ISOLATE_BRENT, SIM_ISOLATE_DRAKE } SimIsolation;

/* How the rows at sample times are computed (setting publish): by dense output, or by ending a step at each sample time. */
typedef enum { SIM_PUBLISH_INTERPOLATE, SIM_PUBLISH_EXACT } SimPublish;

typedef enum
{
  SIM_SETTING_NUMBER,
  SIM_SETTING_INTEGER,
  SIM_SETTING_BOOLEAN,
  SIM_SETTING_CHOICE,
  SIM_SETTING_TEXT,    /* a text that the function `check` of the row checks */
  SIM_SETTING_NUMBERS, /* one to three numbers in brackets */
  SIM_SETTING_OPTIONS, /* not a value: only entries KEY.NAME, which are the options of the integrator */
} SimSettingType;

typedef enum
{
  SIM_GROUP_INTEGRATOR,
  SIM_GROUP_STEP_SIZE,
  SIM_GROUP_ERROR_CONTROL,
  SIM_GROUP_EVENTS,
  SIM_GROUP_IMPLICIT,
  SIM_GROUP_CONSTRAINTS,
  SIM_GROUP_RUN,
} SimSettingGroup;

typedef enum { SIM_UNIT_NONE, SIM_UNIT_TIME, SIM_UNIT_PER_TIME } SimSettingUnit;

/* Conditions that the method must meet for a setting to have an effect, as
 * bits. */
typedef enum
{
  SIM_NEEDS_NOTHING = 0,
  SIM_NEEDS_ERROR_CONTROL = 1 << 0,   /* the method has an error estimate that controls the step size */
  SIM_NEEDS_FIXED_STEPS = 1 << 1,
  SIM_NEEDS_IMPLICIT = 1 << 2,        /* the method is implicit */
  SIM_NEEDS_OUR_CONTROLLER = 1 << 3,  /* the step-size controller of the integrator chooses the steps, not the method */
} SimSettingNeeds;

/* Checks a condition that the type of a row cannot express. Returns FALSE with
 * an error that names a valid value. */
typedef gboolean (*SimSettingCheck) (SimProfile profile, const char *text, GError **error);

typedef struct
{
  const char *key;       /* name in files, such as "max_step" */
  const char *label;     /* name in the window, such as "Maximum step"; marked for translation */
  const char *about;     /* one sentence that explains the setting; marked for translation */
  SimSettingGroup group;
  SimSettingUnit unit;
  SimSettingType type;
  double minimum, maximum;
  gboolean log_scale;
  gboolean has_entries;  /* the value can also be a mapping of names to values; "KEY.NAME" is the key of one entry */
  SimSettingNeeds needs;
  const SimChoice *choices;
  SimSettingCheck check; /* additional check; NULL: the type and the range are sufficient */
  const char *defaults[SIM_N_PROFILES]; /* default as text for each profile; "": no value; NULL: the default of profile stepwise */
} SimSettingRow;

/* Returns all rows. Settings from a file or the command line are set in this
 * order, so that a check may use the values of rows above its own. */
const SimSettingRow *sim_config_rows (int *n_rows);
/* Returns the row of a key, which must be spelled as in the table ("max_step"), or NULL if there is none. */
const SimSettingRow *sim_config_row (const char *key);
/* Returns the row of a key or of an entry such as "absolute_tolerance.y1". Dashes and
 * underscores are equivalent. Returns NULL if there is none. */
const SimSettingRow *sim_config_row_of (const char *key);
/* Returns the row's default in a profile, or "" if the setting has none. */
const char *sim_config_row_default (const SimSettingRow *row, SimProfile profile);
/* Returns the name of a group of settings, marked for translation. */
const char *sim_config_group_label (SimSettingGroup group);

/* ---- choices ---- */
/* The choices "true" and "false". */
extern const SimChoice sim_choices_boolean[];

/* Returns the choice with this word; NULL if there is none. */
const SimChoice *sim_choice_find (const SimChoice *choices, const char *word);
/* Returns a new array of all words, NULL-terminated. Free the array with g_free; the words are static. */
const char **sim_choice_words (const SimChoice *choices);
/* Returns all words joined by a separator. Free the text
 * with g_free. */
char *sim_choice_join (const SimChoice *choices, const char *separator);

G_END_DECLS

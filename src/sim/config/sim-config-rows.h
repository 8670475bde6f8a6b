/* The table of settings: one constant row for each. Only this table defines
 * keys, types, ranges, choices, defaults and help; the `solver` mapping of a
 * model, configuration files, the command line, the settings panel, the man
 * pages and session files all read it. CONTRIBUTING.md says how to add a
 * setting. */
#pragma once

#include <glib.h>

#include "sim-choice.h"

G_BEGIN_DECLS

typedef enum { SIM_PROFILE_STEPWISE, SIM_PROFILE_DRAKE, SIM_PROFILE_SIMBODY, SIM_PROFILE_RBD, SIM_N_PROFILES } SimProfile;

/* How the time of an event is located (setting isolation_method). */
typedef enum { SIM_ISOLATE_ILLINOIS, SIM_ISOLATE_BISECTION, SIM_ISOLATE_BRENT, SIM_ISOLATE_DRAKE } SimIsolation;

/* How samples are taken (setting publish): from dense output, or by ending a
 * step at each sample time. */
typedef enum { SIM_PUBLISH_INTERPOLATE, SIM_PUBLISH_EXACT } SimPublish;

typedef enum
{
  SIM_SETTING_NUMBER,
  SIM_SETTING_INTEGER,
  SIM_SETTING_BOOLEAN,
  SIM_SETTING_CHOICE,
  SIM_SETTING_TEXT,    /* checked by the row's own function */
  SIM_SETTING_NUMBERS, /* one to three numbers in brackets */
  SIM_SETTING_OPTIONS, /* has entries only: the options of the integrator */
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

/* What the method must do for a setting to have an effect; flags. */
typedef enum
{
  SIM_NEEDS_NOTHING = 0,
  SIM_NEEDS_ERROR_CONTROL = 1 << 0,   /* steps chosen by the error estimate */
  SIM_NEEDS_FIXED_STEPS = 1 << 1,
  SIM_NEEDS_IMPLICIT = 1 << 2,        /* an implicit method */
  SIM_NEEDS_OUR_CONTROLLER = 1 << 3,  /* a method that leaves the choice of steps to the integrator */
} SimSettingNeeds;

/* Checks what the type of a row cannot express; FALSE with an error that names
 * a right value. */
typedef gboolean (*SimSettingCheck) (SimProfile profile, const char *text, GError **error);

typedef struct
{
  const char *key;       /* "max_step" */
  const char *label;     /* "Maximum step"; marked for translation, as about */
  const char *about;     /* one sentence */
  SimSettingGroup group;
  SimSettingUnit unit;
  SimSettingType type;
  double minimum, maximum;
  gboolean log_scale;
  gboolean has_entries;  /* also a mapping of names to values; "KEY.NAME" addresses one of them */
  SimSettingNeeds needs;
  const SimChoice *choices;
  SimSettingCheck check; /* NULL: the type says all */
  const char *defaults[SIM_N_PROFILES]; /* text, "": not set; NULL: as in profile stepwise */
} SimSettingRow;

/* Returns all rows. In their order settings are set from a file or command
 * line: a check may depend on the rows above its own. */
const SimSettingRow *sim_config_rows (int *n_rows);
/* Returns the row of a key as written in the table ("max_step"), NULL where
 * there is none. */
const SimSettingRow *sim_config_row (const char *key);
/* Returns the row of a key or entry ("absolute_tolerance.y1"), with dashes or
 * underscores; NULL where there is none. */
const SimSettingRow *sim_config_row_of (const char *key);
/* Returns the row's default in a profile; "" where it is not set. */
const char *sim_config_row_default (const SimSettingRow *row, SimProfile profile);
/* Returns the name of a group, marked for translation. */
const char *sim_config_group_label (SimSettingGroup group);

G_END_DECLS

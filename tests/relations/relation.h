/* A relation: a change of a model after which the solution is known from the solution before. */
#pragma once

#include "rel-node.h"
#include "rel-run.h"

G_BEGIN_DECLS

/* How a column of the changed model is found from a column of the model: new = scale·old + shift. */
typedef struct
{
  char *old_name, *new_name;
  double scale, shift;
} RelColumn;

/* How closely both runs must agree. */
typedef enum
{
  REL_EQUAL_BITS,   /* the same steps with the same bits, after the inverse of the scale */
  REL_WITHIN_ERROR, /* within the errors of both runs, see rel-compare.c */
} RelClose;

/* One use of a relation on one model. The members are set to "no change" before `change` is called. */
typedef struct
{
  const RelNode *model; /* the model before */
  RelNode *changed;     /* a copy that `change` changes */
  const RelRun *before; /* the run of the model */
  GRand *random;
  const char *settings;    /* settings of both runs */
  GArray *columns;         /* RelColumn: columns that change; the others are the same */
  double t_scale, t_shift; /* new time = t_scale·time + t_shift */
  double loosening;        /* factor by which the tolerance of the changed model is larger relative to the values */
  double split, samples;   /* see RelWay, for the changed run */
  double late;             /* see RelWay, for the changed run */
  char *more_settings;     /* settings of the changed run alone; owned */
  char *same_settings;     /* settings of both runs that the relation needs, owned */
  gboolean returns;        /* the changed run begins at the end of the run and must end at its start */
  gboolean in_lanes;       /* the changed run is a member of an ensemble (rel-lanes.h) */
  gboolean keeps_steps;    /* both runs take the same number of steps */
  RelClose close;
} RelUse;

typedef struct
{
  const char *id;
  const char *about;
  /* Changes the model. Returns FALSE if the relation does not apply. */
  gboolean (*change) (RelUse *use);
} Relation;

/* Adds a column that changes. */
void rel_use_column (RelUse *use, const char *old_name, const char *new_name, double scale, double shift);
/* Returns the names of the entries of a section of the model, NULL-terminated; free the array alone. */
const char **rel_use_names (const RelUse *use, const char *section);
/* Makes new_name = scale·name + shift the state, and `name` a variable. Returns FALSE if the state is not a plain number. */
gboolean rel_use_replace_state (RelUse *use, const char *name, const char *new_name, double scale, double shift);

#define RELATION(name) extern const Relation relation_##name;
#include "relations.def"
#undef RELATION

G_END_DECLS

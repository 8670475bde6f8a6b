/* What the files of the languages see of a model. */
#pragma once

#include "expr-source.h"
#include "model-code.h"
#include "model-plan.h"

G_BEGIN_DECLS

/* An event. If the language has no phases it stands for all events that happen at the same crossings or times: their conditions, 'set' and 'update' are one assignment for
 * each state. Otherwise 'while' is `holds`, `targets` get the values of 'set', and `updated` those of 'update', which see the states that all events have set. */
typedef struct
{
  char *name;                /* the names of the events in the model, joined by " and " */
  char *id;                  /* the first name as an identifier */
  ModelTrigger trigger;      /* MODEL_TRIGGER_CROSSING, MODEL_TRIGGER_EVERY or MODEL_TRIGGER_AT */
  ModelDirection direction;
  ExprValue witness;         /* crossing: the function that crosses zero */
  ExprValue every, offset;   /* every: period and first time, functions of the parameters */
  GArray *times;             /* at: ExprValue, functions of the parameters */
  GArray *targets;           /* int: indices of states */
  GArray *values;            /* ExprValue: their values after the event */
  GArray *updated;           /* int: indices of states, with phases */
  GArray *updates;           /* ExprValue: their values, functions of the states after 'set' */
  ExprValue holds;           /* with phases: the event acts only where this is not 0; EXPR_NO_VALUE: always */
  ExprValue ends;            /* the event ends the run if this is not 0; EXPR_NO_VALUE: it never does */
} ModelCodeEvent;

/* A model whose names are identifiers of the language. */
typedef struct
{
  const Model *model;
  const char *title;                 /* name of the model without characters that could end a comment or a text */
  const ModelCodeTarget *target;
  ModelPlan *plan;
  int n_states, n_parameters, n_outputs;
  int n_continuous;                  /* the first n_continuous states are continuous; the others are discrete ones, whose derivatives are 0 */
  const ExprValue *derivatives;      /* n_states values */
  const char *const *states;         /* names of the n_states states as in the model */
  const char *const *state_ids;      /* the same as identifiers */
  const char *const *parameters, *const *parameter_ids;
  const char *const *outputs, *const *output_ids;
  const double *x0;                  /* n_states initial values, after the events at the start unless the target has them */
  const double *p;                   /* n_parameters values */
  const double *nominal;             /* n_states sizes that the model gives; 0: none */
  const gboolean *fixed;             /* n_states flags: the initial value was set, and does not follow from its expression */
  double t_start, t_end, accuracy;
  gboolean is_stiff;                 /* the model is declared to be stiff */
  GPtrArray *events;                 /* ModelCodeEvent */
  GHashTable *taken;                 /* all identifiers, for model_code_make_id */
  char **input_ids;                  /* identifier of each input of the plan; NULL: the input cannot be used */
  gboolean used[EXPR_N_OPS];         /* operations that were written */
} ModelCode;

struct ModelCodeTarget
{
  const char *id, *ending;
  const char *name;                  /* for people, a message that can be translated */
  const ExprSourceLanguage *language;
  const char *const *reserved;       /* words that cannot be names, NULL-terminated */
  gboolean has_events;               /* the language writes events that set states */
  gboolean has_no_end;               /* an event cannot end the run */
  gboolean has_phases;               /* its programs let events at the same time act in their order: first all 'set', then all 'update' */
  gboolean reads_before;             /* without phases: events at one time read the states before all of them */
  gboolean has_start;                /* the language writes the events at the start; otherwise they act on the initial values */
  int longest_name;                  /* most characters of a name; 0: any number */
  gboolean folds_case;               /* names that differ only in case are the same */
  const char *input_form;            /* how an expression contains the name {id} of a parameter or state; NULL: as it is */
  const char *time_text;             /* how an expression contains the time; NULL: t */
  char *(*identifier) (const char *name); /* returns a name as the language writes it; free it with g_free. NULL: names are made identifiers */
  /* Lines that take a parameter and a state from their arrays: {id}, {name}, {k} (counted from 0) and {k1} (from 1). NULL: none. */
  const char *take_parameter, *take_state;
  /* Returns the whole text; free it with g_free. Returns NULL with an error. */
  char *(*write) (ModelCode *code, GError **error);
  /* Returns the bytes of a package whose description is `text`; NULL: the file is the text. See model_code_export. */
  GBytes *(*pack) (ModelCode *code, const char *text, ModelCodeGoOn go_on, gpointer user, char **note, GError **error);
};

#define MODEL_CODE_TARGET(name, about) extern const ModelCodeTarget model_code_target_##name;
#include "model-code-targets.def"
#undef MODEL_CODE_TARGET

/* Appends the lines of a function that computes values[n]: the parameters and states that they use, the variables, each after indent, and a line for each value
 * with {k}, {k1}, {id} (from ids, which may be NULL) and {value}. Returns FALSE with an error. */
gboolean model_code_body (ModelCode *code, GString *out, const char *indent, const ExprValue *values, int n, const char *line, const char *const *ids,
                          GError **error);
/* Appends the text of one value in another table of operations, without variables. Returns NULL with an error. */
char *model_code_text (ModelCode *code, ExprValue value, const ExprSourceLanguage *language, GError **error);
/* Fills code->events, and makes the events at the start act on the initial values x0. Returns FALSE with an error that names an event which cannot be written. */
gboolean model_code_take_events (ModelCode *code, double *x0, GError **error);
/* Returns FALSE with an error that names two events which happen at one time in an order that a language without phases cannot say. */
gboolean model_code_check_together (const ModelCode *code, GError **error);
/* Computes n values at the start, with the states x. Returns FALSE with an error. */
gboolean model_code_evaluate (const ModelCode *code, const ExprValue *values, int n, const double *x, double *results, GError **error);
/* Sets *first to the number n of the first time offset + n·every after the start. Returns FALSE with an error. */
gboolean model_code_first_period (const ModelCode *code, const ModelCodeEvent *event, double *first, GError **error);
/* Returns a name as an identifier that no other name in `taken` has, and adds it; free it with g_free. */
char *model_code_make_id (const ModelCodeTarget *target, GHashTable *taken, const char *name);
/* Returns the inputs (int) of n values, each once and in order. */
GArray *model_code_inputs (const ModelCode *code, const ExprValue *values, int n);
/* Returns whether all inputs of n values exist in a program; otherwise sets an error. */
gboolean model_code_check_inputs (const ModelCode *code, const ExprValue *values, int n, GError **error);
/* Returns the event with index k. */
static inline const ModelCodeEvent *
model_code_event (const ModelCode *code, guint k)
{
  return code->events->pdata[k];
}

/* Returns the witnesses (ExprValue) of the crossings, in the order of the events. */
GArray *model_code_witnesses (const ModelCode *code);
/* Returns 1 for a rising crossing, −1 for a falling one, 0 for both. */
int model_code_direction (const ModelCodeEvent *event);

/* Returns the input that is a state. */
static inline int
model_code_input (const ModelCode *code, int state)
{
  return state < code->n_continuous ? code->plan->base_x + state : code->plan->base_discrete + state - code->n_continuous;
}

/* Appends a text in which {key} is replaced by the text after `key`, in pairs ended by NULL. */
void model_code_append (GString *out, const char *text, ...) G_GNUC_NULL_TERMINATED;
/* Appends a number with the fewest digits that read back as the same double. */
void model_code_number (GString *out, double value);
/* Appends n numbers separated by ", ". */
void model_code_numbers (GString *out, const double *values, int n);
/* Appends n words separated by ", ", each between two quotes. */
void model_code_words (GString *out, const char *const *words, int n, const char *quote);

G_END_DECLS

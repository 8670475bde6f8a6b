/* Resolves names in expressions while a plan is made. The caller holds the model's
 * lock. */
#pragma once

#include "model-plan.h"

G_BEGIN_DECLS

/* The context of an expression: its description for messages ("the derivative
 * of '%s'"), the inputs that it may use, and the array element to which it
 * belongs. */
typedef struct
{
  const char *role;     /* noun phrase that describes the expression in messages, marked for translation */
  const char *subject;  /* name that replaces the first %s of role; NULL: role contains no %s */
  ModelUses allowed;
  int i, j;           /* indices of the array element, from 1; 0: none */
  ModelUses uses;     /* output: the kinds of inputs that the expression uses */
  const char *target; /* name that replaces the second %s of role, if there is one */
  gboolean has_start; /* initial (…) and t0 are known, as in a closed form; names of states are permitted as arguments of initial */
} ModelContext;

/* Elaborates an expression: returns the value of the plan's graph that computes it. Returns EXPR_NO_VALUE after an error, or if the
 * expression has no tree. */
ExprValue model_scope_value (ModelPlan *plan, const ModelExpression *expression, ModelContext *context);
/* Elaborates a syntax tree like model_scope_value. Returns EXPR_NO_VALUE after an error. */
ExprValue model_scope_tree_value (ModelPlan *plan, const ExprTree *tree, ModelContext *context);
/* Elaborates n expressions that a study evaluates along a run into values[n]. They may use all names of the model except multipliers.
 * Appends errors to the plan. */
void model_scope_study_values (ModelPlan *plan, const ExprTree *const *trees, int n, ExprValue *values);
/* Elaborates element k of a symbol's field. If the field is a list, this is item k; if it
 * is one expression for all elements, the expression with the indices i and j of element
 * k. */
ExprValue model_scope_field (ModelPlan *plan, const ModelField *field, const ModelSymbol *symbol, int k, ModelContext *context);
/* Elaborates element k of a variable or output when it is first used, and returns its value. */
ExprValue model_scope_element (ModelPlan *plan, ModelSymbol *symbol, int k, ExprPlace place, GPtrArray *errors, ModelUses *uses);
/* Evaluates an expression that contains only constants into *value. Returns FALSE after an
 * error. */
gboolean model_scope_number (ModelPlan *plan, const ModelExpression *expression, const char *role, const char *subject, double *value);
/* Finds the state (*first ≥ 0) or discrete state (*first = −1 − k) that a target names. *n_elements is above 1 if the target is a whole
 * array. Returns FALSE after an error. */
gboolean model_scope_target (ModelPlan *plan, const ExprTree *target, const char *role, const char *subject, int *first, int *n_elements,
                             const ModelSymbol **symbol);
/* Returns the symbol with this name, or NULL. */
ModelSymbol *model_scope_find (ModelPlan *plan, const char *name);
/* Returns the state index of a part ("v", "w") of a coordinate or rotation, or
 * −1. */
int model_scope_find_part (const ModelSymbol *symbol, const char *part);
/* Computes the number of an array element from its indices. Returns FALSE with an error if an index is outside the
 * array. */
gboolean model_scope_element_number (const ModelSymbol *symbol, const char *name, const int *indices, int n_indices, ExprPlace place,
                                     GPtrArray *errors, int *k);
/* Returns a description of an expression for messages, such as "the derivative of 'v'". Free it with
 * g_free. */
char *model_scope_describe (const ModelContext *context);
/* Returns the kinds of inputs that an expression uses if it contains a name of this class. */
ModelUses model_scope_uses_of (ModelClass class);
/* Appends an error about an unknown name, with a suggestion if a known name is similar. */
void model_scope_report_unknown (ModelPlan *plan, const ModelContext *context, const ModelDeclaration *function, const char *name,
                                 gboolean is_call, ExprPlace place, GPtrArray *errors);
/* Checks the names in functions that are never called, and reports recursion. */
void model_scope_check_functions (ModelPlan *plan);

G_END_DECLS

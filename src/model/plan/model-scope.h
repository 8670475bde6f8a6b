/* Resolves names in expressions while a plan is made. Call it with the model's
 * lock held. */
#pragma once

#include "model-plan.h"

G_BEGIN_DECLS

/* The context of an expression: a description for messages ("the derivative of
 * '%s'"), the values that it may use, and the element of an array to which it
 * belongs. */
typedef struct
{
  const char *role;     /* noun phrase that describes the expression, marked for translation */
  const char *subject;  /* replaces the first %s of role; NULL: role has none */
  ModelUses allowed;
  int i, j;             /* indices of the element; 0: none */
  ModelUses uses;       /* output: the kinds of values that the expression uses */
  const char *target;   /* replaces the second %s of role, if it has one */
} ModelContext;

/* Elaborates an expression. Returns EXPR_NO_VALUE after an error, or if the
 * expression has no tree. */
ExprValue model_scope_value (ModelPlan *plan, const ModelExpression *expression, ModelContext *context);
/* Elaborates a tree; returns EXPR_NO_VALUE after an error. */
ExprValue model_scope_tree_value (ModelPlan *plan, const ExprTree *tree, ModelContext *context);
/* Computes the values of n expressions that a study evaluates along a run; all names of the model except multipliers are allowed. Appends
 * errors to the plan. */
void model_scope_study_values (ModelPlan *plan, const ExprTree *const *trees, int n, ExprValue *values);
/* Elaborates element k of a symbol's field: item k of its list or, if there is
 * one expression for all elements, that expression with the indices i and j of
 * the element. */
ExprValue model_scope_field (ModelPlan *plan, const ModelField *field, const ModelSymbol *symbol, int k, ModelContext *context);
/* Elaborates element k of a variable or output when it is first used. */
ExprValue model_scope_element (ModelPlan *plan, ModelSymbol *symbol, int k, ExprPlace place, GPtrArray *errors, ModelUses *uses);
/* Evaluates an expression that contains only constants. Returns FALSE after an
 * error. */
gboolean model_scope_number (ModelPlan *plan, const ModelExpression *expression, const char *role, const char *subject, double *value);
/* Finds the state (≥ 0) or discrete state (−1 − k) that a target names.
 * n_elements > 1: the target is a whole array. Returns FALSE after an error. */
gboolean model_scope_target (ModelPlan *plan, const ExprTree *target, const char *role, const char *subject, int *first, int *n_elements,
                             const ModelSymbol **symbol);
/* Returns the symbol with this name, or NULL. */
ModelSymbol *model_scope_find (ModelPlan *plan, const char *name);
/* Returns the state number of a part of a coordinate or rotation ("v", "w"), or
 * −1. */
int model_scope_find_part (const ModelSymbol *symbol, const char *part);
/* Computes the number of an array element from its indices. Returns FALSE with
 * an error if they are outside the array. */
gboolean model_scope_element_number (const ModelSymbol *symbol, const char *name, const int *indices, int n_indices, ExprPlace place,
                                     GPtrArray *errors, int *k);
/* Returns a description of an expression for messages ("the derivative of
 * 'v'"). Free it with g_free. */
char *model_scope_describe (const ModelContext *context);
/* Returns what an expression uses that contains a name of this class. */
ModelUses model_scope_uses_of (ModelClass class);
/* Appends an error about an unknown name, with a suggestion. */
void model_scope_report_unknown (ModelPlan *plan, const ModelContext *context, const ModelDeclaration *function, const char *name,
                                 gboolean is_call, ExprPlace place, GPtrArray *errors);
/* Checks the names in functions that are never called, and reports recursion. */
void model_scope_check_functions (ModelPlan *plan);

G_END_DECLS

/* The two lines below the grid of a tableau: what is wrong, and the properties. */
#pragma once

#include "wb-lab-conditions.h"

G_BEGIN_DECLS

/* Returns the properties of a tableau as rich text: FSAL, stiff accuracy, symplecticity, order of the dense output, stage order and error
 * constant. method: the method that the cells define; NULL gives "". described: the method whose dense output and FSAL property are named.
 * conditions: the order conditions of the method. Free the text with g_free. */
char *wb_lab_tableau_facts (const OdeMethod *method, const OdeMethod *described, WbLabConditions *conditions);
/* Returns a sentence about the coefficients as rich text: the first row whose sum is not c, else the violated conditions up to the order of
 * the method `source` from which the cells were taken (NULL: these are not looked for), else the sum of row `row`, from 0, or that all
 * rows add up if `row` is −1. wrong: set to whether something is wrong. method NULL gives "". Free the text with g_free. */
char *wb_lab_tableau_status (const OdeMethod *method, const OdeMethod *source, WbLabConditions *conditions, int row, gboolean *wrong);

G_END_DECLS

/* Declarations that the four files of LabComparison share: lab-comparison-run.c runs the comparison, -search.c finds
 * the setting of each entry, -errors.c measures errors and -behaviour.c classifies. Only these files include this
 * header. */
#pragma once

#include "lab-comparison.h"

G_BEGIN_DECLS

/* Returns the settings for the run of an entry, with the entry's step or accuracy. */
SimConfig *lab_comparison_entry_config (const LabComparison *comparison, const LabProblem *problem, const LabComparisonEntry *entry);
/* Searches the step or accuracy of an entry by the rule of the comparison. Sets `step` or `accuracy`, `outcome` and `run` of the entry, or
 * the reason in `refused`. reference_end holds the reference states at the end, or is NULL. Returns FALSE with an error if a run cannot
 * start or the comparison is cancelled. */
gboolean lab_comparison_find_setting (const LabComparison *comparison, LabComparisonEntry *entry, const LabProblem *problem,
                                      const double *reference_end, const LabProgress *progress, GError **error);

/* Finds the reference of the comparison, and stores it with its end time, size and period. If there is no reference, sets reference_source
 * to the reason. Returns FALSE with an error if the comparison is cancelled. */
gboolean lab_comparison_find_reference (LabComparison *comparison, const LabProblem *problem, ModelSystem *system, const LabProgress *progress,
                                        GError **error);
/* Returns whether the reference is known until the end of the comparison. */
gboolean lab_comparison_reference_is_complete (const LabComparison *comparison);
/* Computes the rows and errors of an entry that has run. Returns FALSE with an error if the comparison is
 * cancelled. */
gboolean lab_comparison_measure (LabComparison *comparison, LabComparisonEntry *entry, const LabProblem *problem, ModelSystem *system,
                                 const LabProgress *progress, GError **error);
/* Classifies the behaviour of an entry whose errors are known, and sets the entry's t_left. */
LabBehaviour lab_comparison_classify (const LabComparison *comparison, LabComparisonEntry *entry, ModelSystem *system);

G_END_DECLS

/* What the files of a race share; for no one else. */
#pragma once

#include "lab-race.h"

G_BEGIN_DECLS

/* A copy of the problem's settings for method, as fast as possible, without limits of the user's. h > 0: fixed steps; else accuracy. */
SimConfig *lab_race_config (const LabProblem *problem, const OdeMethod *method, double h, double accuracy);

/* The settings of a racer with its step or accuracy. */
SimConfig *lab_race_racer_config (const LabRace *race, const LabProblem *problem, const LabRacer *racer);
/* Sets a racer's step or accuracy, its outcome and its run by the race's rule; where that cannot be, why it is refused. truth_end: states, or NULL.
 * FALSE where a run could not start or was cancelled. */
gboolean lab_race_find_setting (const LabRace *race, LabRacer *racer, const LabProblem *problem, const double *truth_end,
                                const LabProgress *progress, GError **error);

/* States of the truth at ascending times t[n] into x[n·n_states]; NaN where it is not known. FALSE with an error where there is none. */
gboolean lab_race_truth_at (const LabProblem *problem, ModelSystem *system, const double *t, gsize n, double *x, const LabProgress *progress,
                            GError **error);
/* Where nothing is known of the end, two unrelated tight runs that agree at first are the truth until they part: the states at the first *n_known of
 * t[n], and how they are known, which is the caller's. 0 where that is too little to be of use. FALSE only where cancelled or no run can start. */
gboolean lab_race_truth_first_part (const LabProblem *problem, ModelSystem *system, const double *t, gsize n, double *x, gsize *n_known,
                                    char **said, const LabProgress *progress, GError **error);
/* Whether the truth is known to the end of the race. */
gboolean lab_race_truth_is_whole (const LabRace *race);
/* Sets truth, its end, size, period and said of the race. FALSE only where cancelled. */
gboolean lab_race_find_truth (LabRace *race, const LabProblem *problem, ModelSystem *system, const LabProgress *progress, GError **error);
/* Fills rows and errors of a racer that has run. FALSE only where cancelled. */
gboolean lab_race_measure (LabRace *race, LabRacer *racer, const LabProblem *problem, ModelSystem *system, const LabProgress *progress,
                           GError **error);
/* In words, from what was measured; sets t_left. */
LabBehaviour lab_race_judge (const LabRace *race, LabRacer *racer, ModelSystem *system);

G_END_DECLS

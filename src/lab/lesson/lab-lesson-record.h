/* A recorded run of a lesson. Any one thread. */
#pragma once

#include "lab-lesson-check.h"
#include "sim-trajectory.h"
#include "sim-tape.h"

G_BEGIN_DECLS

typedef struct
{
  LabLessonSetup setup;
  SimSimulator *simulator;
  ModelSystem *system;       /* of the simulator; borrowed */
  SimTrajectory *trajectory; /* steps, with points between them for drawing */
  SimTape *tape;
  SimStatus status;          /* a failed run is a valid record */
} LabLessonRecord;

/* Computes a run with the plots of a page (−1: the model's). Returns FALSE with
 * diagnostics, or with an error if it was cancelled. Clear the record in all
 * cases; it must not move before. */
gboolean lab_lesson_record_init (LabLessonRecord *record, const LabLesson *lesson, const LabLessonRun *run, int page,
                                 const LabProgress *progress, GPtrArray *diagnostics, GError **error);
/* Frees what a record owns. */
void lab_lesson_record_clear (LabLessonRecord *record);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LabLessonRecord, lab_lesson_record_clear)

G_END_DECLS

/* A recorded run of a lesson. One thread at a time may use it. */
#pragma once

#include "lab-lesson-check.h"
#include "sim-trajectory.h"
#include "sim-tape.h"

G_BEGIN_DECLS

typedef struct
{
  LabLessonSetup setup;
  SimSimulator *simulator;
  ModelSystem *system;       /* instance of the model; owned by the simulator */
  SimTrajectory *trajectory; /* rows at the ends of steps, and between them for smooth curves */
  SimTape *tape;
  SimStatus status;          /* outcome of the run; a failed run is a valid record */
} LabLessonRecord;

/* Computes a run with the plots of a page (of the model if page is −1). Returns FALSE with diagnostics if there are
 * errors, and FALSE with error if it is cancelled. In all cases clear the record. It must not move in memory
 * before. */
gboolean lab_lesson_record_init (LabLessonRecord *record, const LabLesson *lesson, const LabLessonRun *run, int page,
                                 const LabProgress *progress, GPtrArray *diagnostics, GError **error);
/* Frees the members that a record owns. */
void lab_lesson_record_clear (LabLessonRecord *record);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LabLessonRecord, lab_lesson_record_clear)

G_END_DECLS

/* Runs work for an object of the window on a thread of the pool, with progress, cancellation, and a result that is delivered on the main
 * loop.
 *
 * The owner borrows the job to cancel it. The pointer is valid until `done` is called or the job is cancelled. If the owner is finalized,
 * the job is cancelled: `done` is not called, and a result is freed. Data and results are freed on the main thread. */
#pragma once

#include <gio/gio.h>
#include <stdatomic.h>

G_BEGIN_DECLS

typedef struct WbJob WbJob;

/* Does the work on the pool's thread. Returns the result, or NULL with an error
 * if it failed or was cancelled. Work without a result returns NULL without an
 * error. */
typedef gpointer (*WbJobFunc) (WbJob *job, gpointer data, GError **error);
/* Called once on the main loop, unless the job was cancelled. The function
 * takes ownership of the result; error is borrowed, and NULL on success. */
typedef void (*WbJobDone) (gpointer owner, gpointer result, const GError *error);

/* Starts work on a thread of the pool. Takes ownership of data. This function
 * and the following ones belong to the main thread, except the two that mention
 * the job's thread. */
WbJob *wb_job_start (gpointer owner, WbJobFunc work, gpointer data, GDestroyNotify free_data, WbJobDone done, GDestroyNotify free_result);
/* Cancels the job; `done` is not called. */
void wb_job_cancel (WbJob *job);
/* Returns the progress, 0 to 1. */
double wb_job_progress (WbJob *job);
/* Sets the progress. Returns FALSE if the job was cancelled and must end. Call
 * it on the job's thread. */
gboolean wb_job_go_on (WbJob *job, double progress);
/* Returns a flag that becomes TRUE when the job is cancelled. Call it on the
 * job's thread. */
const atomic_bool *wb_job_cancelled (WbJob *job);

G_END_DECLS

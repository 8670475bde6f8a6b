/* Work on a thread of the pool for an object of the window: progress,
 * cancelling, and the result back on the main loop.
 *
 * The owner keeps the job to cancel it; it is borrowed, and good until done is
 * called or it was cancelled. Where the owner goes away the job is cancelled:
 * done is not called, and what the work still returns is freed. Data and
 * results are freed on the main thread. */
#pragma once

#include <gio/gio.h>
#include <stdatomic.h>

G_BEGIN_DECLS

typedef struct WbJob WbJob;

/* On the pool's thread. NULL with an error where it failed or was cancelled;
 * some work has no result to give: then NULL without one. */
typedef gpointer (*WbJobFunc) (WbJob *job, gpointer data, GError **error);
/* On the main loop, once, unless cancelled. The result is the owner's; error is
 * borrowed, NULL where the work was done. */
typedef void (*WbJobDone) (gpointer owner, gpointer result, const GError *error);

/* Starts work on a thread of the pool and takes data over. Main thread, like
 * all functions below except the two that name another thread. */
WbJob *wb_job_start (gpointer owner, WbJobFunc work, gpointer data, GDestroyNotify free_data, WbJobDone done, GDestroyNotify free_result);
/* Asks the work to end; done is not called. */
void wb_job_cancel (WbJob *job);
/* Returns the progress, 0 to 1. */
double wb_job_progress (WbJob *job);
/* Sets the progress; returns FALSE where the job was cancelled and must end. On
 * the job's thread. */
gboolean wb_job_go_on (WbJob *job, double progress);
/* Returns a flag that becomes nonzero when the job is cancelled. On the job's
 * thread. */
const atomic_bool *wb_job_cancelled (WbJob *job);

G_END_DECLS

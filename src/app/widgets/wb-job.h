/* A job: a function that runs on a thread of the pool for an object of the window. It reports progress, can be cancelled, and its result is
 * delivered on the main loop.
 *
 * The owner borrows the job in order to cancel it. The pointer is valid until `done` is called or the job is cancelled. If the owner is
 * finalized, the job is cancelled. After cancellation `done` is not called, and a result is freed. Data and results are freed on the main
 * thread. */
#pragma once

#include <gio/gio.h>
#include <stdatomic.h>

G_BEGIN_DECLS

typedef struct WbJob WbJob;

/* The work of a job, on the thread of the pool. Returns the result, or NULL with an
 * error if it failed or was cancelled. Work without a result returns NULL without an
 * error. */
typedef gpointer (*WbJobFunc) (WbJob *job, gpointer data, GError **error);
/* A function that receives the result. It is called once on the main loop, unless the job was cancelled. It takes ownership of the result.
 * error is borrowed, and NULL on success. */
typedef void (*WbJobDone) (gpointer owner, gpointer result, const GError *error);

/* Starts work on a thread of the pool. Takes ownership of data. Call this function
 * and the following ones on the main thread, unless their comment says
 * otherwise. */
WbJob *wb_job_start (gpointer owner, WbJobFunc work, gpointer data, GDestroyNotify free_data, WbJobDone done, GDestroyNotify free_result);
/* Cancels the job *newest, if there is one, and starts other work in its place: the newest request wins. *newest is a member of the owner; it is
 * NULL when `done` is called. */
void wb_job_replace (WbJob **newest, gpointer owner, WbJobFunc work, gpointer data, GDestroyNotify free_data, WbJobDone done,
                     GDestroyNotify free_result);
/* Returns the place of the newest job of a kind (`key`) of an owner that has no member for it. It is valid as long as the owner. */
WbJob **wb_job_place (gpointer owner, const char *key);
/* Cancels the job, so that `done` is not called. */
void wb_job_cancel (WbJob *job);
/* Returns the progress that the job has reported, 0 to 1. */
double wb_job_progress (WbJob *job);
/* Reports the progress of a job (WbJob), 0 to 1. Returns FALSE if the job was cancelled and must end. Call this on the thread of the job. A
 * LabProgress takes this function with the job as its data. */
gboolean wb_job_go_on (gpointer job, double progress);
/* Returns a flag that becomes TRUE when the job is cancelled. Call this on the thread of the
 * job. */
const atomic_bool *wb_job_cancelled (WbJob *job);

G_END_DECLS

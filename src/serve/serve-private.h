/* The server as one object in several files: the loop (serve.c), the lines (serve-wire.c), the values of a model (serve-setup.c), and the calls (serve-ensemble.c,
 * serve-list.c, serve-model.c, serve-plot.c, serve-records.c, serve-run.c, serve-study.c). */
#pragma once

#include <gio/gio.h>

#include "lab-ensemble-run.h"
#include "lab-json.h"
#include "lab-problem.h"
#include "model-yaml.h"
#include "plot-export.h"

G_BEGIN_DECLS

/* The version of the protocol. It changes when a program that was written for the version before may no longer work. */
#define SERVE_PROTOCOL 1

#define SERVE_ERROR (serve_error_quark ())
/* Returns the domain of errors of requests. */
GQuark serve_error_quark (void);
typedef enum
{
  SERVE_ERROR_REQUEST,   /* the line, a key or an object of the request is wrong */
  SERVE_ERROR_MODEL,     /* a model cannot be read */
  SERVE_ERROR_VALUE,     /* a name, a value or an option is wrong */
  SERVE_ERROR_COMPUTE,   /* the computation failed */
  SERVE_ERROR_CANCELLED, /* the client cancelled the request */
} ServeErrorCode;

typedef struct Serve Serve;

/* ---- the lines ---- */

/* An answer that is being built: a line with an object of JSON, and arrays of numbers, whose bytes are written after that line. */
typedef struct ServeAnswer ServeAnswer;

/* The types of the numbers in arrays; all are little-endian. */
typedef enum { SERVE_F64, SERVE_I32, SERVE_U8 } ServeType;

/* Returns the object of the answer, which the caller fills. */
LabJson *serve_answer_json (ServeAnswer *answer);
/* Adds an array of n numbers, and takes ownership of data, which is freed with g_free. */
void serve_answer_take (ServeAnswer *answer, const char *name, ServeType type, gpointer data, gsize n);
/* Adds a copy of an array of n numbers. */
void serve_answer_add (ServeAnswer *answer, const char *name, ServeType type, gconstpointer data, gsize n);
/* Begins an answer to the present request. key: the key of its object, such as "result" or "step". */
ServeAnswer *serve_answer_new (Serve *serve, const char *key);
/* Writes an answer and frees it. */
void serve_answer_send (Serve *serve, ServeAnswer *answer);
/* Frees an answer without writing it. */
void serve_answer_free (ServeAnswer *answer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ServeAnswer, serve_answer_free)
/* Writes the error of the request with this id; −1: the line has no id. */
void serve_send_error (Serve *serve, gint64 id, const GError *error);
/* Writes the completed fraction of the present request, at most ten times per second. Returns FALSE if the client has cancelled it. It is a
 * LabProgressFunc. */
gboolean serve_progress (gpointer serve, double fraction);
/* Waits for the word of the client after a step. Returns FALSE if it is to stop, or if the request was cancelled. */
gboolean serve_await_word (Serve *serve);
/* Starts the thread that reads lines. */
void serve_wire_start (Serve *serve);
/* Ends that thread after the input has ended. */
void serve_wire_stop (Serve *serve);
/* Waits for the next request. Returns NULL when the input has ended. Free it with model_yaml_document_free. */
ModelYamlDocument *serve_wire_next (Serve *serve);

/* ---- the values of a model ---- */

/* A model with settings and values, which a run keeps as they were at its start. */
typedef struct
{
  Model *model;
  SimConfig *config;
  GHashTable *constants, *parameters, *initial; /* values that replace those of the model: name → double* */
  GHashTable *events_off;                       /* names of events that are disabled */
  gboolean random;                              /* TRUE: draw parameters and initial values from their distributions */
  double t_start, t_end;                        /* NaN: those of the model */
  LabProblem problem;                           /* made by serve_setup_finish; borrows the members above */
} ServeSetup;

/* Makes the setup of a model and takes a reference to it. Returns NULL with an error if its solver section is wrong. */
ServeSetup *serve_setup_new (Model *model, GError **error);
/* Returns a copy. */
ServeSetup *serve_setup_copy (const ServeSetup *setup);
/* Frees a setup; NULL is allowed. */
void serve_setup_free (ServeSetup *setup);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ServeSetup, serve_setup_free)
/* The keys of a request by which it changes a setup. */
#define SERVE_SETUP_KEYS "settings", "parameters", "initial", "constants", "events_off", "random", "start", "end"
/* Applies these keys of a request. Returns FALSE with an error that names the key. */
gboolean serve_setup_apply (ServeSetup *setup, const ModelYaml *request, GError **error);
/* Makes the problem of the setup, and checks it with an instance of the model. Returns FALSE with an error. */
gboolean serve_setup_finish (ServeSetup *setup, GError **error);
/* Returns a copy of the setup of the model that a request names, with the changes of the request. Returns NULL with an error. */
ServeSetup *serve_setup_of (Serve *serve, const ModelYaml *request, GError **error);

/* ---- objects with a number ---- */

typedef enum { SERVE_MODEL, SERVE_RUN, SERVE_STUDY, SERVE_ENSEMBLE, SERVE_N_KINDS } ServeKind;

/* Adds an object that the client may name, and takes ownership. Returns its number. */
gint64 serve_add_object (Serve *serve, ServeKind kind, gpointer object, GDestroyNotify free_object);
/* Returns the object of this kind that the request names with the key "model", "run", "result" or "ensemble". Returns NULL with an error. */
gpointer serve_object (Serve *serve, const ModelYaml *request, ServeKind kind, GError **error);

/* ---- calls ---- */

/* A call: a line of serve-calls.def. */
typedef struct
{
  const char *name;
  const char *const *keys; /* the keys of its request besides id and call, NULL-terminated */
  /* Computes the call and fills the answer. Returns FALSE with an error. */
  gboolean (*run) (Serve *serve, const ModelYaml *request, ServeAnswer *answer, GError **error);
} ServeCall;

#define SERVE_CALL(name) extern const ServeCall serve_call_##name;
#include "serve-calls.def"
#undef SERVE_CALL

/* Reads an optional number of a request; if the key is missing or null, *value does not change. Returns FALSE with an error. */
gboolean serve_number (const ModelYaml *request, const char *key, double *value, GError **error);
/* Reads an optional whole number from low to high. Otherwise like serve_number. */
gboolean serve_count (const ModelYaml *request, const char *key, gint64 low, gint64 high, gint64 *value, GError **error);
/* Reads an optional truth value. Otherwise like serve_number. */
gboolean serve_flag (const ModelYaml *request, const char *key, gboolean *value, GError **error);
/* Returns the value of a key, or NULL if it is missing or null. */
ModelYaml *serve_get (const ModelYaml *request, const char *key);
/* Reads a list of finite numbers. Returns NULL with an error. Free it with g_array_unref. */
GArray *serve_numbers (const ModelYaml *request, const char *key, GError **error);
/* Reads the keys "format" and "theme" of a picture. Returns FALSE with an error. */
gboolean serve_picture_format (const ModelYaml *request, PlotFormat *format, const char **theme, GError **error);
/* Adds the bytes of a file to an answer. */
void serve_answer_add_file (ServeAnswer *answer, GBytes *bytes);
/* Draws the result of a study for the call plot. study: an object of the kind SERVE_STUDY. Returns NULL with an error. */
GBytes *serve_study_draw (gpointer study, const char *theme, PlotFormat format, GError **error);
/* Sets the simulator that a cancelled request interrupts; NULL: none. */
void serve_set_running (Serve *serve, SimSimulator *simulator);

G_END_DECLS

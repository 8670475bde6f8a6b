/* Measured data beside a run: tables of files, and which quantity of the model each column measures. An object is a table and the list of the tables that follow it; functions
 * of a table use the first one.
 *
 * The object is immutable and reference-counted; the functions may be called from any thread. */
#pragma once

#include "lab-data.h"

G_BEGIN_DECLS

typedef struct LabMeasured LabMeasured;

/* Reads a file as lab_data_read does. Returns NULL with an error that has file, line and column. */
LabMeasured *lab_measured_read (const char *path, GError **error);
/* Reads a text of n bytes like a file with this name. */
LabMeasured *lab_measured_parse (const char *path, const char *text, gsize n, GError **error);
/* Takes a reference and returns the object; NULL is allowed. */
LabMeasured *lab_measured_ref (LabMeasured *measured);
/* Releases a reference; NULL is allowed. */
void lab_measured_unref (LabMeasured *measured);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabMeasured, lab_measured_unref)

/* Returns the following tables, borrowed; NULL: none. */
const LabMeasured *lab_measured_rest (const LabMeasured *measured);
/* Returns the number of tables; NULL has none. */
int lab_measured_n_tables (const LabMeasured *measured);
/* Returns the list from a table on, borrowed; NULL if there are fewer tables. */
const LabMeasured *lab_measured_table (const LabMeasured *measured, int table);
/* Returns the tables with the first one of `added` at the end, or in the place of a table of the same file; measured may be NULL. */
LabMeasured *lab_measured_add (const LabMeasured *measured, const LabMeasured *added);
/* Returns the tables with the first one of `with` in the place of a table. with NULL: without this table; the result is NULL if none is left. */
LabMeasured *lab_measured_replace (const LabMeasured *measured, int table, const LabMeasured *with);

/* Returns the table, borrowed. Its column of times is that which the file suggests. */
const LabData *lab_measured_data (const LabMeasured *measured);
/* Returns the text of the file, borrowed. */
const char *lab_measured_text (const LabMeasured *measured);
/* Returns the index of the column of times. */
int lab_measured_time (const LabMeasured *measured);
/* Returns whether a column has measured values: it has numbers, which are neither times nor the errors of another column. */
gboolean lab_measured_is_quantity (const LabMeasured *measured, int column);

/* Returns a copy in which a column measures a quantity of the model. name NULL: that of the same name; "": none; "t": the column has the times. Returns NULL
 * with an error if the table has no such column, or if it has no numbers. */
LabMeasured *lab_measured_choose (const LabMeasured *measured, const char *column, const char *name, GError **error);
/* Returns a copy with the choices of a text such as "conc=central,volt=V". Returns NULL with an error. */
LabMeasured *lab_measured_choose_all (const LabMeasured *measured, const char *text, GError **error);
/* Returns the choice of a column, borrowed: NULL, "" or a name. */
const char *lab_measured_choice (const LabMeasured *measured, int column);
/* Returns the choices and names of all columns of `names` (NULL-terminated) that are measured, as the option `columns` of a fit has them; "": all columns
 * have the names of their quantities. Free it with g_free. */
char *lab_measured_pairs (const LabMeasured *measured, const char *const *names);
/* Returns the index of the next column after `after` (−1: the first) that measures the quantity with this name, or −1. */
int lab_measured_next (const LabMeasured *measured, const char *name, int after);

G_END_DECLS

/* Converts texts of lessons to spans: plain text, emphasis and formulas. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum { LAB_SPAN_PLAIN, LAB_SPAN_EMPHASIS, LAB_SPAN_FORMULA } LabSpanKind;

typedef struct
{
  LabSpanKind kind;
  char *text;         /* text of the span; for a formula "left = right" only its left side */
  char *right;        /* right side of a formula "left = right"; otherwise NULL */
} LabSpan;

/* A paragraph: spans in the order of the text. */
typedef struct
{
  GArray *spans;      /* LabSpan */
  gboolean displayed; /* TRUE if the paragraph is a single formula, which is shown on a separate line */
} LabParagraph;

/* Returns a text in which numbers such as 1e-6 and 2.5e-9 are written as 10⁻⁶ and 2.5×10⁻⁹. Free it with g_free. */
char *lab_lesson_prose (const char *text);
/* Replaces each text of a list by that of lab_lesson_prose. */
void lab_lesson_prose_all (char **texts);
/* Splits a text into paragraphs (LabParagraph) at blank lines. Text between two * is emphasis, and text between two $
 * is a formula; a * or $ without a partner is plain text. Numbers outside formulas are written as by lab_lesson_prose. If text is NULL, the array is empty. Free it with
 * g_array_unref. */
GArray *lab_lesson_paragraphs (const char *text);

G_END_DECLS

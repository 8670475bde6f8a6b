/* Texts of lessons as spans: plain text, emphasis and formulas. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum { LAB_SPAN_PLAIN, LAB_SPAN_EMPHASIS, LAB_SPAN_FORMULA } LabSpanKind;

typedef struct
{
  LabSpanKind kind;
  char *text;         /* of a formula: its left side, or the whole formula */
  char *right;        /* right side of a formula "left = right", else NULL */
} LabSpan;

/* A paragraph: spans in order. */
typedef struct
{
  GArray *spans;      /* LabSpan */
  gboolean displayed; /* it is one formula alone, which is set on its own line */
} LabParagraph;

/* Splits a text at blank lines into paragraphs (LabParagraph), at *…* into
 * emphasis and at $…$ into formulas. A mark without its partner is plain text.
 * text NULL: no paragraphs. Free it with g_array_unref. */
GArray *lab_lesson_paragraphs (const char *text);

G_END_DECLS

/* A field: a control that shows a value and changes it. The control is an entry, a number field, a switch or a drop-down list; a binding says
 * where its value is. All forms of the window use fields, so they all behave alike: a wrong text is marked while the user types, with the
 * reason below the control; it is not stored; the mark goes when the text is right. Main thread. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* How a value is read and changed. owner and key are those of wb_field_new. */
typedef struct
{
  /* Returns the present text, or NULL if there is none. Free it with g_free. */
  char *(*get) (gpointer owner, const char *key);
  /* Stores a text that is right; NULL resets the value to its default. It may destroy the field. */
  void (*set) (gpointer owner, const char *key, const char *text);
  /* Returns the reason why a text is wrong, or NULL if it is right; "" stands for no text. Free it with g_free. NULL: every text is right. */
  char *(*reason) (gpointer owner, const char *key, const char *text);
} WbBinding;

typedef struct WbField WbField;

/* Makes the field of a control, which owns it. words: the texts of the entries of a drop-down list, or the two texts of a switch, off and on;
 * NULL for an entry or a number field; they are copied. The binding is static. The owner must exist as long as the field; see
 * wb_field_release. */
WbField *wb_field_new (GtkWidget *control, const char *const *words, const WbBinding *binding, gpointer owner, const char *key);
/* Returns the field of a control, or NULL. */
WbField *wb_field_of (GtkWidget *control);
/* Returns the control. */
GtkWidget *wb_field_control (WbField *self);
/* Returns the key of the value. */
const char *wb_field_key (WbField *self);
/* Returns a label with the reason why the text is wrong, which is visible only then. The caller places it below the control. */
GtkWidget *wb_field_why (WbField *self);
/* Returns the reason that the label shows, or "". */
const char *wb_field_reason (WbField *self);
/* Shows the present value. A text that the user has typed but not stored stays while the value is the same. */
void wb_field_show (WbField *self);
/* Stores the value of the control if it is right, otherwise marks it. Returns whether it is right. */
gboolean wb_field_commit (WbField *self);
/* Sets the reason why the stored value is wrong, which became known later, such as in a computation; NULL removes the mark. The mark goes when
 * the user types another text. */
void wb_field_set_failure (WbField *self, const char *why);
/* Returns the reason why a text is not a number from low to high, or NULL. Infinite ends are no limits. Free it with g_free. */
char *wb_field_number_reason (const char *text, double low, double high);
/* Makes a field without effect, before its owner is freed. */
void wb_field_release (WbField *self);

G_END_DECLS

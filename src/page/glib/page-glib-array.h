/* Arrays that grow: GArray, GByteArray and GPtrArray. */
#pragma once

typedef struct
{
  gchar *data;
  guint len;
  guint element_size, capacity;
  gboolean zero_terminated, clear;
  GDestroyNotify clear_func;
} GArray;
#define g_array_index(array, Type, index) (((Type *)(void *)(array)->data)[index])
#define g_array_append_val(array, value) g_array_append_vals (array, &(value), 1)
/* Makes an empty array. With zero_terminated an element of zeros follows the last one; with clear new elements of g_array_set_size are
 * zero. */
GArray *g_array_new (gboolean zero_terminated, gboolean clear, guint element_size);
/* Appends n elements. */
GArray *g_array_append_vals (GArray *array, gconstpointer data, guint n);
/* Changes the number of elements. */
GArray *g_array_set_size (GArray *array, guint n);
/* Removes an element and moves those after it. */
GArray *g_array_remove_index (GArray *array, guint index);
/* Sets the function that clears an element before it is removed. */
void g_array_set_clear_func (GArray *array, GDestroyNotify func);
/* Sorts elements; equal elements keep their order. */
void g_array_sort (GArray *array, GCompareFunc compare);
/* Frees an array, and its elements if free_segment is true; otherwise returns them. */
gchar *g_array_free (GArray *array, gboolean free_segment);
/* Frees an array and its elements. */
void g_array_unref (GArray *array);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GArray, g_array_unref)

typedef struct
{
  guint8 *data;
  guint len;
  guint capacity;
} GByteArray;
/* Makes an empty array of bytes. */
GByteArray *g_byte_array_new (void);
/* Appends n bytes. */
GByteArray *g_byte_array_append (GByteArray *array, const guint8 *data, guint n);
/* Frees an array of bytes. */
void g_byte_array_unref (GByteArray *array);
/* Frees an array and returns its bytes. */
GBytes *g_byte_array_free_to_bytes (GByteArray *array);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GByteArray, g_byte_array_unref)

typedef struct
{
  gpointer *pdata;
  guint len;
  guint capacity;
  int references;
  GDestroyNotify free_func;
} GPtrArray;
#define g_ptr_array_index(array, index) ((array)->pdata[index])
/* Makes an empty array. */
GPtrArray *g_ptr_array_new (void);
/* Makes an empty array that frees its elements. */
GPtrArray *g_ptr_array_new_with_free_func (GDestroyNotify func);
/* Sets the function that frees elements. */
void g_ptr_array_set_free_func (GPtrArray *array, GDestroyNotify func);
/* Takes a reference. */
GPtrArray *g_ptr_array_ref (GPtrArray *array);
/* Drops a reference; the last one frees the array and its elements. */
void g_ptr_array_unref (GPtrArray *array);
/* Frees an array, and its elements if free_segment is true; otherwise returns them. */
gpointer *g_ptr_array_free (GPtrArray *array, gboolean free_segment);
/* Appends an element. */
void g_ptr_array_add (GPtrArray *array, gpointer element);
/* Inserts an element before an index (−1: at the end). */
void g_ptr_array_insert (GPtrArray *array, gint index, gpointer element);
/* Changes the number of elements of an array of pointers. Elements that are added are NULL. */
void g_ptr_array_set_size (GPtrArray *array, gint n);
/* Removes an element, frees it, and returns the pointer. */
gpointer g_ptr_array_remove_index (GPtrArray *array, guint index);
/* Appends the elements of another array, and frees that array. */
void g_ptr_array_extend_and_steal (GPtrArray *array, GPtrArray *other);
/* Returns whether an element is in the array, and sets *index to its place unless that is NULL. */
gboolean g_ptr_array_find (GPtrArray *array, gconstpointer element, guint *index);
/* Sorts elements; compare receives pointers to elements, and equal elements keep their order. */
void g_ptr_array_sort (GPtrArray *array, GCompareFunc compare);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GPtrArray, g_ptr_array_unref)

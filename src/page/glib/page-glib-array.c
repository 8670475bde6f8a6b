/* Arrays that grow. A merge sort keeps the order of equal elements; qsort does not. */
#include <glib.h>

#include "page-glib-sort.h"

/* Sorts elements [0, n) with a scratch array of the same size: sorts both halves, then merges them. */
static void
merge_sort (guint8 *elements, guint8 *scratch, gsize n, gsize size, GCompareFunc compare)
{
  gsize half = n / 2, a = 0, b = half, k = 0;

  if (n < 2)
    return;
  merge_sort (elements, scratch, half, size, compare);
  merge_sort (elements + half * size, scratch, n - half, size, compare);
  while (a < half && b < n)
    if (compare (elements + b * size, elements + a * size) < 0)
      memcpy (scratch + k++ * size, elements + b++ * size, size);
    else
      memcpy (scratch + k++ * size, elements + a++ * size, size);
  memcpy (scratch + k * size, elements + a * size, (half - a) * size);
  memcpy (elements, scratch, (k + half - a) * size);
}

void
page_sort (void *elements, gsize n, gsize size, GCompareFunc compare)
{
  guint8 *scratch;

  if (n < 2)
    return;
  scratch = g_malloc_n (n, size);
  merge_sort (elements, scratch, n, size, compare);
  g_free (scratch);
}

/* Returns a capacity of at least n elements, at least twice the present one. */
static guint
grown (guint capacity, guint n)
{
  return n > 2 * capacity ? MAX (n, 16) : MAX (2 * capacity, 16);
}

/* ---- arrays of elements ---- */

GArray *
g_array_new (gboolean zero_terminated, gboolean clear, guint element_size)
{
  GArray *array = g_new0 (GArray, 1);

  array->element_size = element_size;
  array->zero_terminated = zero_terminated;
  array->clear = clear;
  if (zero_terminated)
    g_array_set_size (array, 0);
  return array;
}

static void
reserve (GArray *array, guint n)
{
  guint needed = n + (array->zero_terminated ? 1 : 0);

  if (needed > array->capacity)
    {
      array->capacity = grown (array->capacity, needed);
      array->data = g_realloc_n (array->data, array->capacity, array->element_size);
    }
}

static void
terminate (GArray *array)
{
  if (array->zero_terminated)
    memset (array->data + (gsize)array->len * array->element_size, 0, array->element_size);
}

GArray *
g_array_append_vals (GArray *array, gconstpointer data, guint n)
{
  if (n == 0)
    return array;
  reserve (array, array->len + n);
  memcpy (array->data + (gsize)array->len * array->element_size, data, (gsize)n * array->element_size);
  array->len += n;
  terminate (array);
  return array;
}

static void
clear_elements (GArray *array, guint first, guint end)
{
  for (guint k = first; k < end && array->clear_func != NULL; k++)
    array->clear_func (array->data + (gsize)k * array->element_size);
}

GArray *
g_array_set_size (GArray *array, guint n)
{
  reserve (array, n);
  if (n > array->len && array->clear)
    memset (array->data + (gsize)array->len * array->element_size, 0, (gsize)(n - array->len) * array->element_size);
  clear_elements (array, n, array->len);
  array->len = n;
  terminate (array);
  return array;
}

GArray *
g_array_remove_index (GArray *array, guint index)
{
  gchar *place = array->data + (gsize)index * array->element_size;

  clear_elements (array, index, index + 1);
  memmove (place, place + array->element_size, (gsize)(array->len - index - 1) * array->element_size);
  array->len--;
  terminate (array);
  return array;
}

void
g_array_set_clear_func (GArray *array, GDestroyNotify func)
{
  array->clear_func = func;
}

void
g_array_sort (GArray *array, GCompareFunc compare)
{
  page_sort (array->data, array->len, array->element_size, compare);
}

gchar *
g_array_free (GArray *array, gboolean free_segment)
{
  gchar *data = array->data;

  if (free_segment)
    {
      clear_elements (array, 0, array->len);
      g_free (data);
      data = NULL;
    }
  g_free (array);
  return data;
}

void
g_array_unref (GArray *array)
{
  g_array_free (array, TRUE);
}

/* ---- arrays of bytes ---- */

GByteArray *
g_byte_array_new (void)
{
  return g_new0 (GByteArray, 1);
}

GByteArray *
g_byte_array_append (GByteArray *array, const guint8 *data, guint n)
{
  if (n == 0)
    return array;
  if (array->len + n > array->capacity)
    {
      array->capacity = grown (array->capacity, array->len + n);
      array->data = g_realloc_n (array->data, array->capacity, 1);
    }
  memcpy (array->data + array->len, data, n);
  array->len += n;
  return array;
}

void
g_byte_array_unref (GByteArray *array)
{
  g_free (array->data);
  g_free (array);
}

GBytes *
g_byte_array_free_to_bytes (GByteArray *array)
{
  GBytes *bytes = g_bytes_new_take (array->data, array->len);

  g_free (array);
  return bytes;
}

/* ---- arrays of pointers ---- */

GPtrArray *
g_ptr_array_new (void)
{
  GPtrArray *array = g_new0 (GPtrArray, 1);

  array->references = 1;
  return array;
}

GPtrArray *
g_ptr_array_new_with_free_func (GDestroyNotify func)
{
  GPtrArray *array = g_ptr_array_new ();

  array->free_func = func;
  return array;
}

void
g_ptr_array_set_free_func (GPtrArray *array, GDestroyNotify func)
{
  array->free_func = func;
}

GPtrArray *
g_ptr_array_ref (GPtrArray *array)
{
  array->references++;
  return array;
}

void
g_ptr_array_unref (GPtrArray *array)
{
  if (--array->references == 0)
    g_ptr_array_free (array, TRUE);
}

static void
free_pointers (GPtrArray *array, guint first)
{
  for (guint k = first; k < array->len && array->free_func != NULL; k++)
    if (array->pdata[k] != NULL)
      array->free_func (array->pdata[k]);
}

gpointer *
g_ptr_array_free (GPtrArray *array, gboolean free_segment)
{
  gpointer *pdata = array->pdata;

  if (free_segment)
    {
      free_pointers (array, 0);
      g_free (pdata);
      pdata = NULL;
    }
  g_free (array);
  return pdata;
}

static void
reserve_pointers (GPtrArray *array, guint n)
{
  if (n <= array->capacity)
    return;
  array->capacity = grown (array->capacity, n);
  array->pdata = g_renew (gpointer, array->pdata, array->capacity);
}

void
g_ptr_array_add (GPtrArray *array, gpointer element)
{
  reserve_pointers (array, array->len + 1);
  array->pdata[array->len++] = element;
}

void
g_ptr_array_insert (GPtrArray *array, gint index, gpointer element)
{
  guint place = index < 0 ? array->len : (guint)index;

  reserve_pointers (array, array->len + 1);
  memmove (array->pdata + place + 1, array->pdata + place, (array->len - place) * sizeof (gpointer));
  array->pdata[place] = element;
  array->len++;
}

void
g_ptr_array_set_size (GPtrArray *array, gint n)
{
  guint length = (guint)n;

  reserve_pointers (array, length);
  if (length > array->len)
    memset (array->pdata + array->len, 0, (length - array->len) * sizeof (gpointer));
  else
    free_pointers (array, length);
  array->len = length;
}

gpointer
g_ptr_array_remove_index (GPtrArray *array, guint index)
{
  gpointer element = array->pdata[index];

  if (array->free_func != NULL)
    array->free_func (element);
  memmove (array->pdata + index, array->pdata + index + 1, (array->len - index - 1) * sizeof (gpointer));
  array->len--;
  return element;
}

void
g_ptr_array_extend_and_steal (GPtrArray *array, GPtrArray *other)
{
  for (guint k = 0; k < other->len; k++)
    g_ptr_array_add (array, other->pdata[k]);
  other->len = 0;
  g_ptr_array_unref (other);
}

gboolean
g_ptr_array_find (GPtrArray *array, gconstpointer element, guint *index)
{
  for (guint k = 0; k < array->len; k++)
    if (array->pdata[k] == element)
      {
        if (index != NULL)
          *index = k;
        return TRUE;
      }
  return FALSE;
}

void
g_ptr_array_sort (GPtrArray *array, GCompareFunc compare)
{
  page_sort (array->pdata, array->len, sizeof (gpointer), compare);
}

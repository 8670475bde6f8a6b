/* A sort that keeps the order of equal elements, as those of GLib do. */
#pragma once

/* Sorts n elements of `size` bytes. */
void page_sort (void *elements, gsize n, gsize size, GCompareFunc compare);

/* Tests of long lists that take a share of the cases. */
#pragma once

#include <glib.h>

/* Returns whether a test takes case k of a long list, such as all lessons. It takes every case if STEPWISE_TEST_ALL is set, as ./dev full does,
 * and else one of `share` cases. */
static inline gboolean
test_takes (guint k, guint share)
{
  return k % share == 0 || g_getenv ("STEPWISE_TEST_ALL") != NULL;
}

/* Prints the ranges of characters of GLib's classes as tables of C, for the stand-in of GLib. */
#include <glib.h>

static void
print_ranges (const char *name, gboolean (*is_in) (gunichar c))
{
  gunichar start = 0;
  gboolean inside = FALSE;

  g_print ("static const gunichar %s_ranges[][2] = {\n", name);
  for (gunichar c = 0; c <= 0x110000; c++)
    {
      gboolean now = c < 0x110000 && is_in (c);

      if (now && !inside)
        start = c;
      if (!now && inside)
        g_print ("  { 0x%X, 0x%X },\n", start, c - 1);
      inside = now;
    }
  g_print ("};\n");
}

int
main (void)
{
  print_ranges ("alpha", g_unichar_isalpha);
  print_ranges ("alnum", g_unichar_isalnum);
  print_ranges ("space", g_unichar_isspace);
  print_ranges ("print", g_unichar_isprint);
  return 0;
}

/* Prints the events of YAML files, or the error, with positions. It is compiled twice, with libyaml and with the stand-in for live pages;
 * the test compares what both print. With --change N SEED each file is also parsed N times with random changes of characters. */
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

static void
print_events (const char *text, gsize length)
{
  yaml_parser_t parser;
  yaml_event_t event;
  gboolean ends = FALSE;

  yaml_parser_initialize (&parser);
  yaml_parser_set_input_string (&parser, (const unsigned char *)text, length);
  while (!ends)
    {
      if (!yaml_parser_parse (&parser, &event))
        {
          printf ("error %s | %s at %zu:%zu", parser.problem, parser.context != NULL ? parser.context : "", parser.problem_mark.line,
                  parser.problem_mark.column);
          if (parser.context != NULL)
            printf (" from %zu:%zu", parser.context_mark.line, parser.context_mark.column);
          printf ("\n");
          break;
        }
      ends = event.type == YAML_STREAM_END_EVENT;
      printf ("%d %zu:%zu", (int)event.type, event.start_mark.line, event.start_mark.column);
      if (event.type == YAML_SCALAR_EVENT)
        {
          printf (" %d %d %d [", (int)event.data.scalar.style, event.data.scalar.anchor != NULL, event.data.scalar.tag != NULL);
          fwrite (event.data.scalar.value, 1, event.data.scalar.length, stdout);
          printf ("]");
        }
      printf ("\n");
      yaml_event_delete (&event);
    }
  yaml_parser_delete (&parser);
}

/* Replaces, inserts or removes a character at a few random places. */
static char *
changed (const char *text, gsize length, GRand *random)
{
  static const char characters[] = ":::,,[]{}--#\"'|>\n\n\n  \t?x1.%\\&*!";
  GString *copy = g_string_new_len (text, (gssize)length);

  for (int k = g_rand_int_range (random, 1, 4); k > 0 && copy->len > 0; k--)
    {
      gsize at = (gsize)g_rand_int_range (random, 0, (gint)copy->len);
      char c = characters[g_rand_int_range (random, 0, (gint)sizeof characters - 1)];

      /* Only ASCII is changed, so that the text stays UTF-8. */
      if ((copy->str[at] & 0x80) != 0)
        continue;
      switch (g_rand_int_range (random, 0, 3))
        {
        case 0:
          copy->str[at] = c;
          break;
        case 1:
          g_string_insert_c (copy, (gssize)at, c);
          break;
        default:
          g_string_erase (copy, (gssize)at, 1);
        }
    }
  return g_string_free (copy, FALSE);
}

int
main (int argc, char **argv)
{
  int n_changes = 0, first = 1;
  g_autoptr (GRand) random = NULL;

  if (argc > 3 && strcmp (argv[1], "--change") == 0)
    {
      n_changes = atoi (argv[2]);
      random = g_rand_new_with_seed ((guint32)atoi (argv[3]));
      first = 4;
    }
  for (int k = first; k < argc; k++)
    {
      g_autofree char *text = NULL;
      gsize length;

      if (!g_file_get_contents (argv[k], &text, &length, NULL) || strlen (text) != length || !g_utf8_validate (text, -1, NULL))
        continue;
      printf ("file %s\n", argv[k]);
      print_events (text, length);
      for (int i = 0; i < n_changes; i++)
        {
          g_autofree char *other = changed (text, length, random);

          printf ("change %d\n", i);
          print_events (other, strlen (other));
        }
    }
  return 0;
}

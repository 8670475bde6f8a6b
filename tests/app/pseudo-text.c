/* Translates a message from standard input to a pseudo-language on standard output, as msgfilter expects. Every letter gets an accent, so
 * that text that was not translated is recognized by its plain letters. The message becomes two fifths longer, as in translations. Formats,
 * markup, entities and line breaks do not change. */
#include <stdio.h>
#include <string.h>

static const char *const lower[] = { "á", "ƀ", "ç", "đ", "é", "ƒ", "ĝ", "ĥ", "í", "ĵ", "ķ", "ł", "ɱ",
                                     "ñ", "ô", "þ", "ɋ", "ŕ", "š", "ŧ", "û", "ṽ", "ŵ", "ẋ", "ý", "ž" };
static const char *const upper[] = { "Á", "Ɓ", "Ç", "Đ", "É", "Ƒ", "Ĝ", "Ĥ", "Í", "Ĵ", "Ķ", "Ł", "Ɱ",
                                     "Ñ", "Ô", "Þ", "Ɋ", "Ŕ", "Š", "Ŧ", "Û", "Ṽ", "Ŵ", "Ẋ", "Ý", "Ž" };

/* Returns the length of a format, tag or entity at the start of text, which must not be changed, or
 * 0. */
static size_t
fixed_part (const char *text)
{
  size_t n = 0;

  if (*text == '%')
    {
      n = 1 + strspn (text + 1, "-+ #0123456789.*$'hlzjtL");
      return text[n] != '\0' ? n + 1 : n;
    }
  if (*text == '<' && strchr (text, '>') != NULL && text[1] != ' ')
    return (size_t) (strchr (text, '>') - text) + 1;
  if (*text == '&')
    {
      n = 1 + strspn (text + 1, "abcdefghijklmnopqrstuvwxyz");
      return text[n] == ';' ? n + 1 : 0;
    }
  return 0;
}

int
main (void)
{
  static char text[65536];
  size_t length = fread (text, 1, sizeof text - 1, stdin), end, n_letters = 0;
  char tail[8] = "";

  text[length] = '\0';
  if (length == 0)
    return 0;
  /* Do not change spaces and line breaks at both ends. */
  end = length;
  while (end > 0 && (text[end - 1] == '\n' || text[end - 1] == ' ') && length - end < sizeof tail - 1)
    end--;
  strcpy (tail, text + end);
  text[end] = '\0';
  for (length = strspn (text, " \n"), fwrite (text, 1, length, stdout), putchar ('['); length < end;)
    {
      unsigned char c = (unsigned char) text[length];
      size_t n = fixed_part (text + length);

      if (n > 0)
        fwrite (text + length, 1, n, stdout);
      else if (c >= 'a' && c <= 'z')
        fputs (lower[c - 'a'], stdout);
      else if (c >= 'A' && c <= 'Z')
        fputs (upper[c - 'A'], stdout);
      else
        putchar (c);
      n_letters += n == 0 && c != ' ';
      length += n > 0 ? n : 1;
    }
  for (size_t i = 0; i < (2 * n_letters + 4) / 5; i++)
    fputs (i % 8 == 7 ? " " : "·", stdout);
  printf ("]%s", tail);
  return 0;
}

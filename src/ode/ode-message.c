/* Formats messages into buffers of fixed size, in English or by a function that translates them. */
#include "ode-message.h"

#include <stdio.h>
#include <string.h>

/* Returns the translation by the caller's function if there is one, because the library ode does not depend on
 * gettext. */
const char *
ode_message_translate (OdeTranslate translate, const char *text)
{
  return translate != NULL ? translate (text) : text;
}

/* Removes an incomplete UTF-8 character at the end of text[length], which was truncated inside the character. */
static void
drop_half_character (char *text, size_t length)
{
  size_t start = length;

  while (start > 0 && ((unsigned char) text[start - 1] & 0xc0) == 0x80)
    start--;
  if (start == 0 || ((unsigned char) text[start - 1] & 0x80) == 0)
    return;
  /* The first byte of a character determines its length: 0xf0 and above four
   * bytes, 0xe0 three, 0xc0 two (RFC 3629). */
  unsigned char head = (unsigned char) text[start - 1];
  size_t whole = head >= 0xf0 ? 4 : head >= 0xe0 ? 3 : 2;

  if (length - (start - 1) < whole)
    text[start - 1] = '\0';
}

/* vsnprintf returns the length of the whole message. If this exceeds the buffer, the last character in the buffer may be
 * incomplete. */
void
ode_message_format_va (OdeTranslate translate, char *text, size_t size, const char *format, va_list args)
{
  int length = vsnprintf (text, size, ode_message_translate (translate, format), args);

  if (length > 0 && size > 0 && (size_t) length >= size)
    drop_half_character (text, size - 1);
}

void
ode_message_format (OdeTranslate translate, char *text, size_t size, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  ode_message_format_va (translate, text, size, format, args);
  va_end (args);
}

/* The function always returns false, so that a check can return its result. */
bool
ode_message_refuse (OdeTranslate translate, char *error, size_t size, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  ode_message_format_va (translate, error, size, format, args);
  va_end (args);
  return false;
}

/* Inserts text and resolution chunks into a PNG file. */
#include "plot-png.h"

#include <math.h>
#include <string.h>

/* Number of bytes of the signature and the IHDR chunk: 8 + (4 + 4 + 13 + 4). New chunks are inserted after these. */
#define AFTER_HEADER 33

/* Returns the CRC-32 of ISO 3309, as in annex D of the PNG specification. It is computed bit by bit, since there are only a few hundred
 * bytes. */
static guint32
crc (const guint8 *data, gsize n)
{
  guint32 c = 0xffffffffu;

  for (gsize i = 0; i < n; i++)
    {
      c ^= data[i];
      for (int k = 0; k < 8; k++)
        c = (c & 1) != 0 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    }
  return c ^ 0xffffffffu;
}

static void
append_u32 (GByteArray *out, guint32 value)
{
  guint32 big = GUINT32_TO_BE (value);

  g_byte_array_append (out, (const guint8 *) &big, 4);
}

static void
insert_chunk (GByteArray *png, const char type[4], GByteArray *content)
{
  g_autoptr (GByteArray) chunk = g_byte_array_new (), rest = g_byte_array_new ();

  append_u32 (chunk, content->len);
  g_byte_array_append (chunk, (const guint8 *) type, 4);
  g_byte_array_append (chunk, content->data, content->len);
  append_u32 (chunk, crc (chunk->data + 4, chunk->len - 4));
  g_byte_array_append (rest, png->data + AFTER_HEADER, png->len - AFTER_HEADER);
  g_byte_array_set_size (png, AFTER_HEADER);
  g_byte_array_append (png, chunk->data, chunk->len);
  g_byte_array_append (png, rest->data, rest->len);
}

void
plot_png_add_text (GByteArray *png, const char *keyword, const char *text)
{
  g_autoptr (GByteArray) content = g_byte_array_new ();
  gboolean ascii;

  if (text == NULL)
    return;
  ascii = g_str_is_ascii (text);
  g_byte_array_append (content, (const guint8 *) keyword, (guint) strlen (keyword) + 1);
  if (!ascii)
    /* These bytes are: compression flag 0, compression method 0, empty language tag, empty translated keyword. */
    g_byte_array_append (content, (const guint8 *) "\0\0\0\0", 4);
  g_byte_array_append (content, (const guint8 *) text, (guint) strlen (text));
  insert_chunk (png, ascii ? "tEXt" : "iTXt", content);
}

void
plot_png_add_resolution (GByteArray *png, double resolution)
{
  g_autoptr (GByteArray) content = g_byte_array_new ();
  guint32 per_metre = (guint32) lrint (resolution / 0.0254);

  append_u32 (content, per_metre);
  append_u32 (content, per_metre);
  g_byte_array_append (content, (const guint8 *) "\1", 1);
  insert_chunk (png, "pHYs", content);
}

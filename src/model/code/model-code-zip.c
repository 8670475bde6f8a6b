/* Writes ZIP archives with the compressor of GIO, on which the program depends anyway. libarchive and libzip could do more, but nine more libraries come with the first,
 * and both would be new dependencies for these lines. */
#include "model-code-zip.h"

#include <gio/gio.h>
#include <string.h>

/* Fields of the headers. */
#define VERSION_NEEDED 20
#define MADE_BY_UNIX 0x0314
#define DEFLATED 8
#define FIRST_DAY 0x21 /* 1980-01-01 */
#define REGULAR_FILE 0100644u

struct ModelCodeZip
{
  GByteArray *files, *directory;
  int n_files;
};

ModelCodeZip *
model_code_zip_new (void)
{
  ModelCodeZip *zip = g_new0 (ModelCodeZip, 1);

  zip->files = g_byte_array_new ();
  zip->directory = g_byte_array_new ();
  return zip;
}

/* Appends a number of 2 or 4 bytes, the lowest first. */
static void
append_number (GByteArray *out, guint32 value, int n_bytes)
{
  for (int k = 0; k < n_bytes; k++)
    {
      const guint8 byte = (guint8) (value >> 8 * k);

      g_byte_array_append (out, &byte, 1);
    }
}

/* Returns the checksum CRC-32 of ISO 3309. */
static guint32
checksum (const guint8 *data, gsize size)
{
  guint32 sum = 0xffffffff;

  for (gsize k = 0; k < size; k++)
    {
      sum ^= data[k];
      for (int bit = 0; bit < 8; bit++)
        sum = sum >> 1 ^ (0xedb88320 & (0 - (sum & 1)));
    }
  return ~sum;
}

/* Returns compressed data. */
static GByteArray *
deflate (const guint8 *data, gsize size)
{
  GZlibCompressor *compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_RAW, 9);
  GByteArray *out = g_byte_array_new ();
  GConverterResult result = G_CONVERTER_CONVERTED;

  while (result == G_CONVERTER_CONVERTED)
    {
      guint8 buffer[16384];
      gsize n_read = 0, n_written = 0;

      result = g_converter_convert (G_CONVERTER (compressor), data, size, buffer, sizeof buffer, G_CONVERTER_INPUT_AT_END, &n_read, &n_written, NULL);
      data += n_read;
      size -= n_read;
      g_byte_array_append (out, buffer, (guint) n_written);
    }
  g_assert (result == G_CONVERTER_FINISHED);
  g_object_unref (compressor);
  return out;
}

/* Appends what the header of a file and its entry in the directory have in common. */
static void
append_common (GByteArray *out, guint32 sum, gsize packed, gsize size, gsize name_length)
{
  const struct { gsize value; int n_bytes; } fields[] = { { VERSION_NEEDED, 2 }, { 0, 2 }, { DEFLATED, 2 }, { 0, 2 }, { FIRST_DAY, 2 }, { sum, 4 }, { packed, 4 },
                                                          { size, 4 }, { name_length, 2 }, { 0, 2 } };

  for (guint k = 0; k < G_N_ELEMENTS (fields); k++)
    append_number (out, (guint32) fields[k].value, fields[k].n_bytes);
}

void
model_code_zip_add (ModelCodeZip *zip, const char *name, gconstpointer data, gsize size)
{
  GByteArray *packed = deflate (data, size);
  const guint32 sum = checksum (data, size), offset = zip->files->len;
  const gsize length = strlen (name);

  append_number (zip->files, 0x04034b50, 4);
  append_common (zip->files, sum, packed->len, size, length);
  g_byte_array_append (zip->files, (const guint8 *) name, (guint) length);
  g_byte_array_append (zip->files, packed->data, packed->len);
  append_number (zip->directory, 0x02014b50, 4);
  append_number (zip->directory, MADE_BY_UNIX, 2);
  append_common (zip->directory, sum, packed->len, size, length);
  append_number (zip->directory, 0, 4);
  append_number (zip->directory, 0, 2);
  append_number (zip->directory, REGULAR_FILE << 16, 4);
  append_number (zip->directory, offset, 4);
  g_byte_array_append (zip->directory, (const guint8 *) name, (guint) length);
  zip->n_files++;
  g_byte_array_unref (packed);
}

GBytes *
model_code_zip_finish (ModelCodeZip *zip)
{
  GByteArray *out = zip->files;
  const guint32 place = out->len, size = zip->directory->len;

  g_byte_array_append (out, zip->directory->data, size);
  append_number (out, 0x06054b50, 4);
  append_number (out, 0, 4);
  append_number (out, (guint32) zip->n_files, 2);
  append_number (out, (guint32) zip->n_files, 2);
  append_number (out, size, 4);
  append_number (out, place, 4);
  append_number (out, 0, 2);
  g_byte_array_unref (zip->directory);
  g_free (zip);
  return g_byte_array_free_to_bytes (out);
}

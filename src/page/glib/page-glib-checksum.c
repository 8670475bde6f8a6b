/* SHA-256 (FIPS 180-4). It identifies the tables of a model. */
#include <glib.h>

struct GChecksum
{
  guint32 state[8];
  guint8 block[64];
  guint64 n_bytes;
  char digits[65];
};

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const guint32 constants[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
  0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
  0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
  0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
  0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
  0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static guint32
rotate (guint32 x, int n)
{
  return x >> n | x << (32 - n);
}

static void
add_block (GChecksum *checksum)
{
  guint32 w[64], s[8];

  for (int k = 0; k < 16; k++)
    w[k] = (guint32)checksum->block[4 * k] << 24 | (guint32)checksum->block[4 * k + 1] << 16 | (guint32)checksum->block[4 * k + 2] << 8
           | checksum->block[4 * k + 3];
  for (int k = 16; k < 64; k++)
    w[k] = w[k - 16] + (rotate (w[k - 15], 7) ^ rotate (w[k - 15], 18) ^ w[k - 15] >> 3) + w[k - 7]
           + (rotate (w[k - 2], 17) ^ rotate (w[k - 2], 19) ^ w[k - 2] >> 10);
  memcpy (s, checksum->state, sizeof s);
  for (int k = 0; k < 64; k++)
    {
      guint32 a =
          s[7] + (rotate (s[4], 6) ^ rotate (s[4], 11) ^ rotate (s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + constants[k] + w[k];
      guint32 b = (rotate (s[0], 2) ^ rotate (s[0], 13) ^ rotate (s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));

      memmove (s + 1, s, 7 * sizeof *s);
      s[4] += a;
      s[0] = a + b;
    }
  for (int k = 0; k < 8; k++)
    checksum->state[k] += s[k];
}

GChecksum *
g_checksum_new (GChecksumType type)
{
  static const guint32 start[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
  GChecksum *checksum = g_new0 (GChecksum, 1);

  memcpy (checksum->state, start, sizeof start);
  return checksum;
}

void
g_checksum_update (GChecksum *checksum, const guchar *data, gssize length)
{
  gsize n = length < 0 ? strlen ((const char *)data) : (gsize)length;

  for (gsize k = 0; k < n; k++)
    {
      checksum->block[checksum->n_bytes++ % 64] = data[k];
      if (checksum->n_bytes % 64 == 0)
        add_block (checksum);
    }
}

const char *
g_checksum_get_string (GChecksum *checksum)
{
  guint64 bits = checksum->n_bytes * 8;
  guint8 byte = 0x80;

  if (checksum->digits[0] != '\0')
    return checksum->digits;
  g_checksum_update (checksum, &byte, 1);
  for (byte = 0; checksum->n_bytes % 64 != 56;)
    g_checksum_update (checksum, &byte, 1);
  for (int k = 7; k >= 0; k--)
    {
      byte = (guint8)(bits >> 8 * k);
      g_checksum_update (checksum, &byte, 1);
    }
  for (int k = 0; k < 8; k++)
    snprintf (checksum->digits + 8 * k, 9, "%08x", checksum->state[k]);
  return checksum->digits;
}

void
g_checksum_free (GChecksum *checksum)
{
  g_free (checksum);
}

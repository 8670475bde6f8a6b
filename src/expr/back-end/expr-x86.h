/* Encodes instructions of x86-64 with AVX and FMA as bytes. The source is the Intel
 * 64 and IA-32 Architectures Software Developer's Manual, vol. 2, section 2.3 (the VEX prefix)
 * and the pages of the instructions. */
#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/* Numbers of general registers. The registers that are used as base registers need no SIB byte. */
enum
{
  EXPR_X86_RAX = 0,
  EXPR_X86_RCX = 1,
  EXPR_X86_RDX = 2,
  EXPR_X86_RBX = 3,
  EXPR_X86_RBP = 5,
  EXPR_X86_RSI = 6,
  EXPR_X86_RDI = 7,
  EXPR_X86_R8 = 8,
  EXPR_X86_R13 = 13,
  EXPR_X86_R14 = 14,
  EXPR_X86_R15 = 15
};

/* Packs the parts of a vector instruction into a number: prefix pp (1: 66, 3: F2) plus 4 for operands of 32 bytes, opcode map (1: 0F, 2: 0F38,
 * 3: 0F3A), bit W, opcode. */
#define EXPR_X86(pp, map, w, opcode) ((guint32) (pp) << 24 | (guint32) (map) << 16 | (guint32) (w) << 8 | (guint32) (opcode))
enum
{
  EXPR_X86_ADD = EXPR_X86 (3, 1, 0, 0x58),
  EXPR_X86_MUL = EXPR_X86 (3, 1, 0, 0x59),
  EXPR_X86_SUB = EXPR_X86 (3, 1, 0, 0x5c),
  EXPR_X86_DIV = EXPR_X86 (3, 1, 0, 0x5e),
  EXPR_X86_SQRT = EXPR_X86 (3, 1, 0, 0x51),
  EXPR_X86_MIN = EXPR_X86 (3, 1, 0, 0x5d), /* first = second < third ? second : third */
  EXPR_X86_MAX = EXPR_X86 (3, 1, 0, 0x5f), /* first = second > third ? second : third */
  EXPR_X86_LOAD = EXPR_X86 (3, 1, 0, 0x10),
  EXPR_X86_STORE = EXPR_X86 (3, 1, 0, 0x11),
  EXPR_X86_COMPARE = EXPR_X86 (3, 1, 0, 0xc2),
  EXPR_X86_MOVE = EXPR_X86 (1, 1, 0, 0x28),
  EXPR_X86_AND = EXPR_X86 (1, 1, 0, 0x54),
  EXPR_X86_XOR = EXPR_X86 (1, 1, 0, 0x57),
  EXPR_X86_BLEND = EXPR_X86 (1, 3, 0, 0x4b),
  EXPR_X86_FMA_213 = EXPR_X86 (1, 2, 1, 0xa9), /* first = first·second + third */
  EXPR_X86_FMA_231 = EXPR_X86 (1, 2, 1, 0xb9), /* first = second·third + first */
  EXPR_X86_FMS_213 = EXPR_X86 (1, 2, 1, 0xab),
  EXPR_X86_FMS_231 = EXPR_X86 (1, 2, 1, 0xbb),
  EXPR_X86_FNMA_213 = EXPR_X86 (1, 2, 1, 0xad),
  EXPR_X86_FNMA_231 = EXPR_X86 (1, 2, 1, 0xbd),
  EXPR_X86_FNMS_213 = EXPR_X86 (1, 2, 1, 0xaf),
  EXPR_X86_FNMS_231 = EXPR_X86 (1, 2, 1, 0xbf),
  EXPR_X86_LOAD_PAIR = EXPR_X86 (1, 1, 0, 0x10),
  EXPR_X86_LOAD_TWICE = EXPR_X86 (3, 1, 0, 0x12),   /* both halves of 16 bytes are the number in memory */
  EXPR_X86_LOAD_HIGH = EXPR_X86 (1, 1, 0, 0x16),    /* first = low half of second, number in memory */
  EXPR_X86_BROADCAST = EXPR_X86 (5, 2, 0, 0x19),    /* all four numbers are that in memory */
  EXPR_X86_INSERT = EXPR_X86 (5, 3, 0, 0x18),       /* replaces the half of second that an immediate byte tells by 16 bytes */
  EXPR_X86_EXTRACT = EXPR_X86 (5, 3, 0, 0x19),      /* third = the half of first that an immediate byte tells */
  EXPR_X86_UNPACK_HIGH = EXPR_X86 (1, 1, 0, 0x15)   /* first = high numbers of second and third */
};

/* Returns the instruction that does with four numbers what this one does with one. */
static inline guint32
expr_x86_wide (guint32 instruction)
{
  gboolean fuses = (instruction >> 16 & 0x1f) == 2;

  /* The prefix becomes 66; the opcodes of fused instructions for several numbers are one less. */
  return (instruction & 0x00ffffff) - (fuses ? 1 : 0) + 0x05000000;
}

/* Appends one byte of machine code. */
static inline void
expr_x86_byte (GByteArray *code, guint8 byte)
{
  g_byte_array_append (code, &byte, 1);
}

/* Appends n bytes of machine code. */
static inline void
expr_x86_bytes (GByteArray *code, const void *bytes, gsize n)
{
  g_byte_array_append (code, bytes, (guint) n);
}

/* Emits the three bytes of the VEX prefix and the opcode (Intel 64 Software
 * Developer's Manual, volume 2, section 2.3). rm is the number of the third
 * register, or of the base register of an operand in memory. */
static inline void
expr_x86_vex (GByteArray *code, guint32 instruction, int first, int second, int rm)
{
  guint8 head[4] = {
    0xc4,
    (guint8) ((first < 8 ? 0x80 : 0) | 0x40 | (rm < 8 ? 0x20 : 0) | (instruction >> 16 & 0x1f)),
    (guint8) ((instruction >> 8 & 1) << 7 | (~second & 15) << 3 | instruction >> 24),
    (guint8) instruction,
  };

  expr_x86_bytes (code, head, sizeof head);
}

/* Emits an instruction on the vector registers with these numbers. If the
 * instruction has two operands, second is 0. */
static inline void
expr_x86_registers (GByteArray *code, guint32 instruction, int first, int second, int third)
{
  expr_x86_vex (code, instruction, first, second, third);
  expr_x86_byte (code, (guint8) (0xc0 | (first & 7) << 3 | (third & 7)));
}

/* Emits an instruction whose third operand is in memory at base + offset. */
static inline void
expr_x86_memory (GByteArray *code, guint32 instruction, int first, int second, int base, gint32 offset)
{
  gboolean is_short = offset >= -128 && offset < 128;

  expr_x86_vex (code, instruction, first, second, base);
  expr_x86_byte (code, (guint8) ((is_short ? 0x40 : 0x80) | (first & 7) << 3 | (base & 7)));
  expr_x86_bytes (code, &offset, is_short ? 1 : 4);
}

/* Emits an instruction whose third operand is in memory at base + 8 rax + offset. */
static inline void
expr_x86_element (GByteArray *code, guint32 instruction, int first, int second, int base, gint32 offset)
{
  guint8 tail[2] = { (guint8) (0x84 | (first & 7) << 3), (guint8) (0xc0 | base) };

  expr_x86_vex (code, instruction, first, second, base);
  expr_x86_bytes (code, tail, sizeof tail);
  expr_x86_bytes (code, &offset, 4);
}

/* Emits an instruction whose third operand is a constant at the position `place` in the
 * same code. The address must be the last part of the instruction. */
static inline void
expr_x86_constant (GByteArray *code, guint32 instruction, int first, int second, guint place)
{
  gint32 offset;

  expr_x86_vex (code, instruction, first, second, 0);
  expr_x86_byte (code, (guint8) (0x05 | (first & 7) << 3));
  offset = (gint32) place - (gint32) (code->len + 4);
  expr_x86_bytes (code, &offset, 4);
}

/* Emits an instruction that sets one of the low eight general registers to a value. */
static inline void
expr_x86_set (GByteArray *code, int reg, guint64 value)
{
  expr_x86_byte (code, 0x48);
  expr_x86_byte (code, (guint8) (0xb8 | reg));
  expr_x86_bytes (code, &value, 8);
}

/* Emits an instruction that sets a general register to base + offset. */
static inline void
expr_x86_address (GByteArray *code, int reg, int base, gint32 offset)
{
  guint8 head[3] = { 0x48, 0x8d, (guint8) (0x80 | reg << 3 | base) };

  expr_x86_bytes (code, head, sizeof head);
  expr_x86_bytes (code, &offset, 4);
}

/* Emits an instruction that loads a general register from memory at base + offset, −128 ≤ offset < 128. */
static inline void
expr_x86_load_address (GByteArray *code, int reg, int base, int offset)
{
  guint8 bytes[4] = { (guint8) (0x48 | (reg < 8 ? 0 : 4) | (base < 8 ? 0 : 1)), 0x8b, (guint8) (0x40 | (reg & 7) << 3 | (base & 7)), (guint8) offset };

  expr_x86_bytes (code, bytes, sizeof bytes);
}

/* Emits a call of the function at `address`, through rax. */
static inline void
expr_x86_call (GByteArray *code, guint64 address)
{
  static const guint8 call[2] = { 0xff, 0xd0 };

  expr_x86_set (code, 0, address);
  expr_x86_bytes (code, call, sizeof call);
}

G_END_DECLS

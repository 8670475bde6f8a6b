/* Types, limits and macros of GLib. */
#pragma once

typedef int gboolean;
typedef char gchar;
typedef unsigned char guchar;
typedef short gshort;
typedef int gint;
typedef unsigned int guint;
typedef long glong;
typedef unsigned long gulong;
typedef int8_t gint8;
typedef uint8_t guint8;
typedef int16_t gint16;
typedef uint16_t guint16;
typedef int32_t gint32;
typedef uint32_t guint32;
typedef int64_t gint64;
typedef uint64_t guint64;
typedef uintptr_t guintptr;
typedef size_t gsize;
typedef ssize_t gssize;
typedef float gfloat;
typedef double gdouble;
typedef uint32_t gunichar;
typedef uint32_t GQuark;
typedef void *gpointer;
typedef const void *gconstpointer;
typedef char **GStrv;
typedef void (*GDestroyNotify) (gpointer data);
typedef guint (*GHashFunc) (gconstpointer key);
typedef gboolean (*GEqualFunc) (gconstpointer a, gconstpointer b);
typedef gint (*GCompareFunc) (gconstpointer a, gconstpointer b);

#define TRUE 1
#define FALSE 0
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define ABS(a) ((a) < 0 ? -(a) : (a))
#define CLAMP(x, low, high) ((x) > (high) ? (high) : (x) < (low) ? (low) : (x))
#define G_N_ELEMENTS(array) (sizeof (array) / sizeof ((array)[0]))
#define G_STRINGIFY(text) #text
#define G_MAXINT INT_MAX
#define G_MININT INT_MIN
#define G_MAXUINT UINT_MAX
#define G_MAXINT32 INT32_MAX
#define G_MAXUINT32 UINT32_MAX
#define G_MAXINT64 INT64_MAX
#define G_MININT64 INT64_MIN
#define G_MAXUINT64 UINT64_MAX
#define G_MAXSIZE SIZE_MAX
#define G_MAXDOUBLE DBL_MAX
#define G_MAXLONG LONG_MAX
#define G_GINT64_FORMAT "lld"
#define G_GUINT64_FORMAT "llu"
#define G_GSIZE_FORMAT "zu"
#define G_GINT64_CONSTANT(value) value##LL
#define G_GUINT64_CONSTANT(value) value##ULL
#define G_PI 3.1415926535897932384626433832795028841971693993751
#define G_PI_2 1.5707963267948966192313216916397514420985846996876
#define G_E 2.7182818284590452353602874713526624977572470937000
#define G_LN2 0.69314718055994530941723212145817656807550013436026
#define G_LN10 2.3025850929940456840179914546843642076011014886288
#define G_ASCII_DTOSTR_BUF_SIZE 39
#define GINT_TO_POINTER(value) ((gpointer)(intptr_t)(value))
#define GPOINTER_TO_INT(pointer) ((gint)(intptr_t)(pointer))
#define GUINT_TO_POINTER(value) ((gpointer)(uintptr_t)(value))
#define GPOINTER_TO_UINT(pointer) ((guint)(uintptr_t)(pointer))
#define GSIZE_TO_POINTER(value) ((gpointer)(gsize)(value))
#define GPOINTER_TO_SIZE(pointer) ((gsize)(pointer))

#define G_BEGIN_DECLS
#define G_END_DECLS
#define G_LIKELY(condition) __builtin_expect (!!(condition), 1)
#define G_UNLIKELY(condition) __builtin_expect (!!(condition), 0)
#define G_GNUC_UNUSED __attribute__ ((unused))
#define G_GNUC_NO_INLINE __attribute__ ((noinline))
#define G_GNUC_PRINTF(text, arguments) __attribute__ ((format (printf, text, arguments)))
#define G_GNUC_FORMAT(index) __attribute__ ((format_arg (index)))
#define G_GNUC_NORETURN __attribute__ ((noreturn))
#define G_GNUC_CONST __attribute__ ((const))
#define G_GNUC_FALLTHROUGH __attribute__ ((fallthrough))
#define G_STATIC_ASSERT(condition) _Static_assert(condition, #condition)
#define G_STRFUNC __func__
#define G_DIR_SEPARATOR_S "/"

/* Variables that are freed at the end of their block. */
#define G_DEFINE_AUTOPTR_CLEANUP_FUNC(Type, func)                                                                                          \
  static inline void page_auto_free_##Type (Type **place)                                                                                  \
  {                                                                                                                                        \
    if (*place != NULL)                                                                                                                    \
      func (*place);                                                                                                                       \
  }                                                                                                                                        \
  typedef Type *page_auto_##Type G_GNUC_UNUSED;
#define G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Type, func)                                                                                       \
  static inline void page_auto_clear_##Type (Type *place) { func (place); }
#define G_DEFINE_AUTO_CLEANUP_FREE_FUNC(Type, func, none)                                                                                  \
  static inline void page_auto_clear_##Type (Type *place)                                                                                  \
  {                                                                                                                                        \
    if (*place != none)                                                                                                                    \
      func (*place);                                                                                                                       \
  }
#define g_autoptr(Type) __attribute__ ((cleanup (page_auto_free_##Type))) page_auto_##Type
#define g_auto(Type) __attribute__ ((cleanup (page_auto_clear_##Type))) Type
#define g_autofree __attribute__ ((cleanup (page_auto_free)))
#define g_steal_pointer(place) ((__typeof__ (*(place)))page_steal_pointer (place))
#define g_clear_pointer(place, func)                                                                                                       \
  do                                                                                                                                       \
    {                                                                                                                                      \
      __typeof__ (*(place)) taken_ = *(place);                                                                                             \
      *(place) = NULL;                                                                                                                     \
      if (taken_ != NULL)                                                                                                                  \
        (func) (taken_);                                                                                                                   \
    }                                                                                                                                      \
  while (0)

/* Locks of a program with one thread. */
typedef int GMutex;
typedef GMutex GMutexLocker;
#define g_mutex_init(mutex) ((void)(mutex))
#define g_mutex_clear(mutex) ((void)(mutex))
#define g_mutex_lock(mutex) ((void)(mutex))
#define g_mutex_unlock(mutex) ((void)(mutex))
#define g_mutex_locker_new(mutex) (mutex)
#define g_mutex_locker_free(locker) ((void)(locker))
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GMutexLocker, g_mutex_locker_free)
#define g_once_init_enter(place) (*(place) == 0)
#define g_once_init_leave(place, value) (*(place) = (value))

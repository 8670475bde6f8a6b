/* The table of the kinds of questions. */
#include "wb-ask.h"

const WbAskKind *
wb_ask_kind (WbLessons *lessons)
{
  static const WbAskKind *const kinds[] = {
    [LAB_ASK_NOTHING] = NULL,
#define LAB_ASK(name, id) [LAB_ASK_##name] = &wb_ask_##id,
#include "lab-asks.def"
#undef LAB_ASK
  };

  return kinds[wb_lessons_page (lessons)->ask];
}

package dev.ropewalk.limit.permit;

import dev.ropewalk.base.CacheLinePadding;

/** The word of a {@link SlotWord}, between padding on both sides. */
abstract class SlotWordValue extends CacheLinePadding {
    volatile long word;
}

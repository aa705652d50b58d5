package dev.ropewalk.limit.permit;

import dev.ropewalk.limit.waiter.CacheLinePadding;

/** The word of a {@link SlotWord}, between padding on both sides. */
abstract class SlotWordValue extends CacheLinePadding {
    volatile long word;
}

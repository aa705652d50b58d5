package dev.ropewalk.task;

/** The word of a {@link SlotWord}, between padding on both sides. */
abstract class SlotWordValue extends CacheLinePadding {
    volatile long word;
}

package dev.ropewalk.channel;

import java.util.List;

/** What a parked thread waits for. It is the thread's park blocker, so a dump names it, and a {@link ProcessScope} finds it there. */
interface Wait {
    /** Returns the operation in words, such as {@code receive from orders}. */
    String operation();

    /** Returns the channels of which any may end this wait. */
    List<LockedChannel<?>> channels();

    /** Returns whether this wait may also end because its time is up. */
    boolean isTimed();

    /** Returns whether nobody has ended this wait; exact at the moment at which it is asked. */
    boolean isPending();

    /** Returns since when, as {@link Parking#now} tells the time, or 0 if that wasn't noted. */
    long since();
}

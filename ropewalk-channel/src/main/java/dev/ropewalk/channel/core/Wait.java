package dev.ropewalk.channel.core;

import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.scheduler.park.Parking;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a parked thread waits for. It is the thread's park blocker, so a snapshot names it, and a {@link ProcessScope} finds it there. */
public interface Wait {
    /** Returns the operation in words, such as {@code receive from orders}. */
    String operation();

    /** Returns the channels of which any may end this wait. */
    List<ChannelCore<?>> channels();

    /** Returns the innermost scope to which one of the channels belongs, or null if none does. */
    @Nullable
    ChannelScope scope();

    /** Returns what tells whether to spin before parking, or null if that can't pay. */
    @Nullable
    AdaptiveSpin spinning();

    /** Returns the thread that waits. */
    Thread thread();

    /** Returns whether the thread was woken; an acquire that belongs to the release of the thread that woke it. */
    boolean isWoken();

    /** Ends this wait because its thread gives up; returns false if it was ended already, so that the thread will be woken. */
    boolean withdraw();

    /** Returns whether this wait hasn't been ended; exact at the moment of the call. */
    boolean isPending();

    /** Notes when this wait begins, or 0, and whether it may end because its time is up. */
    void begin(long since, boolean timed);

    /** Returns since when, as {@link Parking#now} tells the time, or 0 if that wasn't noted. */
    long since();

    /** Returns whether this wait may also end because its time is up. */
    boolean isTimed();
}

package dev.ropewalk.journal.durability;

import dev.ropewalk.base.Durations;
import dev.ropewalk.journal.Durability;
import dev.ropewalk.scheduler.park.Parking;

/** When a durability wants a force that no waiter asks for. Positions and bytes are logical. */
record FlushPolicy(Durability durability) {
    static final long NEVER = Parking.FOREVER;

    /** Returns from how many bytes behind the watermark on a force is due. */
    long dueBytes() {
        return switch (durability) {
            case Durability.None _ -> NEVER;
            case Durability.Bytes(long bytes) -> bytes;
            case Durability.Interval _, Durability.Each _ -> 1;
        };
    }

    /** Returns the same for the time when the journal is closed. */
    long dueBytesAtEnd() {
        return durability instanceof Durability.None ? NEVER : 1;
    }

    /** Returns the end of the first append that a flusher must hear of that sleeps. */
    long wakeAt(long watermark) {
        return switch (durability) {
            case Durability.None _, Durability.Each _ -> NEVER;
            case Durability.Bytes(long bytes) -> watermark + bytes;
            case Durability.Interval _ -> 0;
        };
    }

    /** Returns how long after one round has begun the next one begins, without regard to what is appended; 0 if it doesn't. */
    long roundNanos() {
        return durability instanceof Durability.Interval(var interval) ? Durations.timeoutNanos(interval) : 0;
    }

    /** Returns whether an append waits for its force. */
    boolean appendsWait() {
        return durability instanceof Durability.Each;
    }
}

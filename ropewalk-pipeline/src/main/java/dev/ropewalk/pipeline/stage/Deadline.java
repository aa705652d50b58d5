package dev.ropewalk.pipeline.stage;

import dev.ropewalk.scheduler.park.Parking;

/** A moment by the clock of the calling code at which a wait is over, or never. */
public final class Deadline {
    private final boolean isNever;
    private final long end;

    private Deadline(boolean isNever, long end) {
        this.isNever = isNever;
        this.end = end;
    }

    /** Returns the moment in so many nanoseconds, zero or more; never if they are {@link Parking#FOREVER}, or centuries. */
    public static Deadline after(long nanos) {
        boolean isNever = nanos >= Long.MAX_VALUE / 2;
        return new Deadline(isNever, isNever ? 0 : Parking.now() + nanos);
    }

    /** Returns in how many nanoseconds it comes, zero or less if it has come, {@link Parking#FOREVER} if it never does. */
    public long left() {
        return isNever ? Parking.FOREVER : end - Parking.now();
    }
}

package dev.ropewalk.journal;

import java.time.Duration;
import java.util.Objects;

/**
 * When records are forced to the disk. A killed process loses nothing in any case: records are in the kernel's memory once
 * they are appended. What is not forced is lost when the machine stops.
 */
public sealed interface Durability {
    /** Returns the durability that leaves it to the kernel, except where the program asks by {@link Journal#force()}. */
    static Durability none() {
        return None.NONE;
    }

    /** Returns the durability that forces at the latest this long after a record was appended. */
    static Durability group(Duration interval) {
        return new Interval(interval);
    }

    /** Returns the durability that forces as soon as this many bytes were appended since the last time. */
    static Durability group(long bytes) {
        return new Bytes(bytes);
    }

    /** Returns the durability that lets each append return only when its record is durable; appends at the same time share a force. */
    static Durability each() {
        return Each.EACH;
    }

    /** See {@link #none()}. */
    enum None implements Durability {
        /** The only one. */
        NONE
    }

    /** See {@link #each()}. */
    enum Each implements Durability {
        /** The only one. */
        EACH
    }

    /**
     * See {@link #group(Duration)}.
     *
     * @param interval positive
     */
    record Interval(Duration interval) implements Durability {
        /** Checks it. */
        public Interval {
            Objects.requireNonNull(interval, "interval");
            if (interval.isNegative() || interval.isZero()) {
                throw new IllegalArgumentException("the interval between two forces must be positive, not " + interval);
            }
        }
    }

    /**
     * See {@link #group(long)}.
     *
     * @param bytes positive
     */
    record Bytes(long bytes) implements Durability {
        /** Checks it. */
        public Bytes {
            if (bytes <= 0) {
                throw new IllegalArgumentException("the bytes between two forces must be positive, not " + bytes);
            }
        }
    }
}

package dev.ropewalk.journal;

import dev.ropewalk.journal.format.SegmentLayout;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Which segments are deleted. Only segments that have ended are, oldest first, as long as a limit is passed. Immutable; each
 * method returns a changed retention.
 *
 * @param maxBytes the bytes of all segments together above which the oldest are deleted, at least one segment's; empty = any
 * @param maxAge how long ago a segment must have ended to be deleted for its age; empty = never
 * @param consumedOnly whether a segment stays until all named cursors are past it; without a limit on bytes or age it goes
 *     as soon as they are. While there is no named cursor, all stay
 */
public record Retention(OptionalLong maxBytes, Optional<Duration> maxAge, boolean consumedOnly) {
    private static final Retention ALL = new Retention(OptionalLong.empty(), Optional.empty(), false);

    /** Checks it. */
    public Retention {
        Objects.requireNonNull(maxBytes, "maxBytes");
        Objects.requireNonNull(maxAge, "maxAge");
        maxBytes.ifPresent(Retention::checkBytes);
        maxAge.ifPresent(Retention::checkAge);
    }

    private static void checkBytes(long bytes) {
        if (bytes < SegmentLayout.MIN_BYTES) {
            throw new IllegalArgumentException(
                    "retention keeps at least " + SegmentLayout.MIN_BYTES + " bytes, not " + bytes);
        }
    }

    private static void checkAge(Duration age) {
        if (age.isNegative() || age.isZero()) {
            throw new IllegalArgumentException("the age of what retention deletes must be positive, not " + age);
        }
    }

    /** Returns the retention that deletes nothing. */
    public static Retention keepAll() {
        return ALL;
    }

    /** Returns this with a limit on the bytes of all segments. */
    public Retention maxBytes(long bytes) {
        return new Retention(OptionalLong.of(bytes), maxAge, consumedOnly);
    }

    /** Returns this with a limit on the time since a segment ended. */
    public Retention maxAge(Duration age) {
        return new Retention(maxBytes, Optional.of(Objects.requireNonNull(age, "age")), consumedOnly);
    }

    /** Returns this with segments kept, or not, until all named cursors are past them. */
    public Retention consumedOnly(boolean value) {
        return new Retention(maxBytes, maxAge, value);
    }

    /** Returns whether there is anything that it deletes. */
    public boolean deletes() {
        return maxBytes.isPresent() || maxAge.isPresent() || consumedOnly;
    }
}

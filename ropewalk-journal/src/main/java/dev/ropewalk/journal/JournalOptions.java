package dev.ropewalk.journal;

import java.time.Duration;

/**
 * How a journal is opened. Immutable; each method returns changed options.
 *
 * @param segmentBytes size of a segment's file; counts only when the journal is created
 * @param durability when records are forced to the disk
 * @param claimTimeout how long a claim may stay open in a living process before somebody who waits behind it voids it
 * @param checkReads whether tailers check each record's CRC
 */
public record JournalOptions(long segmentBytes, Durability durability, Duration claimTimeout, boolean checkReads) {
    private static final JournalOptions DEFAULTS =
            new JournalOptions(64L << 20, Durability.none(), Duration.ofSeconds(10), true);

    /** Returns the options of a journal with segments of 64 MiB that leaves forcing to the kernel. */
    public static JournalOptions defaults() {
        return DEFAULTS;
    }

    /** Returns these with other segments. */
    public JournalOptions segmentBytes(long bytes) {
        return new JournalOptions(bytes, durability, claimTimeout, checkReads);
    }

    /** Returns these with another durability. */
    public JournalOptions durability(Durability other) {
        return new JournalOptions(segmentBytes, other, claimTimeout, checkReads);
    }
}

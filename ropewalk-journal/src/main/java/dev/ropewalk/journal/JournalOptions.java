package dev.ropewalk.journal;

import dev.ropewalk.base.Nulls;
import dev.ropewalk.journal.files.FilePermissions;
import dev.ropewalk.journal.files.JournalClock;
import dev.ropewalk.journal.format.Format;
import dev.ropewalk.journal.format.SegmentLayout;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * How a journal is opened. Immutable; each method returns changed options.
 *
 * @param segmentBytes size of a segment's file, a multiple of 4096 up to 1 GiB, by default 64 MiB; counts only when the journal is
 *     created. One segment ahead is always allocated, too
 * @param rollEvery how long a segment takes records at most, while this journal is open; empty = until it is full. See also
 *     {@link Journal#exclusiveAppender()}. Empty by default
 * @param retention which old segments this journal deletes while it is open; none by default
 * @param clock what rolling and retention take for the time; the system's by default
 * @param prefault whether pages are made present before they are used, 4 MiB ahead, which spares the first append to each page
 *     its fault; needs native access. True by default
 * @param durability when records are forced to the disk; by default the kernel decides, {@link Durability#none()}
 * @param claimTimeout how long a claim may stay open in a living process before a thread that waits behind it invalidates it; 10
 *     seconds by default
 * @param checkReads whether tailers check each record's CRC; true by default. Without that they still check each record's number in its
 *     segment, and that a batch's lengths fill it. So a damaged length or count is told at the next record at the latest, before
 *     records have wrong indices. But the damaged record itself is handed over: other bytes than its own, or a batch as one record
 * @param permissions of the lock file if this makes it, whatever the umask is; all files that are made later get those of the
 *     lock file, and directories that are made may be searched by users that may read the files. A user that may read the lock
 *     file can lock it, too, and so hold up recovery. Ignored by systems without POSIX permissions
 * @param format of the journal's files, 1 or 2; counts only when the journal is created, see {@link Journal#upgrade}. By default the
 *     newest, 2, in which a batch takes less space and time; libraries that know format 1 alone refuse it
 * @param create whether the journal is created, with its directory and those above, if there is none; true by default. Without that a
 *     mistyped path or a disk that isn't mounted is an error, not an empty journal
 */
public record JournalOptions(
        long segmentBytes,
        Optional<Duration> rollEvery,
        Retention retention,
        InstantSource clock,
        boolean prefault,
        Durability durability,
        Duration claimTimeout,
        boolean checkReads,
        Set<PosixFilePermission> permissions,
        int format,
        boolean create) {
    private static final JournalOptions DEFAULTS = new JournalOptions(
            64L << 20,
            Optional.empty(),
            Retention.keepAll(),
            JournalClock.INSTANCE,
            true,
            Durability.none(),
            Duration.ofSeconds(10),
            true,
            FilePermissions.OWNERS,
            Format.NEWEST,
            true);

    /** Checks them. */
    public JournalOptions {
        Objects.requireNonNull(rollEvery, "rollEvery");
        Objects.requireNonNull(retention, "retention");
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(durability, "durability");
        Objects.requireNonNull(claimTimeout, "claimTimeout");
        permissions = Nulls.copy(permissions, "permissions");
        SegmentLayout.checkBytes(segmentBytes);
        Format.check(format);
        rollEvery.ifPresent(every -> checkPositive("the time after which segments roll", every));
        checkPositive("the time-out of claims", claimTimeout);
        if (!permissions.containsAll(FilePermissions.OWNERS)) {
            throw new IllegalArgumentException(
                    "the owner of a journal's files must be permitted to read and write them, unlike " + permissions);
        }
    }

    private static void checkPositive(String what, Duration duration) {
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(what + " must be positive, not " + duration);
        }
    }

    /** Returns the options of a journal with segments of 64 MiB that deletes nothing and leaves forcing to the kernel. */
    public static JournalOptions defaults() {
        return DEFAULTS;
    }

    /** Returns these with other segments. */
    public JournalOptions segmentBytes(long bytes) {
        return new JournalOptions(
                bytes,
                rollEvery,
                retention,
                clock,
                prefault,
                durability,
                claimTimeout,
                checkReads,
                permissions,
                format,
                create);
    }

    /** Returns these with segments that end after this time at the latest, if they hold records. */
    public JournalOptions rollEvery(Duration rollEvery) {
        return new JournalOptions(
                segmentBytes,
                Optional.of(Objects.requireNonNull(rollEvery, "rollEvery")),
                retention,
                clock,
                prefault,
                durability,
                claimTimeout,
                checkReads,
                permissions,
                format,
                create);
    }

    /** Returns these with another retention. */
    public JournalOptions retention(Retention retention) {
        return new JournalOptions(
                segmentBytes,
                rollEvery,
                retention,
                clock,
                prefault,
                durability,
                claimTimeout,
                checkReads,
                permissions,
                format,
                create);
    }

    /** Returns these with another clock. */
    public JournalOptions clock(InstantSource clock) {
        return new JournalOptions(
                segmentBytes,
                rollEvery,
                retention,
                clock,
                prefault,
                durability,
                claimTimeout,
                checkReads,
                permissions,
                format,
                create);
    }

    /** Returns these with pages made present ahead or not. */
    public JournalOptions prefault(boolean ahead) {
        return new JournalOptions(
                segmentBytes,
                rollEvery,
                retention,
                clock,
                ahead,
                durability,
                claimTimeout,
                checkReads,
                permissions,
                format,
                create);
    }

    /** Returns these with another durability. */
    public JournalOptions durability(Durability durability) {
        return new JournalOptions(
                segmentBytes,
                rollEvery,
                retention,
                clock,
                prefault,
                durability,
                claimTimeout,
                checkReads,
                permissions,
                format,
                create);
    }

    /** Returns these with another time-out of claims. */
    public JournalOptions claimTimeout(Duration claimTimeout) {
        return new JournalOptions(
                segmentBytes,
                rollEvery,
                retention,
                clock,
                prefault,
                durability,
                claimTimeout,
                checkReads,
                permissions,
                format,
                create);
    }

    /** Returns these with tailers that check CRCs or don't. */
    public JournalOptions checkReads(boolean check) {
        return new JournalOptions(
                segmentBytes,
                rollEvery,
                retention,
                clock,
                prefault,
                durability,
                claimTimeout,
                check,
                permissions,
                format,
                create);
    }

    /** Returns these with other permissions of a journal's files. By default only the owner may read and write them. */
    public JournalOptions permissions(Set<PosixFilePermission> permissions) {
        return new JournalOptions(
                segmentBytes,
                rollEvery,
                retention,
                clock,
                prefault,
                durability,
                claimTimeout,
                checkReads,
                permissions,
                format,
                create);
    }

    /** Returns these with another format of a journal that is created. */
    public JournalOptions format(int format) {
        return new JournalOptions(
                segmentBytes,
                rollEvery,
                retention,
                clock,
                prefault,
                durability,
                claimTimeout,
                checkReads,
                permissions,
                format,
                create);
    }

    /** Returns these with leave to create the journal or without: then {@link Journal#open} refuses if there is none. */
    public JournalOptions create(boolean create) {
        return new JournalOptions(
                segmentBytes,
                rollEvery,
                retention,
                clock,
                prefault,
                durability,
                claimTimeout,
                checkReads,
                permissions,
                format,
                create);
    }
}

package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Several writer processes on one journal, killed at random moments and started again, while this process reads and checks.
 * Now and then all are killed, this process closes the journal, too, and the next opening has to recover it.
 */
final class KillLoop implements AutoCloseable {
    private static final int POLLED = 4096;
    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(500);
    private static final long READ_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);

    private static final int OWN_LIFE = -1;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Dead(int life, long[] acknowledged) {}

    private final KillPlace place;
    private final CrashPlan plan;
    private final List<Victim> victims = new ArrayList<>();
    private final List<Dead> all = new ArrayList<>();
    private final Queue<Dead> unchecked = new ArrayDeque<>();

    private final byte[] bytes = new byte[CrashPlan.MAX_LENGTH];

    private Optional<KilledReaders> readers = Optional.empty();

    private int reopened;
    private Journal journal;
    private Appender appender;
    private Tailer tailer;
    private PrefixCheck check;
    private int lives;
    private int own;
    private long progressed = System.nanoTime();

    KillLoop(KillPlace place, CrashPlan plan) {
        this.place = place;
        this.plan = plan;
        this.check = new PrefixCheck(plan);
        this.journal = Journal.open(place.journal(), CrashOptions.of(plan, OWN_LIFE));
        this.appender = journal.appender();
        this.tailer = journal.tailer();
    }

    /** Returns the records that were read so far. */
    long records() {
        return check.records();
    }

    /** Has records read by a named cursor, too, and its readers killed. */
    void startReaders() {
        readers = Optional.of(new KilledReaders(place));
    }

    /** Kills so many, the last ones all at the same time, and checks in between. */
    void kill(int kills) throws IOException {
        kill(kills, place);
    }

    /** Kills so many writers that take the exclusive appender in turn. */
    void killExclusive(int kills) throws IOException {
        appender.close();
        kill(kills, place.manner(CrashWriter.EXCLUSIVE));
        appender = journal.appender();
    }

    private void kill(int kills, KillPlace where) throws IOException {
        int target = all.size() + kills;
        while (all.size() + victims.size() < target || !victims.stream().allMatch(Victim::isWriting)) {
            if (victims.size() < where.writers() && all.size() + victims.size() < target) {
                victims.add(new Victim(where, plan, lives++));
            }
            for (Victim victim : List.copyOf(victims)) {
                if (victim.step()) {
                    bury(victim);
                }
            }
            read();
        }
        readers.ifPresent(KilledReaders::killAndStartNext);
        victims.forEach(Victim::kill);
        List.copyOf(victims).forEach(this::bury);
    }

    private void bury(Victim victim) {
        var dead = new Dead(victim.life(), victim.end());
        victim.close();
        victims.remove(victim);
        all.add(dead);
        unchecked.add(dead);
    }

    private void read() {
        int read = tailer.poll(check, POLLED);
        if (read < POLLED) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        long now = System.nanoTime();
        if (read > 0 || unchecked.isEmpty()) {
            progressed = now;
        } else if (now - progressed > READ_LIMIT_NANOS) {
            throw new AssertionError("the reader is stuck before index " + check.next() + ", but life "
                    + unchecked.element().life() + " has acknowledged "
                    + PrefixCheck.highest(unchecked.element().acknowledged()) + "; -Dropewalk.stress.seed="
                    + plan.seed());
        }
        while (!unchecked.isEmpty() && PrefixCheck.highest(unchecked.element().acknowledged()) < check.next()) {
            checkNext();
        }
    }

    private void checkNext() {
        Dead dead = unchecked.remove();
        check.checkLife(dead.life(), dead.acknowledged());
    }

    /** Reads and checks all that the dead have left: all that comes before a record that this process appends. */
    void settle() {
        long end = appendOwn();
        while (check.next() <= end) {
            read();
        }
        while (!unchecked.isEmpty()) {
            checkNext();
        }
    }

    private long appendOwn() {
        while (true) {
            try {
                return appender.append(bytes, 0, plan.write(bytes, OWN_LIFE, own++));
            } catch (ClaimInvalidatedException e) {
                // This process may sleep, too, for longer than the time-out of claims.
            }
        }
    }

    /** Compares what was read with what is in the files: an index without a record must be of an invalidated claim. */
    void compareWithFiles() throws IOException {
        SegmentScan scan = SegmentScan.of(place.journal());
        assertThat(check.records()).isEqualTo(scan.records());
        assertThat(check.gaps()).isEqualTo(scan.invalidated());
        VerificationReport report = Journal.verify(place.journal());
        assertThat(report).matches(VerificationReport::isIntact);
        assertThat(report.records()).isEqualTo(scan.records());
    }

    /**
     * Closes the journal after kills and opens it again, with no other process there, and checks all from the first record on.
     */
    void reopen() {
        readers.ifPresent(KilledReaders::kill);
        journal.close();
        // So there are kills in both formats, and records of both in one journal.
        if (++reopened == 1 + (plan.seed() & 1)) {
            assertThat(Journal.upgrade(place.journal())).isTrue();
        }
        journal = Journal.open(place.journal(), CrashOptions.of(plan, OWN_LIFE));
        assertThat(journal.recovery()).isPresent();
        appender = journal.appender();
        tailer = journal.tailer();
        check = new PrefixCheck(plan);
        unchecked.addAll(all);
        settle();
        readers.ifPresent(all -> {
            all.check(check.indices());
            all.startNext();
        });
    }

    @Override
    public void close() {
        try {
            victims.forEach(Victim::close);
            readers.ifPresent(KilledReaders::close);
        } finally {
            journal.close();
        }
    }
}

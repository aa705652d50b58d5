package dev.ropewalk.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Several writer processes on one journal, killed at random moments and started again, while this process reads and checks.
 * Now and then all are killed, this process closes the journal, too, and the next opening has to recover it.
 */
final class KillLoop implements AutoCloseable {
    private static final int WRITERS = 4;
    private static final int POLLED = 4096;
    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
    private static final long READ_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Dead(int life, long[] acknowledged) {}

    private final Path folder;
    private final CrashPlan plan;
    private final String manner;
    private final List<Victim> victims = new ArrayList<>();
    private final List<Dead> all = new ArrayList<>();
    private final Queue<Dead> unchecked = new ArrayDeque<>();

    private Journal journal;
    private Tailer tailer;
    private PrefixCheck check;
    private int lives;
    private long progressed = System.nanoTime();

    KillLoop(Path folder, CrashPlan plan, String manner) {
        this.folder = folder;
        this.plan = plan;
        this.manner = manner;
        this.journal = Journal.open(directory(), CrashOptions.of(plan, -1));
        this.tailer = journal.tailer();
        this.check = new PrefixCheck(plan);
    }

    Path directory() {
        return folder.resolve("journal");
    }

    /** Returns the records that were read so far. */
    long records() {
        return check.records();
    }

    /** Kills so many, then all, and checks all that they have left. */
    void kill(int kills) throws IOException {
        int target = all.size() + kills;
        while (all.size() + victims.size() < target || !victims.isEmpty()) {
            while (victims.size() < WRITERS && all.size() + victims.size() < target) {
                victims.add(new Victim(folder, directory(), plan, lives++, manner));
            }
            for (Victim victim : List.copyOf(victims)) {
                if (victim.step()) {
                    bury(victim);
                }
            }
            read();
        }
        settle();
    }

    /** Kills all at the same time. */
    void killAll() {
        victims.forEach(Victim::kill);
        for (Victim victim : List.copyOf(victims)) {
            bury(victim);
        }
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
        long now = System.nanoTime();
        if (read > 0 || unchecked.isEmpty()) {
            progressed = now;
        } else if (now - progressed > READ_LIMIT_NANOS) {
            Dead dead = unchecked.element();
            throw new AssertionError("the reader is stuck before index " + check.next() + ", but life " + dead.life()
                    + " has acknowledged " + PrefixCheck.highest(dead.acknowledged()) + "; -Dropewalk.stress.seed="
                    + plan.seed());
        } else {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        while (!unchecked.isEmpty() && PrefixCheck.highest(unchecked.element().acknowledged()) < check.next()) {
            Dead dead = unchecked.remove();
            check.checkLife(dead.life(), dead.acknowledged());
        }
    }

    /** Reads and checks until nothing is left to check. */
    private void settle() {
        while (!unchecked.isEmpty()) {
            read();
        }
    }

    /** Closes the journal and opens it again, with nobody else there, and checks all from the first record on. */
    void reopen() {
        tailer.close();
        journal.close();
        journal = Journal.open(directory(), CrashOptions.of(plan, -1));
        tailer = journal.tailer();
        check = new PrefixCheck(plan);
        unchecked.addAll(all);
        settle();
    }

    @Override
    public void close() {
        victims.forEach(Victim::close);
        tailer.close();
        journal.close();
    }
}

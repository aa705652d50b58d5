package dev.ropewalk.cpu.reserve;

import dev.ropewalk.cpu.CpuHolder;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.cpu.ReservationUnavailableException;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which CPUs are taken, by the kernel's locks on a file that all processes share: byte i is CPU i. One instance for each
 * directory in a JVM.
 *
 * <p><b>Why no CPU has two holders.</b> The holder of a CPU holds the exclusive lock on its byte: between processes the
 * kernel sees to that, and within this JVM the table of locks that the JDK keeps for all channels. Nothing is checked first
 * and then acted upon: taking the lock is the check. {@link LockFile} argues why a lock isn't lost while its holder lives;
 * and when it dies, however it does, the kernel releases it. Process numbers play no part, so that it doesn't matter if
 * every process is number 1 of its container.
 *
 * <p><b>Why a free CPU isn't missed.</b> Several CPUs are locked one by one, and looking at a CPU is locking it for a moment, so
 * that two processes that do that at once could get in each other's way and both give up. Therefore each first locks one more
 * byte, the gate. It is a courtesy: a process that doesn't get it within a second, because its holder is stopped, goes on
 * without, which can at worst make a free CPU look taken.
 */
public final class CpuLocks {
    private static final String FILE = "ropewalk-cpus.lock";
    private static final long GATE = CpuSet.MAX_CPU + 1L;
    public static final long GATE_WAIT_NANOS = 1_000_000_000;
    private static final long GATE_POLL_NANOS = 20_000;

    private static final Map<Path, CpuLocks> BY_DIRECTORY = new HashMap<>();

    private final Path path;
    private final HolderNotes notes;
    private final Map<Integer, FileLock> held = new HashMap<>();
    private @Nullable LockFile file;

    private CpuLocks(Path directory) {
        this.path = directory.resolve(FILE);
        this.notes = new HolderNotes(directory.resolve("ropewalk-cpus.txt"));
    }

    /** Returns the locks of a directory, which is created if it's missing. */
    public static CpuLocks in(Path directory) {
        try {
            Path real = (Files.isDirectory(directory) ? directory : Files.createDirectories(directory)).toRealPath();
            synchronized (BY_DIRECTORY) {
                return BY_DIRECTORY.computeIfAbsent(real, CpuLocks::new);
            }
        } catch (IOException e) {
            throw unavailable(directory, e);
        }
    }

    /**
     * Takes CPUs, all or none of those chosen.
     *
     * @param choice given the CPUs that are taken, answers those to take, none of them taken; or none, to give up
     * @param name what they are taken for
     * @return what was chosen, or none
     */
    public synchronized List<CpuSet> take(Function<CpuSet, List<CpuSet>> choice, String name) {
        try {
            while (true) {
                LockFile current = current();
                FileLock gate = gate(current);
                try {
                    List<CpuSet> chosen = takeFrom(current, choice);
                    CpuSet cpus = CpuChoice.union(chosen);
                    if (stands(cpus, current)) {
                        notes.write(cpus, name);
                        return chosen;
                    }
                } finally {
                    release(gate);
                }
            }
        } catch (IOException e) {
            throw unavailable(path, e);
        }
    }

    /** Returns whether locks count; unlocks the CPUs if they don't, because others use another file by now. */
    private boolean stands(CpuSet cpus, LockFile current) throws IOException {
        boolean stands = false;
        try {
            stands = current.isCurrent();
        } finally {
            if (!stands) {
                unlock(cpus);
            }
        }
        return stands;
    }

    private List<CpuSet> takeFrom(LockFile current, Function<CpuSet, List<CpuSet>> choice) throws IOException {
        CpuSet taken = taken(current);
        while (true) {
            List<CpuSet> chosen = choice.apply(taken);
            CpuSet cpus = CpuChoice.union(chosen);
            CpuSet locked = lock(current, cpus);
            if (locked.equals(cpus)) {
                return chosen;
            }
            unlock(locked);
            taken = taken.union(CpuSet.of(cpus.minus(locked).first()));
        }
    }

    /** Locks CPUs up to the first that can't be; returns the locked ones. */
    private CpuSet lock(LockFile current, CpuSet cpus) throws IOException {
        var locked = new BitSet();
        try {
            for (int cpu : cpus.toArray()) {
                FileLock lock = current.tryLock(cpu, 1, false);
                if (lock == null) {
                    break;
                }
                held.put(cpu, lock);
                locked.set(cpu);
            }
        } catch (IOException e) {
            unlock(CpuSet.ofMask(locked.toLongArray()));
            throw e;
        }
        return CpuSet.ofMask(locked.toLongArray());
    }

    /** Gives back CPUs that were taken here. */
    public synchronized void giveBack(CpuSet cpus) {
        notes.clear(cpus);
        try {
            unlock(cpus);
        } catch (IOException e) {
            throw unavailable(path, e);
        }
    }

    private void unlock(CpuSet cpus) throws IOException {
        for (int cpu : cpus.toArray()) {
            release(held.remove(cpu));
        }
    }

    /** Returns who holds CPUs by a directory, in the order of their lowest. Creates nothing there. */
    public static List<CpuHolder> holders(Path directory) {
        return Files.exists(directory.resolve(FILE)) ? in(directory).holders() : List.of();
    }

    private synchronized List<CpuHolder> holders() {
        try {
            LockFile current = current();
            FileLock gate = gate(current);
            try {
                return notes.holders(taken(current));
            } finally {
                release(gate);
            }
        } catch (IOException e) {
            throw unavailable(path, e);
        }
    }

    /** Returns the CPUs that this or another process holds. */
    private CpuSet taken(LockFile current) throws IOException {
        var taken = new BitSet();
        held.keySet().forEach(taken::set);
        findLocked(current, 0, CpuSet.MAX_CPU + 1, taken);
        return CpuSet.ofMask(taken.toLongArray());
    }

    /** Finds the locked bytes by halves: a part that can be locked as a whole has none. */
    private static void findLocked(LockFile current, int first, int count, BitSet found) throws IOException {
        FileLock probe = current.tryLock(first, count, true);
        if (probe != null) {
            probe.release();
        } else if (count == 1) {
            found.set(first);
        } else {
            findLocked(current, first, count / 2, found);
            findLocked(current, first + count / 2, count - count / 2, found);
        }
    }

    private LockFile current() throws IOException {
        LockFile current = file;
        if (current == null || !current.isCurrent()) {
            current = LockFile.open(path);
            file = current;
        }
        return current;
    }

    /** Waits for the gate; returns null if it took too long. */
    private static @Nullable FileLock gate(LockFile current) throws IOException {
        long start = System.nanoTime();
        boolean interrupted = false;
        try {
            while (true) {
                FileLock gate = current.tryLock(GATE, 1, false);
                if (gate != null || System.nanoTime() - start > GATE_WAIT_NANOS) {
                    return gate;
                }
                interrupted |= Thread.interrupted();
                LockSupport.parkNanos(GATE_POLL_NANOS);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void release(@Nullable FileLock lock) throws IOException {
        if (lock != null) {
            lock.release();
        }
    }

    private static ReservationUnavailableException unavailable(Path path, IOException cause) {
        return new ReservationUnavailableException("CPUs can't be reserved by locks in " + path + ": " + cause, cause);
    }
}

package dev.ropewalk.lab.bugs;

import dev.ropewalk.sim.catalogue.PlantedBug;
import dev.ropewalk.sim.catalogue.ThreadProgram;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;

/**
 * A process in which Lincheck's model checking looks for a planted bug, once. It prints one line: {@code found}, runs and
 * milliseconds, or {@code missed} and runs, or {@code refused} and why.
 */
final class LincheckProgram {
    /** Lincheck gives up after so many runs; it is never asked for more than a search's time allows. */
    private static final int MOST_RUNS = 1_000_000;

    private static final double NANOS_PER_MILLI = 1e6;

    private LincheckProgram() {}

    /**
     * Runs the program.
     *
     * @param args the label of the bug, whether it is mended, and how many milliseconds the search may take
     */
    static void main(String[] args) {
        PlantedBug bug = PlantedBugs.bug(args[0]);
        ThreadProgram program = bug.onThreads().orElseThrow();
        boolean mended = Boolean.parseBoolean(args[1]);
        // Lincheck gives objects and fields the values back that they had before a run: what counts runs is no object
        // of it.
        ByteBuffer completed = ByteBuffer.allocateDirect(Long.BYTES);
        long limitNanos = Long.parseLong(args[2]) * 1_000_000;
        Thread.ofPlatform().daemon().name("lab-limit").start(() -> endAfter(limitNanos, completed));
        long begin = System.nanoTime();
        try {
            Lincheck.runConcurrentTest(MOST_RUNS, () -> runOnce(program, mended, completed));
            tell("missed " + completed.getLong(0));
        } catch (LincheckAssertionError e) {
            // A failed run is the one after those that were completed; Lincheck repeats no other one.
            tell("found " + (completed.getLong(0) + 1) + " " + (System.nanoTime() - begin) / NANOS_PER_MILLI);
        } catch (RuntimeException | LinkageError e) {
            tell("refused " + String.valueOf(e).lines().findFirst().orElse(""));
        }
    }

    private static void runOnce(ThreadProgram program, boolean mended, ByteBuffer completed) {
        try {
            program.run(new PlainThreads(), mended);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        completed.putLong(0, completed.getLong(0) + 1);
    }

    private static void endAfter(long limitNanos, ByteBuffer completed) {
        long end = System.nanoTime() + limitNanos;
        for (long left = limitNanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        tell("missed " + completed.getLong(0));
    }

    private static synchronized void tell(String line) {
        System.out.println(line);
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }
}

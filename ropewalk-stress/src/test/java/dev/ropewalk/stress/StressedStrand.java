package dev.ropewalk.stress;

import dev.ropewalk.scheduler.Strand;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A strand under stress, and what its tasks note in plain fields: they are right only if the tasks run one after the other
 * and each sees what the one before wrote. It is a submitter, too: its tasks submit to others.
 */
final class StressedStrand {
    private static final VarHandle INSIDE;

    static {
        try {
            INSIDE = MethodHandles.lookup().findVarHandle(StressedStrand.class, "inside", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Strand strand;
    final StrandSubmitter submitter;

    private final long[] lastFrom;
    private long runs;
    private long checksum;

    @SuppressWarnings("UnusedVariable") // accessed through INSIDE, opaque so that it orders nothing
    private boolean inside;

    StressedStrand(Strand strand, StrandSubmitter submitter, int submitters) {
        this.strand = strand;
        this.submitter = submitter;
        this.lastFrom = new long[submitters];
    }

    /** Begins a task; throws if another one runs, or if one was left out or overtaken. */
    void begin(int from, long number) {
        if ((boolean) INSIDE.getOpaque(this)) {
            throw new IllegalStateException("two tasks at once in " + strand);
        }
        INSIDE.setOpaque(this, true);
        if (number != lastFrom[from] + 1) {
            throw new IllegalStateException("task " + number + " of submitter " + from + " came after its task "
                    + lastFrom[from] + " in " + strand);
        }
        lastFrom[from] = number;
        runs++;
        checksum += StrandSubmitter.mix(from, number);
    }

    void end() {
        INSIDE.setOpaque(this, false);
    }

    long runs() {
        return runs;
    }

    long checksum() {
        return checksum;
    }
}

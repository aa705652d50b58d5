package dev.ropewalk.stress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;

/**
 * What a strand or an actor notes of what it runs, in plain fields: they are right only if it runs one thing after the other
 * and each sees what the one before wrote.
 */
final class Diary {
    private static final VarHandle INSIDE;

    static {
        try {
            INSIDE = MethodHandles.lookup().findVarHandle(Diary.class, "inside", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final String owner;
    private final long[] lastFrom;
    private long runs;
    private long checksum;

    @SuppressWarnings("UnusedVariable") // accessed through INSIDE, opaque so that it orders nothing
    private boolean inside;

    Diary(String owner, int submitters) {
        this.owner = owner;
        this.lastFrom = new long[submitters];
    }

    /** Notes a beginning; throws if something else runs, or if something was left out or overtaken. */
    void begin(int from, long number) {
        if ((boolean) INSIDE.getOpaque(this)) {
            throw new IllegalStateException("two at once in " + owner);
        }
        INSIDE.setOpaque(this, true);
        if (number != lastFrom[from] + 1) {
            throw new IllegalStateException("number " + number + " of submitter " + from + " came after its number "
                    + lastFrom[from] + " in " + owner);
        }
        lastFrom[from] = number;
        runs++;
        checksum += Submitter.mix(from, number);
    }

    void end() {
        INSIDE.setOpaque(this, false);
    }

    /** Throws if other things have run than the submitters sent to this target; returns how many ran. */
    long check(int target, List<Submitter> submitters) {
        long submitted = 0;
        long wanted = 0;
        for (Submitter submitter : submitters) {
            submitted += submitter.submittedTo(target);
            wanted += submitter.checksumOf(target);
        }
        if (runs != submitted || checksum != wanted) {
            throw new AssertionError(runs + " of " + submitted + " ran in " + owner + ", with checksum " + checksum
                    + " instead of " + wanted);
        }
        return runs;
    }
}

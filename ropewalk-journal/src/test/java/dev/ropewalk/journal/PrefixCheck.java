package dev.ropewalk.journal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * The prefix property, checked on the way: every record that a writer acknowledged is in the journal at the index that it
 * was told, whole, in the order of that writer, and once. A record that was aborted or refused isn't there. What was not
 * acknowledged may be there or not, but only at the end of its writer's life.
 */
final class PrefixCheck implements RecordHandler {
    private final CrashPlan plan;
    private final Map<Integer, long[]> seen = new HashMap<>();
    private final Map<Integer, Integer> last = new HashMap<>();
    private final byte[] found = new byte[CrashPlan.MAX_LENGTH];
    private final byte[] expected = new byte[CrashPlan.MAX_LENGTH];

    private final NavigableSet<Long> indices = new TreeSet<>();
    private long next;
    private long records;

    PrefixCheck(CrashPlan plan) {
        this.plan = plan;
    }

    /** Returns the index after the last record that was seen. */
    long next() {
        return next;
    }

    /** Returns how many indices were seen without a record. */
    long gaps() {
        return next - records;
    }

    /** Returns the indices of all records that were seen. */
    NavigableSet<Long> indices() {
        return indices;
    }

    long records() {
        return records;
    }

    @Override
    public void onRecord(MemorySegment memory, long offset, int length, long index) {
        require(index >= next, "record %d comes after %d", index, next - 1);
        require(length >= 8 && length <= CrashPlan.MAX_LENGTH, "record %d has %d bytes", index, length);
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, found, 0, length);
        int life = CrashPlan.life(found);
        int sequence = CrashPlan.sequence(found);
        require(sequence >= 0 && sequence < CrashPlan.RECORDS, "record %d has the sequence %d", index, sequence);
        int wanted = plan.write(expected, life, sequence);
        require(
                Arrays.equals(found, 0, length, expected, 0, wanted),
                "record %d, %s, isn't what was written",
                index,
                name(life, sequence));
        long[] indices = seen.computeIfAbsent(life, _ -> new long[CrashPlan.RECORDS]);
        require(
                indices[sequence] == 0,
                "%s is there twice, at %d and %d",
                name(life, sequence),
                indices[sequence] - 1,
                index);
        int before = last.getOrDefault(life, -1);
        require(before < sequence, "%s at %d comes after sequence %d", name(life, sequence), index, before);
        indices[sequence] = index + 1;
        last.put(life, sequence);
        this.indices.add(index);
        next = index + 1;
        records++;
    }

    /** Returns the index up to which the journal must be read before {@link #checkLife} can be asked. */
    static long highest(long[] acknowledged) {
        return Arrays.stream(acknowledged).max().orElse(0) - 1;
    }

    /** Checks what was seen of a life that has ended. */
    void checkLife(int life, long[] acknowledged) {
        long[] indices = seen.getOrDefault(life, new long[CrashPlan.RECORDS]);
        int end = CrashPlan.RECORDS;
        while (end > 0 && acknowledged[end - 1] == 0) {
            end--;
        }
        for (int sequence = 0; sequence < CrashPlan.RECORDS; sequence++) {
            long word = acknowledged[sequence];
            long at = indices[sequence];
            if (word > 0) {
                require(at == word, "%s was acknowledged at %d, but is %s", name(life, sequence), word - 1, place(at));
            } else if (word < 0) {
                require(at == 0, "%s was given up (%d), but is %s", name(life, sequence), word, place(at));
            } else if (at != 0) {
                // A batch is acknowledged record by record after it is visible, and what is asynchronous later still.
                require(
                        sequence >= end || plan.form(life, sequence) == CrashPlan.ASYNC,
                        "%s isn't acknowledged, as later ones are, but is %s",
                        name(life, sequence),
                        place(at));
            }
        }
    }

    private static String place(long word) {
        return word == 0 ? "missing" : "there at " + (word - 1);
    }

    private static String name(int life, int sequence) {
        return "record " + sequence + " of life " + life;
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation is not among the dependencies
    private void require(boolean holds, String what, Object... values) {
        if (!holds) {
            throw new AssertionError(what.formatted(values) + "; -Dropewalk.stress.seed=" + plan.seed());
        }
    }
}

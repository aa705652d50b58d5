package dev.ropewalk.sim.machine;

import dev.ropewalk.sim.machine.MachineShape.CacheSize;
import java.util.Arrays;

/** One cache: sets of lines, of which the least recently used one leaves a full set. Not thread-safe. */
final class Cache {
    /** No line. */
    static final int NONE = -1;

    private final int ways;
    private final int setMask;
    /** The lines of all sets, those of a set from the most to the least recently used. */
    private final int[] lines;

    Cache(CacheSize size) {
        ways = size.ways();
        setMask = size.sets() - 1;
        lines = new int[size.sets() * ways];
        Arrays.fill(lines, NONE);
    }

    /** Returns whether a line is here, and makes it the most recently used one. */
    boolean use(int line) {
        int start = (line & setMask) * ways;
        for (int i = start; i < start + ways; i++) {
            if (lines[i] == line) {
                System.arraycopy(lines, start, lines, start + 1, i - start);
                lines[start] = line;
                return true;
            }
        }
        return false;
    }

    /** Puts a line that isn't here; returns the line that had to leave, or {@link #NONE}. */
    int put(int line) {
        int start = (line & setMask) * ways;
        int last = lines[start + ways - 1];
        System.arraycopy(lines, start, lines, start + 1, ways - 1);
        lines[start] = line;
        return last;
    }

    /** Takes a line out; returns whether it was here. */
    boolean remove(int line) {
        int start = (line & setMask) * ways;
        int end = start + ways - 1;
        for (int i = start; i <= end; i++) {
            if (lines[i] == line) {
                System.arraycopy(lines, i + 1, lines, i, end - i);
                lines[end] = NONE;
                return true;
            }
        }
        return false;
    }
}

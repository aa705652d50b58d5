package dev.ropewalk.journal.files;

import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.FileHead;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Finds words of the control file that are right by themselves and contradict each other. The check of a word doesn't cover its
 * place: what belongs elsewhere passes it.
 *
 * <p>Others may write meanwhile. So words are read in the order in which that can't make up a contradiction: the first segment
 * before the last one, as the first one never passes it; the sessions that have begun before the word of those that have ended is
 * found empty, as it is set before the first session; those that have ended before those that have begun. Only a copy that the
 * machine made of the file when it stopped may have had the last two the other way round.
 */
public final class ControlConsistency {
    private ControlConsistency() {}

    /**
     * A contradiction.
     *
     * @param at the offset of a word in the control file
     * @param what what is wrong with it
     */
    public record Contradiction(int at, String what) {}

    /** Refuses a control file that contradicts itself, on a machine that is in a boot. */
    public static void check(ControlFile control, UUID boot) {
        for (Contradiction found : of(control)) {
            boolean isTorn = found.at == ControlLayout.SESSIONS_BEGUN_AT
                    && control.boot().since(boot) == Interruption.MACHINE_STOPPED;
            if (!isTorn) {
                String what = control + ": " + found.what + "; repair rebuilds it";
                throw new JournalCorruptException(FileHead.CONTROL, found.at, what);
            }
        }
    }

    /** Returns the contradictions between its words. */
    public static List<Contradiction> of(ControlFile control) {
        List<Contradiction> found = new ArrayList<>();
        long first = value(control, ControlLayout.FIRST_SEGMENT_AT);
        long last = value(control, ControlLayout.LAST_SEGMENT_AT);
        if (last >= 0 && first > last) {
            found.add(new Contradiction(
                    ControlLayout.FIRST_SEGMENT_AT, "the first segment is " + first + ", and the last one is " + last));
        }
        boolean hasBegun = control.word(ControlLayout.SESSIONS_BEGUN_AT) != 0;
        boolean isMade = last >= 0 && !control.isRecovering();
        if (hasBegun && isMade && control.word(ControlLayout.SESSIONS_ENDED_AT) == 0) {
            found.add(new Contradiction(
                    ControlLayout.SESSIONS_ENDED_AT, "the number of sessions that have ended is lost"));
        }
        long ended = value(control, ControlLayout.SESSIONS_ENDED_AT);
        long begun = value(control, ControlLayout.SESSIONS_BEGUN_AT);
        if (ended > Math.max(0, begun)) {
            found.add(new Contradiction(
                    ControlLayout.SESSIONS_BEGUN_AT,
                    "sessions that have begun: " + Math.max(0, begun) + ", fewer than have ended: " + ended));
        }
        return found;
    }

    /** Returns the value of a word, -1 if it has none or is damaged. */
    private static long value(ControlFile control, int at) {
        long word = control.word(at);
        return CheckedWord.isValid(word) ? CheckedWord.value(word) : -1;
    }
}

package dev.ropewalk.journal;

import java.util.ArrayList;
import java.util.List;

/** Checks what can be checked of the words of the control file that change while it is in use. */
final class ControlWords {
    private static final int[] CHECKED = {
        ControlLayout.RECOVERING_AT,
        ControlLayout.FIRST_SEGMENT_AT,
        ControlLayout.LAST_SEGMENT_AT,
        ControlLayout.SESSIONS_BEGUN_AT,
        ControlLayout.SESSIONS_ENDED_AT,
        ControlLayout.WATERMARK_AT,
        ControlLayout.POISON_AT
    };

    private ControlWords() {}

    static List<VerificationReport.Damage> damages(ControlFile control) {
        List<VerificationReport.Damage> damages = new ArrayList<>();
        for (int at : CHECKED) {
            long word = control.word(at);
            if (!CheckedWord.isValidOrNone(word)) {
                String what = "the word 0x" + Long.toHexString(word) + " fails its check";
                damages.add(new VerificationReport.Damage(Head.CONTROL, at, what, true));
            }
        }
        return damages;
    }

    /** Sets damaged ones to no value. */
    static void clearDamaged(ControlFile control) {
        for (int at : CHECKED) {
            long word = control.word(at);
            if (!CheckedWord.isValidOrNone(word)) {
                control.changeWord(at, word, 0);
            }
        }
    }
}

package dev.ropewalk.journal.repair;

import dev.ropewalk.journal.VerificationReport;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.FileHead;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks what can be checked of the control file behind its head: the words that change while it is in use, and the zeros
 * between and behind them.
 */
final class ControlWords {
    private static final List<Integer> CHECKED = List.of(
            ControlLayout.RECOVERING_AT,
            ControlLayout.FIRST_SEGMENT_AT,
            ControlLayout.LAST_SEGMENT_AT,
            ControlLayout.SESSIONS_BEGUN_AT,
            ControlLayout.SESSIONS_ENDED_AT,
            ControlLayout.WATERMARK_AT,
            ControlLayout.PLACE_AT,
            ControlLayout.LOCK_AT,
            ControlLayout.POISON_AT);
    private static final List<Integer> BOOT =
            List.of(ControlLayout.BOOT_AT, ControlLayout.BOOT_AT + Long.BYTES, ControlLayout.BOOT_CHECK_AT);

    private ControlWords() {}

    static List<VerificationReport.Damage> damages(ControlFile control) {
        List<VerificationReport.Damage> damages = new ArrayList<>();
        for (int at : CHECKED) {
            long word = control.word(at);
            if (!CheckedWord.isValidOrNone(word)) {
                damages.add(damage(at, "the word 0x" + Long.toHexString(word) + " fails its check"));
            }
        }
        if (!control.boot().isValidOrNone()) {
            damages.add(damage(ControlLayout.BOOT_AT, "the boot identity " + control.boot() + " fails it"));
        }
        if (control.isLastSegmentLost()) {
            damages.add(damage(ControlLayout.LAST_SEGMENT_AT, "the number of the last segment is lost"));
        }
        List<Integer> wrongZeros = wrongZeros(control);
        if (!wrongZeros.isEmpty()) {
            String what = "it isn't zero where it should be, in " + wrongZeros.size() + " words from here on";
            damages.add(damage(wrongZeros.getFirst(), what));
        }
        return damages;
    }

    private static VerificationReport.Damage damage(int at, String what) {
        return new VerificationReport.Damage(FileHead.CONTROL, at, what, true);
    }

    private static List<Integer> wrongZeros(ControlFile control) {
        List<Integer> wrong = new ArrayList<>();
        for (int at = FileHead.BYTES; at < ControlLayout.FILE_BYTES; at += Long.BYTES) {
            if (control.word(at) != 0 && !CHECKED.contains(at) && !BOOT.contains(at)) {
                wrong.add(at);
            }
        }
        return wrong;
    }

    /** Sets damaged ones to no value, and what should be zero to zero. */
    static void clearDamaged(ControlFile control) {
        for (int at : CHECKED) {
            if (!CheckedWord.isValidOrNone(control.word(at))) {
                clear(control, at);
            }
        }
        if (!control.boot().isValidOrNone()) {
            clear(control, ControlLayout.BOOT_CHECK_AT);
        }
        wrongZeros(control).forEach(at -> clear(control, at));
    }

    private static void clear(ControlFile control, int at) {
        control.changeWord(at, control.word(at), 0);
    }
}

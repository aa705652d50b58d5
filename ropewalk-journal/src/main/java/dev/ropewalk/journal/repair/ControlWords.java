package dev.ropewalk.journal.repair;

import dev.ropewalk.journal.VerificationReport;
import dev.ropewalk.journal.files.ControlConsistency;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.FileThreads;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.FileHead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.stream.Stream;

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

    /** Returns what is wrong with the words of the control file of a directory. For {@link FileThreads}. */
    static List<VerificationReport.Damage> damages(Path directory, ControlFile control) throws IOException {
        List<VerificationReport.Damage> damages = damages(control);
        if (damages.isEmpty() && isFirstBeyondAll(directory, control)) {
            String what = "the first segment is " + control.firstSegment() + ", and only earlier ones are there";
            damages.add(damage(ControlLayout.FIRST_SEGMENT_AT, what));
        }
        return damages;
    }

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
        for (ControlConsistency.Contradiction found : ControlConsistency.of(control)) {
            damages.add(damage(found.at(), found.what()));
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

    /** Retention may go on meanwhile, and raises the number of the first segment before it deletes. */
    private static boolean isFirstBeyondAll(Path directory, ControlFile control) throws IOException {
        while (true) {
            long first = control.firstSegment();
            LongSummaryStatistics numbers;
            try (Stream<Path> files = Files.list(directory)) {
                numbers = files.filter(SegmentFiles::isSegment)
                        .mapToLong(SegmentFiles::number)
                        .summaryStatistics();
            }
            boolean isBeyond = numbers.getCount() > 0 && numbers.getMax() < first;
            if (!isBeyond || control.firstSegment() == first) {
                return isBeyond;
            }
        }
    }

    /** Sets damaged ones to no value, and what should be zero to zero. For {@link FileThreads}. */
    static void clearDamaged(Path directory, ControlFile control) throws IOException {
        for (int at : CHECKED) {
            if (!CheckedWord.isValidOrNone(control.word(at))) {
                clear(control, at);
            }
        }
        if (!control.boot().isValidOrNone()) {
            clear(control, ControlLayout.BOOT_CHECK_AT);
        }
        wrongZeros(control).forEach(at -> clear(control, at));
        for (ControlConsistency.Contradiction found : ControlConsistency.of(control)) {
            clear(control, isFirstThere(directory, control, found) ? ControlLayout.LAST_SEGMENT_AT : found.at());
        }
        if (isFirstBeyondAll(directory, control)) {
            clear(control, ControlLayout.FIRST_SEGMENT_AT);
        }
        if (control.word(ControlLayout.SESSIONS_BEGUN_AT) == 0) {
            clear(control, ControlLayout.SESSIONS_ENDED_AT);
        }
    }

    /** Where the first segment is said to be behind the last one, and is there, the last one is wrong. */
    private static boolean isFirstThere(Path directory, ControlFile control, ControlConsistency.Contradiction found)
            throws IOException {
        if (found.at() != ControlLayout.FIRST_SEGMENT_AT) {
            return false;
        }
        long first = control.firstSegment();
        FileHead head = FileHead.read(SegmentFiles.path(directory, first), first);
        return head.isKnown() && head.number() == first;
    }

    private static void clear(ControlFile control, int at) {
        control.changeWord(at, control.word(at), 0);
    }
}

package dev.ropewalk.lab.journal;

import dev.ropewalk.journal.JournalInfo;
import dev.ropewalk.journal.JournalInspector;
import dev.ropewalk.journal.VerificationReport.Damage;
import java.nio.file.Path;

/** Words for damage. */
final class Damages {
    private Damages() {}

    /** Tells where the damage is, and whether it is a torn tail or has hit what was durable. */
    static String describe(Path journal, Damage damage) {
        return "segment " + damage.segment() + ", offset " + damage.offset() + ": " + damage.what() + "\n"
                + kind(journal, damage);
    }

    private static String kind(Path journal, Damage damage) {
        try (JournalInspector inspector = JournalInspector.open(journal)) {
            JournalInfo info = inspector.info();
            long position = damage.segment() * info.segmentBytes() + damage.offset();
            return position >= info.durablePosition()
                    ? "torn tail: nothing from there on is known to have been durable"
                    : "corruption: everything before segment " + info.durablePosition() / info.segmentBytes()
                            + ", offset " + info.durablePosition() % info.segmentBytes() + " was durable";
        }
    }
}

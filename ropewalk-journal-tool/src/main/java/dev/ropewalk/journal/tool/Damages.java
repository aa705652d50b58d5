package dev.ropewalk.journal.tool;

import dev.ropewalk.journal.VerificationReport;
import dev.ropewalk.journal.VerificationReport.Damage;
import java.io.PrintWriter;

/** Words for damage. */
final class Damages {
    private Damages() {}

    /** Prints where the damage is, and whether it can be mended, is a torn tail, or has hit what was durable. */
    static void print(VerificationReport report, PrintWriter out) {
        report.cursors().forEach(cursor -> out.println(cursor.file() + ": " + cursor.what()));
        report.mendable().forEach(damage -> out.println(place(damage)));
        if (!report.mendable().isEmpty()) {
            out.println("no record depends on that: repair mends it without a cut");
        }
        report.damage().ifPresent(damage -> {
            out.println(place(damage));
            out.println(meaning(report, damage));
        });
    }

    private static String meaning(VerificationReport report, Damage damage) {
        if (!report.isRepairable()) {
            return "nothing else was verified: it can't be told what this journal is";
        }
        return damage.wasDurable()
                ? "corruption: this was durable"
                : "torn tail: nothing from there on is known to have been durable";
    }

    private static String place(Damage damage) {
        return damage.file() + ", offset " + damage.offset() + ": " + damage.what();
    }
}

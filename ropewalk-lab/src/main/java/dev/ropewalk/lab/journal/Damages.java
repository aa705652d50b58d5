package dev.ropewalk.lab.journal;

import dev.ropewalk.journal.VerificationReport.Damage;

/** Words for damage. */
final class Damages {
    private Damages() {}

    /** Tells where the damage is, and in a second line whether it is a torn tail or has hit what was durable. */
    static String describe(Damage damage) {
        return "segment " + damage.segment() + ", offset " + damage.offset() + ": " + damage.what() + "\n"
                + (damage.wasDurable()
                        ? "corruption: this was durable"
                        : "torn tail: nothing from there on is known to have been durable");
    }
}

package dev.ropewalk.lab.report;

/** How Ropewalk does beside the best rival, in the order of the summary. */
enum Verdict {
    LOSS("behind"),
    EVEN("even"),
    WIN("ahead"),
    NONE("no rival");

    private final String word;

    Verdict(String word) {
        this.word = word;
    }

    /** Returns the word that the report has for it. */
    String word() {
        return word;
    }
}

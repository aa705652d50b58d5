package dev.ropewalk.lab.affinity;

import java.util.Locale;

/** A way for messages from one writer to one reader. */
enum Channel {
    /** From the thread that is measured to the other one. */
    FORTH(1),
    /** From the other one. */
    BACK(2);

    private final int stream;

    Channel(int stream) {
        this.stream = stream;
    }

    /** Returns its number. */
    int stream() {
        return stream;
    }

    /** Returns the name of its file or folder. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package dev.ropewalk.lab.neighbours;

import java.util.List;
import java.util.Locale;

/** What runs the programs: each is a contender, and in each program's own experiment it has another name. */
enum Family {
    ROPEWALK("Ropewalk"),
    FORKJOIN("The JDK's ForkJoinPool, as a pool or below virtual threads"),
    PEKKO("Pekko"),
    GO("Go"),
    KOTLIN("Kotlin");

    private final String words;

    Family(String words) {
        this.words = words;
    }

    /** Returns the name of the contender. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns what the contender is, in a sentence. */
    String description() {
        List<String> programs = Program.with(this).stream()
                .map(program -> program.label() + " as " + program.part(this).contender())
                .toList();
        return words + ": " + String.join(", ", programs) + ".";
    }
}

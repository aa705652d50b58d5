package dev.ropewalk.journal;

import java.nio.file.Path;
import java.util.List;

/**
 * Where and how a kill loop's writers run.
 *
 * @param folder for their acknowledgements and what they say
 * @param journal the journal's own folder
 * @param before a command that runs them, such as one that makes a namespace; or nothing
 * @param manner how they write, see {@link CrashWriter}
 * @param writers how many at a time
 */
record KillPlace(Path folder, Path journal, List<String> before, String manner, int writers) {
    static KillPlace in(Path folder) {
        return new KillPlace(folder, folder.resolve("journal"), List.of(), CrashWriter.FAITHFUL, 4);
    }

    KillPlace manner(String other) {
        return new KillPlace(folder, journal, before, other, writers);
    }

    KillPlace writers(int other) {
        return new KillPlace(folder, journal, before, manner, other);
    }

    KillPlace before(List<String> command) {
        return new KillPlace(folder, journal, command, manner, writers);
    }

    KillPlace journal(Path elsewhere) {
        return new KillPlace(folder, elsewhere, before, manner, writers);
    }
}

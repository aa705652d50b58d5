package dev.ropewalk.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Another process that opens a journal and tells how that ended, or stays inside until it is killed. */
public final class OpenProbe {
    public static final int REFUSED = 3;

    /** How a process ends that leaves a claim open. */
    static final int HALTED = 4;

    private OpenProbe() {}

    static ChildJvm startWithClaim(Path directory, Path log) {
        return ChildJvm.start(
                List.of(), log, List.of(), List.of(OpenProbe.class.getName(), directory.toString(), "claim"));
    }

    public static ChildJvm startInside(Path directory, Path log) {
        return ChildJvm.start(
                List.of(), log, List.of(), List.of(OpenProbe.class.getName(), directory.toString(), "inside"));
    }

    static void main(String[] arguments) throws IOException {
        try (Journal journal = Journal.open(Path.of(arguments[0]))) {
            Appender appender = journal.appender();
            appender.append(new byte[8]);
            if (arguments.length > 1 && arguments[1].equals("claim")) {
                appender.claim(8);
                Runtime.getRuntime().halt(HALTED);
            }
            if (arguments.length > 1) {
                // Until the parent ends, or kills it.
                while (System.in.read() >= 0) {}
            }
        } catch (JournalException e) {
            System.out.println(e);
            System.exit(REFUSED);
        }
    }
}

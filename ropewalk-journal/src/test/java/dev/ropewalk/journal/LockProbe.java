package dev.ropewalk.journal;

import dev.ropewalk.journal.files.LockFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Another process that looks at a lock, or holds it until it is killed. */
public final class LockProbe {
    private static final int FREE = 0;
    private static final int HELD = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private LockProbe() {}

    static boolean isFree(Path directory, long position) {
        try (ChildJvm child = start("look", directory, position)) {
            int code = child.exitCode();
            if (code != FREE && code != HELD) {
                throw new AssertionError(child.said());
            }
            return code == FREE;
        }
    }

    public static ChildJvm startHolder(Path directory, long position) {
        return start("hold", directory, position);
    }

    private static ChildJvm start(String what, Path directory, long position) {
        return ChildJvm.start(
                List.of(),
                directory.resolve("probe.log"),
                List.of(),
                List.of(LockProbe.class.getName(), what, directory.toString(), Long.toString(position)));
    }

    static void main(String[] arguments) throws IOException {
        LockFile locks = LockFile.open(Path.of(arguments[1]));
        long position = Long.parseLong(arguments[2]);
        if (arguments[0].equals("look")) {
            System.exit(locks.probeFree(position) ? FREE : HELD);
        }
        // A process that probes whether the byte is free, as the parent does, may hold it for a moment.
        if (locks.hold(position, false, PATIENCE).isEmpty()) {
            System.exit(HELD);
        }
        // Until the parent ends, or kills it.
        while (System.in.read() >= 0) {}
    }
}

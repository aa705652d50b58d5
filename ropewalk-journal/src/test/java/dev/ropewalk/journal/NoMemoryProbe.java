package dev.ropewalk.journal;

import dev.ropewalk.journal.format.Format;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;

/** Another process with too little memory for the headers of a run, which appends something else then. */
final class NoMemoryProbe {
    /** What it says if nobody has to wait for the run. */
    static final String GOES_ON = "record 0 is read";

    // The payloads of a batch fit into the old generation of such a heap, and a copy of them doesn't.
    private static final int RECORD_BYTES = 20 << 20;
    private static final String HEAP = "-Xmx48m";

    private NoMemoryProbe() {}

    static ChildJvm start(Path directory, Path log) {
        return ChildJvm.start(
                List.of(), log, List.of(HEAP), List.of(NoMemoryProbe.class.getName(), directory.toString()));
    }

    static void main(String[] arguments) {
        var options = JournalOptions.defaults().segmentBytes(32 << 20).format(Format.RUNS);
        try (Arena arena = Arena.ofConfined();
                Journal journal = Journal.open(Path.of(arguments[0]), options);
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer()) {
            Batch batch = appender.batch().add(new byte[8]).add(arena.allocate(RECORD_BYTES));
            try {
                batch.commit();
                System.out.println("there was memory enough");
            } catch (OutOfMemoryError e) {
                appender.append(new byte[8]);
                tailer.poll((memory, offset, length, index) -> System.out.println("record " + index + " is read"));
            }
        }
    }
}

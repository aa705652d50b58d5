package dev.ropewalk.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A process that reads on from a named cursor, tells each index that it has handled, commits now and then, and is killed. */
final class CrashReader {
    static final String CURSOR = "reader";

    private static final int RECORDS_PER_COMMIT = 16;
    private static final long PAUSE_NANOS = 50_000;

    private CrashReader() {}

    /** Returns the main class and the arguments of such a process. */
    static List<String> arguments(Path journal, Path handled) {
        return List.of(CrashReader.class.getName(), journal.toString(), handled.toString());
    }

    /** Goes to a record that was read before, and back. */
    private static void seekAndReturn(Tailer tailer, long index) {
        long next = tailer.index();
        long found = tailer.seek(index).tryRead().orElseThrow().index();
        if (found != index) {
            throw new IllegalStateException("sought record " + index + " and found " + found);
        }
        tailer.seek(next);
    }

    /** Takes what {@link #arguments} gives. */
    public static void main(String[] args) throws IOException {
        try (var board = new AckBoard(Path.of(args[1]));
                Journal journal = Journal.open(Path.of(args[0]));
                Tailer tailer = journal.tailer(CURSOR)) {
            int[] handled = {0};
            while (handled[0] <= CrashPlan.RECORDS - RECORDS_PER_COMMIT) {
                tailer.poll(
                        (memory, offset, length, index) -> board.acknowledge(handled[0]++, index), RECORDS_PER_COMMIT);
                tailer.commit();
                if (handled[0] > 0) {
                    seekAndReturn(tailer, board.word(handled[0] / 2) - 1);
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            // Stays until it is killed, or the process that started it is no more.
            int end = System.in.read();
            System.out.println("end of input: " + end);
        }
    }
}

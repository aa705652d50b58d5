package dev.ropewalk.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A process that appends what the plan says, and acknowledges each record once it is in the journal, until it is killed. */
final class CrashWriter {
    static final String FAITHFUL = "faithful";
    /** Acknowledges records before they are committed: the broken twin, which must be caught. */
    static final String HASTY = "hasty";

    private final CrashPlan plan;
    private final int life;
    private final AckBoard board;
    private final Appender appender;
    private final byte[] bytes = new byte[CrashPlan.MAX_LENGTH];

    private CrashWriter(CrashPlan plan, int life, AckBoard board, Appender appender) {
        this.plan = plan;
        this.life = life;
        this.board = board;
        this.appender = appender;
    }

    /** Returns the main class and the arguments of such a process. */
    static List<String> arguments(Path journal, Path acknowledgements, CrashPlan plan, int life, String manner) {
        return List.of(
                CrashWriter.class.getName(),
                journal.toString(),
                acknowledgements.toString(),
                Long.toString(plan.seed()),
                Integer.toString(life),
                manner);
    }

    /** Takes what {@link #arguments} gives. */
    public static void main(String[] args) throws IOException {
        var plan = new CrashPlan(Long.parseLong(args[2]));
        int life = Integer.parseInt(args[3]);
        try (var board = new AckBoard(Path.of(args[1]));
                Journal journal = Journal.open(Path.of(args[0]), CrashOptions.of(plan, life))) {
            var writer = new CrashWriter(plan, life, board, journal.appender());
            if (args[4].equals(HASTY)) {
                writer.writeHastily();
            } else {
                writer.write();
            }
            // Stays until it is killed, or the process that started it is no more.
            int end = System.in.read();
            System.out.println("end of input: " + end);
        }
    }

    private void write() {
        int sequence = 0;
        while (sequence < CrashPlan.RECORDS) {
            sequence += step(sequence);
        }
    }

    private int step(int sequence) {
        board.acknowledge(sequence, appender.append(bytes, 0, plan.write(bytes, life, sequence)));
        return 1;
    }

    private void writeHastily() {
        long index = appender.append(bytes, 0, plan.write(bytes, life, 0));
        board.acknowledge(0, index);
        for (int sequence = 1; sequence < CrashPlan.RECORDS; sequence++) {
            board.acknowledge(sequence, index + sequence);
            appender.append(bytes, 0, plan.write(bytes, life, sequence));
        }
    }
}

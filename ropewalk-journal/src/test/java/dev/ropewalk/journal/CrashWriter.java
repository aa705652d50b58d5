package dev.ropewalk.journal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A process that appends what the plan says, and acknowledges each record once it is in the journal, until it is killed. */
final class CrashWriter {
    static final String FAITHFUL = "faithful";
    /** Acknowledges records before they are committed: the broken twin, which must be caught. */
    static final String HASTY = "hasty";

    /** Takes the exclusive appender in turn with others of this manner. */
    static final String EXCLUSIVE = "exclusive";

    private static final int STEPS_PER_TURN = 64;
    private static final int RECORDS_PER_READ = 64;
    private static final long PAUSE_NANOS = 1_000_000;

    private final CrashPlan plan;
    private final int life;
    private final AckBoard board;
    private final Journal journal;
    private final boolean exclusive;
    private final @Nullable Tailer tailer;
    private final byte[] bytes = new byte[CrashPlan.MAX_LENGTH];

    private Appender appender;
    private CompletableFuture<?> pending = CompletableFuture.completedFuture(null);

    private CrashWriter(CrashPlan plan, int life, AckBoard board, Journal journal, String manner) {
        this.plan = plan;
        this.life = life;
        this.board = board;
        this.journal = journal;
        this.exclusive = manner.equals(EXCLUSIVE);
        this.appender = exclusive ? awaitTurn(journal) : journal.appender();
        this.tailer = plan.reads(life) ? journal.tailer() : null;
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
            var writer = new CrashWriter(plan, life, board, journal, args[4]);
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
        for (int steps = 1; sequence < CrashPlan.RECORDS; steps++) {
            sequence += step(sequence);
            if (exclusive && steps % STEPS_PER_TURN == 0) {
                appender.close();
                appender = awaitTurn(journal);
            }
            if (tailer != null && sequence % RECORDS_PER_READ == 0) {
                tailer.poll((memory, offset, length, index) -> {}, RECORDS_PER_READ);
            }
        }
        appender.close();
        pending.join();
    }

    private static Appender awaitTurn(Journal journal) {
        while (true) {
            try {
                return journal.exclusiveAppender();
            } catch (TailHeldException e) {
                // It has waited for a while already.
                Thread.onSpinWait();
            }
        }
    }

    /** Appends the next record, or the next ones, and returns how many. */
    private int step(int sequence) {
        int form = plan.form(life, sequence);
        int records = form == CrashPlan.BATCH ? plan.batch(life, sequence) : 1;
        try {
            switch (form) {
                case CrashPlan.CLAIM, CrashPlan.ABORT -> claim(sequence, form);
                case CrashPlan.BATCH -> batch(sequence, records);
                case CrashPlan.ASYNC -> async(sequence);
                default -> board.acknowledge(sequence, appender.append(bytes, 0, plan.write(bytes, life, sequence)));
            }
        } catch (ClaimInvalidatedException e) {
            giveUp(sequence, records, AckBoard.REFUSED);
        } catch (JournalFullException e) {
            giveUp(sequence, records, AckBoard.FULL);
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return records;
    }

    private void async(int sequence) {
        int length = plan.write(bytes, life, sequence);
        pending = appender.appendAsync(Arrays.copyOf(bytes, length))
                .thenAccept(index -> board.acknowledge(sequence, index));
    }

    private void giveUp(int sequence, int records, long why) {
        for (int i = 0; i < records; i++) {
            board.put(sequence + i, why);
        }
    }

    private void claim(int sequence, int form) {
        int length = plan.write(bytes, life, sequence);
        RecordClaim claim = appender.claim(length);
        MemorySegment.copy(bytes, 0, claim.memory(), ValueLayout.JAVA_BYTE, claim.offset(), length);
        for (int spins = plan.spins(life, sequence); spins > 0; spins--) {
            Thread.onSpinWait();
        }
        if (form == CrashPlan.ABORT) {
            claim.abort();
            board.put(sequence, AckBoard.ABORTED);
        } else {
            board.acknowledge(sequence, claim.commit());
        }
    }

    private void batch(int sequence, int records) {
        Batch batch = appender.batch();
        for (int i = 0; i < records; i++) {
            batch.add(bytes, 0, plan.write(bytes, life, sequence + i));
        }
        long first = batch.commit();
        for (int i = 0; i < records; i++) {
            board.acknowledge(sequence + i, first + i);
        }
    }

    /** Ends early if a claim is invalidated, as that of any writer that sleeps for a moment: what it said of that isn't there. */
    private void writeHastily() {
        try {
            long index = appender.append(bytes, 0, plan.write(bytes, life, 0));
            board.acknowledge(0, index);
            for (int sequence = 1; sequence < CrashPlan.RECORDS; sequence++) {
                board.acknowledge(sequence, index + sequence);
                appender.append(bytes, 0, plan.write(bytes, life, sequence));
            }
        } catch (ClaimInvalidatedException e) {
            if (board.word(0) == 0) {
                board.put(0, AckBoard.REFUSED);
            }
        }
    }
}

package dev.ropewalk.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** A writer process that is going to be killed: at any moment from its start on, mostly soon after its first record. */
final class Victim implements AutoCloseable {
    private static final long START_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final int MAX_WRITING_MICROS = 40_000;
    private static final int MAX_STARTING_MICROS = 150_000;

    private final int life;
    private final Path file;
    private final AckBoard board;
    private final ChildJvm process;
    private final long started = System.nanoTime();
    private final long delayNanos;
    private final boolean early;

    private long writing;
    private boolean killed;

    Victim(Path folder, Path journal, CrashPlan plan, int life, String manner) throws IOException {
        this.life = life;
        file = folder.resolve("life-" + life + ".acks");
        board = new AckBoard(file);
        var random = new SplittableRandom(plan.random(life, 0, 5));
        early = random.nextInt(8) == 0;
        // As many kills in a tenth of the time as in the rest of it.
        double share = Math.pow(random.nextDouble(), 3);
        delayNanos = TimeUnit.MICROSECONDS.toNanos(
                (long) (share * MAX_WRITING_MICROS) + (early ? random.nextLong(MAX_STARTING_MICROS) : 0));
        process = ChildJvm.start(
                List.of(),
                folder.resolve("life-" + life + ".log"),
                CrashWriter.arguments(journal, file, plan, life, manner));
    }

    int life() {
        return life;
    }

    /** Kills it when its time has come; returns whether it is dead. */
    boolean step() {
        if (!process.isAlive()) {
            if (!killed) {
                throw new AssertionError("life " + life + " ended with " + process.exitCode() + ": " + process.said());
            }
            return true;
        }
        long now = System.nanoTime();
        if (writing == 0 && board.word(0) != 0) {
            writing = now;
        }
        if (!killed && now - (early ? started : writing) >= delayNanos && (early || writing != 0)) {
            kill();
        } else if (now - started > START_LIMIT_NANOS) {
            process.signal("QUIT");
            throw new AssertionError("life " + life + " has written nothing for long: " + process.said());
        }
        return false;
    }

    void kill() {
        killed = true;
        process.kill();
    }

    /** Waits for its end and returns what it had acknowledged until then. */
    long[] end() {
        process.close();
        return board.words();
    }

    @Override
    public void close() {
        process.close();
        board.close();
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

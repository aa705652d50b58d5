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
    private static final long START_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final int MAX_WRITING_MICROS = 40_000;
    private static final long MAX_SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long AWAKE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int MAX_STARTING_MICROS = 150_000;

    private final int life;
    private final Path file;
    private final AckBoard board;
    private final ChildJvm process;
    private final long started = System.nanoTime();
    private final boolean early;
    private final long delayNanos;
    private final long sleepNanos;

    private long writing;
    private long stopped;
    private long awake;
    private boolean killed;

    Victim(KillPlace place, CrashPlan plan, int life) throws IOException {
        this.life = life;
        file = place.folder().resolve("life-" + life + ".acks");
        board = new AckBoard(file);
        var random = new SplittableRandom(plan.random(life, 0, 7));
        early = random.nextInt(6) == 0;
        // As many kills in the first tenth of the time as in the next five.
        double share = Math.pow(random.nextDouble(), 3);
        long micros = early ? random.nextLong(MAX_STARTING_MICROS) : (long) (share * MAX_WRITING_MICROS);
        delayNanos = TimeUnit.MICROSECONDS.toNanos(micros);
        sleepNanos = !early && random.nextInt(8) == 0 ? random.nextLong(MAX_SLEEP_NANOS) : 0;
        process = ChildJvm.start(
                place.before(),
                place.folder().resolve("life-" + life + ".log"),
                options(life),
                CrashWriter.arguments(place.journal(), file, plan, life, place.manner()));
    }

    /** With native access some things go other ways, and the start takes longer: so few have it. */
    private static List<String> options(int life) {
        return life % 16 == 1 ? List.of("--enable-native-access=ALL-UNNAMED") : List.of();
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
        if (writing == 0 && isWriting()) {
            writing = now;
        }
        if (!killed && (early || writing != 0) && now - (early ? started : writing) >= delayNanos) {
            stopOrKill(now);
        } else if (now - started > START_LIMIT_NANOS) {
            process.signal("QUIT");
            throw new AssertionError("life " + life + " has written nothing for long: " + process.said());
        }
        return false;
    }

    /** Some are stopped for so long that others give up their claims, go on for a moment, and are killed then. */
    private void stopOrKill(long now) {
        if (sleepNanos == 0) {
            kill();
        } else if (stopped == 0) {
            stopped = now;
            process.signal("STOP");
        } else if (awake == 0 && now - stopped >= sleepNanos) {
            awake = now;
            process.signal("CONT");
        } else if (awake != 0 && now - awake >= AWAKE_NANOS) {
            kill();
        }
    }

    /** Returns whether it has appended something. */
    boolean isWriting() {
        return board.word(0) != 0;
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

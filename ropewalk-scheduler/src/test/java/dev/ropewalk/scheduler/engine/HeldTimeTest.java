package dev.ropewalk.scheduler.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.worker.OsThread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** For how long a task holds its worker, by what the operating system tells at moments of the test's choice. */
class HeldTimeTest {
    private static final long STUCK = millis(100);
    private static final long LOOK = millis(5);

    @TempDir
    private Path directory;

    private final HeldTime held = new HeldTime(STUCK);
    private OsThread thread;
    private long now;
    private long ran;

    @BeforeEach
    void open() throws IOException {
        thread = new OsThread(directory);
        say('R', 0);
    }

    private static long millis(long count) {
        return TimeUnit.MILLISECONDS.toNanos(count);
    }

    /** What the operating system says from now on: the state of the thread, and for how long it has run by now. */
    private void say(char state, long ranNanos) throws IOException {
        Files.writeString(directory.resolve("stat"), "42 (a (strange) name) " + state + " 1 42 42 0 -1 4194304\n");
        Files.writeString(directory.resolve("schedstat"), ranNanos + " 7654321 12\n");
    }

    /** Looks again and again until so much of the clock's time has passed in the task; returns for how long it held. */
    private long lookUntil(long inTask, char state, double shareOfCpu) throws IOException {
        long answer = 0;
        while (now < inTask) {
            now += LOOK;
            ran += (long) (shareOfCpu * LOOK);
            say(state, ran);
            answer = held.observe(thread, now, now);
        }
        return answer;
    }

    @Test
    void shouldCountTheTimeOnACpu() throws IOException {
        assertThat(lookUntil(STUCK, 'R', 1)).isEqualTo(STUCK);
        assertThat(lookUntil(3 * STUCK, 'R', 1)).isEqualTo(3 * STUCK);
    }

    @Test
    void shouldCountTheTimeOfAWait() throws IOException {
        assertThat(lookUntil(STUCK, 'S', 0)).isEqualTo(STUCK);
        assertThat(lookUntil(2 * STUCK, 'D', 0)).isEqualTo(2 * STUCK);
    }

    @Test
    void shouldNotCountTheTimeInWhichTheThreadGetsNoCpu() throws IOException {
        assertThat(lookUntil(50 * STUCK, 'R', 0)).isEqualTo(STUCK / 2);
    }

    @Test
    void shouldCountTheShareThatTheThreadGets() throws IOException {
        assertThat(lookUntil(STUCK / 2, 'R', 0.25)).isEqualTo(STUCK / 2);

        assertThat(lookUntil(STUCK / 2 + 2 * STUCK, 'R', 0.25)).isEqualTo(STUCK);
    }

    /** The thread that looks is held up, too: it sees late what has begun and may have ended since. */
    @Test
    void shouldCountLittleOfALongTimeBetweenTwoLooks() throws IOException {
        lookUntil(STUCK / 2, 'R', 1);
        say('S', ran);

        assertThat(held.observe(thread, now + 10 * STUCK, now + 10 * STUCK)).isEqualTo(STUCK / 2 + millis(20));
    }

    /** The clock of a CPU's time ticks every 10 ms on some systems, and the monitor may look every 50 microseconds. */
    @Test
    void shouldCountTicksHoweverOftenItLooks() throws IOException {
        lookUntil(STUCK / 2, 'R', 1);
        long answer = 0;
        while (now < 2 * STUCK) {
            now += millis(1) / 20;
            say('R', ran + (now - STUCK / 2) / millis(10) * millis(10));
            answer = held.observe(thread, now, now);
        }

        assertThat(answer).isBetween(2 * STUCK - millis(15), 2 * STUCK);
    }

    @Test
    void shouldGoByTheClockInTheEnd() throws IOException {
        assertThat(lookUntil(100 * STUCK - LOOK, 'R', 0)).isEqualTo(STUCK / 2);

        assertThat(lookUntil(100 * STUCK, 'R', 0)).isEqualTo(100 * STUCK);
    }

    /** The answer is clear by then, and needs no more questions. */
    @Test
    void shouldAskNoMoreOnceItIsClear() throws IOException {
        lookUntil(10 * STUCK, 'R', 1);
        Files.delete(directory.resolve("schedstat"));

        now += LOOK;
        assertThat(held.observe(thread, now, now)).isEqualTo(10 * STUCK + LOOK);
    }

    @Test
    void shouldBeginAnewWithTheNextTask() throws IOException {
        lookUntil(3 * STUCK, 'R', 1);

        assertThat(held.observe(thread, 0, now)).isZero();
        assertThat(held.observe(thread, LOOK, now + LOOK)).isEqualTo(LOOK);
    }

    @Test
    void shouldGoByTheClockWhereTheOperatingSystemTellsNothing() throws IOException {
        assertThat(held.observe(null, 0, 0)).isZero();
        assertThat(held.observe(null, 9 * STUCK, 9 * STUCK)).isEqualTo(9 * STUCK);

        lookUntil(STUCK / 2, 'R', 1);
        Files.delete(directory.resolve("schedstat"));
        assertThat(held.observe(thread, now + LOOK, now + LOOK)).isEqualTo(STUCK / 2 + LOOK);
    }

    @Test
    void shouldSayWhatItHasSeen() throws IOException {
        lookUntil(STUCK / 2 - LOOK, 'R', 1);
        assertThat(held).hasToString("in one task for 45 ms");

        lookUntil(STUCK, 'R', 0.5);
        now += LOOK;
        say('S', ran);
        held.observe(thread, now, now);
        assertThat(held).hasToString("in one task; in the last part of it 25 ms on a CPU and 5 ms waiting");
    }
}

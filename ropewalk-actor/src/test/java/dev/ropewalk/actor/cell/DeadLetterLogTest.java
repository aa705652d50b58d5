package dev.ropewalk.actor.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.DeadLetter.Reason;
import dev.ropewalk.actor.RecordingRef;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class DeadLetterLogTest {
    private static final long WINDOW = DeadLetterLog.WINDOW.toNanos();

    @AutoClose
    private final CapturedLog log = new CapturedLog("dev.ropewalk");

    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - WINDOW / 2);
    private final List<Runnable> timers = new ArrayList<>();
    private final DeadLetterLog deadLetters = new DeadLetterLog("shop", clock::get, this::arm);

    private void arm(Runnable task, Duration delay) {
        assertThat(delay).isEqualTo(DeadLetterLog.WINDOW);
        timers.add(task);
    }

    @Test
    void shouldSayWhatWasSentToWhomAndWhyItWasNotHandled() {
        deadLetters.add(new DeadLetter("secret", new RecordingRef<>("/bank/17"), Reason.MAILBOX_FULL));

        assertThat(log.messages(""))
                .containsExactly("dead letter to /bank/17: a java.lang.String, because its mailbox was full");
    }

    @Test
    void shouldLogTheFirstOfAWindowAndCountTheOthers() {
        add(25);
        assertThat(log.messages("")).hasSize(10).allMatch(line -> line.startsWith("dead letter to /bank/17"));

        clock.addAndGet(WINDOW);
        timers.forEach(Runnable::run);

        assertThat(log.messages("")).hasSize(11).last().isEqualTo("actor system shop: 15 more dead letters within 5 s");
    }

    @Test
    void shouldArmOneTimerAWindowAndOnlyIfSomethingIsHeldBack() {
        add(10);
        assertThat(timers).isEmpty();
        add(10);
        assertThat(timers).hasSize(1);
    }

    @Test
    void shouldCountBeforeItBeginsTheNextWindow() {
        add(12);
        clock.addAndGet(WINDOW);
        add(1);

        assertThat(log.messages(""))
                .hasSize(12)
                .element(10)
                .isEqualTo("actor system shop: 2 more dead letters within 5 s");
        timers.forEach(Runnable::run);
        assertThat(log.messages("")).hasSize(12);
    }

    @Test
    void shouldSayNothingMoreOfAWindowWithFewDeadLetters() {
        add(10);
        clock.addAndGet(WINDOW);
        add(1);

        assertThat(log.messages("more dead letters")).isEmpty();
        assertThat(log.messages("/bank/17")).hasSize(11);
    }

    @Test
    void shouldLogWhatItHeldBackWhenTheSystemEnds() {
        add(11);
        deadLetters.flush();
        deadLetters.flush();

        assertThat(log.messages("more dead letters"))
                .containsExactly("actor system shop: 1 more dead letters within 5 s");
    }

    @Test
    void shouldCountEachDeadLetterOnceWhenManyThreadsAdd() {
        int threads = 4;
        int each = 20_000;
        Thread[] adders = IntStream.range(0, threads)
                .mapToObj(_ -> Thread.ofPlatform().start(() -> addAndTurnWindows(each)))
                .toArray(Thread[]::new);
        for (Thread adder : adders) {
            joinWell(adder);
        }
        deadLetters.flush();

        int singly = log.messages("/bank/17").size();
        int together = log.messages("more dead letters").stream()
                .mapToInt(line -> Integer.parseInt(line.replaceAll(".*: (\\d+) more.*", "$1")))
                .sum();
        assertThat(singly + together).isEqualTo(threads * each);
    }

    private void addAndTurnWindows(int count) {
        var concurrent = new DeadLetter("secret", new RecordingRef<>("/bank/17"), Reason.STOPPED);
        for (int i = 0; i < count; i++) {
            if (i % 100 == 0) {
                clock.addAndGet(WINDOW);
            }
            deadLetters.add(concurrent);
        }
    }

    private static void joinWell(Thread thread) {
        try {
            assertThat(thread.join(Duration.ofSeconds(30))).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void add(int count) {
        for (int i = 0; i < count; i++) {
            deadLetters.add(new DeadLetter("secret", new RecordingRef<>("/bank/17"), Reason.STOPPED));
        }
    }
}

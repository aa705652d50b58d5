package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which scheduler runs the calling code. */
public abstract class CurrentSchedulerContract extends SchedulerContract {
    private final List<Optional<Scheduler>> seen = new CopyOnWriteArrayList<>();

    protected CurrentSchedulerContract(Subject subject) {
        super(subject);
    }

    private void note() {
        seen.add(Scheduler.current());
    }

    private void assertSeenOnce() {
        await("the code has run", () -> !seen.isEmpty());
        assertThat(seen).containsExactly(Optional.of(scheduler));
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeCurrentInATaskOfAStrand(Placement placement) {
        scheduler.newStrand(placement).execute(this::note);

        assertSeenOnce();
    }

    @Test
    void shouldBeCurrentInAPlainTask() {
        scheduler.execute(this::note);

        assertSeenOnce();
    }

    @Test
    void shouldBeCurrentWhereAMessageIsHandled() {
        MessageStrand<String> strand = scheduler.newMessageStrand(Placement.SOFT, message -> note());
        strand.start();
        strand.send("a message");

        assertSeenOnce();
    }

    @Test
    void shouldBeCurrentInATimersTask() {
        Timer ignored = scheduler.schedule(scheduler.newStrand(), this::note, Duration.ZERO);

        assertSeenOnce();
    }

    @Test
    void shouldBeCurrentInATaskOfAView() {
        try (var view = scheduler.asExecutorService()) {
            view.execute(this::note);

            assertSeenOnce();
        }
    }

    @Test
    void shouldBeCurrentInAVirtualThreadIfThatIsCarried() {
        scheduler.threadFactory().newThread(this::note).start();

        await("the thread has run", () -> !seen.isEmpty());
        assertThat(seen).containsExactly(Optional.of(scheduler).filter(Scheduler::carriesVirtualThreads));
    }

    @Test
    void shouldBeToldFromAnotherScheduler() {
        try (Scheduler other = create("other", 1)) {
            other.execute(() -> {
                note();
                scheduler.execute(this::note);
            });
            await("both have run", () -> seen.size() == 2);

            assertThat(seen).containsExactlyInAnyOrder(Optional.of(other), Optional.of(scheduler));
        }
    }

    @Test
    void shouldNotBeCurrentOutside() throws InterruptedException {
        Thread.ofVirtual().start(this::note).join();
        Thread.ofPlatform().start(this::note).join();
        note();

        assertThat(seen).containsOnly(Optional.empty()).hasSize(3);
    }
}

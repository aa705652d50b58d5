package dev.ropewalk.pipeline.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.pipeline.sequence.ConsumedCache;
import dev.ropewalk.pipeline.sequence.Ring;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.SingleProducerSequencer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Events are cleared once, and what follows the clearing of what was left comes after it, whichever thread clears. */
@Timeout(60)
class EventClearerTest {
    private final AtomicInteger followed = new AtomicInteger();
    private final AtomicInteger cleared = new AtomicInteger();
    private final SingleProducerSequencer sequencer = new SingleProducerSequencer(2);

    private final Sequence stage = new Sequence(Sequence.BEFORE_FIRST);

    private EventClearer<int[]> clearer(Consumer<int[]> hook) {
        return clearer(hook, () -> 0);
    }

    private EventClearer<int[]> clearer(Consumer<int[]> hook, LongSupplier clock) {
        sequencer.gateOn(new Sequence[] {stage});
        publish();
        var log = new FailureLog("pipeline", null, clock);
        var clearer = new EventClearer<>(new Ring<>(2, () -> new int[1]), sequencer, hook, log);
        clearer.dependOn(new Sequence[] {stage});
        return clearer;
    }

    private void publish() {
        long claimed = sequencer.tryClaim(1, new ConsumedCache());
        sequencer.publish(claimed, claimed);
    }

    /** Returns a hook that fails, with a log that can't tell of it. */
    private EventClearer<int[]> failing() {
        var asked = new AtomicInteger();
        return clearer(
                event -> {
                    cleared.incrementAndGet();
                    throw new IllegalStateException("stuck lid");
                },
                () -> {
                    if (asked.getAndIncrement() > 0) {
                        throw new InternalError("as if");
                    }
                    return 0;
                });
    }

    @Test
    void shouldClearOnceAndGoOnThoughAFailureCannotBeTold() {
        var clearer = failing();
        publish();
        stage.set(1);
        clearer.advance();
        clearer.advance();
        assertThat(cleared).hasValue(2);
        assertThat(clearer.cleared().get()).isEqualTo(1);
    }

    @Test
    void shouldClearWhatIsLeftOnceAndGoOnThoughAFailureCannotBeTold() {
        var clearer = failing();
        publish();
        clearer.abandon(followed::incrementAndGet);
        assertThat(followed).hasValue(1);
        clearer.abandon(followed::incrementAndGet);
        assertThat(cleared).hasValue(2);
    }

    @Test
    void shouldFollowOnceTheEventsAreClearedByAnotherThread() {
        var clearing = new CompletableFuture<Void>();
        var release = new CompletableFuture<Void>();
        var clearer = clearer(event -> {
            clearing.complete(null);
            release.join();
            cleared.incrementAndGet();
        });
        var first = CompletableFuture.runAsync(() -> clearer.abandon(followed::incrementAndGet));
        clearing.join();
        clearer.abandon(followed::incrementAndGet);
        assertThat(followed).hasValue(0);
        release.complete(null);
        first.join();
        assertThat(followed).hasPositiveValue();
        assertThat(cleared).hasValue(1);
    }

    @Test
    void shouldNotGoBackWithAStageThatIsHeldBackForAMoment() {
        var clearer = clearer(event -> cleared.incrementAndGet());
        stage.set(0);
        clearer.advance();
        stage.set(Sequence.BEFORE_FIRST);
        clearer.abandon(followed::incrementAndGet);
        stage.set(0);
        clearer.advance();
        assertThat(clearer.cleared().get()).isZero();
        assertThat(cleared).hasValue(1);
    }
}

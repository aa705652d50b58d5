package dev.ropewalk.pipeline.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.pipeline.sequence.ConsumedCache;
import dev.ropewalk.pipeline.sequence.Ring;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.SingleProducerSequencer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
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
        sequencer.gateOn(new Sequence[] {stage});
        long claimed = sequencer.tryClaim(1, new ConsumedCache());
        sequencer.publish(claimed, claimed);
        var log = new FailureLog("pipeline", null, () -> 0);
        var clearer = new EventClearer<>(new Ring<>(2, () -> new int[1]), sequencer, hook, log);
        clearer.dependOn(new Sequence[] {stage});
        return clearer;
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

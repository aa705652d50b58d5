package dev.ropewalk.pipeline.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cpu.IdleStrategy;
import dev.ropewalk.pipeline.Event;
import dev.ropewalk.pipeline.PipelineTests;
import dev.ropewalk.pipeline.capacity.CapacityWaiters;
import dev.ropewalk.pipeline.lifecycle.FailureLog;
import dev.ropewalk.pipeline.lifecycle.Lifecycle;
import dev.ropewalk.pipeline.sequence.MultiProducerSequencer;
import dev.ropewalk.pipeline.sequence.Ring;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Signal;
import dev.ropewalk.pipeline.stage.PipelineContext;
import dev.ropewalk.pipeline.stage.ProducerRegistry;
import dev.ropewalk.pipeline.stage.Stages;
import dev.ropewalk.pipeline.stage.WaitSettings;
import dev.ropewalk.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Producers that weren't closed and that no thread can use any more. */
class ForgottenProducersTest extends PipelineTests {
    private static final int MANY = 1_000;

    private final MultiProducerSequencer sequencer = new MultiProducerSequencer(8);
    private final CapacityWaiters waiters = new CapacityWaiters(sequencer);
    private final Lifecycle lifecycle = new Lifecycle("pipeline", sequencer);
    private final PipelineContext<Event> context = new PipelineContext<>(
            "pipeline",
            new Ring<>(8, Event::new),
            sequencer,
            waiters,
            lifecycle,
            new FailureLog("pipeline", failure -> {}, System::nanoTime),
            new Stages<>(),
            null,
            null,
            Thread.ofPlatform().factory(),
            new ProducerRegistry(sequencer, waiters));

    private int made;

    private OwnedProducer<Event> listed() {
        var producer = OwnedProducer.register(
                context, new WaitSettings(WaitSettings.Kind.PARKING, 200, IdleStrategy::busySpin), false);
        return producer;
    }

    @Test
    void shouldLeaveTheList() throws InterruptedException {
        OwnedProducer<Event> kept = listed();
        for (int i = 0; i < MANY; i++) {
            listed().publish(value(i));
            sequencer.gateOn(new Sequence[] {new Sequence(i)});
        }
        Await.until("the list is shorter than what was made", () -> {
            System.gc();
            for (int i = 0; i < MANY; i++) {
                var _ = listed();
                made++;
            }
            return context.producers().size() < made / 2;
        });
        kept.publish(value(1));
    }

    @Test
    void shouldHaveTheirOpenClaimsGivenUpWhenTheThreadEnds() {
        sequencer.gateOn(new Sequence[] {new Sequence(Sequence.BEFORE_FIRST)});
        var claimed = new CountDownLatch(1);
        var leave = new CountDownLatch(1);
        Thread owner = start(() -> {
            var _ = listed().claim();
            claimed.countDown();
            leave.await();
        });
        Await.until("it has claimed", () -> claimed.getCount() == 0);
        System.gc();
        for (int i = 0; i < 200; i++) {
            var _ = listed();
        }
        assertThat(context.producers().abortClaimsOfTheDead()).isFalse();
        leave.countDown();
        awaitEnd(owner);
        assertThat(context.producers().abortClaimsOfTheDead()).isTrue();
        assertThat(sequencer.isAborted(0)).isTrue();
    }

    /**
     * Telling a stage runs code of its scheduler, and, if that has ended, of the executors of publications that wait for room.
     */
    @Test
    void shouldTellNobodyOfTheDeadUnderTheLockOfTheirClaim() throws InterruptedException {
        sequencer.gateOn(new Sequence[] {new Sequence(Sequence.BEFORE_FIRST)});
        OwnedProducer<Event> dead = listed();
        awaitEnd(start(dead::claim));
        var heir = new OwnedProducer<>(
                context, new WaitSettings(WaitSettings.Kind.PARKING, 200, IdleStrategy::busySpin), false);
        awaitEnd(start(heir::claim));
        List<Boolean> locked = new ArrayList<>();
        var signal = new Signal() {
            @Override
            protected void fire() {
                locked.add(Thread.holdsLock(dead.claim) || Thread.holdsLock(heir.claim));
            }
        };
        signal.arm();
        sequencer.signals.set(new Signal[] {signal});

        assertThat(context.producers().abortClaimsOfTheDead()).isTrue();
        assertThat(locked).containsOnly(false);

        locked.clear();
        assertThat(heir.tryClaim(1)).isPresent();
        assertThat(locked).containsOnly(false);
    }
}

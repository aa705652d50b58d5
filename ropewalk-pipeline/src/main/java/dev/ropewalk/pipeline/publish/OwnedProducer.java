package dev.ropewalk.pipeline.publish;

import dev.ropewalk.pipeline.EventClaim;
import dev.ropewalk.pipeline.Producer;
import dev.ropewalk.pipeline.sequence.Sequencer;
import dev.ropewalk.pipeline.stage.PipelineContext;
import dev.ropewalk.pipeline.stage.WaitSettings;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.time.Duration;
import java.util.Optional;

/** A producer that belongs to one thread at a time, with its claim. */
public final class OwnedProducer<E> extends Publisher<E> implements Producer<E> {
    final OwnedClaim<E> claim;
    private final Optional<EventClaim<E>> someClaim;

    OwnedProducer(PipelineContext<E> context, WaitSettings waiting, boolean single) {
        super(context, waiting);
        claim = new OwnedClaim<>(this, context, single);
        someClaim = Optional.of(claim);
    }

    /**
     * Returns a producer whose claim is registered.
     *
     * @param single whether the pipeline has no other
     */
    public static <E> OwnedProducer<E> register(PipelineContext<E> context, WaitSettings waiting, boolean single) {
        var producer = new OwnedProducer<>(context, waiting, single);
        context.producers().add(producer.claim);
        return producer;
    }

    @Override
    public EventClaim<E> claim() throws InterruptedException {
        if (!claim.tryOpenAtOnce()) {
            EventClaim<E> ignored = claim(1);
        }
        return claim;
    }

    @Override
    public EventClaim<E> claim(int size) throws InterruptedException {
        return claim.open(claimWaiting(size, Parking.FOREVER), size);
    }

    @Override
    public Optional<EventClaim<E>> tryClaim(int size) {
        return opened(tryClaiming(size), size);
    }

    @Override
    public Optional<EventClaim<E>> claim(int size, Duration timeout) throws InterruptedException {
        return opened(claimWaiting(size, Parking.nanos(timeout)), size);
    }

    private Optional<EventClaim<E>> opened(long high, int size) {
        if (high == Sequencer.FULL) {
            return Optional.empty();
        }
        var ignored = claim.open(high, size);
        return someClaim;
    }

    @Override
    void checkMayClaim() {
        claim.checkThread();
        if (claim.isOpen()) {
            throw new IllegalStateException(
                    "the last claim of this producer, " + claim + ", is still open: publish or abort it first");
        }
    }

    @Override
    void begin(long high, int size) {
        var ignored = claim.open(high, size);
    }

    @Override
    void finish(long high) {
        claim.forget(high);
    }

    @Override
    public void release() {
        checkMayClaim();
        Steps.before(StepKind.RELEASE, context().lifecycle());
        claim.disown();
    }

    /**
     * Gives this, the only producer of its pipeline, to a flow: threads are refused until it is {@linkplain #takeBack taken back}.
     *
     * @throws IllegalStateException if a claim is open, or this belongs to another thread or flow
     */
    public void lend() {
        checkMayClaim();
        Steps.before(StepKind.RELEASE, context().lifecycle());
        claim.lend();
    }

    /** Ends the use by a flow, after its last publication. */
    public void takeBack() {
        Steps.before(StepKind.RELEASE, context().lifecycle());
        claim.takeBack();
    }

    @Override
    public void close() {
        Steps.before(StepKind.CLOSE, context().lifecycle());
        claim.closeForGood();
    }
}

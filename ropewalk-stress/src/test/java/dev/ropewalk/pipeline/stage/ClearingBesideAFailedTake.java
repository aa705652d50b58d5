package dev.ropewalk.pipeline.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.pipeline.Word;
import dev.ropewalk.pipeline.lifecycle.EventClearer;
import dev.ropewalk.pipeline.lifecycle.FailureLog;
import dev.ropewalk.pipeline.sequence.Ring;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.SingleProducerSequencer;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JI_Result;

/** A worker tries to take what others have taken long ago, while another worker's events are cleared: each is cleared once. */
@JCStressTest
@BrokenBy(in = EventClearer.class, method = "advance", of = "compareAndSet", flaw = Flaw.ALWAYS_TRUE)
@Outcome(id = "8, 9", expect = ACCEPTABLE, desc = "Each was cleared once.")
@Outcome(expect = FORBIDDEN, desc = "An event was cleared twice, or not at all.")
@State
public class ClearingBesideAFailedTake {
    private static final int EVENTS = 8;

    private final WorkerPool pool = new WorkerPool();
    private final Sequence late = new Sequence(Sequence.NOWHERE);
    private final Sequence other = new Sequence(Sequence.NOWHERE);
    private final EventClearer<Word> clearer = new EventClearer<>(
            new Ring<>(16, Word::new),
            new SingleProducerSequencer(16),
            word -> clear(),
            new FailureLog("pipeline", failure -> {}, () -> 0));
    private volatile int cleared;

    public ClearingBesideAFailedTake() {
        clearer.dependOn(new Sequence[] {pool.taken(), late, other});
        takeAndClear(Sequence.BEFORE_FIRST);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // it is what is to be proven
    private void clear() {
        cleared++;
    }

    private void takeAndClear(long last) {
        if (pool.tryTake(other, last, last + 1)) {
            pool.release(other);
        }
        clearer.advance();
    }

    @Actor
    public void late() {
        for (int i = 0; i < EVENTS; i++) {
            boolean ignored = pool.tryTake(late, Sequence.BEFORE_FIRST, 0);
            clearer.advance();
        }
    }

    @Actor
    public void other() {
        for (int i = 0; i < EVENTS; i++) {
            takeAndClear(i);
        }
    }

    @Arbiter
    public void rest(JI_Result result) {
        result.r1 = clearer.cleared().get();
        result.r2 = cleared;
    }
}

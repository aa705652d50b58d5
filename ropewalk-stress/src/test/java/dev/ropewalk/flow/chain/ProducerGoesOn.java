package dev.ropewalk.flow.chain;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.base.flow.SerialSteps;
import dev.ropewalk.scheduler.park.FlowExecutor;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** An element is taken from a full ring while its producer looks: the producer fills the place. */
@JCStressTest
@BrokenBy(in = Input.class, method = "settle", of = "setRelease", flaw = Flaw.TOO_LATE)
@Outcome(id = "5", expect = ACCEPTABLE, desc = "It has pushed one more.")
@Outcome(expect = FORBIDDEN, desc = "It has stopped for ever.")
@State
public class ProducerGoesOn {
    private final Counting counting = new Counting();

    public ProducerGoesOn() {
        counting.input.open();
    }

    @Actor
    public void consumer() {
        Integer ignored = counting.input.poll();
        counting.input.settle();
    }

    @Actor
    public void other() {
        if (counting.head != null) {
            counting.head.resume();
        }
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = counting.pushed;
    }

    /** A ring of four, and a producer that is never done. */
    private static final class Counting extends SerialSteps {
        private @Nullable Head head;
        private int pushed;
        private final Input<Integer> input = new Input<>(new Endless(this), 4, this);

        @Override
        protected boolean step() {
            return true;
        }

        @Override
        protected void submit(Runnable run) {
            run.run();
        }

        @Override
        protected void refused(Throwable why) {
            throw new AssertionError(why);
        }
    }

    private record Endless(Counting counting) implements Chain<Integer> {
        @Override
        public Head build(Stage<? super Integer> stage, @Nullable FlowExecutor executor) {
            Head head = new SteppedHead<Integer>(stage, executor) {
                @Override
                protected long push(Stage<? super Integer> to, long wanted) {
                    for (long i = 0; i < wanted; i++) {
                        boolean ignored = to.push(7);
                        counting.pushed++;
                    }
                    return wanted;
                }

                @Override
                protected boolean isFinished() {
                    return false;
                }
            };
            counting.head = head;
            return head;
        }

        @Override
        public boolean canBeRun() {
            return true;
        }

        @Override
        public boolean canBePulled() {
            return false;
        }
    }
}

package dev.ropewalk.flow.junction;

import dev.ropewalk.flow.chain.Chain;
import dev.ropewalk.flow.chain.Input;
import dev.ropewalk.flow.chain.Stage;
import dev.ropewalk.flow.chain.SteppedHead;
import dev.ropewalk.scheduler.park.FlowExecutor;
import org.jspecify.annotations.Nullable;

/** An asynchronous boundary: pushes what another row of stages leaves in a ring, in runs of an executor. */
public final class Boundary<T> extends SteppedHead<T> {
    private final Input<T> input;

    /** Makes a boundary behind a chain. */
    public Boundary(Stage<? super T> stage, FlowExecutor executor, Chain<T> from, int buffer) {
        super(stage, executor);
        this.input = new Input<>(from, buffer, this);
    }

    @Override
    public void connect() {
        input.connect();
    }

    @Override
    protected void begin() {
        input.open();
    }

    @Override
    protected long push(Stage<? super T> stage, long wanted) {
        long count = 0;
        while (count < wanted) {
            T element = input.poll();
            if (element == null) {
                break;
            }
            input.settle();
            if (!stage.push(element)) {
                return ENDED;
            }
            count++;
        }
        return count;
    }

    @Override
    protected boolean isFinished() {
        return input.isFinished();
    }

    @Override
    protected @Nullable Throwable failure() {
        return input.failure();
    }

    @Override
    protected void giveUp() {
        input.giveUp();
    }
}

package dev.ropewalk.flow.chain;

import dev.ropewalk.base.flow.SerialSteps;
import dev.ropewalk.scheduler.park.FlowExecutor;
import org.jspecify.annotations.Nullable;

/** Steps that take what comes into a ring and add it, made by the thread that signals. */
final class AddingSteps extends SerialSteps {
    final Input<Integer> input = new Input<>(new Silent(), 4, this);
    int sum;
    int sumAtEnd = -1;

    AddingSteps() {
        start();
    }

    @Override
    protected boolean step() {
        Integer element = input.poll();
        while (element != null) {
            sum += element;
            element = input.poll();
        }
        if (sumAtEnd < 0 && input.isFinished()) {
            sumAtEnd = sum;
        }
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

    /** A chain whose elements are pushed by the proof. */
    private record Silent() implements Chain<Integer>, Head {
        @Override
        public Head build(Stage<? super Integer> stage, @Nullable FlowExecutor executor) {
            return this;
        }

        @Override
        public boolean canBeRun() {
            return false;
        }

        @Override
        public boolean canBePulled() {
            return false;
        }

        @Override
        public void connect() {}

        @Override
        public void open() {}

        @Override
        public void resume() {}

        @Override
        public void cancel() {}

        @Override
        public void refuse(long elements) {}

        @Override
        public boolean isRunByCallers() {
            return false;
        }
    }
}

package dev.ropewalk.flow.junction;

import dev.ropewalk.base.Durations;
import dev.ropewalk.flow.chain.Chain;
import dev.ropewalk.flow.chain.Input;
import dev.ropewalk.flow.chain.Stage;
import dev.ropewalk.flow.chain.SteppedHead;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.park.FlowExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pushes lists of elements: a list that is full, or whose first element has waited for some time. A list that nobody wants yet stays here
 * and grows until it is full; the rest waits in the ring, and then at its source.
 *
 * <p>The timer only says which list is due. That is a number, so that one which comes late, after its list has been pushed, changes
 * nothing. If the scheduler ends first the timer signals, too: the run that is refused then ends the flow.
 */
public final class TimedBatch<T> extends SteppedHead<List<T>> {
    private final FlowExecutor executor;
    private final Scheduler scheduler;
    private final Input<T> input;
    private final int size;
    private final Duration wait;
    private List<T> batch = new ArrayList<>();
    private @Nullable Runnable timer; // cancels it
    private long number;

    /** The number of the last list that was due. */
    private volatile long due = -1;

    /** Makes lists of what a chain brings. */
    public TimedBatch(
            Stage<? super List<T>> stage, Scheduler scheduler, Chain<T> from, int size, Duration wait, int buffer) {
        FlowExecutor own = new FlowExecutor(scheduler);
        super(stage, own);
        this.executor = own;
        this.scheduler = scheduler;
        this.size = size;
        this.wait = wait;
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
    protected long push(Stage<? super List<T>> stage, long wanted) {
        long count = 0;
        while (count < wanted) {
            fill();
            if (!isComplete()) {
                break;
            }
            if (!stage.push(take())) {
                return ENDED;
            }
            count++;
        }
        return count;
    }

    private boolean isComplete() {
        return !batch.isEmpty()
                && (batch.size() == size || due == number || (input.isFinished() && input.failure() == null));
    }

    private void fill() {
        T element = batch.size() < size ? input.poll() : null;
        while (element != null) {
            input.settle();
            batch.add(element);
            if (batch.size() == 1 && size > 1) {
                arm();
            }
            element = batch.size() < size ? input.poll() : null;
        }
    }

    private void arm() {
        long own = number;
        timer = executor.signalAfter(scheduler, Durations.delayNanos(wait), () -> {
            due = own;
            signal();
        });
    }

    private List<T> take() {
        disarm();
        List<T> full = batch;
        batch = new ArrayList<>(full.size());
        number++;
        return Collections.unmodifiableList(full);
    }

    private void disarm() {
        Runnable armed = timer;
        if (armed != null) {
            timer = null;
            armed.run();
        }
    }

    @Override
    protected boolean isFinished() {
        return input.isFinished() && (batch.isEmpty() || input.failure() != null);
    }

    @Override
    protected @Nullable Throwable failure() {
        disarm();
        return input.failure();
    }

    @Override
    protected void giveUp() {
        disarm();
        batch = new ArrayList<>();
        input.giveUp();
    }
}

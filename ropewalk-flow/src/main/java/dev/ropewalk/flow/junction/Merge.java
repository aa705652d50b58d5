package dev.ropewalk.flow.junction;

import dev.ropewalk.flow.chain.Chain;
import dev.ropewalk.flow.chain.Input;
import dev.ropewalk.flow.chain.Stage;
import dev.ropewalk.flow.chain.SteppedHead;
import dev.ropewalk.scheduler.park.FlowExecutor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pushes what several rows bring, as it comes: some elements of each in turn. The rows are given beforehand, or are made of the elements
 * of one that comes first.
 */
public final class Merge<T> extends SteppedHead<T> {
    /** How many elements of one row are pushed before those of the next. */
    private static final int MAX_ELEMENTS_A_TURN = 32;

    /** How many times rows that have ended make room for others before this gives way: they may have brought nothing. */
    private static final int MAX_CHANGES_A_PUSH = 256;

    private final int buffer;
    private final int most;
    private final @Nullable Input<Chain<? extends T>> chains;
    private final List<Input<T>> inputs = new ArrayList<>();
    private @Nullable Throwable failure;
    private int turn;
    private boolean givesWay;

    /** Merges chains that are known. */
    public Merge(
            Stage<? super T> stage,
            @Nullable FlowExecutor executor,
            List<? extends Chain<? extends T>> chains,
            int buffer) {
        super(stage, executor);
        this.buffer = buffer;
        this.most = chains.size();
        this.chains = null;
        chains.forEach(chain -> inputs.add(new Input<>(chain, buffer, this)));
    }

    private Merge(
            Stage<? super T> stage,
            @Nullable FlowExecutor executor,
            int buffer,
            int most,
            Chain<Chain<? extends T>> chains) {
        super(stage, executor);
        this.buffer = buffer;
        this.most = most;
        this.chains = new Input<>(chains, Math.min(most, buffer), this);
    }

    /** Merges chains that come from another one, at most so many at a time. */
    public static <T> Merge<T> of(
            Stage<? super T> stage,
            @Nullable FlowExecutor executor,
            Chain<Chain<? extends T>> chains,
            int most,
            int buffer) {
        return new Merge<>(stage, executor, buffer, most, chains);
    }

    @Override
    public void connect() {
        inputs.forEach(Input::connect);
        if (chains != null) {
            chains.connect();
        }
    }

    @Override
    protected void begin() {
        inputs.forEach(Input::open);
        if (chains != null) {
            chains.open();
        }
    }

    @Override
    protected long push(Stage<? super T> stage, long wanted) {
        addInputs();
        givesWay = false;
        int changes = 0;
        long count = 0;
        int idle = 0;
        while (count < wanted && idle < inputs.size() && !givesWay) {
            turn = turn < inputs.size() - 1 ? turn + 1 : 0;
            long most = Math.min(wanted - count, MAX_ELEMENTS_A_TURN);
            long pushed = push(inputs.get(turn), stage, most);
            if (pushed == ENDED) {
                return ENDED;
            }
            count += pushed;
            idle = pushed == most ? 0 : pushed == 0 ? idle + 1 : 1;
            if (idle == inputs.size() && removeFinished()) {
                if (failure != null) {
                    break; // nothing begins behind a failure
                }
                addInputs();
                idle = 0;
                changes++;
                givesWay = changes == MAX_CHANGES_A_PUSH;
            }
        }
        return count;
    }

    @Override
    protected boolean givesWay() {
        return givesWay;
    }

    private long push(Input<T> input, Stage<? super T> stage, long wanted) {
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

    /** Takes as many chains as may be merged at a time. */
    private void addInputs() {
        if (chains == null) {
            return;
        }
        Chain<? extends T> chain = inputs.size() < most ? chains.poll() : null;
        while (chain != null) {
            chains.settle();
            Input<T> input = new Input<>(chain, buffer, this);
            inputs.add(input);
            input.connect();
            input.open();
            chain = inputs.size() < most ? chains.poll() : null;
        }
    }

    /** Forgets rows that have ended. Returns whether there was one. */
    private boolean removeFinished() {
        boolean hasRemoved = false;
        for (int i = inputs.size() - 1; i >= 0; i--) {
            Input<T> input = inputs.get(i);
            if (input.isFinished()) {
                Input<T> ignored = inputs.remove(i);
                hasRemoved = true;
                failure = failure == null ? input.failure() : failure;
            }
        }
        return hasRemoved;
    }

    @Override
    protected boolean isFinished() {
        boolean ignored = removeFinished();
        if (failure == null && inputs.isEmpty() && chains != null && chains.isFinished()) {
            failure = chains.failure();
            return true;
        }
        if (failure != null) {
            giveUp();
            return true;
        }
        return inputs.isEmpty() && chains == null;
    }

    @Override
    protected @Nullable Throwable failure() {
        return failure;
    }

    @Override
    protected void giveUp() {
        inputs.forEach(Input::giveUp);
        if (chains != null) {
            chains.giveUp();
        }
    }
}

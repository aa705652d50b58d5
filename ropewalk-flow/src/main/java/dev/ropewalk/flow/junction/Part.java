package dev.ropewalk.flow.junction;

import dev.ropewalk.flow.chain.Chain;
import dev.ropewalk.flow.chain.Head;
import dev.ropewalk.flow.chain.Stage;
import dev.ropewalk.scheduler.park.FlowExecutor;
import org.jspecify.annotations.Nullable;

/** The end of a row that is pulled: passes on as many elements as it is told to, within that call. Belongs to the steps of a head. */
final class Part<T> extends Stage<T> {
    private final Stage<? super T> to;
    private final Head head;
    private long allowed;
    private long came;
    private boolean isLeft;
    private boolean hasEnded;
    private @Nullable Throwable failure;

    Part(Chain<? extends T> from, Stage<? super T> to) {
        this.to = to;
        this.head = build(from);
    }

    private Head build(Chain<? extends T> from) {
        return from.build(this, (FlowExecutor) null);
    }

    void open() {
        head.open();
    }

    /** Lets so many elements come; returns how many have. Fewer have only if this has ended, or is left. */
    long pull(long most) {
        long before = came;
        allowed = before + most;
        head.resume();
        return came - before;
    }

    /** Returns whether what elements go to wants no more. */
    boolean isLeft() {
        return isLeft;
    }

    boolean hasEnded() {
        return hasEnded;
    }

    /** Returns the failure with which this has ended, or null. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    void giveUp() {
        head.cancel();
    }

    // What the row calls

    @Override
    public boolean push(T element) {
        came++;
        isLeft = !to.push(element);
        return !isLeft;
    }

    @Override
    public void pause() {
        // What pulls looks after each call.
    }

    @Override
    public void end(@Nullable Throwable cause) {
        hasEnded = true;
        failure = cause;
    }

    @Override
    public long limit() {
        return allowed;
    }
}

package dev.ropewalk.flow.stage;

import dev.ropewalk.flow.chain.Stage;
import org.jspecify.annotations.Nullable;

/** A stage with another one behind it, to which it passes on what it doesn't change. */
abstract class FusedStage<T, R> extends Stage<T> {
    final Stage<? super R> next;

    FusedStage(Stage<? super R> next) {
        this.next = next;
    }

    @Override
    public void pause() {
        next.pause();
    }

    @Override
    public void end(@Nullable Throwable cause) {
        next.end(cause);
    }

    @Override
    public long limit() {
        return next.limit();
    }
}

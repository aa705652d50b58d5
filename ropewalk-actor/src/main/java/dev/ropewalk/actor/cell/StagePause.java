package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.supervision.ActorLife;
import dev.ropewalk.actor.supervision.SystemMessage;
import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The end of a pause: the stage that an actor waits for has completed. A pause ends once, whatever a foreign stage does: it may call back twice, or call
 * back and then throw.
 *
 * @param <T> the type of the stage's result
 */
final class StagePause<T> extends SystemMessage {
    private static final VarHandle OVER = VarHandles.of(MethodHandles.lookup(), "over", boolean.class);

    private final Cell<?> paused;
    private final BiConsumer<? super @Nullable T, ? super @Nullable Throwable> then;

    /** How many behaviours of the actor had ended. */
    private final int ended;

    private @Nullable T result;
    private @Nullable Throwable failure;

    @SuppressWarnings("UnusedVariable") // read and written through OVER
    private boolean over;

    private StagePause(Cell<?> paused, BiConsumer<? super @Nullable T, ? super @Nullable Throwable> then) {
        this.paused = paused;
        this.then = then;
        this.ended = paused.cold().ended;
    }

    /** Suspends an actor until a stage has completed; called by its own code. */
    static <T> void begin(
            Cell<?> actor,
            CompletionStage<T> stage,
            BiConsumer<? super @Nullable T, ? super @Nullable Throwable> then) {
        var pause = new StagePause<T>(actor, then);
        actor.suspend();
        actor.cold().pauses++;
        boolean registered = false;
        try {
            var ignored = stage.handle((result, failure) -> {
                if (pause.isFirstEnd()) {
                    pause.result = result;
                    pause.failure = failure;
                    actor.sendSystem(pause);
                }
                return null;
            });
            registered = true;
        } finally {
            if (!registered && pause.isFirstEnd()) {
                pause.end();
            }
        }
    }

    private boolean isFirstEnd() {
        return OVER.compareAndSet(this, false, true);
    }

    @Override
    public void apply(ActorLife<?> actor) {
        try {
            if (paused.canGoOnSince(ended)) {
                then.accept(result, failure);
            }
        } catch (Throwable thrown) {
            paused.cold().finish(thrown);
            paused.fail(thrown);
        } finally {
            end();
        }
    }

    private void end() {
        if (--paused.cold().pauses == 0) {
            paused.cold().finish(null);
        }
        paused.goOn();
    }
}

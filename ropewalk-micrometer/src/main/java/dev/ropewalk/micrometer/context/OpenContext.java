package dev.ropewalk.micrometer.context;

import dev.ropewalk.base.ContextScope;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.observation.Observation;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What has been opened for one message or task, to be closed in reverse order; what one of them throws doesn't keep the others open.
 * What closes something is made before that is opened, since there may be no memory afterwards.
 */
final class OpenContext implements ContextScope {
    private final ArrayDeque<ContextSnapshot.Scope> open = new ArrayDeque<>();
    private @Nullable Observation observation;

    void add(ContextSnapshot.Scope scope) {
        open.push(scope);
    }

    /** Adds an observation that has begun, and opens its scope. */
    void observe(Observation begun) {
        observation = begun;
        add(begun::stop);
        var scope = new ObservationScope();
        add(scope);
        scope.opened = begun.openScope();
    }

    private static final class ObservationScope implements ContextSnapshot.Scope {
        private Observation.@Nullable Scope opened;

        @Override
        public void close() {
            if (opened != null) {
                opened.close();
            }
        }
    }

    @Override
    public void failed(Throwable thrown) {
        if (observation != null) {
            Observation ignored = observation.error(thrown);
        }
    }

    @Override
    public void close() {
        RuntimeException first = null;
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Throwable thrown) {
                first = first == null ? new IllegalStateException("a context wasn't closed", thrown) : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /** Closes what was opened before something was thrown. */
    void closeAfter(Throwable thrown) {
        try {
            close();
        } catch (RuntimeException alsoThrown) {
            thrown.addSuppressed(alsoThrown);
        }
    }
}

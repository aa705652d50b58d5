package dev.ropewalk.micrometer.context;

import dev.ropewalk.base.ContextScope;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
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
    void observe(Observation begun, ObservationRegistry registry) {
        observation = begun;
        add(begun::stop);
        var scope = new ObservationScope(registry);
        add(scope);
        scope.opened = begun.openScope();
    }

    /** The scope of an observation. A handler that throws leaves it half open or half closed: what the thread had before is put back then. */
    private static final class ObservationScope implements ContextSnapshot.Scope {
        private final ObservationRegistry registry;
        private final Observation.@Nullable Scope before;
        private Observation.@Nullable Scope opened;

        ObservationScope(ObservationRegistry registry) {
            this.registry = registry;
            this.before = registry.getCurrentObservationScope();
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // asks which scope it is
        public void close() {
            try {
                if (opened != null) {
                    opened.close();
                }
            } finally {
                if (registry.getCurrentObservationScope() != before) {
                    putBack();
                }
            }
        }

        @SuppressWarnings(
                "deprecation") // nothing else tells handlers that they must forget a scope that was left half open
        private void putBack() {
            Observation.Scope left = registry.getCurrentObservationScope();
            try {
                if (left != null) {
                    left.reset();
                }
            } finally {
                registry.setCurrentObservationScope(before);
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

package dev.ropewalk.observe.part;

import java.lang.ref.WeakReference;
import java.util.function.Function;

/**
 * A live part that isn't kept alive, and how it is asked.
 *
 * @param <P> the type of the part
 * @param <S> what a snapshot of it is
 */
public final class PartReference<P, S> {
    private final WeakReference<P> part;
    private final Function<? super P, ? extends S> snapshot;

    PartReference(P part, Function<? super P, ? extends S> snapshot) {
        this.part = new WeakReference<>(part);
        this.snapshot = snapshot;
    }

    /** Returns whether both are of one part that is still there. */
    public boolean isOfSame(PartReference<?, ?> other) {
        P mine = part.get();
        return mine != null && mine.equals(other.part.get());
    }

    /**
     * Returns what the part is like now.
     *
     * @throws IllegalStateException if it was forgotten
     */
    public S snapshot() {
        P mine = part.get();
        if (mine == null) {
            throw new IllegalStateException("the part is gone");
        }
        return snapshot.apply(mine);
    }
}

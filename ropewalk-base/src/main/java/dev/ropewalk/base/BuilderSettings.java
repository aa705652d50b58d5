package dev.ropewalk.base;

import java.util.function.Consumer;

/**
 * The settings of an immutable builder. The builder never changes those that it has: it changes a copy, which belongs to the next
 * builder. A builder keeps its settings in a final field, so a thread that sees the builder sees them whole.
 *
 * <p>The copy is shallow. So each field holds a value that doesn't change, and a list is replaced, not added to.
 *
 * @param <S> the class itself
 */
public abstract class BuilderSettings<S extends BuilderSettings<S>> implements Cloneable {
    /** Returns a copy with a change. If the change throws, there is no copy. */
    public final S with(Consumer<? super S> change) {
        S copy = copy();
        change.accept(copy);
        return copy;
    }

    /** Returns a copy, for a builder whose methods must not be lambdas, because the first lambda of a program takes milliseconds. */
    @SuppressWarnings("unchecked") // a clone is of the same class
    public final S copy() {
        try {
            return (S) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }
}

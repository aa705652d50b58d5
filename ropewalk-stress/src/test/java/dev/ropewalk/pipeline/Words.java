package dev.ropewalk.pipeline;

import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Two words that are read and written without any order. */
final class Words {
    private static final VarHandle FIRST = VarHandles.of(MethodHandles.lookup(), "first", int.class);
    private static final VarHandle SECOND = VarHandles.of(MethodHandles.lookup(), "second", int.class);

    @SuppressWarnings("UnusedVariable") // accessed through FIRST
    private int first;

    @SuppressWarnings("UnusedVariable") // accessed through SECOND
    private int second;

    void writeFirst() {
        FIRST.setOpaque(this, 1);
    }

    void writeSecond() {
        SECOND.setOpaque(this, 1);
    }

    int first() {
        return (int) FIRST.getOpaque(this);
    }

    int second() {
        return (int) SECOND.getOpaque(this);
    }
}

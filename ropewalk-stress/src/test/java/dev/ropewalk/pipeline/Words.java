package dev.ropewalk.pipeline;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Two words that are read and written without any order. */
final class Words {
    private static final VarHandle FIRST;
    private static final VarHandle SECOND;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            FIRST = lookup.findVarHandle(Words.class, "first", int.class);
            SECOND = lookup.findVarHandle(Words.class, "second", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

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

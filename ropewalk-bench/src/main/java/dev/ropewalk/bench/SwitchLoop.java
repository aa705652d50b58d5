package dev.ropewalk.bench;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

/** The least that can carry virtual threads: a queue, which the thread that starts them empties. Not thread-safe. */
final class SwitchLoop implements Executor {
    private final Queue<Runnable> queue = new ArrayDeque<>();

    @Override
    public void execute(Runnable continuation) {
        queue.add(continuation);
    }

    void runUntilEmpty() {
        for (Runnable next = queue.poll(); next != null; next = queue.poll()) {
            next.run();
        }
    }

    /** Returns a factory of threads that run here; java.lang must be open. */
    ThreadFactory threadFactory() {
        try {
            Class<?> builder = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder");
            MethodHandle make = MethodHandles.privateLookupIn(builder, MethodHandles.lookup())
                    .findConstructor(builder, MethodType.methodType(void.class, Executor.class));
            var made = (Thread.Builder.OfVirtual) make.invoke((Executor) this);
            return made.factory();
        } catch (Throwable e) {
            throw new IllegalStateException("this JVM doesn't open java.lang", e);
        }
    }
}

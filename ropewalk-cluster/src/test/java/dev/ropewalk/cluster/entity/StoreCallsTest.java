package dev.ropewalk.cluster.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Calls of a store of keys when there is no memory for timers: none is forgotten. */
class StoreCallsTest {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final LimitedLog log =
            new LimitedLog(new SafeLog("dev.ropewalk.cluster", StoreCalls.class), "the remembered entities of a test");
    private final StoreCalls calls = new StoreCalls(scheduler(), log);

    /** Has tasks wait, and no memory for timers. */
    private Scheduler scheduler() {
        Strand strand = proxy(Strand.class, (proxy, method, arguments) -> {
            tasks.add((Runnable) arguments[0]);
            return null;
        });
        return proxy(Scheduler.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "newStrand" -> strand;
            case "nanoTime" -> 0L;
            case "schedule" -> throw new OutOfMemoryError("on purpose");
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private void runNext() {
        tasks.remove().run();
    }

    /** A call whose turn has come so often. */
    private static final class Counted extends StoreCalls.Call {
        private final Supplier<CompletionStage<?>> made;
        private int begun;
        private int ended;
        private int succeeded;

        Counted(Supplier<CompletionStage<?>> made) {
            this.made = made;
        }

        @Override
        boolean begins() {
            begun++;
            return true;
        }

        @Override
        boolean isDropped() {
            return false;
        }

        @Override
        CompletionStage<?> make() {
            return made.get();
        }

        @Override
        void succeeded() {
            succeeded++;
        }

        @Override
        void failed() {}

        @Override
        void ended() {
            ended++;
        }

        @Override
        String what() {
            return "the call";
        }
    }

    @Test
    void shouldMakeACallAgainThoughThereIsNoTimer() {
        Queue<CompletionStage<?>> answers = new ArrayDeque<>();
        answers.add(CompletableFuture.completedFuture(null));
        var call = new Counted(answers::remove);
        calls.submit(call); // no timer that watches it: it counts as failed
        assertThatThrownBy(this::runNext).isInstanceOf(OutOfMemoryError.class);
        assertThat(call.begun).isEqualTo(2);
        assertThat(tasks).as("the next answer").hasSize(1);
        assertThat(call.ended).isEqualTo(1);
        assertThat(call.succeeded).isZero();
    }

    @Test
    void shouldBeginAllThoughThereIsNoTimer() {
        int[] begun = new int[1];
        new Beginnings(calls, log).add(() -> ++begun[0] < 250);
        while (!tasks.isEmpty()) {
            runNext();
        }
        assertThat(begun[0]).isEqualTo(250);
    }
}

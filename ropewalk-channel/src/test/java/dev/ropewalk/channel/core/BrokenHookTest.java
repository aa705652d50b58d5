package dev.ropewalk.channel.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.SchedulerThread;
import dev.ropewalk.testing.Await;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks that wait where the scheduler fails to let the worker go on, as when memory has run out. */
@Timeout(60)
class BrokenHookTest {
    private final Channel<String> channel = Channel.rendezvous();

    /** Runs one task, of a scheduler that fails after each call that blocks. */
    private static final class TaskThread<T> extends SchedulerThread {
        private final FutureTask<T> task;
        private final Scheduler scheduler = (Scheduler) Proxy.newProxyInstance(
                Scheduler.class.getClassLoader(), new Class<?>[] {Scheduler.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "blocking" -> {
                            Object outcome = ((Callable<?>) arguments[0]).call();
                            throw new OutOfMemoryError("after " + outcome);
                        }
                        case "park" -> LockSupport.park(arguments[0]);
                        case "parkNanos" -> LockSupport.parkNanos(arguments[0], (long) arguments[1]);
                        default -> {
                            return System.nanoTime();
                        }
                    }
                    return null;
                });

        TaskThread(Callable<T> task) {
            super("task");
            this.task = new FutureTask<>(task);
            setDaemon(true);
        }

        @Override
        public void run() {
            task.run();
        }

        @Override
        public Optional<Scheduler> scheduler() {
            return Optional.of(scheduler);
        }
    }

    private static <T> FutureTask<T> start(Callable<T> call) {
        var thread = new TaskThread<>(call);
        thread.start();
        return thread.task;
    }

    @Test
    void shouldKeepTheElementThatAReceiverHasWaitedFor() throws Exception {
        FutureTask<String> received = start(channel::receive);
        Await.until("it waits", () -> channel.stats().waitingReceivers() == 1);

        assertThat(channel.trySend("it")).isTrue();

        assertThat(received.get()).isEqualTo("it");
    }

    @Test
    void shouldTellASenderOfTheElementThatWasReceived() throws Exception {
        FutureTask<Boolean> sent = start(() -> channel.send("it", Duration.ofHours(1)));
        Await.until("it waits", () -> channel.stats().waitingSenders() == 1);

        assertThat(channel.tryReceive()).contains("it");

        assertThat(sent.get()).isTrue();
    }

    @Test
    void shouldFailIfTheWaitHasBroughtNothing() {
        FutureTask<Optional<String>> received = start(() -> channel.receive(Duration.ofNanos(1)));

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(received::get)
                .withMessageContaining("after false");
        assertThat(channel.stats().waitingReceivers()).isZero();
    }
}

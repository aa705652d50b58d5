package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Blocking actors for whose thread there is no memory. */
@Timeout(60)
class BlockingWithoutThreadTest {
    private final Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();
    private final Scheduler scheduler = Scheduler.builder()
            .uncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown))
            .build();
    private final ActorSystem system = ActorSystem.builder("poor")
            .scheduler((Scheduler) Proxy.newProxyInstance(
                    Scheduler.class.getClassLoader(), new Class<?>[] {Scheduler.class}, (self, method, arguments) -> {
                        try {
                            Object made = method.invoke(scheduler, arguments);
                            return made instanceof ThreadFactory threads
                                    ? (ThreadFactory) task -> thread(threads, task)
                                    : made;
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }))
            .build();
    private volatile boolean isPoor;

    private Thread thread(ThreadFactory threads, Runnable task) {
        return isPoor ? new UnstartableThread() : threads.newThread(task);
    }

    private static final class UnstartableThread extends Thread {
        @Override
        public synchronized void start() {
            throw new OutOfMemoryError("no thread");
        }
    }

    @AfterEach
    void close() {
        system.close();
        scheduler.close();
    }

    @Test
    void shouldNotSpawnIt() throws Exception {
        isPoor = true;
        assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> system.spawnBlocking("actor", inbox -> {}));

        isPoor = false;
        ActorRef<Object> next = system.spawnBlocking("actor", inbox -> {});
        system.whenStopped(next).get(20, TimeUnit.SECONDS);
    }

    @Test
    void shouldStopItIfItCantBeginAnew() throws Exception {
        ActorRef<String> actor = system.spawnBlocking("actor", inbox -> {
            throw new IllegalStateException(inbox.receive());
        });
        isPoor = true;
        actor.tell("fail");

        system.whenStopped(actor).get(20, TimeUnit.SECONDS);
        Await.until("the scheduler hears of it", () -> !uncaught.isEmpty());
        assertThat(uncaught).allSatisfy(thrown -> assertThat(thrown).hasMessage("no thread"));
    }
}

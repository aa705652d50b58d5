package dev.ropewalk.actor.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An actor that stops by an error of the JVM, while there is no memory to note that. */
@Timeout(60)
class FailedStopsWithoutMemoryTest {
    private final Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();
    private final Scheduler scheduler = Scheduler.builder()
            .workers(1)
            .uncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown))
            .build();
    private volatile boolean isPoor;
    private final ActorSystem system = ActorSystem.builder("poor")
            .scheduler((Scheduler) Proxy.newProxyInstance(
                    Scheduler.class.getClassLoader(), new Class<?>[] {Scheduler.class}, (self, method, arguments) -> {
                        if (isPoor && method.getName().equals("nanoTime")) {
                            throw new OutOfMemoryError("no note");
                        }
                        try {
                            return method.invoke(scheduler, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }))
            .build();

    @AfterEach
    void close() {
        isPoor = false;
        system.close();
        scheduler.close();
    }

    @Test
    void shouldStopAllTheSame() {
        var error = new InternalError("in a message");
        ActorRef<Integer> actor = system.spawn(context -> message -> {
            isPoor = true;
            throw error;
        });
        var stopped = system.whenStopped(actor);
        actor.tell(1);
        Await.until("it has stopped", stopped::isDone);
        Await.until("the scheduler's handler gets the error", () -> uncaught.contains(error));
        assertThat(uncaught).containsExactly(error);
        isPoor = false;
        assertThat(system.stats().stopped()).isEmpty();
    }
}

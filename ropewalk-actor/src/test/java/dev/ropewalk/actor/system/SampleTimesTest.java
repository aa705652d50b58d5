package dev.ropewalk.actor.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.MessageSample;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When somebody asks for a sample: the test has the clock that is looked at then. */
@Timeout(60)
class SampleTimesTest {
    private final Thread asking = Thread.currentThread();
    private final Scheduler scheduler = Scheduler.create();
    private final AtomicReference<@Nullable Runnable> atNextLook = new AtomicReference<>();
    private volatile Duration ahead = Duration.ZERO;
    private final ActorSystem system = ActorSystem.builder("sampled")
            .scheduler((Scheduler) Proxy.newProxyInstance(
                    Scheduler.class.getClassLoader(), new Class<?>[] {Scheduler.class}, (self, method, arguments) -> {
                        if (method.getName().equals("nanoTime")) {
                            return now();
                        }
                        try {
                            return method.invoke(scheduler, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }))
            .build();

    private final ActorRef<Object> actor = system.spawn(context -> message -> {});

    private long now() {
        Runnable action = Thread.currentThread().equals(asking) ? atNextLook.getAndSet(null) : null;
        if (action != null) {
            action.run();
        }
        return scheduler.nanoTime() + ahead.toNanos();
    }

    @AfterEach
    void close() {
        system.close();
        scheduler.close();
    }

    private MessageSample sample() {
        return system.details(actor.path()).orElseThrow().messages();
    }

    private void awaitSize(int size) {
        Await.until(size + " messages are in the sample", () -> sample().size() == size);
    }

    @Test
    void shouldHaveOneSampleWhenTwoAskForTheFirstTimeAtOnce() {
        atNextLook.set(() -> assertThat(sample().size()).isZero());
        assertThat(sample().size()).isZero();
        actor.tell("a");
        awaitSize(1);
        assertThat(sample().size()).isOne();
        assertThat(sample().size()).isOne();
    }

    @Test
    void shouldBeginAnewAfterAMinuteWithoutQuestionsAndMessages() {
        assertThat(sample().size()).isZero();
        actor.tell("a");
        awaitSize(1);
        ahead = Duration.ofMinutes(2);
        assertThat(sample().size()).isZero();
        actor.tell(1);
        awaitSize(1);
        assertThat(sample().types()).containsOnlyKeys("java.lang.Integer");
    }
}

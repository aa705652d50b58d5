package dev.ropewalk.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.scheduler.Scheduler;
import io.micrometer.context.ContextRegistry;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An accessor of a thread-local that throws keeps nothing of a message at a worker. */
@Timeout(60)
class BrokenAccessorTest {
    private static final ThreadLocal<String> USER = new ThreadLocal<>();
    private static final ThreadLocal<String> OTHER = new ThreadLocal<>();

    private volatile boolean breaksSetting;
    private volatile boolean breaksClearing;
    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();

    @BeforeEach
    void register() {
        ContextRegistry registry = ContextRegistry.getInstance();
        registry.registerThreadLocalAccessor("test.user", USER::get, USER::set, USER::remove);
        registry.registerThreadLocalAccessor("test.other", OTHER::get, this::set, this::clear);
    }

    private void set(String value) {
        if (breaksSetting) {
            throw new IllegalStateException("wanted by the test");
        }
        OTHER.set(value);
    }

    private void clear() {
        if (breaksClearing) {
            throw new IllegalStateException("wanted by the test");
        }
        OTHER.remove();
    }

    @AfterEach
    void remove() {
        USER.remove();
        OTHER.remove();
        boolean ignored = ContextRegistry.getInstance().removeThreadLocalAccessor("test.user")
                && ContextRegistry.getInstance().removeThreadLocalAccessor("test.other");
    }

    private String next(ActorRef<String> actor, String message) throws InterruptedException {
        actor.tell(message);
        return seen.take();
    }

    @Test
    void shouldKeepNothingWhereSettingFails() throws InterruptedException {
        try (Scheduler scheduler = Scheduler.builder().workers(1).build();
                ActorSystem system =
                        ActorSystem.builder("broken").scheduler(scheduler).build();
                var _ = ContextPropagation.builder().install()) {
            ActorRef<String> actor = system.spawn(context -> message -> seen.add(message + " " + USER.get()));
            USER.set("alice");
            OTHER.set("x");
            breaksSetting = true;
            String first = next(actor, "first");
            breaksSetting = false;
            USER.remove();
            OTHER.remove();
            assertThat(first).startsWith("first");
            assertThat(next(actor, "second")).isEqualTo("second null");
        }
    }

    @Test
    void shouldKeepNothingWhereClearingFails() throws InterruptedException {
        try (Scheduler scheduler = Scheduler.builder().workers(1).build();
                ActorSystem system =
                        ActorSystem.builder("broken").scheduler(scheduler).build();
                var _ = ContextPropagation.builder().install()) {
            ActorRef<String> actor = system.spawn(context -> message -> seen.add(message + " " + USER.get()));
            USER.set("alice");
            OTHER.set("x");
            breaksClearing = true;
            assertThat(next(actor, "first")).isEqualTo("first alice");
            USER.remove();
            OTHER.remove();
            assertThat(next(actor, "second")).isEqualTo("second null");
            breaksClearing = false;
        }
    }
}

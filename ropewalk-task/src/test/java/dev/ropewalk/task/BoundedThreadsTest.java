package dev.ropewalk.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Gate;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the threads of an executor are given, and what not. */
class BoundedThreadsTest {
    private static final InheritableThreadLocal<@Nullable String> TENANT = new InheritableThreadLocal<>();

    @Test
    void shouldInheritNothingOfATaskThatEnds() {
        shouldHideTenants(builder -> builder.freshThreads(true), 1);
    }

    @Test
    void shouldInheritNothingOfATaskThatEndsInNamedThreads() {
        shouldHideTenants(builder -> builder.name("named").freshThreads(true), 1);
    }

    @Test
    void shouldInheritNothingOfATaskThatEndsOnAScheduler() {
        try (Scheduler scheduler = Scheduler.builder().workers(2).build()) {
            shouldHideTenants(builder -> builder.scheduler(scheduler).freshThreads(true), 1);
        }
    }

    /** A thread hands over to a fresh one after 16 tasks. */
    @Test
    void shouldInheritNothingOfTheThreadThatHandsOver() {
        shouldHideTenants(builder -> builder, 16);
    }

    /** Has tasks set the tenant and looks what a task sees that runs in another thread than these. */
    private static void shouldHideTenants(UnaryOperator<BoundedExecutorBuilder> options, int setters) {
        try (BoundedExecutor executor =
                options.apply(BoundedExecutor.builder(1)).build()) {
            var gate = new Gate();
            executor.execute(() -> {
                TENANT.set("the first task's");
                gate.run();
            });
            gate.awaitEntered();
            List<Future<Thread>> others = new ArrayList<>();
            for (int i = 1; i < setters; i++) {
                others.add(executor.submit(() -> {
                    TENANT.set("another task's");
                    return Thread.currentThread();
                }));
            }
            Future<@Nullable String> seen = executor.submit(() -> TENANT.get());
            gate.open();
            assertThat(seen).succeedsWithin(Await.DEADLINE).isNull();
            assertThat(others).allMatch(Future::isDone);
        }
    }

    @Test
    void shouldInheritNothingOfTheSubmitter() {
        TENANT.set("the submitter's");
        try (BoundedExecutor executor = BoundedExecutor.builder(1).build()) {
            assertThat(executor.submit(() -> TENANT.get()))
                    .succeedsWithin(Await.DEADLINE)
                    .isNull();
        } finally {
            TENANT.remove();
        }
    }

    @Test
    void shouldKeepTheClassLoaderOfWhoeverBuiltIt() throws Exception {
        Thread self = Thread.currentThread();
        ClassLoader before = self.getContextClassLoader();
        try (var loader = new URLClassLoader(new URL[0], before);
                Scheduler scheduler = Scheduler.builder().workers(1).build()) {
            self.setContextClassLoader(loader);
            try (BoundedExecutor plain = BoundedExecutor.builder(1).build();
                    BoundedExecutor carried =
                            BoundedExecutor.builder(1).scheduler(scheduler).build()) {
                self.setContextClassLoader(before);
                for (BoundedExecutor executor : List.of(plain, carried)) {
                    assertThat(executor.submit(() -> Thread.currentThread().getContextClassLoader()))
                            .succeedsWithin(Await.DEADLINE)
                            .isSameAs(loader);
                }
            }
        } finally {
            self.setContextClassLoader(before);
        }
    }

    @Test
    void shouldGiveItsNameToTheVirtualThreadsOfAScheduler() {
        try (Scheduler scheduler = Scheduler.builder().name("below").workers(1).build();
                BoundedExecutor executor = BoundedExecutor.builder(1)
                        .name("fetch")
                        .scheduler(scheduler)
                        .freshThreads(true)
                        .build()) {
            assertThat(executor.submit(() -> Thread.currentThread().getName()))
                    .succeedsWithin(Await.DEADLINE)
                    .isEqualTo("fetch-0");
            assertThat(executor.submit(() -> Thread.currentThread().getName()))
                    .succeedsWithin(Await.DEADLINE)
                    .isEqualTo("fetch-1");
        }
    }
}

package dev.ropewalk.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.TaskScheduler;

/** How parts end with their context. */
class PartLifecycleTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    RopewalkActorAutoConfiguration.class,
                    RopewalkAutoConfiguration.class,
                    RopewalkExecutorAutoConfiguration.class))
            .withPropertyValues("ropewalk.executor.limit=1");

    /** What the application's tasks use, and what is destroyed after all of them. */
    record Store(Scheduler scheduler, List<String> done) {
        void end() throws InterruptedException {
            done.add("closed " + scheduler.awaitTermination(Duration.ZERO));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {
        @Bean(destroyMethod = "end")
        Store store(Scheduler scheduler) {
            return new Store(scheduler, new CopyOnWriteArrayList<>());
        }
    }

    @Test
    void shouldEndTasksThenActorsThenTheSchedulerThenBeans() {
        List<String> done = new CopyOnWriteArrayList<>();
        runner.withUserConfiguration(Application.class).run(context -> {
            Store store = context.getBean(Store.class);
            ActorRef<String> clerk = context.getBean(ActorSystem.class)
                    .spawn("clerk", ignored -> message -> store.done().add(message));
            var shutdown = new CountDownLatch(1);
            BoundedExecutor executor = context.getBean(BoundedExecutor.class);
            executor.execute(() -> awaitQuietly(shutdown));
            executor.execute(() -> {
                store.done().add("task");
                clerk.tell("message");
            });
            CompletableFuture<Void> closed = CompletableFuture.runAsync(
                    context.getSourceApplicationContext()::close, Thread::startVirtualThread);
            Await.until("the executor ends", executor::isShutdown);

            shutdown.countDown();
            closed.join();

            done.addAll(store.done());
        });
        assertThat(done).containsExactly("task", "message", "closed true");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends before all else, and looks at a task then. */
    static final class FirstToEnd implements SmartLifecycle {
        private final TaskScheduler tasks;
        private @Nullable ScheduledFuture<?> tick;
        private boolean wasCancelled;

        FirstToEnd(TaskScheduler tasks) {
            this.tasks = tasks;
        }

        @Override
        public void start() {
            Duration day = Duration.ofDays(1);
            tick = tasks.scheduleAtFixedRate(
                    () -> {}, tasks.getClock().instant().plus(day), day);
        }

        @Override
        public void stop() {
            wasCancelled = isCancelled();
        }

        boolean isCancelled() {
            return Objects.requireNonNull(tick).isCancelled();
        }

        @Override
        public boolean isRunning() {
            return tick != null;
        }
    }

    @Test
    void shouldCancelPeriodicTasksBeforeAnythingElseEnds() {
        FirstToEnd[] first = new FirstToEnd[1];
        runner.withBean(FirstToEnd.class).run(context -> {
            first[0] = context.getBean(FirstToEnd.class);
            try (var child = new GenericApplicationContext(context)) {
                child.refresh();
            }
            assertThat(first[0].isCancelled()).isFalse();
            context.getSourceApplicationContext().close();

            TaskScheduler tasks = first[0].tasks;
            assertThatExceptionOfType(TaskRejectedException.class)
                    .isThrownBy(() -> tasks.scheduleWithFixedDelay(() -> {}, Duration.ofDays(1)));
        });
        assertThat(first[0].wasCancelled).isTrue();
    }

    @Test
    void shouldInterruptWhatDoesNotEnd() {
        try (CapturedLog log = new CapturedLog("dev.ropewalk.spring")) {
            runner.withPropertyValues("ropewalk.shutdown.timeout=1ms").run(context -> {
                BoundedExecutor executor = context.getBean(BoundedExecutor.class);
                executor.execute(() -> awaitQuietly(new CountDownLatch(1)));
                executor.execute(() -> {});

                context.getSourceApplicationContext().close();

                Await.until("it is over", executor::isTerminated);
            });
            assertThat(log.messages("with work left: 1 tasks haven't begun; those that run were interrupted"))
                    .hasSize(1);
        }
    }

    @Test
    void shouldEndPartsOfAnApplicationThatDoesNotStart() {
        runner.withPropertyValues("ropewalk.scheduler.name=unlucky", "ropewalk.limiters.search.limit=0")
                .run(context -> assertThat(context).hasFailed());

        assertThat(Scheduler.live()).doesNotContainKey("unlucky");
    }

    @Test
    void shouldLeavePartsAloneInAPause() {
        runner.run(context -> {
            ConfigurableApplicationContext paused = context.getSourceApplicationContext();

            paused.pause();
            paused.restart();

            assertThat(context.getBean(BoundedExecutor.class).isShutdown()).isFalse();
        });
    }

    @Test
    void shouldRefuseToStartWhatHasEnded() {
        runner.run(context -> {
            ConfigurableApplicationContext stopped = context.getSourceApplicationContext();

            stopped.stop();

            assertThatIllegalStateException()
                    .isThrownBy(context.getBean("ropewalkSchedulerLifecycle", PartLifecycle.class)::start)
                    .withMessageContaining("has ended with the stop of its context, and can't be started again");
        });
    }
}

package dev.ropewalk.spring;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.spring.RopewalkProperties.ExecutorSettings;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.task.BoundedExecutorBuilder;
import dev.ropewalk.task.OverflowPolicy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.CompositeTaskDecorator;
import org.springframework.core.task.support.TaskExecutorAdapter;

/**
 * A bounded executor, which runs what is {@code @Async} and what web requests leave to other threads. It comes before Boot's own, and
 * instead of it.
 */
@AutoConfiguration(before = TaskExecutionAutoConfiguration.class)
@EnableConfigurationProperties(RopewalkProperties.class)
@ConditionalOnBooleanProperty(name = "ropewalk.executor.enabled", matchIfMissing = true)
public final class RopewalkExecutorAutoConfiguration {
    /** The executor, unless the application has its own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(BoundedExecutor.class)
    static class OwnExecutor {
        /**
         * Ends at once where no lifecycle has ended it: its {@code close} would wait for a task that never ends. A fallback, since what is
         * asked for as an {@link Executor} is the one that Spring knows.
         */
        @Bean(destroyMethod = "shutdownNow")
        @Fallback
        BoundedExecutor ropewalkExecutor(RopewalkProperties properties, Scheduler scheduler) {
            ExecutorSettings its = properties.executor();
            String prefix = "ropewalk.executor.";
            OverflowPolicy overflow = its.overflow();
            if (its.queueCapacity() == null && overflow != OverflowPolicy.REJECT) {
                throw new StartException(
                        "The property ropewalk.executor.overflow is " + overflow + ", but the queue has no bound.",
                        "Set ropewalk.executor.queue-capacity, or remove ropewalk.executor.overflow.");
            }
            BoundedExecutorBuilder builder =
                    Property.checked(prefix + "limit", its.limit(), () -> BoundedExecutor.builder(its.limit()));
            builder = Property.set(prefix + "name", its.name(), builder, BoundedExecutorBuilder::name);
            builder = Property.set(
                    prefix + "queue-capacity",
                    its.queueCapacity(),
                    builder,
                    (old, capacity) -> old.capacity(capacity, overflow));
            BoundedExecutorBuilder built = builder.scheduler(scheduler).freshThreads(its.freshThreads());
            return Property.checked(prefix + "overflow", overflow, built::build);
        }

        @Bean
        PartLifecycle ropewalkExecutorLifecycle(BoundedExecutor executor, RopewalkProperties properties) {
            return new PartLifecycle(
                    String.valueOf(executor),
                    PartLifecycle.Order.EXECUTORS,
                    properties.shutdown().timeout(),
                    timeout -> close(executor, timeout));
        }

        private static String close(BoundedExecutor executor, Duration timeout) {
            executor.shutdown();
            try {
                if (executor.awaitTermination(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
                    return "";
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            List<Runnable> left = executor.shutdownNow();
            return left.size() + " tasks haven't begun; those that run were interrupted";
        }
    }

    /** What Spring knows as the executor of the application, unless that has any other. */
    @Bean({TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME, "taskExecutor"})
    @ConditionalOnProperty(name = "spring.task.execution.mode", havingValue = "auto", matchIfMissing = true)
    @ConditionalOnMissingBean(
            value = Executor.class,
            ignored = {Scheduler.class, BoundedExecutor.class})
    @ConditionalOnSingleCandidate(BoundedExecutor.class)
    AsyncTaskExecutor applicationTaskExecutor(BoundedExecutor executor, ObjectProvider<TaskDecorator> decorators) {
        var adapter = new TaskExecutorAdapter(executor);
        List<TaskDecorator> all = decorators.orderedStream().toList();
        if (!all.isEmpty()) {
            adapter.setTaskDecorator(new CompositeTaskDecorator(all));
        }
        return adapter;
    }
}

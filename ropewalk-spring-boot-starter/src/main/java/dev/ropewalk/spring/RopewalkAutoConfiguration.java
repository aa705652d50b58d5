package dev.ropewalk.spring;

import dev.ropewalk.limit.Limiter;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerBuilder;
import dev.ropewalk.scheduler.SchedulerCloseReport;
import dev.ropewalk.spring.RopewalkProperties.SchedulerSettings;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.core.env.Environment;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.CompositeTaskDecorator;
import org.springframework.scheduling.TaskScheduler;

/**
 * The scheduler, a {@link TaskScheduler} on it, and limiters.
 *
 * <p>A {@link Scheduler} is an {@link java.util.concurrent.Executor}, of which Boot makes none if there is one. So this comes after
 * Boot has decided.
 */
@AutoConfiguration(after = TaskExecutionAutoConfiguration.class, before = TaskSchedulingAutoConfiguration.class)
@EnableConfigurationProperties(RopewalkProperties.class)
public final class RopewalkAutoConfiguration {
    /** Returns the name that an application has given itself. */
    static String nameOf(Environment environment) {
        return environment.getProperty("spring.application.name", "ropewalk");
    }

    /** The scheduler, unless the application has its own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(Scheduler.class)
    static class OwnScheduler {
        /** A fallback, or else an {@link java.util.concurrent.Executor} that is asked for could be this one as well as another. */
        @Bean
        @Fallback
        Scheduler ropewalkScheduler(RopewalkProperties properties, Environment environment) {
            SchedulerSettings its = properties.scheduler();
            String prefix = "ropewalk.scheduler.";
            SchedulerBuilder builder = Scheduler.builder()
                    .name(nameOf(environment))
                    .pinWorkers(its.pinWorkers())
                    .daemon(its.daemon());
            builder = Property.set(prefix + "name", its.name(), builder, SchedulerBuilder::name);
            builder = Property.set(prefix + "workers", its.workers(), builder, SchedulerBuilder::workers);
            builder = Property.set(
                    prefix + "max-spare-workers", its.maxSpareWorkers(), builder, SchedulerBuilder::maxSpareWorkers);
            builder = Property.set(prefix + "steal-price", its.stealPrice(), builder, SchedulerBuilder::stealPrice);
            builder = Property.set(prefix + "spin", its.spin(), builder, SchedulerBuilder::spin);
            builder = Property.set(prefix + "stuck-after", its.stuckAfter(), builder, SchedulerBuilder::stuckAfter);
            return builder.build();
        }

        @Bean
        PartLifecycle ropewalkSchedulerLifecycle(Scheduler scheduler, RopewalkProperties properties) {
            return new PartLifecycle(
                    String.valueOf(scheduler),
                    PartLifecycle.Order.SCHEDULERS,
                    properties.shutdown().timeout(),
                    timeout -> close(scheduler, timeout));
        }

        private static String close(Scheduler scheduler, Duration timeout) {
            SchedulerCloseReport report = scheduler.close(timeout);
            return report.isComplete() ? "" : report.toString();
        }
    }

    /** A task scheduler, unless the application has its own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "ropewalk.task-scheduler.enabled", matchIfMissing = true)
    @ConditionalOnMissingBean({TaskScheduler.class, ScheduledExecutorService.class})
    static class OwnTaskScheduler {
        @Bean
        SchedulerTasks taskScheduler(Scheduler scheduler, ObjectProvider<TaskDecorator> decorators) {
            return new SchedulerTasks(
                    scheduler,
                    new CompositeTaskDecorator(decorators.orderedStream().toList()));
        }
    }

    /** Limiters by name, and those that are beans of their own. */
    @Bean
    @ConditionalOnMissingBean
    Limiters ropewalkLimiters(RopewalkProperties properties, Map<String, Limiter> beans) {
        return LimiterGates.of(properties.limiters(), beans);
    }

    @Bean
    @ConditionalOnMissingBean
    static LimitedPostProcessor ropewalkLimitedPostProcessor(ObjectProvider<Limiters> limiters) {
        return new LimitedPostProcessor(limiters);
    }
}

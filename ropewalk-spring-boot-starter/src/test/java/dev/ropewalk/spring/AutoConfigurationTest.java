package dev.ropewalk.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.micrometer.RopewalkMetrics;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** Which beans there are, and which give way. */
class AutoConfigurationTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    RopewalkActorAutoConfiguration.class,
                    RopewalkAutoConfiguration.class,
                    RopewalkExecutorAutoConfiguration.class,
                    RopewalkHealthAutoConfiguration.class,
                    RopewalkMetricsAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class));

    /** Asynchronous methods. */
    static class Clerk {
        @Async
        CompletableFuture<String> thread() {
            return CompletableFuture.completedFuture(Thread.currentThread().getName());
        }
    }

    @EnableAsync
    @EnableScheduling
    @Configuration(proxyBeanMethods = false)
    static class AsyncApplication {
        @Bean
        Clerk clerk() {
            return new Clerk();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnScheduler {
        @Bean
        Scheduler scheduler() {
            return Scheduler.builder().name("mine").workers(1).build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnSystem {
        @Bean
        ActorSystem system(Scheduler scheduler) {
            return ActorSystem.builder("mine").scheduler(scheduler).build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnBoundedExecutor {
        @Bean
        BoundedExecutor mine() {
            return BoundedExecutor.builder(3).name("mine").build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnExecutor {
        @Bean
        ThreadPoolTaskExecutor mine() {
            return new ThreadPoolTaskExecutor();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnTaskScheduler {
        @Bean
        TaskScheduler mine() {
            return new SimpleAsyncTaskScheduler();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnLimiters {
        @Bean
        Limiters mine() {
            return Limiters.of(Map.of("mine", Limiter.fixed(1).build()));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnLimiter {
        @Bean
        Limiter mine() {
            return Limiter.fixed(7).build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Registry {
        @Bean
        MeterRegistry registry() {
            return new SimpleMeterRegistry();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnIndicator {
        @Bean
        HealthIndicator ropewalkHealthIndicator() {
            return RopewalkHealthIndicatorTest.up();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Decorating {
        @Bean
        TaskDecorator decorator() {
            return task -> () -> {
                String before = Thread.currentThread().getName();
                Thread.currentThread().setName("decorated");
                try {
                    task.run();
                } finally {
                    Thread.currentThread().setName(before);
                }
            };
        }
    }

    private static String threadOfAsync(AssertableApplicationContext context) {
        return context.getBean(Clerk.class).thread().join();
    }

    @Test
    void shouldHaveAllParts() {
        runner.withUserConfiguration(Registry.class)
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(Scheduler.class)
                        .hasSingleBean(ActorSystem.class)
                        .hasSingleBean(BoundedExecutor.class)
                        .hasSingleBean(Limiters.class)
                        .hasSingleBean(RopewalkMetrics.class)
                        .hasBean("applicationTaskExecutor")
                        .hasBean("taskScheduler")
                        .hasBean("ropewalkHealthIndicator"));
    }

    @Test
    void shouldNamePartsAfterTheApplication() {
        runner.withPropertyValues("spring.application.name=shop").run(context -> {
            assertThat(String.valueOf(context.getBean(Scheduler.class))).contains("shop");
            assertThat(context.getBean(ActorSystem.class).name()).isEqualTo("shop");
        });
    }

    @Test
    void shouldTakeProperties() {
        runner.withPropertyValues(
                        "ropewalk.scheduler.name=net",
                        "ropewalk.scheduler.workers=3",
                        "ropewalk.actor-system.name=bank",
                        "ropewalk.executor.limit=17",
                        "ropewalk.limiters.search.limit=5",
                        "ropewalk.limiters.index.algorithm=vegas",
                        "ropewalk.limiters.index.initial=9")
                .run(context -> {
                    assertThat(context.getBean(Scheduler.class).workers()).isEqualTo(3);
                    assertThat(String.valueOf(context.getBean(Scheduler.class))).contains("net");
                    assertThat(context.getBean(ActorSystem.class).name()).isEqualTo("bank");
                    assertThat(context.getBean(ActorSystem.class).scheduler())
                            .isSameAs(context.getBean(Scheduler.class));
                    assertThat(context.getBean(BoundedExecutor.class).limit()).isEqualTo(17);
                    Limiters limiters = context.getBean(Limiters.class);
                    assertThat(limiters.names()).containsExactly("index", "search");
                    assertThat(limiters.get("search").limit()).isEqualTo(5);
                    assertThat(limiters.get("index").limit()).isEqualTo(9);
                });
    }

    @Test
    void shouldRunAsyncMethodsOnTheExecutor() {
        runner.withUserConfiguration(AsyncApplication.class)
                .run(context -> assertThat(threadOfAsync(context)).startsWith("tasks"));
    }

    @Test
    void shouldDecorateAsyncTasks() {
        runner.withUserConfiguration(AsyncApplication.class, Decorating.class)
                .run(context -> assertThat(threadOfAsync(context)).isEqualTo("decorated"));
    }

    @Test
    void shouldRunScheduledTasksOnWorkers() {
        runner.withUserConfiguration(AsyncApplication.class)
                .withPropertyValues("ropewalk.scheduler.name=net")
                .run(context -> {
                    var ran = new CompletableFuture<String>();
                    TaskScheduler tasks = context.getBean(TaskScheduler.class);

                    var ignored = tasks.schedule(
                            () -> ran.complete(Thread.currentThread().getName()),
                            tasks.getClock().instant());

                    assertThat(ran.get(1, TimeUnit.MINUTES)).startsWith("net-");
                    assertThat(context).hasSingleBean(TaskScheduler.class);
                });
    }

    @Test
    void shouldDecorateScheduledTasks() {
        runner.withUserConfiguration(AsyncApplication.class, Decorating.class).run(context -> {
            var ran = new CompletableFuture<String>();
            TaskScheduler tasks = context.getBean(TaskScheduler.class);
            var ignored = tasks.schedule(
                    () -> ran.complete(Thread.currentThread().getName()),
                    tasks.getClock().instant());

            assertThat(ran.get(1, TimeUnit.MINUTES)).isEqualTo("decorated");
        });
    }

    @Test
    void shouldInjectTheExecutorOfTheApplicationAsAnExecutor() {
        runner.run(context -> {
            assertThat(context.getBeansOfType(Executor.class)).hasSize(3);
            assertThat(context.getBean(Executor.class)).isSameAs(context.getBean("applicationTaskExecutor"));
            assertThat(context.getBean(Scheduler.class)).isSameAs(context.getBean("ropewalkScheduler"));
        });
        runner.withUserConfiguration(OwnExecutor.class)
                .run(context -> assertThat(context.getBean(Executor.class)).isSameAs(context.getBean("mine")));
    }

    @Test
    void shouldLeaveAsyncMethodsToBootIfTold() {
        runner.withUserConfiguration(AsyncApplication.class)
                .withPropertyValues("ropewalk.executor.enabled=false")
                .run(context -> {
                    assertThat(context).doesNotHaveBean(BoundedExecutor.class).hasSingleBean(Scheduler.class);
                    assertThat(threadOfAsync(context)).startsWith("task-");
                });
    }

    @Test
    void shouldLeaveTheExecutorToBootWhereItIsForced() {
        runner.withUserConfiguration(AsyncApplication.class)
                .withPropertyValues("spring.task.execution.mode=force")
                .run(context -> {
                    assertThat(context).hasSingleBean(BoundedExecutor.class);
                    assertThat(context.getBean("applicationTaskExecutor")).isInstanceOf(ThreadPoolTaskExecutor.class);
                });
    }

    @Test
    void shouldLeaveScheduledTasksToBootIfTold() {
        runner.withUserConfiguration(AsyncApplication.class)
                .withPropertyValues("ropewalk.task-scheduler.enabled=false")
                .run(context -> assertThat(context.getBean(TaskScheduler.class)).isNotInstanceOf(SchedulerTasks.class));
    }

    @Test
    void shouldHaveNoActorsIfTold() {
        runner.withPropertyValues("ropewalk.actor-system.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("ropewalkActorSystem"));
    }

    @Test
    void shouldHaveNoMetersIfTold() {
        runner.withUserConfiguration(Registry.class)
                .withPropertyValues("ropewalk.metrics.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(RopewalkMetrics.class));
    }

    @Test
    void shouldHaveNoMetersWithoutARegistry() {
        runner.run(context -> assertThat(context).doesNotHaveBean(RopewalkMetrics.class));
    }

    @Test
    void shouldHaveNoIndicatorIfTold() {
        runner.withPropertyValues("management.health.ropewalk.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean("ropewalkHealthIndicator"));
    }

    @Test
    void shouldDoWithoutOptionalLibraries() {
        Stream.of("dev.ropewalk.actor", "dev.ropewalk.micrometer", "io.micrometer", "org.springframework.boot.health")
                .forEach(missing -> runner.withClassLoader(new FilteredClassLoader(missing))
                        .run(context -> assertThat(context)
                                .as("without " + missing)
                                .hasNotFailed()
                                .hasSingleBean(Scheduler.class)));
    }

    @Test
    void shouldGiveWayToBeansOfTheApplication() {
        runner.withUserConfiguration(OwnScheduler.class, OwnSystem.class).run(context -> {
            assertThat(context).hasSingleBean(Scheduler.class).hasSingleBean(ActorSystem.class);
            assertThat(context.getBean(Scheduler.class).workers()).isEqualTo(1);
            assertThat(context.getBean(ActorSystem.class).name()).isEqualTo("mine");
            assertThat(context).hasSingleBean(BoundedExecutor.class).hasBean("applicationTaskExecutor");
        });
        runner.withUserConfiguration(OwnLimiters.class)
                .run(context ->
                        assertThat(context.getBean(Limiters.class).names()).containsExactly("mine"));
        runner.withUserConfiguration(OwnTaskScheduler.class)
                .run(context ->
                        assertThat(context.getBean(TaskScheduler.class)).isInstanceOf(SimpleAsyncTaskScheduler.class));
        runner.withUserConfiguration(OwnIndicator.class)
                .run(context -> assertThat(context.getBean(HealthIndicator.class))
                        .isNotInstanceOf(RopewalkHealthIndicator.class));
    }

    @Test
    void shouldRunAsyncMethodsOnTheBoundedExecutorOfTheApplication() {
        runner.withUserConfiguration(AsyncApplication.class, OwnBoundedExecutor.class)
                .run(context -> {
                    assertThat(context).hasSingleBean(BoundedExecutor.class);
                    assertThat(threadOfAsync(context)).startsWith("mine");
                });
    }

    @Test
    void shouldLeaveAsyncMethodsToAnExecutorOfTheApplication() {
        runner.withUserConfiguration(OwnExecutor.class).run(context -> {
            assertThat(context).doesNotHaveBean("applicationTaskExecutor").hasSingleBean(AsyncTaskExecutor.class);
            assertThat(context.getBeansOfType(Executor.class)).containsKeys("mine", "ropewalkExecutor");
        });
    }

    @Test
    void shouldListLimitersThatAreBeans() {
        runner.withUserConfiguration(OwnLimiter.class)
                .withPropertyValues("ropewalk.limiters.search.limit=5")
                .run(context -> {
                    assertThat(context.getBean(Limiters.class).names()).containsExactly("mine", "search");
                    assertThat(context.getBean(Limiters.class).get("mine")).isSameAs(context.getBean(Limiter.class));
                });
    }
}

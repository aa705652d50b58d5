package dev.ropewalk.sim.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.task.BoundedExecutorBuilder;
import dev.ropewalk.task.OverflowPolicy;
import dev.ropewalk.task.TaskOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bounded executors under many schedules. */
class TaskWorldsTest {
    /** Where tasks run. */
    enum Where {
        THREADS,
        FRESH_THREADS,
        WORKERS;

        BoundedExecutorBuilder builder(Simulation simulation, int limit) {
            BoundedExecutorBuilder builder = BoundedExecutor.builder(limit).name("tasks");
            return switch (this) {
                case THREADS -> builder;
                case FRESH_THREADS -> builder.freshThreads(true);
                case WORKERS -> builder.scheduler(simulation.scheduler()).onWorkers(true);
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRunEachTaskOnceAndNoMoreThanTheLimit(Where where) {
        Worlds.check(simulation -> {
            int[] inside = new int[1];
            int[] ran = new int[1];
            BoundedExecutor executor = where.builder(simulation, 2).build();
            for (int i = 0; i < 2; i++) {
                simulation.start("submitter", () -> {
                    for (int task = 0; task < 3; task++) {
                        executor.execute(() -> {
                            inside[0]++;
                            Simulation.point(inside);
                            assertThat(inside[0]--).isBetween(1, 2);
                            ran[0]++;
                        });
                    }
                });
            }
            simulation.run();
            assertThat(ran[0]).isEqualTo(6);
            executor.close();
            assertThat(executor.isTerminated()).isTrue();
        });
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndEachFutureOnceThoughItIsCancelled(Where where) {
        Worlds.check(simulation -> {
            BoundedExecutor executor = where.builder(simulation, 1).build();
            List<Future<Integer>> futures = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int value = i;
                futures.add(executor.submit(() -> {
                    Simulation.point(executor);
                    return value;
                }));
            }
            for (Future<Integer> future : futures) {
                simulation.start("canceller", () -> future.cancel(true));
            }
            simulation.start("closer", executor::close);
            simulation.run();
            assertThat(futures).allMatch(Future::isDone);
            assertThat(executor.isTerminated()).isTrue();
            for (int i = 0; i < 3; i++) {
                Future<Integer> future = futures.get(i);
                assertThat(future.isCancelled() || future.resultNow() == value(future))
                        .isTrue();
            }
        });
    }

    private static int value(Future<Integer> future) {
        try {
            return future.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldHandBackOrRunEachTaskWhenItIsStopped(Where where) {
        Worlds.check(simulation -> {
            BoundedExecutor executor = where.builder(simulation, 1).build();
            int[] ran = new int[1];
            int[] refused = new int[1];
            List<Runnable> back = new ArrayList<>();
            simulation.start("submitter", () -> {
                for (int task = 0; task < 4; task++) {
                    try {
                        executor.execute(() -> ran[0]++);
                    } catch (RejectedExecutionException closed) {
                        refused[0]++;
                    }
                }
            });
            simulation.start("stopper", () -> back.addAll(executor.shutdownNow()));
            simulation.run();
            assertThat(ran[0] + refused[0] + back.size()).isEqualTo(4);
            assertThat(executor.isTerminated()).isTrue();
        });
    }

    @ParameterizedTest
    @EnumSource(OverflowPolicy.class)
    void shouldKeepToTheBoundOfItsQueue(OverflowPolicy policy) {
        Worlds.check(simulation -> {
            BoundedExecutor executor =
                    BoundedExecutor.builder(1).capacity(1, policy).build();
            int[] ended = new int[1];
            for (int i = 0; i < 2; i++) {
                simulation.start("submitter", () -> {
                    for (int task = 0; task < 3; task++) {
                        try {
                            Future<?> future = executor.submit(() -> Simulation.point(executor));
                            future.get();
                        } catch (RejectedExecutionException | ExecutionException refused) {
                            Simulation.point(refused);
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                        ended[0]++;
                    }
                });
            }
            simulation.run();
            assertThat(ended[0]).isEqualTo(6);
            assertThat(executor.stats().waiting()).isZero();
            executor.close();
        });
    }

    @ParameterizedTest
    @EnumSource
    void shouldLetTasksExpireInVirtualTime(Where where) {
        Worlds.check(simulation -> {
            BoundedExecutor executor = where.builder(simulation, 1)
                    .priorities(Duration.ofSeconds(1))
                    .build();
            executor.execute(() -> sleep(Duration.ofMinutes(1), simulation));
            Future<?> late = executor.submit(() -> {}, TaskOptions.defaults().deadline(Duration.ofSeconds(1)));
            Future<?> patient = executor.submit(() -> {}, TaskOptions.defaults().deadline(Duration.ofHours(1)));
            simulation.run();
            assertThat(late.state()).isEqualTo(Future.State.FAILED);
            assertThat(patient.state()).isEqualTo(Future.State.SUCCESS);
            executor.close();
        });
    }

    private static void sleep(Duration time, Simulation simulation) {
        long end = simulation.scheduler().nanoTime() + time.toNanos();
        for (long left = time.toNanos();
                left > 0;
                left = end - simulation.scheduler().nanoTime()) {
            simulation.scheduler().parkNanos(simulation, left);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldInvokeAllAndAny(Where where) {
        Worlds.check(simulation -> {
            BoundedExecutor executor = where.builder(simulation, 2)
                    .capacity(2, OverflowPolicy.BLOCK)
                    .build();
            List<Callable<Integer>> tasks = IntStream.range(0, 4)
                    .<Callable<Integer>>mapToObj(i -> () -> i)
                    .toList();
            simulation.start("all", () -> {
                try {
                    assertThat(executor.invokeAll(tasks, 1, TimeUnit.HOURS))
                            .hasSize(4)
                            .noneMatch(Future::isCancelled);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            simulation.start("any", () -> {
                try {
                    assertThat(executor.invokeAny(tasks)).isBetween(0, 3);
                } catch (InterruptedException | ExecutionException e) {
                    throw new AssertionError(e);
                }
            });
            simulation.run();
            executor.close();
        });
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveBackWhatItTookOfABudget(Where where) {
        Worlds.check(simulation -> {
            Budget budget = Budget.builder().resource("memory", 3).build();
            BoundedExecutor executor = where.builder(simulation, 2)
                    .budget(budget, Demand.of("memory", 2))
                    .build();
            List<Future<?>> futures = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                futures.add(executor.submit(() -> Simulation.point(budget)));
            }
            simulation.start("canceller", () -> futures.get(2).cancel(true));
            simulation.run();
            executor.close();
            assertThat(futures).allMatch(Future::isDone);
            assertThat(budget.available("memory")).isEqualTo(3);
        });
    }
}

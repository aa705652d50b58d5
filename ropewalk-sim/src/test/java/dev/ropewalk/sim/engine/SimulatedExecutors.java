package dev.ropewalk.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.ExecutorSubject;
import dev.ropewalk.scheduler.step.Steps;
import dev.ropewalk.sim.thread.Halt;
import dev.ropewalk.sim.thread.Watchdog;
import java.lang.reflect.Method;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** Views of a simulated scheduler; the test is a thread of the same world. They have no bound. */
final class SimulatedExecutors implements ExecutorSubject {
    private static final ThreadLocal<World> LATEST = new ThreadLocal<>();

    private final World world;

    SimulatedExecutors() {
        Steps.watch();
        world = new World(new WorldSettings(
                "contract",
                2,
                true,
                new SimulatedSubject.Drawn(new SplittableRandom(1)),
                new Limits(10_000_000, Long.MAX_VALUE, new Watchdog(30_000_000_000L, Halt.after(Long.MAX_VALUE))),
                List.of(),
                Requirements.NONE,
                thrown -> {},
                null));
        LATEST.set(world);
    }

    @Override
    public ExecutorService open(int threads) {
        return world.simulatedScheduler().asExecutorService();
    }

    @Override
    public boolean isBounded() {
        return false;
    }

    @Override
    public void dispose(ExecutorService executor) {
        world.dispose();
    }

    /** Runs each test in a thread of the world that its subject has made. */
    static final class InWorld implements InvocationInterceptor {
        @Override
        public void interceptTestMethod(
                Invocation<@Nullable Void> test, ReflectiveInvocationContext<Method> method, ExtensionContext extension)
                throws Throwable {
            runInWorld(test);
        }

        @Override
        public void interceptTestTemplateMethod(
                Invocation<@Nullable Void> test, ReflectiveInvocationContext<Method> method, ExtensionContext extension)
                throws Throwable {
            runInWorld(test);
        }

        private static void runInWorld(Invocation<@Nullable Void> test) throws Throwable {
            World world = LATEST.get();
            var run = new TestRun(test);
            world.simulatedScheduler().threadFactory().newThread(run).start();
            world.runUntil(() -> run.ended);
            if (run.thrown != null) {
                throw run.thrown;
            }
            if (!run.ended) {
                world.endAtRest();
            }
            assertThat(run.ended).as("the test has ended: %s", world.ending()).isTrue();
        }
    }

    private static final class TestRun implements Runnable {
        private final InvocationInterceptor.Invocation<@Nullable Void> test;
        private @Nullable Throwable thrown;
        private boolean ended;

        TestRun(InvocationInterceptor.Invocation<@Nullable Void> test) {
            this.test = test;
        }

        @Override
        public void run() {
            try {
                test.proceed();
            } catch (Throwable failed) {
                thrown = failed;
            } finally {
                ended = true;
            }
        }
    }
}

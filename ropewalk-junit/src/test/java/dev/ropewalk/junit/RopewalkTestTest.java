package dev.ropewalk.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.testkit.ActorTestKit;
import dev.ropewalk.junit.snippets.JUnitSnippets;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** What JUnit tells of classes with the annotation. */
class RopewalkTestTest {
    private static final ThreadLocal<Boolean> INSIDE = ThreadLocal.withInitial(() -> false);
    private static final List<AutoCloseable> LEFT = new ArrayList<>();

    /** Cases are tests that fail: they run only here. */
    static boolean isInside() {
        return INSIDE.get();
    }

    private static EngineExecutionResults run(Class<?> type) {
        INSIDE.set(true);
        try {
            return EngineTestKit.engine("junit-jupiter")
                    .selectors(selectClass(type))
                    .execute();
        } finally {
            INSIDE.remove();
        }
    }

    private static void assertPassed(Class<?> type, long tests) {
        EngineExecutionResults results = run(type);
        results.allEvents().failed().stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class))
                .forEach(result -> assertThat(result.getThrowable()).isEmpty());
        assertThat(results.testEvents().succeeded().count()).isEqualTo(tests);
    }

    private static Throwable failureOf(Class<?> type) throws Exception {
        try {
            return run(type).allEvents().failed().stream()
                    .map(event -> event.getRequiredPayload(TestExecutionResult.class))
                    .flatMap(result -> result.getThrowable().stream())
                    .findFirst()
                    .orElseThrow();
        } finally {
            for (AutoCloseable left : LEFT) {
                left.close();
            }
            LEFT.clear();
        }
    }

    @EnabledIf("dev.ropewalk.junit.RopewalkTestTest#isInside")
    @RopewalkTest(workers = 3)
    static class Parameters {
        private @Nullable Scheduler scheduler;

        @BeforeEach
        void take(Scheduler given) {
            scheduler = given;
        }

        @Test
        void shouldHaveTheSamePartsInAllMethodsOfATest(Scheduler given, ActorTestKit kit, ActorSystem system) {
            assertThat(given).isSameAs(scheduler).isSameAs(system.scheduler());
            assertThat(kit.system()).isSameAs(system);
            assertThat(given.workers()).isEqualTo(3);
        }

        @Nested
        class Inner {
            @Test
            void shouldHoldForNestedTests(Scheduler given) {
                assertThat(given).isSameAs(scheduler);
            }

            @Test
            @RopewalkTest(workers = 1)
            void shouldPreferTheMethod(Scheduler given) {
                assertThat(given.workers()).isEqualTo(1);
            }
        }
    }

    @EnabledIf("dev.ropewalk.junit.RopewalkTestTest#isInside")
    @ExtendWith(RopewalkExtension.class)
    static class Extended {
        @Test
        void shouldHaveDefaults(Scheduler scheduler) {
            assertThat(scheduler.workers()).isEqualTo(2);
        }
    }

    @EnabledIf("dev.ropewalk.junit.RopewalkTestTest#isInside")
    @RopewalkTest
    static class Leaking {
        @Test
        void shouldClose() {
            Scheduler scheduler =
                    Scheduler.builder().name("forgotten").daemon(true).build();
            BoundedExecutor executor =
                    BoundedExecutor.builder(1).name("unclosed").build();
            executor.execute(() -> {});
            Pipeline<int[]> pipeline = Pipeline.builder(() -> new int[1])
                    .name("running")
                    .stage("only", (event, sequence, endOfBatch) -> {})
                    .daemon(true)
                    .build();
            LEFT.addAll(List.of(pipeline, executor, scheduler));
        }
    }

    @EnabledIf("dev.ropewalk.junit.RopewalkTestTest#isInside")
    @RopewalkTest(noLeaks = false)
    static class Lenient {
        @Test
        void shouldNotBeLookedAt() {
            LEFT.add(Scheduler.builder().name("allowed").daemon(true).build());
        }
    }

    @EnabledIf("dev.ropewalk.junit.RopewalkTestTest#isInside")
    @RopewalkTest
    static class WithoutManualTime {
        @Test
        void shouldAskForIt(ManualTime time) {
            assertThat(time).isNotNull();
        }
    }

    @EnabledIf("dev.ropewalk.junit.RopewalkTestTest#isInside")
    @RopewalkTest
    static class BeforeAllTests {
        @BeforeAll
        static void take(Scheduler given) {
            assertThat(given).isNotNull();
        }

        @Test
        void shouldNotBeRun() {}
    }

    @Test
    void shouldGiveParts() {
        assertPassed(Parameters.class, 3);
        assertPassed(Extended.class, 1);
        assertPassed(JUnitSnippets.class, 1);
        assertThat(Scheduler.live()).doesNotContainKey("test");
        assertThat(ActorSystem.live()).doesNotContainKey("test");
    }

    @Test
    void shouldNameWhatIsLeftOpen() throws Exception {
        assertThat(failureOf(Leaking.class))
                .isInstanceOf(AssertionError.class)
                .hasMessage("the test has left open: pipeline running, bounded executor unclosed, scheduler forgotten");
    }

    @Test
    void shouldLetPartsBeLeftOpenIfTold() throws Exception {
        assertPassed(Lenient.class, 1);
        for (AutoCloseable left : LEFT) {
            left.close();
        }
        LEFT.clear();
    }

    @Test
    void shouldNotBlameATestForWhatWasOpenBefore() {
        try (Scheduler earlier = Scheduler.create()) {
            assertThat(earlier.workers()).isPositive();
            assertPassed(Extended.class, 1);
        }
    }

    @Test
    void shouldWaitForWhatEnds() throws InterruptedException {
        var release = new CountDownLatch(1);
        LeftOpen look = LeftOpen.lookBefore();
        BoundedExecutor executor = BoundedExecutor.builder(1).build();
        executor.execute(() -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        executor.shutdown();
        Thread later = Thread.startVirtualThread(release::countDown);

        look.lookAfter();

        later.join();
    }

    @Test
    void shouldThrowTheFirstFailureWithTheOthers() {
        var first = new IllegalStateException("the first");
        var second = new AssertionError("the second");

        assertThatThrownBy(() -> TestParts.inTurn(() -> fail(first), () -> fail(second)))
                .isSameAs(first)
                .hasSuppressedException(second);
        assertThatThrownBy(() -> TestParts.inTurn(() -> {}, () -> fail(second))).isSameAs(second);
    }

    private static void fail(RuntimeException failure) {
        throw failure;
    }

    private static void fail(Error failure) {
        throw failure;
    }

    @Test
    void shouldTellHowToGetManualTime() throws Exception {
        assertThat(failureOf(WithoutManualTime.class))
                .hasMessageContaining("there is a ManualTime for tests with @RopewalkTest(manualTime = true) only");
    }

    @Test
    void shouldTellThatPartsBelongToATest() throws Exception {
        assertThat(failureOf(BeforeAllTests.class)).hasMessageContaining("there is a Scheduler for each test");
    }
}

package dev.ropewalk.sim.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ropewalk.scheduler.step.Steps;
import dev.ropewalk.sim.Simulation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What is done in each run. */
class EachRunTest {
    private static final List<String> CALLS = new ArrayList<>();

    private static void note(String call) {
        CALLS.add(call + (Steps.simulatedScheduler() == null ? " outside" : ""));
    }

    @Case
    static class WithFields {
        private int uses;

        @SimulationTest(runs = 20)
        void shouldHaveFreshFields(Simulation simulation) {
            simulation.start("user", () -> uses++);
            simulation.run();
            assertEquals(1, uses);
        }
    }

    @Test
    void shouldHaveAnInstanceOfItsOwn() {
        Kit.passed(WithFields.class);
    }

    abstract static class Base {
        @BeforeEach
        void beforeInBase() {
            note("before in base");
        }

        @AfterEach
        void afterInBase() {
            note("after in base");
        }
    }

    @Case
    static class WithMethodsAround extends Base {
        private @Nullable Simulation mine;

        WithMethodsAround() {
            note("constructor");
        }

        @BeforeEach
        void before(Simulation simulation) {
            mine = simulation;
            note("before");
        }

        @SimulationTest(runs = 1)
        void shouldBeInTheMiddle(Simulation simulation) {
            assertSame(simulation, mine);
            note("test");
        }

        @AfterEach
        void after(Simulation simulation) {
            assertSame(simulation, mine);
            note("after");
        }
    }

    @Test
    void shouldHaveItsOwnMethodsBeforeAndAfter() {
        CALLS.clear();

        Kit.passed(WithMethodsAround.class);

        var run = List.of("constructor", "before in base", "before", "test", "after", "after in base");
        assertThat(CALLS.getFirst()).as("JUnit's own instance").isEqualTo("constructor outside");
        assertThat(CALLS.subList(1, 1 + run.size())).isEqualTo(run);
        assertThat((CALLS.size() - 1) % run.size())
                .as("runs are whole: %s", CALLS)
                .isZero();
    }

    @Case
    static class Outer {
        private final List<String> seen = new ArrayList<>();

        @BeforeEach
        void outerBefore() {
            seen.add("outer");
        }

        @Nested
        class Inner {
            @BeforeEach
            void innerBefore() {
                seen.add("inner");
            }

            @SimulationTest(runs = 20)
            void shouldHaveFreshFieldsAround(Simulation simulation) {
                simulation.run();
                assertEquals(List.of("outer", "inner"), seen);
            }
        }
    }

    @Test
    void shouldHaveInstancesOfTheClassesAround() {
        Kit.passed(Outer.class);
    }

    @Case
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    static class Keeping {
        private static int instances;
        private int runs;

        Keeping() {
            instances++;
        }

        @SimulationTest(runs = 20)
        void shouldKeepTheInstance(Simulation simulation) {
            simulation.run();
            runs++;
        }

        @AfterAll
        void allRunsWereHere() {
            assertTrue(runs >= 20);
        }

        @Test
        void shouldBeTheOnlyInstance() {
            assertEquals(1, instances);
        }
    }

    @Test
    void shouldShareTheInstanceOfAClassThatKeepsOne() {
        Kit.passed(Keeping.class);
    }

    @Case
    static class WithParameters {
        private static final List<Path> FOLDERS = new ArrayList<>();

        private final TestInfo info;

        WithParameters(TestInfo info) {
            this.info = info;
        }

        @SimulationTest(runs = 3)
        void shouldBeResolved(TestInfo sameInfo, Simulation simulation, @TempDir Path folder) {
            simulation.run();
            assertEquals(info.getDisplayName(), sameInfo.getDisplayName());
            assertTrue(Files.isDirectory(folder));
            FOLDERS.add(folder);
            assertNotNull(simulation.scheduler());
        }
    }

    @Test
    void shouldHaveParametersOfItsOwn() {
        WithParameters.FOLDERS.clear();

        Kit.passed(WithParameters.class);

        assertThat(WithParameters.FOLDERS).hasSizeGreaterThan(3).doesNotHaveDuplicates();
    }

    @Case
    static class FailingAfter {
        @SimulationTest(runs = 3)
        void shouldFail(Simulation simulation) {
            simulation.run();
            throw new IllegalStateException("the test");
        }

        @AfterEach
        void after() {
            throw new IllegalStateException("what follows");
        }
    }

    @Test
    void shouldTellBothFailures() {
        Throwable cause =
                Objects.requireNonNull(Kit.failureOf(FailingAfter.class).getCause());

        assertThat(cause).hasMessage("the test");
        assertThat(cause.getSuppressed())
                .singleElement()
                .satisfies(second -> assertThat(second).hasMessage("what follows"));
    }
}

package dev.ropewalk.sim.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ropewalk.sim.Fault;
import dev.ropewalk.sim.Simulation;
import java.nio.file.Path;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestInstanceFactory;
import org.junit.jupiter.api.extension.TestInstanceFactoryContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.Event;

class MisuseTest {
    @Case
    static class WithoutSimulation {
        @SimulationTest
        void wrong() {}
    }

    @Test
    void shouldNeedASimulation() {
        refused(WithoutSimulation.class, "#wrong needs a parameter of the type Simulation");
    }

    @Case
    static class WithTest {
        @Test
        @SimulationTest
        void wrong(Simulation simulation) {}
    }

    @Test
    void shouldRefuseTest() {
        refused(WithTest.class, "#wrong has @Test, too: remove it");
    }

    @Case
    static class WithMethodsThatJUnitLeavesOut {
        @SimulationTest
        void right(Simulation simulation) {}

        @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // that is what it is for
        @SimulationTest
        private void hidden(Simulation simulation) {}

        @SimulationTest
        static void unbound(Simulation simulation) {}

        @SimulationTest
        int returning(Simulation simulation) {
            return 1;
        }
    }

    @Test
    void shouldRunARightMethodBesideThoseThatJUnitLeavesOut() {
        Kit.passed(WithMethodsThatJUnitLeavesOut.class)
                .testEvents()
                .assertStatistics(numbers -> numbers.succeeded(1).failed(0));
    }

    @Case
    static class WithOneWrong {
        @SimulationTest
        void right(Simulation simulation) {}

        @SimulationTest
        void wrong() {}
    }

    @Test
    void shouldFailOnlyTheWrongMethod() {
        Kit.run(WithOneWrong.class)
                .testEvents()
                .assertStatistics(numbers -> numbers.succeeded(1).failed(1));
    }

    @Case
    static class Repeated {
        @RepeatedTest(2)
        @SimulationTest
        void wrong(Simulation simulation) {}
    }

    @Test
    void shouldRefuseAnotherKindOfTest() {
        assertThat(Kit.run(Repeated.class).testEvents().failed().stream()
                        .map(MisuseTest::messageOf)
                        .filter(message -> message.contains("#wrong is a test of another kind")))
                .isNotEmpty();
    }

    private static String messageOf(Event event) {
        return event.getRequiredPayload(TestExecutionResult.class)
                .getThrowable()
                .map(Throwable::getMessage)
                .orElse("");
    }

    @Case
    static class WithField {
        @TempDir
        Path folder = Path.of("");

        @SimulationTest
        void right(Simulation simulation) {}
    }

    @Test
    void shouldRefuseAFieldThatJUnitWouldSetElsewhere() {
        refused(WithField.class, "field folder of " + WithField.class.getName() + " has @TempDir");
    }

    @Case
    @ExtendWith(WithTwoConstructors.Factory.class)
    static class WithTwoConstructors {
        private final int number;

        WithTwoConstructors() {
            this(1);
        }

        WithTwoConstructors(int number) {
            this.number = number;
        }

        @SimulationTest
        void right(Simulation simulation) {
            assertEquals(1, number);
        }

        static final class Factory implements TestInstanceFactory {
            @Override
            public Object createTestInstance(TestInstanceFactoryContext factoryContext, ExtensionContext context) {
                return new WithTwoConstructors();
            }
        }
    }

    @Test
    void shouldNeedASingleConstructor() {
        refused(WithTwoConstructors.class, "WithTwoConstructors has 2 constructors");
    }

    @Case
    static class WithBadRuns {
        @SimulationTest(runs = -1)
        void wrong(Simulation simulation) {}
    }

    @Case
    static class WithBadStrategy {
        @SimulationTest(strategy = "luck")
        void wrong(Simulation simulation) {}
    }

    @Case
    static class WithBadFault {
        @SimulationTest(faults = @FaultRate(fault = Fault.STALL, oneIn = 0))
        void wrong(Simulation simulation) {}
    }

    @Test
    void shouldRefuseBadOptions() {
        refused(WithBadRuns.class, "#wrong: runs must be above zero, not -1");
        refused(WithBadStrategy.class, "luck");
        refused(WithBadFault.class, "0");
    }

    private static void refused(Class<?> type, String message) {
        assertThat(Kit.failureOf(type)).hasMessageContaining("@SimulationTest").hasMessageContaining(message);
    }
}

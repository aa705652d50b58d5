package dev.ropewalk.sim.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationOptions;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the elements of the annotation come to as options. */
class AnnotatedOptionsTest {
    @Case
    static class Plain {
        @SimulationTest
        void plain(Simulation simulation) {}

        @SimulationTest(minutes = 0.5, maxTimeSeconds = 90, stuckAfterSeconds = 0.25)
        void timed(Simulation simulation) {}
    }

    private static SimulationOptions optionsOf(String method) throws ReflectiveOperationException {
        SimulationTest annotation =
                Plain.class.getDeclaredMethod(method, Simulation.class).getAnnotation(SimulationTest.class);
        return AnnotatedOptions.of(annotation, SimulationOptions.defaults().name());
    }

    private static Map<String, String> valuesOf(SimulationOptions options) throws ReflectiveOperationException {
        Map<String, String> values = new TreeMap<>();
        for (Method getter : SimulationOptions.class.getMethods()) {
            if (getter.getDeclaringClass() == SimulationOptions.class
                    && getter.getParameterCount() == 0
                    && !Modifier.isStatic(getter.getModifiers())) {
                values.put(getter.getName(), String.valueOf(getter.invoke(options)));
            }
        }
        return values;
    }

    @Test
    void shouldHaveTheDefaultsOfTheOptions() throws ReflectiveOperationException {
        Map<String, String> expected = valuesOf(SimulationOptions.defaults());

        assertThat(expected).containsKeys("strategy", "runs", "maxTime", "stuckAfter", "workers");
        assertThat(valuesOf(optionsOf("plain"))).isEqualTo(expected);
    }

    @Test
    void shouldReadTimesAsFractions() throws ReflectiveOperationException {
        SimulationOptions options = optionsOf("timed");

        assertThat(options.atMost()).isEqualTo(Duration.ofSeconds(30));
        assertThat(options.runs()).isEqualTo(Long.MAX_VALUE);
        assertThat(options.maxTime()).isEqualTo(Duration.ofSeconds(90));
        assertThat(options.stuckAfter()).isEqualTo(Duration.ofMillis(250));
    }
}

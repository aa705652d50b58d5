package dev.ropewalk.sim.junit;

import dev.ropewalk.sim.Simulation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.commons.support.AnnotationSupport;

/** Refuses what can't be a simulation, and says what to do. */
final class Misuse {
    private Misuse() {}

    /** Refuses a wrong test method. JUnit itself leaves out those that are private or static or return something. */
    static void refuseMethod(Method test) {
        if (test.isAnnotationPresent(Test.class)) {
            throw refused(test, "has @Test, too: remove it, @SimulationTest is enough");
        }
        if (!Arrays.asList(test.getParameterTypes()).contains(Simulation.class)) {
            throw refused(
                    test,
                    "needs a parameter of the type Simulation, on whose scheduler its actors, channels and threads run");
        }
    }

    /** Refuses fields that JUnit sets or reads in its own instance alone. */
    static void refuseFields(Class<?> type) {
        for (var annotation : List.of(TempDir.class, AutoClose.class, RegisterExtension.class)) {
            for (Field field : AnnotationSupport.findAnnotatedFields(
                    type, annotation, found -> !Modifier.isStatic(found.getModifiers()))) {
                throw new ExtensionConfigurationException("@SimulationTest: field " + field.getName() + " of "
                        + type.getName() + " has @" + annotation.getSimpleName()
                        + ", which JUnit heeds in its own instance of the class, while each run has an instance"
                        + " of its own: make the field static, or take a parameter in its place");
            }
        }
    }

    /** Refuses a method that another annotation makes a test of another kind, too. */
    static ExtensionConfigurationException otherKind(Method test) {
        return refused(
                test,
                "is a test of another kind, too, such as a @ParameterizedTest, a @RepeatedTest or a @TestFactory: a simulation"
                        + " repeats the method by itself, so remove one of the annotations");
    }

    private static ExtensionConfigurationException refused(Method test, String why) {
        return new ExtensionConfigurationException(
                "@SimulationTest " + test.getDeclaringClass().getName() + "#" + test.getName() + " " + why);
    }
}

package dev.ropewalk.sim.junit;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExecutableInvoker;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The instances that a test's methods are called on: of its class, and before it of the classes around it if it is an inner one. */
final class Instances {
    /** Those of the classes that keep one instance; the other classes are inside of these. */
    private final List<Object> kept;

    private final List<Constructor<?>> constructors;
    private final ExecutableInvoker invoker;

    private Instances(List<Object> kept, List<Constructor<?>> constructors, ExecutableInvoker invoker) {
        this.kept = kept;
        this.constructors = constructors;
        this.invoker = invoker;
    }

    static Instances of(ExtensionContext context) {
        List<Object> all = context.getRequiredTestInstances().getAllInstances();
        Set<Class<?>> keepers = keepers(context);
        int first = all.size();
        while (first > 0 && !keepers.contains(all.get(first - 1).getClass())) {
            first--;
        }
        List<Constructor<?>> constructors = new ArrayList<>();
        for (Object each : all.subList(first, all.size())) {
            constructors.add(constructor(each.getClass()));
        }
        return new Instances(List.copyOf(all.subList(0, first)), constructors, context.getExecutableInvoker());
    }

    private static Set<Class<?>> keepers(ExtensionContext context) {
        Set<Class<?>> keepers = new HashSet<>();
        for (Optional<ExtensionContext> next = Optional.of(context);
                next.isPresent();
                next = next.get().getParent()) {
            ExtensionContext each = next.get();
            each.getTestInstanceLifecycle()
                    .filter(Lifecycle.PER_CLASS::equals)
                    .flatMap(lifecycle -> each.getTestClass())
                    .ifPresent(keepers::add);
        }
        return keepers;
    }

    private static Constructor<?> constructor(Class<?> type) {
        Misuse.refuseFields(type);
        Constructor<?>[] constructors = type.getDeclaredConstructors();
        if (constructors.length != 1) {
            throw new ExtensionConfigurationException(
                    "@SimulationTest: " + type.getName() + " has " + constructors.length
                            + " constructors, but needs a single one, by which each run makes an instance"
                            + " of its own; or @TestInstance(PER_CLASS), so that all runs share one");
        }
        return constructors[0];
    }

    /** Returns whether an instance is that of all runs. */
    boolean areShared() {
        return !kept.isEmpty();
    }

    /** Makes the instances of a run, the outermost first. */
    List<Object> next() {
        List<Object> instances = new ArrayList<>(kept);
        for (Constructor<?> constructor : constructors) {
            instances.add(
                    instances.isEmpty()
                            ? invoker.invoke(constructor)
                            : invoker.invoke(constructor, instances.getLast()));
        }
        return instances;
    }
}

package dev.ropewalk.sim.junit;

import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExecutableInvoker;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/** A test's method, and what belongs before and after it, as the body of a simulation. */
final class TestBody implements SimulationBody {
    /** The simulation for which parameters are resolved: several may run side by side, in threads of their own. */
    private static final ScopedValue<Simulation> CURRENT = ScopedValue.newInstance();

    private final Instances instances;
    private final Method test;
    private final List<List<Method>> before = new ArrayList<>();
    private final List<List<Method>> after = new ArrayList<>();
    private final ExecutableInvoker invoker;

    TestBody(ExtensionContext context) {
        instances = Instances.of(context);
        test = context.getRequiredTestMethod();
        invoker = context.getExecutableInvoker();
        for (Object instance : context.getRequiredTestInstances().getAllInstances()) {
            Class<?> type = instance.getClass();
            before.add(AnnotationSupport.findAnnotatedMethods(type, BeforeEach.class, HierarchyTraversalMode.TOP_DOWN));
            after.addFirst(
                    AnnotationSupport.findAnnotatedMethods(type, AfterEach.class, HierarchyTraversalMode.BOTTOM_UP));
        }
    }

    /** Returns the simulation whose run resolves a parameter; none if JUnit does so before the runs. */
    static @Nullable Simulation current() {
        return CURRENT.isBound() ? CURRENT.get() : null;
    }

    @Override
    public void run(Simulation simulation) throws Exception {
        ScopedValue.where(CURRENT, simulation).call(() -> {
            runOn(instances.next(), simulation);
            return simulation;
        });
    }

    @Override
    public boolean sharesState() {
        return instances.areShared();
    }

    private void runOn(List<Object> targets, Simulation simulation) throws Exception {
        Throwable failure = null;
        try {
            for (int i = 0; i < targets.size(); i++) {
                for (Method method : before.get(i)) {
                    call(method, targets.get(i), simulation);
                }
            }
            call(test, targets.getLast(), simulation);
        } catch (Throwable thrown) {
            failure = thrown;
        }
        List<Object> inwards = targets.reversed();
        for (int i = 0; i < inwards.size(); i++) {
            for (Method method : after.get(i)) {
                try {
                    call(method, inwards.get(i), simulation);
                } catch (Throwable thrown) {
                    failure = both(failure, thrown);
                }
            }
        }
        rethrow(failure);
    }

    /** Calls without JUnit what needs none of its resolvers: they aren't made to be called thousands of times. */
    private void call(Method method, Object target, Simulation simulation) {
        Class<?>[] parameters = method.getParameterTypes();
        if (Arrays.stream(parameters).allMatch(Simulation.class::equals)) {
            var arguments = new Object[parameters.length];
            Arrays.fill(arguments, simulation);
            ReflectionSupport.invokeMethod(method, target, arguments);
        } else {
            invoker.invoke(method, target);
        }
    }

    private static Throwable both(@Nullable Throwable first, Throwable second) {
        if (first == null) {
            return second;
        }
        if (!first.equals(second)) {
            first.addSuppressed(second);
        }
        return first;
    }

    private static void rethrow(@Nullable Throwable failure) throws Exception {
        switch (failure) {
            case null -> {}
            case Error error -> throw error;
            case Exception exception -> throw exception;
            default -> throw new AssertionError("neither an error nor an exception was thrown", failure);
        }
    }
}

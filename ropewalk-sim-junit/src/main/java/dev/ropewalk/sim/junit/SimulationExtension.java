package dev.ropewalk.sim.junit;

import dev.ropewalk.sim.CampaignReport;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import dev.ropewalk.sim.SimulationFailure;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import java.lang.reflect.Method;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.TestAbortedException;

/**
 * Runs a campaign where JUnit would call the test's method once; {@link SimulationTest} brings it along. JUnit's own calls, also those
 * of methods before and after the test, are skipped: they are made within each run.
 */
public final class SimulationExtension implements InvocationInterceptor, ParameterResolver {
    private static final String ENTRIES = "simulation.";

    /** Made by JUnit, for each {@link SimulationTest}. */
    public SimulationExtension() {}

    @Override
    public void interceptBeforeEachMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> invocationContext,
            ExtensionContext extensionContext) {
        invocation.skip();
    }

    @Override
    public void interceptAfterEachMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> invocationContext,
            ExtensionContext extensionContext) {
        invocation.skip();
    }

    @Override
    public void interceptTestMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> invocationContext,
            ExtensionContext extensionContext) {
        invocation.skip();
        Method test = extensionContext.getRequiredTestMethod();
        Class<?> type = extensionContext.getRequiredTestClass();
        Misuse.refuseMethod(test);
        SimulationTest annotation =
                AnnotationSupport.findAnnotation(test, SimulationTest.class).orElseThrow();
        SimulationOptions options = AnnotatedOptions.of(annotation, type.getName() + "#" + test.getName());
        try {
            run(options, annotation.replay(), new TestBody(extensionContext), extensionContext);
        } catch (SimulationFailure failure) {
            if (failure.getCause() instanceof TestAbortedException aborted) {
                throw aborted;
            }
            failure.report().ifPresent(report -> extensionContext.publishReportEntry(entries(report)));
            if (!failure.replay().isEmpty()) {
                extensionContext.publishReportEntry(ENTRIES + "replay", failure.replay());
            }
            throw failure;
        }
    }

    private static void run(
            SimulationOptions options, String[] regressions, SimulationBody body, ExtensionContext context) {
        String asked = Simulations.askedReplay().orElse(null);
        if (asked == null) {
            for (String regression : regressions) {
                Simulations.regress(regression, options, body);
            }
        } else if (!Simulations.isReplayOf(options.name(), asked)) {
            throw new TestAbortedException(
                    "not run, because the run is of another test that ropewalk.simulation.replay asks for");
        }
        context.publishReportEntry(entries(Simulations.check(options, body)));
    }

    private static Map<String, String> entries(CampaignReport report) {
        return Map.of(
                ENTRIES + "runs", String.valueOf(report.runs()),
                ENTRIES + "steps", String.valueOf(report.steps()),
                ENTRIES + "stepsPerSecond", String.valueOf(Math.round(report.stepsPerSecond())),
                ENTRIES + "schedules", String.valueOf(report.schedules()),
                ENTRIES + "exhausted", String.valueOf(report.exhausted()),
                ENTRIES + "report", report.text());
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> invocationContext,
            ExtensionContext extensionContext) {
        throw Misuse.otherKind(extensionContext.getRequiredTestMethod());
    }

    @Override
    public <T extends @Nullable Object> T interceptTestFactoryMethod(
            Invocation<T> invocation,
            ReflectiveInvocationContext<Method> invocationContext,
            ExtensionContext extensionContext) {
        throw Misuse.otherKind(extensionContext.getRequiredTestMethod());
    }

    @Override
    public boolean supportsParameter(ParameterContext parameterContext, ExtensionContext extensionContext) {
        return parameterContext.getParameter().getType() == Simulation.class
                && parameterContext.getDeclaringExecutable() instanceof Method;
    }

    /** Returns the simulation; nothing for a call of JUnit's own, which is skipped. */
    @Override
    public @Nullable Object resolveParameter(ParameterContext parameterContext, ExtensionContext extensionContext) {
        return TestBody.current();
    }
}

package dev.ropewalk.junit;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.testkit.ActorTestKit;
import dev.ropewalk.scheduler.Scheduler;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Makes the parts of a test, closes them, and looks for what was left open; {@link RopewalkTest} brings it along. */
public final class RopewalkExtension implements BeforeEachCallback, AfterEachCallback, ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(RopewalkExtension.class);
    private static final Set<Class<?>> TYPES =
            Set.of(Scheduler.class, ActorTestKit.class, ActorSystem.class, ManualTime.class);

    /** Made by JUnit. */
    public RopewalkExtension() {}

    @Override
    public void beforeEach(ExtensionContext context) {
        RopewalkTest options = options(context);
        LeftOpen leftOpen = options.noLeaks() ? LeftOpen.lookBefore() : null;
        context.getStore(NAMESPACE).put(TestParts.class, new TestParts(options, leftOpen));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        TestParts parts = context.getStore(NAMESPACE).remove(TestParts.class, TestParts.class);
        if (parts != null) {
            parts.end();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameterContext, ExtensionContext extensionContext) {
        return TYPES.contains(parameterContext.getParameter().getType())
                && parameterContext.getDeclaringExecutable() instanceof Method;
    }

    @Override
    public Object resolveParameter(ParameterContext parameterContext, ExtensionContext extensionContext) {
        Class<?> type = parameterContext.getParameter().getType();
        TestParts parts = extensionContext.getStore(NAMESPACE).get(TestParts.class, TestParts.class);
        if (parts == null || extensionContext.getTestMethod().isEmpty()) {
            throw new ParameterResolutionException("there is a " + type.getSimpleName()
                    + " for each test: a method before or after all tests can't have one");
        }
        if (type == Scheduler.class) {
            return parts.scheduler();
        } else if (type == ActorTestKit.class) {
            return parts.kit();
        } else if (type == ActorSystem.class) {
            return parts.kit().system();
        }
        return parts.time()
                .orElseThrow(() -> new ParameterResolutionException(
                        "there is a ManualTime for tests with @RopewalkTest(manualTime = true) only"));
    }

    /** Returns the annotation of the method, or else of the innermost class that has one. */
    private static RopewalkTest options(ExtensionContext context) {
        Optional<RopewalkTest> found =
                AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), RopewalkTest.class);
        Class<?> type = context.getRequiredTestClass();
        while (found.isEmpty() && type != null) {
            found = AnnotationSupport.findAnnotation(type, RopewalkTest.class);
            type = type.getEnclosingClass();
        }
        return found.orElseGet(() -> Objects.requireNonNull(Defaults.class.getAnnotation(RopewalkTest.class)));
    }

    /** What holds where the extension was registered by itself. */
    @RopewalkTest
    private static final class Defaults {}
}

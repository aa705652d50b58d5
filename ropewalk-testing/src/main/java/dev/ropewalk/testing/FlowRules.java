package dev.ropewalk.testing;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.TestAbortedException;
import org.reactivestreams.tck.TestEnvironment;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/**
 * The rules of Reactive Streams as tests of JUnit: each method of a verification of the TCK, which is written for TestNG, is one. A rule
 * that the verification skips is a failure, unless a reason is given; those whose names begin with {@code untested} can't be tested
 * by anybody, and are aborted.
 */
public final class FlowRules {
    private static final String UNTESTED = "untested";

    private FlowRules() {}

    /** Returns an environment whose tests don't depend on how soon another thread runs. */
    public static TestEnvironment environment() {
        return new PatientEnvironment();
    }

    /** Returns the tests of a verification, each of which is run on a fresh one, and closes it then if it can be closed. */
    public static Stream<DynamicTest> of(Supplier<?> verification) {
        return of(verification, Map.of());
    }

    /**
     * Returns the tests of a verification.
     *
     * @param skipped the methods that are skipped, and why
     */
    public static Stream<DynamicTest> of(Supplier<?> verification, Map<String, String> skipped) {
        Class<?> type = verification.get().getClass();
        Stream<DynamicTest> tests = marked(type, Test.class)
                .sorted(Comparator.comparing(Method::getName))
                .map(test -> DynamicTest.dynamicTest(test.getName(), () -> run(verification, test, skipped)));
        Stream<DynamicTest> unknown = unknown(type, skipped.keySet())
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    throw new AssertionError("there is no rule " + name + " to be skipped");
                }));
        return Stream.concat(tests, unknown);
    }

    private static Stream<Method> marked(Class<?> type, Class<? extends Annotation> mark) {
        return Arrays.stream(type.getMethods()).filter(method -> method.isAnnotationPresent(mark));
    }

    private static Stream<String> unknown(Class<?> type, Set<String> names) {
        return names.stream()
                .filter(name -> marked(type, Test.class)
                        .noneMatch(test -> test.getName().equals(name)));
    }

    private static void run(Supplier<?> verification, Method test, Map<String, String> skipped) throws Throwable {
        String reason = skipped.get(test.getName());
        if (reason != null) {
            throw new TestAbortedException(reason);
        }
        runOn(verification.get(), test);
    }

    private static void runOn(Object verification, Method test) throws Throwable {
        callMarked(verification, BeforeClass.class);
        callMarked(verification, BeforeMethod.class);
        try {
            call(verification, test);
        } catch (SkipException skip) {
            if (test.getName().startsWith(UNTESTED)) {
                throw new TestAbortedException(skip.getMessage());
            }
            throw new AssertionError(test.getName() + " was skipped without a reason of ours", skip);
        } finally {
            callMarked(verification, AfterClass.class);
            if (verification instanceof AutoCloseable closeable) {
                closeable.close();
            }
        }
    }

    private static void callMarked(Object verification, Class<? extends Annotation> mark) throws Throwable {
        for (Method method : marked(verification.getClass(), mark).toList()) {
            call(verification, method);
        }
    }

    private static void call(Object verification, Method method) throws Throwable {
        try {
            var ignored = method.invoke(verification);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}

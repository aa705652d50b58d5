package dev.ropewalk.testing;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
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
    /** How long a signal may take, on a machine that does other things. No test waits so long for what must come. */
    private static final long PATIENCE_MILLIS = 60_000;

    /** How long the absence of signals is watched. */
    private static final long ABSENCE_MILLIS = 25;

    private static final String UNTESTED = "untested";

    /**
     * Tests that look once, after a pause, whether the collector has found a subscriber, or whether a failure has come: their timeouts have
     * no effect. They are tried again where the pause wasn't enough.
     */
    private static final Pattern LOOKS_ONCE = Pattern.compile(".*_spec(210|309|313)_.*");

    private FlowRules() {}

    /** Returns an environment whose tests don't depend on how soon another thread runs. */
    public static TestEnvironment environment() {
        return new TestEnvironment(PATIENCE_MILLIS, ABSENCE_MILLIS, ABSENCE_MILLIS);
    }

    /** Returns how long the TCK waits before it has the collector look whether a subscriber was dropped. */
    public static long millisToCollect() {
        return ABSENCE_MILLIS;
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
        long start = System.nanoTime();
        boolean hasRun = false;
        while (!hasRun) {
            try {
                runOnce(verification.get(), test);
                hasRun = true;
            } catch (AssertionError failure) {
                long millis = (System.nanoTime() - start) / 1_000_000;
                if (!LOOKS_ONCE.matcher(test.getName()).matches() || millis > PATIENCE_MILLIS) {
                    throw failure;
                }
            }
        }
    }

    private static void runOnce(Object verification, Method test) throws Throwable {
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

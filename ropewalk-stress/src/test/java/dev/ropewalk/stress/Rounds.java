package dev.ropewalk.stress;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.CounterThread;
import org.openjdk.jcstress.infra.runners.ForkedTestConfig;
import org.openjdk.jcstress.infra.runners.Runner;
import org.openjdk.jcstress.infra.runners.TestConfig;
import org.openjdk.jcstress.infra.runners.TestList;
import org.openjdk.jcstress.os.AffinityMode;
import org.openjdk.jcstress.os.NodeType;
import org.openjdk.jcstress.os.SchedulingClass;
import org.openjdk.jcstress.vm.CompileMode;

/**
 * Short runs of one test in this JVM: a few of a proof, and of a broken twin as many as it takes until one shows a forbidden outcome.
 * Most twins are caught in the first one; a rare one may take its time, which costs nothing where it isn't rare.
 *
 * <p>The rounds differ in their strides: how many samples the actors run through before they wait for each other. Short strides let
 * them meet often, and long ones let them drift apart, so that they meet at different places.
 */
final class Rounds {
    /** How many samples the actors run through from one meeting to the next, and how often, before what they left is looked at. */
    private record Stride(int size, int count) {}

    private static final List<Stride> STRIDES = List.of(new Stride(4, 16), new Stride(16, 8), new Stride(64, 2));
    private static final int ROUNDS_OF_PROOF = 6;
    private static final int MILLIS = 20;
    private static final Duration MAX_OF_TWIN = Duration.ofSeconds(30);
    private static final Duration MAX_OF_ROUND = Duration.ofSeconds(30);

    private static final String TORN = NullPointerException.class.getName();

    /** How actors wait for each other: on a busy machine yielding saves time, and spinning keeps both on their CPUs at once. */
    private static final List<String> WAITS = List.of("THREAD_YIELD", "THREAD_SPIN_WAIT");

    private final Subject subject;
    private final List<TestConfig> configs;
    private final ClassLoader loader;
    private int done;

    Rounds(Subject subject) throws IOException {
        this.subject = subject;
        this.configs = List.of(config(subject.test(), WAITS.getFirst()), config(subject.test(), WAITS.getLast()));
        this.loader = subject.loader();
    }

    /** Returns the configuration of a test that runs in a JVM with others: no compilers chosen, no CPUs. */
    static TestConfig config(String test) throws IOException {
        return config(test, WAITS.getFirst());
    }

    private static TestConfig config(String test, String waits) throws IOException {
        var options = new Options(new String[] {"-m", "quick", "-time", String.valueOf(MILLIS), "-spinStyle", waits});
        if (!options.parse()) {
            throw new IllegalArgumentException("jcstress refuses its options");
        }
        TestInfo info = TestList.getInfo(test);
        var anyCpu = new SchedulingClass(AffinityMode.NONE, info.threads(), NodeType.PACKAGE);
        return new TestConfig(options, info, 0, List.of(), CompileMode.UNIFIED, anyCpu);
    }

    /** Runs all rounds; returns what they showed, or only the one that failed. */
    TestResult run() throws ReflectiveOperationException, InterruptedException {
        var sum = new TestResult(Status.NORMAL);
        long start = System.nanoTime();
        do {
            TestConfig config = configs.get(done / STRIDES.size() % configs.size());
            TestResult round = roundOrRefusal(config, STRIDES.get(done++ % STRIDES.size()));
            if (round.status() != Status.NORMAL || (subject.isTwin() && isCaught(round))) {
                return round;
            }
            sum.addState(round.getCounter());
        } while (subject.isTwin() ? System.nanoTime() - start < MAX_OF_TWIN.toNanos() : done < ROUNDS_OF_PROOF);
        return sum;
    }

    /** Returns how many rounds there were. */
    int done() {
        return done;
    }

    /**
     * Returns whether a result of a twin, whose configuration is set, shows its flaw: by a forbidden outcome, or by torn data over which
     * production code fell.
     */
    static boolean isCaught(TestResult result) {
        return switch (result.status()) {
            case NORMAL ->
                result.grading().gradingResults.values().stream()
                        .anyMatch(outcome -> outcome.expect == Expect.FORBIDDEN && outcome.count > 0);
            case TEST_ERROR -> result.getMessages().stream().anyMatch(message -> message.startsWith(TORN));
            default -> false;
        };
    }

    private TestResult roundOrRefusal(TestConfig config, Stride stride)
            throws ReflectiveOperationException, InterruptedException {
        try {
            return round(config, stride);
        } catch (IllegalArgumentException e) {
            TestResult refusal = new TestResult(Status.API_MISMATCH); // the flaw can't be made
            refusal.addMessages(e);
            return refusal;
        }
    }

    private TestResult round(TestConfig config, Stride stride)
            throws ReflectiveOperationException, InterruptedException {
        var fork = new ForkedTestConfig(config);
        fork.strideSize = stride.size;
        fork.strideCount = stride.count;
        Runner<?> runner = Class.forName(config.generatedRunnerName, true, loader)
                .asSubclass(Runner.class)
                .getConstructor(ForkedTestConfig.class)
                .newInstance(fork);
        TestResult result = run(runner);
        result.setConfig(config);
        return result;
    }

    /** Does what {@link Runner#run} does, without its many tries how large a stride may be. */
    private static <R> TestResult run(Runner<R> runner) throws InterruptedException {
        long start = System.nanoTime();
        List<CounterThread<R>> actors = runner.internalRun();
        var result = new TestResult(Status.NORMAL);
        for (CounterThread<R> actor : actors) {
            while (!actor.join(Duration.ofMillis(10))) {
                if (actors.stream().anyMatch(one -> one.throwable() != null)) {
                    return failure(actors);
                }
                if (System.nanoTime() - start > MAX_OF_ROUND.toNanos()) {
                    return hang(actors);
                }
            }
        }
        if (actors.stream().anyMatch(one -> one.throwable() != null)) {
            return failure(actors);
        }
        for (CounterThread<R> actor : actors) {
            for (R outcome : actor.result().elementSet()) {
                result.addState(String.valueOf(outcome), actor.result().count(outcome));
            }
        }
        return result;
    }

    private static TestResult failure(List<? extends CounterThread<?>> actors) {
        var result = new TestResult(Status.TEST_ERROR);
        actors.stream().map(CounterThread::throwable).filter(Objects::nonNull).forEach(result::addMessages);
        return result;
    }

    private static TestResult hang(List<? extends CounterThread<?>> actors) {
        var result = new TestResult(Status.TIMEOUT_ERROR);
        for (CounterThread<?> actor : actors) {
            result.addMessage(actor.getName() + " hangs");
            Arrays.stream(actor.getStackTrace()).map(String::valueOf).forEach(result::addMessage);
        }
        return result;
    }
}

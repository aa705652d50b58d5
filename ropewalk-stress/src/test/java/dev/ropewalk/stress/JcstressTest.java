package dev.ropewalk.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.TestResult;

/**
 * Runs the jcstress tests of this module: a part of them in a quick run, else all. A proof must show only what it allows. Each proof has a broken twin, which must show a
 * forbidden outcome: else the proof would prove nothing. {@link Subject} tells what a twin is.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JcstressTest {
    private static final int CPUS = Runtime.getRuntime().availableProcessors();

    private static final String ALL = ".*";

    private final Pattern chosen = Pattern.compile(System.getProperty("ropewalk.stress.proofs", ALL));
    private final List<Subject> tests = Subject.tests();
    private final List<Subject> onBrokenCode = Subject.onBrokenCode();
    private final Effort effort = Effort.chosen();
    private final Part part = Part.chosenOr(chosen.pattern().equals(ALL) ? effort.partsOfProofs() : 1);
    private final List<JcstressRun> runs = new ArrayList<>();

    @BeforeAll
    void runAll() throws Exception {
        List<Subject> shared = Stream.concat(
                        effort.isBatched() ? tests.stream() : Stream.empty(), onBrokenCode.stream())
                .filter(this::isToRun)
                .toList();
        if (!shared.isEmpty()) {
            runs.add(BatchRun.of(shared, effort.limit(), folder("shared")));
        }
        List<Subject> open = tests.stream()
                .filter(this::isToRun)
                .filter(test -> resultsOf(test).isEmpty())
                .toList();
        if (!open.isEmpty()) {
            runs.add(JcstressRun.of(open, effort.options(), effort.limit(), folder("own")));
        }
    }

    private boolean isToRun(Subject subject) {
        return isChosen(subject) && subject.actors() <= CPUS;
    }

    private static Path folder(String name) {
        return Path.of("target", "jcstress", name).toAbsolutePath();
    }

    @Test
    void shouldHaveABrokenTwinForEachProof() {
        assertThat(tests).isNotEmpty();
        assertThat(twins())
                .containsExactlyInAnyOrderElementsOf(proofs().map(Subject::twin).toList());
    }

    @TestFactory
    Stream<DynamicTest> shouldShowOnlyAllowedOutcomes() {
        return proofs().filter(this::isChosen)
                .map(proof -> dynamicTest(proof.name(), () -> {
                    assertThat(knownResultsOf(proof).stream()
                                    .filter(result -> !isGood(result))
                                    .map(JcstressTest::describe))
                            .as("bad runs of " + proof + ", see " + outputs())
                            .isEmpty();
                }));
    }

    @TestFactory
    Stream<DynamicTest> shouldCatchTheBrokenTwin() {
        return twins().filter(this::isChosen)
                .map(twin -> dynamicTest(twin.name(), () -> {
                    List<TestResult> results = knownResultsOf(twin);
                    assertThat(results.stream().filter(Rounds::isCaught))
                            .as(
                                    "runs of %s in %s that show its flaw, see %s; others: %s",
                                    twin,
                                    twin.loader(),
                                    outputs(),
                                    results.stream().map(JcstressTest::describe).toList())
                            .isNotEmpty();
                }));
    }

    private List<TestResult> knownResultsOf(Subject subject) {
        assumeTrue(subject.actors() <= CPUS, () -> subject + " needs " + subject.actors() + " CPUs, here are " + CPUS);
        List<TestResult> results = resultsOf(subject);
        assertThat(results).as("results of " + subject + ", see " + outputs()).isNotEmpty();
        return results;
    }

    private List<TestResult> resultsOf(Subject subject) {
        return runs.stream()
                .flatMap(run -> run.results().getOrDefault(subject.name(), List.of()).stream())
                .toList();
    }

    private List<Path> outputs() {
        return runs.stream().map(JcstressRun::output).toList();
    }

    private static boolean isGood(TestResult result) {
        return result.status() == Status.NORMAL && result.grading().isPassed;
    }

    private static String describe(TestResult result) {
        return String.join(
                System.lineSeparator(),
                result.status() + " with " + result.getConfig().jvmArgs,
                String.join(System.lineSeparator(), result.grading().failureMessages),
                String.join(System.lineSeparator(), result.getMessages()),
                String.join(System.lineSeparator(), result.getVmErr()));
    }

    private boolean isChosen(Subject subject) {
        String proof = subject.proof().name();
        return (chosen.matcher(proof).find() || chosen.matcher(subject.name()).find()) && part.contains(proof);
    }

    private Stream<Subject> proofs() {
        return tests.stream().filter(test -> !test.isTwin());
    }

    private Stream<Subject> twins() {
        return Stream.concat(tests.stream().filter(Subject::isTwin), onBrokenCode.stream());
    }
}

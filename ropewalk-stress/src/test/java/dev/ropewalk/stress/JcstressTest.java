package dev.ropewalk.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * Runs every jcstress test of this module. A proof must show only what it allows. For each proof {@code X} there is a
 * test {@code XBrokenTwin}, the same with its essential part removed, which must show a forbidden outcome: else the
 * proof would prove nothing.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JcstressTest {
    private static final String TWIN = "BrokenTwin";

    private final Pattern chosen = Pattern.compile(System.getProperty("ropewalk.stress.proofs", ".*"));
    private final Collection<String> all = TestList.tests();
    private JcstressRun run;

    @BeforeAll
    void runAll() throws Exception {
        run = JcstressRun.of(
                chosen.pattern(), Effort.chosen(), Path.of("target", "jcstress").toAbsolutePath());
    }

    @Test
    void shouldHaveABrokenTwinForEachProof() {
        assertThat(all).isNotEmpty();
        assertThat(twins())
                .containsExactlyInAnyOrderElementsOf(
                        proofs().map(proof -> proof + TWIN).toList());
    }

    @TestFactory
    Stream<DynamicTest> shouldShowOnlyAllowedOutcomes() {
        return proofs().filter(this::isChosen)
                .map(proof -> dynamicTest(proof, () -> {
                    assertThat(resultsOf(proof).stream()
                                    .filter(result -> !isGood(result))
                                    .map(JcstressTest::describe))
                            .as("bad runs of " + proof + ", see " + run.output())
                            .isEmpty();
                }));
    }

    @TestFactory
    Stream<DynamicTest> shouldCatchTheBrokenTwin() {
        return twins().filter(this::isChosen)
                .map(twin -> dynamicTest(twin, () -> {
                    assertThat(resultsOf(twin).stream().filter(JcstressTest::showsForbiddenOutcome))
                            .as("runs of " + twin + " with a forbidden outcome, see " + run.output())
                            .isNotEmpty();
                }));
    }

    private List<TestResult> resultsOf(String test) {
        int actors = TestList.getInfo(test).threads();
        int cpus = Runtime.getRuntime().availableProcessors();
        assumeTrue(actors <= cpus, () -> test + " needs " + actors + " CPUs, here are " + cpus);
        List<TestResult> results = run.results().getOrDefault(test, List.of());
        assertThat(results).as("results of " + test + ", see " + run.output()).isNotEmpty();
        return results;
    }

    private static boolean showsForbiddenOutcome(TestResult result) {
        return result.status() == Status.NORMAL
                && result.grading().gradingResults.values().stream()
                        .anyMatch(outcome -> outcome.expect == Expect.FORBIDDEN && outcome.count > 0);
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

    private boolean isChosen(String test) {
        return chosen.matcher(test).find();
    }

    private Stream<String> proofs() {
        return all.stream().filter(test -> !test.endsWith(TWIN)).sorted();
    }

    private Stream<String> twins() {
        return all.stream().filter(test -> test.endsWith(TWIN)).sorted();
    }
}

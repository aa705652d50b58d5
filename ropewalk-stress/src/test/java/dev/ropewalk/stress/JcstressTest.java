package dev.ropewalk.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * Runs every jcstress test of this module. A proof must show only what it allows. Each proof has a broken twin, which must show a
 * forbidden outcome: else the proof would prove nothing. The twin of a proof {@code X} is {@code X} itself on production code with
 * a flaw, as {@link BrokenBy} tells, or a test {@code XBrokenTwin} where the flaw can't be made in bytecode.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JcstressTest {
    private static final String TWIN = "BrokenTwin";
    private static final int CPUS = Runtime.getRuntime().availableProcessors();

    private final Pattern chosen = Pattern.compile(System.getProperty("ropewalk.stress.proofs", ".*"));
    private final Collection<String> all = TestList.tests();
    private final Part part = Part.chosen();
    private final Effort effort = Effort.chosen();
    private final List<JcstressRun> runs = new ArrayList<>();
    private final List<JcstressRun> runsOnBrokenCode = new ArrayList<>();
    private final Map<String, TestResult> caught = new HashMap<>();

    @BeforeAll
    void runAll() throws Exception {
        List<String> tests = all.stream().filter(this::isToRun).sorted().toList();
        if (effort.isBatched()) {
            runs.add(BatchRun.of(tests, false, effort.options(), effort.limit(), folder("shared")));
        }
        List<String> open = tests.stream().filter(this::isOpen).toList();
        if (!open.isEmpty()) {
            runs.add(JcstressRun.of(BatchRun.anyOf(open), effort.optionsOfOwnJvm(), effort.limit(), folder("own")));
        }
        for (List<String> options : Effort.optionsForBrokenCode()) {
            List<String> uncaught = proofsOnBrokenCode()
                    .filter(this::isToRun)
                    .filter(proof -> caught.get(proof) == null)
                    .toList();
            JcstressRun run =
                    BatchRun.of(uncaught, true, options, effort.limit(), folder("broken-" + runsOnBrokenCode.size()));
            runsOnBrokenCode.add(run);
            run.results()
                    .forEach((proof, results) -> results.stream()
                            .filter(JcstressTest::showsForbiddenOutcome)
                            .forEach(result -> caught.put(proof, result)));
        }
    }

    private boolean isToRun(String test) {
        return isChosen(test) && actors(test) <= CPUS;
    }

    private static Path folder(String name) {
        return Path.of("target", "jcstress", name).toAbsolutePath();
    }

    /** Returns whether there is something left to learn about a test. */
    private boolean isOpen(String test) {
        return test.endsWith(TWIN)
                ? !isCaught(test)
                : allResultsOf(test).findAny().isEmpty();
    }

    @Test
    void shouldHaveABrokenTwinForEachProof() {
        assertThat(all).isNotEmpty();
        assertThat(Stream.concat(twins(), proofsOnBrokenCode().map(proof -> proof + TWIN)))
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
                            .as("bad runs of " + proof + ", see " + outputs())
                            .isEmpty();
                }));
    }

    @TestFactory
    Stream<DynamicTest> shouldCatchTheBrokenTwin() {
        return twins().filter(this::isChosen)
                .map(twin -> dynamicTest(twin, () -> {
                    assertThat(resultsOf(twin).stream().filter(JcstressTest::showsForbiddenOutcome))
                            .as("runs of " + twin + " with a forbidden outcome, see " + outputs())
                            .isNotEmpty();
                }));
    }

    @TestFactory
    Stream<DynamicTest> shouldFailOnBrokenCode() {
        return proofsOnBrokenCode()
                .filter(this::isChosen)
                .map(proof -> dynamicTest(proof, () -> {
                    assumeTrue(
                            actors(proof) <= CPUS, () -> proof + " needs " + actors(proof) + " CPUs, here are " + CPUS);
                    assertThat(caught)
                            .as("forbidden outcomes of " + proof + " on " + BrokenCode.of(proof) + ", see "
                                    + runsOnBrokenCode.stream()
                                            .map(JcstressRun::output)
                                            .toList())
                            .containsKey(proof);
                }));
    }

    private List<TestResult> resultsOf(String test) {
        assumeTrue(actors(test) <= CPUS, () -> test + " needs " + actors(test) + " CPUs, here are " + CPUS);
        List<TestResult> results = allResultsOf(test).toList();
        assertThat(results).as("results of " + test + ", see " + outputs()).isNotEmpty();
        return results;
    }

    private Stream<TestResult> allResultsOf(String test) {
        return runs.stream().flatMap(run -> run.results().getOrDefault(test, List.of()).stream());
    }

    private boolean isCaught(String twin) {
        return allResultsOf(twin).anyMatch(JcstressTest::showsForbiddenOutcome);
    }

    private List<Path> outputs() {
        return runs.stream().map(JcstressRun::output).toList();
    }

    private static int actors(String test) {
        return TestList.getInfo(test).threads();
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
        String proof = test.endsWith(TWIN) ? test.substring(0, test.length() - TWIN.length()) : test;
        return chosen.matcher(test).find() && part.contains(proof);
    }

    private Stream<String> proofs() {
        return all.stream().filter(test -> !test.endsWith(TWIN)).sorted();
    }

    private Stream<String> proofsOnBrokenCode() {
        return proofs().filter(proof -> !BrokenCode.flawsOf(proof).isEmpty());
    }

    private Stream<String> twins() {
        return all.stream().filter(test -> test.endsWith(TWIN)).sorted();
    }
}

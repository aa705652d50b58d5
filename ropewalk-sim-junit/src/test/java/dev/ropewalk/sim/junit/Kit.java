package dev.ropewalk.sim.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Map;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.EventType;

/** Hands classes to JUnit and looks at what it tells. */
final class Kit {
    private Kit() {}

    static EngineExecutionResults run(Class<?> type) {
        return EngineTestKit.engine("junit-jupiter")
                .configurationParameter(Case.PARAMETER, "yes")
                .selectors(selectClass(type))
                .execute();
    }

    /** Runs a class of one test and returns why it has failed. */
    static Throwable failureOf(Class<?> type) {
        return endOf(run(type), Status.FAILED);
    }

    /** Runs a class of one test and returns why it was aborted. */
    static Throwable abortionOf(Class<?> type) {
        return endOf(run(type), Status.ABORTED);
    }

    private static Throwable endOf(EngineExecutionResults results, Status expected) {
        Event end = results.testEvents().finished().stream().findFirst().orElseThrow();
        var result = end.getRequiredPayload(TestExecutionResult.class);
        assertThat(result.getStatus()).as("%s", result).isEqualTo(expected);
        return result.getThrowable().orElseThrow();
    }

    /** Runs a class whose tests all pass. */
    static EngineExecutionResults passed(Class<?> type) {
        EngineExecutionResults results = run(type);
        results.allEvents().failed().stream()
                .findFirst()
                .flatMap(event ->
                        event.getRequiredPayload(TestExecutionResult.class).getThrowable())
                .ifPresent(thrown -> {
                    throw new AssertionError("a test has failed", thrown);
                });
        results.testEvents().assertStatistics(numbers -> numbers.aborted(0).skipped(0));
        assertThat(results.testEvents().succeeded().count()).isPositive();
        return results;
    }

    /** Returns what the tests have published. */
    static Map<String, String> entries(EngineExecutionResults results) {
        return results.allEvents()
                .filter(event -> event.getType() == EventType.REPORTING_ENTRY_PUBLISHED)
                .map(event -> event.getRequiredPayload(ReportEntry.class))
                .flatMap(entry -> entry.getKeyValuePairs().entrySet().stream())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}

package dev.ropewalk.lab.simulation;

import dev.ropewalk.sim.SimulationFailure;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Prints how each simulation has ended, as soon as it has. */
final class Verdicts implements TestExecutionListener {
    private final PrintWriter out;
    private final Map<String, String> entries = new HashMap<>();
    private final Set<String> ended = new HashSet<>();
    private final Set<String> replays = new HashSet<>();
    private int failed;

    Verdicts(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void reportingEntryPublished(TestIdentifier testIdentifier, ReportEntry entry) {
        entries.putAll(entry.getKeyValuePairs());
    }

    @Override
    public void executionFinished(TestIdentifier testIdentifier, TestExecutionResult result) {
        Optional<MethodSource> method = testIdentifier
                .getSource()
                .filter(MethodSource.class::isInstance)
                .map(MethodSource.class::cast);
        String name = method.map(source -> source.getClassName() + "#" + source.getMethodName())
                .orElseGet(testIdentifier::getDisplayName);
        if (testIdentifier.isTest()) {
            method.ifPresent(source -> ended.add(source.getMethodName()));
        }
        switch (result.getStatus()) {
            case SUCCESSFUL -> {
                if (testIdentifier.isTest()) {
                    out.println(name + ": passed");
                    printReport();
                }
            }
            case ABORTED ->
                out.println(name + ": aborted, "
                        + result.getThrowable().map(Throwable::getMessage).orElse("without a reason"));
            case FAILED -> {
                failed++;
                out.println(name + ": FAILED");
                printReport();
                result.getThrowable().ifPresent(this::printFailure);
            }
        }
        out.flush();
        entries.clear();
    }

    private void printReport() {
        indented(entries.getOrDefault("simulation.report", ""));
    }

    private void printFailure(Throwable thrown) {
        if (thrown instanceof SimulationFailure failure) {
            replays.add(failure.replay());
            indented(String.valueOf(failure.getMessage()));
            if (failure.getCause() != null) {
                indented(traceOf(failure.getCause()));
            }
        } else {
            indented(traceOf(thrown));
        }
    }

    private static String traceOf(Throwable thrown) {
        var text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private void indented(String text) {
        text.lines().forEach(line -> out.println("  " + line));
    }

    /** Returns how many have failed. */
    int failed() {
        return failed;
    }

    /** Returns whether a run that has failed is the one of a replay string. */
    boolean hasFailedAt(String replay) {
        return replays.contains(replay.strip());
    }

    /** Returns those that haven't been run. */
    List<Method> leftOut(List<Method> tests) {
        return tests.stream().filter(test -> !ended.contains(test.getName())).toList();
    }
}

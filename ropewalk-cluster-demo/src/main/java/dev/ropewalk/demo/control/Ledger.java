package dev.ropewalk.demo.control;

import dev.ropewalk.demo.node.NodeReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What all nodes have counted, added up. Each message that was sent to an entity was handled or lost: {@link #missing} is zero once nothing is on its way, unless a node has ended without a chance to tell its counts.
 * What was on its way to such a node counts as lost though it may have been handled, so that there may be less than nothing missing.
 *
 * @param counts the sums, by name
 * @param unsure why the sums can't be exact, for each node of which that is so
 */
record Ledger(Map<String, Long> counts, List<String> unsure) {
    Ledger {
        counts = Map.copyOf(counts);
        unsure = List.copyOf(unsure);
    }

    static Ledger of(Collection<NodeReport> reports, List<String> unsure) {
        Map<String, Long> sums = new TreeMap<>();
        reports.forEach(report -> report.counts().forEach((name, count) -> sums.merge(name, count, Long::sum)));
        return new Ledger(sums, unsure);
    }

    long count(String name) {
        return counts.getOrDefault(name, 0L);
    }

    long lost() {
        return new NodeReport("", List.of(), counts).lost();
    }

    /** Returns how many messages were sent, and neither handled nor lost. */
    long missing() {
        return count("sent") - count("handled") - lost();
    }

    /** Returns how many questions have no outcome yet. */
    long openQuestions() {
        return count("asked") - count("answered") - count("unanswered");
    }

    boolean isExact() {
        return unsure.isEmpty();
    }

    /** Returns whether the sums are wrong though nothing excuses it. */
    boolean isWrong() {
        return isExact() && (missing() != 0 || openQuestions() != 0);
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        var losses = new StringBuilder();
        counts.keySet().stream()
                .filter(name -> name.startsWith("lost."))
                .sorted()
                .forEach(name -> losses.append(losses.isEmpty() ? " (" : ", ")
                        .append(count(name))
                        .append(' ')
                        .append(name.substring("lost.".length())));
        lines.add("sent " + count("sent") + ", handled " + count("handled") + ", lost " + lost()
                + (losses.isEmpty() ? "" : losses + ")"));
        lines.add("asked " + count("asked") + " of these, answered " + count("answered") + ", not answered "
                + count("unanswered") + "; answers lost on their way: " + count("lostAnswers"));
        lines.addAll(unsure);
        if (!isExact()) {
            lines.add("so the sums differ by " + missing());
        } else if (missing() == 0) {
            lines.add("each message was handled, or counted as lost");
        } else {
            lines.add("WRONG: " + missing() + " messages were neither handled nor counted as lost");
        }
        return lines;
    }
}

package dev.ropewalk.sim.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Equal steps of one party that no other party's step comes between, which people see as one.
 *
 * @param step the first of them
 * @param first its index in the trace
 * @param count how many they are
 */
record StepGroup(TracedStep step, int first, int count) implements TraceRow {
    /** Returns the groups of the steps from one index up to another, which is excluded, in order. */
    static List<StepGroup> of(List<TracedStep> steps, int begin, int end) {
        List<StepGroup> groups = new ArrayList<>();
        for (int first = begin, next; first < end; first = next) {
            TracedStep step = steps.get(first);
            next = first + 1;
            while (next < end && isSame(step, steps.get(next))) {
                next++;
            }
            groups.add(new StepGroup(step, first, next - first));
        }
        return groups;
    }

    private static boolean isSame(TracedStep one, TracedStep other) {
        return one.party() == other.party() && one.kind() == other.kind() && one.resource() == other.resource();
    }

    @Override
    public int party() {
        return step.party();
    }

    @Override
    public long nanos() {
        return step.nanos();
    }

    @Override
    public int before() {
        return first;
    }

    @Override
    public int number() {
        return first + 1;
    }

    /** Returns what was done, to which resource or with which messages and, if more than once, how often. */
    @Override
    public String text(Trace trace) {
        String what = step.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String messages = IntStream.range(first, first + count)
                .mapToObj(trace::message)
                .filter(message -> !message.isEmpty())
                .distinct()
                .collect(Collectors.joining(", "));
        String with = messages.isEmpty() ? trace.resource(step.resource()) : messages;
        return ((count > 1 ? count + "x " : "") + what + " " + with).strip();
    }
}

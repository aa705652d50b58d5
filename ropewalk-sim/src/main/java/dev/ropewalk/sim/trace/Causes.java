package dev.ropewalk.sim.trace;

import dev.ropewalk.scheduler.step.StepKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which step has led to which, as far as a trace shows it: what was sent first to a resource arrives first there. Steps of one
 * party follow each other anyhow.
 */
final class Causes {
    private final Trace trace;
    private final List<TracedStep> steps;
    private final Map<Way, Deque<Integer>> underWay = new HashMap<>();
    private final List<Cause> found = new ArrayList<>();

    private Causes(Trace trace) {
        this.trace = trace;
        this.steps = trace.steps();
    }

    /** How a step lets others go on. */
    private enum Link {
        TASK,
        ELEMENT,
        EVENT,
        WAKE_UP
    }

    /** A link to a resource or, by its name, to a thread. */
    private record Way(Link link, Object target) {}

    static List<Cause> of(Trace trace) {
        var causes = new Causes(trace);
        for (int i = 0; i < causes.steps.size(); i++) {
            causes.look(i, causes.steps.get(i));
        }
        return causes.found;
    }

    private void look(int index, TracedStep step) {
        Link begun = begun(step.kind());
        if (begun != null) {
            underWay.computeIfAbsent(way(begun, step), _ -> new ArrayDeque<>()).add(index);
        }
        Link ended = ended(step.kind());
        Deque<Integer> waiting = ended == null ? null : underWay.get(way(ended, step));
        Integer from = waiting == null ? null : waiting.poll();
        if (from != null && steps.get(from).party() != step.party()) {
            found.add(new Cause(from, index));
        }
    }

    private Way way(Link link, TracedStep step) {
        return new Way(
                link,
                switch (step.kind()) {
                    case UNPARK -> trace.resource(step.resource());
                    case WAKE -> {
                        String party = trace.party(step.party());
                        yield party.substring(party.indexOf(' ') + 1);
                    }
                    default -> step.resource();
                });
    }

    private static @Nullable Link begun(StepKind kind) {
        return switch (kind) {
            case SUBMIT -> Link.TASK;
            case SEND -> Link.ELEMENT;
            case PUBLISH -> Link.EVENT;
            case UNPARK -> Link.WAKE_UP;
            default -> null;
        };
    }

    private static @Nullable Link ended(StepKind kind) {
        return switch (kind) {
            case TASK, MESSAGE -> Link.TASK;
            case RECEIVE -> Link.ELEMENT;
            case CONSUME -> Link.EVENT;
            case WAKE -> Link.WAKE_UP;
            default -> null;
        };
    }
}

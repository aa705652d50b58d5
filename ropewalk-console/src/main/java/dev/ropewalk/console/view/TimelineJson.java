package dev.ropewalk.console.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ropewalk.graph.GraphTimeline;
import dev.ropewalk.graph.GraphTimeline.Attempt;
import java.util.Comparator;

/** Makes JSON of the timeline of a run: of very many attempts those of the critical path, those that go on, and then the longest. */
final class TimelineJson {
    private static final int MOST = 200;

    private TimelineJson() {}

    static ObjectNode of(GraphTimeline timeline) {
        Foremost<Attempt> foremost = new Foremost<>(
                MOST,
                Comparator.comparing(Attempt::isCritical)
                        .thenComparing(attempt -> attempt.end() == GraphTimeline.End.RUNNING)
                        .thenComparingLong(attempt -> attempt.ended() - attempt.begun())
                        .reversed()
                        .thenComparingLong(Attempt::begun));
        timeline.attempts().forEach(foremost::add);
        ArrayNode attempts = Json.array();
        foremost.inOrder().stream()
                .sorted(Comparator.comparingLong(Attempt::begun))
                .forEach(attempt -> attempts.add(Json.object()
                        .put("action", attempt.action())
                        .put("number", attempt.number())
                        .put("begun", attempt.begun())
                        .put("ended", attempt.ended())
                        .put("end", attempt.end().name())
                        .put("isCritical", attempt.isCritical())));
        return Json.object()
                .put("nanos", timeline.nanos())
                .put("leftOut", timeline.attempts().size() - attempts.size())
                .set("attempts", attempts);
    }
}

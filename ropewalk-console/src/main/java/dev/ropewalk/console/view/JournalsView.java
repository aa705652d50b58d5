package dev.ropewalk.console.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ropewalk.console.web.Query;
import dev.ropewalk.journal.JournalStats;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;

/** The journals: how far each has come, how much of it isn't durable yet, how long forces take, and where the named cursors stand. */
final class JournalsView implements View {
    private final Paced<Looks> looks;
    private final Paced<Map<String, SortedMap<String, Long>>> cursors;
    private final PartHistory history;

    JournalsView(Paced<Looks> looks, Paced<Map<String, SortedMap<String, Long>>> cursors, PartHistory history) {
        this.looks = looks;
        this.cursors = cursors;
        this.history = history;
    }

    @Override
    public ObjectNode look(Query query) {
        Looks pair = looks.look();
        double seconds = pair.last().secondsSince(pair.before());
        ArrayNode journals = Json.array();
        for (Map.Entry<String, JournalStats> entry :
                pair.last().parts().journals().entrySet()) {
            String name = entry.getKey();
            JournalStats now = entry.getValue();
            JournalStats before = pair.before().parts().journals().getOrDefault(name, now);
            double forceMillis = Figures.forceMillis(before, now);
            ObjectNode journal = Json.object()
                    .put("name", name)
                    .put("firstSegment", now.firstSegment())
                    .put("lastSegment", now.lastSegment())
                    .put("firstIndex", now.firstIndex())
                    .put("nextIndex", now.nextIndex())
                    .put("recordsRate", Json.rate(now.nextIndex(), before.nextIndex(), seconds))
                    .put("bytesRate", Json.rate(now.endPosition(), before.endPosition(), seconds))
                    .put("notDurable", Math.max(0, now.endPosition() - now.durablePosition()))
                    .put("segments", now.segments())
                    .put("forcesRate", Json.rate(now.forces(), before.forces(), seconds))
                    .put("longestForce", now.longestForceNanos())
                    .put("isPoisoned", now.isPoisoned());
            if (!Double.isNaN(forceMillis)) {
                journal.put("forceMillis", forceMillis);
            }
            journals.add(journal.set("cursors", cursors(name, now)));
        }
        ObjectNode view = Json.object().set("journals", journals);
        return view.set("now", history.latest());
    }

    /** Returns where each cursor stands, and how many records are before it that it hasn't read. */
    private ArrayNode cursors(String journal, JournalStats now) {
        ArrayNode shown = Json.array();
        cursors.look()
                .getOrDefault(journal, Collections.emptySortedMap())
                .forEach((name, index) -> shown.add(Json.object()
                        .put("name", name)
                        .put("index", index)
                        .put("behind", Math.max(0, now.nextIndex() - index))
                        .put("isGone", index < now.firstIndex())));
        return shown;
    }
}

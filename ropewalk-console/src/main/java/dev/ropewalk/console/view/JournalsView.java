package dev.ropewalk.console.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ropewalk.console.web.Query;
import dev.ropewalk.journal.JournalStats;
import java.util.Map;

/** The journals: how far each has come, and how much of it isn't durable yet. */
final class JournalsView implements View {
    private final Paced<Looks> looks;

    JournalsView(Paced<Looks> looks) {
        this.looks = looks;
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
            journals.add(Json.object()
                    .put("name", name)
                    .put("firstSegment", now.firstSegment())
                    .put("lastSegment", now.lastSegment())
                    .put("firstIndex", now.firstIndex())
                    .put("nextIndex", now.nextIndex())
                    .put("recordsRate", Json.rate(now.nextIndex(), before.nextIndex(), seconds))
                    .put("bytesRate", Json.rate(now.endPosition(), before.endPosition(), seconds))
                    .put("notDurable", Math.max(0, now.endPosition() - now.durablePosition()))
                    .put("isPoisoned", now.isPoisoned()));
        }
        return Json.object().set("journals", journals);
    }
}

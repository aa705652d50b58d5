package dev.ropewalk.console.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ropewalk.channel.ChannelStats;
import dev.ropewalk.console.web.Query;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The channels that have a name. */
final class ChannelsView implements View {
    private static final int MOST_ROWS = 500;

    private final Paced<Looks> looks;

    ChannelsView(Paced<Looks> looks) {
        this.looks = looks;
    }

    @Override
    public ObjectNode look(Query query) {
        Looks pair = looks.look();
        if (pair.last().parts().channels().isEmpty()) {
            return Json.object().put("all", 0).put("found", 0).set("channels", Json.array());
        }
        double seconds = pair.last().secondsSince(pair.before());
        String text = query.text("text", "").toLowerCase(Locale.ROOT);
        List<Map.Entry<String, ChannelStats>> found = pair.last().parts().channels().entrySet().stream()
                .filter(channel -> channel.getKey().toLowerCase(Locale.ROOT).contains(text))
                .sorted(Comparator.comparingInt((Map.Entry<String, ChannelStats> channel) ->
                                channel.getValue().waitingSenders()
                                        + channel.getValue().waitingReceivers()
                                        + channel.getValue().depth())
                        .reversed())
                .toList();
        ArrayNode channels = Json.array();
        found.stream().limit(query.number("rows", 200, 1, MOST_ROWS)).forEach(channel -> {
            ChannelStats now = channel.getValue();
            ChannelStats before = pair.before().parts().channels().getOrDefault(channel.getKey(), now);
            channels.add(Json.object()
                    .put("name", channel.getKey())
                    .put("depth", now.depth())
                    .put("sends", now.sends())
                    .put("receives", now.receives())
                    .put("rate", Json.rate(now.receives(), before.receives(), seconds))
                    .put("undelivered", now.undelivered())
                    .put("refused", now.refused())
                    .put("waitingSenders", now.waitingSenders())
                    .put("waitingReceivers", now.waitingReceivers())
                    .put("isClosed", now.isClosed()));
        });
        ObjectNode view =
                Json.object().put("all", pair.last().parts().channels().size()).put("found", found.size());
        return view.set("channels", channels);
    }
}

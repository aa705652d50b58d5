package dev.ropewalk.console.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ropewalk.actor.ActorSnapshot;
import dev.ropewalk.channel.ScopeSnapshot;
import dev.ropewalk.cluster.ClusterSnapshot;
import dev.ropewalk.console.web.Content;
import dev.ropewalk.console.web.Query;
import dev.ropewalk.graph.GraphTimeline;
import dev.ropewalk.observe.part.PartKind;
import dev.ropewalk.observe.part.UnreadableParts;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** All views by their names. Nothing is looked at before somebody asks. */
public final class Views implements Content {
    private static final Query NO_QUERY = new Query(URI.create("/"));

    private final Map<String, View> views;
    private final TakeAway takeAway;

    private Views(Map<String, View> views, TakeAway takeAway) {
        this.views = views;
        this.takeAway = takeAway;
    }

    /** Makes the views, which look once in a period at most. */
    public static Views create(Duration period) {
        long nanos = period.toNanos();
        var history = new History();
        var limits = new PartHistory();
        var journals = new PartHistory();
        var recorder = new HistoryRecorder(history, limits, journals);
        Paced<Looks> looks = new Paced<>(recorder::look, nanos, System::nanoTime);
        Paced<Map<String, ActorSnapshot>> trees =
                new Paced<>(() -> PartKind.ACTOR_TREE.snapshots(new UnreadableParts()), nanos, System::nanoTime);
        Paced<Map<String, ScopeSnapshot>> scopes =
                new Paced<>(() -> PartKind.PROCESS_SCOPE.snapshots(new UnreadableParts()), nanos, System::nanoTime);
        Paced<WorkerStacks> stacks = new Paced<>(WorkerStacks::take, nanos, System::nanoTime);
        var warnings = new WarningsView(looks, scopes, stacks, new Culprits(trees), System::nanoTime);
        var waiting = new WaitingView(scopes, new Paced<>(Waits::take, nanos, System::nanoTime), looks);
        Paced<Map<String, SortedMap<String, Long>>> cursors =
                new Paced<>(() -> PartKind.JOURNAL_CURSORS.snapshots(new UnreadableParts()), nanos, System::nanoTime);
        Paced<Map<String, Optional<GraphTimeline>>> timelines =
                new Paced<>(() -> PartKind.GRAPH_TIMELINE.snapshots(new UnreadableParts()), nanos, System::nanoTime);
        Paced<Map<String, ClusterSnapshot>> clusters =
                new Paced<>(() -> PartKind.CLUSTER.snapshots(new UnreadableParts()), nanos, System::nanoTime);
        Map<String, View> views = Map.ofEntries(
                Map.entry("overview", new OverviewView(looks, history, warnings)),
                Map.entry("history", history),
                Map.entry(
                        "workers",
                        new WorkersView(looks, stacks, new Paced<>(new TaskTimes()::look, nanos, System::nanoTime))),
                Map.entry("actors", new ActorsView(trees, looks)),
                Map.entry("waiting", waiting),
                Map.entry("channels", new ChannelsView(looks)),
                Map.entry("pipelines", new PipelinesView(looks)),
                Map.entry("cluster", new ClusterView(clusters)),
                Map.entry("limits", new LimitsView(looks, timelines, limits)),
                Map.entry("limits-history", limits),
                Map.entry("journals", new JournalsView(looks, cursors, journals)),
                Map.entry("journals-history", journals),
                Map.entry("warnings", warnings));
        return new Views(views, new TakeAway(() -> twice(views, looks, period), waiting::text));
    }

    /** Looks once more a period later, if nobody has looked before: rates need two looks. */
    private static ObjectNode twice(Map<String, View> views, Paced<Looks> looks, Duration period)
            throws InterruptedException {
        if (looks.look().isFirst()) {
            Thread.sleep(period);
        }
        return all(views);
    }

    private static ObjectNode all(Map<String, View> views) {
        ObjectNode all = Json.object();
        views.keySet().stream()
                .sorted()
                .forEach(name ->
                        all.set(name, Objects.requireNonNull(views.get(name)).look(NO_QUERY)));
        return all;
    }

    @Override
    public boolean hasView(String name) {
        return views.containsKey(name);
    }

    @Override
    public ObjectNode look(String view, Query query) {
        return Objects.requireNonNull(views.get(view)).look(query);
    }

    @Override
    public @Nullable Document takeAway(String name, Query query) throws IOException, InterruptedException {
        return takeAway.take(name, query);
    }
}

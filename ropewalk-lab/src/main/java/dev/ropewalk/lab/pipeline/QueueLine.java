package dev.ropewalk.lab.pipeline;

import dev.ropewalk.lab.pipeline.Step.Deal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.IdleStrategy;

/**
 * Queues between threads: one for each edge of the graph. A stage after several others takes each event once from all of
 * them. Every event is a new object.
 */
final class QueueLine implements Line {
    private final Threads threads = new Threads("lab-queues");
    private final Graph graph;
    private final Queues queues;
    private final int capacity;
    /** By stage, those that lead out of it. */
    private final List<List<Outlet>> outlets = new ArrayList<>();

    private final List<Outlet> entrance = new ArrayList<>();

    QueueLine(Lanes lanes, int capacity, Queues queues) {
        graph = lanes.graph();
        this.capacity = capacity;
        this.queues = queues;
        var inlets = new ArrayList<List<Outlet>>();
        for (Step stage : graph.stages()) {
            outlets.add(new ArrayList<>());
            inlets.add(connect(stage));
        }
        for (int place = 0; place < graph.stages().size(); place++) {
            for (int index = 0; index < lanes.of(place).size(); index++) {
                int own = index;
                start(
                        lanes.of(place).get(own),
                        inlets.get(place).stream().map(inlet -> inlet.to(own)).toArray(Hop[]::new),
                        outlets.get(place).toArray(Outlet[]::new));
            }
        }
    }

    /** Returns the edges that lead to a stage, with the ends of all of them where they come from. */
    private List<Outlet> connect(Step stage) {
        if (stage.after().isEmpty()) {
            Outlet outlet = outlet(stage, graph.producers());
            entrance.add(outlet);
            return List.of(outlet);
        }
        var inlets = new ArrayList<Outlet>();
        for (int earlier : stage.after()) {
            Outlet outlet = outlet(stage, graph.stages().get(earlier).width());
            outlets.get(earlier).add(outlet);
            inlets.add(outlet);
        }
        return inlets;
    }

    private Outlet outlet(Step stage, int senders) {
        if (stage.deal() == Deal.ANY) {
            return new Outlet(List.of(queues.oneToMany(capacity)));
        }
        return new Outlet(Stream.generate(() -> senders == 1 ? queues.oneToOne(capacity) : queues.manyToOne(capacity))
                .limit(stage.width())
                .toList());
    }

    private void start(Lane lane, Hop[] inlets, Outlet[] onward) {
        IdleStrategy idle = queues.idle();
        threads.start(() -> {
            while (true) {
                Event event = inlets[0].take(idle);
                for (int k = 1; k < inlets.length; k++) {
                    inlets[k].take(idle);
                }
                lane.on(event);
                Outlet.putAll(onward, event, idle);
            }
        });
    }

    @Override
    public Publisher publisher() {
        Outlet[] first = entrance.toArray(Outlet[]::new);
        IdleStrategy idle = queues.idle();
        return (number, key, time) -> {
            var event = new Event();
            event.set(number, key, time);
            Outlet.putAll(first, event, idle);
        };
    }

    @Override
    public void close() {
        threads.close();
    }
}

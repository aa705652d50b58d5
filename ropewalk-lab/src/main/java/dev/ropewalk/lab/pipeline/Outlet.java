package dev.ropewalk.lab.pipeline;

import java.util.List;
import org.agrona.concurrent.IdleStrategy;

/** The queues that lead to a stage: one for each handler that gets its events by their key, else a single one. */
record Outlet(List<Hop> hops) {
    Outlet {
        hops = List.copyOf(hops);
    }

    void put(Event event, IdleStrategy idle) throws InterruptedException {
        hops.get(Step.shard(event.key, hops.size())).put(event, idle);
    }

    /** Returns the queue that leads to a handler. */
    Hop to(int lane) {
        return hops.get(hops.size() == 1 ? 0 : lane);
    }

    /** Puts an event into the queues to several stages. */
    static void putAll(Outlet[] outlets, Event event, IdleStrategy idle) throws InterruptedException {
        for (Outlet outlet : outlets) {
            outlet.put(event, idle);
        }
    }
}

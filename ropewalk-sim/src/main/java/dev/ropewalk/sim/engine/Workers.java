package dev.ropewalk.sim.engine;

import dev.ropewalk.scheduler.StuckWorker;
import dev.ropewalk.scheduler.WorkerStats;
import dev.ropewalk.sim.thread.Place;
import dev.ropewalk.sim.thread.Places;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The workers of a world: where tasks run. There are as many as tasks that have begun and not ended. */
final class Workers {
    private final WorldHost host;
    private final SchedulerState state;
    private final Places places;
    private final WorldFaults faults;
    private final List<Worker> all = new ArrayList<>();
    private final Deque<Place> free = new ArrayDeque<>();

    Workers(WorldHost host, SchedulerState state, Places places, WorldFaults faults) {
        this.host = host;
        this.state = state;
        this.places = places;
        this.faults = faults;
    }

    /** Returns where a party goes on: a task that hasn't begun does so at a worker. */
    Place placeOf(Party party) {
        Place place = party.place;
        if (place == null) {
            place = free.isEmpty() || faults.moves(party) ? newWorker() : free.pop();
            place.setHolder(party);
            party.place = place;
        }
        return place;
    }

    private Place newWorker() {
        var worker = new Worker();
        Place place = places.newWorker(state.name() + "-worker-" + all.size(), worker);
        worker.place = place;
        all.add(worker);
        return place;
    }

    /** Runs tasks, one after the other, as long as none of them is stopped. */
    private final class Worker implements Runnable {
        private @Nullable Place place;
        private long tasks;

        @Override
        public void run() {
            Place here = place();
            while (host.ending() == null) {
                Party party = (Party) Objects.requireNonNull(here.holder());
                tasks++;
                party.runTask();
                party.place = null;
                here.setHolder(null);
                party.taskEnded();
                Party next = host.choose();
                if (next != null && next.place == null) {
                    next.place = here;
                    here.setHolder(next);
                } else if (host.ending() == null) {
                    free.push(here);
                    places.transfer(here, next == null ? null : next.place);
                }
            }
        }

        Place place() {
            return Objects.requireNonNull(place);
        }
    }

    /** Returns what each has done: as many as the scheduler says it has, and those that were needed beyond. */
    List<WorkerStats> stats() {
        List<WorkerStats> each = new ArrayList<>();
        for (int i = 0; i < Math.max(state.workers(), all.size()); i++) {
            long run = i < all.size() ? all.get(i).tasks : 0;
            each.add(new WorkerStats(i, run, run, 0, List.of(), 0, 0, 0, i == 0 ? state.tasks() : 0, 0));
        }
        return each;
    }

    /** Returns the parties whose tasks have begun and not ended. */
    List<Party> busy() {
        List<Party> busy = new ArrayList<>();
        for (Worker worker : all) {
            if (worker.place().holder() instanceof Party party) {
                busy.add(party);
            }
        }
        return busy;
    }

    /** Returns those that have begun a task that hasn't ended. */
    List<StuckWorker> stuck() {
        List<StuckWorker> stuck = new ArrayList<>();
        for (Worker worker : all) {
            Thread thread = worker.place().thread();
            if (worker.place().holder() != null && thread != null) {
                stuck.add(new StuckWorker(thread.getName(), List.of(thread.getStackTrace())));
            }
        }
        return stuck;
    }
}

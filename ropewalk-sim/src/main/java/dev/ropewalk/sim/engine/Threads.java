package dev.ropewalk.sim.engine;

import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.sim.thread.Place;
import dev.ropewalk.sim.thread.Places;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/** The threads of a world: how they are made, and which were started and haven't ended. */
final class Threads {
    private final WorldHost host;
    private final Places places;
    private final UserCode userCode;
    private final List<ThreadParty> all = new ArrayList<>();

    Threads(WorldHost host, Places places, UserCode userCode) {
        this.host = host;
        this.places = places;
        this.userCode = userCode;
    }

    /** Returns a factory of threads, each of which has a place as soon as it is started. */
    ThreadFactory factory(boolean inherits) {
        ThreadFactory factory = places.threadFactory(inherits);
        return task -> {
            Thread thread = factory.newThread(task);
            thread.setUncaughtExceptionHandler((_, thrown) -> userCode.uncaught(thrown));
            return thread;
        };
    }

    /**
     * Makes the party of a thread that was started, which is ready for its first step. What the thread throws goes where that of a
     * task goes, unless the code that made it has said otherwise.
     */
    ThreadParty started(Place place) {
        Thread own = place.thread();
        if (own != null && own.getUncaughtExceptionHandler() instanceof ThreadGroup) {
            own.setUncaughtExceptionHandler((_, thrown) -> userCode.uncaught(thrown));
        }
        var thread = new ThreadParty(host.nextPartyNumber(), place);
        all.add(thread);
        thread.announce(StepKind.START, host.newResourceNumber());
        host.ready(thread);
        return thread;
    }

    /** The thread at a place has ended, if it is one of these. */
    void ended(Place place) {
        if (place.holder() instanceof ThreadParty thread) {
            all.remove(thread);
        }
    }

    /** Returns those that haven't ended. */
    List<ThreadParty> all() {
        return all;
    }
}

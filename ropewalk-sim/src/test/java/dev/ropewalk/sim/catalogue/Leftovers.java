package dev.ropewalk.sim.catalogue;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.task.BoundedExecutor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Programs that do what they are for, and leave something over that nobody will ever end. */
final class Leftovers {
    private static final Duration LONG = Duration.ofDays(7);

    private Leftovers() {}

    static List<PlantedBug> bugs() {
        return List.of(
                bug("a session is opened while its server closes", Theme.EXECUTORS, Leftovers::lateSession),
                bug("neither of two clients closes the system as the last", Theme.ACTORS, Leftovers::lastClient),
                bug("a timeout is ended before it is armed", Theme.EXECUTORS, Leftovers::endedTimeout));
    }

    private static PlantedBug bug(String name, Theme theme, Program program) {
        return PlantedBug.of(name, theme, Symptom.LEFT_OVER, program).judgedBy(options -> options.noLeaks(true));
    }

    private static void lateSession(Simulation simulation, boolean mended) {
        var isClosed = new Shared<>(false);
        List<BoundedExecutor> sessions = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 2; i++) {
            simulation.start("client-" + i, () -> {
                if (!isClosed.get()) {
                    BoundedExecutor session = BoundedExecutor.builder(1)
                            .scheduler(simulation.scheduler())
                            .build();
                    session.execute(() -> {});
                    sessions.add(session);
                    if (mended && isClosed.get()) {
                        session.shutdown();
                    }
                }
            });
        }
        isClosed.set(true);
        sessions.forEach(BoundedExecutor::shutdown);
        simulation.run();
    }

    private static void lastClient(Simulation simulation, boolean mended) {
        ActorSystem system = ActorStates.system(simulation);
        system.<String>spawnBlocking(inbox -> inbox.receive());
        var clients = new Shared<>(2);
        for (int i = 0; i < 2; i++) {
            simulation.start("client-" + i, () -> {
                int left = clients.get() - 1;
                while (mended && !clients.compareAndSet(left + 1, left)) {
                    left = clients.get() - 1;
                }
                if (!mended) {
                    clients.set(left);
                }
                if (left == 0) {
                    system.close();
                }
            });
        }
        simulation.run();
    }

    private static void endedTimeout(Simulation simulation, boolean mended) {
        Scheduler scheduler = simulation.scheduler();
        var hasEnded = new Shared<>(false);
        var timeout = new Shared<Optional<Timer>>(Optional.empty());
        simulation.start("worker", () -> {
            hasEnded.set(true);
            timeout.get().ifPresent(Timer::cancel);
        });
        timeout.set(Optional.of(scheduler.schedule(scheduler.newStrand(), () -> {}, LONG)));
        if (mended && hasEnded.get()) {
            timeout.get().ifPresent(Timer::cancel);
        }
        simulation.run();
    }
}

package dev.ropewalk.sim.catalogue;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.sim.Simulation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/** Operations of the scheduler that come too late or too soon. The programs name no points of their own. */
final class ExecutorEnds {
    private ExecutorEnds() {}

    static List<PlantedBug> bugs() {
        return List.of(
                PlantedBug.of(
                        "a task is taken for cancelled although it runs",
                        Theme.EXECUTORS,
                        Symptom.CHECK,
                        ExecutorEnds::cancelAgainstRun),
                PlantedBug.of(
                        "an executor is asked whether it is open and is shut down meanwhile",
                        Theme.EXECUTORS,
                        Symptom.EXCEPTION,
                        ExecutorEnds::shutdownAgainstSubmit),
                PlantedBug.of(
                        "a task that is stopped counts what it hasn't done",
                        Theme.EXECUTORS,
                        Symptom.CHECK,
                        ExecutorEnds::stopAgainstRun),
                PlantedBug.of(
                        "a session ends by its timer and by its user",
                        Theme.EXECUTORS,
                        Symptom.CHECK,
                        ExecutorEnds::cancelAgainstTick),
                PlantedBug.ofThreads(
                        "a thread looks at a field before its starter has set it",
                        Theme.FIELDS,
                        Symptom.CHECK,
                        ExecutorEnds::startBeforeSet));
    }

    private static void cancelAgainstRun(Simulation simulation, boolean mended) {
        ExecutorService executor = simulation.scheduler().asExecutorService();
        boolean[] sent = {false};
        Future<?> mail = executor.submit(() -> {
            sent[0] = true;
        });
        boolean cancelled = mail.cancel(false);
        boolean told = !mended || cancelled;
        simulation.run();
        Checks.that(!(told && sent[0]), "a mail that is told to be cancelled isn't sent");
    }

    private static void shutdownAgainstSubmit(Simulation simulation, boolean mended) {
        ExecutorService executor = simulation.scheduler().asExecutorService();
        simulation.start("client", () -> {
            try {
                if (!executor.isShutdown()) {
                    executor.execute(() -> {});
                }
            } catch (RejectedExecutionException closed) {
                if (!mended) {
                    throw closed;
                }
            }
        });
        executor.shutdown();
        simulation.run();
    }

    private static void stopAgainstRun(Simulation simulation, boolean mended) {
        ExecutorService executor = simulation.scheduler().asExecutorService();
        int[] copied = {0};
        int[] counted = {0};
        executor.execute(() -> {
            try {
                Thread.sleep(Duration.ofSeconds(1));
                copied[0]++;
            } catch (InterruptedException stopped) {
                if (mended) {
                    return;
                }
            }
            counted[0]++;
        });
        int left = executor.shutdownNow().size();
        simulation.run();
        Checks.equal(copied[0], counted[0], "files counted, " + left + " left over");
    }

    private static void cancelAgainstTick(Simulation simulation, boolean mended) {
        Scheduler scheduler = simulation.scheduler();
        int[] ends = {0};
        Timer limit = scheduler.schedule(scheduler.newStrand(), () -> ends[0]++, Duration.ZERO);
        if (limit.cancel() || !mended) {
            ends[0]++;
        }
        simulation.run();
        Checks.equal(1, ends[0], "ends of a session");
    }

    private static void startBeforeSet(ThreadWorld world, boolean mended) {
        String[] name = {""};
        if (mended) {
            name[0] = "reader";
        }
        world.start("reader", () -> Checks.equal("reader", name[0], "the name that the thread sees"));
        name[0] = "reader";
        world.run();
    }
}

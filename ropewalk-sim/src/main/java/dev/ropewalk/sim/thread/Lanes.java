package dev.ropewalk.sim.thread;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Runs works side by side, each in a thread that drives one world after the other. */
public final class Lanes {
    private Lanes() {}

    /** What is done beside others. It throws nothing. */
    public interface Work extends Runnable {
        /** Returns whether it waits for the others at this moment. Any thread may ask. */
        boolean isWaiting();

        /**
         * It holds a world up, so its thread is to be left behind. Called by the thread that runs the works.
         *
         * @return whether it is; false if it has just gone on
         */
        boolean giveUp(StuckException why);
    }

    /**
     * Runs works until each has ended or was given up.
     *
     * @param virtual whether their worlds have virtual threads. Else each world looks by itself whether it goes on, and the
     *     caller does a single work itself.
     */
    public static void run(String name, List<? extends Work> works, boolean virtual, Watchdog watchdog) {
        if (virtual) {
            runWatched(name, works, watchdog);
        } else if (works.size() == 1) {
            works.getFirst().run();
        } else {
            joinAll(
                    works.stream()
                            .map(work -> Thread.ofPlatform().name(name).daemon().start(work))
                            .toList(),
                    watchdog.halt());
        }
    }

    private static void joinAll(List<Thread> threads, Halt halt) {
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                    halt.interrupt();
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void runWatched(String name, List<? extends Work> works, Watchdog watchdog) {
        Map<Lane<Boolean>, Work> lanes = new LinkedHashMap<>();
        for (Work work : works) {
            lanes.put(
                    new Lane<>(
                            name,
                            () -> {
                                work.run();
                                return true;
                            },
                            work::isWaiting),
                    work);
        }
        lanes.keySet().forEach(Lane::start);
        watchdog.awaitAll(
                lanes.keySet(),
                (lane, stuck) -> Objects.requireNonNull(lanes.get(lane)).giveUp(stuck));
    }
}

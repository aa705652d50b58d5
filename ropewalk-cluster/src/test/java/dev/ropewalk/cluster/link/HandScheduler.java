package dev.ropewalk.cluster.link;

import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.Timer;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Queue;

/** As much of a scheduler as a link or a channel needs: tasks and timers run when the test says so, in its thread. */
public final class HandScheduler {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final Queue<Runnable> timers = new ArrayDeque<>();
    private boolean lacksMemory;
    private boolean lacksMemoryOnce;
    private final Scheduler scheduler = (Scheduler) Proxy.newProxyInstance(
            HandScheduler.class.getClassLoader(),
            new Class<?>[] {Scheduler.class},
            (proxy, method, arguments) -> switch (method.getName()) {
                case "newStrand" -> new HandStrand();
                case "schedule" -> new HandTimer((Runnable) arguments[1]);
                default -> throw new UnsupportedOperationException(method.getName());
            });

    public Scheduler scheduler() {
        return scheduler;
    }

    /** Has it take no task for want of memory, or take them again. */
    public void lackMemory(boolean lacks) {
        lacksMemory = lacks;
    }

    /** Has it not take the next task for want of memory. */
    public void lackMemoryOnce() {
        lacksMemoryOnce = true;
    }

    /** Runs what was submitted, and what that submits. */
    public void run() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    /** Runs the timers that are armed. */
    public void ring() {
        for (int left = timers.size(); left > 0; left--) {
            timers.remove().run();
        }
        run();
    }

    private final class HandStrand implements Strand {
        @Override
        public void execute(Runnable task) {
            if (lacksMemory || lacksMemoryOnce) {
                lacksMemoryOnce = false;
                throw new OutOfMemoryError("there is none for a task");
            }
            tasks.add(task);
        }

        @Override
        public Scheduler scheduler() {
            return scheduler;
        }

        @Override
        public Placement placement() {
            return Placement.SOFT;
        }

        @Override
        public boolean isCurrent() {
            return true;
        }
    }

    private final class HandTimer implements Timer {
        private boolean cancelled;

        HandTimer(Runnable task) {
            timers.add(() -> {
                if (!cancelled) {
                    task.run();
                }
            });
        }

        @Override
        public boolean cancel() {
            boolean first = !cancelled;
            cancelled = true;
            return first;
        }

        @Override
        public boolean isDone() {
            return cancelled;
        }
    }
}

package dev.ropewalk.sim.machine;

import dev.ropewalk.scheduler.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Actors on a modelled machine, each of which submits its next message when it has processed one. */
final class Cluster implements AutoCloseable {
    private static final long LONGEST_NANOS = 100_000_000_000L;
    private static final int LINES_OF_ACTOR = 4;

    final Machine machine;
    final ModelPool pool;
    final List<Actor> actors = new ArrayList<>();
    private int busy;

    Cluster(int cores, int actors, CostTable costs, long seed, Function<Machine, ModelPool> opener) {
        machine = new Machine(MachineShape.epyc(cores), costs, seed);
        pool = opener.apply(machine);
        IntStream.range(0, actors).forEach(number -> this.actors.add(new Actor(number)));
    }

    static Function<Machine, ModelPool> soft(int actors) {
        return soft(actors, StealRule.usual());
    }

    static Function<Machine, ModelPool> soft(int actors, StealRule rule) {
        return machine -> ModelScheduler.pool(machine, actors, Placement.SOFT, rule);
    }

    /** Has each actor process so many messages; returns the modelled time. */
    long run(int messages) {
        busy = actors.size();
        long start = machine.nanos();
        actors.forEach(actor -> actor.start(messages));
        while (busy > 0) {
            machine.await(LONGEST_NANOS);
            if (machine.nanos() - start >= LONGEST_NANOS) {
                throw new AssertionError(busy + " actors have got nowhere in " + machine);
            }
        }
        return machine.nanos() - start;
    }

    long processed() {
        return actors.stream().mapToLong(actor -> actor.processed).sum();
    }

    /** Returns on how many cores actors ran. */
    long coresUsed() {
        return actors.stream().flatMap(actor -> actor.cores.stream()).distinct().count();
    }

    @Override
    public void close() {
        pool.close();
    }

    final class Actor implements Runnable {
        private final int number;
        private final long address = machine.memory().allocateLines(LINES_OF_ACTOR * Memory.LINE_BYTES);
        private final List<Integer> cores = new ArrayList<>();
        private double work = 20;
        private int left;
        private long processed;
        private boolean running;

        Actor(int number) {
            this.number = number;
        }

        /** Sets for how many nanoseconds each message computes. */
        void work(double nanos) {
            work = nanos;
        }

        private void start(int messages) {
            left = messages;
            pool.executorOf(number).execute(this);
        }

        @Override
        public void run() {
            if (running) {
                throw new IllegalStateException("two messages of an actor at once");
            }
            running = true;
            cores.add(machine.core());
            for (int line = 0; line < LINES_OF_ACTOR; line++) {
                machine.access(address + (long) line * Memory.LINE_BYTES);
            }
            machine.endBurst(work);
            processed++;
            left--;
            running = false;
            if (left > 0) {
                pool.executorOf(number).execute(this);
            } else if (--busy == 0) {
                machine.wakeFirst();
            }
        }
    }
}

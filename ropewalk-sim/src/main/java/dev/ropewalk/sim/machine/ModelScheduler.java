package dev.ropewalk.sim.machine;

import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.WorkerStats;
import dev.ropewalk.scheduler.engine.WorkStealingScheduler;
import dev.ropewalk.scheduler.strand.Home;
import dev.ropewalk.scheduler.strand.SerialStrand;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import dev.ropewalk.scheduler.worker.Worker;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler itself on a modelled machine, one worker a core. All its decisions are its own: its workers, thieves, rounds,
 * queues, sleepers and its monitor are the classes that run in production, with the options that it has by default. This class
 * gives them the machine's clock, random numbers, threads and CPU numbers, and says what their work costs.
 *
 * <p>What costs time: a task's way through strand and queue, by the lines that it touches and by a fixed time; a look of a thief at
 * a victim; each step of waiting awake; reading the clock; waking and being woken. The monitor's thread runs on no core.
 */
public final class ModelScheduler extends WorkStealingScheduler {
    private static final int STRAND_BYTES = 64;
    /** A worker's status, the ends of its deque, and the end of its inbox. */
    private static final int QUEUE_BYTES = 2 * Memory.LINE_BYTES;

    private final Machine machine;
    private final StealRule rule;
    private final long queues;

    private ModelScheduler(Machine machine, SchedulerOptions options, StealRule rule) {
        this.machine = machine;
        this.rule = rule;
        this.queues = machine.memory().allocateLines(options.workers() * QUEUE_BYTES);
        super(options, machine.shape().topology());
    }

    /**
     * Returns a pool with a strand for each actor.
     *
     * @param actors how many there are, numbered from 0
     */
    public static ModelPool pool(Machine machine, int actors, Placement placement, StealRule rule) {
        var options =
                SchedulerOptions.defaults("model", machine.shape().cores(), (thread, thrown) -> machine.fail(thrown));
        var scheduler = new ModelScheduler(machine, options, rule);
        scheduler.start(machine.shape().topology());
        List<ModelStrand> strands = IntStream.range(0, actors)
                .mapToObj(actor -> scheduler.new ModelStrand(scheduler.newStrand(placement)))
                .toList();
        return new Pool(scheduler, strands);
    }

    private record Pool(ModelScheduler scheduler, List<? extends Executor> strands) implements ModelPool {
        @Override
        public Executor executorOf(int actor) {
            return strands.get(actor);
        }

        @Override
        public long homeHits() {
            return sum(WorkerStats::homeHits);
        }

        @Override
        public long steals() {
            return sum(WorkerStats::steals);
        }

        private long sum(ToLongFunction<WorkerStats> count) {
            return scheduler.stats().workers().stream().mapToLong(count).sum();
        }

        @Override
        public void close() {
            scheduler.machine.end();
            scheduler.close();
        }
    }

    /** A strand whose tasks take time for their way through it. */
    private final class ModelStrand implements Executor {
        private final Strand strand;
        private final long address = machine.memory().allocate(STRAND_BYTES);

        ModelStrand(Strand strand) {
            this.strand = strand;
        }

        @Override
        public void execute(Runnable task) {
            machine.access(address);
            machine.endBurst(0);
            strand.execute(() -> {
                machine.access(address);
                machine.access(queueOf(machine.core()));
                machine.endBurst(machine.costs().strandTask());
                task.run();
            });
        }
    }

    private long queueOf(int worker) {
        return queues + (long) worker * QUEUE_BYTES;
    }

    // What the scheduler does

    /** Touches the queue to which the strand goes as it seems: it may move to the calling worker yet. */
    @Override
    public void enqueue(SerialStrand strand) {
        Worker self = currentWorker();
        Home home = strand.home();
        if (self != null && home != null && home != self && home.id() < options.workers()) {
            machine.atomic(queueOf(home.id()) + Memory.LINE_BYTES);
        }
        super.enqueue(strand);
    }

    @Override
    protected boolean mayRob(Worker thief, Worker victim) {
        if (victim.id() < options.workers()) {
            machine.access(queueOf(victim.id()));
            machine.endBurst(0);
        }
        return rule.mayRob(thief, victim, super.mayRob(thief, victim));
    }

    // What the machine gives

    @Override
    public long nanoTime() {
        machine.spend(machine.core() < 0 ? 0 : machine.costs().clock());
        return machine.nanos();
    }

    @Override
    public RandomGenerator random() {
        return machine.random();
    }

    @Override
    public @Nullable Worker currentWorker() {
        int core = machine.core();
        return core < 0 ? null : worker(core);
    }

    @Override
    protected int currentCpu() {
        return machine.core();
    }

    @Override
    protected void spin() {
        machine.spend(machine.costs().spin());
    }

    @Override
    protected void parkWorker() {
        machine.park();
    }

    @Override
    protected void unparkWorker(Worker worker) {
        Thread thread = worker.thread();
        if (thread != null) {
            unpark(thread);
        }
    }

    @Override
    public void park(Object blocker) {
        machine.park();
    }

    @Override
    public void parkNanos(Object blocker, long nanos) {
        machine.parkNanos(nanos);
    }

    @Override
    public void unpark(Thread thread) {
        machine.unpark(machine.partyOf(thread));
    }

    @Override
    protected Thread newThread(Worker worker, String name, Runnable body) {
        int core = worker.id() < machine.shape().cores() ? worker.id() : -1;
        return machine.newThread(core, name, () -> {
            try {
                body.run();
            } finally {
                threadEnds(worker);
            }
        });
    }

    @Override
    protected Thread newMonitorThread(Runnable monitor, String name) {
        return machine.newThread(-1, name, monitor);
    }
}

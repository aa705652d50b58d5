package dev.ropewalk.pipeline.stage;

import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.pipeline.Stage;
import dev.ropewalk.pipeline.WaitStrategy;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes stages as they are described: processors, and who runs them. */
public final class Assembly<E> {
    private final Shared<E> shared;
    private final WaitStrategy defaultWaiting;

    public Assembly(Shared<E> shared, WaitStrategy defaultWaiting) {
        this.shared = shared;
        this.defaultWaiting = defaultWaiting;
    }

    /** Makes a stage that doesn't run yet. */
    public Node<E> node(Stage<E> stage) {
        var node = new Node<>(stage, shared);
        var progress = new ArrayList<Sequence>();
        switch (stage.shape()) {
            case PLAIN -> {
                var processor = new StageProcessor<>(stage.name(), node, stage.handler(0));
                node.add(processor, runner(processor, 0));
                progress.add(processor.done);
            }
            case SHARDED -> {
                var shards = new Shards<E>(node, stage.key(), stage.size());
                for (int shard = 0; shard < stage.size(); shard++) {
                    var processor =
                            new ShardProcessor<>(nameOf(stage, shard), node, stage.handler(shard), shards, shard);
                    node.add(processor, runner(processor, shard));
                    progress.add(processor.done);
                }
                shards.failWhenEnded();
            }
            case WORKERS -> {
                var pool = new Pool();
                progress.add(pool.taken());
                for (int worker = 0; worker < stage.size(); worker++) {
                    var processor = new WorkerProcessor<>(
                            nameOf(stage, worker), node, stage.handler(worker), pool, stage.size());
                    node.add(processor, runner(processor, worker));
                    progress.add(processor.done);
                }
            }
        }
        node.progress(List.copyOf(progress));
        return node;
    }

    private static String nameOf(Stage<?> stage, int member) {
        return stage.name() + "-" + member;
    }

    private Runner<E> runner(Processor<E> processor, int number) {
        Stage<E> stage = processor.node.stage;
        WaitStrategy waiting = stage.waiting().orElse(defaultWaiting);
        Optional<CpuSet> cpus = stage.cpus(number);
        if (waiting.kind() != WaitStrategy.Kind.STRAND) {
            return new ThreadRunner<>(processor, waiting, cpus);
        }
        Scheduler scheduler = shared.scheduler();
        if (scheduler == null) {
            throw new IllegalArgumentException("stage " + stage + " is to be a strand, but the pipeline "
                    + shared.name() + " has no scheduler: give the builder one");
        }
        if (cpus.isPresent()) {
            throw new IllegalArgumentException("stage " + stage + " is to be pinned to the CPUs " + cpus.get()
                    + ", but it is a strand and has no thread: pin the scheduler's workers");
        }
        return new StrandRunner<>(processor, strand(scheduler, stage, number));
    }

    /**
     * Returns a strand whose home the scheduler chooses; those that share the events of a stage are there to work at the same time,
     * and so have homes on different workers.
     */
    private static Strand strand(Scheduler scheduler, Stage<?> stage, int number) {
        return stage.size() == 1
                ? scheduler.newStrand()
                : scheduler.newStrand(Placement.SOFT, number % scheduler.workers());
    }
}

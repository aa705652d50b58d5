package dev.ropewalk.pipeline.stage;

import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Makes stages as their settings describe them: processors, and the runners that give them a thread or a strand. */
final class Assembly<E> {
    private final PipelineContext<E> context;
    private final WaitSettings defaultWaiting;

    Assembly(PipelineContext<E> context, WaitSettings defaultWaiting) {
        this.context = context;
        this.defaultWaiting = defaultWaiting;
    }

    /**
     * Makes a stage that doesn't run yet.
     *
     * @param after the stages that it comes after
     */
    RunningStage<E> stage(StageSettings<E> settings, List<String> after) {
        if (after.isEmpty() && waiting(settings).kind() == WaitSettings.Kind.INLINE) {
            throw new IllegalArgumentException("stage " + settings
                    + " is to be inline, but comes after no other stage whose threads could run it");
        }
        var stage = new RunningStage<>(settings, context);
        var progress = new ArrayList<Sequence>();
        switch (settings.shape()) {
            case PLAIN -> {
                var processor = new StageProcessor<>(settings.name(), stage, settings.handler(0));
                stage.add(processor, runner(processor, 0));
                progress.add(processor.done);
            }
            case SHARDED -> {
                var shards = new Shards<E>(stage, settings.size());
                for (int shard = 0; shard < settings.size(); shard++) {
                    var processor = new ShardProcessor<>(
                            nameOf(settings, shard), stage, settings.handler(shard), shards, shard);
                    stage.add(processor, runner(processor, shard));
                    progress.add(processor.done);
                }
                shards.failWhenEnded();
            }
            case WORKERS -> {
                var pool = new WorkerPool();
                progress.add(pool.taken());
                for (int worker = 0; worker < settings.size(); worker++) {
                    var processor = new WorkerProcessor<>(
                            nameOf(settings, worker), stage, settings.handler(worker), pool, settings.size());
                    stage.add(processor, runner(processor, worker));
                    progress.add(processor.done);
                }
            }
        }
        stage.progress(List.copyOf(progress));
        return stage;
    }

    private static String nameOf(StageSettings<?> settings, int member) {
        return settings.name() + "-" + member;
    }

    private WaitSettings waiting(StageSettings<E> settings) {
        return Objects.requireNonNullElse(settings.waiting(), defaultWaiting);
    }

    private Runner<E> runner(Processor<E> processor, int number) {
        StageSettings<E> settings = processor.stage.settings;
        WaitSettings waiting = waiting(settings);
        Optional<CpuSet> cpus = settings.cpus(number);
        if (waiting.hasThread()) {
            return new ThreadRunner<>(processor, waiting, cpus);
        }
        if (waiting.kind() == WaitSettings.Kind.INLINE) {
            return inlineRunner(processor, cpus);
        }
        Scheduler scheduler = context.scheduler();
        if (scheduler == null) {
            throw new IllegalArgumentException("stage " + settings + " is to be a strand, but the pipeline "
                    + context.name() + " has no scheduler: give the builder one");
        }
        if (cpus.isPresent()) {
            throw new IllegalArgumentException("stage " + settings + " is to be pinned to the CPUs " + cpus.get()
                    + ", but it is a strand and has no thread: pin the scheduler's workers");
        }
        return new StrandRunner<>(processor, strand(scheduler, settings, number));
    }

    private static <E> Runner<E> inlineRunner(Processor<E> processor, Optional<CpuSet> cpus) {
        StageSettings<E> settings = processor.stage.settings;
        if (settings.shape() != StageSettings.Shape.PLAIN) {
            throw new IllegalArgumentException("stage " + settings + " has several handlers, but is to be inline:"
                    + " the threads of the stages before run one handler, one at a time");
        }
        if (cpus.isPresent()) {
            throw new IllegalArgumentException("stage " + settings + " is to be pinned to the CPUs " + cpus.get()
                    + ", but it is inline and has no thread");
        }
        return new InlineRunner<>(processor);
    }

    /**
     * Returns a strand whose home the scheduler chooses; those that share the events of a stage are there to work at the same time,
     * and so have homes on different workers.
     */
    private static Strand strand(Scheduler scheduler, StageSettings<?> settings, int number) {
        return settings.size() == 1
                ? scheduler.newStrand()
                : scheduler.newStrand(Placement.SOFT, number % scheduler.workers());
    }
}

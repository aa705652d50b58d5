package dev.ropewalk.pipeline.stage;

import dev.ropewalk.pipeline.Poller;
import dev.ropewalk.pipeline.lifecycle.EventClearer;
import dev.ropewalk.pipeline.sequence.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** How a stage gets into a running pipeline. */
public final class StageAttacher<E> {
    private final PipelineContext<E> context;
    private final Assembly<E> assembly;

    public StageAttacher(PipelineContext<E> context, WaitSettings defaultWaiting) {
        this.context = context;
        assembly = new Assembly<>(context, defaultWaiting);
    }

    /**
     * Starts a pipeline with its first stages.
     *
     * @param after for each stage those that it comes after
     */
    public void attachFirst(List<StageSettings<E>> first, Map<String, List<String>> after) {
        List<RunningStage<E>> made = new ArrayList<>();
        for (StageSettings<E> settings : first) {
            List<String> dependencies = after.getOrDefault(settings.name(), List.of());
            RunningStage<E> stage = assembly.stage(settings, dependencies);
            stage.startAfter(Sequence.BEFORE_FIRST);
            stage.join(Sequence.BEFORE_FIRST);
            context.stages().put(stage, dependencies);
            made.add(stage);
        }
        context.stages().link(context);
        if (made.isEmpty()) {
            context.sequencer().gating.holdOpenClaims(Sequence.BEFORE_FIRST, true);
        }
        try {
            made.forEach(stage -> stage.runners().forEach(Runner::start));
        } catch (RuntimeException | Error e) {
            context.fail(e);
            throw e;
        }
    }

    /** Adds a stage, which starts with the next event that is claimed. */
    public void attach(StageSettings<E> settings, List<String> after) {
        var ignored = attach(settings.name(), after, () -> assembly.stage(settings, after));
    }

    /** Adds the stage of a poller, as {@link #attach} does. */
    public Poller<E> attachPoller(StageSettings<E> settings, List<String> after, Shutdown<E> shutdown) {
        return new StagePoller<>(attach(settings.name(), after, () -> StagePoller.stage(settings, context)), shutdown);
    }

    /** Adds a stage whose events a subscription takes, as {@link #attach} does. */
    public StageSource<E> attachSource(
            StageSettings<E> settings, List<String> after, Shutdown<E> shutdown, SourceSignal signal) {
        RunningStage<E> stage = attach(settings.name(), after, () -> new SubscribedStage<>(settings, context, signal));
        try {
            return new StageSource<>(stage, shutdown, signal);
        } catch (RuntimeException | Error e) {
            boolean ignored = shutdown.unlink(stage);
            throw e;
        }
    }

    /**
     * The stage is made, and begins, and the threads whose wait this ends are told, without the lock: each may call foreign code, or
     * have other threads run. So whether there is a place for it is looked at before it is made, and once more when it has been.
     */
    private RunningStage<E> attach(String name, List<String> after, Supplier<RunningStage<E>> maker) {
        Stages<E> stages = context.stages();
        check(name, after);
        RunningStage<E> stage = maker.get();
        stages.lock.lock();
        try {
            check(name, after);
            place(stage, after);
        } finally {
            stages.lock.unlock();
            context.stageIdle();
        }
        begin(stage);
        if (context.lifecycle().hasEndedNow()) {
            stage.runners().forEach(Runner::halt);
        }
        return stage;
    }

    /**
     * Starts the runners of a stage. If one can't be started, all end and the stage is taken out. A runner that doesn't start ends
     * here: a thread that removes the stage meanwhile waits for that.
     */
    private void begin(RunningStage<E> stage) {
        int started = 0;
        try {
            for (Runner<E> runner : stage.runners()) {
                runner.start();
                started++;
            }
        } catch (RuntimeException | Error e) {
            stage.runners().forEach(Runner::halt);
            stage.runners().stream().skip(started).forEach(Runner::finish);
            boolean ignored = context.stages().unlink(stage, context);
            throw e;
        }
    }

    private void check(String name, List<String> after) {
        if (!context.lifecycle().isOpenNow()) {
            throw context.lifecycle().refusal();
        }
        Stages<E> stages = context.stages();
        if (stages.find(name).isPresent()) {
            throw new IllegalArgumentException("there is a stage of the name " + name + " already");
        }
        for (String dependency : after) {
            if (stages.find(dependency).isEmpty()) {
                throw StageGraph.unknown(name, dependency, stages.names());
            }
        }
    }

    /** Lets the stage hold producers up, and then takes it to where they have come by then: see {@link Stages}. */
    private void place(RunningStage<E> stage, List<String> after) {
        boolean first = context.stages().all().isEmpty();
        boolean isGated = context.sequencer().gating.isGated();
        long consumed = context.sequencer().consumed();
        clearAfter(consumed, first, !isGated);
        stage.startAfter(consumed);
        context.stages().put(stage, after);
        context.stages().relink(context);
        long claimed = context.sequencer().claimed();
        clearAfter(claimed, first, !isGated);
        stage.startAfter(claimed);
        stage.join(claimed);
        if (first) {
            context.sequencer().gating.releaseClaimsAfter(claimed);
        }
    }

    private void clearAfter(long sequence, boolean first, boolean isDone) {
        EventClearer<E> clearer = context.clearer();
        if (first && clearer != null) {
            clearer.startAfter(sequence, isDone);
        }
    }
}

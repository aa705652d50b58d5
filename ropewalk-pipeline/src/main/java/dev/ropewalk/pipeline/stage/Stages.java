package dev.ropewalk.pipeline.stage;

import dev.ropewalk.base.AsymmetricFence;
import dev.ropewalk.pipeline.lifecycle.EventClearer;
import dev.ropewalk.pipeline.sequence.DroppedEvents;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Signal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The stages of a running pipeline, and the links between them, which change when stages are added and removed.
 *
 * <p>Why producers never overtake a stage. They are held up by every stage that no other covers. A stage is covered by a stage
 * behind it that is never ahead of it: it began at a sequence which the covered stage has passed by the time that the links are
 * made. A stage that is added holds producers up before it takes its place behind what has been claimed by then, and until then
 * it covers none. What producers remember of the slowest stage, from before, is no more than that place: so the claims that it
 * permits are no more than a lap ahead of the stage.
 *
 * <p>Changed under the lock; read without it from copies.
 */
public final class Stages<E> {
    /** Held by the thread that changes the stages. */
    final ReentrantLock lock = new ReentrantLock();

    private final Map<String, RunningStage<E>> stages = new LinkedHashMap<>();
    private final Map<String, List<String>> after = new LinkedHashMap<>();
    private volatile List<RunningStage<E>> all = List.of();

    /** What is told when no more events are taken; null as long as there is none. */
    private @Nullable Set<Runnable> endWatches;

    public Collection<RunningStage<E>> all() {
        return all;
    }

    Optional<RunningStage<E>> find(String name) {
        return all.stream().filter(stage -> stage.name().equals(name)).findFirst();
    }

    Set<String> names() {
        return new LinkedHashSet<>(all.stream().map(RunningStage::name).toList());
    }

    /** Returns what the shards of a stage share. */
    public Shards<E> shards(String name) {
        RunningStage<E> stage = find(name)
                .orElseThrow(() ->
                        new IllegalArgumentException("there is no stage " + name + "; the stages are " + names()));
        if (stage.settings.shape() != StageSettings.Shape.SHARDED
                || !(stage.processors().getFirst() instanceof ShardProcessor<E> first)) {
            throw new IllegalArgumentException("stage " + name + " isn't sharded and can't be rebalanced");
        }
        if (stage.settings.handOver() == null) {
            throw new IllegalArgumentException(
                    "stage " + name + " can't be rebalanced, since it doesn't say how the state of"
                            + " keys goes to another shard: give Stage.sharded a HandOver, HandOver.nothing() if handlers keep none");
        }
        return first.shards;
    }

    /** Adds a stage that comes after others. */
    void put(RunningStage<E> stage, List<String> dependencies) {
        stages.put(stage.name(), stage);
        after.put(stage.name(), List.copyOf(dependencies));
        all = List.copyOf(stages.values());
    }

    /** Takes a stage out that makes no more steps, and tells the others; returns whether it was there. */
    @SuppressWarnings("ReferenceEquality") // stages have no other equality
    boolean unlink(RunningStage<E> stage, PipelineContext<E> context) {
        lock.lock();
        try {
            if (find(stage.name()).orElse(null) != stage) {
                return false;
            }
            takeOut(stage, context);
        } finally {
            lock.unlock();
        }
        stage.signals.raise();
        context.stageIdle();
        return true;
    }

    private void takeOut(RunningStage<E> stage, PipelineContext<E> context) {
        context.sequencer().gating.holdOpenClaims(stage.position(), all.size() == 1);
        remove(stage);
        link(context);
        AsymmetricFence.heavy();
    }

    /** Removes a stage: the stages that came after it come after what it came after. */
    private void remove(RunningStage<E> stage) {
        stages.remove(stage.name());
        List<String> before = after.getOrDefault(stage.name(), List.of());
        after.keySet().remove(stage.name());
        after.replaceAll((name, dependencies) -> replace(dependencies, stage.name(), before));
        all = List.copyOf(stages.values());
    }

    private static List<String> replace(List<String> dependencies, String gone, List<String> instead) {
        Set<String> replaced = new LinkedHashSet<>();
        dependencies.forEach(dependency -> replaced.addAll(dependency.equals(gone) ? instead : List.of(dependency)));
        return List.copyOf(replaced);
    }

    /** Links stages and producers to each other, as was put, before any of them begins. */
    void link(PipelineContext<E> context) {
        for (RunningStage<E> stage : all) {
            stage.barrier.dependOn(progress(dependencies(stage)), droppedBefore(stage));
            stage.signals.set(sleepers(dependents(stage)));
            stage.gate(!isCovered(stage));
        }
        context.sequencer()
                .signals
                .set(sleepers(all.stream().filter(stage -> dependencies(stage).isEmpty())));
        Sequence[] gating = progress(all.stream().filter(RunningStage::gates).toList());
        EventClearer<E> clearer = context.clearer();
        if (clearer == null) {
            context.sequencer().gateOn(gating);
        } else if (gating.length > 0) {
            clearer.dependOn(gating);
            context.sequencer().gateOn(new Sequence[] {clearer.cleared()});
        } else if (clearer.isDone()) {
            context.sequencer().gateOn(gating);
        } else {
            clearer.whenStageless(() -> ungate(context, clearer));
        }
    }

    /** Lets producers go on without any stage, if there is none and all is cleared that stages have done. */
    private void ungate(PipelineContext<E> context, EventClearer<E> clearer) {
        lock.lock();
        try {
            if (!all.isEmpty() || !context.sequencer().gating.isGated() || !clearer.isDone()) {
                return;
            }
            context.sequencer().gateOn(new Sequence[0]);
        } finally {
            lock.unlock();
        }
        context.waiters().idle();
    }

    /**
     * Links stages and producers that go on meanwhile: a waiter that looks for an advance afterwards sees it, or is told of it.
     */
    void relink(PipelineContext<E> context) {
        link(context);
        if (all.stream().anyMatch(RunningStage::needsSignals)) {
            AsymmetricFence.heavy();
        }
    }

    private List<RunningStage<E>> dependencies(RunningStage<E> stage) {
        return after.getOrDefault(stage.name(), List.of()).stream()
                .map(stages::get)
                .toList();
    }

    /**
     * Returns what the stages drop that a stage comes after, whichever others are in between. A stage that has been taken out counts
     * as long as it has dropped an event which this one is yet to come to.
     */
    private DroppedEvents[] droppedBefore(RunningStage<E> stage) {
        Set<DroppedEvents> dropped = new LinkedHashSet<>();
        for (RunningStage<E> dependency : dependencies(stage)) {
            dropped.add(dependency.dropped);
            dropped.addAll(List.of(dependency.barrier.dropped()));
        }
        for (DroppedEvents before : stage.barrier.dropped()) {
            if (before.last() > stage.position()) {
                dropped.add(before);
            }
        }
        return dropped.toArray(DroppedEvents[]::new);
    }

    private Stream<RunningStage<E>> dependents(RunningStage<E> stage) {
        return all.stream().filter(other -> dependencies(other).contains(stage));
    }

    private boolean isCovered(RunningStage<E> stage) {
        return dependents(stage).anyMatch(dependent -> dependent.joined() <= stage.position());
    }

    private static <E> Sequence[] progress(Collection<RunningStage<E>> stages) {
        return stages.stream().flatMap(stage -> Stream.of(stage.progress())).toArray(Sequence[]::new);
    }

    private static <E> Signal[] sleepers(Stream<RunningStage<E>> stages) {
        List<Signal> signals = new ArrayList<>();
        stages.forEach(stage -> stage.addSleepers(signals));
        return signals.toArray(Signal[]::new);
    }

    /** Returns for each stage which published events it is yet to handle. */
    Map<String, LongPredicate> left() {
        Map<String, LongPredicate> left = new LinkedHashMap<>();
        all.forEach(stage -> left.put(stage.name(), stage::isLeft));
        return left;
    }

    /** Returns whether no handler runs any more; asked when the pipeline has ended. */
    boolean isOver() {
        return all.stream().allMatch(stage -> stage.poller == null)
                && runners().allMatch(runner -> runner.ended().isDone());
    }

    /**
     * Adds what is told when the pipeline takes no more events, because it is closed or has failed. The caller looks whether it does
     * afterwards, since it may have been too late. It must be quick, throw nothing, and bear a second call.
     */
    public void addEndWatch(Runnable watch) {
        lock.lock();
        try {
            if (endWatches == null) {
                endWatches = new LinkedHashSet<>();
            }
            boolean ignored = endWatches.add(watch);
        } finally {
            lock.unlock();
        }
    }

    /** Removes what needn't be told any more. */
    public void removeEndWatch(Runnable watch) {
        lock.lock();
        try {
            boolean ignored = endWatches != null && endWatches.remove(watch);
        } finally {
            lock.unlock();
        }
    }

    /** Tells what waits for the end, after that was written. */
    void tellEndWatches() {
        List<Runnable> told = List.of();
        lock.lock();
        try {
            if (endWatches != null) {
                told = List.copyOf(endWatches);
                endWatches = null;
            }
        } finally {
            lock.unlock();
        }
        told.forEach(Runnable::run);
    }

    void halt() {
        all.forEach(RunningStage::halt);
    }

    Stream<Runner<E>> runners() {
        return all.stream().flatMap(stage -> stage.runners().stream());
    }

    /** Throws if the calling code is part of a handler of this pipeline. */
    void checkNotWithin(String what) {
        all.forEach(stage -> stage.checkNotWithin(what));
    }
}

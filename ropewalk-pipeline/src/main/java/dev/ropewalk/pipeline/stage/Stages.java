package dev.ropewalk.pipeline.stage;

import dev.ropewalk.pipeline.lifecycle.EventClearer;
import dev.ropewalk.pipeline.sequence.AsymmetricFence;
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

    private final Map<String, RunningStage<E>> nodes = new LinkedHashMap<>();
    private final Map<String, List<String>> after = new LinkedHashMap<>();
    private volatile List<RunningStage<E>> all = List.of();

    public Collection<RunningStage<E>> all() {
        return all;
    }

    Optional<RunningStage<E>> find(String name) {
        return all.stream().filter(node -> node.name().equals(name)).findFirst();
    }

    Set<String> names() {
        return new LinkedHashSet<>(all.stream().map(RunningStage::name).toList());
    }

    /** Returns what the shards of a stage share. */
    public Shards<E> shards(String stage) {
        RunningStage<E> node = find(stage)
                .orElseThrow(() ->
                        new IllegalArgumentException("there is no stage " + stage + "; the stages are " + names()));
        if (node.settings.shape() != StageSettings.Shape.SHARDED
                || !(node.processors().getFirst() instanceof ShardProcessor<E> first)) {
            throw new IllegalArgumentException("stage " + stage + " isn't sharded and can't be rebalanced");
        }
        if (node.settings.handOver() == null) {
            throw new IllegalArgumentException(
                    "stage " + stage + " can't be rebalanced, since it doesn't say how the state of"
                            + " keys goes to another shard: give Stage.sharded a HandOver, HandOver.nothing() if handlers keep none");
        }
        return first.shards;
    }

    /** Adds a node that comes after others. */
    void put(RunningStage<E> node, List<String> dependencies) {
        nodes.put(node.name(), node);
        after.put(node.name(), List.copyOf(dependencies));
        all = List.copyOf(nodes.values());
    }

    /** Takes a stage out that makes no more steps; called with the lock, and followed by {@link PipelineContext#stageIdle} without it. */
    void takeOut(RunningStage<E> node, PipelineContext<E> context) {
        context.sequencer().gating.holdOpenClaims(node.position(), all.size() == 1);
        remove(node);
        link(context);
        AsymmetricFence.heavy();
    }

    /** Removes a stage: the stages that came after it come after what it came after. */
    private void remove(RunningStage<E> node) {
        nodes.remove(node.name());
        List<String> before = after.getOrDefault(node.name(), List.of());
        after.keySet().remove(node.name());
        after.replaceAll((stage, dependencies) -> replace(dependencies, node.name(), before));
        all = List.copyOf(nodes.values());
    }

    private static List<String> replace(List<String> dependencies, String gone, List<String> instead) {
        Set<String> replaced = new LinkedHashSet<>();
        dependencies.forEach(dependency -> replaced.addAll(dependency.equals(gone) ? instead : List.of(dependency)));
        return List.copyOf(replaced);
    }

    /** Links stages and producers to each other, as was put, before any of them begins. */
    void link(PipelineContext<E> context) {
        for (RunningStage<E> node : all) {
            node.barrier.dependOn(progress(dependencies(node)), droppedBefore(node));
            node.signals.set(sleepers(dependents(node)));
            node.gate(!isCovered(node));
        }
        context.sequencer()
                .signals
                .set(sleepers(all.stream().filter(node -> dependencies(node).isEmpty())));
        Sequence[] gating = progress(all.stream().filter(RunningStage::gates).toList());
        EventClearer<E> clearer = context.clearer();
        if (clearer == null || gating.length == 0) {
            context.sequencer().gateOn(gating);
        } else {
            clearer.dependOn(gating);
            context.sequencer().gateOn(new Sequence[] {clearer.cleared()});
        }
    }

    /**
     * Links stages and producers that go on meanwhile: a waiter that looks for an advance afterwards sees it, or is told of it.
     */
    void relink(PipelineContext<E> context) {
        link(context);
        if (runners().anyMatch(Runner::needsSignals)) {
            AsymmetricFence.heavy();
        }
    }

    private List<RunningStage<E>> dependencies(RunningStage<E> node) {
        return after.getOrDefault(node.name(), List.of()).stream()
                .map(nodes::get)
                .toList();
    }

    /**
     * Returns what the stages drop that a stage comes after, whichever others are in between. A stage that has been taken out counts
     * as long as it has dropped an event which this one is yet to come to.
     */
    private DroppedEvents[] droppedBefore(RunningStage<E> node) {
        Set<DroppedEvents> dropped = new LinkedHashSet<>();
        for (RunningStage<E> dependency : dependencies(node)) {
            dropped.add(dependency.dropped);
            dropped.addAll(List.of(dependency.barrier.dropped()));
        }
        for (DroppedEvents before : node.barrier.dropped()) {
            if (before.last() > node.position()) {
                dropped.add(before);
            }
        }
        return dropped.toArray(DroppedEvents[]::new);
    }

    private Stream<RunningStage<E>> dependents(RunningStage<E> node) {
        return all.stream().filter(other -> dependencies(other).contains(node));
    }

    private boolean isCovered(RunningStage<E> node) {
        return dependents(node).anyMatch(dependent -> dependent.joined() <= node.position());
    }

    private static <E> Sequence[] progress(Collection<RunningStage<E>> nodes) {
        return nodes.stream().flatMap(node -> Stream.of(node.progress())).toArray(Sequence[]::new);
    }

    private static <E> Signal[] sleepers(Stream<RunningStage<E>> nodes) {
        List<Signal> signals = new ArrayList<>();
        nodes.forEach(node -> node.addSleepers(signals));
        return signals.toArray(Signal[]::new);
    }

    /** Returns for each stage which published events it is yet to handle. */
    Map<String, LongPredicate> left() {
        Map<String, LongPredicate> left = new LinkedHashMap<>();
        all.forEach(node -> left.put(node.name(), node::isLeft));
        return left;
    }

    /** Returns whether no handler runs any more; asked when the pipeline has ended. */
    boolean isOver() {
        return all.stream().allMatch(node -> node.poller == null)
                && runners().allMatch(runner -> runner.ended().isDone());
    }

    void halt() {
        runners().forEach(Runner::halt);
    }

    Stream<Runner<E>> runners() {
        return all.stream().flatMap(node -> node.runners().stream());
    }

    /**
     * Throws if the calling code is part of a handler of this pipeline.
     *
     * @param what it would wait for
     */
    public void checkNotWithin(String what) {
        for (RunningStage<E> node : all) {
            if (node.isCurrent()) {
                throw new IllegalStateException("the handler of stage " + node.name() + " would wait for itself: "
                        + what + " of its own pipeline " + node.context.name());
            }
        }
    }
}

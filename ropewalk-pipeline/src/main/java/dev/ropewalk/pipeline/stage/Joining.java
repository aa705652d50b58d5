package dev.ropewalk.pipeline.stage;

import java.util.List;
import java.util.function.Supplier;

/** How a stage gets into a running pipeline. */
public final class Joining<E> {
    private final Shared<E> shared;

    public Joining(Shared<E> shared) {
        this.shared = shared;
    }

    /** Adds a stage, which starts with the next event that is claimed. Those whose wait this ends are told without the lock. */
    public Node<E> join(String name, List<String> after, Supplier<Node<E>> maker) {
        Stages<E> stages = shared.stages();
        stages.lock.lock();
        try {
            if (!shared.lifecycle().isOpenNow()) {
                throw shared.lifecycle().refusal();
            }
            check(name, after);
            Node<E> node = maker.get();
            place(node, after);
            try {
                node.runners().forEach(Runner::start);
            } catch (RuntimeException | Error e) {
                node.runners().forEach(Runner::halt);
                shared.takeOut(node);
                throw e;
            }
            if (shared.lifecycle().hasEndedNow()) {
                node.runners().forEach(Runner::halt);
            }
            return node;
        } finally {
            stages.lock.unlock();
            shared.idle();
        }
    }

    private void check(String name, List<String> after) {
        Stages<E> stages = shared.stages();
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
    private void place(Node<E> node, List<String> after) {
        boolean first = shared.stages().all().isEmpty();
        long consumed = shared.sequencer().consumed();
        clearAfter(consumed, first);
        node.startAfter(consumed);
        shared.stages().put(node, after);
        shared.stages().relink(shared);
        long claimed = shared.sequencer().claimed();
        clearAfter(claimed, first);
        node.startAfter(claimed);
        node.join(claimed);
        if (first) {
            shared.sequencer().releaseClaimsAfter(claimed);
        }
    }

    private void clearAfter(long sequence, boolean first) {
        Clearing<E> clearing = shared.clearing();
        if (first && clearing != null) {
            clearing.startAfter(sequence);
        }
    }
}

package dev.ropewalk.cluster.link;

import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Engines of two nodes in a simulation. Frames come in their order, after some time. Some are lost, come twice, or are refused, until it is healed; while it is cut, all are lost or
 * refused.
 */
final class LossyNet {
    private static final int MAX_DELAY_MICROS = 3_000;

    private final Scheduler scheduler;

    /** One in so many frames, none if zero. */
    private int loss;

    private int refusal;
    private int doubling;
    private boolean cut;
    private Supplier<UnaryOperator<byte[]>> changes = UnaryOperator::identity;

    LossyNet(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Changes each frame that is sent, as a broken link would. */
    LossyNet change(Supplier<UnaryOperator<byte[]>> ofNode) {
        changes = ofNode;
        return this;
    }

    /** Sets how many of a frame are lost, refused, or come twice: one in so many; none if zero. */
    LossyNet faults(int lost, int refused, int doubled) {
        loss = lost;
        refusal = refused;
        doubling = doubled;
        return this;
    }

    /** Loses everything from now on. */
    void cut() {
        cut = true;
    }

    /** Ends a cut. */
    void mend() {
        cut = false;
    }

    /** Nothing happens to frames from now on. */
    void heal() {
        faults(0, 0, 0);
        cut = false;
    }

    private boolean happens(int oneIn) {
        return oneIn > 0 && scheduler.random().nextInt(oneIn) == 0;
    }

    /** Returns the engine of a node, by which frames come to another one. */
    Engine engine(Node self, Consumer<byte[]> other) {
        return new OneWay(self, other);
    }

    private final class OneWay implements Engine {
        private final Node self;
        private final Consumer<byte[]> other;
        private final Strand strand = scheduler.newStrand();
        private final UnaryOperator<byte[]> change = changes.get();
        private final Queue<byte[]> onTheirWay = new ArrayDeque<>();

        OneWay(Node self, Consumer<byte[]> other) {
            this.self = self;
            this.other = other;
        }

        @Override
        public Node self() {
            return self;
        }

        @Override
        public boolean send(Node to, byte[] frame) {
            if (happens(cut ? 2 : refusal)) {
                return false;
            }
            byte[] changed = change.apply(frame);
            if (!cut && !happens(loss)) {
                deliver(changed);
                if (happens(doubling)) {
                    deliver(changed.clone());
                }
            }
            return true;
        }

        /** Each timer takes what is next: so the order stays, whichever rings first. */
        private void deliver(byte[] frame) {
            onTheirWay.add(frame);
            Duration delay = Duration.ofNanos(1000L * scheduler.random().nextInt(MAX_DELAY_MICROS));
            var ignored = scheduler.schedule(strand, () -> other.accept(onTheirWay.remove()), delay);
        }

        @Override
        public void host(String type, Optional<String> role) {}

        @Override
        public CompletionStage<Node> locate(String type, int shard) {
            return new CompletableFuture<>();
        }

        @Override
        public CompletionStage<Void> leave(Duration within) {
            return new CompletableFuture<>();
        }

        @Override
        public CompletionStage<Void> leaveNow() {
            return new CompletableFuture<>();
        }

        @Override
        public void stop() {}
    }
}

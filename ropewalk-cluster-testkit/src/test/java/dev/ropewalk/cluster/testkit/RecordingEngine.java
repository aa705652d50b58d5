package dev.ropewalk.cluster.testkit;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.cluster.engine.EngineListener;
import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.scheduler.Scheduler;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** An engine that keeps each frame that arrives, and that lets frames arrive which nobody has sent. Any thread may use it. */
public final class RecordingEngine implements EngineProvider {
    private final EngineProvider sound;
    private final Map<Node, Recorder> recorders = new ConcurrentHashMap<>();

    /** A frame that has arrived, and who had sent it. */
    @SuppressWarnings("ArrayRecordComponent") // isn't compared
    public record Arrived(Node from, byte[] frame) {}

    /** Records what arrives by another engine. */
    public RecordingEngine(EngineProvider sound) {
        this.sound = sound;
    }

    @Override
    public String name() {
        return "recording";
    }

    @Override
    public Engine start(ClusterOptions options, Scheduler scheduler, EngineListener listener) {
        var recorder = new Recorder(listener);
        Engine engine = sound.start(options, scheduler, recorder);
        recorders.put(engine.self(), recorder);
        return engine;
    }

    private Recorder of(Node node) {
        Recorder recorder = recorders.get(node);
        if (recorder == null) {
            throw new IllegalArgumentException(node + " was never started");
        }
        return recorder;
    }

    /** Returns the frames that have arrived at one node from another. */
    public List<Arrived> arrived(Node from, Node to) {
        return of(to).arrived.stream().filter(each -> each.from.equals(from)).toList();
    }

    /** Has a frame arrive. */
    public void forge(Node from, Node to, byte[] frame) {
        of(to).listener.received(from, frame.clone());
    }

    private static final class Recorder implements EngineListener {
        private final EngineListener listener;
        private final Queue<Arrived> arrived = new ConcurrentLinkedQueue<>();

        Recorder(EngineListener listener) {
            this.listener = listener;
        }

        @Override
        public void received(Node from, byte[] frame) {
            arrived.add(new Arrived(from, frame.clone()));
            listener.received(from, frame);
        }

        @Override
        public void members(List<Member> members) {
            listener.members(members);
        }

        @Override
        public void shardAssigned(String type, int shard) {
            listener.shardAssigned(type, shard);
        }

        @Override
        public CompletionStage<Void> shardRevoked(String type, int shard) {
            return listener.shardRevoked(type, shard);
        }

        @Override
        public CompletionStage<Void> shardsLeft() {
            return listener.shardsLeft();
        }

        @Override
        public void removed(String reason) {
            listener.removed(reason);
        }
    }
}

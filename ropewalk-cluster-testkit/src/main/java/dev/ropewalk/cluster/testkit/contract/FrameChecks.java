package dev.ropewalk.cluster.testkit.contract;

import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.engine.Engine;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** Checks of frames. Each frame has a number, and bytes that follow from it. */
public final class FrameChecks {
    private static final int FRAMES = 300;
    private static final int LONG_FRAME = 32 << 10;

    private FrameChecks() {}

    /** See {@link dev.ropewalk.cluster.testkit.EngineContract#FRAMES_KEEP_THEIR_ORDER}. */
    public static void keepOrder(Stage stage) {
        List<ContractNode> nodes = stage.startUp(2);
        ContractNode one = nodes.getFirst();
        ContractNode other = nodes.getLast();
        for (int number = 0; number < FRAMES; number++) {
            send(stage, one, other.self(), number);
            send(stage, other, one.self(), number);
        }
        sendUntilArrived(stage, one, other);
        sendUntilArrived(stage, other, one);
        checkAscending(stage, other.framesOf(one.self()));
        checkAscending(stage, one.framesOf(other.self()));
    }

    private static void send(Stage stage, ContractNode from, Node to, int number) {
        stage.await("frame " + number + " is taken", () -> from.engine().send(to, frame(number)));
    }

    /** Frames may be lost: sends more of them until one has arrived that was sent after the others. */
    private static void sendUntilArrived(Stage stage, ContractNode from, ContractNode to) {
        int[] next = {FRAMES};
        stage.await("a later frame arrives", () -> {
            boolean ignored = from.engine().send(to.self(), frame(next[0]++));
            List<byte[]> frames = to.framesOf(from.self());
            return !frames.isEmpty() && number(frames.getLast()) >= FRAMES;
        });
    }

    private static void checkAscending(Stage stage, List<byte[]> frames) {
        int last = -1;
        for (byte[] frame : frames) {
            int number = number(frame);
            stage.check(number > last, "frame " + number + " came after frame " + last);
            stage.check(Arrays.equals(frame, frame(number)), "frame " + number + " has changed");
            last = number;
        }
    }

    /** See {@link dev.ropewalk.cluster.testkit.EngineContract#FRAMES_ARRIVE_WHERE_THEY_WERE_SENT}. */
    public static void arriveWhereSent(Stage stage) {
        List<ContractNode> nodes = stage.startUp(3);
        for (ContractNode from : nodes) {
            for (ContractNode to : nodes) {
                if (from != to) {
                    int number = nodes.indexOf(to);
                    stage.await("a frame arrives", () -> {
                        boolean ignored = from.engine().send(to.self(), frame(number));
                        return !to.framesOf(from.self()).isEmpty();
                    });
                }
            }
        }
        for (ContractNode to : nodes) {
            for (ContractNode from : nodes) {
                boolean own = to.framesOf(from.self()).stream()
                        .allMatch(frame -> Arrays.equals(frame, frame(nodes.indexOf(to))));
                stage.check(own, "a frame of " + from + " for another node has come to " + to);
            }
        }
    }

    /** See {@link dev.ropewalk.cluster.testkit.EngineContract#LARGE_FRAMES_GET_THROUGH}. */
    public static void carryLargest(Stage stage) {
        List<ContractNode> nodes = stage.startUp(2);
        ContractNode from = nodes.getFirst();
        ContractNode to = nodes.getLast();
        int size = stage.options().codecs().limits().maxFrameBytes() + Engine.ROOM_BESIDE_MESSAGE;
        stage.await("a frame of " + size + " bytes arrives", () -> {
            boolean ignored = from.engine().send(to.self(), new byte[size]);
            return to.framesOf(from.self()).stream().anyMatch(frame -> frame.length == size);
        });
    }

    /** See {@link dev.ropewalk.cluster.testkit.EngineContract#FRAMES_FOR_STRANGERS_ARE_REFUSED}. */
    public static void refuseStrangers(Stage stage) {
        List<ContractNode> nodes = stage.startUp(2);
        ContractNode one = nodes.getFirst();
        ContractNode other = nodes.getLast();
        var stranger =
                new Node(other.self().host(), other.self().port(), other.self().incarnation() + 1);
        stage.check(!one.engine().send(stranger, frame(0)), "a frame for a stranger was taken");
        CompletableFuture<?> left =
                other.engine().leave(ContractNode.TIME_TO_LEAVE).toCompletableFuture();
        stage.await(
                "the other one has left",
                () -> left.isDone() && one.member(other.self()).isEmpty());
        stage.await("frames for it are refused", () -> !one.engine().send(other.self(), frame(1)));
        stage.await("its own frames are refused", () -> !other.engine().send(one.self(), frame(2)));
        stage.check(
                one.framesOf(stranger).isEmpty() && one.framesOf(other.self()).isEmpty(), "a frame came of nobody");
    }

    static byte[] frame(int number) {
        var random = new SplittableRandom(number);
        int size = number % 50 == 0 ? LONG_FRAME : random.nextInt(200);
        var frame = new byte[Integer.BYTES + size];
        random.nextBytes(frame);
        ByteBuffer.wrap(frame).putInt(number);
        return frame;
    }

    static int number(byte[] frame) {
        return frame.length < Integer.BYTES ? -1 : ByteBuffer.wrap(frame).getInt();
    }
}

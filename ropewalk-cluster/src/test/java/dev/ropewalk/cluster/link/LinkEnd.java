package dev.ropewalk.cluster.link;

import dev.ropewalk.cluster.LinkOptions;
import dev.ropewalk.cluster.LinkStats;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.scheduler.Scheduler;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** One end of a link in a simulation, which notes all that it sends and hears, and what can't be. */
final class LinkEnd implements LinkListener {
    private static final int MAX_HELD_MILLIS = 400;

    final List<String> violations = new ArrayList<>();
    final List<Integer> accepted = new ArrayList<>();
    final List<Integer> controls = new ArrayList<>();
    final List<Integer> received = new ArrayList<>();
    final List<Integer> receivedControls = new ArrayList<>();
    final Set<Integer> lost = new HashSet<>();
    final Set<Integer> gone = new HashSet<>();
    private final Scheduler scheduler;
    private final LinkOptions window;
    private final Link link;
    private int waiting;
    private int waitingBytes;
    private int settledBefore;

    LinkEnd(Scheduler scheduler, LossyNet net, Node self, Node peer, LinkOptions window, Consumer<byte[]> other) {
        this.scheduler = scheduler;
        this.window = window;
        link = new Link(net.engine(self, other), peer, scheduler, window, this);
    }

    Link link() {
        return link;
    }

    /** Sends the next message, if there is credit. A simulated thread isn't stopped before it is taken, so the numbers are in the link's order. */
    boolean send(int bytes) {
        int number = accepted.size();
        byte[] message =
                ByteBuffer.allocate(Integer.BYTES + bytes).putInt(number).array();
        accepted.add(number);
        boolean taken = link.trySend(message, number);
        if (!taken) {
            accepted.removeLast();
        }
        return taken;
    }

    /** Sends the next control record, which says how many messages come before it. */
    boolean control(boolean afterMessages) {
        int number = controls.size();
        byte[] record = ByteBuffer.allocate(2 * Integer.BYTES)
                .putInt(number)
                .putInt(afterMessages ? accepted.size() : 0)
                .array();
        controls.add(number);
        boolean taken = afterMessages ? link.controlAfterMessages(record) : link.control(record);
        if (!taken) {
            controls.removeLast();
        }
        return taken;
    }

    /** Notes if the numbers of what was sent don't fit together. */
    void look() {
        LinkStats stats = link.stats();
        require(stats.sent() == stats.acknowledged() + stats.inFlight() + stats.lost(), stats.toString());
        require(stats.inFlight() >= 0 && stats.credit() >= 0, stats.toString());
    }

    private void require(boolean holds, String violation) {
        if (!holds) {
            violations.add(violation);
        }
    }

    @Override
    public void messageReceived(ByteBuffer message, Credit credit) {
        int bytes = message.remaining();
        int number = message.getInt();
        waiting++;
        waitingBytes += bytes;
        require(gone.isEmpty(), "message " + number + " came after the end");
        require(waiting <= window.windowMessages(), waiting + " messages wait");
        require(waitingBytes <= window.windowBytes() || waitingBytes == bytes, waitingBytes + " bytes wait");
        require(number >= settledBefore, "message " + number + " came behind a control record that waited for it");
        received.add(number);
        if (scheduler.random().nextBoolean()) {
            giveBack(bytes, credit);
        } else {
            Duration held = Duration.ofMillis(scheduler.random().nextInt(MAX_HELD_MILLIS));
            var ignored = scheduler.schedule(scheduler.newStrand(), () -> giveBack(bytes, credit), held);
        }
    }

    private void giveBack(int bytes, Credit credit) {
        if (scheduler.random().nextInt(4) != 0 || !sendBack(() -> giveBackNow(bytes, credit))) {
            giveBackNow(bytes, credit);
        }
    }

    /** Sends the next control record instead of a message's credit. */
    private boolean sendBack(Credit credit) {
        int number = controls.size();
        controls.add(number);
        boolean taken = link.sendBack(
                ByteBuffer.allocate(2 * Integer.BYTES).putInt(number).array(), credit);
        if (!taken) {
            controls.removeLast();
        }
        return taken;
    }

    private void giveBackNow(int bytes, Credit credit) {
        waiting--;
        waitingBytes -= bytes;
        credit.giveBack();
        credit.giveBack();
    }

    @Override
    public void controlReceived(byte[] record) {
        require(gone.isEmpty(), "a control record came after the end");
        ByteBuffer read = ByteBuffer.wrap(record);
        receivedControls.add(read.getInt());
        settledBefore = Math.max(settledBefore, read.getInt());
    }

    @Override
    public void lost(Object what, Reason reason) {
        Set<Integer> losses = reason == Reason.LINK ? lost : gone;
        require(losses.add((Integer) what), "message " + what + " was lost twice");
        require(reason == Reason.NODE_GONE || gone.isEmpty(), "message " + what + " was lost after the end");
    }

    @Override
    public void creditGrew() {}
}

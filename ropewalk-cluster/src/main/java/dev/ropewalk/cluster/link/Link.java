package dev.ropewalk.cluster.link;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.cluster.LinkOptions;
import dev.ropewalk.cluster.LinkStats;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.codec.MalformedFrameException;
import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What this node sends to one other node, and gets from it: messages, at most once and with credit, and control records, exactly once and in order while both live. A link
 * belongs to this pair of nodes, incarnations included; there is one at each end.
 *
 * <p>Any thread may call its methods. None of them blocks. The listener is called on the link's strand.
 *
 * <p>When the scheduler closes, nothing is sent any more: {@link #trySend} and {@link #control} return false from when they have noticed. What they had taken is settled by {@link #end}.
 *
 * <p>How it works. {@link Outbox} takes messages and knows the credit; {@link MessageSender} makes frames of them, and finds out what became of each; {@link MessageReceiver} and {@link Arrivals} are its
 * other end. {@link ControlSender} and {@link ControlReceiver} are the two ends of the control records. All but the outbox, the arrivals and the entry of control records belongs to the strand. Three alarms are set
 * while something is to be waited for: to try again what the engine has refused; to ask for an acknowledgement while credit isn't back; to send control records again. An idle link has none.
 */
public final class Link {
    private static final int FRAMES_A_TASK = 16;

    /** A sender that keeps to the rules has fewer on their way. */
    private static final int MAX_FRAMES_WAITING = 4096;

    private static final Duration FIRST_RETRY = Duration.ofMillis(5);
    private static final Duration MAX_RETRY = Duration.ofMillis(100);
    private static final Duration FIRST_PROBE = Duration.ofMillis(200);
    private static final Duration FIRST_RESEND = Duration.ofMillis(100);
    private static final Duration MAX_PAUSE = Duration.ofSeconds(1);

    private final Node peer;
    private final Strand strand;
    private final LinkLog log;
    private final Wire wire;
    private final Turn turn = new Turn();

    private final Outbox outbox;
    private final MessageSender sender;
    private final Arrivals arrivals;
    private final MessageReceiver receiver;
    private final ControlEntry controlEntry = new ControlEntry();
    private final ControlSender controlSender;
    private final ControlReceiver controlReceiver;

    private final Runnable send = task(this::sendAll);
    private final Runnable sendControl = task(this::sendControl);
    private final Runnable acknowledge = task(this::acknowledge);
    private final Alarm retry;
    private final Alarm probe;
    private final Alarm resend;

    /** There was news since the alarm was set. */
    private boolean hasHeardOfMessages;

    private boolean hasHeardOfControl;

    /** The engine has refused control records or an acknowledgement, and wasn't asked again: that messages needn't be tried again makes no pause short. */
    private boolean isOtherRefused;

    private final AtomicInteger framesWaiting = new AtomicInteger();
    private final AtomicLong droppedFrames = new AtomicLong();

    /** Makes a link, which sends nothing until there is something to send. */
    public Link(Engine engine, Node peer, Scheduler scheduler, LinkOptions options, LinkListener listener) {
        Objects.requireNonNull(engine, "engine");
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(listener, "listener");
        this.peer = Objects.requireNonNull(peer, "peer");
        strand = Objects.requireNonNull(scheduler, "scheduler").newStrand();
        log = new LinkLog(peer);
        wire = new Wire(engine, peer, log);
        var listening = new Listening(listener, log);
        outbox = new Outbox(options);
        sender = new MessageSender(options, outbox, wire, listening);
        arrivals = new Arrivals(options, () -> {
            boolean ignored = execute(acknowledge);
        });
        receiver = new MessageReceiver(arrivals, listening);
        controlSender = new ControlSender(controlEntry, wire);
        controlReceiver = new ControlReceiver(listening);
        retry = new Alarm(strand, FIRST_RETRY, MAX_RETRY, task(this::retry));
        probe = new Alarm(strand, FIRST_PROBE, MAX_PAUSE, task(this::probe));
        resend = new Alarm(strand, FIRST_RESEND, MAX_PAUSE, task(this::resend));
    }

    /** Returns the other node. */
    public Node peer() {
        return peer;
    }

    /** Returns the strand that calls the listener. */
    public Strand strand() {
        return strand;
    }

    // What is sent

    /**
     * Sends a message if there is credit for it: one message, and its bytes. A message that is larger than the whole window is sent when no other one is on its way.
     *
     * @param message belongs to the link from now on, if this returns true
     * @param what what {@link LinkListener#lost} tells if the message is lost
     * @return true if the link has taken it: its fate is counted by then, and told if it is lost; false if there is no credit, or the link has ended, and nothing has happened
     * @throws IllegalArgumentException if it has more bytes than any window
     */
    public boolean trySend(byte[] message, Object what) {
        Objects.requireNonNull(what, "what");
        if (message.length > LinkFrames.MAX_MESSAGE_BYTES) {
            throw new IllegalArgumentException(
                    "a message has " + LinkFrames.MAX_MESSAGE_BYTES + " bytes at most, not " + message.length);
        }
        StackRoom.require(); // who wakes the strand must not fail
        int offered = outbox.offer(message, what);
        if (offered == Outbox.TAKEN_ASLEEP) {
            wakeSender();
        }
        return offered != Outbox.REFUSED;
    }

    private void wakeSender() {
        boolean woken = false;
        try {
            woken = execute(send);
        } finally {
            if (!woken) {
                outbox.stayAsleep();
            }
        }
    }

    /**
     * Sends a control record, again and again until the other node has it. It takes no credit. It may come before messages that were sent before it, and after messages
     * that were sent later.
     *
     * @param record belongs to the link from now on
     * @return false if the link has ended; then nothing has happened. A record that isn't acknowledged when the link ends may have come, or not
     * @throws IllegalStateException if more waits to be acknowledged than any user may have
     */
    public boolean control(byte[] record) {
        return control(new ControlRecord(0, Objects.requireNonNull(record, "record")));
    }

    /**
     * As {@link #control}, but the other node hands it out only after all messages for which {@link #trySend} has returned true before this was called: each of them has come, or is known to be
     * lost. Control records after it wait for it. Messages that are sent later may still come before it.
     */
    public boolean controlAfterMessages(byte[] record) {
        return control(new ControlRecord(outbox.sent(), Objects.requireNonNull(record, "record")));
    }

    private boolean control(ControlRecord record) {
        StackRoom.require();
        return controlEntry.add(record) && execute(sendControl);
    }

    /** Takes a frame from the other node, in the order in which the engine hands them over. Throws nothing. */
    public void received(byte[] frame) {
        boolean taken = false;
        try {
            taken = framesWaiting.incrementAndGet() <= MAX_FRAMES_WAITING && execute(task(() -> handle(frame)));
        } catch (StackOverflowError | OutOfMemoryError noRoom) {
            log.failed("a frame was dropped", noRoom);
        }
        if (!taken) {
            framesWaiting.decrementAndGet();
            droppedFrames.incrementAndGet();
        }
    }

    // What was counted

    /** Returns what was counted; {@code dropped} is empty, since the link doesn't know what becomes of messages. The numbers of what was sent fit together at any time. */
    public LinkStats stats() {
        Outbox.Account account = outbox.account();
        return new LinkStats(
                account.sent(),
                account.acknowledged(),
                account.inFlight(),
                account.credit(),
                account.lost(),
                arrivals.received(),
                Map.of());
    }

    /** Returns how many frames were dropped since they were malformed, or too many waited. */
    public long droppedFrames() {
        return droppedFrames.get();
    }

    // Tasks of the strand

    private boolean execute(Runnable task) {
        try {
            strand.execute(task);
            return true;
        } catch (RejectedExecutionException closed) {
            boolean ignored = outbox.end();
            controlEntry.end();
            return false;
        }
    }

    private Runnable task(Runnable step) {
        return () -> {
            if (turn.take()) {
                run(step);
            }
        };
    }

    /** Runs a step. What it hasn't done, for want of memory for instance, is tried again. */
    private void run(Runnable step) {
        try {
            step.run();
        } catch (Throwable thrown) {
            log.failed("a step has failed", thrown);
            retry.set();
        } finally {
            if (turn.giveBack()) {
                settleAll();
            }
        }
    }

    private void sendAll() {
        switch (sender.send(FRAMES_A_TASK)) {
            case MORE -> {
                retry.reset();
                boolean ignored = execute(send);
            }
            case REFUSED -> retry.set();
            case ASLEEP, FULL -> {
                if (!isOtherRefused) {
                    retry.reset();
                }
            }
        }
        if (sender.isOwedCredit()) {
            probe.set();
        }
    }

    private void sendControl() {
        if (!controlSender.send(sender.position())) {
            refused();
        }
        if (controlSender.hasUnacknowledged()) {
            resend.set();
        }
    }

    private void acknowledge() {
        if (!wire.send(receiver.ack(controlReceiver.taken()).toFrame())) {
            receiver.askForAck();
            refused();
        }
    }

    private void refused() {
        isOtherRefused = true;
        retry.set();
    }

    private void retry() {
        isOtherRefused = false;
        if (receiver.isAckDue()) {
            acknowledge();
        }
        sendControl();
        sendAll();
    }

    private void probe() {
        if (!sender.isOwedCredit()) {
            probe.reset();
            return;
        }
        if (hasHeardOfMessages) {
            hasHeardOfMessages = false;
            probe.reset();
        } else {
            boolean ignored = sender.probe();
        }
        probe.set();
    }

    private void resend() {
        if (!controlSender.hasUnacknowledged()) {
            resend.reset();
            return;
        }
        if (hasHeardOfControl) {
            hasHeardOfControl = false;
            resend.reset();
        } else {
            controlSender.goBack();
        }
        sendControl();
    }

    // Frames that have come

    private void handle(byte[] frame) {
        framesWaiting.decrementAndGet();
        try {
            read(new LinkInput(frame));
        } catch (MalformedFrameException malformed) {
            droppedFrames.incrementAndGet();
            log.dropped(malformed);
        }
        controlReceiver.handOut(receiver.settled());
        if (receiver.isAckDue()) {
            acknowledge();
        }
    }

    private void read(LinkInput in) {
        byte kind = in.head();
        switch (kind) {
            case LinkFrames.MESSAGES -> receiver.messages(in);
            case LinkFrames.PROBE -> receiver.probe(in);
            case LinkFrames.CONTROL -> readControl(in);
            case LinkFrames.ACK -> readAck(in);
            default -> throw in.malformed(Reason.NOT_A_FRAME, "there is no kind " + kind);
        }
    }

    private void readControl(LinkInput in) {
        Position position = Position.read(in);
        receiver.check(in, position);
        controlReceiver.check(in, receiver.settled());
        receiver.advance(position);
        controlReceiver.take(in);
        receiver.askForAck();
    }

    private void readAck(LinkInput in) {
        Ack ack = Ack.read(in);
        if (!sender.check(in, ack)) {
            return;
        }
        controlSender.check(in, ack);
        hasHeardOfMessages |= sender.acknowledged(ack);
        if (controlSender.acknowledged(ack)) {
            hasHeardOfControl = true;
            sendControl();
        }
        sendAll();
    }

    // The end

    /**
     * Ends the link, since the other node is gone or this one ends. All messages whose fate isn't known are lost for the reason {@link
     * dev.ropewalk.cluster.MessageLoss.Reason#NODE_GONE}, which the listener hears on the strand; if the scheduler has closed, in the thread that calls this. After that it hears nothing more. Frames that
     * come, and credit that is given back, are ignored. A later call does nothing.
     */
    public void end() {
        StackRoom.require();
        boolean ignored = outbox.end();
        controlEntry.end();
        Ending ending = new Ending();
        if (!execute(ending)) {
            ending.run();
        }
    }

    private void settleAll() {
        retry.cancel();
        probe.cancel();
        resend.cancel();
        sender.end();
        log.end();
    }

    /** The end, which comes even if the scheduler doesn't run it. */
    private final class Ending implements Abandonable {
        @Override
        public void run() {
            if (turn.takeLast()) {
                settleAll();
            }
        }

        @Override
        public void abandon() {
            run();
        }
    }
}

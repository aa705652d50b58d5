package dev.ropewalk.cluster.link;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.cluster.LinkOptions;
import dev.ropewalk.cluster.LinkStats;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.codec.MalformedFrameException;
import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What this node sends to one other node, and gets from it: messages, at most once and with credit, and control records, exactly once and in order while both live. A link
 * belongs to this pair of nodes, incarnations included; there is one at each end.
 *
 * <p>Any thread may call its methods. None of them blocks.
 *
 * <p>When the scheduler closes, nothing is sent any more: {@link #trySend} and {@link #control} return false from when they have noticed. What they had taken is settled by {@link #end}.
 *
 * <p>How it works. {@link Outbox} takes messages and knows the credit; {@link MessageSender} makes frames of them, and finds out what became of each; {@link MessageReceiver} and {@link Arrivals} are its
 * other end. {@link ControlSender} and {@link ControlReceiver} are the two ends of the control records. All but the outbox, the arrivals and the entry of control records belongs to who has the {@link Turn}: a task of the link's strand, or, in a {@link Conversation}, the thread that brings a message or a frame. Three alarms are set
 * while something is to be waited for: to try again what the engine has refused; to ask for an acknowledgement while credit isn't back; to send control records again. An idle link has none.
 */
public final class Link {
    private static final int FRAMES_A_STEP = 16;

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
    private final Turn turn;
    private final Conversation conversation = new Conversation();

    private final Outbox outbox;
    private final MessageSender sender;
    private final Arrivals arrivals;
    private final MessageReceiver receiver;
    private final ControlEntry controlEntry = new ControlEntry();
    private final ControlSender controlSender;
    private final ControlReceiver controlReceiver;

    private final Runnable send = step(() -> sendAll(FRAMES_A_STEP));
    private final Runnable sendHere = step(() -> sendAll(1));
    private final Runnable sendControl = step(this::sendControl);
    private final Runnable acknowledge = step(this::acknowledge);
    private final Alarm retry;
    private final Alarm probe;
    private final Alarm resend;

    /** The scheduler is closed. */
    private volatile boolean isClosed;

    /** The link has ended. */
    private boolean isOver;

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
        turn = new Turn(strand, this::failed, this::close);
        log = new LinkLog(peer);
        wire = new Wire(engine, peer, log);
        var listening = new Listening(listener, log);
        outbox = new Outbox(options);
        sender = new MessageSender(options, outbox, wire, listening, conversation);
        arrivals = new Arrivals(options, () -> turn.execute(acknowledge));
        receiver = new MessageReceiver(arrivals, listening, conversation);
        controlSender = new ControlSender(controlEntry, wire);
        controlReceiver = new ControlReceiver(listening);
        retry = alarm(FIRST_RETRY, MAX_RETRY, step(this::retry));
        probe = alarm(FIRST_PROBE, MAX_PAUSE, step(this::probe));
        resend = alarm(FIRST_RESEND, MAX_PAUSE, step(this::resend));
    }

    /** Returns the other node. */
    public Node peer() {
        return peer;
    }

    /** Runs a task behind all frames that have come, while the listener isn't called. It must not wait for anything. If the scheduler is closed it may be run here. */
    public void execute(Runnable task) {
        StackRoom.require();
        turn.execute(Objects.requireNonNull(task, "task"));
    }

    /** Makes an alarm whose task is run as those of {@link #execute} are. */
    Alarm alarm(Duration first, Duration max, Runnable task) {
        return new Alarm(strand, turn, first, max, task);
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
        StackRoom.require(); // who has it sent must not fail
        int offered = outbox.offer(message, what);
        if (offered == Outbox.TAKEN_ASLEEP) {
            haveSent();
        } else {
            turn.callAgain();
        }
        return offered != Outbox.REFUSED;
    }

    private void haveSent() {
        boolean isBegun = false;
        try {
            if (!conversation.isMyTurnToSpeak() || !turn.tryRun(sendHere)) {
                turn.execute(send);
            }
            isBegun = true;
        } catch (OutOfMemoryError noRoom) { // it is taken all the same: it is sent with the next one
        } finally {
            if (!isBegun) {
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
     * @throws IllegalStateException if 65 536 records or 64 MiB of them wait to be acknowledged
     */
    public boolean control(byte[] record) {
        return control(ControlRecord.limited(0, Objects.requireNonNull(record, "record")));
    }

    /**
     * As {@link #control}, but the other node hands it out only after all messages for which {@link #trySend} has returned true before this was called: each of them has come, or is known to be
     * lost. Control records after it wait for it. Messages that are sent later may still come before it.
     */
    public boolean controlAfterMessages(byte[] record) {
        return control(ControlRecord.limited(outbox.sent(), Objects.requireNonNull(record, "record")));
    }

    /** As {@link #control}, but takes the record however much waits: for a protocol that has a bounded number of them under way. */
    public boolean controlAlways(byte[] record) {
        return control(ControlRecord.unlimited(0, Objects.requireNonNull(record, "record")));
    }

    /** As {@link #controlAfterMessages}, but takes the record however much waits: for a protocol that has a bounded number of them under way. */
    public boolean controlAlwaysAfterMessages(byte[] record) {
        return control(ControlRecord.unlimited(outbox.sent(), Objects.requireNonNull(record, "record")));
    }

    /**
     * Sends something back for a message that has come, such as the message itself. It is taken however much waits: the message keeps its credit until the other node has the record, so the window bounds what is
     * on its way back.
     *
     * @param record belongs to the link from now on
     * @param credit of the message, which is given back by the link if this returns true
     * @return false if the link has ended; then nothing has happened
     */
    public boolean sendBack(byte[] record, Credit credit) {
        return control(new ControlRecord(
                0, Objects.requireNonNull(record, "record"), false, Objects.requireNonNull(credit, "credit")));
    }

    private boolean control(ControlRecord record) {
        StackRoom.require();
        var step = new Turn.Step(sendControl); // before the record is taken, lest memory runs out in between
        if (!controlEntry.add(record)) {
            return false;
        }
        turn.execute(step);
        return !isClosed;
    }

    /** Takes a frame from the other node, in the order in which the engine hands them over. May call the listener. Throws nothing. */
    public void received(byte[] frame) {
        boolean taken = false;
        try {
            taken = framesWaiting.incrementAndGet() <= MAX_FRAMES_WAITING && !isClosed;
            if (taken) {
                haveRead(frame);
            }
        } catch (StackOverflowError | OutOfMemoryError noRoom) {
            taken = false;
            log.failed("a frame was dropped", noRoom);
        }
        if (!taken) {
            framesWaiting.decrementAndGet();
            droppedFrames.incrementAndGet();
        }
    }

    private void haveRead(byte[] frame) {
        Runnable handle = step(() -> handle(frame));
        if (!conversation.isAnswer(frame) || !turn.tryRun(handle)) {
            turn.execute(handle);
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

    // Steps

    private Runnable step(Runnable step) {
        return () -> runUnlessOver(step);
    }

    private void runUnlessOver(Runnable step) {
        if (mayGoOn()) {
            step.run();
        }
    }

    private boolean mayGoOn() {
        return !isOver && !isClosed;
    }

    /** A step has failed. What it hasn't done, for want of memory for instance, is tried again. */
    private void failed(Throwable thrown) {
        try {
            retry.set();
            log.failed("a step has failed", thrown);
        } catch (Throwable again) { // for want of memory: the next step does what this one hasn't done
        }
    }

    /** The scheduler is closed: nothing is sent any more, nor read. */
    private void close() {
        isClosed = true;
        boolean ignored = outbox.end();
        controlEntry.end();
    }

    private void sendAll(int maxFrames) {
        switch (sender.send(maxFrames)) {
            case MORE -> {
                retry.reset();
                turn.execute(send);
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
        sendAll(FRAMES_A_STEP);
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
        sendAll(FRAMES_A_STEP);
    }

    // The end

    /**
     * Ends the link, since the other node is gone or this one ends. All messages whose fate isn't known are lost for the reason {@link
     * dev.ropewalk.cluster.MessageLoss.Reason#NODE_GONE}, which the listener hears as anything else; if the scheduler has closed, perhaps in the thread that calls this. After that it hears nothing more. Frames that
     * come, and credit that is given back, are ignored. A later call does nothing.
     */
    public void end() {
        StackRoom.require();
        var step = new Turn.Step(this::settleAll); // before anything is ended, so that all is or nothing
        boolean ignored = outbox.end();
        controlEntry.end();
        turn.execute(step);
    }

    private void settleAll() {
        if (!isOver) {
            isOver = true;
            retry.cancel();
            probe.cancel();
            resend.cancel();
            sender.end();
            log.end();
        }
    }
}

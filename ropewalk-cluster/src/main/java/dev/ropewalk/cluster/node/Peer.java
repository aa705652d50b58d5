package dev.ropewalk.cluster.node;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.MailboxFullException;
import dev.ropewalk.actor.cell.AskRef;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.supervision.Watcher;
import dev.ropewalk.base.Attempts;
import dev.ropewalk.base.Failures;
import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cluster.LinkStats;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.RemoteFailureException;
import dev.ropewalk.cluster.channel.ChannelKinds;
import dev.ropewalk.cluster.channel.PeerChannels;
import dev.ropewalk.cluster.channel.SentValue;
import dev.ropewalk.cluster.codec.MalformedFrameException;
import dev.ropewalk.cluster.link.Credit;
import dev.ropewalk.cluster.link.Link;
import dev.ropewalk.cluster.link.LinkListener;
import dev.ropewalk.cluster.reliable.Origin;
import dev.ropewalk.cluster.reliable.ReliableSender;
import dev.ropewalk.cluster.reliable.Stamp;
import dev.ropewalk.cluster.service.ClusterTopics;
import dev.ropewalk.cluster.service.PeerServices;
import dev.ropewalk.cluster.service.PeerTopics;
import dev.ropewalk.cluster.watch.WatchedHere;
import dev.ropewalk.cluster.watch.Watches;
import java.lang.System.Logger.Level;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Another node: the link to it, what comes from there, and where messages to actors leave. */
final class Peer implements LinkListener {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.cluster", Peer.class);

    final Link link;

    private final ClusterNode own;
    private final Node node;
    private final Outlet actors;

    /** The outlets that wait for credit: who has waited for longest is woken first. */
    private final Set<Outlet> waiting = Collections.synchronizedSet(new LinkedHashSet<>());

    private final LimitedLog malformed;
    private final Drops drops;
    private final Recipients recipients;
    private final HandledBox handled;
    private volatile boolean gone;
    private volatile boolean hasSpoken;
    private volatile boolean speaks;

    private final NodeQuestions asked;

    /** The shards of which messages have come that were sent back, and are until the other node asks whether that was all. Belongs to who calls the listener. */
    private final Set<ShardRoute<?, ?>> bouncing = new HashSet<>();

    private final Watches watches;
    private final WatchedHere watchedHere;
    private final PeerServices services;
    private final PeerTopics topics;
    private final PeerTypes types;
    private final AtomicBoolean isAskedForTypes = new AtomicBoolean();
    private final AtomicBoolean isToldLeaving = new AtomicBoolean();
    private volatile boolean isLeaving;
    private final PeerShapes shapes;
    private final PeerChannels channels;

    Peer(ClusterNode own, Node node) {
        this.own = own;
        this.node = node;
        this.actors = new ActorOutlet();
        this.malformed = new LimitedLog(LOG, "frames of " + node, own.system().scheduler()::nanoTime);
        this.link = new Link(
                own.engine(), node, own.system().scheduler(), own.options().link(), this);
        this.drops = new Drops(link, own.losses()::add, malformed);
        this.recipients = new Recipients(
                "/" + own.system().name(), own::region, own.refs()::actor, this::pathOfChannel, own.topics());
        this.watches = new Watches(link, Envelope.WATCHES);
        this.watchedHere = new WatchedHere(link, Envelope.ENDS, own.refs()::watched, actors::behindAll);
        this.types = new PeerTypes(own.self(), own::region, node, link);
        own.regions().forEach(types::tell); // before services, for whoever finds an actor to know its node's types
        this.services =
                own.services().open(link, Envelope.SERVICES, (id, path) -> new RemoteActorRef<>(own, this, id, path));
        this.topics = own.topics()
                .open(
                        link,
                        Envelope.TOPICS,
                        (recipient, message, bytes) ->
                                new TopicRef(own, actors, node + "/" + recipient, bytes).tell(message));
        this.channels = own.channels()
                .begin(link, new ChannelKinds(Envelope.ELEMENT, Envelope.SENDING_ENDS, Envelope.CHANNELS));
        this.handled = new HandledBox(own, link);
        this.asked = new NodeQuestions(link, own::later);
        this.shapes = new PeerShapes(own.self(), link, own.codecs().shapes());
    }

    Node node() {
        return node;
    }

    /** Returns which types it takes part in. */
    PeerTypes types() {
        return types;
    }

    /** Tells the other node that this one leaves, and owns no shards any more; once. */
    void tellLeaving() {
        if (isToldLeaving.compareAndSet(false, true)) {
            boolean isTold = false;
            try {
                boolean ignored = link.controlAlways(new byte[] {Envelope.LEAVES}); // false if that node is gone
                isTold = true;
            } finally {
                if (!isTold) { // for want of memory: the next time
                    isToldLeaving.set(false);
                }
            }
        }
    }

    private void leaves() {
        isLeaving = true;
        own.lookForHosts();
    }

    /** Returns whether the other node has told that it leaves, and owns no shards any more. */
    boolean isLeaving() {
        return isLeaving;
    }

    /** Returns whether the other node owns shards of a type, or may for all that is known. */
    boolean mayOwn(RemoteRegion<?, ?> region) {
        return !isLeaving && types.mayHave(region.name());
    }

    /** Asks the other node for an answer, which comes behind what it tells of its types; once. */
    void askForTypes() {
        if (isAskedForTypes.compareAndSet(false, true)) {
            boolean isAsked = false;
            try {
                var ignored = allReceived().thenRun(() -> {
                    types.allHeard();
                    own.lookForHosts();
                });
                isAsked = true;
            } finally {
                if (!isAsked) {
                    isAskedForTypes.set(false);
                }
            }
        }
    }

    /** Returns what counts the messages from there that aren't handled. */
    Drops drops() {
        return drops;
    }

    /** Returns where messages to actors leave. */
    Outlet actors() {
        return actors;
    }

    /** Has an outlet look again when there is credit. */
    void wakeWithCredit(Outlet outlet) {
        waiting.add(outlet);
    }

    /** A frame has come from there. */
    void received(byte[] frame) {
        hasSpoken = true;
        speaks = true;
        link.received(frame);
    }

    /** Returns whether the node has ever been heard, and, if it has something to answer, since this was asked before. */
    boolean isAlive() {
        boolean isHeard = speaks;
        speaks = false;
        return isHeard || (hasSpoken && link.stats().inFlight() == 0);
    }

    /** Returns whether the node is no member any more. */
    boolean isGone() {
        return gone;
    }

    /** The node is no member any more. */
    void end() {
        gone = true;
        Attempts.all(
                link::end,
                asked::end,
                this::wakeAll,
                () -> own.end(actors),
                watchedHere::end,
                services::end,
                topics::end,
                () -> behindFrames(() -> Attempts.all(watches::end, channels::end)));
    }

    /** Runs something when all frames have been dealt with that have come from a node which is no member any more. */
    private void behindFrames(Runnable task) {
        link.execute(task);
    }

    private void wakeAll() {
        List<Outlet> now;
        synchronized (waiting) {
            now = List.copyOf(waiting);
        }
        Attempts.all(() -> Attempts.each(now, this::wakeFirst), actors::wake);
    }

    private void wakeFirst(Outlet outlet) {
        if (waiting.remove(outlet)) { // before it is woken, since it may come again at once
            outlet.wake();
        }
    }

    @Override
    public void creditGrew() {
        Attempts.all(this::wakeAll, channels::creditGrew);
    }

    @Override
    public void lost(Object what, Reason reason) {
        if (what instanceof SentValue element) {
            element.lost(reason);
        } else {
            own.lost((Outgoing) what, reason, Optional.of(node));
        }
    }

    /** Sends what goes to actors there, which needs no place to be found. */
    private final class ActorOutlet extends Outlet {
        ActorOutlet() {
            super(own);
        }

        @Override
        Attempt attempt(Outgoing next) {
            if (gone) {
                return Attempt.GO_ON;
            } else if (link.trySend(next.bytes, next)) {
                return Attempt.SENT;
            }
            wakeWithCredit(this);
            return link.trySend(next.bytes, next) ? Attempt.SENT : Attempt.WAIT;
        }

        @Override
        boolean goOn(Outgoing next) {
            own.lost(next, Reason.NODE_GONE, Optional.of(Peer.this.node));
            return true;
        }

        @Override
        void refuse(Outgoing message) {
            if (own.isClosing()) {
                super.refuse(message);
            } else {
                boolean ignored = goOn(message);
            }
        }

        @Override
        Reason whyStuck() {
            return Reason.NO_CREDIT;
        }

        @Override
        Optional<Node> stuckAt() {
            return Optional.of(Peer.this.node);
        }
    }

    // What comes

    @Override
    public void messageReceived(ByteBuffer message, Credit credit) {
        boolean isHandedOn = false;
        try {
            isHandedOn = receive(message.duplicate(), message, credit);
        } catch (MalformedFrameException | BufferUnderflowException | IllegalArgumentException e) {
            drop(message, Reason.MALFORMED, "can't be read", e);
        } catch (Throwable thrown) {
            drop(message, Reason.FAILED, "can't be handed on", thrown);
        } finally {
            if (!isHandedOn) {
                credit.giveBack();
            }
        }
    }

    private void drop(ByteBuffer whole, Reason reason, String what, Throwable why) {
        String recipient = recipients.of(whole);
        malformed.log(Level.WARNING, () -> "a message of " + node + " to " + recipient + " " + what, why);
        drops.add(whole, recipient, reason, why);
    }

    private String pathOfChannel(long id) {
        return channels.path(id);
    }

    /** A message of a reliable sender can't be read, and it is its turn. It isn't sent again: it never could be read. */
    void unreadable(String recipient, Throwable why) {
        malformed.log(Level.WARNING, () -> "a message of " + node + " to " + recipient + " can't be read", why);
        drops.add(recipient, null, Drops.reasonOf(why));
    }

    /** Hands a message on; returns whether its credit is given back later. */
    private boolean receive(ByteBuffer from, ByteBuffer whole, Credit credit) {
        byte kind = Envelope.readKind(from);
        return switch (kind) {
            case Envelope.ENTITY -> toEntity(from, whole, credit);
            case Envelope.ACTOR -> toActor(from.getLong(), from, whole, credit);
            case Envelope.TOPIC -> toSubscribers(from, credit);
            case Envelope.RELIABLE -> toEntityReliably(from, whole, credit);
            case Envelope.ELEMENT -> toChannel(from, whole);
            default -> throw new IllegalArgumentException("no message is of the kind " + kind);
        };
    }

    private boolean toEntity(ByteBuffer from, ByteBuffer whole, Credit credit) {
        String type = Envelope.readName(from);
        RemoteRegion<?, ?> region = own.region(type);
        if (region == null) {
            drops.add(whole, "/" + own.system().name() + "/" + type, null, Reason.NO_RECIPIENT);
            return false;
        }
        return region.received(this, Envelope.readPart(from), from, whole, credit);
    }

    private boolean toEntityReliably(ByteBuffer from, ByteBuffer whole, Credit credit) {
        RemoteRegion<?, ?> region = own.region(Envelope.readName(from));
        ByteBuffer key = Envelope.readPart(from);
        Origin sender = handled.origin(from.getLong());
        Stamp stamp = Stamp.read(from);
        boolean isHandedOn = false;
        boolean isMissing = region == null;
        try {
            if (region != null) {
                isHandedOn = region.received(this, new Reliably(key, stamp, sender, from, whole), credit);
            }
        } catch (RuntimeException | Error thrown) {
            isMissing = isPassing(thrown) || stamp.number() != stamp.oldest();
            if (!isMissing) {
                sender.failed(stamp.number(), thrown);
                sender.handled(stamp.number() + 1, true);
                throw thrown;
            }
            malformed.log(Level.WARNING, () -> "a message of " + node + " isn't handed on, and comes again", thrown);
        } finally {
            if (isMissing) {
                sender.again(stamp.round(), 0);
            }
        }
        return isHandedOn;
    }

    /** Returns whether a message may be handed on when it comes again. If its key can't be read none of its sender's can, nor if code of users throws an error. */
    private static boolean isPassing(Throwable thrown) {
        return thrown instanceof VirtualMachineError
                || (thrown instanceof RuntimeException && !(thrown instanceof MalformedFrameException));
    }

    /** A message that has come, of a sender that waits until it was handled. */
    record Reliably(ByteBuffer key, Stamp stamp, Origin sender, ByteBuffer message, ByteBuffer whole) {}

    @SuppressWarnings("unchecked") // the sender knows what the actor takes
    private boolean toActor(long id, ByteBuffer from, ByteBuffer whole, Credit credit) {
        ActorRef<Object> actor = (ActorRef<Object>) own.refs().actor(id);
        Object message;
        try {
            message = own.codecs().decode(from, Object.class);
        } catch (Throwable unreadable) {
            if (actor instanceof AskRef<Object> asked) {
                fail(asked, unreadable);
            }
            throw unreadable;
        }
        if (actor == null) {
            drops.add(whole, recipients.of(whole), message, Reason.NO_RECIPIENT);
            return false;
        } else if (actor instanceof AskRef<Object> asked) {
            own.aside(() -> asked.tell(message)); // what waits for the answer may take long
            return false;
        }
        CompletableFuture<?> answer = drops.answerOf(whole, actor.path());
        try {
            CompletableFuture<?> taken =
                    answer == null ? Cell.tellFollowed(actor, message) : Cell.askFollowed(actor, message, answer);
            drops.follow(taken, actor.path(), message, credit);
            return true;
        } catch (MailboxFullException full) {
            drops.add(whole, actor.path(), message, Reason.MAILBOX_FULL);
            return false;
        }
    }

    /** An answer can't be read: another one won't come. */
    private void fail(AskRef<?> asked, Throwable unreadable) {
        var failure = new RemoteFailureException(
                node,
                "the answer of " + node + ", for " + asked.path() + ", can't be read: " + Failures.text(unreadable));
        own.aside(() -> asked.answer().completeExceptionally(failure));
    }

    /** Hands on an element, whose credit is given back at once: the channel has granted room for it. */
    private boolean toChannel(ByteBuffer from, ByteBuffer whole) {
        long id = from.getLong();
        long number = from.getLong();
        try {
            Object element = own.codecs().decode(from, Object.class);
            if (!channels.received(id, number, element)) {
                drops.add(whole, channels.path(id), element, Reason.NO_RECIPIENT);
            }
            return false;
        } catch (Throwable unreadable) {
            channels.unreadable(id, unreadable);
            throw unreadable;
        }
    }

    /** Hands what was published to each subscriber; the credit is given back when all have taken it. */
    private boolean toSubscribers(ByteBuffer from, Credit credit) {
        ClusterTopics.Published published = own.topics().read(from).orElse(null);
        if (published == null) {
            return false;
        }
        var last = new AtomicInteger(published.subscribers().size() + 1);
        Credit part = () -> {
            if (last.decrementAndGet() == 0) {
                credit.giveBack();
            }
        };
        for (ActorRef<?> subscriber : published.subscribers()) {
            toSubscriber(subscriber, published.message(), part);
        }
        part.giveBack();
        return true;
    }

    @SuppressWarnings("unchecked") // it has subscribed to messages of this type
    private void toSubscriber(ActorRef<?> subscriber, Object message, Credit credit) {
        CompletableFuture<?> taken;
        try {
            taken = Cell.tellFollowed((ActorRef<Object>) subscriber, message);
        } catch (MailboxFullException full) {
            taken = CompletableFuture.failedFuture(full);
        } catch (Throwable thrown) { // by code of its mailbox: the others are to get the message
            malformed.log(
                    Level.WARNING,
                    () -> "a message of " + node + " to " + subscriber.path() + " can't be handed on",
                    thrown);
            drops.add(subscriber.path(), message, Reason.FAILED);
            credit.giveBack();
            return;
        }
        drops.follow(taken, subscriber.path(), message, credit);
    }

    /** Returns whether messages to a shard go back to this node, whoever owns it. */
    boolean isBouncing(ShardRoute<?, ?> route) {
        return !bouncing.isEmpty() && bouncing.contains(route);
    }

    /** Sends a message back, since its shard isn't here; returns whether its credit is given back later. */
    boolean bounce(ShardRoute<?, ?> route, ByteBuffer message, Credit credit) {
        bouncing.add(route);
        boolean isSent = link.sendBack(Envelope.cameBack(message), credit);
        if (!isSent) {
            drops.add(route.toString(), null, Reason.NODE_GONE);
        }
        return isSent;
    }

    @Override
    public void controlReceived(byte[] record) {
        ByteBuffer from = ByteBuffer.wrap(record);
        try {
            switch (from.get()) {
                case Envelope.CAME_BACK -> cameBack(from);
                case Envelope.FLUSH -> flush(record, from);
                case Envelope.FLUSHED -> flushed(Envelope.readName(from), from.getInt());
                case Envelope.MOVED -> moved(from.getLong(), Envelope.readName(from), from.getInt());
                case Envelope.QUIET -> asked.answered(from.getLong());
                case Envelope.TAKE ->
                    own.handOvers()
                            .asked(node, from.getLong(), new HandOvers.ShardId(Envelope.readName(from), from.getInt()));
                case Envelope.STATES ->
                    own.handOvers().received(node, from.getLong(), from.get() != 0, Envelope.readStates(from));
                case Envelope.ALL_RECEIVED -> asked.answerBehindMessages(from.getLong());
                case Envelope.WATCHES -> watchedHere.watched(from);
                case Envelope.ENDS -> watches.ended(from);
                case Envelope.FAILED ->
                    own.questions().failed(node, from.getLong(), from.get(), Envelope.readName(from));
                case Envelope.SERVICES -> services.received(from);
                case Envelope.TOPICS -> topics.received(from);
                case Envelope.TYPES -> types.received(from);
                case Envelope.LEAVES -> leaves();
                case Envelope.HANDLED -> own.senders().handled(from);
                case Envelope.THROWN -> own.senders().thrown(from);
                case Envelope.TYPE_HASHES -> shapes.compare(from);
                case Envelope.SHAPES -> shapes.warn(from);
                case Envelope.SENDING_ENDS -> channels.toldByEnds(from);
                case Envelope.CHANNELS -> channels.toldByChannels(from);
                default -> throw new IllegalArgumentException("no record is of the kind " + record[0]);
            }
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            malformed.log(Level.WARNING, () -> "a record of " + node + " can't be read", e);
        }
    }

    private void flush(byte[] record, ByteBuffer from) {
        RemoteRegion<?, ?> region = own.region(Envelope.readName(from));
        if (region != null) {
            bouncing.remove(region.route(from.getInt()));
        }
        byte[] answer = record.clone();
        answer[0] = Envelope.FLUSHED;
        boolean ignored = link.controlAlways(answer); // one for each shard; false if that node is gone
    }

    private void flushed(String type, int shard) {
        RemoteRegion<?, ?> region = own.region(type);
        if (region != null) {
            region.route(shard).flushed(this);
        }
    }

    private void moved(long question, String type, int shard) {
        try {
            own.handOvers().moved(node, new HandOvers.ShardId(type, shard));
        } finally { // the next owner waits for this
            haveMoved(question, type, shard);
        }
    }

    private void haveMoved(long question, String type, int shard) {
        RemoteRegion<?, ?> region = own.region(type);
        if (region == null) {
            asked.answer(question);
        } else {
            region.route(shard).moved(this, question);
        }
    }

    /** Answers that nothing is on its way to a shard over there. */
    void answerQuiet(long question) {
        asked.answer(question);
    }

    /**
     * Tells the other node that a shard has left this one. It knows what was handled here when it answers.
     *
     * @return completes when nothing is on its way from there to the shard here, and nothing will be; or when it doesn't answer for long
     */
    CompletableFuture<@Nullable Void> tellMoved(String type, int shard) {
        handled.flush();
        return asked.whetherMoved(type, shard);
    }

    /** Completes when all that was sent to the other node has come there, or back here, or that node is gone. */
    CompletableFuture<@Nullable Void> allReceived() {
        return asked.whetherAllReceived();
    }

    private void cameBack(ByteBuffer message) {
        ByteBuffer from = message.duplicate();
        byte kind = Envelope.readKind(from);
        if (kind != Envelope.ENTITY && kind != Envelope.RELIABLE) {
            throw new IllegalArgumentException("only messages to entities come back");
        }
        RemoteRegion<?, ?> region = own.region(Envelope.readName(from));
        if (region == null) {
            return;
        }
        ByteBuffer key = Envelope.readPart(from);
        if (kind == Envelope.ENTITY) {
            region.cameBack(this, key, message);
            return;
        }
        ReliableSender<?, ?> sender = own.senders().sender(from.getLong());
        if (sender != null) { // else it waits for nothing any more
            region.cameBack(this, key, message, sender, Stamp.read(from));
        }
    }

    // Death watch

    /** Has a watcher told of the end of an actor there. A node that doesn't become a member for long counts as one that has gone. */
    void beginWatch(RemoteActorRef<?> actor, Watcher watcher) {
        watches.add(actor.id, actor, watcher);
        if (!own.isMember(node)) {
            own.later(this::endWatchesOfNoMember, own.patience());
        }
    }

    private void endWatchesOfNoMember() {
        if (!own.isMember(node)) {
            behindFrames(watches::endAll);
        }
    }

    /** Has it told no more. */
    void endWatch(RemoteActorRef<?> actor, Watcher watcher) {
        watches.remove(actor.id, watcher);
    }

    // Looking

    /** Returns the channels between this node and that one. */
    PeerChannels channels() {
        return channels;
    }

    LinkStats stats() {
        LinkStats counted = link.stats();
        return new LinkStats(
                counted.sent(),
                counted.acknowledged(),
                counted.inFlight(),
                counted.credit(),
                counted.lost(),
                counted.received(),
                drops.counts());
    }
}

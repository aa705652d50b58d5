package dev.ropewalk.cluster.node;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.MailboxFullException;
import dev.ropewalk.actor.cell.AskRef;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.base.Failures;
import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.RemoteFailureException;
import dev.ropewalk.cluster.channel.PeerChannels;
import dev.ropewalk.cluster.codec.MalformedFrameException;
import dev.ropewalk.cluster.link.Credit;
import dev.ropewalk.cluster.reliable.Origin;
import dev.ropewalk.cluster.reliable.Stamp;
import dev.ropewalk.cluster.service.ClusterTopics;
import java.lang.System.Logger.Level;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** The messages that come from another node: hands each to the entity, actor, subscribers or channel that it is for, or counts its loss. Called by the link, one message after another. */
final class PeerMessages {
    private final ClusterNode own;
    private final Peer peer;
    private final Node node;
    private final LimitedLog malformed;
    private final Drops drops;
    private final HandledBox handled;
    private final PeerChannels channels;

    PeerMessages(ClusterNode own, Peer peer, LimitedLog malformed, HandledBox handled) {
        this.own = own;
        this.peer = peer;
        this.node = peer.node();
        this.malformed = malformed;
        this.drops = peer.drops();
        this.handled = handled;
        this.channels = peer.channels();
    }

    /** A message has come. */
    void received(ByteBuffer message, Credit credit) {
        boolean isHandedOn = false;
        try {
            isHandedOn = receive(message.duplicate(), message, credit);
        } catch (MalformedFrameException | BufferUnderflowException | IllegalArgumentException e) {
            malformed.log(Level.WARNING, () -> "a message of " + node + " can't be read: " + e, e);
            drops.add(message, Reason.MALFORMED, e);
        } catch (Throwable thrown) {
            malformed.log(Level.WARNING, () -> "a message of " + node + " can't be handed on: " + thrown, thrown);
            drops.add(message, Reason.FAILED, thrown);
        } finally {
            if (!isHandedOn) {
                credit.giveBack();
            }
        }
    }

    /** A message of a reliable sender can't be read, and it is its turn. It isn't sent again: it never could be read. */
    void unreadable(String recipient, Throwable why) {
        malformed.log(Level.WARNING, () -> "a message of " + node + " to " + recipient + " can't be read: " + why, why);
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
        return region.received(peer, Envelope.readPart(from), from, whole, credit);
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
                isHandedOn = region.received(peer, new Reliably(key, stamp, sender, from, whole), credit);
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
            drops.add(whole, "actor " + id, message, Reason.NO_RECIPIENT);
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
                drops.add(whole, "channel " + id, element, Reason.NO_RECIPIENT);
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
            malformed.log(Level.WARNING, () -> "a message of " + node + " can't be handed on: " + thrown, thrown);
            drops.add(subscriber.path(), message, Reason.FAILED);
            credit.giveBack();
            return;
        }
        drops.follow(taken, subscriber.path(), message, credit);
    }
}

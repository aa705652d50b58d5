package dev.ropewalk.cluster;

import dev.ropewalk.channel.Receiver;
import dev.ropewalk.channel.Sender;

/**
 * A channel whose receiving end is on the node that has made it, and whose sending end may be on any. Any thread may use it.
 *
 * <p>The {@linkplain #sender() sending end} can be a component of a message: a record that is sent has one of type {@link Sender}. Where that is received, the component is an end of the same channel, which waits, fails,
 * and takes part in a select as that of a local channel does.
 *
 * <p><b>Credit.</b> The channel has room for so many elements as its capacity says, for the senders of all nodes together. A node sends only what it has been granted room for; a send waits until there is some. So the
 * receiving node holds no more elements than the capacity, however many nodes send and however slow the receiver is; sending nodes keep a copy of these until they were received. What a node was granted and doesn't use is taken back when
 * another one waits and no element does. A node that hangs keeps its room until it is removed from the cluster.
 *
 * <p><b>Delivery.</b> Elements that were sent by one end come in their order, each once: what a link has lost is sent again while both nodes are members. A send that has succeeded means that the element has its room, not that it was
 * received. What is lost after that, with a node or since the channel has failed, is counted, and told to {@link ClusterOptions#onLoss}. What the sender did before happens-before what the receiver does with an
 * element on one node; on several, the element is a copy.
 *
 * <p><b>The end.</b> When any end is closed, so is the channel for all: senders that wait already go on waiting and their elements are received, then the receiver finds it closed. When it is failed, by whichever end, waiting parties of all nodes get the cause, and what
 * wasn't received is lost; on other nodes than that where it has failed the cause is a {@link RemoteFailureException} with its text. These do so, too:
 *
 * <ul>
 *   <li>The receiving node leaves or fails. If it leaves, it takes what was accepted before, which can still be received there. Senders fail.
 *   <li>A node that has sent, or was about to, fails: elements may be missing. What has come is received first, and the receiver fails then. A node that leaves first hands over what it has accepted, and the channel goes on.
 *   <li>An element can't be read where it comes.
 * </ul>
 *
 * @param <M> the type of the elements
 */
public interface RemoteChannel<M> {
    /** Returns the name, which is shown in errors and losses. */
    String name();

    /**
     * Returns the sending end. It can be sent to other nodes, and used here. Its {@link Sender#subscriber()} is refused there and here.
     *
     * <p>A send throws {@link dev.ropewalk.cluster.codec.EncodingException} if the element can't be sent to another node: its type isn't registered, or it is too large. Nothing was sent then.
     */
    Sender<M> sender();

    /** Returns the receiving end, which stays on this node. It is an end of a channel without a buffer: elements that have come wait as senders do. */
    Receiver<M> receiver();

    /** Ends the channel in good order, as {@link Sender#close} does. */
    void close();

    /** Ends the channel on behalf of the receiver, which ends, even if it was closed: as {@link Sender#fail} does, and what waits isn't received. */
    void fail(Throwable cause);
}

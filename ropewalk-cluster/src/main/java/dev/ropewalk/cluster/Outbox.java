package dev.ropewalk.cluster;

/**
 * A folder of this machine that keeps messages until entities have handled them: what was told survives the process. {@link Cluster#outbox} opens one, and sends what is left in it from the time before. One outbox is enough for
 * all entities.
 *
 * <p>{@link #to} gives the sender to an entity. Its messages are delivered as {@link ReliableRef} says, at least once and in their order, with these differences:
 *
 * <ul>
 *   <li>{@code tell} returns when the message is in the folder's journal. It survives the end of the process then, however that ends. Where it is to survive the machine's crash as well, see {@link OutboxOptions#forced}.
 *   <li>{@code tell} doesn't wait for the entity: the window bounds what is on its way, and all behind it is on the disk. {@code tryTell} is the same here.
 *   <li>What wasn't handled when the outbox is closed, its cluster ends, or the process is killed, isn't lost: it is sent when the folder is opened again, by a node at the same address or at another one, before what is told then. The future
 *       of {@code deliver} fails with an {@link UndeliveredException} meanwhile.
 *   <li>If the outbox can't store a message, {@code tell} throws an {@link OutboxException}: the disk is full, for instance. What was stored before isn't affected.
 * </ul>
 *
 * <p>The folder also keeps what was handled. That may be some messages behind when the process is killed. These are sent again, and an entity that still lives knows them by their sender, which is the same, and handles them no second time. One that
 * has begun anew meanwhile handles them again. After a crash of the machine, or damage to the end of the journal, entities don't know the sender again: what wasn't noted as handled may come to them once more, in its order.
 *
 * <p>A message that is left from the time before and can't be read any more, since its type isn't registered or has changed, is put aside, which is logged and {@linkplain OutboxStats#unreadable counted}; those behind it go on. It is looked at each time that the folder is
 * opened, and is sent when it can be read. Messages to a type of entities that this node doesn't host wait until there is a sender to the entity, or the folder is opened where the type is hosted: host the types first. Those to a key that
 * can't be read wait as well.
 *
 * <p>A folder belongs to the cluster whose name it has, that of the actor system where the cluster is a local one: no other can open it. Its file {@code identity} says which; if it is damaged or deleted the folder is that of the next cluster that opens it, and entities don't know its senders again.
 *
 * <p>An {@code ActorRef} or the sender of a channel in a message leads nowhere when its process has ended. Don't open a copy of a folder, from a backup for instance: entities take what is told then for what they know already.
 *
 * <p>Any thread may use it, and actors may.
 */
public interface Outbox extends AutoCloseable {
    /**
     * Returns a sender to an entity, with the options of this outbox. All that it returns for an entity send in one order. Close it when it isn't needed any more; closing this outbox does, too.
     *
     * @throws IllegalArgumentException if the entity is of another cluster
     * @throws IllegalStateException if this or the cluster is closed
     * @throws dev.ropewalk.cluster.codec.EncodingException if the key can't be written
     */
    <K, M> ReliableRef<K, M> to(EntityRef<K, M> entity);

    /** Returns what there is. The numbers are read one after another, while messages go on. */
    OutboxStats stats();

    /**
     * Sends nothing more, and keeps what wasn't handled for the next opening. Returns when all that was stored is on the disk. The end of the cluster closes it as well.
     *
     * @throws OutboxException if that fails
     */
    @Override
    void close();
}

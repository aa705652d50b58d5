package dev.ropewalk.channel;

/**
 * What a process does that {@linkplain Channels#produce produces} the elements of a channel.
 *
 * @param <T> the type of the elements
 */
@FunctionalInterface
public interface Producer<T> {
    /**
     * Sends elements. The channel is closed when this returns.
     *
     * @throws Exception whatever makes the process fail, its scope and the channel with it; a {@link ChannelClosedException} doesn't
     *     if it tells that the channel has ended, because nobody receives any more
     */
    void produce(Sender<T> to) throws Exception;
}

package dev.ropewalk.lab.blocking;

import com.softwaremill.jox.Channel;
import com.softwaremill.jox.Select;
import com.softwaremill.jox.SelectClause;
import java.util.List;

/** Jox on the JDK's virtual threads. */
public final class Jox implements BlockingLibrary {
    /** Makes the library. */
    public Jox() {}

    @Override
    public <T> BlockingChannel<T> channel(int capacity) {
        return new JoxChannel<>(capacity == 0 ? Channel.newRendezvousChannel() : Channel.newBufferedChannel(capacity));
    }

    /** The clauses are made once: they may be used again. */
    @Override
    public <T> Selection<T> select(List<BlockingChannel<T>> channels) {
        @SuppressWarnings({"unchecked", "rawtypes"}) // An array of a generic type is raw.
        SelectClause<T>[] clauses = channels.stream()
                .map(channel -> ((JoxChannel<T>) channel).channel().receiveClause())
                .toArray(SelectClause[]::new);
        return () -> Select.select(clauses);
    }

    @Override
    public Thread start(Runnable process) {
        return Thread.startVirtualThread(process);
    }

    private record JoxChannel<T>(Channel<T> channel) implements BlockingChannel<T> {
        @Override
        public void send(T element) throws InterruptedException {
            channel.send(element);
        }

        @Override
        public T receive() throws InterruptedException {
            return channel.receive();
        }
    }
}

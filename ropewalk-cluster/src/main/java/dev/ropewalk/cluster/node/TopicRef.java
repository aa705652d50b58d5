package dev.ropewalk.cluster.node;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The subscribers of a topic on another node, as the one recipient of one message, which was encoded for all nodes. */
final class TopicRef extends OutletRef<Object> {
    private final Outlet outlet;
    private final String path;
    private final byte[] bytes;

    TopicRef(OutletHost host, Outlet outlet, String path, byte[] bytes) {
        super(host);
        this.outlet = outlet;
        this.path = path;
        this.bytes = bytes;
    }

    @Override
    Outlet outlet() {
        return outlet;
    }

    @Override
    Outgoing outgoing(Object message, @Nullable CompletableFuture<?> answer) {
        return new Outgoing(path, message, null, bytes, answer);
    }

    @Override
    public String path() {
        return path;
    }
}

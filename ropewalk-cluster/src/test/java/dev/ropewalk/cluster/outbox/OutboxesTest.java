package dev.ropewalk.cluster.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.Outbox;
import dev.ropewalk.cluster.OutboxOptions;
import dev.ropewalk.cluster.codec.CodecRegistry;
import java.nio.file.Path;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders of outboxes that can't be opened for want of memory. */
class OutboxesTest {
    private final ActorSystem system = ActorSystem.create("shop");
    private final Cluster cluster = Cluster.local(system);
    private final Hosted hosted = new Hosted("shop", CodecRegistry.builder().build(), name -> null);

    @TempDir
    Path folder;

    /** Has no memory for what it is to keep. */
    private static final class FullSet extends AbstractSet<StoredOutbox> {
        @Override
        public boolean add(StoredOutbox outbox) {
            throw new OutOfMemoryError("on purpose");
        }

        @Override
        public Iterator<StoredOutbox> iterator() {
            return Set.<StoredOutbox>of().iterator();
        }

        @Override
        public int size() {
            return 0;
        }
    }

    @AfterEach
    void close() {
        cluster.close();
        system.close();
    }

    @Test
    void shouldCloseAFolderThatCannotBeNoted() {
        OutboxOptions options = OutboxOptions.defaults(folder.resolve("outbox"));
        assertThatThrownBy(() -> new Outboxes(cluster, new FullSet()).open(hosted, options))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessage("on purpose");
        try (Outbox again = new Outboxes(cluster).open(hosted, options)) {
            assertThat(again.stats().waiting()).isZero();
        }
    }
}

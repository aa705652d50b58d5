package dev.ropewalk.cluster.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cluster.OutboxException;
import dev.ropewalk.cluster.OutboxOptions;
import dev.ropewalk.cluster.outbox.Storage.Identity;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Openings that end halfway: the next one doesn't take what it finds for whole. */
class FolderStorageTest {
    @TempDir
    Path folder;

    private Storage storage() {
        return new FolderStorage(OutboxOptions.defaults(folder.resolve("outbox")));
    }

    /** Opens and closes it as an outbox does. */
    private Identity live() {
        Storage storage = storage();
        try (OutboxLog log = storage.messages()) {
            Identity identity = Identities.next(storage, log.lastCut(), "shop");
            storage.identity(identity);
            storage.identity(Identities.closed(identity));
            return identity;
        }
    }

    @Test
    void shouldKnowItAgain() {
        long salt = live().salt();
        assertThat(live().salt()).isEqualTo(salt);
        assertThat(live()).extracting(Identity::salt, Identity::openings).containsExactly(salt, 3L);
    }

    @Test
    void shouldNotCountAsWholeAfterAnOpeningThatHasEndedHalfway() {
        long salt = live().salt();
        storage().messages().close(); // may have cut its end
        Identity next = live();
        assertThat(next.salt()).isNotEqualTo(salt);
        assertThat(next.openings()).isEqualTo(2);
        assertThat(live().salt()).isEqualTo(next.salt());
    }

    @Test
    void shouldCountAsWholeThoughSomebodyElseHasTriedToOpenIt() {
        long salt = live().salt();
        Storage storage = storage();
        try (OutboxLog log = storage.messages()) {
            Identity identity = Identities.next(storage, log.lastCut(), "shop");
            storage.identity(identity);
            assertThatThrownBy(() -> storage().messages())
                    .isInstanceOf(OutboxException.class)
                    .hasMessageContaining("is open already");
            storage.identity(Identities.closed(identity));
        }
        assertThat(live().salt()).isEqualTo(salt);
    }
}

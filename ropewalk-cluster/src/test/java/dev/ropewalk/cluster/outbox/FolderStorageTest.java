package dev.ropewalk.cluster.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cluster.OutboxException;
import dev.ropewalk.cluster.OutboxOptions;
import dev.ropewalk.cluster.outbox.Storage.Identity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Openings that end halfway: the next one doesn't take what it finds for whole. */
class FolderStorageTest {
    private static final int ROUNDS = 50;

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

    /** Each time two open it at the same moment, and whoever has succeeded ends before it has written its identity. */
    @Test
    void shouldKeepTheMarkOfAnOpeningThoughSomebodyElseTriesAtTheSameMoment() throws Exception {
        Identity ignored = live();
        Path mark = folder.resolve("outbox").resolve("opening");
        for (int round = 0; round < ROUNDS; round++) {
            var start = new CyclicBarrier(2);
            CompletableFuture<Optional<OutboxLog>> one = CompletableFuture.supplyAsync(() -> opened(start));
            Optional<OutboxLog> other = opened(start);
            Optional<OutboxLog> first = one.get(1, TimeUnit.MINUTES);
            assertThat(first.isPresent() && other.isPresent()).as("both").isFalse();
            assertThat(first.isPresent() || other.isPresent())
                    .as("one of them in round " + round)
                    .isTrue();
            assertThat(mark).exists();
            first.ifPresent(OutboxLog::close);
            other.ifPresent(OutboxLog::close);
            Files.delete(mark);
        }
    }

    private Optional<OutboxLog> opened(CyclicBarrier start) {
        try {
            int ignored = start.await(1, TimeUnit.MINUTES);
            return Optional.of(storage().messages());
        } catch (OutboxException isOpen) {
            assertThat(isOpen).hasMessageContaining("is open already");
            return Optional.empty();
        } catch (InterruptedException | BrokenBarrierException | TimeoutException failed) {
            throw new IllegalStateException(failed);
        }
    }
}

package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.Outbox;
import dev.ropewalk.cluster.OutboxException;
import dev.ropewalk.cluster.OutboxOptions;
import dev.ropewalk.cluster.ReliableOptions;
import dev.ropewalk.cluster.ReliableRef;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.outbox.Hosted;
import dev.ropewalk.cluster.outbox.Outboxes;
import dev.ropewalk.cluster.testkit.Receipts.Deed;
import dev.ropewalk.cluster.testkit.Receipts.Order;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Outboxes whose disk refuses. */
@Timeout(120)
class OutboxFaultsTest {
    /** Doesn't know orders. */
    private static final CodecRegistry FEWER =
            CodecRegistry.builder().register(1, String.class).build();

    private final CapturedLog log = new CapturedLog("dev.ropewalk");
    private final ActorSystem system = ActorSystem.create("shop");
    private final Cluster cluster = Cluster.local(system);
    private final Receipts receipts = new Receipts();
    private MemoryStorage storage = new MemoryStorage();

    private Outbox open(CodecRegistry codecs, boolean isForced) {
        return new Outboxes(cluster)
                .open(
                        new Hosted("shop", codecs, name -> name.equals(Receipts.TYPE.name()) ? Receipts.TYPE : null),
                        OutboxOptions.defaults(Path.of("nowhere")).forced(isForced),
                        storage);
    }

    private Outbox open() {
        cluster.host(Receipts.TYPE, receipts::shop);
        return open(Receipts.CODECS, false);
    }

    private ReliableRef<String, Order> to(Outbox outbox, String key) {
        return outbox.to(cluster.entity(Receipts.TYPE, key));
    }

    private static Order order(long number) {
        return new Order("one", number, Deed.NOTHING);
    }

    private static void awaitAll(Outbox outbox) {
        Await.until("all is handled", () -> outbox.stats().waiting() == 0);
    }

    @AfterEach
    void close() {
        cluster.close();
        system.close();
        log.close();
    }

    @Test
    void shouldRefuseAMessageThatFindsNoRoomAndLoseNothing() {
        Outbox outbox = open();
        ReliableRef<String, Order> ref = to(outbox, "a");
        ref.tell(order(0));
        storage.full(true);
        assertThatThrownBy(() -> ref.tell(order(1)))
                .isInstanceOf(OutboxException.class)
                .hasMessageContaining("to /shop/shop/a can't be stored in the outbox in memory: no space is left")
                .hasRootCauseMessage("no space is left");
        awaitAll(outbox);
        assertThat(outbox.stats().waiting()).isZero();
        storage.full(false);
        ref.tell(order(1));
        awaitAll(outbox);
        assertThat(receipts.violations()).isEmpty();
        assertThat(receipts.handled()).isEqualTo(2);
    }

    @Test
    void shouldGoOnThoughItCannotNoteWhatWasHandled() {
        CompletableFuture<Void> goOn = receipts.hold();
        Outbox outbox = open();
        to(outbox, "a").tell(order(0));
        storage.full(true);
        goOn.complete(null);
        awaitAll(outbox);
        Await.until(
                "it is told",
                () -> log.messages("the outbox in memory can't note what was handled")
                                .size()
                        == 1);
        storage = storage.kill();
        receipts.mayRepeat();
        awaitAll(open(Receipts.CODECS, false));
        assertThat(receipts.handled()).isEqualTo(1);
    }

    @Test
    void shouldTellThatAMessageMayNotBeOnTheDisk() {
        cluster.host(Receipts.TYPE, receipts::shop);
        Outbox outbox = open(Receipts.CODECS, true);
        ReliableRef<String, Order> ref = to(outbox, "a");
        ref.tell(order(0));
        storage.forceFails();
        assertThatThrownBy(() -> ref.tell(order(1)))
                .isInstanceOf(OutboxException.class)
                .hasMessageContaining("it isn't known whether a message to /shop/shop/a is on the disk")
                .hasMessageContaining("the disk is broken");
        awaitAll(outbox);
    }

    @Test
    void shouldKeepWhatCanNeitherBeReadNorPutAside() {
        CompletableFuture<Void> goOn = receipts.hold();
        to(open(), "a").tell(order(0));
        storage = storage.kill();
        storage.fullAside(true);
        open(FEWER, false);
        Await.until("it is told", () -> !log.messages("can't be put aside").isEmpty());
        storage = storage.kill();
        goOn.complete(null);
        awaitAll(open(Receipts.CODECS, false));
        assertThat(receipts.handled()).isEqualTo(1);
    }

    @Test
    void shouldPutAsideWhenThereIsRoomAgain() {
        CompletableFuture<Void> goOn = receipts.hold();
        to(open(), "a").tell(order(0));
        storage = storage.kill();
        storage.fullAside(true);
        Outbox fewer = open(FEWER, false);
        Await.until("it is told", () -> !log.messages("can't be put aside").isEmpty());
        storage.fullAside(false);
        goOn.complete(null);
        Await.until("it is put aside", () -> fewer.stats().unreadable() == 1);
        awaitAll(fewer);
    }

    @Test
    void shouldGoOnWhenItsLogCanBeReadAgain() {
        CompletableFuture<Void> goOn = receipts.hold();
        Outbox outbox = open();
        ReliableRef<String, Order> ref = to(outbox, "a");
        int orders = 2 * ReliableOptions.defaults().windowMessages();
        for (int number = 0; number < orders; number++) {
            ref.tell(order(number));
        }
        storage.readFails(true);
        goOn.complete(null);
        Await.until(
                "it is told",
                () -> !log.messages(
                                "can't be read: java.lang.IllegalStateException: the disk can't be read; what is in it waits")
                        .isEmpty());
        storage.readFails(false);
        awaitAll(outbox);
        assertThat(receipts.violations()).isEmpty();
        assertThat(receipts.handled()).isEqualTo(orders);
    }

    @Test
    void shouldSendNothingIfItCannotBeOpened() {
        CompletableFuture<Void> goOn = receipts.hold();
        to(open(), "a").tell(order(0));
        storage = storage.kill();
        storage.identityFails(true);
        assertThatThrownBy(() -> open(Receipts.CODECS, false))
                .isInstanceOf(OutboxException.class)
                .hasMessage("the outbox in memory can't be opened: no space is left for the identity");
        storage.identityFails(false);
        goOn.complete(null);
        awaitAll(open(Receipts.CODECS, false));
        assertThat(receipts.violations()).isEmpty();
        assertThat(receipts.handled()).isEqualTo(1);
    }

    @Test
    void shouldKeepWhatWasPutAsideThoughItCannotBeToldAgain() {
        CompletableFuture<Void> goOn = receipts.hold();
        to(open(), "a").tell(order(0));
        storage = storage.kill();
        Outbox fewer = open(FEWER, false);
        Await.until("it is put aside", () -> fewer.stats().unreadable() == 1);
        storage = storage.kill();
        storage.full(true);
        assertThatThrownBy(() -> open(Receipts.CODECS, false))
                .isInstanceOf(OutboxException.class)
                .hasMessageContaining("no space is left");
        storage.full(false);
        receipts.mayRepeat(); // as another sender, since it was put aside
        goOn.complete(null);
        Outbox outbox = open(Receipts.CODECS, false);
        awaitAll(outbox);
        assertThat(outbox.stats().unreadable()).isZero();
        assertThat(receipts.handled()).isEqualTo(1);
    }
}

package dev.ropewalk.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Outboxes of local clusters, on real folders. */
@Timeout(120)
class OutboxTest {
    private static final EntityType<String, Job> TYPE = EntityType.of("worker", String.class, Job.class);

    private sealed interface Job {}

    private record Count(long number) implements Job {}

    private record Note(String text) implements Job {}

    private record Fail() implements Job {}

    private static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Count.class)
            .register(3, Note.class)
            .register(4, Fail.class)
            .build();

    /** Doesn't know notes any more. */
    private static final CodecRegistry FEWER = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Count.class)
            .register(4, Fail.class)
            .build();

    @TempDir
    private Path folder;

    private final CapturedLog log = new CapturedLog("dev.ropewalk");
    private final List<Life> lives = new ArrayList<>();

    /** What each worker has handled, in all lives. */
    private final Map<String, Queue<Object>> done = new ConcurrentHashMap<>();

    /** From a start of the process to its end. */
    private final class Life implements AutoCloseable {
        final ActorSystem system = ActorSystem.create("shop");
        final Cluster cluster = Cluster.local(system);
        final CompletableFuture<Void> open = new CompletableFuture<>();
        final Outbox outbox;

        Life(OutboxOptions options, boolean hosts) {
            lives.add(this);
            if (hosts) {
                cluster.host(TYPE, this::worker);
            }
            outbox = cluster.outbox(options);
        }

        /** Workers whose name begins with "slow" wait until the gate is open. */
        private Actor<Job> worker(EntityContext<String, Job> entity) {
            if (entity.key().startsWith("slow") && !open.isDone()) {
                entity.actor().pauseUntil(open, (nothing, failure) -> {});
            }
            Queue<Object> handled = done(entity.key());
            return job -> {
                switch (job) {
                    case Count(long number) -> handled.add(number);
                    case Note(String text) -> handled.add(text);
                    case Fail() -> throw new IllegalStateException("on purpose");
                }
            };
        }

        ReliableRef<String, Job> to(String key) {
            return outbox.to(cluster.entity(TYPE, key));
        }

        void awaitAll() {
            Await.until(
                    "all is handled; " + outbox.stats(), () -> outbox.stats().waiting() == 0, Duration.ofSeconds(60));
        }

        @Override
        public void close() {
            outbox.close();
            cluster.close(Duration.ZERO);
            system.close(Duration.ZERO);
        }
    }

    private Queue<Object> done(String key) {
        return done.computeIfAbsent(key, k -> new ConcurrentLinkedQueue<>());
    }

    private OutboxOptions options() {
        return OutboxOptions.in(folder.resolve("outbox")).codecs(CODECS);
    }

    private Life begin(OutboxOptions options) {
        return new Life(options, true);
    }

    private Life begin() {
        return begin(options());
    }

    private static void tellAll(ReliableRef<String, Job> ref, long from, long to) {
        for (long number = from; number < to; number++) {
            ref.tell(new Count(number));
        }
    }

    private static List<Object> numbers(long from, long to) {
        return LongStream.range(from, to).<Object>mapToObj(number -> number).toList();
    }

    @AfterEach
    void close() {
        lives.forEach(Life::close);
        log.close();
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }

    @Test
    void shouldDeliverAllInOrder() throws Exception {
        Life life = begin(options().sender(ReliableOptions.defaults().windowMessages(8)));
        List<ReliableRef<String, Job>> refs =
                Stream.of("a", "b", "c").map(life::to).toList();
        for (long number = 0; number < 3000; number++) {
            for (ReliableRef<String, Job> ref : refs) {
                ref.tell(new Count(number));
            }
        }
        for (ReliableRef<String, Job> ref : refs) {
            get(ref.delivered());
            assertThat(done(ref.entity().key())).containsExactlyElementsOf(numbers(0, 3000));
            assertThat(ref.stats()).isEqualTo(new ReliableStats(3000, 0, 0, 0));
        }
        assertThat(life.outbox.stats()).isEqualTo(new OutboxStats(3, 0, 0));
        refs.forEach(ReliableRef::close);
        assertThat(life.outbox.stats()).isEqualTo(new OutboxStats(0, 0, 0));
    }

    @Test
    void shouldTellWhatBecameOfAMessage() throws Exception {
        ReliableRef<String, Job> ref = begin().to("a");
        get(ref.deliver(new Count(1)));
        CompletableFuture<Void> failed = ref.deliver(new Fail());
        get(ref.deliver(new Count(2)));
        assertThatThrownBy(() -> get(failed)).hasCauseInstanceOf(EntityFailedException.class);
        assertThat(done("a")).containsExactly(1L, 2L);
    }

    @Test
    void shouldKeepOnTheDiskWhatFindsNoRoomInTheWindow() throws Exception {
        Life life = begin(options().sender(ReliableOptions.defaults().windowMessages(4)));
        ReliableRef<String, Job> slow = life.to("slow");
        tellAll(slow, 0, 20_000);
        assertThat(slow.stats()).isEqualTo(new ReliableStats(0, 20_000, 0, 19_996));
        CompletableFuture<Void> last = slow.deliver(new Count(20_000));
        get(life.to("quick").deliver(new Count(1)));
        life.open.complete(null);
        get(last);
        assertThat(done("slow")).containsExactlyElementsOf(numbers(0, 20_001));
    }

    @Test
    void shouldSendAfterARestartWhatWasNotHandled() throws Exception {
        CompletableFuture<Void> unknown;
        CompletableFuture<Void> stored;
        CompletableFuture<Void> all;
        try (Life life = begin(options().sender(ReliableOptions.defaults().windowMessages(16)))) {
            ReliableRef<String, Job> slow = life.to("slow");
            tellAll(slow, 0, 50);
            unknown = life.to("slow too").deliver(new Count(0));
            stored = slow.deliver(new Count(50));
            all = slow.delivered();
            get(life.to("quick").deliver(new Count(0)));
        }
        for (CompletableFuture<Void> each : List.of(unknown, stored, all)) {
            assertThatThrownBy(() -> get(each))
                    .cause()
                    .isInstanceOf(UndeliveredException.class)
                    .hasMessageContaining("waits in the outbox in " + folder);
        }
        assertThat(done.get("slow")).isEmpty();
        Life next = begin();
        next.open.complete(null);
        ReliableRef<String, Job> slow = next.to("slow");
        tellAll(slow, 51, 100);
        get(slow.delivered());
        next.awaitAll();
        assertThat(done("slow")).containsExactlyElementsOf(numbers(0, 100));
        assertThat(done("slow too")).containsExactly(0L);
        assertThat(done("quick")).containsExactly(0L);
    }

    @Test
    void shouldEndWithItsCluster() {
        Life life = begin();
        ReliableRef<String, Job> slow = life.to("slow");
        slow.tell(new Count(0));
        life.cluster.close(Duration.ZERO);
        assertThatThrownBy(() -> slow.tell(new Count(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is closed");
        assertThatThrownBy(() -> life.to("slow")).isInstanceOf(IllegalStateException.class);
        Life next = begin();
        next.open.complete(null);
        next.awaitAll();
        assertThat(done("slow")).containsExactly(0L);
    }

    @Test
    void shouldRefuseAFolderThatIsOpen() {
        Life life = begin();
        assertThatThrownBy(() -> life.cluster.outbox(options()))
                .isInstanceOf(OutboxException.class)
                .hasMessage("the outbox in " + options().folder() + " is open already, in this process or another");
    }

    @Test
    void shouldPutAsideWhatCannotBeReadUntilItCan() throws Exception {
        try (Life life = begin()) {
            ReliableRef<String, Job> slow = life.to("slow");
            slow.tell(new Count(0));
            slow.tell(new Note("one"));
            slow.tell(new Count(1));
            slow.tell(new Note("two"));
        }
        for (int times = 0; times < 2; times++) {
            try (Life life = begin(options().codecs(FEWER))) {
                life.open.complete(null);
                life.awaitAll();
                assertThat(life.outbox.stats().unreadable()).isEqualTo(2);
                assertThat(done("slow")).containsExactly(0L, 1L);
            }
        }
        assertThat(log.messages("to a worker can't be read, and is put aside")).isNotEmpty();
        try (Life life = begin()) {
            life.open.complete(null);
            life.awaitAll();
            assertThat(life.outbox.stats().unreadable()).isZero();
            assertThat(done("slow")).containsExactly(0L, 1L, "one", "two");
        }
        begin().awaitAll();
        assertThat(done("slow")).hasSize(4);
    }

    @Test
    void shouldKeepMessagesToATypeThatIsNotHosted() {
        try (Life life = begin()) {
            tellAll(life.to("slow"), 0, 10);
        }
        try (Life life = new Life(options(), false)) {
            assertThat(life.outbox.stats()).isEqualTo(new OutboxStats(1, 10, 0));
        }
        assertThat(log.messages("10 messages in the outbox in")).hasSize(1);
        Life life = begin();
        life.open.complete(null);
        life.awaitAll();
        assertThat(done("slow")).containsExactlyElementsOf(numbers(0, 10));
    }

    @Test
    void shouldDeleteWhatWasHandledButNotWhatIsNeeded() throws Exception {
        OutboxOptions small = options().segmentBytes(64 << 10);
        try (Life life = begin(small)) {
            life.to("slow").tell(new Count(7));
            tellAll(life.to("a"), 0, 20_000);
            get(life.to("a").delivered());
            assertThat(segments()).isGreaterThan(20);
        }
        Life life = begin(small);
        life.open.complete(null);
        life.awaitAll();
        assertThat(done("slow")).containsExactly(7L);
        assertThat(done("a")).hasSize(20_000);
        tellAll(life.to("a"), 20_000, 22_000);
        Await.until("old segments are deleted", () -> segments() < 10, Duration.ofSeconds(60));
    }

    private long segments() {
        try (Stream<Path> files =
                Files.list(options().folder().resolve("messages"))) { // looks at no file, since they are deleted
            return files.filter(file -> file.getFileName().toString().contains("seg"))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldDeliverWhatIsBeforeATornEnd() throws Exception {
        Path torn = folder.resolve("torn");
        OutboxOptions small = options().segmentBytes(64 << 10);
        try (Life life = begin(small)) {
            tellAll(life.to("slow"), 0, 100);
            copy(small.folder(), torn);
        }
        tear(torn.resolve("messages"));
        Life life = begin(OutboxOptions.in(torn).codecs(CODECS));
        life.open.complete(null);
        life.awaitAll();
        List<Object> handled = List.copyOf(done("slow"));
        assertThat(handled).hasSizeBetween(50, 99).containsExactlyElementsOf(numbers(0, handled.size()));
    }

    /** Overwrites the end of what was written last. */
    private static void tear(Path journal) throws IOException {
        Path last;
        try (Stream<Path> files = Files.list(journal)) {
            last = files.filter(file -> file.getFileName().toString().contains("seg"))
                    .min(Comparator.comparing(Path::toString))
                    .orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(last);
        int end = bytes.length;
        while (bytes[end - 1] == 0) {
            end--;
        }
        try (FileChannel channel = FileChannel.open(last, StandardOpenOption.WRITE)) {
            int ignored = channel.write(ByteBuffer.allocate(100), end - 100L);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(from)) {
            all = files.toList();
        }
        for (Path each : all) {
            Path ignored = Files.copy(each, to.resolve(from.relativize(each)));
        }
    }

    @Test
    void shouldRefuseAMessageThatIsTooLarge() throws Exception {
        Life life = begin(options().segmentBytes(4096));
        ReliableRef<String, Job> ref = life.to("a");
        assertThatThrownBy(() -> ref.tell(new Note("x".repeat(5000))))
                .isInstanceOf(OutboxException.class)
                .hasMessageContaining("a message of 50")
                .hasMessageContaining("can't be stored in the outbox in " + folder);
        get(ref.deliver(new Count(1)));
        assertThat(done("a")).containsExactly(1L);
    }

    @Test
    void shouldWaitForTheDiskIfItIsTo() throws Exception {
        Life life = begin(options().forced(true));
        ReliableRef<String, Job> ref = life.to("a");
        tellAll(ref, 0, 20);
        get(ref.delivered());
        assertThat(done("a")).containsExactlyElementsOf(numbers(0, 20));
    }

    @Test
    void shouldRefuseWhatIsWrong() {
        Life life = begin();
        assertThatThrownBy(() -> life.cluster.outbox(OutboxOptions.in(folder.resolve("other"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no codecs");
        assertThatThrownBy(() -> options().segmentBytes(5000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("5000");
        try (ActorSystem system = ActorSystem.create("other");
                Cluster other = Cluster.local(system)) {
            other.host(TYPE, entity -> job -> {});
            EntityRef<String, Job> stranger = other.entity(TYPE, "a");
            assertThatThrownBy(() -> life.outbox.to(stranger))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("another cluster");
        }
        ReliableRef<String, Job> ref = life.to("a");
        ref.close();
        assertThatThrownBy(() -> ref.tell(new Count(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is closed");
    }
}

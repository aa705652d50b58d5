package dev.ropewalk.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalException;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Folders of outboxes: which files are kept, and what becomes of damaged ones. */
@Timeout(120)
class OutboxFolderTest extends OutboxLives {
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
        tear(torn, 100, (byte) 0);
        Life life = begin(OutboxOptions.defaults(torn).codecs(CODECS));
        life.open.complete(null);
        life.awaitAll();
        List<Object> handled = List.copyOf(done("slow"));
        assertThat(handled).hasSizeBetween(50, 99).containsExactlyElementsOf(numbers(0, handled.size()));
        assertThat(log.messages(Level.WARNING, "the outbox in " + torn + " has a damaged end, which was cut off"))
                .singleElement()
                .asString()
                .contains("of segment 0 on, are kept in [" + torn.resolve("messages"));
    }

    @Test
    void shouldNotTakeNewMessagesForThoseThatADamagedEndHasLost() throws Exception {
        shouldHandleAllBehindATornEnd(torn -> {});
    }

    @Test
    void shouldNotTakeNewMessagesForThoseThatARepairHasLost() throws Exception {
        shouldHandleAllBehindATornEnd(torn -> {
            var ignored = Journal.repair(torn.resolve("messages"));
        });
    }

    @Test
    void shouldNotTakeNewMessagesForThoseThatAnOpeningThatFailedHasLost() throws Exception {
        shouldHandleAllBehindATornEnd(torn -> {
            try (ActorSystem system = ActorSystem.create("bank");
                    Cluster bank = Cluster.local(system)) {
                assertThatThrownBy(
                                () -> bank.outbox(OutboxOptions.defaults(torn).codecs(CODECS)))
                        .isInstanceOf(OutboxException.class)
                        .hasMessageContaining("is of the cluster 'shop'");
            }
        });
    }

    private void shouldHandleAllBehindATornEnd(Consumer<Path> meanwhile) throws Exception {
        Path torn = folder.resolve("torn");
        Life life = begin();
        ReliableRef<String, Job> ref = life.to("slow");
        for (long number = 0; number < 50; number++) {
            ref.tell(new Note("x".repeat(200)));
        }
        life.open.complete(null);
        get(ref.delivered());
        copy(options().folder(), torn);
        life.outbox.close();
        tear(torn, 5000, (byte) 0x5A); // what was handled, and some messages
        meanwhile.accept(torn);
        try (Outbox outbox = life.cluster.outbox(OutboxOptions.defaults(torn).codecs(CODECS))) {
            ReliableRef<String, Job> again = outbox.to(ref.entity());
            tellAll(again, 0, 100);
            get(again.delivered());
        }
        assertThat(done("slow")).containsAll(numbers(0, 100));
        assertThat(done("slow"))
                .as("some were left on the disk, and came again")
                .hasSizeGreaterThan(50 + 100);
    }

    @Test
    void shouldNeedWhatIsAppendedWhereRecordsWereLost() throws Exception {
        Path torn = folder.resolve("torn");
        Path killed = folder.resolve("killed");
        try (Life life = begin()) {
            tellAll(life.to("a"), 0, 2000);
            get(life.to("a").delivered());
            copy(options().folder(), torn);
        }
        tear(torn, 100_000, (byte) 0); // the position is behind what is left
        try (Life life = begin(OutboxOptions.defaults(torn).codecs(CODECS))) {
            tellAll(life.to("slow"), 0, 3);
            copy(torn, killed);
        }
        Life life = begin(OutboxOptions.defaults(killed).codecs(CODECS));
        life.open.complete(null);
        life.awaitAll();
        assertThat(done("slow")).containsExactlyElementsOf(numbers(0, 3));
    }

    @Test
    void shouldReadOnThoughFilesWereDeletedMeanwhile() throws Exception {
        Life life = begin(options().segmentBytes(64 << 10));
        ReliableRef<String, Job> ref = life.to("a");
        for (long number = 0; number < 10_000; number += 100) {
            tellAll(ref, number, number + 100); // fits in the window, so that nothing is read
            get(ref.delivered());
        }
        Await.until("old segments are deleted", () -> segments() < 10, Duration.ofSeconds(60));
        ReliableRef<String, Job> slow = life.to("slow");
        tellAll(slow, 0, 2000);
        assertThat(slow.stats().stored()).isPositive();
        life.open.complete(null);
        get(slow.delivered());
        assertThat(done("slow")).containsExactlyElementsOf(numbers(0, 2000));
        assertThat(log.messages("can't be read")).isEmpty();
    }

    @Test
    void shouldRefuseAFolderThatIsDamaged() throws Exception {
        try (Life life = begin()) {
            tellAll(life.to("slow"), 0, 100);
        }
        Path damaged = folder.resolve("damaged");
        copy(options().folder(), damaged);
        overwrite(segment(damaged), 6000, new byte[] {17, 18, 19, 20, 21, 22, 23, 24});
        Path truncated = folder.resolve("truncated");
        copy(options().folder(), truncated);
        try (FileChannel channel = FileChannel.open(segment(truncated), StandardOpenOption.WRITE)) {
            channel.truncate(6000);
        }
        Life life = begin(OutboxOptions.defaults(folder.resolve("other")).codecs(CODECS));
        for (Path each : List.of(damaged, truncated, damaged)) {
            assertThatThrownBy(() ->
                            life.cluster.outbox(OutboxOptions.defaults(each).codecs(CODECS)))
                    .isInstanceOf(OutboxException.class)
                    .hasMessageStartingWith("the outbox in " + each + " can't be opened: ")
                    .hasCauseInstanceOf(JournalException.class);
        }
    }

    @Test
    void shouldRefuseTheFolderOfAnotherCluster() {
        try (Life life = begin()) {
            tellAll(life.to("slow"), 0, 3);
        }
        try (ActorSystem system = ActorSystem.create("bank");
                Cluster bank = Cluster.local(system)) {
            bank.host(TYPE, entity -> job -> {
                throw new AssertionError(job);
            });
            assertThatThrownBy(() -> bank.outbox(options()))
                    .isInstanceOf(OutboxException.class)
                    .hasMessage(
                            "the outbox in " + options().folder()
                                    + " is of the cluster 'shop', and can't be opened in 'bank': what is in it would go to other entities");
        }
        Life life = begin();
        life.open.complete(null);
        life.awaitAll();
        assertThat(done("slow")).containsExactlyElementsOf(numbers(0, 3));
    }

    @Test
    void shouldDeliverAllThoughTheIdentityIsDamaged() throws Exception {
        try (Life life = begin()) {
            tellAll(life.to("slow"), 0, 3);
        }
        Files.write(options().folder().resolve("identity"), new byte[] {(byte) 0xC3, (byte) 0x28, 0});
        Life life = begin();
        life.open.complete(null);
        life.awaitAll();
        assertThat(done("slow")).containsExactlyElementsOf(numbers(0, 3));
        assertThat(log.messages("identity is damaged: what is left in the outbox in " + folder))
                .hasSize(1);
    }

    @Test
    void shouldLetGoOfAFolderThatItCouldNotOpen() throws Exception {
        try (Life life = begin()) {
            tellAll(life.to("slow"), 0, 3);
        }
        Path unreadable = options().folder().resolve("unreadable");
        Files.createFile(unreadable);
        Life other = begin(OutboxOptions.defaults(folder.resolve("other")).codecs(CODECS));
        for (int times = 0; times < 2; times++) {
            assertThatThrownBy(() -> other.cluster.outbox(options()))
                    .isInstanceOf(OutboxException.class)
                    .hasMessageContaining("can't be opened")
                    .hasMessageContaining("unreadable");
        }
        Files.delete(unreadable);
        Life life = begin();
        life.open.complete(null);
        life.awaitAll();
        assertThat(done("slow")).containsExactlyElementsOf(numbers(0, 3));
    }

    /** Overwrites the end of what was written last. */
    private static void tear(Path outbox, int length, byte by) throws IOException {
        byte[] bytes = Files.readAllBytes(segment(outbox));
        int end = bytes.length;
        while (bytes[end - 1] == 0) {
            end--;
        }
        byte[] torn = new byte[length];
        Arrays.fill(torn, by);
        overwrite(segment(outbox), end - length, torn);
    }

    private static void overwrite(Path file, long at, byte[] bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            int ignored = channel.write(ByteBuffer.wrap(bytes), at);
        }
    }

    /** Returns the first segment, which has all records of small outboxes. */
    private static Path segment(Path outbox) throws IOException {
        try (Stream<Path> files = Files.list(outbox.resolve("messages"))) {
            return files.filter(file -> file.getFileName().toString().contains("seg"))
                    .min(Comparator.comparing(Path::toString))
                    .orElseThrow();
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
}

package dev.ropewalk.channel.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.ScopeTests;
import dev.ropewalk.channel.ScopedProcess;
import dev.ropewalk.channel.ThreadSource;
import dev.ropewalk.channel.core.LockedChannel;
import dev.ropewalk.testing.Await;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Scopes hold nothing that isn't needed. */
class ScopeLeakTest extends ScopeTests {
    private static final int MANY = 10_000;

    /** Queues of schedulers may remember what they held last. */
    private static final int REMEMBERED = 10;

    ScopeLeakTest(ThreadSource source) {
        super(source);
    }

    private static <T> void assertCollectable(Collection<WeakReference<T>> references) {
        Await.until("all are garbage", () -> {
            System.gc();
            return references.stream()
                            .filter(reference -> !reference.refersTo(null))
                            .count()
                    <= REMEMBERED;
        });
    }

    @Test
    void shouldForgetChannelsThatNobodyUses() {
        try (ProcessScope scope = open("long-lived")) {
            List<WeakReference<Channel<Integer>>> channels = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                Channel<Integer> channel = scope.<Integer>channel().buffered(1);
                assertThat(channel.trySend(i)).isTrue();
                channels.add(new WeakReference<>(channel));
            }
            assertCollectable(channels);
        }
    }

    @Test
    void shouldForgetTheReferencesToChannelsThatNobodyUses() {
        ScopeChannels channels = new ScopeChannels();
        for (int i = 0; i < 2 * MANY; i++) {
            Channel<Integer> channel = Channel.rendezvous();
            channels.add(LockedChannel.of(channel.receiver()));
            if (i % 1000 == 0) {
                System.gc();
            }
        }
        assertThat(channels.size()).isLessThan(MANY);
    }

    @Test
    void shouldForgetChannelsWithAHandlerOnceTheyAreDone() {
        ScopeChannels channels = new ScopeChannels();
        try (ProcessScope scope = open("long-lived")) {
            for (int i = 0; i < MANY; i++) {
                Channel<Integer> channel =
                        scope.<Integer>channel().onUndelivered(element -> {}).buffered(1);
                assertThat(channel.trySend(i)).isTrue();
                channel.close();
                assertThat(channel.tryReceive()).contains(i);
                channels.add(LockedChannel.of(channel.receiver()));
            }
            assertThat(channels.size()).isLessThanOrEqualTo(128);
        }
    }

    @Test
    void shouldForgetProcessesThatHaveEnded() throws InterruptedException {
        try (ProcessScope scope = open("long-lived")) {
            List<WeakReference<ScopedProcess<?>>> processes = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                processes.add(new WeakReference<>(scope.spawn(() -> 1)));
            }
            scope.join();
            assertCollectable(processes);
        }
    }

    @Test
    void shouldBeForgottenWhenClosed() throws InterruptedException {
        List<WeakReference<ProcessScope>> scopes = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            try (ProcessScope scope = open("short-lived")) {
                scope.spawn(() -> 1);
                scope.join();
                scopes.add(new WeakReference<>(scope));
            }
        }
        assertCollectable(scopes);
    }
}

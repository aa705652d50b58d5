package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Callbacks on a strand whose scheduler is closed before the strand has run them. */
@Timeout(60)
class AbandonedCallbackTest {
    private final Scheduler scheduler =
            Scheduler.builder().name("cut short").workers(1).maxSpareWorkers(0).build();
    private final Strand strand = scheduler.newStrand();
    private final CountDownLatch release = new CountDownLatch(1);
    private final List<String> undelivered = new CopyOnWriteArrayList<>();
    private final List<Object> received = new CopyOnWriteArrayList<>();
    private final Channel<String> channel = Channel.<String>builder()
            .name("abandoned")
            .onUndelivered(undelivered::add)
            .rendezvous();

    /** Keeps the only worker busy, interrupts or not, so that nothing else runs. */
    @BeforeEach
    void keepTheWorkerBusy() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        scheduler.newStrand().execute(() -> {
            begun.countDown();
            while (release.getCount() > 0) {
                Thread.onSpinWait();
            }
        });
        begun.await();
    }

    @AfterEach
    void letTheWorkerGo() {
        release.countDown();
    }

    @Test
    void shouldGiveBackTheElementOfAReceiver() {
        channel.receiveAsync(strand, received::add);
        assertThat(channel.trySend("element")).isTrue();
        scheduler.close(Duration.ZERO);
        assertThat(received).isEmpty();
        assertThat(undelivered).containsExactly("element");
        assertThat(channel.stats()).isEqualTo(new ChannelStats("abandoned", 0, 1, 0, 1, 0, 0, 0, false));
    }

    @Test
    void shouldGiveBackTheElementOfASelect() {
        Channel<String> other = Channel.rendezvous();
        Select<Object> select = Select.<Object>inOrder()
                .receive(channel, element -> element)
                .receive(other, element -> element)
                .build();
        select.selectAsync(strand, received::add);
        assertThat(channel.trySend("element")).isTrue();
        scheduler.close(Duration.ZERO);
        assertThat(received).isEmpty();
        assertThat(undelivered).containsExactly("element");
        assertThat(other.trySend("nobody waits")).isFalse();
    }

    @Test
    void shouldNotKeepWaitingInASelectWhoseTimeCanNoLongerBeUp() {
        Select<Object> select = Select.<Object>inOrder()
                .receive(channel, element -> element)
                .timeout(Duration.ofHours(1), () -> "late")
                .build();
        select.selectAsync(strand, received::add);
        assertThat(channel.stats().waitingReceivers()).isEqualTo(1);
        scheduler.close(Duration.ZERO);
        assertThat(channel.trySend("nobody waits")).isFalse();
        assertThat(undelivered).isEmpty();
    }
}

package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Many processes on one channel, and its end. */
@Timeout(60)
@ParameterizedClass
@EnumSource(Flavour.class)
class ManyPartiesTest {
    private final Processes processes;

    ManyPartiesTest(Flavour flavour) {
        processes = flavour.open();
    }

    @AfterEach
    void close() {
        processes.close();
    }

    @ParameterizedTest
    @MethodSource("dev.ropewalk.channel.Kind#lossless")
    void shouldReceiveEachElementOnce(Kind kind) {
        int parties = 4;
        int each = 2000;
        long all = 8000;
        Channel<Integer> channel = kind.open();
        AtomicIntegerArray received = new AtomicIntegerArray(parties * each);
        AtomicInteger sending = new AtomicInteger(parties);
        for (int i = 0; i < parties; i++) {
            int from = i * each;
            processes.spawn(() -> {
                for (int element = from; element < from + each; element++) {
                    channel.send(element);
                }
                if (sending.decrementAndGet() == 0) {
                    channel.close();
                }
            });
            processes.spawn(() -> {
                int[] last = new int[parties];
                for (int element : channel) {
                    received.incrementAndGet(element);
                    // Of one sender's elements a receiver sees no later one before an earlier one.
                    assertThat(element).isGreaterThanOrEqualTo(last[element / each]);
                    last[element / each] = element;
                }
            });
        }
        processes.join();
        for (int i = 0; i < parties * each; i++) {
            assertThat(received.get(i)).as("element %d", i).isEqualTo(1);
        }
        assertThat(channel.stats()).isEqualTo(new ChannelStats(channel.name(), 0, all, all, 0, 0, 0, 0, true));
    }

    @Test
    void shouldCloseWhatCollectsTheResultsOfWorkers() {
        int workers = 23;
        int jobs = 30_000;
        Channel<Integer> work = Channel.buffered(3 * workers);
        Channel<Integer> results = Channel.buffered(3 * workers);
        AtomicInteger working = new AtomicInteger(workers);
        for (int i = 0; i < workers; i++) {
            int slow = i;
            processes.spawn(() -> {
                for (int job : work) {
                    if (job % workers == slow) {
                        LockSupport.parkNanos(1);
                    }
                    results.send(job);
                }
                if (working.decrementAndGet() == 0) {
                    results.close();
                }
            });
        }
        processes.spawn(() -> {
            for (int i = 0; i < jobs; i++) {
                work.send(i);
            }
            work.close();
        });
        long sum = 0;
        int count = 0;
        for (int result : results) {
            sum += result;
            count++;
        }
        processes.join();
        assertThat(count).isEqualTo(jobs);
        assertThat(sum).isEqualTo(jobs * (jobs - 1L) / 2);
    }

    @Test
    void shouldNeverSeeAFullChannelAsEmptyWhileItIsClosed() {
        for (int i = 0; i < 3000; i++) {
            Channel<String> channel = Channel.buffered(1);
            channel.trySend("there");
            List<ReceiveResult<String>> results = new ArrayList<>();
            processes.spawn(() -> results.add(channel.tryReceiveResult()));
            channel.close();
            ReceiveResult<String> own = channel.tryReceiveResult();
            processes.join();
            results.add(own);
            assertThat(results)
                    .containsExactlyInAnyOrder(new ReceiveResult.Received<>("there"), new ReceiveResult.Closed<>());
        }
    }

    @Test
    void shouldTellEveryoneOfTheEndHoweverItRaces() {
        for (int i = 0; i < 200; i++) {
            Channel<Integer> channel = i % 2 == 0 ? Channel.rendezvous() : Channel.buffered(1);
            AtomicInteger sent = new AtomicInteger();
            AtomicInteger received = new AtomicInteger();
            // With one carrier the JDK starts no virtual thread as long as those that it has go on.
            var started = new CyclicBarrier(7);
            for (int j = 0; j < 3; j++) {
                processes.spawn(() -> {
                    started.await();
                    while (channel.sendResult(1).isSent()) {
                        sent.incrementAndGet();
                    }
                });
                processes.spawn(() -> {
                    started.await();
                    channel.forEach(element -> received.incrementAndGet());
                });
            }
            processes.spawn(() -> {
                started.await();
                channel.close();
            });
            processes.join();
            assertThat(received).hasValue(sent.get());
        }
    }
}

package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A pipeline whose parties are interrupted and change their minds all the time: what was sent is received or undelivered, each
 * element once, and nothing else is.
 */
@Timeout(180)
@ParameterizedClass
@EnumSource(Flavour.class)
class ChaoticPipelineTest {
    /** In all; each of the parameterized runs takes its part. */
    private static final int ELEMENTS = Integer.getInteger("ropewalk.stress.elements", 1_000_000) / 10;

    private static final int PARTIES = 3;

    private final long seed = Long.getLong("ropewalk.stress.seed", System.nanoTime());
    private final RandomGenerator random = RandomGeneratorFactory.getDefault().create(seed);
    private final Processes processes;
    private final CapturedLog rejections = new CapturedLog("dev.ropewalk");
    private final AtomicIntegerArray sent = new AtomicIntegerArray(ELEMENTS);
    private final AtomicIntegerArray ended = new AtomicIntegerArray(ELEMENTS);
    private final AtomicInteger undelivered = new AtomicInteger();

    ChaoticPipelineTest(Flavour flavour) {
        processes = flavour.open();
    }

    @AfterEach
    void close() {
        processes.close();
        rejections.close();
    }

    private Channel<Integer> open(Kind kind) {
        return kind.open(Channel.<Integer>builder().onUndelivered(element -> {
            ended.incrementAndGet(element);
            undelivered.incrementAndGet();
        }));
    }

    private ChaoticParty newParty() {
        return new ChaoticParty(RandomGeneratorFactory.getDefault().create(random.nextLong()));
    }

    @ParameterizedTest
    @EnumSource(names = {"RENDEZVOUS", "BUFFERED_2", "BUFFERED_16", "UNLIMITED", "DROP_OLDEST_3"})
    void shouldLoseNothingAndInventNothing(Kind kind) {
        Channel<Integer> first = open(kind);
        Channel<Integer> second = open(kind);
        List<Thread> threads = new ArrayList<>();
        spawnSenders(threads, first);
        spawnMovers(threads, first, second);
        spawnReceivers(threads, second);
        AtomicBoolean done = new AtomicBoolean();
        Thread chaos = Thread.ofPlatform().daemon().start(() -> interruptAtRandom(threads, done));
        processes.join();
        done.set(true);
        Await.until("the end of the chaos", () -> !chaos.isAlive());

        for (int i = 0; i < ELEMENTS; i++) {
            assertThat(sent.get(i)).as("sends of %d, seed %d", i, seed).isEqualTo(1);
            assertThat(ended.get(i)).as("ends of %d, seed %d", i, seed).isEqualTo(1);
        }
        ChannelStats one = first.stats();
        ChannelStats two = second.stats();
        assertThat(one.sends()).isEqualTo(ELEMENTS);
        assertThat(one.receives() + one.undelivered()).isEqualTo(ELEMENTS);
        assertThat(two.sends()).isEqualTo(one.receives());
        assertThat(two.receives() + two.undelivered()).isEqualTo(two.sends());
        assertThat(one.undelivered() + two.undelivered()).isEqualTo(undelivered.get());
        for (ChannelStats stats : List.of(one, two)) {
            assertThat(stats.depth() + stats.waitingSenders() + stats.waitingReceivers())
                    .isZero();
        }
    }

    private void spawnSenders(List<Thread> threads, Channel<Integer> target) {
        AtomicInteger next = new AtomicInteger();
        AtomicInteger left = new AtomicInteger(PARTIES);
        for (int i = 0; i < PARTIES; i++) {
            ChaoticParty party = newParty();
            threads.add(processes.spawn(() -> {
                for (int element = next.getAndIncrement(); element < ELEMENTS; element = next.getAndIncrement()) {
                    if (party.send(target, element)) {
                        sent.incrementAndGet(element);
                    }
                }
                if (left.decrementAndGet() == 0) {
                    target.close();
                }
            }));
        }
    }

    private void spawnMovers(List<Thread> threads, Channel<Integer> source, Channel<Integer> target) {
        AtomicInteger left = new AtomicInteger(PARTIES);
        for (int i = 0; i < PARTIES; i++) {
            ChaoticParty party = newParty();
            threads.add(processes.spawn(() -> {
                while (party.receive(source, element -> party.send(target, element))) {
                    Thread.onSpinWait();
                }
                if (left.decrementAndGet() == 0) {
                    target.close();
                }
            }));
        }
    }

    private void spawnReceivers(List<Thread> threads, Channel<Integer> source) {
        for (int i = 0; i < PARTIES; i++) {
            ChaoticParty party = newParty();
            threads.add(processes.spawn(() -> {
                while (party.receive(source, ended::incrementAndGet)) {
                    Thread.onSpinWait();
                }
            }));
        }
    }

    private void interruptAtRandom(List<Thread> threads, AtomicBoolean done) {
        RandomGenerator choice = RandomGeneratorFactory.getDefault().create(seed);
        while (!done.get()) {
            threads.get(choice.nextInt(threads.size())).interrupt();
            LockSupport.parkNanos(100_000);
        }
    }
}

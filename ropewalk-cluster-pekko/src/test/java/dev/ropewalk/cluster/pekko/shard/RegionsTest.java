package dev.ropewalk.cluster.pekko.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import dev.ropewalk.testing.Twin;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.pattern.AskTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegionsTest {
    private static final Duration SOON = Duration.ofMillis(1);

    private final AtomicInteger calls = new AtomicInteger();

    @Test
    void shouldMakeOneAgainThatFailed() throws Exception {
        var third = new CompletableFuture<ActorRef>();
        Regions regions = new Regions("shop", SOON, (type, region) -> {
            if (calls.incrementAndGet() < 3) {
                throw new IllegalStateException("failed " + calls);
            }
            return third.join();
        });
        try (var log = new CapturedLog("dev.ropewalk.cluster.pekko")) {
            regions.begin("box");
            Region region = Objects.requireNonNull(regions.of("box"));
            Await.until("it is made for the third time", () -> calls.get() == 3);
            assertThat(region.ref()).isNotDone();
            assertThat(region.failure()).hasMessage("failed 2");
            third.complete(ActorRef.noSender());
            region.ref().get(60, TimeUnit.SECONDS);
            assertThat(calls).hasValue(3);
            assertThat(log.messages(Level.SEVERE, "Pekko couldn't make a region of 'box', and is asked again"))
                    .hasSize(2);
        } finally {
            regions.end();
        }
    }

    /** Makes a region at the second try. */
    private static final class SecondTry implements Callable<Object> {
        private final AtomicInteger tries = new AtomicInteger();

        @Override
        public Object call() throws Exception {
            Regions regions = new Regions("shop", SOON, (type, region) -> {
                if (tries.incrementAndGet() == 1) {
                    throw new IllegalStateException("failed");
                }
                return ActorRef.noSender();
            });
            try {
                regions.begin("box");
                Region region = Objects.requireNonNull(regions.of("box"));
                var ignored = region.ref().get(20, TimeUnit.SECONDS);
                return tries.get();
            } finally {
                regions.end();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"log", "rest"})
    void shouldMakeOneAgainWithoutMemoryToTellOrToWait(String call) throws Exception {
        Callable<?> secondTry = Twin.failing("dev.ropewalk.cluster.pekko.shard", Regions.class, "mayTryAgain", call)
                .make(Callable.class, SecondTry.class);
        assertThat(secondTry.call()).isEqualTo(2);
    }

    @Test
    void shouldKeepAFailureThatLooksLikeALostQuestion() {
        Regions regions = new Regions("shop", Duration.ofDays(1), (type, region) -> {
            throw sneaky(new AskTimeoutException("Pekko is busy"));
        });
        regions.begin("box");
        Region region = Objects.requireNonNull(regions.of("box"));
        Await.until("it has failed", () -> region.failure() != null);
        assertThat(region.ref()).as("nobody is to take that for an answer").isNotDone();
        regions.end();
    }

    @Test
    void shouldNotTryAgainWhenTheNodeHasEnded() throws Exception {
        var interrupted = new CountDownLatch(1);
        Regions regions = new Regions("shop", SOON, (type, region) -> {
            calls.incrementAndGet();
            try {
                Thread.sleep(Duration.ofDays(1));
            } catch (InterruptedException ended) {
                interrupted.countDown();
            }
            throw new IllegalStateException("ended");
        });
        try (var log = new CapturedLog("dev.ropewalk.cluster.pekko")) {
            regions.begin("box");
            Await.until("it is about to be made", () -> calls.get() == 1);
            regions.end();
            assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
            regions.begin("bag");
            assertThat(Objects.requireNonNull(regions.of("bag")).failure()).isNotNull();
            assertThat(log.messages("")).isEmpty();
        }
        assertThat(calls).hasValue(1);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }
}

package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.testkit.ActorTestKit;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many actors at a time: a million, if the stress tests try harder than in every build. */
@Timeout(300)
class CrowdTest {
    private static final int ACTORS =
            System.getProperty("ropewalk.stress", "quick").equals("quick") ? 200_000 : 1_000_000;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final AtomicLong arrived = new AtomicLong();
    private final AtomicLong stopped = new AtomicLong();

    @Test
    void shouldLiveTogether() {
        try (ActorTestKit kit = ActorTestKit.builder("crowd")
                .deadline(MINUTE)
                .closeTimeout(MINUTE)
                .build()) {
            ActorRef<Long> first = kit.system().spawn(context -> new Link(null));
            for (long i = 1; i < ACTORS; i++) {
                ActorRef<Long> next = first;
                first = kit.system().spawn(context -> new Link(next));
            }
            first.tell(1L);
            kit.await("a message has passed through all", () -> arrived.get() == ACTORS);
            assertThat(kit.system().snapshot().children()).hasSize(ACTORS);
        }
        assertThat(stopped).hasValue(ACTORS);
    }

    private final class Link implements Actor<Long> {
        private final @Nullable ActorRef<Long> next;

        Link(@Nullable ActorRef<Long> next) {
            this.next = next;
        }

        @Override
        public void receive(Long number) {
            if (next == null) {
                arrived.set(number);
            } else {
                next.tell(number + 1);
            }
        }

        @Override
        public void postStop() {
            stopped.incrementAndGet();
        }
    }
}

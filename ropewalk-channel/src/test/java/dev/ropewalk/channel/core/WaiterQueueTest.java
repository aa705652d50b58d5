package dev.ropewalk.channel.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.channel.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The queue of waiting parties against a list, with random operations. */
@Timeout(60)
class WaiterQueueTest {
    private static final int OPERATIONS = 200_000;

    private final long seed = Long.getLong("ropewalk.stress.seed", System.nanoTime());
    private final RandomGenerator random = RandomGeneratorFactory.getDefault().create(seed);
    private final WaiterQueue queue = new WaiterQueue();
    private final List<Candidate> model = new ArrayList<>();

    /** A party that another channel may have served already. */
    private static final class Candidate extends ChannelWaiter {
        boolean waits = true;

        Candidate() {
            super((LockedChannel<?>) Channel.rendezvous(), null);
        }

        @Override
        protected boolean claim() {
            boolean claimed = waits;
            waits = false;
            return claimed;
        }

        @Override
        protected boolean isWaiting() {
            return waits;
        }

        @Override
        protected void wake() {}
    }

    @Test
    void shouldDoWhatAListDoes() {
        for (int i = 0; i < OPERATIONS; i++) {
            switch (random.nextInt(7)) {
                case 0, 1, 2 -> add();
                case 3 -> claim();
                case 4, 5 -> removeAny();
                default -> serveElsewhere();
            }
            assertThat(queue.isEmpty()).as("seed %d", seed).isEqualTo(model.isEmpty());
            if (i % 50 == 0) {
                long waiting =
                        model.stream().filter(candidate -> candidate.waits).count();
                assertThat(queue.count()).as("seed %d", seed).isEqualTo((int) waiting);
            }
        }
        while (!model.isEmpty()) {
            claim();
        }
        assertThat(queue.claimOldest()).isNull();
        assertThat(queue.isEmpty()).isTrue();
    }

    private void add() {
        Candidate candidate = new Candidate();
        queue.add(candidate);
        model.add(candidate);
    }

    private void claim() {
        Candidate expected = null;
        while (expected == null && !model.isEmpty()) {
            Candidate oldest = model.removeFirst();
            expected = oldest.waits ? oldest : null;
        }
        ChannelWaiter claimed = queue.claimOldest();
        assertThat(claimed).as("seed %d", seed).isSameAs(expected);
        assertUnlinked(claimed);
    }

    private void removeAny() {
        if (model.isEmpty()) {
            return;
        }
        Candidate candidate = model.remove(random.nextInt(model.size()));
        assertThat(new WaiterQueue().remove(candidate)).as("seed %d", seed).isFalse();
        assertThat(queue.remove(candidate)).as("seed %d", seed).isTrue();
        assertThat(queue.remove(candidate)).as("seed %d", seed).isFalse();
        assertUnlinked(candidate);
    }

    private void serveElsewhere() {
        if (!model.isEmpty()) {
            model.get(random.nextInt(model.size())).waits = false;
        }
    }

    private void assertUnlinked(@Nullable ChannelWaiter waiter) {
        if (waiter != null) {
            assertThat(waiter.queue).as("seed %d", seed).isNull();
            assertThat(waiter.next).as("seed %d", seed).isNull();
            assertThat(waiter.previous).as("seed %d", seed).isNull();
        }
    }
}

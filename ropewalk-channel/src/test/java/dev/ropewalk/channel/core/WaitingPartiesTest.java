package dev.ropewalk.channel.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.core.WaitingParties.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;

/** The parties that wait at a channel against a list for each side, with random operations on all. */
@Timeout(60)
class WaitingPartiesTest {
    private static final int OPERATIONS = 200_000;

    private final long seed = Long.getLong("ropewalk.stress.seed", System.nanoTime());
    private final RandomGenerator random = RandomGeneratorFactory.getDefault().create(seed);
    private final WaitingParties parties = (LockedChannel<?>) Channel.rendezvous();
    private final Map<Side, List<Candidate>> models = Map.of(
            Side.SENDERS, new ArrayList<>(), Side.RECEIVERS, new ArrayList<>(), Side.WATCHERS, new ArrayList<>());

    /** The side of the operation, and what should stand there. */
    private Side side = Side.SENDERS;

    private List<Candidate> model = Objects.requireNonNull(models.get(side));

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
            at(random.nextBoolean() ? Side.SENDERS : Side.RECEIVERS);
            switch (random.nextInt(7)) {
                case 0, 1, 2 -> add();
                case 3 -> claim();
                case 4, 5 -> removeAny();
                default -> serveElsewhere();
            }
            assertThat(parties.isNobodyAt(side)).as("seed %d", seed).isEqualTo(model.isEmpty());
            if (i % 50 == 0) {
                long waiting =
                        model.stream().filter(candidate -> candidate.waits).count();
                assertThat(parties.count(side)).as("seed %d", seed).isEqualTo((int) waiting);
            }
        }
        for (Side each : Side.values()) {
            at(each);
            while (!model.isEmpty()) {
                claim();
            }
            assertThat(parties.claimOldest(each)).isNull();
            assertThat(parties.isNobodyAt(each)).isTrue();
        }
    }

    @Test
    void shouldKeepBothSidesBesideTheLock() {
        LongSummaryStatistics offsets = ClassLayout.parseClass(LockedChannel.class).fields().stream()
                .filter(field -> Set.of("locked", "lastSender", "lastReceiver").contains(field.name()))
                .mapToLong(FieldLayout::offset)
                .summaryStatistics();

        assertThat(offsets.getCount()).isEqualTo(3);
        assertThat(offsets.getMax() - offsets.getMin()).isLessThan(32);
    }

    private void at(Side chosen) {
        side = chosen;
        model = Objects.requireNonNull(models.get(chosen));
    }

    private void add() {
        Candidate candidate = new Candidate();
        parties.add(candidate, side);
        model.add(candidate);
    }

    private void claim() {
        Candidate expected = null;
        while (expected == null && !model.isEmpty()) {
            Candidate oldest = model.removeFirst();
            expected = oldest.waits ? oldest : null;
        }
        ChannelWaiter claimed = parties.claimOldest(side);
        assertThat(claimed).as("seed %d", seed).isSameAs(expected);
        assertUnlinked(claimed);
    }

    private void removeAny() {
        if (model.isEmpty()) {
            return;
        }
        Candidate candidate = model.remove(random.nextInt(model.size()));
        assertThat(parties.remove(candidate)).as("seed %d", seed).isTrue();
        assertThat(parties.remove(candidate)).as("seed %d", seed).isFalse();
        assertUnlinked(candidate);
    }

    private void serveElsewhere() {
        if (!model.isEmpty()) {
            model.get(random.nextInt(model.size())).waits = false;
        }
    }

    private void assertUnlinked(@Nullable ChannelWaiter waiter) {
        if (waiter != null) {
            assertThat(waiter.side).as("seed %d", seed).isNull();
            assertThat(waiter.next).as("seed %d", seed).isNull();
            assertThat(waiter.previous).as("seed %d", seed).isNull();
        }
    }
}

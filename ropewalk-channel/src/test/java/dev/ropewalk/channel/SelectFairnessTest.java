package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which clause is chosen where several can be. */
@Timeout(60)
class SelectFairnessTest {
    private static final int ROUNDS = 10_000;

    private static List<Channel<Integer>> fullChannels(int count) {
        List<Channel<Integer>> channels = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Channel<Integer> channel = Channel.unlimited();
            for (int j = 0; j < ROUNDS; j++) {
                channel.trySend(i);
            }
            channels.add(channel);
        }
        return channels;
    }

    private static Select<Integer> among(SelectBuilder<Integer> policy, List<Channel<Integer>> channels) {
        SelectBuilder<Integer> builder = policy;
        for (Channel<Integer> channel : channels) {
            builder = builder.receive(channel, element -> element);
        }
        return builder.build();
    }

    private static int[] choices(Select<Integer> select, int clauses) throws InterruptedException {
        int[] counts = new int[clauses];
        for (int i = 0; i < ROUNDS; i++) {
            counts[select.select()]++;
        }
        return counts;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 8})
    void shouldChooseAllInTurn(int clauses) throws InterruptedException {
        Select<Integer> select = among(Select.fair(), fullChannels(clauses));
        for (int i = 0; i < ROUNDS; i++) {
            assertThat(select.select()).isEqualTo(i % clauses);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 8})
    void shouldChooseAtRandomEachAboutAsOften(int clauses) throws InterruptedException {
        int[] counts = choices(among(Select.random(), fullChannels(clauses)), clauses);
        double expected = (double) ROUNDS / clauses;
        // Seven standard deviations: once in a hundred thousand million runs.
        double tolerance = 7 * Math.sqrt(expected * (1 - 1.0 / clauses));
        for (int count : counts) {
            assertThat((double) count)
                    .as("choices %s", Arrays.toString(counts))
                    .isBetween(expected - tolerance, expected + tolerance);
        }
    }

    @Test
    void shouldChooseTheFirstInOrder() throws InterruptedException {
        int[] counts = choices(among(Select.inOrder(), fullChannels(3)), 3);
        assertThat(counts).containsExactly(ROUNDS, 0, 0);
    }

    @Test
    void shouldChooseAReadyClauseWithinAsManyRoundsAsThereAreClauses() throws InterruptedException {
        long seed = Long.getLong("ropewalk.stress.seed", System.nanoTime());
        RandomGenerator random = RandomGeneratorFactory.getDefault().create(seed);
        int clauses = 6;
        List<Channel<Integer>> channels = new ArrayList<>();
        for (int i = 0; i < clauses; i++) {
            channels.add(Channel.buffered(1));
        }
        List<Integer> numbers = List.of(0, 1, 2, 3, 4, 5);
        SelectBuilder<Integer> builder = Select.fair();
        for (int number : numbers) {
            builder = builder.receive(channels.get(number), element -> number);
        }
        Select<Integer> select = builder.build();
        int[] readyFor = new int[clauses];
        for (int round = 0; round < ROUNDS; round++) {
            channels.get(random.nextInt(clauses)).trySend(round);
            channels.get(random.nextInt(clauses)).trySend(round);
            for (int number : numbers) {
                boolean ready = channels.get(number).stats().depth() > 0;
                readyFor[number] = ready ? readyFor[number] + 1 : 0;
                assertThat(readyFor[number])
                        .as("rounds for which %d was ready, seed %d", number, seed)
                        .isLessThanOrEqualTo(clauses);
            }
            readyFor[select.select()] = 0;
        }
    }

    @Test
    void shouldGoOnBehindAClauseForWhichItHasWaited() throws InterruptedException {
        List<Channel<Integer>> channels = List.of(Channel.rendezvous(), Channel.buffered(9), Channel.buffered(9));
        Select<Integer> select = among(Select.fair(), channels);
        ManualExecutor executor = new ManualExecutor();
        List<Integer> told = new ArrayList<>();
        select.selectAsync(executor, told::add);
        channels.get(1).trySend(1);
        executor.runAll();
        assertThat(told).containsExactly(1);
        channels.get(1).trySend(1);
        channels.get(2).trySend(2);
        assertThat(select.select()).isEqualTo(2);
        assertThat(select.select()).isEqualTo(1);
    }

    /** Both clauses are at one channel, and each round waits before an element comes. */
    private static int[] choicesAfterWaiting(SelectBuilder<Integer> builder) {
        Channel<Integer> twice = Channel.rendezvous();
        Select<Integer> select = builder.receive(twice, element -> 0)
                .receive(twice, element -> 1)
                .build();
        ManualExecutor executor = new ManualExecutor();
        int[] counts = new int[2];
        for (int i = 0; i < ROUNDS; i++) {
            select.selectAsync(executor, chosen -> counts[chosen]++);
            assertThat(twice.trySend(i)).isTrue();
            executor.runAll();
        }
        return counts;
    }

    @Test
    void shouldServeTwoClausesAtOneChannelInTurnAlsoAfterWaiting() {
        assertThat(choicesAfterWaiting(Select.fair())).containsExactly(ROUNDS / 2, ROUNDS / 2);
    }

    @Test
    void shouldServeTwoClausesAtOneChannelAtRandomAlsoAfterWaiting() {
        int[] counts = choicesAfterWaiting(Select.random());
        // Seven standard deviations.
        assertThat(counts[0]).isBetween(ROUNDS / 2 - 350, ROUNDS / 2 + 350);
    }

    @Test
    void shouldServeTheFirstOfTwoClausesAtOneChannelInOrderAlsoAfterWaiting() {
        assertThat(choicesAfterWaiting(Select.inOrder())).containsExactly(ROUNDS, 0);
    }

    @Test
    void shouldSendAndReceiveInTurn() throws InterruptedException {
        Channel<Integer> in = fullChannels(1).getFirst();
        Channel<Integer> out = Channel.unlimited();
        Select<Integer> select = Select.<Integer>fair()
                .receive(in, element -> 0)
                .send(out, () -> 1, () -> 1)
                .build();
        assertThat(choices(select, 2)).containsExactly(ROUNDS / 2, ROUNDS / 2);
    }
}

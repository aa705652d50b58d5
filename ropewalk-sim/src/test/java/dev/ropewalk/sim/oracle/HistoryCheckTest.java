package dev.ropewalk.sim.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.fail;

import dev.ropewalk.sim.SequentialModel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whether histories are linearizable, against all orders, by known examples, and of a thousand operations. */
class HistoryCheckTest {
    private static final long MANY = 1_000_000;

    private static RecordedOperation<List<Object>, Integer> operation(
            String client, @Nullable Integer output, int invoked, int returned, Object... input) {
        return new RecordedOperation<>(client, List.of(input), output, invoked, returned);
    }

    /** A history of random calls and returns with random results, of which many are linearizable and many aren't. */
    private static List<RecordedOperation<List<Object>, Integer>> random(SplittableRandom random, boolean queue) {
        int count = 1 + random.nextInt(6);
        List<Integer> moments = new ArrayList<>();
        for (int i = 0; i < 2 * count; i++) {
            moments.add(random.nextInt(moments.size() + 1), i);
        }
        List<RecordedOperation<List<Object>, Integer>> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int one = moments.get(2 * i);
            int other = moments.get(2 * i + 1);
            boolean writes = random.nextBoolean();
            int value = 1 + random.nextInt(2);
            Integer output = writes ? null : Integer.valueOf(random.nextInt(3) - (queue ? 1 : 0));
            if (queue && Integer.valueOf(0).equals(output)) {
                output = 2;
            }
            boolean returns = random.nextInt(5) > 0;
            List<Object> input = writes ? List.of(queue ? "put" : "write", value) : List.of(queue ? "take" : "read");
            all.add(new RecordedOperation<>(
                    "client",
                    input,
                    returns ? output : null,
                    Math.min(one, other),
                    returns ? Math.max(one, other) : RecordedOperation.NEVER));
        }
        return all;
    }

    private static <S> int compare(SequentialModel<S, List<Object>, Integer> model, boolean queue) {
        var random = new SplittableRandom(17);
        int good = 0;
        for (int i = 0; i < 20_000; i++) {
            List<RecordedOperation<List<Object>, Integer>> history = random(random, queue);
            boolean expected = BruteForceOrder.exists(model, history);
            String complaint = HistoryCheck.complaint(model, history, MANY);
            if (expected != (complaint == null)) {
                fail("history %d: %s is %s, but the check says %s", i, history, expected, complaint);
            }
            good += expected ? 1 : 0;
        }
        return good;
    }

    @Test
    void shouldAgreeWithAllOrdersOfARegister() {
        assertThat(compare(Models.REGISTER, false)).isBetween(4_000, 16_000);
    }

    @Test
    void shouldAgreeWithAllOrdersOfAQueue() {
        assertThat(compare(Models.QUEUE, true)).isBetween(4_000, 16_000);
    }

    @Test
    void shouldRefuseAStaleReadAndShowTheOrderUpToIt() {
        String complaint = HistoryCheck.complaint(
                Models.REGISTER,
                List.of(
                        operation("ada", null, 0, 1, "write", 1),
                        operation("bob", 1, 2, 3, "read"),
                        operation("ada", 0, 4, 5, "read")),
                MANY);
        assertThat(complaint).isEqualTo("""
                        the history isn't linearizable: [read] = 0 of ada has no place in any order. After the longest part\
                         of an order, 2 of 3 operations, the state is 1
                            ada             bob
                            [1] [write, 1]
                            [1] returns
                                            [2] [read]
                                            [2] = 1
                            [!] [read]
                            [!] = 0""");
    }

    @Test
    void shouldRefuseALostUpdateOfAMap() {
        assertThat(HistoryCheck.complaint(
                        Models.MAP,
                        List.of(
                                operation("ada", 0, 0, 2, "put", "key", 1),
                                operation("bob", 0, 1, 3, "put", "key", 2),
                                operation("ada", 0, 4, 5, "get", "other")),
                        MANY))
                .contains("the history of key isn't linearizable");
    }

    @Test
    void shouldRefuseAQueueThatReorders() {
        List<RecordedOperation<List<Object>, Integer>> history = new ArrayList<>(List.of(
                operation("ada", null, 0, 1, "put", 1),
                operation("ada", null, 2, 3, "put", 2),
                operation("bob", 2, 4, 5, "take"),
                operation("bob", 1, 6, 7, "take")));
        assertThat(HistoryCheck.complaint(Models.QUEUE, history, MANY)).contains("[take] = 2 of bob");
        history.set(1, operation("ada", null, 0, 3, "put", 2));
        history.set(0, operation("eve", null, -1, 1, "put", 1));
        assertThat(HistoryCheck.complaint(Models.QUEUE, history, MANY)).isNull();
    }

    @Test
    void shouldLetWhatHasNotReturnedTakePlaceOrNot() {
        var write = operation("ada", null, 0, RecordedOperation.NEVER, "write", 1);
        assertThat(HistoryCheck.complaint(Models.REGISTER, List.of(write, operation("bob", 1, 1, 2, "read")), MANY))
                .isNull();
        assertThat(HistoryCheck.complaint(Models.REGISTER, List.of(write, operation("bob", 0, 1, 2, "read")), MANY))
                .isNull();
        assertThat(HistoryCheck.complaint(
                        Models.REGISTER,
                        List.of(write, operation("bob", 1, 1, 2, "read"), operation("bob", 0, 3, 4, "read")),
                        MANY))
                .contains("[read] = 0 of bob");
    }

    @Test
    void shouldCheckAThousandOperationsWithoutLookingTwice() {
        for (long seed = 0; seed < 10; seed++) {
            var value = new int[1];
            check(Models.REGISTER, new HistoryMaker(seed).make(1_000, HistoryCheckTest::registerInput, input -> {
                        if (input.size() > 1) {
                            value[0] = (int) input.get(1);
                        }
                        return value[0];
                    }));
            var queue = new ArrayDeque<Integer>();
            check(Models.QUEUE, new HistoryMaker(seed).make(1_000, HistoryCheckTest::queueInput, input -> {
                        if (input.size() > 1) {
                            queue.add((int) input.get(1));
                            return null;
                        }
                        Integer first = queue.poll();
                        return first == null ? -1 : first;
                    }));
            Map<Object, Integer> map = new HashMap<>();
            check(
                    Models.MAP,
                    new HistoryMaker(seed)
                            .make(
                                    1_000,
                                    HistoryCheckTest::mapInput,
                                    input -> input.size() > 2
                                            ? Objects.requireNonNullElse(map.put(input.get(1), (int) input.get(2)), 0)
                                            : map.getOrDefault(input.get(1), 0)));
        }
    }

    private static <S> void check(
            SequentialModel<S, List<Object>, Integer> model, List<RecordedOperation<List<Object>, Integer>> history) {
        assertThat(HistoryCheck.complaint(model, history, MANY)).isNull();
        int middle = history.size() / 2;
        while (!List.of("read", "take", "get")
                .contains(history.get(middle).input().getFirst())) {
            middle++;
        }
        List<RecordedOperation<List<Object>, Integer>> wrong = new ArrayList<>(history);
        var changed = history.get(middle);
        wrong.set(
                middle,
                new RecordedOperation<>(
                        changed.client(), changed.input(), 1_000_000, changed.invoked(), changed.returned()));
        assertThat(HistoryCheck.complaint(model, wrong, MANY)).contains("= 1000000 of client");
    }

    private static List<Object> registerInput(SplittableRandom random) {
        return random.nextBoolean() ? List.of("write", random.nextInt(10)) : List.of("read");
    }

    private static List<Object> queueInput(SplittableRandom random) {
        return random.nextInt(5) < 2 ? List.of("put", random.nextInt(1_000)) : List.of("take");
    }

    private static List<Object> mapInput(SplittableRandom random) {
        Object key = random.nextInt(8);
        return random.nextBoolean() ? List.of("put", key, 1 + random.nextInt(10)) : List.of("get", key);
    }

    @Test
    void shouldGiveUpAfterItsSteps() {
        List<RecordedOperation<List<Object>, Integer>> history = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            history.add(operation("client " + i, null, i, 100 + i, "put", i));
        }
        history.add(operation("reader", 1_000, 200, 201, "take"));
        assertThatIllegalStateException()
                .isThrownBy(() -> HistoryCheck.complaint(Models.QUEUE, history, 10_000))
                .withMessageContaining("within 10000 steps");
    }
}

package dev.ropewalk.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InventoryTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 2_000;

    private final Inventory<Object> inventory = new Inventory<>("part");
    private final Object first = new Object();
    private final Object second = new Object();
    private final Object third = new Object();

    private Inventory.Entry<Object> enter(@Nullable String name, Object part) {
        Inventory.Entry<Object> entry = inventory.place(name, part);
        entry.enter();
        return entry;
    }

    @Test
    void shouldListPartsInTheirOrder() {
        enter("b", first);
        enter("a", second);
        enter("c", third);

        assertThat(inventory.live().entrySet())
                .containsExactly(Map.entry("b", first), Map.entry("a", second), Map.entry("c", third));
    }

    @Test
    void shouldListAPartOnlyAfterItHasEntered() {
        Inventory.Entry<Object> entry = inventory.place("a", first);
        assertThat(inventory.live()).isEmpty();

        entry.enter();
        assertThat(inventory.live()).containsOnlyKeys("a");
    }

    @Test
    void shouldNotListWhatHasLeft() {
        Inventory.Entry<Object> entry = enter("a", first);
        enter("b", second);
        entry.leave();
        entry.leave();

        assertThat(inventory.live()).containsOnlyKeys("b");
    }

    @Test
    void shouldNotListWhatHasLeftBeforeItEntered() {
        Inventory.Entry<Object> entry = inventory.place("a", first);
        entry.leave();
        entry.enter();

        assertThat(inventory.live()).isEmpty();
    }

    @Test
    void shouldGiveNamesToPartsWithoutOne() {
        enter(null, first);
        enter("a", second);
        enter(null, third);

        assertThat(inventory.live().keySet()).containsExactly("part#1", "a", "part#2");
    }

    @Test
    void shouldMakeNamesUnique() {
        enter("a", first);
        enter("a", second);
        enter("a#1", third);
        var fourth = new Object();
        enter("part#3", fourth);
        var fifth = new Object();
        enter(null, fifth);

        assertThat(inventory.live().keySet()).containsExactly("a", "a#1", "a#1#2", "part#3", "part#4");
    }

    @Test
    void shouldKeepTheNamesOfPartsThatWereLookedAt() {
        Inventory.Entry<Object> entry = enter("a", first);
        enter("a", second);
        Map<String, Object> before = inventory.live();
        entry.leave();
        enter("a", third);

        assertThat(before.keySet()).containsExactly("a", "a#1");
        assertThat(inventory.live().entrySet()).containsExactly(Map.entry("a#1", second), Map.entry("a", third));
    }

    @Test
    void shouldNotCallASuccessorByANumberIfNobodyHasLooked() {
        enter("a", first).leave();
        enter("a", second);

        assertThat(inventory.live().keySet()).containsExactly("a");
    }

    @Test
    void shouldNotHoldANameForAPartThatIsGone() {
        Inventory.Entry<Object> entry = enter("a", first);
        assertThat(inventory.live()).containsOnlyKeys("a");
        entry.clear(); // as the collector does, some time before it says so
        enter("a", second);
        assertThat(inventory.live()).containsExactly(Map.entry("a", second));

        boolean ignored = entry.enqueue();
        enter("a", third);
        assertThat(inventory.live().keySet()).containsExactly("a", "a#1");
    }

    @Test
    void shouldForgetWhatItsUserHasForgotten() {
        enter("kept", first);
        enter("forgotten", new Object());

        Await.until("the part is still listed", () -> {
            System.gc();
            return !inventory.live().containsKey("forgotten");
        });
        assertThat(inventory.live()).containsOnlyKeys("kept");
    }

    @Test
    void shouldHaveWhatIsOverLeave() {
        Inventory.Entry<Object> entry = enter("a", first);
        enter("a", second);

        assertThat(inventory.live(part -> part.equals(first))).containsExactly(Map.entry("a", second));
        assertThat(inventory.live()).containsExactly(Map.entry("a", second));
        entry.enter();
        assertThat(inventory.live()).containsExactly(Map.entry("a", second));
    }

    @Test
    void shouldReturnMapsThatStayAsTheyAre() {
        Inventory.Entry<Object> entry = enter("a", first);
        Map<String, Object> live = inventory.live();
        entry.leave();

        assertThat(live).containsExactly(Map.entry("a", first));
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> live.remove("a"));
    }

    @Test
    void shouldBeRightWhileThreadsEnterLeaveAndLook() throws Exception {
        enter("a", first);
        assertThat(inventory.live()).containsOnlyKeys("a");
        List<Callable<Object>> visitors = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            visitors.add(Executors.callable(this::visit));
        }
        try (var threads = Executors.newFixedThreadPool(THREADS)) {
            for (Future<Object> visitor : threads.invokeAll(visitors)) {
                visitor.get();
            }
        }

        assertThat(inventory.live()).containsExactly(Map.entry("a", first));
        enter("b", second);
        assertThat(inventory.live()).containsOnlyKeys("a", "b");
    }

    private void visit() {
        for (int i = 0; i < ROUNDS; i++) {
            var mine = new Object();
            Inventory.Entry<Object> entry = enter("b", mine);
            Map<String, Object> live = inventory.live();
            assertThat(live).containsEntry("a", first).containsValue(mine);
            entry.leave();
            assertThat(inventory.live()).doesNotContainValue(mine);
        }
    }
}

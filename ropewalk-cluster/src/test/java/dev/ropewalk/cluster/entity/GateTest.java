package dev.ropewalk.cluster.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.testing.Await;
import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class GateTest {
    private static final int RUN = 1 << 16;

    private final GateOwners owners = new GateOwners(1);

    private final class Counting extends Gate {
        private int told;
        private boolean fails;

        Counting() {
            super(owners);
        }

        @Override
        void left() {
            told++;
            if (fails) {
                throw new OutOfMemoryError("on purpose");
            }
        }

        private int come() {
            int place = enterPlace();
            if (place != REFUSED) {
                leavePlace(place);
            }
            return place;
        }

        private void comeOften() {
            for (int i = 0; i <= RUN; i++) {
                assertThat(come()).isNotEqualTo(REFUSED);
            }
        }
    }

    private static int inOther(Counting gate) {
        return CompletableFuture.supplyAsync(
                        gate::come, task -> Thread.ofPlatform().start(task))
                .join();
    }

    @Test
    void shouldHaveAnOwnerWhoComesVeryOften() {
        var gate = new Counting();
        gate.comeOften();
        assertThat(gate.come()).isEqualTo(Gate.IN_OWN);
        assertThat(inOther(gate)).isEqualTo(Gate.IN_PLACE);
        assertThat(gate.come()).isEqualTo(Gate.IN_OWN);
    }

    @Test
    void shouldHaveNoOwnerIfOthersComeBetween() {
        var gate = new Counting();
        for (int i = 0; i < 3; i++) {
            for (int k = 1; k < RUN; k++) {
                assertThat(gate.come()).isEqualTo(Gate.IN_PLACE);
            }
            assertThat(inOther(gate)).isEqualTo(Gate.IN_PLACE);
        }
    }

    @Test
    void shouldLetItsOwnerInTwice() {
        var gate = new Counting();
        gate.comeOften();
        assertThat(gate.enterPlace()).isEqualTo(Gate.IN_OWN);
        assertThat(gate.enterPlace()).isEqualTo(Gate.IN_PLACE);
        assertThat(gate.enterPlace()).isEqualTo(Gate.REFUSED);
        assertThat(gate.close()).isTrue();
        gate.tellIfUntold();
        gate.leavePlace(Gate.IN_OWN);
        assertThat(gate.told).isZero();
        gate.leavePlace(Gate.IN_PLACE);
        assertThat(gate.told).isOne();
        assertThat(gate.come()).isEqualTo(Gate.REFUSED);
    }

    @Test
    void shouldHaveNoMoreOwnersThanThereMayBe() {
        var first = new Counting();
        var second = new Counting();
        first.comeOften();
        assertThat(first.come()).isEqualTo(Gate.IN_OWN);
        second.comeOften();
        assertThat(second.come()).isEqualTo(Gate.IN_PLACE);
        assertThat(first.close()).isTrue();
        first.tellIfUntold();
        assertThat(first.told).isOne();
        second.comeOften();
        assertThat(second.come()).isEqualTo(Gate.IN_OWN);
    }

    @Test
    void shouldGiveItsOwnerBackOnceThoughItCouldNotTellAtFirst() {
        var gate = new Counting();
        gate.comeOften();
        gate.fails = true;
        assertThat(gate.close()).isTrue();
        assertThatThrownBy(gate::tellIfUntold).isInstanceOf(OutOfMemoryError.class);
        gate.fails = false;
        gate.tellIfUntold();
        assertThat(gate.told).isEqualTo(2);
        assertThat(owners.take()).isTrue();
        assertThat(owners.take()).isFalse();
    }

    /** A thread keeps its task when it has ended, and an entity may be there for ever. */
    @Test
    void shouldNotKeepWhatAThreadHadThatHasEnded() throws Exception {
        var gate = new Counting();
        WeakReference<Object> ofOwner = cameWith(gate, Counting::comeOften);
        assertThat(owners.take()).as("it is the owner").isFalse();
        WeakReference<Object> ofOther = cameWith(gate, Counting::come);
        Await.until("nobody has what they had", () -> {
            System.gc();
            return ofOwner.refersTo(null) && ofOther.refersTo(null);
        });
        assertThat(gate.come()).isEqualTo(Gate.IN_PLACE);
    }

    /** Has a thread come whose task has something; returns that when the thread has ended. */
    private static WeakReference<Object> cameWith(Counting gate, Consumer<Counting> coming) throws Exception {
        Object[] had = {new Object()};
        var known = new WeakReference<>(had[0]);
        Thread thread = Thread.ofVirtual().start(() -> {
            coming.accept(gate);
            assertThat(had).isNotNull();
        });
        thread.join();
        return known;
    }
}

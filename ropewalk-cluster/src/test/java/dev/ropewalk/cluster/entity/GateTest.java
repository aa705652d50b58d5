package dev.ropewalk.cluster.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
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
}

package dev.ropewalk.actor.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.cell.Cell;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Places, and the line of senders that wait for one. */
class AdmissionQueueTest {
    private final List<Object> mailbox = new ArrayList<>();
    private final List<Object> settled = new ArrayList<>();
    private final AdmissionQueue room = new AdmissionQueue(2, mailbox::add);

    private final class Someone extends CapacityWaiter {
        private final boolean endsWithActor;

        Someone(Object message, @Nullable Cell<?> sender, boolean endsWithActor) {
            super(message, sender, null);
            this.endsWithActor = endsWithActor;
        }

        @Override
        boolean endsWithActor() {
            return endsWithActor;
        }

        @Override
        void settled() {
            settled.add(message);
        }
    }

    /** A message that takes four places. */
    private static final class Large extends Bulky {
        @Override
        public int places() {
            return 4;
        }
    }

    private CapacityWaiter join(Object message) {
        var waiter = new Someone(message, null, false);
        room.join(waiter);
        return waiter;
    }

    private void fill() {
        assertThat(room.tryEnter(1)).isTrue();
        assertThat(room.tryEnter(1)).isTrue();
        assertThat(room.tryEnter(1)).isFalse();
    }

    @Test
    void shouldLetInFromFrontToBack() {
        fill();
        join("a");
        join("b");
        join("c");
        room.leave(1);
        assertThat(mailbox).containsExactly("a");
        room.leave(1);
        room.leave(1);
        assertThat(mailbox).containsExactly("a", "b", "c");
        assertThat(settled).containsExactly("a", "b", "c");
        assertThat(room.hasWaiters()).isFalse();
        assertThat(room.taken()).isEqualTo(2);
    }

    @Test
    void shouldLetInALargeMessageIfAPlaceIsFreeAndTheNextWhenAllButOneAreFreeAgain() {
        var large = new Large();
        assertThat(room.tryEnter(1)).isTrue();
        assertThat(room.tryEnter(large.places())).isTrue();
        join(large);
        join("a");
        room.leave(1);
        room.leave(2);
        assertThat(mailbox).isEmpty();
        room.leave(1);
        assertThat(mailbox).containsExactly(large);
        assertThat(room.taken()).isEqualTo(5);
        room.leave(1);
        room.leave(2);
        assertThat(mailbox).containsExactly(large);
        room.leave(1);
        assertThat(mailbox).containsExactly(large, "a");
        assertThat(room.taken()).isEqualTo(2);
    }

    @Test
    void shouldTakeItsPlacesForALargeMessageThatIsLetInByForce() {
        fill();
        join(new Large());
        room.open();
        assertThat(room.taken()).isEqualTo(6);
    }

    @Test
    void shouldGiveBackThePlacesOfALargeMessageThatIsWithdrawn() {
        fill();
        room.join(new Someone(new Large(), null, true));
        room.open();
        assertThat(mailbox).isEmpty();
        assertThat(room.taken()).isEqualTo(2);
    }

    @Test
    void shouldLetInAtOnceWhenThereIsAPlace() {
        CapacityWaiter waiter = join("a");
        assertThat(waiter.isIn()).isTrue();
        assertThat(room.taken()).isEqualTo(1);
    }

    @Test
    void shouldLetNobodyPastTheLineUntilTheMessageOfTheFirstIsIn() {
        List<Boolean> passed = new ArrayList<>();
        var rooms = new ArrayList<AdmissionQueue>();
        rooms.add(new AdmissionQueue(2, message -> {
            rooms.getFirst().leave(1);
            passed.add(rooms.getFirst().tryEnter(1));
        }));
        rooms.getFirst().tryEnter(1);
        rooms.getFirst().tryEnter(1);
        rooms.getFirst().join(new Someone("a", null, false));
        rooms.getFirst().leave(1);
        assertThat(passed).containsExactly(false);
        assertThat(rooms.getFirst().tryEnter(1)).isTrue();
    }

    @Test
    void shouldPassOnThePlaceOfOneWhoGivesUp() {
        fill();
        CapacityWaiter impatient = join("a");
        join("b");
        assertThat(room.withdraw(impatient)).isTrue();
        room.leave(1);
        assertThat(mailbox).containsExactly("b");
        assertThat(settled).containsExactly("b");
    }

    @Test
    void shouldGiveUpInVainOnceTheMessageIsIn() {
        CapacityWaiter waiter = join("a");
        assertThat(room.withdraw(waiter)).isFalse();
        assertThat(waiter.isIn()).isTrue();
    }

    @Test
    void shouldLetInByForceAllOfOneSenderThatStandBeforeButNobodyElse() {
        try (ActorSystem system = ActorSystem.create("room")) {
            Cell<?> sender = (Cell<?>) system.spawn(context -> message -> {});
            fill();
            room.join(new Someone("other 1", null, false));
            room.join(new Someone("first", sender, false));
            room.join(new Someone("other 2", null, false));
            var second = new Someone("second", sender, false);
            room.join(second);
            room.join(new Someone("third", sender, false));
            room.press(second);
            assertThat(mailbox).containsExactly("first", "second");
            assertThat(room.taken()).isEqualTo(4);
            room.leave(1);
            room.leave(1);
            assertThat(mailbox).containsExactly("first", "second");
            room.leave(1);
            assertThat(mailbox).containsExactly("first", "second", "other 1");
        }
    }

    @Test
    void shouldLetEverybodyInOnceItIsOpenButThoseWhoWantTheirMessageBack() {
        fill();
        join("a");
        room.join(new Someone("b", null, true));
        join("c");
        room.open();
        assertThat(mailbox).containsExactly("a", "c");
        assertThat(settled).containsExactly("a", "b", "c");
        assertThat(room.taken()).isEqualTo(4);
        CapacityWaiter late = join("d");
        assertThat(late.isIn()).isTrue();
    }
}

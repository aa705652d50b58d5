package dev.ropewalk.scheduler.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InboxTest {
    @Test
    void shouldUnlinkTakenNodesSoThatOneHoldsNoOthers() {
        Inbox inbox = new Inbox();
        QueueNode kept = Items.node(1);
        inbox.put(kept);
        inbox.put(Items.node(2));

        assertThat(inbox.poll()).isEqualTo(1);

        assertThat(kept.nextAcquire()).isNull();
        assertThat(inbox.poll()).isEqualTo(2);
        assertThat(inbox.isEmpty()).isTrue();
    }
}

package dev.ropewalk.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.testing.CapturedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is counted, and told, when something fails there. */
class LossesTest {
    private static final MessageLoss LOSS =
            new MessageLoss(Optional.empty(), "/counter/one", Optional.empty(), Reason.HAND_OVER);

    private final CapturedLog log = new CapturedLog("dev.ropewalk");
    private final List<MessageLoss> told = new ArrayList<>();

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void shouldCountOnceThoughNobodyCanBeTold() {
        Executor noThread = task -> {
            throw new StackOverflowError("on purpose");
        };
        var losses = new Losses(told::add, noThread);
        losses.addAside(Reason.HAND_OVER, 3, () -> List.of(LOSS, LOSS, LOSS)); // else the caller would count them again
        assertThat(losses.counts()).isEqualTo(Map.of(Reason.HAND_OVER, 3L));
        assertThat(told).isEmpty();
        assertThat(log.messages("3 losses (HAND_OVER) aren't told")).hasSize(1);
    }

    @Test
    void shouldTellTheOthersThoughTheHandlerThrows() {
        var losses = new Losses(
                loss -> {
                    told.add(loss);
                    throw new AssertionError("on purpose");
                },
                Runnable::run);
        losses.addAside(Reason.HAND_OVER, 2, () -> List.of(LOSS, LOSS));
        assertThat(losses.counts()).isEqualTo(Map.of(Reason.HAND_OVER, 2L));
        assertThat(told).containsExactly(LOSS, LOSS);
    }
}

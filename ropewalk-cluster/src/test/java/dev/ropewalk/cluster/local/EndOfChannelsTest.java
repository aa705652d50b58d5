package dev.ropewalk.cluster.local;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.channel.ChannelFailedException;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.RemoteChannel;
import dev.ropewalk.cluster.channel.ClusterChannels;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What receivers hear when their node is no member any more. */
class EndOfChannelsTest {
    private static final Node SELF = new Node("10.0.0.7", 2551, 1);
    private static final String WHAT = "10.0.0.7:2551#1 is no member any more: ";
    private static final String WHY = "it has left at once";

    /** Some engines say in the reason what has happened, and some say only why. */
    @ParameterizedTest
    @ValueSource(strings = {WHY, WHAT + WHY})
    void shouldSayOnceThatTheNodeIsNoMemberAnyMore(String reason) {
        try (var scheduler = Scheduler.create()) {
            var channels = new ClusterChannels(new LocalChannels(scheduler, SELF, loss -> {}), node -> null);
            RemoteChannel<String> channel = channels.open("items", String.class, 1);
            channels.end(reason);
            assertThatExceptionOfType(ChannelFailedException.class)
                    .isThrownBy(() -> channel.receiver().receive(Duration.ofSeconds(20)))
                    .havingCause()
                    .withMessage(WHAT + WHY);
        }
    }
}

package dev.ropewalk.cluster.pekko.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EngineLoggerTest {
    /** The first seed has looked for the others before it founded the cluster, and Pekko goes on trying for a while. */
    @Test
    void shouldNotWarnOfASeedThatIsNotThereYet() {
        assertThat(EngineLogger.isChatter(
                        "Outbound control stream to [pekko://bank@127.0.0.3:2551] failed. Restarting it."
                                + " org.apache.pekko.remote.artery.OutboundHandshake$HandshakeTimeoutException: Handshake with"
                                + " [pekko://bank@127.0.0.3:2551] did not complete within 20000 ms"))
                .isTrue();
    }

    @Test
    void shouldWarnOfAServerThatIsNoNode() {
        assertThat(EngineLogger.isChatter(
                        "Outbound control stream to [pekko://bank@127.0.0.3:2551] failed. Restarting it."
                                + " java.lang.IllegalStateException: Unexpected incoming bytes in outbound connection to"
                                + " [pekko://bank@127.0.0.3:2551]"))
                .isFalse();
    }
}

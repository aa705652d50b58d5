package dev.ropewalk.cluster.pekko.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.codec.CodecLimits;
import dev.ropewalk.cluster.codec.CodecRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What options become in Pekko's configuration. */
class SettingsTest {
    private static final ClusterOptions OPTIONS =
            ClusterOptions.defaults("shop", CodecRegistry.builder().build()).plaintext(true);

    @Test
    void shouldHaveAsLongToListenAsToJoin() {
        assertThat(bindTimeout(OPTIONS)).isEqualTo(Duration.ofSeconds(20));
        assertThat(bindTimeout(OPTIONS.joinTimeout(Duration.ofMillis(1)))).isEqualTo(Duration.ofSeconds(3));
        assertThat(bindTimeout(OPTIONS.joinTimeout(Duration.ofSeconds(Long.MAX_VALUE))))
                .isEqualTo(Duration.ofDays(1));
    }

    @Test
    void shouldKeepFewerBuffersForLargeFrames() {
        assertThat(buffers(CodecLimits.defaults())).isEqualTo(16);
        assertThat(buffers(CodecLimits.defaults().maxFrameBytes(16))).isEqualTo(16);
        assertThat(buffers(CodecLimits.defaults().maxFrameBytes(4 << 20))).isEqualTo(7);
        assertThat(buffers(CodecLimits.defaults().maxFrameBytes(64 << 20))).isEqualTo(4);
        assertThat(buffers(CodecLimits.defaults().maxFrameBytes(1 << 30))).isEqualTo(4);
    }

    private static int buffers(CodecLimits limits) {
        CodecRegistry codecs = CodecRegistry.builder().limits(limits).build();
        return Settings.of(ClusterOptions.defaults("shop", codecs).plaintext(true), SettingsTest.class.getClassLoader())
                .getInt("pekko.remote.artery.advanced.buffer-pool-size");
    }

    private static Duration bindTimeout(ClusterOptions options) {
        return Settings.of(options, SettingsTest.class.getClassLoader())
                .getDuration("pekko.remote.artery.bind.bind-timeout");
    }
}

package dev.ropewalk.cluster.service;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.cluster.codec.CodecRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServiceRecordsTest {
    @Test
    void shouldRefuseAPathThatIsTooLongForARecord() {
        ServiceRecords.checkPath("x".repeat(65535));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServiceRecords.checkPath("\u00e4".repeat(32768)))
                .withMessageStartingWith(
                        "the path of an actor that is registered must have at most 65535 bytes in UTF-8, but has 65536: '")
                .withMessageEndingWith("... (32768 characters)'");
    }

    @Test
    void shouldRefuseANameThatIsTooLongForARecord() {
        CodecRegistry codecs = CodecRegistry.builder().register(1, String.class).build();
        ServiceRecords.check(new ServiceKey<>("x".repeat(65535), String.class), codecs, "topic");

        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> ServiceRecords.check(new ServiceKey<>("x".repeat(65536), String.class), codecs, "topic"))
                .withMessageStartingWith(
                        "the name of a topic must have at most 65535 bytes in UTF-8, but has 65536: 'xxx");
    }

    @Test
    void shouldRefuseANameThatOtherNodesWouldReadAsAnother() {
        CodecRegistry codecs = CodecRegistry.builder().register(1, String.class).build();
        ServiceRecords.check(new ServiceKey<>("\ud834\udd1e", String.class), codecs, "topic");

        for (String half : List.of("\ud834", "\udd1e", "a\udd1e\ud834")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ServiceRecords.check(new ServiceKey<>(half, String.class), codecs, "topic"))
                    .withMessageContaining("the name of a topic");
        }
    }
}

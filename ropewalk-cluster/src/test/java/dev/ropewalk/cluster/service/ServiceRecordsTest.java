package dev.ropewalk.cluster.service;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ServiceRecordsTest {
    @Test
    void shouldRefuseAPathThatIsTooLongForARecord() {
        ServiceRecords.checkPath("x".repeat(65535));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServiceRecords.checkPath("\u00e4".repeat(32768)))
                .withMessageContaining("32768 characters");
    }
}

package dev.ropewalk.observe;

import dev.ropewalk.testing.NullArguments;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every public method says which of its arguments is null. */
class NullArgumentsTest {
    private static final JvmSnapshot SNAPSHOT = new Look().at(0);

    @Test
    void shouldBeNamed() throws Exception {
        new NullArguments()
                .sample(Instant.class, Instant.EPOCH)
                .sample(JvmSnapshot.class, SNAPSHOT)
                .sample(HealthOptions.class, HealthOptions.defaults())
                .statics(HealthReport.class)
                .statics(JvmSnapshot.class)
                .on(JvmSnapshot.class, SNAPSHOT)
                .on(HealthOptions.class, HealthOptions.defaults())
                .on(HealthReport.class, new HealthReport(Instant.EPOCH, Duration.ZERO, List.of()))
                .assertAllNamed();
    }
}

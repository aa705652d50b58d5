package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.step.RecordingThread;
import dev.ropewalk.testing.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pipeline that is older than its JVM's first simulation announces its steps there all the same. */
class BuiltBeforeTheFirstSimulationTest {
    /** Prints what a single producer announces. */
    static final class Probe {
        private Probe() {}

        public static void main(String[] arguments) throws Exception {
            try (Pipeline<Event> pipeline =
                    Pipeline.builder(Event::new).singleProducer(true).build()) {
                Producer<Event> producer = pipeline.producer();
                producer.claim().publish();
                producer.claim().publish();
                producer.release();
                System.out.println(RecordingThread.kinds(() -> {
                    producer.claim().publish();
                    EventClaim<Event> claim = producer.claim();
                    claim.event().value = 1;
                    claim.publish();
                    producer.claim().abort();
                    return null;
                }));
            }
        }
    }

    @TempDir
    private Path folder;

    @Test
    void shouldAnnounceTheClaimsOfASingleProducer() throws Exception {
        assertThat(ChildJvm.run(
                        folder,
                        List.of(
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Probe.class.getName())))
                .containsExactly("[CLAIM, PUBLISH, CLAIM, PUBLISH, CLAIM, PUBLISH]");
    }
}

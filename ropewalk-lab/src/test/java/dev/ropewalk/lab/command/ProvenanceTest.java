package dev.ropewalk.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.result.Occasion;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProvenanceTest {
    @Test
    void shouldTellWhenAndWithWhichRivals() throws InterruptedException {
        Occasion occasion = Provenance.now();

        assertThat(Duration.between(Instant.parse(occasion.started()), Instant.now()))
                .isLessThan(Duration.ofMinutes(1));
        assertThat(occasion.versions())
                .containsKeys("Pekko", "Kotlin", "jox", "Disruptor", "Aeron", "Chronicle Queue", "Go")
                .containsEntry("Disruptor's worker pool", "3.4.4")
                .containsKeys("Kontraktor", "Scala actors")
                .doesNotContainValue("unknown");
    }

    @Test
    void shouldReadAVersionFromTheNameOfAJar() {
        assertThat(Provenance.version(Path.of("lib", "pekko-actor_3-1.1.3.jar")))
                .isEqualTo("1.1.3");
        assertThat(Provenance.version(Path.of("chronicle-queue-2026.4.jar"))).isEqualTo("2026.4");
        assertThat(Provenance.version(Path.of("classes"))).isEqualTo("unknown");
    }

    @Test
    void shouldNotKnowTheCommitOutsideARepository(@TempDir Path folder) {
        assertThat(Provenance.commit(folder)).isEqualTo("unknown");
    }
}

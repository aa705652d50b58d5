package dev.ropewalk.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.Configuration;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.junit.jupiter.api.Test;

/** The events of Flight Recorder that the library's modules make. */
class RecordingTest {
    private static final Path ROOT = Path.of("..");
    private static final List<Class<?>> EVENTS = House.CLASSES.stream()
            .filter(type -> type.isAssignableTo(Event.class))
            .<Class<?>>map(JavaClass::reflect)
            .toList();

    /** The configuration says what holds without it, so that a user has a place to change it. */
    @Test
    void shouldHaveAConfigurationOfAllEvents() throws Exception {
        Configuration configuration = Configuration.create(ROOT.resolve("docs/ropewalk.jfc"));

        assertThat(configuration.getSettings()).isEqualTo(defaults());
    }

    @Test
    void shouldTellOfAllEventsInTheGuide() throws IOException {
        String guide = Files.readString(ROOT.resolve("docs/guide/recordings.md"));

        assertThat(EVENTS).allSatisfy(type -> assertThat(guide).contains('`' + name(type) + '`'));
    }

    private static Map<String, String> defaults() {
        Map<String, String> settings = new TreeMap<>();
        for (Class<?> type : EVENTS) {
            Enabled enabled = type.getAnnotation(Enabled.class);
            settings.put(name(type) + "#enabled", String.valueOf(enabled == null || enabled.value()));
            StackTrace trace = type.getAnnotation(StackTrace.class);
            settings.put(name(type) + "#stackTrace", String.valueOf(trace == null || trace.value()));
            Threshold threshold = type.getAnnotation(Threshold.class);
            if (threshold != null) {
                settings.put(name(type) + "#threshold", threshold.value());
            }
        }
        return settings;
    }

    private static String name(Class<?> event) {
        return event.getAnnotation(Name.class).value();
    }
}

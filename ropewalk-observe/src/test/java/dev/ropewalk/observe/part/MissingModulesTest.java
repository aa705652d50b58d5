package dev.ropewalk.observe.part;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.reflect.RecordComponent;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All modules with parts are optional. */
class MissingModulesTest {
    private static final List<String> MODULES =
            List.of("cpu", "scheduler", "actor", "channel", "pipeline", "limit", "task", "graph", "cluster", "journal");

    /** Returns a loader of the class path without some modules. */
    static URLClassLoader without(List<String> modules) throws MalformedURLException {
        List<URL> left = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (modules.stream().noneMatch(module -> entry.contains("ropewalk-" + module))) {
                left.add(Path.of(entry).toUri().toURL());
            }
        }
        return new URLClassLoader(left.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    private static Object snapshot(ClassLoader loader) throws ReflectiveOperationException {
        return loader.loadClass("dev.ropewalk.observe.JvmSnapshot")
                .getMethod("take")
                .invoke(null);
    }

    private static void expectHealthReport(ClassLoader loader) throws ReflectiveOperationException {
        Object report = loader.loadClass("dev.ropewalk.observe.HealthReport")
                .getMethod("take", Duration.class)
                .invoke(null, Duration.ofMillis(1));
        assertThat(report).asString().startsWith("healthy");
    }

    private static void expectExport(ClassLoader loader) throws Exception {
        Class<?> export = loader.loadClass("dev.ropewalk.observe.JmxExport");
        try (var open = (AutoCloseable) export.getMethod("open").invoke(null)) {
            assertThat(open).isInstanceOf(export);
        }
    }

    private static void expectNoParts(Object snapshot) throws ReflectiveOperationException {
        for (RecordComponent component : snapshot.getClass().getRecordComponents()) {
            if (component.getType() == Map.class) {
                assertThat(component.getAccessor().invoke(snapshot))
                        .as(component.getName())
                        .isEqualTo(Map.of());
            }
        }
    }

    @Test
    void shouldDoWithoutAllOfThem() throws Exception {
        try (URLClassLoader loader = without(MODULES)) {
            expectNoParts(snapshot(loader));
            expectHealthReport(loader);
            expectExport(loader);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"actor", "channel", "pipeline", "limit", "task", "graph", "journal"})
    void shouldDoWithoutOneOfThem(String missing) throws Exception {
        List<String> gone = missing.equals("limit") ? List.of("limit", "task", "graph") : List.of(missing);
        try (URLClassLoader loader = without(gone)) {
            expectNoParts(snapshot(loader));
            expectHealthReport(loader);
            expectExport(loader);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"actor", "channel", "pipeline", "task", "graph"})
    void shouldNameKindsThatLackWhatTheyNeed(String only) throws Exception {
        List<String> gone = new ArrayList<>(MODULES);
        gone.remove(only);
        try (URLClassLoader loader = without(gone)) {
            Object unreadable =
                    snapshot(loader).getClass().getMethod("unreadable").invoke(snapshot(loader));
            assertThat((Map<?, ?>) unreadable)
                    .allSatisfy(
                            (kind, failure) -> assertThat(failure).asString().contains("NoClassDefFoundError"));
        }
    }
}

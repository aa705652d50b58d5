package dev.ropewalk.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.testing.CapturedLog;
import io.micrometer.context.ContextSnapshotFactory;
import java.io.File;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All modules with parts are optional. */
class MissingModulesTest {
    private static final String MISSING =
            "Micrometer's context propagation is missing: add io.micrometer:context-propagation to the program";

    private static final List<String> MODULES =
            List.of("scheduler", "actor", "channel", "pipeline", "limit", "task", "graph", "journal", "cluster");

    /** Returns the text that a registry answers where modules are missing. */
    private static String textWithout(List<String> modules) throws Exception {
        try (CapturedLog log = new CapturedLog("dev.ropewalk.micrometer");
                URLClassLoader loader = loaderWithout(modules)) {
            Object text =
                    loader.loadClass(BindAll.class.getName()).getMethod("text").invoke(null);
            assertThat(log.messages(java.util.logging.Level.WARNING, "")).isEmpty();
            return String.valueOf(text);
        }
    }

    private static URLClassLoader loaderWithout(List<String> modules) throws MalformedURLException {
        List<URL> left = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (modules.stream().noneMatch(module -> entry.contains("ropewalk-" + module) || entry.endsWith(module))) {
                left.add(Path.of(entry).toUri().toURL());
            }
        }
        return new URLClassLoader(left.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    @Test
    void shouldDoWithoutAllOfThem() throws Exception {
        assertThat(textWithout(MODULES)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "actor, actor.system",
        "channel, channel",
        "pipeline, pipeline",
        "limit, limiter",
        "task, executor",
        "graph, graph.run",
        "journal, journal",
        "cluster, cluster"
    })
    void shouldDoWithoutOneOfThem(String missing, String kind) throws Exception {
        List<String> gone = missing.equals("limit") ? List.of("limit", "task", "graph") : List.of(missing);

        assertThat(textWithout(gone)).contains("kind=\"scheduler\"").doesNotContain("kind=\"" + kind + "\"");
    }

    @Test
    void shouldSayInASentenceThatContextsCannotBeCarried() throws Exception {
        String missing = "context-propagation-"
                + ContextSnapshotFactory.class.getPackage().getImplementationVersion() + ".jar";
        try (URLClassLoader loader = loaderWithout(List.of(missing))) {
            Class<?> executor = loader.loadClass(ContextExecutor.class.getName());
            Class<?> bounded = loader.loadClass(BoundedExecutor.class.getName());
            Class<?> propagation = loader.loadClass(ContextPropagation.class.getName());
            MethodHandle makeExecutor =
                    MethodHandles.publicLookup().findConstructor(executor, MethodType.methodType(void.class, bounded));
            Method makeBuilder = propagation.getMethod("builder");

            assertThatIllegalStateException()
                    .isThrownBy(() -> makeExecutor.invokeWithArguments(new Object[1]))
                    .withMessage(MISSING);
            assertThatExceptionOfType(InvocationTargetException.class)
                    .isThrownBy(() -> makeBuilder.invoke(null))
                    .havingCause()
                    .isInstanceOf(IllegalStateException.class)
                    .withMessage(MISSING);
        }
    }
}

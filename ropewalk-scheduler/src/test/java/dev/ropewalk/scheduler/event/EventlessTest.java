package dev.ropewalk.scheduler.event;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The scheduler goes on if there is no memory to load the classes of events. */
class EventlessTest {
    private static final String EVENTS = "dev.ropewalk.scheduler.event.";

    /** Has the classes of the class path once more, but those of events. */
    private static final class Loader extends URLClassLoader {
        Loader() throws MalformedURLException {
            super(classPath(), ClassLoader.getPlatformClassLoader());
        }

        private static URL[] classPath() throws MalformedURLException {
            List<URL> path = new ArrayList<>();
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
                path.add(Path.of(entry).toUri().toURL());
            }
            return path.toArray(URL[]::new);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith(EVENTS) && name.endsWith("Event")) {
                throw new OutOfMemoryError("as intended");
            }
            return super.loadClass(name, resolve);
        }
    }

    @Test
    void shouldStealMoveStarveAndWait() throws Exception {
        try (var loader = new Loader()) {
            assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> loader.loadClass(EVENTS + "StealEvent"));
            var probe = (Runnable) loader.loadClass(EventlessProbe.class.getName())
                    .getConstructor()
                    .newInstance();

            probe.run();
        }
    }
}

package dev.ropewalk.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.util.Objects;
import java.util.function.Consumer;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;

class FlightRecorderStateTest {
    private static final String NAME = FlightRecorderState.class.getName();

    @Test
    void shouldTellThatARecordingWasMade() throws Exception {
        Method isUsed = isUsedOf(new FreshClass(name -> {}));

        try (var recording = new Recording()) {
            recording.start();
        }

        assertThat(isUsed.invoke(null)).isEqualTo(true);
    }

    @Test
    void shouldStayUsableIfMemoryWasMissingAtItsFirstUse() throws Exception {
        assertStaysUsable(new FreshClass(name -> {
            if (name.startsWith(NAME + "$")) {
                throw new OutOfMemoryError("no memory for " + name);
            }
        }));
    }

    @Test
    void shouldStayUsableWithoutARecorder() throws Exception {
        assertStaysUsable(new FreshClass(name -> {
            if (name.startsWith("jdk.jfr.")) {
                throw new NoClassDefFoundError(name);
            }
        }));
    }

    private static void assertStaysUsable(ClassLoader loader) throws Exception {
        Method isUsed = isUsedOf(loader);

        assertThat(isUsed.invoke(null)).as("the first answer").isEqualTo(false);
        assertThat(isUsed.invoke(null)).as("the second answer").isEqualTo(false);
    }

    private static Method isUsedOf(ClassLoader loader) throws ReflectiveOperationException {
        return loader.loadClass(NAME).getMethod("isUsed");
    }

    /** Defines the class anew, so that it isn't initialized. */
    private static final class FreshClass extends ClassLoader {
        private final Consumer<String> beforeLoading;

        /** Makes a loader which fails as what is told of each class fails. */
        FreshClass(Consumer<String> beforeLoading) {
            super(ClassLoader.getPlatformClassLoader());
            this.beforeLoading = beforeLoading;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            beforeLoading.accept(name);
            return super.loadClass(name, resolve);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            URL file = FlightRecorderState.class.getResource(name.substring(name.lastIndexOf('.') + 1) + ".class");
            try (InputStream in = Objects.requireNonNull(file, name).openStream()) {
                byte[] code = in.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}

package dev.ropewalk.cluster.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Records whose annotations are there when they are compiled, and missing when they are registered. */
class MissingAnnotationsTest {
    public record Named(@Nullable String name) {}

    public record Listed(int number, List<@Nullable String> names) {}

    public record Plain(int number, List<String> names) {}

    /** Loads a record anew, and has no JSpecify. */
    private static final class WithoutJSpecify extends ClassLoader {
        private final Class<?> type;

        WithoutJSpecify(Class<?> type) {
            super(type.getClassLoader());
            this.type = type;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("org.jspecify.")) {
                throw new ClassNotFoundException(name);
            }
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null && name.equals(type.getName())) {
                byte[] file = classFile();
                return defineClass(name, file, 0, file.length);
            }
            return loaded == null ? super.loadClass(name, resolve) : loaded;
        }

        private byte[] classFile() {
            try (InputStream file =
                    type.getResourceAsStream("MissingAnnotationsTest$" + type.getSimpleName() + ".class")) {
                return Objects.requireNonNull(file).readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static CodecRegistryBuilder builderWithoutJSpecify(Class<?> type) throws ClassNotFoundException {
        return CodecRegistry.builder().register(1, new WithoutJSpecify(type).loadClass(type.getName()));
    }

    @Test
    void shouldRefuseAComponentWhoseAnnotationIsMissing() throws Exception {
        CodecRegistryBuilder builder = builderWithoutJSpecify(Named.class);
        assertThatIllegalArgumentException()
                .isThrownBy(builder::build)
                .withMessageContaining(
                        "MissingAnnotationsTest$Named.name is annotated with org.jspecify.annotations.Nullable,"
                                + " which isn't there at run time");
    }

    @Test
    void shouldRefuseAnElementWhoseAnnotationIsMissing() throws Exception {
        CodecRegistryBuilder builder = builderWithoutJSpecify(Listed.class);
        assertThatIllegalArgumentException()
                .isThrownBy(builder::build)
                .withMessageContaining("MissingAnnotationsTest$Listed.names is annotated with");
    }

    @Test
    void shouldTakeARecordThatHasNone() throws Exception {
        assertThat(builderWithoutJSpecify(Plain.class).build()).isNotNull();
        assertThat(CodecRegistry.builder()
                        .register(1, Named.class)
                        .register(2, Listed.class)
                        .build())
                .isNotNull();
    }
}

package dev.ropewalk.lab.isolation;

import dev.ropewalk.lab.apart.ScalaRings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Loads the rivals of the package {@code dev.ropewalk.lab.apart} with their libraries, which exclude those of other rivals: they see
 * the JDK and nothing else of the lab. The libraries are in the folder {@code apart} beside the jar or the classes of that package.
 */
public final class Apart {
    private static final Path CLASSES = location(ScalaRings.class);
    private static final List<Path> LIBRARIES = jars(CLASSES.resolveSibling("apart"));
    private static final ClassLoader LOADER = new URLClassLoader(
            "apart",
            Stream.concat(Stream.of(CLASSES), LIBRARIES.stream())
                    .map(Apart::url)
                    .toArray(URL[]::new),
            ClassLoader.getPlatformClassLoader());

    private Apart() {}

    /** Returns why rivals that are loaded apart can't take part, empty if they can. */
    public static Optional<String> refusal() {
        return LIBRARIES.isEmpty()
                ? Optional.of("its libraries aren't in the folder " + CLASSES.resolveSibling("apart"))
                : Optional.empty();
    }

    /** Returns the jars of the libraries; none if they weren't collected. */
    public static List<Path> libraries() {
        return LIBRARIES;
    }

    /**
     * Makes an object of a rival's class, which isn't the class of that name that is given, but the one that is loaded apart.
     *
     * @param shared the type of the JDK by which the object is used; it must also be closeable
     * @param arguments of the only public constructor
     */
    public static <T> Isolated<T> open(Class<?> type, Class<T> shared, Object... arguments) {
        try {
            Object made = LOADER.loadClass(type.getName()).getConstructors()[0].newInstance(arguments);
            return new Isolated<>(shared.cast(made), (AutoCloseable) made);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("can't make " + type.getName(), e);
        }
    }

    private static List<Path> jars(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("can't read the folder " + folder, e);
        }
    }

    private static Path location(Class<?> type) {
        return Path.of(URI.create(
                type.getProtectionDomain().getCodeSource().getLocation().toString()));
    }

    private static URL url(Path file) {
        try {
            return file.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException("no URL for " + file, e);
        }
    }
}

package dev.ropewalk.lab.simulation;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The classes of a user. They share Ropewalk and JUnit with this program, and see nothing else of what it is built on. */
final class UserClasses implements Closeable {
    private final URLClassLoader loader;

    private UserClasses(URLClassLoader loader) {
        this.loader = loader;
    }

    /**
     * Opens a class path.
     *
     * @throws IllegalArgumentException if something on it doesn't exist
     */
    static UserClasses on(String classPath) {
        List<URL> urls = new ArrayList<>();
        for (String entry : classPath.split(Pattern.quote(File.pathSeparator), -1)) {
            Path path = Path.of(entry);
            if (!Files.exists(path)) {
                throw new IllegalArgumentException("there is no " + path.toAbsolutePath()
                        + ", which is on the class path '" + classPath + "'; --class-path sets it");
            }
            urls.add(url(path));
        }
        return new UserClasses(new URLClassLoader(urls.toArray(URL[]::new), new Shared()));
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("no place of classes: " + path, e);
        }
    }

    /**
     * Returns a class.
     *
     * @throws IllegalArgumentException if it isn't there or can't be loaded
     */
    Class<?> named(String name) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(
                    "there is no class " + name + " in " + List.of(loader.getURLs())
                            + "; --class-path sets where it is",
                    e);
        } catch (LinkageError e) {
            throw new IllegalArgumentException("class " + name + " can't be loaded: " + e, e);
        }
    }

    ClassLoader loader() {
        return loader;
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }

    /** What users' classes share with this program. */
    private static final class Shared extends ClassLoader {
        private static final List<String> PACKAGES =
                List.of("dev.ropewalk.", "org.junit.", "org.opentest4j.", "org.apiguardian.", "org.jspecify.");

        Shared() {
            super(getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (PACKAGES.stream().noneMatch(name::startsWith)) {
                throw new ClassNotFoundException(name);
            }
            return UserClasses.class.getClassLoader().loadClass(name);
        }
    }
}

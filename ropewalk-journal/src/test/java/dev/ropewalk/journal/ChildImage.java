package dev.ropewalk.journal;

import dev.ropewalk.base.Nulls;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * The classes of the child JVMs in one jar, and the JDK's cache of them: the start of a child takes a third of the time
 * with it. Made by the first test that needs it, and gone with this JVM.
 */
final class ChildImage {
    private static final List<String> FLAGS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xmx32m", "-Xss256k");

    private static final List<String> JAVA = make();

    private ChildImage() {}

    /** Returns the command that options, a main class and its arguments come after. Native access isn't enabled. */
    static List<String> java() {
        return JAVA;
    }

    private static List<String> make() {
        try {
            Path folder = Files.createTempDirectory("ropewalk-child");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
            Path jar = folder.resolve("child.jar");
            try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
                for (Class<?> each :
                        List.of(Journal.class, CrashWriter.class, Nulls.class, Parking.class, Await.class)) {
                    addClasses(out, placeOf(each));
                }
            }
            Path cache = folder.resolve("child.aot");
            // A child that has nothing to read ends by itself: that run trains the cache.
            List<String> training = new ArrayList<>(command(jar, "-XX:AOTCacheOutput=" + cache));
            training.addAll(CrashWriter.arguments(
                    folder.resolve("journal"), folder.resolve("acks"), new CrashPlan(1), 0, CrashWriter.FAITHFUL));
            Process process = new ProcessBuilder(training)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
            process.getOutputStream().close();
            if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IllegalStateException(Files.readString(folder.resolve("log")));
            }
            return command(jar, "-XX:AOTCache=" + cache);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static List<String> command(Path jar, String cache) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.addAll(List.of(cache, "-cp", jar.toString()));
        return List.copyOf(command);
    }

    /** Adds the classes of a folder or of a jar. */
    private static void addClasses(JarOutputStream jar, Path place) throws IOException {
        if (Files.isDirectory(place)) {
            addFolder(jar, place);
            return;
        }
        try (FileSystem inside = FileSystems.newFileSystem(place)) {
            addFolder(jar, inside.getPath("/"));
        }
    }

    private static void addFolder(JarOutputStream jar, Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(ChildImage::isWanted).toList()) {
                jar.putNextEntry(new JarEntry(folder.relativize(file)
                        .toString()
                        .replace(file.getFileSystem().getSeparator(), "/")));
                Files.copy(file, jar);
                jar.closeEntry();
            }
        }
    }

    private static boolean isWanted(Path file) {
        String name = String.valueOf(file.getFileName()); // the root of a jar has none
        return name.endsWith(".class") && !name.equals("module-info.class");
    }

    private static Path placeOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

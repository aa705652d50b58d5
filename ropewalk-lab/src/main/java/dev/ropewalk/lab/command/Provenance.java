package dev.ropewalk.lab.command;

import dev.ropewalk.lab.go.GoToolchain;
import dev.ropewalk.lab.isolation.Apart;
import dev.ropewalk.lab.result.Occasion;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds out what is measured: Ropewalk's commit and the versions of the rivals. */
final class Provenance {
    private static final String UNKNOWN = "unknown";
    private static final Pattern VERSION_IN_NAME = Pattern.compile("-(\\d[\\w.-]*)\\.jar$");

    /** A class of each rival's library; its jar's name tells the version. */
    private static final Map<String, String> LIBRARIES = libraries();

    private Provenance() {}

    private static Map<String, String> libraries() {
        var libraries = new LinkedHashMap<String, String>();
        libraries.put("Pekko", "org.apache.pekko.actor.ActorSystem");
        libraries.put("Kotlin", "kotlin.Unit");
        libraries.put("kotlinx.coroutines", "kotlinx.coroutines.channels.Channel");
        libraries.put("jox", "com.softwaremill.jox.Channel");
        libraries.put("Reactor", "reactor.core.publisher.Flux");
        libraries.put("RxJava", "io.reactivex.rxjava3.core.Flowable");
        libraries.put("Disruptor", "com.lmax.disruptor.RingBuffer");
        libraries.put("JCTools", "org.jctools.queues.MessagePassingQueue");
        libraries.put("Agrona", "org.agrona.concurrent.ringbuffer.OneToOneRingBuffer");
        libraries.put("Aeron", "io.aeron.Aeron");
        libraries.put("Chronicle Queue", "net.openhft.chronicle.queue.ChronicleQueue");
        libraries.put("Lincheck", "org.jetbrains.lincheck.Lincheck");
        return libraries;
    }

    /** Returns the occasion of a command that starts at this moment. */
    static Occasion now() throws InterruptedException {
        return new Occasion(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                location(Provenance.class).map(Provenance::commit).orElse(UNKNOWN),
                versions());
    }

    private static Map<String, String> versions() throws InterruptedException {
        var versions = new LinkedHashMap<String, String>();
        LIBRARIES.forEach((library, className) -> versions.put(library, version(className)));
        versions.put("Disruptor's worker pool", apart("disruptor-"));
        versions.put("Kontraktor", apart("kontraktor-"));
        versions.put("Scala actors", apart("scala-actors-"));
        versions.put("Go", GoToolchain.version().orElse("not installed"));
        return versions;
    }

    private static String version(String className) {
        try {
            Class<?> type = Class.forName(className, false, Provenance.class.getClassLoader());
            return location(type).map(Provenance::version).orElse(UNKNOWN);
        } catch (ClassNotFoundException e) {
            return UNKNOWN;
        }
    }

    /** Returns the version of a library that is loaded apart. */
    private static String apart(String begin) {
        return Apart.libraries().stream()
                .filter(jar -> jar.getFileName().toString().startsWith(begin))
                .findFirst()
                .map(Provenance::version)
                .orElse(UNKNOWN);
    }

    /** Returns the version in a jar's name. */
    static String version(Path jar) {
        Matcher matcher = VERSION_IN_NAME.matcher(jar.toString());
        return matcher.find() ? matcher.group(1) : UNKNOWN;
    }

    private static Optional<Path> location(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        if (source == null || source.getLocation() == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Path.of(source.getLocation().toURI()));
        } catch (URISyntaxException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns the commit of the repository that a file is in, with a mark if its sources were changed since. */
    static String commit(Path inside) {
        Optional<Path> root = Stream.iterate(inside.toAbsolutePath(), path -> path != null, Path::getParent)
                .filter(folder -> Files.exists(folder.resolve(".git")))
                .findFirst();
        if (root.isEmpty()) {
            return UNKNOWN;
        }
        Optional<String> head = git(root.get(), "rev-parse", "--short=12", "HEAD");
        boolean changed = git(root.get(), "status", "--porcelain", "--untracked-files=no")
                .filter(text -> !text.isEmpty())
                .isPresent();
        return head.map(commit -> changed ? commit + ", with changes" : commit).orElse(UNKNOWN);
    }

    private static Optional<String> git(Path root, String... arguments) {
        List<String> command = Stream.concat(Stream.of("git", "-C", root.toString()), Stream.of(arguments))
                .toList();
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.onExit().join().exitValue() == 0 ? Optional.of(output) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}

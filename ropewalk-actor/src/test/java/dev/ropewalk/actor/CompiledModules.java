package dev.ropewalk.actor;

import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.scheduler.Scheduler;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;

/** Java sources, compiled while a test runs, and the modules that they need. */
public final class CompiledModules {
    private CompiledModules() {}

    /**
     * Compiles a module, or classes without one.
     *
     * @param folder an empty one, which gets the sources and the classes
     * @param path where the modules are that it may need
     * @param sources by path, such as {@code bank/Account.java}
     * @return the folder of the classes
     */
    public static Path compile(Path folder, List<Path> path, Map<String, String> sources) throws IOException {
        Path classes = folder.resolve("classes");
        String joined = path.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        String kind = sources.containsKey("module-info.java") ? "--module-path" : "--class-path";
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", classes.toString(), kind, joined));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = folder.resolve("sources").resolve(source.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, source.getValue());
            arguments.add(file.toString());
        }
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        if (status != 0) {
            throw new AssertionError("the compiler ended with " + status);
        }
        return classes;
    }

    /** Returns where the modules of this library, and of what it needs, are. */
    static List<Path> library() {
        return Stream.of(ActorSystem.class, Scheduler.class, CpuSet.class, SafeLog.class, NullMarked.class)
                .map(CompiledModules::location)
                .toList();
    }

    private static Path location(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}

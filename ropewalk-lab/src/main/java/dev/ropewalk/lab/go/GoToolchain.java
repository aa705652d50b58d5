package dev.ropewalk.lab.go;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Builds Go programs, where Go is installed. */
public final class GoToolchain {
    private static final List<String> USUAL_FOLDERS =
            List.of("/usr/local/go/bin", "/usr/lib/go/bin", "/opt/homebrew/bin", "/usr/local/bin");

    private static final String SHARED = "measure.go";

    private final Path command;

    private GoToolchain(Path command) {
        this.command = command;
    }

    /** Returns the toolchain on the path, in {@code GOROOT}, or where it is usually put. */
    static Optional<GoToolchain> find() {
        Map<String, String> environment = System.getenv();
        Stream<String> onPath =
                Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator));
        Stream<String> root = Stream.ofNullable(environment.get("GOROOT")).map(folder -> folder + "/bin");
        return Stream.of(onPath, root, USUAL_FOLDERS.stream())
                .flatMap(folders -> folders)
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, "go"))
                .filter(Files::isExecutable)
                .findFirst()
                .map(GoToolchain::new);
    }

    /** Returns why a contender written in Go stays out, empty if there is a toolchain. */
    public static Optional<String> refusal() {
        return find().isPresent()
                ? Optional.empty()
                : Optional.of("no Go toolchain: 'go' is neither on the path, nor in GOROOT, nor in "
                        + String.join(", ", USUAL_FOLDERS));
    }

    /** Returns what the toolchain calls its version, such as {@code 1.22.2}; empty if there is none. */
    public static Optional<String> version() throws InterruptedException {
        Optional<GoToolchain> toolchain = find();
        return toolchain.isEmpty() ? Optional.empty() : toolchain.get().askVersion();
    }

    private Optional<String> askVersion() throws InterruptedException {
        var builder = new ProcessBuilder(command.toString(), "env", "GOVERSION").redirectErrorStream(true);
        builder.environment().put("GOTOOLCHAIN", "local");
        try {
            Process process = builder.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 && !output.isEmpty()
                    ? Optional.of(output.replaceFirst("^go", ""))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Builds a program of one file and what all programs share.
     *
     * @param beside the class beside which the file is a resource
     * @param folder where the sources and the program go
     * @return the program
     */
    Path build(Class<?> beside, String source, Path folder) throws IOException, InterruptedException {
        Path program = folder.resolve("program");
        var builder = new ProcessBuilder(
                        command.toString(),
                        "build",
                        "-o",
                        program.toString(),
                        copy(beside, source, folder).toString(),
                        copy(GoToolchain.class, SHARED, folder).toString())
                .directory(folder.toFile())
                .redirectErrorStream(true);
        // Another version than the one installed would have to be downloaded.
        builder.environment().put("GOTOOLCHAIN", "local");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(command + " can't build " + source + ": " + output.strip());
        }
        return program;
    }

    private static Path copy(Class<?> beside, String source, Path folder) throws IOException {
        Path file = folder.resolve(source);
        try (InputStream text = Objects.requireNonNull(beside.getResourceAsStream(source), source)) {
            Files.copy(text, file);
        }
        return file;
    }
}

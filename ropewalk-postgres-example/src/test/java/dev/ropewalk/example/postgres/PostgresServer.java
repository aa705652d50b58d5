package dev.ropewalk.example.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.ropewalk.testing.Await;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A server of PostgreSQL that a test starts, in a folder of its own, from the programs that are installed here. Where there are none the test is skipped. It refuses to run as root, so that another user
 * runs it then.
 */
final class PostgresServer implements AutoCloseable {
    private static final int TIMEOUT_SECONDS = 60;
    private static final List<String> OTHER_USERS = List.of("postgres", "nobody");

    private final Path programs;
    private final Path folder;
    private final List<String> asUser;
    private final int port;
    private @Nullable Process process;

    private PostgresServer(Path programs, Path folder, List<String> asUser, int port) {
        this.programs = programs;
        this.folder = folder;
        this.asUser = asUser;
        this.port = port;
    }

    /** Makes a server and starts it; skips the test where PostgreSQL isn't installed. */
    static PostgresServer start() throws IOException, InterruptedException {
        Path programs = programs().orElseGet(() -> abort("PostgreSQL isn't installed: there is no initdb"));
        Path folder = Files.createTempDirectory("postgres");
        List<String> asUser = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            UserPrincipal user = otherUser()
                    .orElseGet(() -> abort("PostgreSQL doesn't run as root, and there is none of " + OTHER_USERS));
            Files.setOwner(folder, user);
            asUser.addAll(List.of("setpriv", "--reuid=" + user.getName(), "--clear-groups"));
        }
        var server = new PostgresServer(programs, folder, asUser, freePort());
        server.initialize();
        server.begin();
        return server;
    }

    private static Optional<Path> programs() throws IOException {
        List<Path> folders = new ArrayList<>();
        Arrays.stream(Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator))
                .map(Path::of)
                .forEach(folders::add);
        Path versions = Path.of("/usr/lib/postgresql");
        if (Files.isDirectory(versions)) {
            try (Stream<Path> found = Files.list(versions)) {
                found.sorted(Comparator.reverseOrder())
                        .map(version -> version.resolve("bin"))
                        .forEach(folders::add);
            }
        }
        for (Path candidate : folders) {
            Path initdb = candidate.resolve("initdb");
            if (Files.isExecutable(initdb)) {
                return Optional.of(initdb.toRealPath().resolveSibling("."));
            }
        }
        return Optional.empty();
    }

    private static Optional<UserPrincipal> otherUser() throws IOException {
        for (String name : OTHER_USERS) {
            Optional<UserPrincipal> user = user(name);
            if (user.isPresent()) {
                return user;
            }
        }
        return Optional.empty();
    }

    private static Optional<UserPrincipal> user(String name) throws IOException {
        try {
            var users = FileSystems.getDefault().getUserPrincipalLookupService();
            return Optional.of(users.lookupPrincipalByName(name));
        } catch (UserPrincipalNotFoundException none) {
            return Optional.empty();
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void initialize() throws IOException, InterruptedException {
        Process initdb = run("initdb", "-D", data(), "-U", "bank", "-A", "trust", "-E", "UTF8", "--no-sync");
        assertThat(initdb.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(initdb.exitValue()).as(printed()).isZero();
    }

    /** Starts the server, and waits until it answers. */
    void begin() throws IOException {
        process = run(
                "postgres",
                "-D",
                data(),
                "-p",
                String.valueOf(port),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories=" + folder,
                "-c",
                "fsync=off");
        Await.until(this::printed, this::isReady, Duration.ofSeconds(TIMEOUT_SECONDS));
    }

    /** Ends the server at once, as a crash does. */
    void kill() {
        Process running = process;
        if (running == null) {
            return;
        }
        process = null;
        List<ProcessHandle> all = Stream.concat(running.descendants(), Stream.of(running.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle each : all) {
            each.onExit().join();
        }
    }

    private Process run(String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(asUser);
        command.add(programs.resolve(program).normalize().toString());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                .start();
    }

    private boolean isReady() {
        try (var connection = DriverManager.getConnection(url())) {
            return connection.isValid(1);
        } catch (SQLException notYet) {
            return false;
        }
    }

    String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=bank&connectTimeout=2&socketTimeout=20";
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private Path log() {
        return folder.resolve("log");
    }

    private String printed() {
        try {
            return "PostgreSQL: " + Files.readString(log());
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Override
    public void close() throws IOException {
        kill();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}

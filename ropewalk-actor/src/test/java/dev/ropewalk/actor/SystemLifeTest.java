package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.CoordinatedShutdown;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.ShutdownOrder;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long a system lives, and what ends with it: seen from outside, in a JVM of its own. */
@Timeout(120)
class SystemLifeTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    /** The program that a test starts. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) {
            ActorSystem system = ActorSystem.builder("program")
                    .daemon(args[0].equals("daemon"))
                    .build();
            ActorRef<String> actor = system.spawn("actor", context -> new Actor<>() {
                @Override
                public void receive(String message) {
                    System.out.println(message);
                    if (args[0].equals("close")) {
                        Thread.ofPlatform().start(system::close);
                    }
                }

                @Override
                public void postStop() {
                    System.out.println("postStop");
                }
            });
            if (args[0].equals("hook")) {
                CoordinatedShutdown shutdown = CoordinatedShutdown.builder("program")
                        .phase("actors", LONG, ShutdownOrder.NEWEST_FIRST)
                        .build();
                shutdown.add("actors", "program", left -> system.close(left));
                shutdown.installHook();
            }
            System.out.println("main returns");
            if (!args[0].equals("daemon")) {
                actor.tell("message");
            }
        }
    }

    private static Process start(String mode) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "--enable-native-access=ALL-UNNAMED",
                        Program.class.getName(),
                        mode)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Reads the lines up to one, or to the end. */
    private static List<String> linesTo(BufferedReader output, @Nullable String last) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
            if (line.equals(last)) {
                break;
            }
        }
        return lines;
    }

    @Test
    void shouldKeepTheJvmAliveUntilItIsClosed() throws Exception {
        Process process = start("close");
        try (BufferedReader output = process.inputReader()) {
            assertThat(linesTo(output, null)).containsExactly("main returns", "message", "postStop");
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void shouldLetTheJvmEndIfItWasBuiltTo() throws Exception {
        Process process = start("daemon");
        try (BufferedReader output = process.inputReader()) {
            assertThat(linesTo(output, null)).containsExactly("main returns");
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void shouldStopItsActorsWhenTheJvmIsToldToEnd() throws Exception {
        Process process = start("hook");
        try (BufferedReader output = process.inputReader()) {
            assertThat(linesTo(output, "message")).containsExactly("main returns", "message");
            process.toHandle().destroy(); // SIGTERM, and leaves the streams open
            assertThat(linesTo(output, null)).containsExactly("postStop");
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void shouldLeaveItToAGivenSchedulerWhetherItKeepsTheJvmAlive() {
        try (Scheduler scheduler = Scheduler.create()) {
            ActorSystemBuilder builder =
                    ActorSystem.builder("guest").scheduler(scheduler).daemon(true);
            assertThatThrownBy(builder::build)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("guest");
        }
    }

    @Test
    void shouldLetOthersWaitForItsEnd() throws Exception {
        ActorSystem system = ActorSystem.create("awaited");
        assertThat(system.awaitTermination(Duration.ZERO)).isFalse();
        assertThat(system.awaitTermination(Duration.ofMillis(1))).isFalse();
        var ended = new CompletableFuture<Boolean>();
        Thread waiting = Thread.ofPlatform().start(() -> {
            try {
                ended.complete(system.awaitTermination(LONG));
            } catch (InterruptedException e) {
                ended.completeExceptionally(e);
            }
        });
        system.close(LONG);
        assertThat(ended.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(system.awaitTermination(Duration.ZERO)).isTrue();
        waiting.join();
    }

    @Test
    void shouldNotBeAwaitedByItsOwnActors() throws Exception {
        try (ActorSystem system = ActorSystem.create("awaited")) {
            var thrown = new CompletableFuture<Throwable>();
            system.<String>spawn("actor", context -> message -> {
                        try {
                            system.awaitTermination(LONG);
                        } catch (IllegalStateException e) {
                            thrown.complete(e);
                        }
                    })
                    .tell("go");
            assertThat(thrown.get(60, TimeUnit.SECONDS)).hasMessageContaining("/awaited/actor");
        }
    }
}

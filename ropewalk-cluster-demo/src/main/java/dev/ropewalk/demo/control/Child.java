package dev.ropewalk.demo.control;

import dev.ropewalk.demo.node.NodeReport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The process of a node. It ends when this process does: its standard input is closed then. */
final class Child {
    private static final int LAST_LINES = 20;

    private final int number;
    private final Process process;
    private final Writer orders;
    private final CompletableFuture<String> up = new CompletableFuture<>();
    private final CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
    private final Deque<String> lastErrors = new ArrayDeque<>();
    private volatile NodeReport report = NodeReport.JOINING;
    private volatile Optional<String> console = Optional.empty();
    private volatile Optional<String> ended = Optional.empty();

    /** Whether it was killed, on purpose. */
    private volatile boolean killed;

    /** Who has it go on when it stands still, if it does. */
    private volatile @Nullable Process stopper;

    private volatile CompletableFuture<NodeReport> next = new CompletableFuture<>();

    private Child(int number, Process process) {
        this.number = number;
        this.process = process;
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
    }

    /**
     * Starts one.
     *
     * @param told is told of its end
     */
    static Child start(int number, List<String> command, Consumer<Child> told) throws IOException {
        var builder = new ProcessBuilder(command);
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        var child = new Child(number, builder.start());
        Thread errors = child.readLines(child.process.getErrorStream(), child::noteError);
        Thread answers = child.readLines(child.process.getInputStream(), child::note);
        Thread.ofVirtual().start(() -> child.awaitEnd(errors, answers, told));
        return child;
    }

    private Thread readLines(InputStream from, Consumer<String> action) {
        return Thread.ofVirtual().start(() -> {
            try (var in = new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    action.accept(line);
                }
            } catch (IOException closed) {
                // it has ended
            }
        });
    }

    private void noteError(String line) {
        synchronized (lastErrors) {
            lastErrors.addLast(line);
            if (lastErrors.size() > LAST_LINES) {
                lastErrors.removeFirst();
            }
        }
    }

    private void note(String line) {
        String[] words = line.split(" ", 2);
        String rest = words.length == 1 ? "" : words[1];
        switch (words[0]) {
            case "up" -> up.complete(rest);
            case "console" -> console = Optional.of(rest);
            case "ended" -> ended = Optional.of(rest);
            case "report" -> {
                report = NodeReport.parse(rest);
                next.complete(report);
            }
            default -> noteError(line);
        }
    }

    private void awaitEnd(Thread errors, Thread answers, Consumer<Child> told) {
        try {
            int status = process.waitFor();
            errors.join();
            answers.join();
            Process waker = stopper;
            if (waker != null) {
                waker.destroy();
            }
            up.completeExceptionally(new IllegalStateException(this + " has ended with status " + status));
            next.complete(report);
            told.accept(this);
            over.complete(null);
        } catch (InterruptedException never) {
            Thread.currentThread().interrupt();
        }
    }

    int number() {
        return number;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    boolean isPaused() {
        return stopper != null && process.isAlive();
    }

    boolean wasKilled() {
        return killed;
    }

    /** Returns why it is a member no more, as it has said before its end. */
    Optional<String> ended() {
        return ended;
    }

    /** Returns the last lines that it has printed beside what it was asked for. */
    List<String> lastErrors() {
        synchronized (lastErrors) {
            return List.copyOf(lastErrors);
        }
    }

    int exitStatus() {
        return process.exitValue();
    }

    /** Completes with its address when it has joined, or exceptionally when it has ended before. */
    CompletableFuture<String> up() {
        return up;
    }

    /** Returns where its console is, if it has one. */
    Optional<String> console() {
        return console;
    }

    /** Returns what it has told last. */
    NodeReport lastReport() {
        return report;
    }

    /** Asks how it is; returns what it has told last if it doesn't answer in time. */
    NodeReport freshReport(Duration timeout) throws InterruptedException {
        if (!isAlive() || isPaused()) {
            return report;
        }
        var answer = new CompletableFuture<NodeReport>();
        next = answer;
        order("report");
        try {
            return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException late) {
            return report;
        }
    }

    /** Tells it to do something; nothing happens if it has ended. */
    void order(String what) {
        try {
            synchronized (orders) {
                orders.write(what + "\n");
                orders.flush();
            }
        } catch (IOException ended) {
            // it has nothing to do any more
        }
    }

    void kill() {
        killed = true;
        process.destroyForcibly();
    }

    /** Has it stand still. A shell has it go on when it is told so, or when this process has ended: or it would stand there for ever. */
    void pause() throws IOException {
        String script = "trap '' INT HUP; kill -STOP \"$0\" || exit; echo; read -r line; kill -CONT \"$0\"";
        Process waker = new ProcessBuilder("sh", "-c", script, Long.toString(pid()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        stopper = waker;
        if (waker.getInputStream().read() < 0) {
            stopper = null;
            throw new IOException("the process " + pid() + " of node " + number + " can't be stopped");
        }
    }

    /** Has it go on. */
    void resume() {
        Process waker = stopper;
        if (waker == null) {
            return;
        }
        try {
            waker.getOutputStream().close();
            int ignored = waker.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            stopper = null;
        }
    }

    /** Waits until it has ended, and its end was told. */
    boolean awaitEnd(Duration timeout) throws InterruptedException {
        try {
            Void ignored = over.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (ExecutionException | TimeoutException late) {
            return false;
        }
    }

    /** Waits until it has ended, however long that takes. */
    void joinEnd() {
        var ignored = process.onExit().join();
    }

    /** Ends it at once; that isn't counted as killed. */
    void end() {
        resume();
        process.destroyForcibly();
    }

    @Override
    public String toString() {
        return "node " + number;
    }
}

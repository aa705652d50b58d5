package dev.ropewalk.lab.driver;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A contender's JVM, seen from the driver. Used by one thread. */
final class Child implements AutoCloseable {
    private static final Duration DEATH = Duration.ofSeconds(5);
    /** A signal from the terminal goes to the children, too, and they may be dead before this JVM's shutdown has begun. */
    private static final Duration SHUTDOWN = Duration.ofSeconds(1);

    private static final Set<Integer> BY_SIGNAL = Set.of(129, 130, 143);
    private static final Set<Process> LIVE = ConcurrentHashMap.newKeySet();
    private static final CountDownLatch SHUTS_DOWN = new CountDownLatch(1);

    static {
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("lab-children-end").unstarted(() -> {
                    SHUTS_DOWN.countDown();
                    LIVE.forEach(Process::destroyForcibly);
                }));
    }

    private final Process process;
    private final BufferedWriter requests;
    /** Lines of replies; empty at the end of the stream. */
    private final BlockingQueue<Optional<String>> replies = new LinkedBlockingQueue<>();

    private final LastLines errors;

    private Child(Process process, String name) {
        this.process = process;
        requests = process.outputWriter(StandardCharsets.UTF_8);
        errors = new LastLines(process.getErrorStream(), name + "-errors");
        Thread.ofVirtual().name(name + "-replies").start(() -> read(process.getInputStream()));
    }

    /** Starts a child; it gets ready while the driver goes on. */
    static Child start(String name, List<String> command) throws ChildFailure {
        try {
            Process process = new ProcessBuilder(command).start();
            LIVE.add(process);
            return new Child(process, name);
        } catch (IOException e) {
            throw new ChildFailure("could not be started: " + e.getMessage(), e);
        }
    }

    /**
     * Returns the reply to a request. After a failure this child is of no use any more.
     *
     * @throws InterruptedException also if the child has died because this JVM is being shut down: that isn't its fault
     */
    Reply ask(Request request, Duration timeout) throws ChildFailure, InterruptedException {
        try {
            requests.write(Wire.toLine(request));
            requests.newLine();
            requests.flush();
        } catch (IOException e) {
            throw new ChildFailure(death(), e);
        }
        Optional<String> line = replies.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
        if (line == null) {
            throw new ChildFailure("hung: no answer within " + timeout.toSeconds() + " s");
        }
        if (line.isEmpty()) {
            throw new ChildFailure(death());
        }
        Reply reply = Wire.fromLine(line.get(), Reply.class);
        if (reply.error() != null) {
            throw new ChildFailure("threw " + reply.error());
        }
        return reply;
    }

    private String death() throws InterruptedException {
        if (!process.waitFor(DEATH.toMillis(), TimeUnit.MILLISECONDS)) {
            return "closed its output, but goes on";
        }
        if (SHUTS_DOWN.await(
                BY_SIGNAL.contains(process.exitValue()) ? SHUTDOWN.toMillis() : 0, TimeUnit.MILLISECONDS)) {
            throw new InterruptedException("the lab is being shut down");
        }
        String words = errors.afterEnd();
        return "died with exit code " + process.exitValue() + (words.isEmpty() ? "" : ": " + words);
    }

    private void read(InputStream stream) {
        try (var lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                replies.add(Optional.of(line));
            }
        } catch (IOException e) {
            // The process was killed while its output was read: the same as its end.
        } finally {
            replies.add(Optional.empty());
        }
    }

    /** Kills the child, and returns when its memory is free. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
        LIVE.remove(process);
    }
}

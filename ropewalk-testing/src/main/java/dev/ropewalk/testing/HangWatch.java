package dev.ropewalk.testing;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Ends the JVM when a test hangs, and leaves what all of its threads do in {@code target/hangs}. JUnit's own time limits interrupt the test,
 * which doesn't end what reads from a socket or spins, and nobody learns where it hung. JUnit finds this class as a service.
 *
 * <p>A test hangs when it takes longer than the system property {@code ropewalk.test.hang.minutes} says, 20 minutes by default.
 */
public final class HangWatch implements TestExecutionListener {
    private static final Path FOLDER = Path.of("target", "hangs");
    private static final int EXIT_STATUS = 3;

    private final Path file =
            FOLDER.resolve(ProcessHandle.current().pid() + ".txt").toAbsolutePath();
    private final Map<String, Long> startedAt = new ConcurrentHashMap<>();
    private final Duration limit;
    private final BiConsumer<String, Path> onHang;
    private volatile @Nullable Thread watcher;

    /** Called by JUnit. */
    public HangWatch() {
        this(Duration.ofMinutes(Integer.getInteger("ropewalk.test.hang.minutes", 20)), HangWatch::end);
    }

    HangWatch(Duration limit, BiConsumer<String, Path> onHang) {
        this.limit = limit;
        this.onHang = onHang;
    }

    private static void end(String test, Path dump) {
        System.err.println("This test hangs: " + test + "; what all threads do is in " + dump);
        Runtime.getRuntime().halt(EXIT_STATUS);
    }

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        watcher = Thread.ofPlatform().daemon().name("hang-watch").start(this::watch);
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        Thread running = watcher;
        if (running != null) {
            running.interrupt();
        }
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (test.isTest()) {
            startedAt.put(test.getUniqueId(), System.nanoTime());
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        startedAt.remove(test.getUniqueId());
    }

    /** Returns the tests that run at this moment. */
    Set<String> running() {
        return Set.copyOf(startedAt.keySet());
    }

    /** Returns the thread that looks for tests that hang, null before the first test. */
    @Nullable
    Thread watcher() {
        return watcher;
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(limit.dividedBy(20));
                long now = System.nanoTime();
                for (Map.Entry<String, Long> running : startedAt.entrySet()) {
                    if (now - running.getValue() > limit.toNanos()) {
                        tell(running.getKey());
                        return;
                    }
                }
            }
        } catch (InterruptedException finished) {
            Thread.currentThread().interrupt();
        }
    }

    /** Tells of a test that hangs, also where there is no memory for a dump. */
    private void tell(String test) {
        try {
            dump(test, file);
        } catch (Throwable failed) {
            System.err.println("There is no dump of the threads: " + failed);
        } finally {
            onHang.accept(test, file);
        }
    }

    private static void dump(String test, Path file) throws IOException {
        Files.createDirectories(FOLDER);
        Files.deleteIfExists(file);
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(file.toString(), ThreadDumpFormat.TEXT_PLAIN);
        Files.writeString(file, "This test hangs: " + test + "\n" + Files.readString(file));
    }
}

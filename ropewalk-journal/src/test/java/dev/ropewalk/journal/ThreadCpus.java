package dev.ropewalk.journal;

import dev.ropewalk.journal.files.NativeCalls;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** On which CPUs threads of this process may run, by the kernel's files; and another process that tells it of its journal's. */
final class ThreadCpus {
    private static final String ALLOWED = "Cpus_allowed_list:";
    private static final String NAME = "ropewalk-journal";
    // Of a long name the kernel keeps the start.
    private static final String NAME_IN_KERNEL = "Name:\tropewal";
    private static final long MASK_BYTES = 8192;

    private ThreadCpus() {}

    /** Opens a journal and uses it, and prints the CPUs of each of its threads. */
    static void main(String[] arguments) {
        try (Journal journal = Journal.open(Path.of(arguments[0]))) {
            startThreads(journal);
            Await.until("the kernel knows them", () -> ofJournals().size() == count());
            System.out.println(ofJournals());
        }
    }

    static void startThreads(Journal journal) {
        journal.appender().append(new byte[8]);
        journal.force();
    }

    /** Returns how many threads the journals of this process have. */
    static long count() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(NAME))
                .count();
    }

    /** Returns the CPUs of each thread of a journal, as lists such as 0-3,5. */
    static List<String> ofJournals() {
        List<String> lists = new ArrayList<>();
        try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
            for (Path task : tasks.toList()) {
                List<String> status = status(task);
                if (status.stream().anyMatch(line -> line.startsWith(NAME_IN_KERNEL))) {
                    lists.add(allowed(status));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lists;
    }

    /** Returns the CPUs of the process's first thread. */
    static String ofProcess() {
        return allowed(status(Path.of("/proc/self")));
    }

    /** Returns the CPUs of the calling thread. */
    static String ofThread() {
        return allowed(status(Path.of("/proc/thread-self")));
    }

    private static String allowed(List<String> status) {
        return status.stream()
                .filter(line -> line.startsWith(ALLOWED))
                .map(line -> line.substring(ALLOWED.length()).strip())
                .findFirst()
                .orElse("");
    }

    private static List<String> status(Path task) {
        try {
            return Files.readAllLines(task.resolve("status"));
        } catch (IOException ended) {
            return List.of();
        }
    }

    /** Keeps the calling thread on one CPU. */
    static void pin(NativeCalls calls, int cpu) {
        try (Arena arena = Arena.ofConfined()) {
            var mask = arena.allocate(MASK_BYTES, Long.BYTES);
            mask.set(ValueLayout.JAVA_BYTE, cpu / Byte.SIZE, (byte) (1 << cpu % Byte.SIZE));
            if ((int) calls.setAffinity().invokeExact(0, MASK_BYTES, mask) != 0) {
                throw new IllegalStateException("the kernel refuses CPU " + cpu);
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a C function can't throw", e);
        }
    }
}

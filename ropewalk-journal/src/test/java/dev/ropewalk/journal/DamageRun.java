package dev.ropewalk.journal;

import dev.ropewalk.journal.files.FileThreads;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs cases of the damage matrix in a thread of their own, so that a case that hangs is found and left behind. */
final class DamageRun {
    /** A case takes a few milliseconds; one that waits for what will never come waits for 30 seconds. */
    private static final long LIMIT_SECONDS = 20;

    private static final int KIND_LENGTH = 160;

    private final Path folder;
    private final long seed;
    private final Map<String, Wrong> kinds = new TreeMap<>();
    private int workers;
    private DamageMatrix matrix;
    private ExecutorService worker;
    private volatile Thread thread = Thread.currentThread();

    /** Outcomes of one kind. */
    private record Wrong(int cases, String example) {}

    DamageRun(Path folder, long seed) {
        this.folder = folder;
        this.seed = seed;
        this.matrix = matrix();
        this.worker = worker();
    }

    private DamageMatrix matrix() {
        return new DamageMatrix(folder.resolve("worker-" + workers++), seed);
    }

    private ExecutorService worker() {
        return Executors.newSingleThreadExecutor(task -> {
            // So that work on files happens in it, too: there are a dozen pieces in each case.
            thread = FileThreads.newThread("damage", task);
            return thread;
        });
    }

    /** Runs them, and returns what is wrong: of each kind how many cases, and one that shows it. */
    List<String> run(List<DamageMatrix.Case> cases) throws InterruptedException {
        try {
            for (DamageMatrix.Case each : cases) {
                List<String> wrong = run(each);
                if (!wrong.isEmpty()) {
                    kinds.merge(
                            kind(each, wrong),
                            new Wrong(1, each + ": " + String.join("; ", wrong)),
                            (seen, _) -> new Wrong(seen.cases + 1, seen.example));
                }
            }
        } finally {
            worker.shutdownNow();
        }
        return kinds.values().stream()
                .map(wrong -> wrong.cases + " like -Dropewalk.stress.seed=" + seed + " -Dropewalk.stress.case="
                        + wrong.example + "\n")
                .toList();
    }

    private static String kind(DamageMatrix.Case each, List<String> wrong) {
        String kind = each.shape().end + " " + each.damage() + " " + each.observer() + wrong.getFirst();
        String plain = kind.replaceAll("/[^ ]*/", "").replaceAll("\\d+", "");
        return plain.substring(0, Math.min(KIND_LENGTH, plain.length()));
    }

    private List<String> run(DamageMatrix.Case each) throws InterruptedException {
        DamageMatrix current = matrix;
        Future<List<String>> result = worker.submit(() -> current.run(each));
        try {
            return result.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            StackTraceElement[] stack = thread.getStackTrace();
            worker.shutdownNow();
            matrix = matrix();
            worker = worker();
            return List.of("it takes more than " + LIMIT_SECONDS + " s, at " + List.of(stack));
        } catch (ExecutionException e) {
            return List.of("the test itself fails: " + e.getCause());
        }
    }
}

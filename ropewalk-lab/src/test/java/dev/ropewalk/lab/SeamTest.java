package dev.ropewalk.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The seam of the simulator: the modules above the scheduler take clock, waiting, threads and chance from it, by its rooms {@code
 * park} and {@code step}. What one of them took from the JDK by itself no simulation would control.
 */
class SeamTest {
    private static final String HOUSE_PACKAGE = "dev.ropewalk.";

    /** The methods that a module must not call, by their owner; all of it where none is named. */
    private static final Map<String, Set<String>> FORBIDDEN = Map.ofEntries(
            Map.entry("java.lang.System", Set.of("nanoTime", "currentTimeMillis")),
            Map.entry("java.time.Instant", Set.of("now")),
            Map.entry("java.time.Clock", Set.of()),
            Map.entry(
                    "java.lang.Thread",
                    Set.of(
                            "<init>",
                            "join",
                            "ofPlatform",
                            "ofVirtual",
                            "onSpinWait",
                            "sleep",
                            "startVirtualThread",
                            "yield")),
            Map.entry("java.util.concurrent.locks.LockSupport", Set.of("park", "parkNanos", "parkUntil", "unpark")),
            Map.entry("java.util.concurrent.locks.Condition", Set.of()),
            Map.entry("java.lang.Object", Set.of("wait", "notify", "notifyAll")),
            Map.entry("java.util.concurrent.ThreadLocalRandom", Set.of()),
            Map.entry("java.util.Random", Set.of("<init>")),
            Map.entry("java.util.SplittableRandom", Set.of("<init>")),
            Map.entry("java.util.UUID", Set.of("randomUUID")),
            Map.entry("java.lang.Math", Set.of("random")),
            Map.entry(
                    "java.util.concurrent.CompletableFuture",
                    Set.of("completeOnTimeout", "delayedExecutor", "get", "join", "orTimeout")),
            Map.entry("java.util.concurrent.CountDownLatch", Set.of()),
            Map.entry("java.util.concurrent.CyclicBarrier", Set.of()),
            Map.entry("java.util.concurrent.Exchanger", Set.of()),
            Map.entry("java.util.concurrent.ForkJoinPool", Set.of()),
            Map.entry("java.util.concurrent.Phaser", Set.of()),
            Map.entry("java.util.concurrent.Semaphore", Set.of()),
            Map.entry("java.util.concurrent.ThreadPoolExecutor", Set.of()),
            Map.entry(
                    "java.util.concurrent.Executors",
                    Set.of(
                            "newCachedThreadPool",
                            "newFixedThreadPool",
                            "newScheduledThreadPool",
                            "newSingleThreadExecutor",
                            "newThreadPerTaskExecutor",
                            "newVirtualThreadPerTaskExecutor",
                            "newWorkStealingPool")));

    /** The calls that are no fault, each with its reason. */
    private static final Map<String, String> ALLOWED = Map.ofEntries(
            Map.entry("actor.system.Shutdown CompletableFuture.join", "the future has ended"),
            Map.entry("pipeline.stage.Shutdown CompletableFuture.join", "the future has ended"),
            Map.entry("pipeline.stage.Answer CompletableFuture.get", "its user's wait, as for any future"),
            Map.entry("pipeline.stage.Answer CompletableFuture.join", "its user's wait, as for any future"),
            Map.entry(
                    "pipeline.stage.ThreadRunner CompletableFuture.join",
                    "a platform thread is pinned; not in a simulation"),
            Map.entry("task.run.BudgetGate CompletableFuture.join", "the future has ended"),
            Map.entry(
                    "pipeline.PipelineBuilder Thread.ofPlatform",
                    "threads for consumers that ask for some; not in a simulation"),
            Map.entry(
                    "pipeline.sequence.MultiProducerSequencer Thread.onSpinWait",
                    "after a compare-and-set that another thread has won"),
            Map.entry("pipeline.stage.CatchUpPause Thread.onSpinWait", "it ends by itself"),
            Map.entry("journal.files.FileThreads ThreadPoolExecutor.<init>", "for real files; not in a simulation"),
            Map.entry("journal.files.FileThreads ThreadPoolExecutor.execute", "for real files; not in a simulation"),
            Map.entry("journal.durability.DurableFuture CompletableFuture.get", "its user's wait, as for any future"),
            Map.entry("journal.durability.DurableFuture CompletableFuture.join", "its user's wait, as for any future"),
            Map.entry("journal.files.FileThreads Thread.startVirtualThread", "not in a simulation"),
            Map.entry("journal.files.FileThreads$FileThread Thread.<init>", "not in a simulation"),
            Map.entry("limit.permit.SlotWord Thread.onSpinWait", "after a compare-and-set that another thread has won"),
            Map.entry(
                    "graph.run.RunThreads$Jdk CompletableFuture.completeOnTimeout",
                    "the timer of runs without a scheduler; not in a simulation"));

    @ParameterizedTest
    @ValueSource(strings = {"actor", "channel", "flow", "graph", "journal", "limit", "pipeline", "task"})
    void shouldTakeTimeWaitingThreadsAndChanceFromTheScheduler(String module) {
        JavaClasses classes = House.of(List.of(module));

        assertThat(classes).isNotEmpty();
        assertThat(calls(classes))
                .containsExactlyInAnyOrderElementsOf(ALLOWED.keySet().stream()
                        .filter(call -> call.startsWith(module + "."))
                        .toList());
    }

    @Test
    void shouldNoticeWhatGoesPastTheScheduler() {
        JavaClasses bad = new ClassFileImporter().importPackages("dev.ropewalk.lab.house.street");

        assertThat(calls(bad))
                .containsExactlyInAnyOrder(
                        "lab.house.street.Shortcut System.nanoTime",
                        "lab.house.street.Shortcut Thread.sleep",
                        "lab.house.street.Shortcut Thread.<init>",
                        "lab.house.street.Shortcut CompletableFuture.thenAcceptAsync");
    }

    /** Returns the forbidden calls and references, as in {@link #ALLOWED}. */
    private static Set<String> calls(JavaClasses classes) {
        return classes.stream().flatMap(SeamTest::forbiddenCalls).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<String> forbiddenCalls(JavaClass caller) {
        String name = caller.getName().substring(HOUSE_PACKAGE.length());
        return caller.getAccessesFromSelf().stream()
                .filter(SeamTest::isForbidden)
                .map(access -> name + " " + access.getTargetOwner().getSimpleName() + "." + access.getName());
    }

    private static boolean isForbidden(JavaAccess<?> access) {
        Set<String> methods = FORBIDDEN.get(access.getTargetOwner().getName());
        boolean named = methods != null && (methods.isEmpty() || methods.contains(access.getName()));
        return named || (access.getTarget() instanceof CodeUnitAccessTarget target && isInCommonPool(target));
    }

    /** Returns whether a step of a future runs in the JDK's common pool: it is asynchronous, and no executor is given. */
    private static boolean isInCommonPool(CodeUnitAccessTarget target) {
        boolean ofFuture = target.getOwner().isEquivalentTo(CompletableFuture.class)
                || target.getOwner().isEquivalentTo(CompletionStage.class);
        List<JavaClass> parameters = target.getRawParameterTypes();
        return ofFuture
                && target.getName().endsWith("Async")
                && parameters.stream().noneMatch(type -> type.isEquivalentTo(Executor.class));
    }
}

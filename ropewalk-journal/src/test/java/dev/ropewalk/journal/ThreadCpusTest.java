package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ropewalk.journal.files.NativeCalls;
import dev.ropewalk.testing.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The journal's own threads run where the process may, whichever thread starts them. */
class ThreadCpusTest {
    @TempDir
    Path folder;

    private int first;

    @BeforeEach
    void needLinux() {
        assumeTrue(NativeCalls.available().isPresent(), "needs Linux and native access");
        String process = ThreadCpus.ofProcess();
        assumeTrue(!process.matches("\\d+"), "needs two CPUs, and may use only " + process);
        first = Integer.parseInt(process.split("[-,]", 2)[0]);
    }

    @Test
    void shouldNotKeepItsThreadsOnTheCpuOfAPinnedThread() {
        CompletableFuture.runAsync(
                        this::useJournalOnOneCpu, task -> Thread.ofPlatform().start(task))
                .join();
    }

    private void useJournalOnOneCpu() {
        ThreadCpus.pin(NativeCalls.available().orElseThrow(), first);
        assertThat(ThreadCpus.ofThread()).isEqualTo(Integer.toString(first));
        try (Journal journal = Journal.open(folder.resolve("journal"))) {
            ThreadCpus.startThreads(journal);
            assertThat(ThreadCpus.count()).as("maintenance and flusher").isGreaterThanOrEqualTo(2);
            Await.until("the journal's threads run on all CPUs of the process", () -> {
                List<String> lists = ThreadCpus.ofJournals();
                return lists.size() == ThreadCpus.count() && Set.copyOf(lists).equals(Set.of(ThreadCpus.ofProcess()));
            });
        }
        assertThat(ThreadCpus.ofThread()).as("the pinned thread still is").isEqualTo(Integer.toString(first));
    }

    @Test
    void shouldStayWhereTheProcessWasPutFromOutside() {
        String cpu = Integer.toString(first);
        assumeTrue(Commands.succeeds("taskset", "-c", cpu, "true"), "needs the command taskset");
        try (ChildJvm child = ChildJvm.start(
                List.of("taskset", "-c", cpu),
                folder.resolve("log"),
                List.of("--enable-native-access=ALL-UNNAMED"),
                List.of(ThreadCpus.class.getName(), folder.resolve("journal").toString()))) {
            assertThat(child.exitCode()).as(child.said()).isZero();
            assertThat(child.said().lines()).last().asString().matches("\\[" + cpu + "(, " + cpu + ")+]");
        }
    }
}

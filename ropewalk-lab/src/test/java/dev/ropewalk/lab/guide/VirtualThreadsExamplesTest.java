package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The code of docs/guide/virtual-threads.md. */
class VirtualThreadsExamplesTest {
    @Test
    void shouldRunVirtualThreadsOnTheWorkers() throws Exception {
        CompletableFuture<Boolean> isVirtual = new CompletableFuture<>();
        CompletableFuture<Optional<Scheduler>> found = new CompletableFuture<>();
        boolean carries;
        // @start region="factory" :
        try (Scheduler scheduler = Scheduler.create()) {
            Thread reader = scheduler.threadFactory().newThread(() -> {
                isVirtual.complete(Thread.currentThread().isVirtual()); // true, with the option and without
                found.complete(Scheduler.current()); // this scheduler, with the option
            });
            reader.start();
            reader.join(); // close() doesn't wait for virtual threads
            carries = scheduler.carriesVirtualThreads(); // whether the option is there
        }
        // @end
        assertThat(isVirtual.get()).isTrue();
        assertThat(found.get().isPresent()).isEqualTo(carries);
    }

    @Test
    void shouldMakeAThreadForEachTask() throws Exception {
        List<Callable<String>> pages = List.of(() -> "rope", () -> "walk");
        StringBuilder text = new StringBuilder();
        // @start region="executor" :
        try (Scheduler scheduler = Scheduler.create();
                ExecutorService threads = Executors.newThreadPerTaskExecutor(scheduler.threadFactory())) {
            for (Future<String> page : threads.invokeAll(pages)) {
                text.append(page.get());
            }
        } // the executor waits for its threads, and then the scheduler ends
        // @end
        assertThat(text.toString()).isEqualTo("ropewalk");
    }
}

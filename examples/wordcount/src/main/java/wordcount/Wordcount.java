package wordcount;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ChannelClosedException;
import dev.ropewalk.pipeline.EventHandler;
import dev.ropewalk.pipeline.EventSubscriber;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.Stage;
import dev.ropewalk.pipeline.WaitStrategy;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

/** Counts words: tasks read files, a pipeline counts the words of lines, an actor adds up, and channels connect them by Flow. */
final class Wordcount {
    private static final int READERS = 8;

    /** Sends the counts of each batch on as one element. It runs in a thread of its own, and so may wait for room. */
    private record Collector(Channel<Map<String, Long>> counts, Map<String, Long> batch) implements EventHandler<Line> {
        @Override
        public void onEvent(Line line, long sequence, boolean endOfBatch) throws InterruptedException {
            line.words().forEach((word, count) -> batch.merge(word, count, Long::sum));
            if (endOfBatch && !batch.isEmpty()) {
                counts.send(Map.copyOf(batch));
                batch.clear();
            }
            if (line.isEnd() && line.failure() == null) {
                counts.close();
            } else if (line.isEnd()) {
                counts.fail(line.failure());
            }
        }
    }

    private static Map<String, Long> count(List<Path> files) throws InterruptedException, ExecutionException {
        Channel<String> lines = Channel.<String>builder().name("lines").buffered(256);
        Channel<Map<String, Long>> counts =
                Channel.<Map<String, Long>>builder().name("counts").buffered(16);
        var result = new CompletableFuture<Map<String, Long>>();
        try (Scheduler scheduler = Scheduler.create();
                ActorSystem system =
                        ActorSystem.builder("words").scheduler(scheduler).build();
                Pipeline<Line> pipeline = Pipeline.builder(Line::new)
                        .name("words")
                        .capacity(64)
                        .scheduler(scheduler)
                        .stage(Stage.workers(
                                "count", scheduler.workers(), worker -> (line, sequence, endOfBatch) -> line.count()))
                        .stage(Stage.<Line>of("collect", new Collector(counts, new HashMap<>()))
                                .waiting(WaitStrategy.parking()))
                        .onFailure(failure -> result.completeExceptionally(failure.cause()))
                        .build()) {
            ActorRef<Totals.Message> totals = system.spawn("totals", context -> new Totals(result));
            // From behind: what comes finds all that it goes to.
            counts.to(
                    system.subscriber(totals, Totals.Counted::new, Totals.Completed::new, Totals.Failed::new),
                    scheduler);
            EventSubscriber<String> ring = pipeline.subscriber(Line::read, scheduler);
            ring.done()
                    .whenComplete((published, failure) ->
                            pipeline.publishAsync((line, sequence) -> line.end(failure), scheduler));
            lines.to(ring, scheduler);
            try (BoundedExecutor readers =
                    BoundedExecutor.builder(READERS).name("readers").build()) {
                files.forEach(file -> readers.execute(() -> read(file, lines)));
            } // waits for all of them
            lines.close();
            return result.get();
        }
    }

    /** Sends the lines of a file, and waits where they aren't wanted yet. The first failure ends all. */
    private static void read(Path file, Channel<String> lines) {
        try (var reader = new BufferedReader(new InputStreamReader(Files.newInputStream(file), UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.send(line);
            }
        } catch (ChannelClosedException e) {
            // Another file has failed.
        } catch (IOException | InterruptedException e) {
            lines.fail(e);
        }
    }

    private static List<Path> filesIn(List<String> names) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String name : names) {
            try (Stream<Path> all = Files.walk(Path.of(name))) {
                all.filter(Files::isRegularFile).forEach(files::add);
            } catch (UncheckedIOException e) {
                throw e.getCause(); // a folder that can't be listed
            }
        }
        return files;
    }

    public static void main(String[] args) throws InterruptedException {
        var words = new ArrayList<>(List.of(args));
        int most = 10;
        if (words.size() > 1 && words.getFirst().equals("-n") && words.get(1).matches("\\d{1,9}")) {
            words.removeFirst();
            most = Integer.parseInt(words.removeFirst());
        }
        if (words.isEmpty() || words.getFirst().startsWith("-")) {
            System.err.println("Usage: java -jar wordcount.jar [-n COUNT] FILE_OR_FOLDER...");
            System.err.println(
                    "Prints the words that are most frequent in the files, 10 of them unless told otherwise.");
            System.exit(2);
        }
        try {
            count(filesIn(words)).entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                            .thenComparing(Map.Entry.comparingByKey()))
                    .limit(most)
                    .forEach(entry -> System.out.println(entry.getValue() + " " + entry.getKey()));
        } catch (IOException | ExecutionException e) {
            System.err.println("wordcount: " + (e.getCause() == null ? e : e.getCause()));
            System.exit(1);
        }
    }
}

package build;

import dev.ropewalk.graph.Action;
import dev.ropewalk.graph.ActionResult;
import dev.ropewalk.graph.GraphEvent;
import dev.ropewalk.graph.GraphOptions;
import dev.ropewalk.graph.GraphResult;
import dev.ropewalk.graph.GraphRun;
import dev.ropewalk.graph.GraphTimeline.Attempt;
import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphDraft;
import dev.ropewalk.limit.Budget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A build tool: makes targets of their inputs, as many at once as the resources let, and only what isn't up to date. */
final class Build {
    private final BuildFile file;

    /** What makes each target that is wanted, by name. The value says whether there was something to do. */
    private final Map<String, Action<Boolean>> actions = new LinkedHashMap<>();

    private final TaskGraphDraft draft = TaskGraph.draft();

    private Build(BuildFile file) {
        this.file = file;
    }

    /** Adds what makes a target, and before it what makes its inputs. */
    private void want(String name, String neededBy) {
        BuildFile.Target target = file.targets().get(name);
        if (target == null && !Files.exists(path(name))) {
            throw new IllegalArgumentException(name + ", which " + neededBy + " needs, is neither a file nor a target");
        }
        if (target == null || actions.containsKey(name)) {
            return;
        }
        String[] before =
                target.inputs().stream().filter(file.targets()::containsKey).toArray(String[]::new);
        actions.put(
                name, draft.action(name, context -> make(target)).after(before).demand(target.demand()));
        target.inputs().forEach(input -> want(input, name));
    }

    private boolean make(BuildFile.Target target) throws IOException, InterruptedException {
        if (target.commands().isEmpty() || isUpToDate(target)) {
            return false;
        }
        Path output = Files.createTempFile("build", ".log");
        Process process = new ProcessBuilder("sh", "-ec", String.join("\n", target.commands()))
                .directory(file.folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean isMade = false;
        try {
            int status = process.waitFor(); // an interrupt ends it: the run was stopped
            System.out.print(Files.readString(output));
            if (status != 0) {
                throw new IOException("its commands ended with " + status);
            }
            isMade = true;
        } finally {
            Files.delete(output);
            if (!isMade) {
                process.descendants().forEach(ProcessHandle::destroy);
                process.destroy();
                Files.deleteIfExists(path(target.name())); // a half isn't taken for the whole
            }
        }
        return true;
    }

    private boolean isUpToDate(BuildFile.Target target) throws IOException {
        if (!Files.exists(path(target.name()))) {
            return false;
        }
        FileTime made = Files.getLastModifiedTime(path(target.name()));
        for (String input : target.inputs()) {
            if (!Files.exists(path(input))
                    || Files.getLastModifiedTime(path(input)).compareTo(made) > 0) {
                return false;
            }
        }
        return true;
    }

    private Path path(String name) {
        return file.folder().resolve(name);
    }

    /** Makes all that was wanted, and returns whether that has succeeded. */
    private boolean run(boolean keepGoing) throws InterruptedException {
        var builder = Budget.builder();
        for (var resource : file.resources().entrySet()) {
            builder = builder.resource(resource.getKey(), resource.getValue());
        }
        try (Budget budget = builder.build()) {
            GraphRun run = draft.build()
                    .start(GraphOptions.defaults()
                            .budget(budget)
                            .keepGoing(keepGoing)
                            .traced(true)
                            .listener(Build::tell));
            GraphResult result = run.join();
            report(run, result);
            return result.isSuccess();
        }
    }

    private static void tell(GraphEvent event) {
        switch (event) {
            case GraphEvent.Failed failed ->
                System.out.println(
                        failed.action().name() + " failed: " + failed.cause().getMessage());
            case GraphEvent.Skipped skipped ->
                System.out.println(
                        skipped.action().name() + " needs " + skipped.culprit().name());
            case GraphEvent.Cancelled cancelled ->
                System.out.println(cancelled.action().name() + " was interrupted");
            default -> {}
        }
    }

    private void report(GraphRun run, GraphResult result) {
        Map<String, Long> counts = actions.values().stream()
                .collect(Collectors.groupingBy(
                        action -> switch (result.result(action)) {
                            case ActionResult.Succeeded<Boolean> made -> made.value() ? "made" : "up to date";
                            case ActionResult.Failed<Boolean> _ -> "failed";
                            case ActionResult.Skipped<Boolean> _ -> "left out";
                            case ActionResult.Cancelled<Boolean> _ -> "cancelled";
                        },
                        TreeMap::new,
                        Collectors.counting()));
        var timeline = run.timeline().orElseThrow();
        System.out.println(counts + " in " + seconds(timeline.nanos()));
        System.out.println("critical path: "
                + timeline.attempts().stream()
                        .filter(Attempt::isCritical)
                        .map(attempt -> attempt.action() + " " + seconds(attempt.ended() - attempt.begun()))
                        .collect(Collectors.joining(", ")));
    }

    private static String seconds(long nanos) {
        return "%.2f s".formatted(nanos / 1e9);
    }

    public static void main(String[] args) throws InterruptedException {
        var words = new ArrayList<String>(List.of(args));
        boolean keepGoing = words.remove("-k");
        if (words.isEmpty() || words.getFirst().startsWith("-")) {
            System.err.println("Usage: java -jar build.jar [-k] FILE [TARGET]...");
            System.err.println(
                    "Makes the targets, or the first one; with -k it goes on after a failure with what doesn't need it.");
            System.exit(2);
        }
        boolean isMade = false;
        try {
            var build = new Build(BuildFile.read(Path.of(words.removeFirst())));
            List<String> wanted = words.isEmpty()
                    ? build.file.targets().keySet().stream().limit(1).toList()
                    : words;
            wanted.forEach(name -> build.want(name, "the command line"));
            isMade = build.run(keepGoing);
        } catch (IOException | IllegalArgumentException e) {
            System.err.println("build: " + e.getMessage());
        }
        System.exit(isMade ? 0 : 1);
    }
}

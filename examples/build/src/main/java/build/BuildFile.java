package build;

import dev.ropewalk.limit.Demand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is to be made of what, and how.
 *
 * @param folder in which it lies, and the files that it names
 * @param targets by name, in the order of the file
 * @param resources how much there is of each
 */
record BuildFile(Path folder, Map<String, Target> targets, Map<String, Long> resources) {
    /** {@code app: main.o util.o [cpu=2 memory=512]}. */
    private static final Pattern TARGET = Pattern.compile("(\\S+):([^\\[\\]]*)(?:\\[(.*)])?");

    private static final Pattern RESOURCE = Pattern.compile("resource\\s+(\\S+)\\s+(\\d{1,18})");
    private static final Pattern AMOUNT = Pattern.compile("(\\S+)=(\\d{1,18})");

    /**
     * A file that is made by commands.
     *
     * @param inputs the files of which it is made, targets or not
     * @param demand what the commands need while they run: one CPU, unless the file says so
     */
    record Target(String name, List<String> inputs, Demand demand, List<String> commands) {}

    static BuildFile read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("there is no file " + file);
        }
        var targets = new LinkedHashMap<String, Target>();
        var resources = new LinkedHashMap<String, Long>();
        resources.put("cpu", (long) Runtime.getRuntime().availableProcessors());
        Target last = null;
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            Matcher target = TARGET.matcher(line);
            Matcher resource = RESOURCE.matcher(line);
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            } else if ((line.startsWith(" ") || line.startsWith("\t")) && last != null) {
                last.commands.add(line.strip());
            } else if (resource.matches()) {
                resources.put(resource.group(1), Long.valueOf(resource.group(2)));
            } else if (target.matches() && !targets.containsKey(target.group(1))) {
                last = new Target(target.group(1), words(target.group(2)), demand(target.group(3)), new ArrayList<>());
                targets.put(last.name, last);
            } else {
                throw new IllegalArgumentException("line " + number + " of " + file
                        + " is neither a resource nor another target nor its command: " + line);
            }
        }
        return new BuildFile(file.toAbsolutePath().getParent(), targets, resources);
    }

    private static List<String> words(String text) {
        return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
    }

    private static Demand demand(String text) {
        if (text == null) {
            return Demand.of("cpu", 1);
        }
        Demand demand = Demand.nothing();
        for (String word : words(text)) {
            Matcher amount = AMOUNT.matcher(word);
            if (!amount.matches()) {
                throw new IllegalArgumentException("a demand is like cpu=2, not " + word);
            }
            demand = demand.and(amount.group(1), Long.parseLong(amount.group(2)));
        }
        return demand;
    }
}

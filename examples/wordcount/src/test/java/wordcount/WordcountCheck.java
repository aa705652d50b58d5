package wordcount;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Has words of many files counted, and counts them by itself. */
final class WordcountCheck {
    private static final int FILES = 60;
    private static final int LINES = 3000;
    private static final int WORDS = 2000;

    /** A file of which nothing can be read, on Linux. */
    private static final Path UNREADABLE = Path.of("/proc/self/mem");

    private record Run(int status, String output) {}

    private static Run count(String... arguments) throws IOException, InterruptedException {
        Path output = Files.createTempFile("wordcount", ".log");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = new ArrayList<>(List.of(java, "-jar", "target/wordcount.jar"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean hasEnded = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly();
        String text = Files.readString(output);
        Files.delete(output);
        expect(hasEnded, "it hangs", text);
        return new Run(process.exitValue(), text);
    }

    /** Writes files of words made up of letters, and returns how often each is in them. */
    private static Map<String, Long> write(Path folder, Random random) throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        for (int file = 0; file < FILES; file++) {
            var text = new StringBuilder();
            for (int line = random.nextInt(LINES); line > 0; line--) {
                for (int word = random.nextInt(12); word > 0; word--) {
                    String name = word(Math.abs((int) (random.nextGaussian() * WORDS / 4)));
                    counts.merge(name, 1L, Long::sum);
                    text.append(random.nextInt(5) == 0 ? name.toUpperCase() : name)
                            .append(random.nextBoolean() ? " " : ", 7 ");
                }
                text.append('\n');
            }
            Path path = folder.resolve("folder" + file % 5).resolve("file" + file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
        }
        return counts;
    }

    private static String word(int number) {
        return Integer.toString(number)
                .chars()
                .mapToObj(digit -> "" + (char) ('a' + digit - '0'))
                .collect(Collectors.joining());
    }

    private static void expect(boolean condition, String otherwise, String output) {
        if (!condition) {
            throw new AssertionError(otherwise + ":\n" + output);
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("seed " + seed);
        Path folder = Files.createTempDirectory("wordcount");
        Map<String, Long> expected = write(folder, new Random(seed));
        Run all = count("-n", "1000000", folder.toString());
        Map<String, Long> counted = new TreeMap<>();
        all.output.lines().map(line -> line.split(" ")).forEach(entry -> counted.put(entry[1], Long.valueOf(entry[0])));
        expect(all.status == 0 && counted.equals(expected), "not " + expected, all.output);
        long words = counted.values().stream().mapToLong(count -> count).sum();
        System.out.println("passed: " + words + " words in " + FILES + " files were counted");
        Run missing = count(folder.toString(), folder.resolve("none").toString());
        expect(
                missing.status == 1 && missing.output.contains("none"),
                "a file that isn't there is no failure",
                missing.output);
        System.out.println("passed: a file that isn't there is a failure");
        if (Files.exists(UNREADABLE)) {
            Run unreadable = count(folder.toString(), UNREADABLE.toString());
            expect(
                    unreadable.status == 1 && unreadable.output.contains("IOException"),
                    "an error got lost",
                    unreadable.output);
            System.out.println(
                    "passed: a file that can't be read is a failure, all the way from the task to the actor");
        }
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }
}

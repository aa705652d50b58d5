package build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Has small programs built, and looks at what was made, what wasn't, and what was told. */
final class BuildCheck {
    private final Path folder;

    private BuildCheck(Path folder) {
        this.folder = folder;
    }

    private record Run(int status, String output) {
        void expect(int expected, String... parts) {
            BuildCheck.expect(status == expected, "it ended with " + status + ", not " + expected, output);
            for (String part : parts) {
                BuildCheck.expect(output.contains(part), "it doesn't say \"" + part + "\"", output);
            }
        }
    }

    /** Runs the tool with a build file of this text. */
    private Run build(String text, String... words) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("build.txt"), text);
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = new ArrayList<>(List.of(java, "-jar", "target/build.jar"));
        boolean keepsGoing = words.length > 0 && words[0].equals("-k");
        command.addAll(keepsGoing ? List.of("-k", file.toString()) : List.of(file.toString()));
        command.addAll(List.of(words).subList(keepsGoing ? 1 : 0, words.length));
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        expect(process.waitFor(20, TimeUnit.SECONDS), "the build hangs", Files.readString(output));
        return new Run(process.exitValue(), Files.readString(output));
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private String read(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    private boolean exists(String name) {
        return Files.exists(folder.resolve(name));
    }

    /** Makes files that old. */
    private void age(int hours, String... names) throws IOException {
        for (String name : names) {
            Files.setLastModifiedTime(
                    folder.resolve(name), FileTime.from(Instant.now().minusSeconds(3600L * hours)));
        }
    }

    private void checkTimes() throws IOException, InterruptedException {
        String program = """
                # Commands are indented, by spaces or a tab.
                program: main.o util.o
                    cat main.o util.o > program

                main.o: main.c header.h
                    cat header.h main.c > main.o

                util.o: util.c
                \tcat util.c > util.o

                header.h: names.txt
                    sort names.txt > header.h
                """;
        write("main.c", "main\n");
        write("util.c", "util\n");
        write("names.txt", "two\none\n");
        age(5, "main.c", "util.c", "names.txt");
        build(program).expect(0, "{made=4}", "critical path: ", "program ");
        expect(read("program").equals("one\ntwo\nmain\nutil\n"), "another program was made", read("program"));
        build(program).expect(0, "{up to date=4}");
        age(4, "header.h", "util.o", "main.o");
        age(3, "program");
        write("main.c", "other\n");
        age(2, "main.c");
        build(program).expect(0, "{made=2, up to date=2}");
        expect(read("program").equals("one\ntwo\nother\nutil\n"), "another program was made", read("program"));
        Files.delete(folder.resolve("util.o"));
        build(program, "main.o").expect(0, "{up to date=2}");
        build(program, "util.o").expect(0, "{made=1}", "critical path: util.o ");
        System.out.println("passed: only what isn't up to date was made, in order");
    }

    private void checkResources() throws IOException, InterruptedException {
        var crowd = new StringBuilder("resource oven 2\nresource cpu 100\nall:");
        var ovens = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            crowd.append(" cake").append(i);
            // Fails if neither oven is free.
            ovens.append("cake")
                    .append(i)
                    .append(
                            ": [oven=1]\n    if mkdir a; then it=a; else mkdir b; it=b; fi\n    sleep 0.1; rmdir $it\n");
        }
        build(crowd + "\n" + ovens, "-k").expect(0, "{made=12, up to date=1}");
        System.out.println("passed: never more ran at once than there are resources for");
    }

    private void checkFailures() throws IOException, InterruptedException {
        String broken = """
                all: good bad late
                good: []
                    sleep 0.2
                    touch good
                bad: []
                    touch bad began
                    false
                late: bad []
                    touch late
                endless: []
                    touch endless
                    sleep 100
                both: endless waits
                waits: []
                    while ! test -e endless; do sleep 0.05; done
                    false
                """;
        build(broken, "-k")
                .expect(1, "bad failed: its commands ended with 1", "late needs bad", "{failed=1, left out=2, made=1}");
        expect(exists("good") && exists("began") && !exists("bad") && !exists("late"), "other files were made", "");
        build(broken, "both").expect(1, "endless was interrupted", "waits failed", "{cancelled=2, failed=1}");
        expect(!exists("endless"), "a half was left behind", "");
        System.out.println("passed: a failure ends the build at once, or with -k only what needs it");
    }

    private void checkErrors() throws IOException, InterruptedException {
        build("a: b\nb: c\nc: a\n").expect(1, "build: actions depend on one another: a -> b -> c -> a");
        build("a: nowhere\n").expect(1, "build: nowhere, which a needs, is neither a file nor a target");
        build("a: [gpu=1]\n    touch a\n").expect(1, "gpu");
        build("a\n").expect(1, "build: line 1 of ");
        build("a:\n", "b").expect(1, "build: b, which the command line needs");
        System.out.println("passed: wrong build files are refused with a reason");
    }

    private static void expect(boolean condition, String otherwise, String output) {
        if (!condition) {
            throw new AssertionError(otherwise + ":\n" + output);
        }
    }

    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("build");
        var check = new BuildCheck(folder);
        check.checkTimes();
        check.checkResources();
        check.checkFailures();
        check.checkErrors();
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }
}

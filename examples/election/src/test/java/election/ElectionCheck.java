package election;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Holds the election, and looks whether a station has died and come back, and each vote was counted once. */
final class ElectionCheck {
    private static final Pattern BEGIN = Pattern.compile("(station [123] is open with 0 ballots\n){3}");
    private static final Pattern DEATH =
            Pattern.compile("station 2 has died at 'vote \\w+ (\\d+)'\n(?s:.*)station 2 is open with (\\d+) ballots\n");
    private static final Pattern RESULT = Pattern.compile("(\\d+) people voted for \\w+, and (\\d+) were counted\n");

    private record Run(int status, String output, String errors) {}

    private static Run election(String... arguments) throws IOException, InterruptedException {
        Path output = Files.createTempFile("election", ".log");
        Path errors = Files.createTempFile("election", ".err");
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", "target/election.jar"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(errors.toFile())
                .redirectOutput(output.toFile())
                .start();
        boolean hasEnded = process.waitFor(100, TimeUnit.SECONDS);
        process.destroyForcibly();
        var run = new Run(hasEnded ? process.exitValue() : -1, Files.readString(output), Files.readString(errors));
        Files.delete(output);
        Files.delete(errors);
        return run;
    }

    private static void check(boolean isRight, String what, Run run) {
        if (!isRight) {
            throw new AssertionError(what + ", but it ended with " + run.status + ":\n" + run.output + run.errors);
        }
        System.out.println("passed: " + what);
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Run none = election("0");
        check(none.status == 2 && none.errors.startsWith("Usage: "), "an election needs ballots", none);

        int ballots = 1000;
        Run run = election("" + ballots);
        check(BEGIN.matcher(run.output).lookingAt(), "three stations open", run);
        Matcher death = DEATH.matcher(run.output);
        check(death.find() && Integer.parseInt(death.group(1)) >= ballots / 2, "one dies, and is opened again", run);
        long people = 0;
        boolean isCounted = true;
        Matcher result = RESULT.matcher(run.output);
        while (result.find()) {
            people += Long.parseLong(result.group(1));
            isCounted &= result.group(1).equals(result.group(2));
        }
        check(
                run.status == 0 && isCounted && people == 3 * ballots,
                "each of " + people + " votes is counted once",
                run);
    }
}

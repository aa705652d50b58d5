package bank;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs the bank, and looks whether actors did fail, and the money is all there. */
final class BankCheck {
    private static final Pattern OUTPUT = Pattern.compile("""
            (\\d+) accounts, (\\d+) transfers of which (\\d+) were refused, (\\d+) failures, (\\d+) restarts in .* s
            the sum was (\\d+) and is (\\d+); the poorest has (\\d+)
            """);

    private record Run(int status, String output) {}

    private static Run bank(int accounts, int transfers) throws IOException, InterruptedException {
        Path output = Files.createTempFile("bank", ".log");
        var command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", "target/bank.jar"));
        command.addAll(List.of("" + accounts, "" + transfers));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean hasEnded = process.waitFor(100, TimeUnit.SECONDS);
        process.destroyForcibly();
        String text = Files.readString(output);
        Files.delete(output);
        if (!hasEnded) {
            throw new AssertionError("the bank hangs:\n" + text);
        }
        return new Run(process.exitValue(), text);
    }

    private static void check(int accounts, int transfers) throws IOException, InterruptedException {
        Run run = bank(accounts, transfers);
        String text = run.output;
        Matcher figures = OUTPUT.matcher(text);
        if (!figures.matches() || run.status != 0) {
            throw new AssertionError("the bank failed:\n" + text);
        }
        long failures = Long.parseLong(figures.group(4));
        // A transfer has three steps or more, at each of which one in 50 fails.
        if (failures < transfers / 20 || Long.parseLong(figures.group(5)) != failures) {
            throw new AssertionError("too few failures, or not a restart for each:\n" + text);
        }
        System.out.println("passed: " + text.strip().replace("\n", "; "));
    }

    private static void checkUsage() throws IOException, InterruptedException {
        Run run = bank(1, 10);
        if (run.status != 2 || !run.output.startsWith("Usage: ")) {
            throw new AssertionError("one account has nobody to give to:\n" + run.output);
        }
        System.out.println("passed: one account isn't a bank");
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        checkUsage();
        check(2, 5_000);
        check(100_000, 100_000);
    }
}

package election;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The process of a station, as the election sees it. It is started again whenever it has died, and asked again what it hasn't answered. */
final class Booth {
    private final int number;
    private final List<String> command;
    private Process process;
    private BufferedReader in;

    /** Starts the station of a number, which begins with 1. The ports are those of all stations. */
    Booth(int number, Path folder, List<Integer> ports) throws IOException {
        this.number = number;
        command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", // it runs for seconds only
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow", // or the JVM warns of Pekko
                "-cp",
                System.getProperty("java.class.path"),
                "election.Station",
                folder.toString(),
                "" + number));
        ports.forEach(port -> command.add("" + port));
        start();
    }

    private void start() throws IOException {
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        in = process.inputReader();
        String state = in.readLine();
        if (state == null) {
            throw new IOException("station " + number + " doesn't open");
        }
        System.out.printf("station %d is %s%n", number, state);
    }

    /** Kills the process soon, in the midst of whatever it does then. */
    void kill() {
        Thread.ofVirtual().start(process::destroyForcibly);
    }

    /** Gives an order, and returns the answer. */
    String order(String order) throws IOException {
        String answer = tryOrder(order);
        while (answer == null) {
            System.out.printf("station %d has died at '%s'%n", number, order);
            start();
            answer = tryOrder(order);
        }
        return answer;
    }

    /** Returns null if the process has died. Whether it has followed the order nobody knows then. */
    private String tryOrder(String order) {
        try {
            Writer out = process.outputWriter();
            out.write(order + "\n");
            out.flush();
            return in.readLine();
        } catch (IOException died) {
            return null;
        }
    }

    /** Has the station close, and returns its status. */
    int close() throws IOException, InterruptedException {
        process.outputWriter().close();
        return process.waitFor();
    }
}

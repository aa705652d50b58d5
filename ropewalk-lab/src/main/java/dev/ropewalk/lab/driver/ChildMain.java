package dev.ropewalk.lab.driver;

import dev.ropewalk.lab.experiment.Experiment;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The main class of a contender's JVM. It reads requests from standard input, a line each, and writes replies to
 * standard output. What contenders print themselves goes to standard error. When the driver is gone, standard input
 * ends, and so does this JVM, at once and whatever it is doing.
 */
final class ChildMain {
    private ChildMain() {}

    static void main(String[] args) throws Exception {
        var replies = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
        Thread.ofPlatform().daemon().name("lab-requests").start(() -> read(requests));
        Experiment experiment = Class.forName(args[0])
                .asSubclass(Experiment.class)
                .getDeclaredConstructor()
                .newInstance();
        var session = new ChildSession(experiment, args[1]);
        while (true) {
            replies.println(Wire.toLine(session.handle(requests.take())));
        }
    }

    private static void read(BlockingQueue<Request> requests) {
        try (var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                requests.add(Wire.fromLine(line, Request.class));
            }
        } catch (IOException e) {
            // A broken pipe means the same as its end.
        } finally {
            // Not exit: shutdown hooks of a contender could wait for what will never come.
            Runtime.getRuntime().halt(0);
        }
    }
}

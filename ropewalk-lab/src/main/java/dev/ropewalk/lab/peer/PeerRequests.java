package dev.ropewalk.lab.peer;

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
 * What a second process is asked for: a line each from standard input, with answers on standard output. What is printed otherwise goes to
 * standard error. When the first process is gone, so is this one.
 */
public final class PeerRequests {
    private final PrintStream replies =
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();

    private PeerRequests() {}

    /** Takes over the standard streams of this process. */
    public static PeerRequests open() {
        System.setOut(System.err);
        var opened = new PeerRequests();
        Thread.ofPlatform().daemon().name("lab-requests").start(opened::read);
        return opened;
    }

    private void read() {
        try (var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                requests.add(line);
            }
        } catch (IOException e) {
            // A broken pipe means the same as its end.
        } finally {
            Runtime.getRuntime().halt(0);
        }
    }

    /** Waits for the next request. */
    public String next() throws InterruptedException {
        return requests.take();
    }

    /** Answers. */
    public void reply(String line) {
        replies.println(line);
    }
}

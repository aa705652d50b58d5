package dev.ropewalk.lab.neighbours;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/**
 * The main class of a neighbour: a process that burns CPU in one thread when asked to, and does nothing else. It answers a line
 * for each line on standard input, and ends with its input, in whatever way the process has ended that started it.
 */
final class BusyLoop {
    /** Asks to burn CPU; {@link #BUSY} is answered once some has been burnt. */
    static final String BURN = "burn";

    static final String BUSY = "busy";

    /** Asks to stop; the answer is how many nanoseconds of CPU time were burnt. */
    static final String REST = "rest";

    private static final long NANOS_BEFORE_ANSWER = 1_000_000;
    private static final int STEPS = 10_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final CountDownLatch busy = new CountDownLatch(1);
    private volatile boolean stopped;
    private long nanos;
    private long state = 1;

    private BusyLoop() {}

    static void main(String[] args) throws Exception {
        var replies = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (var requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = requests.readLine(); BURN.equals(line); line = requests.readLine()) {
                var loop = new BusyLoop();
                Thread thread = Thread.ofPlatform().start(loop::burn);
                loop.busy.await();
                replies.println(BUSY);
                if (!REST.equals(requests.readLine())) {
                    break;
                }
                loop.stopped = true;
                thread.join();
                replies.println(loop.nanos);
            }
        } catch (IOException e) {
            // A broken pipe means the same as its end.
        } finally {
            // The thread that burns may not know yet that it's over.
            Runtime.getRuntime().halt(0);
        }
    }

    private void burn() {
        long start = THREADS.getCurrentThreadCpuTime();
        while (!stopped) {
            for (int step = 0; step < STEPS; step++) {
                state ^= state << 13;
                state ^= state >>> 7;
                state ^= state << 17;
            }
            if (busy.getCount() > 0 && THREADS.getCurrentThreadCpuTime() - start >= NANOS_BEFORE_ANSWER) {
                busy.countDown();
            }
        }
        nanos = THREADS.getCurrentThreadCpuTime() - start;
    }
}

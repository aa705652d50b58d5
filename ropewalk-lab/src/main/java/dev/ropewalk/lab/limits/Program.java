package dev.ropewalk.lab.limits;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The program that is measured, as a whole process: it does one contender's work once. It prints how many tasks are done, how
 * many were in flight at once at most if it was asked to count them, and the most memory that it has held.
 *
 * <p>It loads only the classes that its contender needs, so that figures are the contender's own.
 */
final class Program {
    static final String LIMITS = "limits";
    static final String RESOURCE = "resource";

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

    private Program() {}

    /**
     * Runs the program.
     *
     * @param args the process that waits for this one, the experiment, the contender, the number of tasks, how many may be
     *     in flight, and what {@link Work#of} reads
     */
    static void main(String[] args) throws Exception {
        long parent = Long.parseLong(args[0]);
        Thread.ofPlatform().daemon().name("lab-parent").start(() -> endWithParent(parent));
        String contender = args[2];
        int tasks = Integer.parseInt(args[3]);
        int inFlight = Integer.parseInt(args[4]);
        Work work = Work.of(args, 5);
        switch (args[1]) {
            case LIMITS -> Strategies.run(contender, tasks, inFlight, work);
            case RESOURCE -> Holders.run(contender, tasks, inFlight, work);
            default -> throw new IllegalArgumentException("no experiment " + args[1]);
        }
        System.out.println(work.done() + " " + work.most() + " " + PeakMemory.kibibytes());
    }

    /**
     * Ends this process when its parent is gone and the figures are of no use any more. To read from the parent instead of
     * looking for it would cost time: a JVM that ends waits 300 ms for a thread that is in a system call.
     */
    private static void endWithParent(long parent) {
        do {
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        } while (ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L) == parent);
        Runtime.getRuntime().halt(1);
    }
}

package dev.ropewalk.scheduler.strand;

import dev.ropewalk.base.Uninterruptibly;
import java.util.Arrays;
import java.util.concurrent.Executor;

/**
 * The JDK's socket pollers: virtual threads of its own that are started when a virtual thread first waits for a socket, and
 * inherit that one's executor. If it is carried, its workers would poll the whole program's sockets, and closing the scheduler
 * would end that. So the pollers are recognised when they start, by the class that starts them, and run on the JDK's scheduler.
 *
 * <p>To start them early from another thread would be simpler, but would give every program a thread that waits in native
 * code, for which a JVM waits 300 ms at its exit. This is only done when a carried thread has a child that is no poller: from
 * then on no child needs to be looked at.
 */
final class SocketPollers {
    private static final String POLLER = "sun.nio.ch.Poller";

    private static volatile Runnable[] continuations = {};
    private static volatile boolean complete;

    private SocketPollers() {}

    /**
     * Returns what runs a continuation that was submitted in the name of a carried thread which it isn't: the JDK's scheduler
     * if it is a poller's, and {@code otherwise} if not.
     */
    static Executor executorOf(Runnable continuation, Executor otherwise) {
        return isKnown(continuation) || (!complete && starts(continuation)) ? VirtualThreads.jdkScheduler() : otherwise;
    }

    @SuppressWarnings("ReferenceEquality") // the JDK has one continuation a thread
    private static boolean isKnown(Runnable continuation) {
        for (Runnable known : continuations) {
            if (known == continuation) {
                return true;
            }
        }
        return false;
    }

    private static boolean starts(Runnable continuation) {
        boolean starting = StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().startsWith(POLLER)));
        if (starting) {
            add(continuation);
        } else {
            startAll();
        }
        return starting;
    }

    private static synchronized void add(Runnable continuation) {
        Runnable[] more = Arrays.copyOf(continuations, continuations.length + 1);
        more[more.length - 1] = continuation;
        continuations = more;
    }

    private static void startAll() {
        Uninterruptibly.join(
                Thread.ofPlatform().daemon().name("ropewalk-socket-pollers").start(SocketPollers::initialise));
        complete = true;
    }

    /** To initialise a class needs no access to it. A poller that can't start is for the first socket to report. */
    private static void initialise() {
        try {
            Class.forName(POLLER, true, null);
        } catch (ClassNotFoundException | LinkageError ignored) {
            return;
        }
    }
}

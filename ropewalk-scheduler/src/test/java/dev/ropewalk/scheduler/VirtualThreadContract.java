package dev.ropewalk.scheduler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** What virtual threads of a scheduler's factory do like any others, on the workers or not. Each method returns what went wrong. */
@SuppressWarnings("ThreadPriorityCheck") // yielding is among what is tested
final class VirtualThreadContract {
    private final ThreadFactory factory;

    VirtualThreadContract(ThreadFactory factory) {
        this.factory = factory;
    }

    List<String> violations() throws Exception {
        List<String> wrong = new ArrayList<>();
        require(wrong, "sleeps at least as long as told", sleepsLongEnough());
        require(wrong, "an interrupt ends a sleep and goes no further", interruptEndsSleep());
        require(wrong, "each has its own thread-locals and inherits its parent's", keepsThreadLocals());
        require(wrong, "keeps its name and is a daemon", keepsName());
        require(wrong, "tells its handler about exceptions", reportsExceptions());
        require(wrong, "waits and is notified in monitors", usesMonitors());
        require(wrong, "sockets on loopback echo", echoes(20));
        return wrong;
    }

    private static void require(List<String> wrong, String what, boolean holds) {
        if (!holds) {
            wrong.add(what);
        }
    }

    private boolean sleepsLongEnough() throws InterruptedException {
        var right = new AtomicInteger();
        runAll(500, i -> {
            long start = System.nanoTime();
            try {
                Thread.sleep(i % 20);
            } catch (InterruptedException e) {
                return;
            }
            if (System.nanoTime() - start >= i % 20 * 1_000_000L) {
                right.incrementAndGet();
            }
        });
        return right.get() == 500;
    }

    private boolean interruptEndsSleep() throws InterruptedException {
        var right = new AtomicInteger();
        List<Thread> sleepers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            sleepers.add(start(() -> {
                try {
                    Thread.sleep(100_000);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    right.incrementAndGet();
                }
            }));
        }
        sleepers.forEach(Thread::interrupt);
        join(sleepers);
        runAll(100, i -> {
            if (!Thread.currentThread().isInterrupted()) {
                right.incrementAndGet();
            }
        });
        return right.get() == 200;
    }

    private boolean keepsThreadLocals() throws InterruptedException {
        var local = new ThreadLocal<Integer>();
        var inherited = new InheritableThreadLocal<String>();
        inherited.set("from the parent");
        var right = new AtomicInteger();
        runAll(100, i -> {
            local.set(i);
            Thread.yield();
            if (local.get() == i && "from the parent".equals(inherited.get())) {
                right.incrementAndGet();
            }
        });
        inherited.remove();
        return right.get() == 100;
    }

    private boolean keepsName() throws InterruptedException {
        var right = new AtomicInteger();
        runAll(10, i -> {
            Thread self = Thread.currentThread();
            boolean unnamed = self.getName().isEmpty();
            self.setName("n" + i);
            Thread.yield();
            if (unnamed && self.getName().equals("n" + i) && self.isDaemon() && self.isVirtual()) {
                right.incrementAndGet();
            }
        });
        return right.get() == 10;
    }

    private boolean reportsExceptions() throws InterruptedException {
        var seen = new AtomicInteger();
        Thread thread = factory.newThread(() -> {
            throw new IllegalStateException("as told");
        });
        thread.setUncaughtExceptionHandler((failed, thrown) -> seen.incrementAndGet());
        thread.start();
        thread.join();
        return seen.get() == 1;
    }

    private boolean usesMonitors() throws InterruptedException {
        var lock = new Object();
        int[] count = {0};
        runAll(50, i -> {
            for (int n = 0; n < 20; n++) {
                synchronized (lock) {
                    count[0]++;
                    lock.notifyAll();
                    Thread.yield();
                }
            }
            synchronized (lock) {
                while (count[0] < 1_000) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
                lock.notifyAll();
            }
        });
        return count[0] == 1_000;
    }

    private boolean echoes(int clients) throws Exception {
        var right = new AtomicInteger();
        try (var server = new ServerSocket(0, clients, InetAddress.getLoopbackAddress())) {
            Thread acceptor = start(() -> {
                for (int i = 0; i < clients; i++) {
                    try {
                        Socket socket = server.accept();
                        start(() -> echo(socket));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            });
            runAll(clients, i -> {
                try (var socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                    for (int value = 0; value < 50; value++) {
                        socket.getOutputStream().write(value);
                        if (socket.getInputStream().read() != value) {
                            return;
                        }
                    }
                    right.incrementAndGet();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            acceptor.join();
        }
        return right.get() == clients;
    }

    private static void echo(Socket socket) {
        try (socket) {
            for (int value = socket.getInputStream().read();
                    value >= 0;
                    value = socket.getInputStream().read()) {
                socket.getOutputStream().write(value);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Body {
        void run(int number);
    }

    private void runAll(int count, Body body) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            threads.add(start(() -> body.run(number)));
        }
        join(threads);
    }

    private Thread start(Runnable body) {
        Thread thread = factory.newThread(body);
        thread.start();
        return thread;
    }

    private static void join(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }
}

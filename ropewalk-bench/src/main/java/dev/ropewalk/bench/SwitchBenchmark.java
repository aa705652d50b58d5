package dev.ropewalk.bench;

import dev.ropewalk.scheduler.Scheduler;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a switch costs: two virtual threads unpark each other in turn, and park. {@code loop} is the floor, an executor that
 * only queues; {@code jdk} is the JDK's scheduler, with as many carriers as the JVM's options say.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(value = 3, jvmArgsAppend = "--add-opens=java.base/java.lang=ALL-UNNAMED")
public class SwitchBenchmark {
    private static final int SWITCHES = 1_000_000;

    @Param({"loop", "workers1", "workers2", "jdk"})
    public String carrier = "loop";

    @Param({"1", "1000"})
    public int pairs = 1;

    private SwitchLoop loop = new SwitchLoop();
    private Scheduler scheduler = Scheduler.create();
    private ThreadFactory factory = scheduler.threadFactory();

    @Setup
    public void meet() {
        scheduler.close();
        scheduler =
                Scheduler.builder().workers(carrier.equals("workers2") ? 2 : 1).build();
        factory = switch (carrier) {
            case "loop" -> loop.threadFactory();
            case "jdk" -> Thread.ofVirtual().factory();
            default -> scheduler.threadFactory();
        };
    }

    @TearDown
    public void part() {
        scheduler.close();
    }

    @Benchmark
    @OperationsPerInvocation(SWITCHES)
    public void switches() throws InterruptedException {
        var done = new CountDownLatch(2 * pairs);
        for (int i = 0; i < pairs; i++) {
            var ping = new Party(SWITCHES / pairs / 2, done);
            var pong = new Party(SWITCHES / pairs / 2, done);
            ping.meet(factory, pong);
            pong.meet(factory, ping);
            ping.itsTurn = true;
            ping.thread.start();
            pong.thread.start();
        }
        loop.runUntilEmpty();
        done.await();
    }

    private static final class Party implements Runnable {
        private final CountDownLatch done;
        private final int turns;
        private Thread thread = Thread.currentThread();
        private Party other = this;
        private volatile boolean itsTurn;

        Party(int turns, CountDownLatch done) {
            this.turns = turns;
            this.done = done;
        }

        void meet(ThreadFactory factory, Party whom) {
            thread = factory.newThread(this);
            other = whom;
        }

        @Override
        public void run() {
            for (int i = 0; i < turns; i++) {
                while (!itsTurn) {
                    LockSupport.park();
                }
                itsTurn = false;
                other.itsTurn = true;
                LockSupport.unpark(other.thread);
            }
            done.countDown();
        }
    }
}

package dev.ropewalk.bench;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.Entities;
import dev.ropewalk.cluster.EntityType;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
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

/** What a message costs to a plain actor, and to an entity of the local cluster. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class EntityBenchmark {
    private static final int MESSAGES = 100_000;

    /** What is sent to. */
    public enum Kind {
        ACTOR,
        ENTITY
    }

    @Param({"ACTOR", "ENTITY"})
    public Kind kind = Kind.ACTOR;

    private ActorSystem system = ActorSystem.create("bench");
    private Cluster cluster = Cluster.local(system);
    private final AtomicReferenceArray<ActorRef<Integer>> players = new AtomicReferenceArray<>(2);
    private volatile CountDownLatch done = new CountDownLatch(1);

    @Setup
    public void begin() {
        end();
        system = ActorSystem.create("bench");
        cluster = Cluster.local(system);
        Entities<Integer, Integer> entities =
                cluster.host(EntityType.of("player", Integer.class, Integer.class), entity -> player(entity.key()));
        for (int i = 0; i < 2; i++) {
            int number = i;
            players.set(i, kind == Kind.ENTITY ? entities.entity(i) : system.spawn(context -> player(number)));
        }
    }

    /** Answers its fellow until nothing is left. */
    private Actor<Integer> player(int number) {
        return left -> {
            if (left > 1) {
                players.getPlain(1 - number).tell(left - 1);
            } else if (left == 1) {
                done.countDown();
            }
        };
    }

    @TearDown
    public void end() {
        cluster.close();
        system.close();
    }

    /** One message is on its way at a time. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void pingPong() throws InterruptedException {
        done = new CountDownLatch(1);
        players.get(0).tell(MESSAGES);
        done.await();
    }

    /** A thread sends to one, which does nothing. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void oneWay() throws InterruptedException {
        done = new CountDownLatch(1);
        ActorRef<Integer> player = players.get(0);
        for (int i = 1; i < MESSAGES; i++) {
            player.tell(0);
        }
        player.tell(1);
        done.await();
    }
}

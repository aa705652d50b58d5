package dev.ropewalk.lab.footprint;

import dev.ropewalk.lab.pekko.PekkoDispatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorRefFactory;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/**
 * Pekko's classic actors. Each needs a behaviour object of its own, which has no fields but those that Pekko gives it, and
 * comes to be on the dispatcher's threads some time after it is spawned.
 */
final class PekkoPopulation implements Population {
    /** Between two looks at how many exist: rare enough to take next to nothing from the dispatcher's threads. */
    private static final long LOOK_NANOS = 200_000;

    private final int size;
    private final List<ActorRef> actors;
    private final LongAdder existing = new LongAdder();
    private final ActorSystem system;
    private final Props props = Props.create(Greeter.class, () -> {
        existing.increment();
        return new Greeter();
    });

    PekkoPopulation(int workers, int size) {
        this.size = size;
        actors = new ArrayList<>(size);
        system = PekkoDispatcher.FORK_JOIN.start(workers, size);
    }

    @Override
    public void spawnFromOutside() {
        spawn(system);
        awaitAll();
    }

    @Override
    public void spawnFromParent() throws InterruptedException {
        ActorRef parent = system.actorOf(Props.create(Parent.class, () -> new Parent(this)));
        var spawned = new CountDownLatch(1);
        parent.tell(spawned, ActorRef.noSender());
        spawned.await();
        awaitAll();
    }

    private void spawn(ActorRefFactory spawner) {
        for (int k = 0; k < size; k++) {
            actors.add(spawner.actorOf(props));
        }
    }

    private void awaitAll() {
        while (existing.sum() < size) {
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
    }

    @Override
    public void greet(CountDownLatch greeted) {
        for (ActorRef actor : actors) {
            actor.tell(greeted, ActorRef.noSender());
        }
    }

    @Override
    public void close() {
        PekkoDispatcher.end(system);
    }

    private static final class Greeter extends UntypedAbstractActor {
        @Override
        public void onReceive(Object message) {
            if (message instanceof CountDownLatch greeted) {
                greeted.countDown();
            }
        }
    }

    private static final class Parent extends UntypedAbstractActor {
        private final PekkoPopulation population;

        Parent(PekkoPopulation population) {
            this.population = population;
        }

        @Override
        public void onReceive(Object message) {
            if (message instanceof CountDownLatch spawned) {
                population.spawn(getContext());
                spawned.countDown();
            }
        }
    }
}

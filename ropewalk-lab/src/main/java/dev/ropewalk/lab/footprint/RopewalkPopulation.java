package dev.ropewalk.lab.footprint;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSpawner;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.scheduler.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Ropewalk's actors, with one behaviour that all share. */
final class RopewalkPopulation implements Population {
    private static final Actor<CountDownLatch> BEHAVIOUR = CountDownLatch::countDown;
    private static final ActorFactory<CountDownLatch> FACTORY = context -> BEHAVIOUR;

    private final int size;
    private final List<ActorRef<CountDownLatch>> actors;
    private final Scheduler scheduler;
    private final ActorSystem system;

    RopewalkPopulation(int workers, int size) {
        this.size = size;
        actors = new ArrayList<>(size);
        scheduler = Scheduler.builder().workers(workers).build();
        system = ActorSystem.builder("lab").scheduler(scheduler).build();
    }

    @Override
    public void spawnFromOutside() {
        spawn(system);
    }

    @Override
    public void spawnFromParent() throws InterruptedException {
        ActorRef<CountDownLatch> parent = system.spawn(context -> spawned -> {
            spawn(context);
            spawned.countDown();
        });
        var spawned = new CountDownLatch(1);
        parent.tell(spawned);
        spawned.await();
    }

    private void spawn(ActorSpawner spawner) {
        for (int k = 0; k < size; k++) {
            actors.add(spawner.spawn(FACTORY));
        }
    }

    @Override
    public void greet(CountDownLatch greeted) {
        for (ActorRef<CountDownLatch> actor : actors) {
            actor.tell(greeted);
        }
    }

    @Override
    public void close() {
        system.close();
        scheduler.close();
    }
}

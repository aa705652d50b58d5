package dev.ropewalk.lab.cluster;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import java.util.List;
import java.util.stream.IntStream;

/** Actors, which know nothing of clusters. */
final class PlainActors implements Recipients {
    private record Add(long number) {}

    private final ActorSystem system = ActorSystem.create("lab");
    private final List<ActorRef<Add>> refs;

    PlainActors(Load load, Arrival arrivals) {
        refs = IntStream.range(0, load.entities())
                .<ActorRef<Add>>mapToObj(entity -> system.spawn(context -> add -> arrivals.arrived(add.number())))
                .toList();
    }

    @Override
    public void tell(int entity, long number) {
        refs.get(entity).tell(new Add(number));
    }

    @Override
    public void close() {
        system.close();
    }
}

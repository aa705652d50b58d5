package dev.ropewalk.lab.cluster;

import dev.ropewalk.lab.cluster.PekkoMessages.Add;
import dev.ropewalk.lab.cluster.PekkoMessages.Here;
import dev.ropewalk.lab.cluster.PekkoMessages.Where;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.Props;

/** An entity of Pekko. */
final class PekkoEntity extends AbstractActor {
    private final Recipients.Arrival arrivals;
    private final Here here;

    private PekkoEntity(Recipients.Arrival arrivals, Here here) {
        this.arrivals = arrivals;
        this.here = here;
    }

    static Props props(Recipients.Arrival arrivals, String address) {
        var here = new Here(address);
        return Props.create(PekkoEntity.class, () -> new PekkoEntity(arrivals, here));
    }

    @Override
    public Receive createReceive() {
        return receiveBuilder()
                .match(Add.class, add -> arrivals.arrived(add.number()))
                .match(Where.class, where -> getSender().tell(here, getSelf()))
                .build();
    }
}

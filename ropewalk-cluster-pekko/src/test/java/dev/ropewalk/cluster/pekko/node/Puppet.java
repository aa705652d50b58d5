package dev.ropewalk.cluster.pekko.node;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.pekko.join.Joiner;
import dev.ropewalk.cluster.pekko.wire.Answer;
import dev.ropewalk.cluster.pekko.wire.Knock;
import dev.ropewalk.cluster.pekko.wire.Standing;
import java.util.Optional;
import java.util.function.Function;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import scala.jdk.javaapi.FutureConverters;

/** A process that says of itself what a test wants, and lets nobody into a cluster. */
final class Puppet implements AutoCloseable {
    private final NodeAddress address;
    private final ActorSystem system;

    private Puppet(ClusterOptions options, Function<Standing, Optional<Standing>> script) {
        address = new NodeAddress(options.host(), options.port());
        system = PekkoEngine.createSystem(options, Optional.empty());
        ActorRef ignored = system.actorOf(Props.create(Answers.class, () -> new Answers(script)), Joiner.NAME);
    }

    /**
     * Starts one.
     *
     * @param script what it says that it is, by what the node is that asks; empty if it says nothing
     */
    static Puppet start(ClusterOptions options, Function<Standing, Optional<Standing>> script) {
        return new Puppet(options, script);
    }

    NodeAddress address() {
        return address;
    }

    private static final class Answers extends UntypedAbstractActor {
        private final Function<Standing, Optional<Standing>> script;

        Answers(Function<Standing, Optional<Standing>> script) {
            this.script = script;
        }

        @Override
        public void onReceive(Object message) {
            if (message instanceof Knock knock) {
                script.apply(knock.standing())
                        .ifPresent(is -> getSender().tell(new Answer(knock.stamp(), is, knock.options()), getSelf()));
            } else {
                unhandled(message);
            }
        }
    }

    @Override
    public void close() {
        system.terminate();
        var ignored = TestNode.get(FutureConverters.asJava(system.whenTerminated()));
    }
}

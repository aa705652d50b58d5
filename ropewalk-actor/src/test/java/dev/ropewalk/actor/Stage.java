package dev.ropewalk.actor;

import dev.ropewalk.actor.Puppet.Act;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.supervision.ActorLife;
import dev.ropewalk.actor.supervision.SystemMessage;
import dev.ropewalk.actor.testkit.ActorTestKit;
import dev.ropewalk.actor.testkit.ActorTestKitBuilder;
import dev.ropewalk.actor.testkit.Probe;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** Puppets, and the diary that they all write. What they log is kept from the console. */
public final class Stage implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    public final CapturedLog log = new CapturedLog("dev.ropewalk");
    public final ActorTestKit kit;
    public final ActorSystem system;
    public final Probe<String> diary;

    public Stage() {
        this(options -> options);
    }

    public Stage(UnaryOperator<ActorTestKitBuilder> options) {
        kit = options.apply(ActorTestKit.builder("test").deadline(DEADLINE).closeTimeout(DEADLINE))
                .build();
        system = kit.system();
        diary = kit.probe("diary");
    }

    /** What a puppet is asked to find out. */
    @FunctionalInterface
    public interface Call<T> {
        T in(ActorContext<Act> context) throws Exception;
    }

    /** Spawns a puppet at the top. */
    public ActorRef<Act> spawn(String name) {
        return spawn(ActorOptions.defaults().name(name));
    }

    public ActorRef<Act> spawn(ActorOptions<Object> options) {
        ActorRef<Act> puppet = spawn(system, options);
        diary.expect("made " + Puppet.nameOf(puppet));
        return puppet;
    }

    /** Spawns a puppet below another. */
    public ActorRef<Act> spawn(ActorRef<Act> parent, String name) {
        return spawn(parent, ActorOptions.defaults().name(name));
    }

    public ActorRef<Act> spawn(ActorRef<Act> parent, ActorOptions<Object> options) {
        ActorRef<Act> puppet = call(parent, context -> spawn(context, options));
        diary.expect("made " + Puppet.nameOf(puppet));
        return puppet;
    }

    private ActorRef<Act> spawn(ActorSpawner parent, ActorOptions<Object> options) {
        return parent.spawn(options, context -> new Puppet(context, diary.ref()));
    }

    /** Has a puppet find something out, after all that it was told before. */
    public <T> T call(ActorRef<Act> puppet, Call<T> call) {
        return kit.<Act, T>ask(puppet, replyTo -> context -> replyTo.tell(call.in(context)));
    }

    /** Has a puppet make assertions; what fails there fails the test. */
    public void check(ActorRef<Act> puppet, Act assertions) {
        call(puppet, context -> {
            assertions.in(context);
            return true;
        });
    }

    public List<ActorRef<?>> childrenOf(ActorRef<Act> puppet) {
        return call(puppet, ActorContext::children);
    }

    /** Takes entries out of the diary up to this one. */
    public void skipTo(String entry) {
        String next = diary.receive();
        while (!next.equals(entry)) {
            next = diary.receive();
        }
    }

    /** Waits until a puppet has done all that it was told before. */
    public void settle(ActorRef<Act> puppet) {
        call(puppet, context -> true);
    }

    /** Has a puppet write into the diary. */
    public Act say(String text) {
        return context -> diary.ref().tell(text);
    }

    /** Holds a puppet up, once it has done all that it was told before. */
    public Gate hold(ActorRef<Act> puppet) {
        var gate = new Gate();
        puppet.tell(gate);
        kit.await(puppet + " is held", gate::isEntered);
        return gate;
    }

    /** Holds an actor up before it carries out any further system message. */
    public Gate holdOrders(ActorRef<?> actor) {
        var gate = new Gate();
        Internals.cellOf(system, actor).sendSystem(new SystemMessage() {
            @Override
            public void apply(ActorLife<?> carriedOutBy) {
                try {
                    gate.pass(system.scheduler());
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        kit.await(actor + " is held", gate::isEntered);
        return gate;
    }

    public void fail(ActorRef<Act> puppet, String why) {
        puppet.tell(Puppet.fail(new IllegalStateException(why)));
    }

    /** Has a puppet fail, and waits until its parent has been told. */
    public void failAndTell(ActorRef<Act> puppet, String why) {
        fail(puppet, why);
        Cell<?> cell = Internals.cellOf(system, puppet);
        kit.await(puppet + " has failed", () -> cell.is(Cell.FAILED) && cell.isIdle());
    }

    /** Waits until an actor has carried out all system messages that it was sent before. */
    public void settleOrders(ActorRef<?> actor) {
        var done = new CompletableFuture<Boolean>();
        Internals.cellOf(system, actor).sendSystem(new SystemMessage() {
            @Override
            public void apply(ActorLife<?> carriedOutBy) {
                done.complete(true);
            }
        });
        kit.await(done);
    }

    @Override
    public void close() {
        try {
            kit.close();
        } finally {
            log.close();
        }
    }
}

package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Receptionist.Listing;
import dev.ropewalk.testing.Await;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The receptionist as a user would use it. */
@Timeout(60)
class ReceptionistExampleTest {
    private static final ServiceKey<String> PRINTING = new ServiceKey<>("printing", String.class);

    @AutoClose
    private final ActorSystem system = ActorSystem.create("office");

    private final Queue<String> printed = new ConcurrentLinkedQueue<>();

    private ActorRef<String> printer(String name) {
        return system.spawn(name, context -> {
            context.system().receptionist().register(PRINTING, context.self());
            return page -> printed.add(name + ": " + page);
        });
    }

    /** An actor that needs a service asks for it by its key, and gets refs that take its messages. */
    @Test
    void shouldFindAService() {
        printer("laser");

        for (ActorRef<String> printer : system.receptionist().find(PRINTING)) {
            printer.tell("hello");
        }

        Await.until("it is printed", () -> printed.contains("laser: hello"));
    }

    /** Registrations end with the actor. */
    @Test
    void shouldForgetWhoHasStopped() {
        ActorRef<String> laser = printer("laser");
        ActorRef<String> inkjet = printer("inkjet");

        system.stop(laser);

        Await.until(
                "only the other is left",
                () -> system.receptionist().find(PRINTING).size() == 1);
        assertThat(system.receptionist().find(PRINTING)).containsExactly(inkjet);
    }

    sealed interface Work {
        record Print(String page) implements Work {}

        record Printers(Listing<String> listing) implements Work {}
    }

    /** Keeps pages until there is a printer. */
    private static final class Spooler implements Actor<Work> {
        private final ActorContext<Work> context;
        private Listing<String> printers = new Listing<>(PRINTING, Set.of());

        Spooler(ActorContext<Work> context) {
            this.context = context;
            ActorRef<Listing<String>> listings =
                    context.spawn(inner -> listing -> context.self().tell(new Work.Printers(listing)));
            context.system().receptionist().subscribe(PRINTING, listings);
        }

        @Override
        public void receive(Work work) {
            switch (work) {
                case Work.Print print
                when printers.actors().isEmpty() -> context.stash().add(print);
                case Work.Print(String page) ->
                    printers.actors().iterator().next().tell(page);
                case Work.Printers(Listing<String> listing) -> {
                    printers = listing;
                    context.stash().unstashAll();
                }
            }
        }
    }

    /** A subscriber is told at once which actors offer a service, and whenever that changes. */
    @Test
    void shouldTellSubscribersOfAService() throws Exception {
        ActorRef<Work> spooler = system.spawn("spooler", Spooler::new);
        Stream.of("one", "two").map(Work.Print::new).forEach(spooler::tell);

        ActorRef<String> laser = printer("laser");

        Await.until("both are printed", () -> printed.size() == 2);
        assertThat(printed).containsExactly("laser: one", "laser: two");
        system.stop(laser);
        system.whenStopped(laser).get(10, TimeUnit.SECONDS);
    }
}

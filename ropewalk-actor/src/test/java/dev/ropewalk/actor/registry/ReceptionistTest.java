package dev.ropewalk.actor.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ListedTermination;
import dev.ropewalk.actor.Receptionist.Listing;
import dev.ropewalk.actor.RecordingRef;
import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.actor.support.Loggers;
import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.testing.Sample;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ReceptionistTest {
    private static final ServiceKey<String> PRINTING = new ServiceKey<>("printing", String.class);
    private static final ServiceKey<Integer> COUNTING = new ServiceKey<>("counting", Integer.class);

    private final Tasks tasks = new Tasks();
    private final ListedTermination termination = new ListedTermination();
    private final ServiceRegistry receptionist =
            new ServiceRegistry(termination, tasks::run, new LimitedLog(Loggers.LOG, "actor system", System::nanoTime));
    private final RecordingRef<String> first = new RecordingRef<>("/first");
    private final RecordingRef<String> second = new RecordingRef<>("/second");
    private final RecordingRef<Listing<String>> subscriber = new RecordingRef<>("/subscriber");

    @Test
    void shouldFindThoseRegisteredForAService() {
        receptionist.register(PRINTING, first);
        receptionist.register(PRINTING, second);
        receptionist.register(COUNTING, new RecordingRef<>("/counter"));

        assertThat(receptionist.find(PRINTING)).containsExactly(first, second);
    }

    @Test
    void shouldFindNobodyForAServiceThatNobodyOffers() {
        assertThat(receptionist.find(PRINTING)).isEmpty();
    }

    @Test
    void shouldTellServicesOfOneNameApartByType() {
        receptionist.register(PRINTING, first);

        assertThat(receptionist.find(new ServiceKey<>("printing", Integer.class)))
                .isEmpty();
    }

    @Test
    void shouldTellWithTheNextChangeWhatCouldNotBeTold() {
        List<Integer> failures = new ArrayList<>(List.of(1));
        var failing = new ServiceRegistry(
                termination,
                task -> {
                    if (!failures.isEmpty()) {
                        failures.removeLast();
                        throw new IllegalStateException("no thread");
                    }
                    task.run();
                },
                new LimitedLog(Loggers.LOG, "actor system", System::nanoTime));
        assertThatThrownBy(() -> failing.subscribe(PRINTING, subscriber)).hasMessage("no thread");

        failing.register(PRINTING, first);

        assertThat(subscriber.received).containsExactly(new Listing<>(PRINTING, Set.of(first)));
    }

    @Test
    void shouldReturnASnapshot() {
        receptionist.register(PRINTING, first);
        Set<ActorRef<String>> found = receptionist.find(PRINTING);

        receptionist.register(PRINTING, second);

        assertThat(found).containsExactly(first);
        assertThat(receptionist.find(PRINTING)).isSameAs(receptionist.find(PRINTING));
    }

    @Test
    void shouldForgetWhoDeregistersOrStops() {
        receptionist.register(PRINTING, first);
        receptionist.register(PRINTING, second);

        receptionist.deregister(PRINTING, first);
        termination.stop(second);

        assertThat(receptionist.find(PRINTING)).isEmpty();
        assertThat(RegistryInsides.isEmpty(receptionist)).isTrue();
        assertThat(termination.count()).isZero();
    }

    @Test
    void shouldSendListingsAtOnceAndAfterEveryChange() {
        receptionist.register(PRINTING, first);
        receptionist.subscribe(PRINTING, subscriber);
        receptionist.register(PRINTING, second);
        receptionist.deregister(PRINTING, first);
        termination.stop(second);

        assertThat(subscriber.received)
                .containsExactly(
                        listing(List.of(first)),
                        listing(List.of(first, second)),
                        listing(List.of(second)),
                        listing(List.of()));
    }

    @Test
    void shouldSendNoListingWhenNothingChanged() {
        receptionist.subscribe(PRINTING, subscriber);
        receptionist.deregister(PRINTING, first);
        receptionist.register(COUNTING, new RecordingRef<>("/counter"));

        assertThat(subscriber.received).containsExactly(listing(List.of()));
    }

    @Test
    void shouldSendNothingToWhoUnsubscribedOrStopped() {
        var stopped = new RecordingRef<Listing<String>>("/stopped");
        receptionist.subscribe(PRINTING, subscriber);
        receptionist.subscribe(PRINTING, stopped);
        receptionist.unsubscribe(PRINTING, subscriber);
        termination.stop(stopped);

        receptionist.register(PRINTING, first);

        assertThat(subscriber.received).containsExactly(listing(List.of()));
        assertThat(stopped.received).containsExactly(listing(List.of()));
    }

    @Test
    void shouldKeepNothingAfterManyRegistrationsAndSubscriptions() {
        for (int i = 0; i < Sample.of(100_000, 1_000_000); i++) {
            receptionist.register(PRINTING, first);
            receptionist.subscribe(PRINTING, subscriber);
            subscriber.received.clear();
            receptionist.unsubscribe(PRINTING, subscriber);
            receptionist.deregister(PRINTING, first);
        }

        assertThat(RegistryInsides.isEmpty(receptionist)).isTrue();
        assertThat(termination.count()).isZero();
    }

    /** Runs tasks at once, or when it is let go. */
    private static final class Tasks {
        private final List<Runnable> held = new ArrayList<>();
        private boolean holds;

        void run(Runnable task) {
            if (holds) {
                held.add(task);
            } else {
                task.run();
            }
        }

        void hold() {
            holds = true;
        }

        void letGo() {
            holds = false;
            List.copyOf(held).forEach(Runnable::run);
            held.clear();
        }
    }

    @Test
    void shouldSendOneListingForManyChangesInARow() {
        receptionist.subscribe(PRINTING, subscriber);
        tasks.hold();
        for (int i = 0; i < 1000; i++) {
            receptionist.register(PRINTING, new RecordingRef<>("/printer/" + i));
        }
        tasks.letGo();

        assertThat(subscriber.received).hasSize(2);
        assertThat(List.copyOf(subscriber.received).getLast().actors()).hasSize(1000);
    }

    @Test
    void shouldTellTheOthersWhenTheMailboxOfOneThrows() {
        var broken = new RecordingRef<Listing<String>>("/broken") {
            @Override
            public CompletableFuture<Void> tellAsync(Listing<String> listing) {
                throw new IllegalStateException("a predicate of the mailbox");
            }
        };
        receptionist.subscribe(PRINTING, broken);
        receptionist.subscribe(PRINTING, subscriber);

        receptionist.register(PRINTING, first);

        assertThat(List.copyOf(subscriber.received).getLast()).isEqualTo(listing(List.of(first)));
    }

    @Test
    void shouldHoldNoLockWhileItSends() {
        var curious = new RecordingRef<Listing<String>>("/curious") {
            @Override
            public CompletableFuture<Void> tellAsync(Listing<String> listing) {
                return super.tellAsync(listing)
                        .thenRun(() -> CompletableFuture.supplyAsync(() -> RegistryInsides.isEmpty(receptionist))
                                .join());
            }
        };
        tasks.hold();
        receptionist.subscribe(PRINTING, curious);
        tasks.letGo();

        assertThat(curious.received).containsExactly(listing(List.of()));
    }

    private static Listing<String> listing(List<ActorRef<String>> actors) {
        return new Listing<>(PRINTING, new LinkedHashSet<>(actors));
    }
}

package dev.ropewalk.sim.catalogue;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.sim.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Actors whose timers and answers come at a moment that they don't expect. */
final class ActorTimes {
    private static final Duration PAUSE = Duration.ofMillis(10);

    private ActorTimes() {}

    static List<PlantedBug> bugs() {
        return List.of(
                PlantedBug.of(
                        "a cancelled timer's message comes", Theme.ACTORS, Symptom.CHECK, ActorTimes::timerAfterCancel),
                PlantedBug.of(
                        "a late answer is taken for the next", Theme.ACTORS, Symptom.CHECK, ActorTimes::staleAnswer),
                PlantedBug.of(
                                "the last vote comes with the timeout",
                                Theme.ACTORS,
                                Symptom.CHECK,
                                ActorTimes::voteAfterTimeout)
                        .from("two-phase commit, Gray: Notes on data base operating systems, 1978"));
    }

    sealed interface SessionCommand {}

    record Keep() implements SessionCommand {}

    record Expire() implements SessionCommand {}

    /** Expires if it isn't kept for a while. */
    static final class Session implements Actor<SessionCommand> {
        private final ActorContext<SessionCommand> context;
        private final boolean mended;
        private final List<Long> idleNanos;
        private long keptAt;
        private Timer expiry;

        Session(ActorContext<SessionCommand> context, boolean mended, List<Long> idleNanos) {
            this.context = context;
            this.mended = mended;
            this.idleNanos = idleNanos;
            keptAt = context.scheduler().nanoTime();
            expiry = arm();
        }

        private Timer arm() {
            Scheduler scheduler = context.scheduler();
            if (mended) {
                context.timers().startSingle("expiry", new Expire(), PAUSE);
            }
            ActorRef<SessionCommand> self = context.self();
            return scheduler.schedule(scheduler.newStrand(), mended ? () -> {} : () -> self.tell(new Expire()), PAUSE);
        }

        @Override
        public void receive(SessionCommand command) {
            if (command instanceof Expire) {
                idleNanos.add(context.scheduler().nanoTime() - keptAt);
                context.stop();
            } else {
                expiry.cancel();
                expiry = arm();
                keptAt = context.scheduler().nanoTime();
            }
        }
    }

    private static void timerAfterCancel(Simulation simulation, boolean mended) {
        List<Long> idleNanos = new ArrayList<>();
        ActorRef<SessionCommand> session =
                ActorStates.system(simulation).spawn("session", context -> new Session(context, mended, idleNanos));
        simulation.runFor(PAUSE);
        session.tell(new Keep());
        simulation.run();
        Checks.equal(List.of(PAUSE.toNanos()), idleNanos, "how long a session was idle");
    }

    record Query(int key, ActorRef<ClientCommand> replyTo) {}

    sealed interface ClientCommand {}

    record Answer(int key, int value) implements ClientCommand {}

    record TimeUp(int key) implements ClientCommand {}

    /** Asks for the values of some keys, one after the other, and goes on to the next when it has waited for long enough. */
    static final class Client implements Actor<ClientCommand> {
        private final ActorContext<ClientCommand> context;
        private final ActorRef<Query> server;
        private final boolean mended;
        private final Map<Integer, Integer> values;
        private int key;

        Client(
                ActorContext<ClientCommand> context,
                ActorRef<Query> server,
                boolean mended,
                Map<Integer, Integer> values) {
            this.context = context;
            this.server = server;
            this.mended = mended;
            this.values = values;
            next();
        }

        private void next() {
            key++;
            if (key <= 2) {
                server.tell(new Query(key, context.self()));
                context.timers().startSingle("time-up", new TimeUp(key), PAUSE);
            }
        }

        @Override
        public void receive(ClientCommand command) {
            switch (command) {
                case Answer(int answered, int value) -> {
                    if (answered == key || (!mended && key <= 2)) {
                        values.put(key, value);
                        next();
                    }
                }
                case TimeUp(int waited) -> {
                    if (waited == key) {
                        next();
                    }
                }
            }
        }
    }

    private static void staleAnswer(Simulation simulation, boolean mended) {
        ActorSystem system = ActorStates.system(simulation);
        Scheduler scheduler = simulation.scheduler();
        ActorRef<Query> server = system.spawn("server", context -> query -> {
            Duration latency = Duration.ofMillis(5L * scheduler.random().nextInt(4));
            var _ = scheduler.schedule(
                    scheduler.newStrand(),
                    () -> query.replyTo().tell(new Answer(query.key(), query.key() * 100)),
                    latency);
        });
        Map<Integer, Integer> values = new HashMap<>();
        ActorRef<ClientCommand> _ = system.spawn("client", context -> new Client(context, server, mended, values));
        simulation.run();
        values.forEach((key, value) -> Checks.equal(key * 100, value, "value of " + key));
    }

    sealed interface CoordinatorCommand {}

    record Vote(int participant) implements CoordinatorCommand {}

    record VotingEnded() implements CoordinatorCommand {}

    /** What a participant is told. */
    enum Decision {
        COMMIT,
        ABORT
    }

    /** Commits if all have voted in time. */
    static final class Coordinator implements Actor<CoordinatorCommand> {
        private final List<ActorRef<Decision>> participants;
        private final boolean mended;
        private final Set<Integer> votes = new HashSet<>();
        private boolean isDecided;

        Coordinator(ActorContext<CoordinatorCommand> context, List<ActorRef<Decision>> participants, boolean mended) {
            this.participants = participants;
            this.mended = mended;
            context.timers().startSingle("voting", new VotingEnded(), PAUSE);
        }

        @Override
        public void receive(CoordinatorCommand command) {
            if (mended && isDecided) {
                return;
            }
            switch (command) {
                case Vote(int participant) -> {
                    votes.add(participant);
                    if (votes.size() == participants.size()) {
                        decide(Decision.COMMIT);
                    }
                }
                case VotingEnded() -> {
                    if (votes.size() < participants.size()) {
                        decide(Decision.ABORT);
                    }
                }
            }
        }

        private void decide(Decision decision) {
            isDecided = true;
            participants.forEach(participant -> participant.tell(decision));
        }
    }

    private static void voteAfterTimeout(Simulation simulation, boolean mended) {
        ActorSystem system = ActorStates.system(simulation);
        Scheduler scheduler = simulation.scheduler();
        Set<Decision> decisions = new HashSet<>();
        List<ActorRef<Decision>> participants = IntStream.range(0, 2)
                .mapToObj(i -> system.<Decision>spawn("participant-" + i, context -> decisions::add))
                .toList();
        ActorRef<CoordinatorCommand> coordinator =
                system.spawn("coordinator", context -> new Coordinator(context, participants, mended));
        for (int i = 0; i < participants.size(); i++) {
            int voter = i;
            Duration latency = Duration.ofMillis(5L * scheduler.random().nextInt(3));
            var _ = scheduler.schedule(scheduler.newStrand(), () -> coordinator.tell(new Vote(voter)), latency);
        }
        simulation.run();
        Checks.equal(1, decisions.size(), "decisions");
    }
}

package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorCloseReport;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.LinkOptions;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * Entities that stand still now and then, with mailboxes that have senders wait, while nodes join, leave and are cut off. Links have room for a few messages only. In the end each message was handled, or told to be lost, or not
 * to be sent; nobody waits for ever; and what was handled is in the order of its sender.
 */
class StallsWorld implements SimulationBody {
    private static final EntityType<String, Job> TYPE = EntityType.of("clerk", String.class, Job.class);
    private static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Note.class)
            .register(3, Question.class)
            .register(4, Long.class)
            .build();
    private static final Duration HAND_OFF = Duration.ofSeconds(4);
    private static final int KEYS = 3;
    private static final int SENDERS = 3;
    private static final int ENTRIES = 120;
    private static final int CHANGES = 4;

    /** What an entity is told. */
    sealed interface Job {
        /** Of whom. */
        String sender();

        /** The next one of that sender to this entity is larger. */
        long number();
    }

    record Note(String sender, long number) implements Job {}

    record Question(String sender, long number, ActorRef<Long> answer) implements Job {}

    private record Id(String sender, long number) {
        static Id of(Job job) {
            return new Id(job.sender(), job.number());
        }
    }

    @Override
    public void run(Simulation simulation) {
        new Play(simulation).run();
    }

    private static final class Play extends SimulatedNodes {
        private final RandomGenerator random;
        private final int shards;
        private final int window;
        private final int mailbox;

        /** Whether handlers stand still, for longer than a shard that moves waits for them, too; else the entities pause. */
        private final boolean blocks;

        private final List<Cluster> leavers = new ArrayList<>();
        private boolean isCalm;

        /** What was told, and isn't accounted for. */
        private final Set<Id> open = new HashSet<>();

        private final Set<Id> handled = new HashSet<>();
        private final List<String> violations = new ArrayList<>();
        private final Map<String, Long> last = new HashMap<>();

        Play(Simulation simulation) {
            super(simulation, SimulatedNetwork.builder().rebalanceInterval(Duration.ofMillis(300)));
            random = simulation.scheduler().random();
            shards = 1 + random.nextInt(3);
            window = 16 + random.nextInt(16);
            mailbox = 1 + random.nextInt(6);
            blocks = random.nextInt(3) == 0;
        }

        void run() {
            join();
            join();
            List<Thread> senders = new ArrayList<>();
            for (int node = 0; node < 2; node++) {
                for (int i = 0; i < SENDERS; i++) {
                    Cluster from = clusters.get(node);
                    String sender = "sender-" + node + "-" + i;
                    senders.add(simulation.start(sender, () -> send(from, sender)));
                }
            }
            List<Thread> leaving = new ArrayList<>();
            for (int i = 0; i < CHANGES; i++) {
                simulation.runFor(Duration.ofMillis(random.nextInt(8000)));
                change(leaving);
            }
            isCalm = true;
            simulation.runUntil("all have sent", () -> senders.stream().noneMatch(Thread::isAlive));
            simulation.runUntil("all have left", () -> leaving.stream().noneMatch(Thread::isAlive));
            simulation.runFor(LONG);
            long known =
                    losses.stream().filter(loss -> loss.message().isEmpty()).count();
            losses.stream().flatMap(loss -> loss.message().stream()).forEach(this::settle);
            assertThat((long) open.size()).as("%s of %s", open, losses).isLessThanOrEqualTo(known);
            assertThat(violations).isEmpty();
            for (Cluster cluster : clusters.reversed()) {
                assertThat(cluster.close(LONG))
                        .matches(report ->
                                leavers.contains(cluster) || cluster.removal().isDone() || report.isComplete());
                assertThat(cluster.system().close(LONG)).matches(ActorCloseReport::isComplete);
            }
        }

        /** It wasn't handled, and that was told; it may be an answer. */
        private void settle(Object message) {
            if (message instanceof Job job) {
                open.remove(Id.of(job));
            }
        }

        private void change(List<Thread> leaving) {
            if (clusters.getFirst().removal().isDone()) { // it was cut off with too few, and is the seed of all
                return;
            }
            List<Cluster> others = clusters.stream()
                    .skip(1)
                    .filter(cluster -> !leavers.contains(cluster))
                    .toList();
            if (others.isEmpty() || random.nextInt(2) == 0) {
                join();
                return;
            }
            Cluster chosen = others.get(random.nextInt(others.size()));
            if (random.nextInt(3) == 0) {
                cutOff(chosen);
                return;
            }
            Duration within = Duration.ofSeconds(1 + random.nextInt(30));
            leavers.add(chosen);
            leaving.add(simulation.start("leaving " + chosen.self(), () -> leave(chosen, within)));
        }

        private void cutOff(Cluster chosen) {
            network.isolate(chosen.self());
            simulation.runFor(Duration.ofMillis(random.nextInt(8000)));
            network.heal();
        }

        private void leave(Cluster leaver, Duration within) {
            long begun = simulation.scheduler().nanoTime();
            var ignored = leaver.close(within);
            Duration taken = Duration.ofNanos(simulation.scheduler().nanoTime() - begun);
            if (!blocks && taken.compareTo(within) > 0) { // handlers that stand still hold workers
                violations.add("to close took " + taken + ", not " + within);
            }
        }

        private void join() {
            Cluster cluster = join(ClusterOptions.defaults("office", CODECS)
                    .shards(shards)
                    .handOffTimeout(HAND_OFF)
                    .link(LinkOptions.defaults().windowMessages(window)));
            ActorRef<DeadLetter> letters = cluster.system().spawn(context -> letter -> settle(letter.message()));
            cluster.system().events().subscribe(DeadLetter.class, letters);
            var options = EntityOptions.defaults()
                    .passivateIdle(random.nextBoolean())
                    .actor(ActorOptions.defaults().mailbox(Mailbox.bounded(mailbox, OverflowPolicy.BLOCK)));
            var ignored = cluster.host(TYPE, options, this::clerk);
        }

        private Actor<Job> clerk(EntityContext<String, Job> entity) {
            return job -> {
                note(entity.key(), job);
                if (job instanceof Question question) {
                    question.answer().tell(question.number());
                }
                if (!isCalm && random.nextInt(10) == 0) {
                    stand(entity);
                }
            };
        }

        private void stand(EntityContext<String, Job> entity) {
            long nanos = random.nextLong(HAND_OFF.multipliedBy(2).toNanos());
            if (blocks) {
                simulation.scheduler().parkNanos(this, nanos);
            } else {
                var until = new CompletableFuture<Void>();
                var ignored = simulation
                        .scheduler()
                        .schedule(
                                simulation.scheduler().newStrand(),
                                () -> until.complete(null),
                                Duration.ofNanos(nanos));
                entity.actor().pauseUntil(until, (nothing, failure) -> {});
            }
        }

        private void note(String key, Job job) {
            Id id = Id.of(job);
            open.remove(id);
            if (!handled.add(id)) {
                violations.add(id + " was handled twice");
            }
            Long before = last.put(key + " of " + job.sender(), job.number());
            if (!blocks && before != null && before >= job.number()) {
                violations.add(key + " has handled " + before + " before " + id);
            }
        }

        private void send(Cluster from, String sender) {
            for (long i = 0; i < ENTRIES; i++) {
                sendOne(from.entity(TYPE, "key-" + random.nextInt(KEYS)), new Note(sender, i));
                if (random.nextInt(4) == 0) {
                    simulation.scheduler().parkNanos(this, random.nextInt(500_000_000));
                }
            }
        }

        private void sendOne(EntityRef<String, Job> entity, Note note) {
            Id id = Id.of(note);
            open.add(id);
            switch (random.nextInt(5)) {
                case 0 -> {
                    if (!entity.tryTell(note)) {
                        open.remove(id);
                    }
                }
                case 1 -> {
                    if (!entity.tell(note, Duration.ofMillis(random.nextInt(3000)))) {
                        open.remove(id);
                    }
                }
                case 2 -> {
                    var ignored = entity.tellAsync(note).exceptionally(failure -> {
                        open.remove(id);
                        return null;
                    });
                }
                case 3 -> {
                    CompletableFuture<Long> answer = entity.ask(
                            asker -> new Question(note.sender(), note.number(), asker),
                            Duration.ofMillis(1 + random.nextInt(9000)));
                    var ignored = answer.whenComplete((number, failure) -> open.remove(id));
                }
                default -> entity.tell(note);
            }
        }
    }
}

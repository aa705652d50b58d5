package election;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.store.Effect;
import dev.ropewalk.cluster.store.StateLogic;
import java.util.HashMap;
import java.util.Map;

/** Counts the votes for a candidate: an entity, which lives at one station at a time, and elsewhere when that fails. */
final class Candidate implements StateLogic<String, Candidate.Votes, Candidate.Command, Void> {
    sealed interface Command {}

    /** A vote. Each station numbers its ballots, upwards. */
    record Ballot(String station, long number) implements Command {}

    /** Asks how many votes there are. */
    record HowMany(ActorRef<Long> replyTo) implements Command {}

    /** The state: how many votes, and the last ballot that has come from each station. */
    record Votes(long count, Map<String, Long> last) {}

    static final EntityType<String, Command> TYPE = EntityType.of("candidate", String.class, Command.class);

    /** What nodes send each other, by numbers that stay the same. */
    static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Long.class)
            .registerSealed(Command.class, Map.of(Ballot.class, 3, HowMany.class, 4))
            .build();

    @Override
    public Votes initial(String name) {
        return new Votes(0, Map.of());
    }

    @Override
    public Effect<Votes, Void> handle(EntityContext<String, Command> entity, Votes votes, Command command) {
        return switch (command) {
            case HowMany(ActorRef<Long> replyTo) -> answer(replyTo, votes.count);
            case Ballot(String station, long number) -> {
                if (number <= votes.last.getOrDefault(station, 0L)) {
                    yield none(); // it has come again, after a crash
                }
                Map<String, Long> last = new HashMap<>(votes.last);
                last.put(station, number);
                yield save(new Votes(votes.count + 1, last));
            }
        };
    }
}

package dev.ropewalk.example.postgres;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.HandsOver;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.store.Effect;
import dev.ropewalk.cluster.store.StateLogic;
import java.util.Map;

/** Entities that keep a number, in the database or in memory, and others that are sent numbered messages. What they answer tells in which order they have handled what. */
final class Registers {
    static final EntityType<String, Command> STORED = EntityType.of("stored", String.class, Command.class);
    static final EntityType<String, Command> IN_MEMORY = EntityType.of("memory", String.class, Command.class);
    static final EntityType<String, Numbered> LINES = EntityType.of("line", String.class, Numbered.class);
    static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Long.class)
            .register(3, Value.class)
            .register(4, Old.class)
            .register(5, Numbered.class)
            .registerSealed(Command.class, Map.of(Swap.class, 6, Get.class, 7))
            .build();

    private Registers() {}

    /** What a register understands. */
    sealed interface Command {}

    /** Sets a value, and asks for the one before. */
    record Swap(long value, ActorRef<Old> replyTo) implements Command {}

    /** Asks for the value. */
    record Get(ActorRef<Old> replyTo) implements Command {}

    /**
     * The value before a command; 0 at the beginning.
     *
     * @param instance which of the entities that the key has had one after another has answered: later ones have larger numbers
     */
    record Old(long value, long instance) {}

    /** The value of a register. */
    record Value(long value) {}

    /** The next message of a sender, from 0. */
    record Numbered(String sender, long number) {}

    /** A register whose value is in the database. */
    static final class Stored implements StateLogic<String, Value, Command, String> {
        @Override
        public Value initial(String key) {
            return new Value(0);
        }

        @Override
        public Effect<Value, String> handle(EntityContext<String, Command> entity, Value now, Command command) {
            return switch (command) {
                case Swap(long value, ActorRef<Old> replyTo) ->
                    save(new Value(value)).answer(replyTo, new Old(now.value(), 0));
                case Get(ActorRef<Old> replyTo) -> answer(replyTo, new Old(now.value(), 0));
            };
        }
    }

    /** A register whose value is in memory: it goes along when its shard moves, and is lost when its node fails. */
    static final class InMemory implements Actor<Command>, HandsOver<Value> {
        private final long instance = System.nanoTime(); // all processes of a machine have one clock
        private long value;

        InMemory(EntityContext<String, Command> entity) {
            value = entity.handedOver(Value.class).map(Value::value).orElse(0L);
        }

        @Override
        public void receive(Command command) {
            switch (command) {
                case Swap(long next, ActorRef<Old> replyTo) -> {
                    replyTo.tell(new Old(value, instance));
                    value = next;
                }
                case Get(ActorRef<Old> replyTo) -> replyTo.tell(new Old(value, instance));
            }
        }

        @Override
        public Value handOver() {
            return new Value(value);
        }
    }

    /** Notes what it is sent. */
    static final class Line implements Actor<Numbered> {
        private final String key;
        private final NodeNotes notes;
        private final long instance = System.nanoTime();

        Line(EntityContext<String, Numbered> entity, NodeNotes notes) {
            this.key = entity.key();
            this.notes = notes;
        }

        @Override
        public void receive(Numbered message) {
            notes.add("handled", key, message.sender(), message.number(), instance, System.nanoTime());
        }
    }
}

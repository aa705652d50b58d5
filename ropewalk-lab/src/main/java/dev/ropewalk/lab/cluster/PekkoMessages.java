package dev.ropewalk.lab.cluster;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.cluster.sharding.ShardRegion;
import org.apache.pekko.serialization.SerializerWithStringManifest;

/** What entities of Pekko understand, and how it is written. */
final class PekkoMessages {
    static final int SHARDS = 128;

    private PekkoMessages() {}

    /** A message, with the key of its entity. */
    sealed interface Keyed permits Add, Where {
        String key();
    }

    /** Is counted. */
    record Add(String key, long number) implements Keyed {}

    /** Asks on which node the entity is. */
    record Where(String key) implements Keyed {}

    /** The answer. */
    record Here(String node) {}

    /** Takes an entity's key from a message. */
    static final class ByKey extends ShardRegion.HashCodeMessageExtractor {
        ByKey() {
            super(SHARDS);
        }

        @Override
        public String entityId(Object message) {
            return ((Keyed) message).key();
        }
    }

    /** Writes and reads them. */
    public static final class Serializer extends SerializerWithStringManifest {
        private static final int IDENTIFIER = 4711;
        private static final String ADD = "a";
        private static final String WHERE = "w";
        private static final String HERE = "h";

        /** Made by Pekko. */
        public Serializer(ExtendedActorSystem system) {}

        @Override
        public int identifier() {
            return IDENTIFIER;
        }

        @Override
        public String manifest(Object message) {
            return switch (message) {
                case Add _ -> ADD;
                case Where _ -> WHERE;
                default -> HERE;
            };
        }

        @Override
        public byte[] toBinary(Object message) {
            return switch (message) {
                case Add add -> {
                    byte[] key = add.key().getBytes(StandardCharsets.UTF_8);
                    yield ByteBuffer.allocate(Long.BYTES + key.length)
                            .putLong(add.number())
                            .put(key)
                            .array();
                }
                case Where where -> where.key().getBytes(StandardCharsets.UTF_8);
                case Here here -> here.node().getBytes(StandardCharsets.UTF_8);
                default -> throw new IllegalArgumentException(String.valueOf(message));
            };
        }

        @Override
        public Object fromBinary(byte[] bytes, String manifest) {
            return switch (manifest) {
                case ADD ->
                    new Add(
                            new String(bytes, Long.BYTES, bytes.length - Long.BYTES, StandardCharsets.UTF_8),
                            ByteBuffer.wrap(bytes).getLong());
                case WHERE -> new Where(new String(bytes, StandardCharsets.UTF_8));
                default -> new Here(new String(bytes, StandardCharsets.UTF_8));
            };
        }
    }
}

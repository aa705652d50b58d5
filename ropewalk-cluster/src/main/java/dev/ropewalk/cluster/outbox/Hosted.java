package dev.ropewalk.cluster.outbox;

import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.codec.CodecRegistry;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What an outbox knows of its cluster.
 *
 * @param cluster the name of the cluster
 * @param codecs by which messages and keys are written
 * @param types the types of entities that it hosts, by their names; null for others
 */
public record Hosted(String cluster, CodecRegistry codecs, Function<String, @Nullable EntityType<?, ?>> types) {}

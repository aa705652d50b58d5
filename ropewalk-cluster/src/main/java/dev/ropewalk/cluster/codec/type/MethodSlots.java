package dev.ropewalk.cluster.codec.type;

import dev.ropewalk.cluster.codec.value.Slot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A method on the wire.
 *
 * @param parameters the places of its arguments
 * @param result the place of its result; null if it has none
 */
public record MethodSlots(
        InterfaceMethod method,
        List<Slot> parameters,
        @Nullable Slot result) {}

package dev.ropewalk.cluster.codec.type;

import org.jspecify.annotations.Nullable;

/**
 * What has become of a call.
 *
 * @param value what the method's stage has completed with; null also if that is nothing, or has failed
 * @param failure how that has failed; null if it hasn't
 */
public record MethodResult(
        InterfaceMethod method,
        @Nullable Object value,
        @Nullable Failure failure) implements InterfaceValue {
    /**
     * How a call has failed.
     *
     * @param host of the node where it has failed, as the next two are
     * @param text which is all that other nodes are told
     * @param cause what was thrown, if that was in this process
     */
    public record Failure(
            String host,
            int port,
            long incarnation,
            String text,
            @Nullable Throwable cause) {}
}

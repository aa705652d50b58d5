package dev.ropewalk.cluster.codec;

import dev.ropewalk.cluster.codec.SampleTypes.MoneyCodec;
import dev.ropewalk.cluster.codec.SampleTypes.Nothing;
import dev.ropewalk.testing.NullArguments;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Every public method says which of its arguments is null. */
class NullArgumentsTest {
    private final CodecRegistry registry = SampleTypes.builder().build();
    private final NullArguments nulls = new NullArguments()
            .sample(Object.class, new Nothing())
            .sample(CodecLimits.class, CodecLimits.defaults())
            .sample(Codec.class, new MoneyCodec())
            .sample(ByteBuffer.class, ByteBuffer.allocate(100))
            .sample(MethodHandles.Lookup.class, MethodHandles.lookup());

    @Test
    void shouldBeNamedByTheRegistry() throws Exception {
        nulls.on(CodecRegistry.class, registry).assertAllNamed();
    }

    @Test
    void shouldBeNamedByTheBuilder() throws Exception {
        nulls.on(CodecRegistryBuilder.class, CodecRegistry.builder()).assertAllNamed();
    }

    @Test
    void shouldBeNamedByEncoders() throws Exception {
        nulls.on(FrameEncoder.class, registry.encoder()).assertAllNamed();
    }
}

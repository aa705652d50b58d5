package dev.ropewalk.cluster.codec.snippets;

import dev.ropewalk.cluster.codec.Codec;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.codec.FrameReader;
import dev.ropewalk.cluster.codec.FrameWriter;
import dev.ropewalk.cluster.codec.Since;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The code that the documentation of codecs shows. */
@SuppressWarnings("unused") // it shows what can be called
abstract class CodecSnippets {
    sealed interface Command {}

    record Place(
            String customer, List<Item> items, @Since(2) int priority) implements Command {}

    record Cancel(long order, @Nullable String reason) implements Command {}

    record Item(String name, BigDecimal price, Colour colour) {}

    enum Colour {
        RED,
        GREEN
    }

    void registry() {
        // @start region="registry" :
        CodecRegistry registry = CodecRegistry.builder()
                .register(1, Place.class)
                .register(2, Cancel.class)
                .register(3, Item.class)
                .registerEnum(4, Colour.class, Map.of(Colour.RED, 1, Colour.GREEN, 2))
                .build();

        byte[] frame = registry.encode(new Cancel(17, "sold out"));
        Command command = registry.decode(frame, Command.class);
        // @end
    }

    // @start region="codec" :
    static final class AddressCodec implements Codec<InetAddress> {
        @Override
        public void write(InetAddress address, FrameWriter out) {
            out.writeBytes(address.getAddress());
        }

        @Override
        public InetAddress read(FrameReader in) {
            try {
                return InetAddress.getByAddress(in.readBytes());
            } catch (UnknownHostException e) {
                throw new IllegalArgumentException(e);
            }
        }
    }
    // @end
}

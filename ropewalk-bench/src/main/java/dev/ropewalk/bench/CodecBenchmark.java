package dev.ropewalk.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.codec.FrameEncoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it takes to write a small record as a frame, and to read it, beside code by hand for the same record: fields of fixed sizes in a
 * buffer, without limits, versions or ids. {@code -prof gc} tells the bytes.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(3)
public class CodecBenchmark {
    private final Order order = new Order(
            1_234_567, "customer-42", 1_999, true, List.of(new Item(17, 2), new Item(4711, 1), new Item(8, 12)));
    private final CodecRegistry registry = CodecRegistry.builder()
            .register(1, Order.class)
            .register(2, Item.class)
            .build();
    private final FrameEncoder encoder = registry.encoder();
    private final byte[] frame = registry.encode(order);
    private final byte[] framed = toBytes(order);
    private final ByteBuffer buffer = ByteBuffer.allocate(256);
    private final ByteBuffer buffered = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);

    /** What is sent. */
    public record Order(long number, String customer, int cents, boolean isPaid, List<Item> items) {}

    /** A part of it. */
    public record Item(int article, int count) {}

    /** A registry writes into a buffer. */
    @Benchmark
    public int encode() {
        return encoder.encode(order, buffer.clear());
    }

    /** Code by hand does. */
    @Benchmark
    public int encodeByHand() {
        write(order, buffered.clear());
        return buffered.position();
    }

    /** A registry reads an array. */
    @Benchmark
    public Order decode() {
        return registry.decode(frame, Order.class);
    }

    /** Code by hand does. */
    @Benchmark
    public Order decodeByHand() {
        return read(ByteBuffer.wrap(framed).order(ByteOrder.LITTLE_ENDIAN));
    }

    private static byte[] toBytes(Order order) {
        ByteBuffer buffer = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
        write(order, buffer);
        byte[] bytes = new byte[buffer.flip().remaining()];
        buffer.get(bytes);
        return bytes;
    }

    private static void write(Order order, ByteBuffer out) {
        byte[] customer = order.customer().getBytes(UTF_8);
        out.putLong(order.number()).putInt(customer.length).put(customer);
        out.putInt(order.cents()).put((byte) (order.isPaid() ? 1 : 0));
        List<Item> items = order.items();
        out.putInt(items.size());
        for (Item item : items) {
            out.putInt(item.article()).putInt(item.count());
        }
    }

    private static Order read(ByteBuffer in) {
        long number = in.getLong();
        var customer = new byte[in.getInt()];
        in.get(customer);
        int cents = in.getInt();
        boolean isPaid = in.get() != 0;
        var items = new Item[in.getInt()];
        for (int i = 0; i < items.length; i++) {
            int article = in.getInt();
            items[i] = new Item(article, in.getInt());
        }
        return new Order(number, new String(customer, UTF_8), cents, isPaid, List.of(items));
    }
}

package dev.ropewalk.cluster.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;
import dev.ropewalk.cluster.codec.SampleTypes.Point;
import dev.ropewalk.cluster.codec.type.InterfaceMethod;
import dev.ropewalk.cluster.codec.type.MethodCall;
import dev.ropewalk.cluster.codec.type.MethodResult;
import dev.ropewalk.cluster.codec.type.TypeShape;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Calls of interfaces and their results as frames. */
class InterfaceCodecTest {
    private static final int MUTATIONS = 50_000;

    interface Board {
        @MethodId(1)
        void draw(Point from, @Nullable Point to, List<String> labels, long at);

        @MethodId(4)
        CompletableFuture<Map<String, Point>> points();

        @MethodId(9)
        CompletionStage<Void> clear();

        @MethodId(10)
        CompletionStage<@Nullable String> title(Optional<Integer> length);

        default void drawNothing() {}

        static void helps() {}
    }

    /** As {@link Board}, of another version: with other names, and one method more. */
    interface Canvas {
        @MethodId(1)
        void line(Point begin, @Nullable Point end, List<String> words, long time);

        @MethodId(4)
        CompletableFuture<Map<String, Point>> all();

        @MethodId(11)
        void close();
    }

    interface OtherBoard {
        @MethodId(1)
        void draw(Point from, Point to, List<String> labels, long at);
    }

    private final CodecRegistry registry = registry(Board.class);

    private static CodecRegistry registry(Class<?> type) {
        return CodecRegistry.builder()
                .register(1, Point.class)
                .register(2, String.class)
                .registerInterface(3, type)
                .build();
    }

    private static InterfaceMethod method(Class<?> of, String name) {
        return InterfaceMethod.of(of).stream()
                .filter(method -> method.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static MethodCall draw() {
        return new MethodCall(
                method(Board.class, "draw"), new Object[] {new Point(1, 2), null, List.of("a", "b"), 17L}, null);
    }

    private static MethodResult points() {
        return new MethodResult(method(Board.class, "points"), Map.of("a", new Point(3, 4)), null);
    }

    @Test
    void shouldReadCallsThatWereWritten() {
        MethodCall read = registry.decode(registry.encode(draw()), MethodCall.class);
        assertThat(read.method().id()).isEqualTo(1);
        assertThat(read.method().owner()).isEqualTo(Board.class);
        assertThat(read.arguments()).containsExactly(new Point(1, 2), null, List.of("a", "b"), 17L);
        assertThat(read.replyTo()).isNull();
        assertThat(read).hasToString("draw(Point[x=1, y=2], null, [a, b], 17)");
    }

    @Test
    void shouldReadResultsThatWereWritten() {
        MethodResult read = registry.decode(registry.encode(points()), MethodResult.class);
        assertThat(read.value()).isEqualTo(Map.of("a", new Point(3, 4)));
        var nothing = new MethodResult(method(Board.class, "clear"), null, null);
        assertThat(registry.decode(registry.encode(nothing), MethodResult.class).value())
                .isNull();
        var none = new MethodResult(method(Board.class, "title"), null, null);
        assertThat(registry.decode(registry.encode(none), MethodResult.class).value())
                .isNull();
        var failure = new MethodResult.Failure("host", 17, -5, "text", new IllegalStateException("stays here"));
        var failed = new MethodResult(method(Board.class, "clear"), null, failure);
        assertThat(registry.decode(registry.encode(failed), MethodResult.class).failure())
                .isEqualTo(new MethodResult.Failure("host", 17, -5, "text", null));
    }

    @Test
    void shouldRefuseWhatIsNoCallOfTheInterface() {
        byte[] frame = registry.encode(draw());
        assertMalformed(frame, MethodResult.class, Reason.UNEXPECTED_TYPE, "of the id 3, is no");
        assertMalformed(frame, String.class, Reason.UNEXPECTED_TYPE, "of the id 3, is no java.lang.String");
        assertMalformed(
                registry.encode("text"),
                MethodCall.class,
                Reason.UNEXPECTED_TYPE,
                "java.lang.String, of the id 2, is no");
        byte[] close =
                registry(Canvas.class).encode(new MethodCall(method(Canvas.class, "close"), new Object[0], null));
        assertMalformed(close, MethodCall.class, Reason.UNKNOWN_METHOD, "$Board has no method of the number 11");
        byte[] unknown = frame.clone();
        unknown[3] = 3;
        assertMalformed(unknown, MethodCall.class, Reason.OUT_OF_RANGE, "nothing of an interface is of the kind 3");
        assertThatExceptionOfType(EncodingException.class)
                .isThrownBy(() -> registry(Canvas.class).encode(draw()))
                .withMessageContaining("$Board isn't registered");
    }

    private void assertMalformed(byte[] frame, Class<?> as, Reason reason, String text) {
        assertThatExceptionOfType(MalformedFrameException.class)
                .isThrownBy(() -> registry.decode(frame, as))
                .withMessageContaining(text)
                .satisfies(e -> assertThat(e.reason()).isEqualTo(reason));
    }

    @Test
    void shouldReadDamagedFramesOrRefuseThem() {
        var random = new Random(Long.getLong("ropewalk.stress.seed", 1));
        List<byte[]> frames = List.of(registry.encode(draw()), registry.encode(points()));
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] damaged = frames.get(i & 1).clone();
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            try {
                Object ignored = registry.decode(damaged);
            } catch (MalformedFrameException refused) {
                // as it should be, where it isn't another frame by chance
            }
        }
    }

    @Test
    void shouldHaveShapesThatAreComparedByNumbers() {
        String board = shape(Board.class);
        assertThat(board)
                .endsWith(
                        "$Board: interface; 1=draw(#1, #1?, List<String>, long): nothing; 4=points(): stage of Map<String, #1>;"
                                + " 9=clear(): stage of nothing; 10=title(Optional<int>): stage of String?");
        assertThat(TypeShape.conflict(board, shape(Canvas.class))).isNull();
        assertThat(TypeShape.conflict(shape(Canvas.class), board)).isNull();
        assertThat(TypeShape.conflict(board, shape(OtherBoard.class)))
                .isEqualTo("the method is '1=draw(#1, #1, List<String>, long): nothing' there, and"
                        + " '1=draw(#1, #1?, List<String>, long): nothing' here");
    }

    private static String shape(Class<?> type) {
        return Objects.requireNonNull(registry(type).shapes().get(3));
    }

    // What can't be registered

    interface NoIds {
        void first();

        @MethodId(0)
        void second();

        @MethodId(2)
        void third();

        @MethodId(2)
        void fourth(int number);
    }

    interface Blocking {
        @MethodId(1)
        long balance();

        @MethodId(2)
        Future<Long> later();
    }

    @SuppressWarnings("rawtypes") // which is what is tested
    interface Raw {
        @MethodId(1)
        CompletableFuture balance();
    }

    interface Unknown {
        @MethodId(1)
        void write(Thread thread);

        @MethodId(2)
        CompletableFuture<Appendable> read();

        @MethodId(3)
        void hand(Board board);
    }

    interface Empty {}

    interface IdsInVain {
        @MethodId(1)
        void sent();

        @MethodId(2)
        default void ofCaller() {
            sent();
        }

        @MethodId(3)
        static void ofClass() {}

        @MethodId(4)
        @Override
        String toString();
    }

    record Holds(Board board) {}

    private static void assertUnfit(Class<?> type, String... texts) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CodecRegistry.builder()
                        .registerInterface(1, Board.class)
                        .register(3, Point.class)
                        .register(4, String.class)
                        .registerInterface(2, type)
                        .build())
                .withMessageContainingAll(texts);
    }

    @Test
    void shouldRefuseInterfacesWithAllThatIsWrong() {
        assertUnfit(
                NoIds.class,
                "$NoIds can't be sent",
                "first(): it has no @MethodId",
                "second(): it has @MethodId(0), which must be positive",
                "it has @MethodId(2), as ");
        assertUnfit(
                IdsInVain.class,
                "ofCaller(): it has @MethodId(2), but is never sent",
                "ofClass(): it has @MethodId(3), but is never sent",
                "toString(): it has @MethodId(4), but is never sent");
        assertUnfit(Blocking.class, "$Blocking can't be a proxy", "Blocking.balance()", "Blocking.later()");
        assertUnfit(Raw.class, "balance(): it returns a CompletableFuture and doesn't say of what");
        assertUnfit(
                Unknown.class,
                "parameter 1 of Unknown.write(Thread) is of the unknown type java.lang.Thread",
                "the result of Unknown.read() is of the unknown type java.lang.Appendable",
                "parameter 1 of Unknown.hand(Board) is of the interface ");
        assertUnfit(Empty.class, "it has no method that could be called");
        assertUnfit(String.class, "java.lang.String can't be a proxy: it isn't an interface");
        assertUnfit(Board.class, "$Board is registered before");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CodecRegistry.builder()
                        .registerInterface(1, Board.class)
                        .register(2, Holds.class)
                        .register(3, Point.class)
                        .register(4, String.class)
                        .build())
                .withMessageContainingAll("Holds.board is of the interface", "of which only calls can be sent");
    }

    @Test
    void shouldNotTakeInterfacesForTypesOfValues() {
        assertThat(registry.hasInterface(Board.class)).isTrue();
        assertThat(registry.hasInterface(Canvas.class)).isFalse();
        assertThat(registry.isRegistered(Board.class)).isFalse();
        assertThat(registry.typeNamed(Board.class.getName())).isEmpty();
    }
}

package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CodecTest {
    private record All(boolean a, byte b, short c, char d, int e, long f, float g, double h) {}

    private record None() {}

    private record Named(int number, String name) {}

    record Positive(int number) {
        Positive {
            if (number <= 0) {
                throw new IllegalArgumentException("not positive: " + number);
            }
        }
    }

    @TempDir
    Path directory;

    private static <T> byte[] encode(Codec<T> codec, T value) {
        byte[] bytes = new byte[codec.size(value) + 2];
        codec.encode(value, MemorySegment.ofArray(bytes), 1);
        assertThat(bytes[0]).isZero();
        assertThat(bytes[bytes.length - 1]).isZero();
        return Arrays.copyOfRange(bytes, 1, bytes.length - 1);
    }

    private static <T> T decode(Codec<T> codec, byte[] bytes) {
        return codec.decode(MemorySegment.ofArray(bytes), 0, bytes.length);
    }

    @Test
    void shouldWriteStringsAsTheJdkDoes() {
        var random = new SplittableRandom(5);
        int[] bounds = {0x80, 0x800, 0x10000, 0x110000, 0xE000};
        Codec<String> codec = Codec.strings();
        for (int i = 0; i < 1000; i++) {
            var text = new StringBuilder();
            for (int k = random.nextInt(20); k > 0; k--) {
                int bound = bounds[random.nextInt(bounds.length)];
                // Halves of surrogate pairs are among them.
                text.appendCodePoint(bound == 0xE000 ? random.nextInt(0xD800, bound) : random.nextInt(bound));
            }
            byte[] expected = text.toString().getBytes(StandardCharsets.UTF_8);
            assertThat(encode(codec, text.toString())).isEqualTo(expected);
            assertThat(decode(codec, expected)).isEqualTo(new String(expected, StandardCharsets.UTF_8));
        }
    }

    @Test
    void shouldWriteComponentsInOrderWithoutGaps() {
        Codec<All> codec = Codec.records(MethodHandles.lookup(), All.class);
        var value = new All(true, (byte) 2, (short) 0x304, 'A', 5, -6, 7.5f, Double.NaN);
        byte[] bytes = encode(codec, value);
        assertThat(bytes).hasSize(30).startsWith(1, 2, 4, 3, 'A', 0, 5, 0, 0, 0, -6, -1);
        assertThat(decode(codec, bytes)).isEqualTo(value);
    }

    @Test
    void shouldWriteNothingOfARecordWithoutComponents() {
        Codec<None> codec = Codec.records(MethodHandles.lookup(), None.class);
        assertThat(encode(codec, new None())).isEmpty();
        assertThat(decode(codec, new byte[0])).isEqualTo(new None());
    }

    @Test
    void shouldRefuseWhatItCannotWrite() {
        assertThatThrownBy(() -> Codec.records(MethodHandles.lookup(), Named.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the component name of")
                .hasMessageEndingWith("is a java.lang.String, not of a primitive type");
        assertThatThrownBy(() -> Codec.records(MethodHandles.publicLookup(), All.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("may not use");
    }

    @Test
    void shouldRefuseBytesThatAreNoSuchValue() {
        Codec<Positive> codec = Codec.records(MethodHandles.lookup(), Positive.class);
        assertThatThrownBy(() -> decode(codec, new byte[5]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("has 4 bytes, and there are 5");
        assertThatThrownBy(() -> decode(codec, new byte[4])).hasMessage("not positive: 0");
    }

    @ParameterizedTest
    @EnumSource(AppenderKind.class)
    void shouldAppendAndReadValues(AppenderKind kind) {
        Codec<String> codec = Codec.strings();
        String text = "ä".repeat(500);
        List<String> read = new ArrayList<>();
        try (Journal journal = Journal.open(directory, JournalOptions.defaults().segmentBytes(4096));
                TypedAppender<String> appender = kind.of(journal, codec);
                Tailer tailer = journal.tailer()) {
            assertThat(appender.append("one")).isZero();
            assertThat(appender.append(text)).isEqualTo(1);
            assertThat(appender.appendAsync("three"))
                    .succeedsWithin(Duration.ofSeconds(10))
                    .isEqualTo(2L);
            tailer.poll(codec.handler((value, index) -> read.add(index + value)), 10);
            appender.append("four");
            assertThat(tailer.tryRead().map(codec::decode)).contains("four");
        }
        assertThat(read).containsExactly("0one", "1" + text, "2three");
    }
}

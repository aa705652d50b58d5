package dev.ropewalk.cluster.pekko.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.NodeAddress;
import java.io.NotSerializableException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WireSerializerTest {
    private final WireSerializer serializer = new WireSerializer();

    @Test
    void shouldWriteAlwaysTheSame() {
        assertThat(serializer.identifier()).isEqualTo(7501669);
        check(new Frame(1, 2, new byte[] {7, 8}), "F", "01000000000000000200000000000000" + "0708");
        check(new Locate(0x1234), "L", "34120000");
        check(new Located(new Node("ab", 258, -2)), "O", "feffffffffffffff" + "02010000" + "6162");
        check(new TakesPart(1, 2, new Part("ab", true)), "T", "01000000000000000200000000000000" + "01" + "6162");
        check(new Heard(1, 2, new Part("ab", false)), "E", "01000000000000000200000000000000" + "00" + "6162");
        check(new Knock(3, Standing.CANDIDATE, Map.of("a", "b")), "K", "0300000000000000" + "01" + "613d620a");
        check(new Leaves(-2), "D", "feffffffffffffff");
        check(new Answer(3, Standing.LEAVING, Map.of()), "A", "0300000000000000" + "04");
    }

    private void check(Wire message, String manifest, String bytes) {
        assertThat(serializer.manifest(message)).isEqualTo(manifest);
        assertThat(HexFormat.of().formatHex(serializer.toBinary(message))).isEqualTo(bytes);
        var buffer = ByteBuffer.allocate(100);
        serializer.toBinary(message, buffer);
        assertThat(HexFormat.of().formatHex(buffer.array(), 0, buffer.position()))
                .isEqualTo(bytes);
    }

    @Test
    void shouldReadWhatItHasWritten() throws NotSerializableException {
        var frame = (Frame) again(new Frame(Long.MIN_VALUE, 2, new byte[] {7, 8}));
        assertThat(frame.from()).isEqualTo(Long.MIN_VALUE);
        assertThat(frame.to()).isEqualTo(2);
        assertThat(frame.bytes()).containsExactly(7, 8);
        for (Wire message : List.of(
                new Locate(77),
                new Located(new Node("h\u00f6st", 65535, 9)),
                new TakesPart(1, Long.MIN_VALUE, new Part("k\u00f6nig", false)),
                new Heard(-1, 2, new Part("", true)),
                new Knock(-1, Standing.OUTSIDE, Map.of("a", "b=c", "d", "")),
                new Answer(-1, Standing.MEMBER, Map.of("a", "b")),
                new Leaves(Long.MIN_VALUE),
                new Stranger(new NodeAddress("a", 1), "bank", new NodeAddress("::1", 2)))) {
            assertThat(again(message)).isEqualTo(message);
        }
    }

    private Object again(Wire message) throws NotSerializableException {
        return serializer.fromBinary(serializer.toBinary(message), serializer.manifest(message));
    }

    @Test
    void shouldRefuseWhatIsMalformed() {
        byte[] located = serializer.toBinary(new Located(new Node("a", 1, 1)));
        for (int length = 0; length < located.length; length++) {
            byte[] cut = Arrays.copyOf(located, length);
            assertThatThrownBy(() -> serializer.fromBinary(cut, "O"))
                    .isInstanceOf(NotSerializableException.class)
                    .hasMessage("a malformed message with the manifest O");
        }
        assertThatThrownBy(() -> serializer.fromBinary(new byte[15], "F")).isInstanceOf(NotSerializableException.class);
        assertThatThrownBy(() -> serializer.fromBinary(new byte[3], "L")).isInstanceOf(NotSerializableException.class);
        assertThatThrownBy(() -> serializer.fromBinary(new byte[16], "T")).isInstanceOf(NotSerializableException.class);
        assertThatThrownBy(() -> serializer.fromBinary(new byte[16], "E")).isInstanceOf(NotSerializableException.class);
        assertThatThrownBy(() -> serializer.fromBinary(new byte[7], "D")).isInstanceOf(NotSerializableException.class);
        byte[] neither = Arrays.copyOf(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2}, 18);
        assertThatThrownBy(() -> serializer.fromBinary(neither, "T"))
                .hasRootCauseMessage("whether a node hosts must be 0 or 1, but is 2");
        assertThatThrownBy(() -> serializer.fromBinary(new byte[8], "K")).isInstanceOf(NotSerializableException.class);
        byte[] standing = {1, 1, 1, 1, 1, 1, 1, 1, 77};
        assertThatThrownBy(() -> serializer.fromBinary(standing, "A"))
                .hasRootCauseMessage("no standing of a node has the number 77");
        assertThatThrownBy(() -> serializer.fromBinary(new byte[0], "S")).isInstanceOf(NotSerializableException.class);
        byte[] option = {1, 1, 1, 1, 1, 1, 1, 1, 1, 'a'};
        assertThatThrownBy(() -> serializer.fromBinary(option, "A")).hasRootCauseMessage("an option has no value: a");
        assertThatThrownBy(() -> serializer.fromBinary(new byte[3], "X"))
                .isInstanceOf(NotSerializableException.class)
                .hasMessage("no message of a cluster has the manifest X");
    }
}

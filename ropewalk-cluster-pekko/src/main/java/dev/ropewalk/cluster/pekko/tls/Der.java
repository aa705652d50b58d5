package dev.ropewalk.cluster.pekko.tls;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;

/** Puts private keys of older formats into the one that the JDK reads, PKCS #8, which is the same bytes in an envelope. */
final class Der {
    private static final int INTEGER = 0x02;
    private static final int OCTETS = 0x04;
    private static final int SEQUENCE = 0x30;
    private static final int EC_PARAMETERS = 0xA0;
    private static final int LONG_FORM = 0x80;

    private static final byte[] VERSION = tlv(INTEGER, new byte[] {0});

    /** The algorithm RSA, without parameters. */
    private static final byte[] RSA = HexFormat.of().parseHex("300d06092a864886f70d0101010500");

    /** The number of the algorithm EC. */
    private static final byte[] EC = HexFormat.of().parseHex("06072a8648ce3d0201");

    private Der() {}

    /** Returns a key of RSA, from PKCS #1. */
    static byte[] wrapRsa(byte[] key) {
        return tlv(SEQUENCE, VERSION, RSA, tlv(OCTETS, key));
    }

    /**
     * Returns a key of an elliptic curve, from SEC 1.
     *
     * @throws IllegalArgumentException if it doesn't name its curve
     */
    static byte[] wrapEc(byte[] key) {
        try {
            int at = contentAt(key, 0); // of the sequence: the version, the key, the curve
            at = end(key, at);
            at = end(key, at);
            if (Byte.toUnsignedInt(key[at]) != EC_PARAMETERS) {
                throw new IllegalArgumentException("it doesn't name its curve");
            }
            byte[] curve = Arrays.copyOfRange(key, contentAt(key, at), end(key, at));
            return tlv(SEQUENCE, VERSION, tlv(SEQUENCE, EC, curve), tlv(OCTETS, key));
        } catch (ArrayIndexOutOfBoundsException e) {
            throw new IllegalArgumentException("it is cut off", e);
        }
    }

    private static byte[] tlv(int tag, byte[]... contents) {
        var content = new ByteArrayOutputStream();
        for (byte[] part : contents) {
            content.writeBytes(part);
        }
        var bytes = new ByteArrayOutputStream();
        bytes.write(tag);
        int length = content.size();
        if (length < LONG_FORM) {
            bytes.write(length);
        } else if (length < 1 << Byte.SIZE) {
            bytes.write(LONG_FORM | 1);
            bytes.write(length);
        } else {
            bytes.write(LONG_FORM | 2);
            bytes.write(length >> Byte.SIZE);
            bytes.write(length);
        }
        bytes.writeBytes(content.toByteArray());
        return bytes.toByteArray();
    }

    /** Returns where the content of the element at a place begins. */
    private static int contentAt(byte[] bytes, int at) {
        int first = Byte.toUnsignedInt(bytes[at + 1]);
        return at + 2 + (first < LONG_FORM ? 0 : first - LONG_FORM);
    }

    /** Returns where the element at a place ends. */
    private static int end(byte[] bytes, int at) {
        int content = contentAt(bytes, at);
        int length = Byte.toUnsignedInt(bytes[at + 1]);
        if (length >= LONG_FORM) {
            length = 0;
            for (int i = at + 2; i < content; i++) {
                length = length << Byte.SIZE | Byte.toUnsignedInt(bytes[i]);
            }
        }
        return content + length;
    }
}

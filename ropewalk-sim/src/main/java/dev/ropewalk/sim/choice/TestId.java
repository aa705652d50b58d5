package dev.ropewalk.sim.choice;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.zip.CRC32;

/**
 * Which test a replay string belongs to: the hash of its name, which is the same in each JVM.
 *
 * @param hash the hash
 */
public record TestId(int hash) {
    /** Returns the identity of a test by its name, such as {@code com.example.BankTest#transfersKeepTheTotal}. */
    public static TestId of(String name) {
        var crc = new CRC32();
        crc.update(name.getBytes(StandardCharsets.UTF_8));
        return new TestId((int) crc.getValue());
    }

    /**
     * Refuses a replay string of another test.
     *
     * @throws IllegalArgumentException if the test of this name is another one
     */
    public void check(String name) {
        if (!equals(of(name))) {
            throw new IllegalArgumentException("the replay string belongs to another test than " + name + ": it has "
                    + this + ", the test has " + of(name)
                    + ". Use it in the test that has printed it; a test that was renamed needs a campaign of its own");
        }
    }

    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(hash);
    }
}

package dev.ropewalk.sim.choice;

import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * What a run is repeated from, and what tells whether it was: the content of a replay string. Nothing in it depends on the order
 * of classes or on hash codes of objects, so that a string outlives a recompile. Immutable.
 *
 * <p>A string is {@code rw1.} and the URL-safe Base64 of these parts, of which the numbers have seven bits a byte:
 *
 * <pre>{@code
 * test     4 bytes    hash of the test's name
 * strategy length, UTF-8
 * seed     8 bytes
 * numbers  count, then each number
 * hash     8 bytes    rolling hash of the run's steps
 * steps    number
 * has      number     1 if decisions follow
 * form     number     1 if what follows is deflated
 * count    number     how many decisions there are that aren't the default
 *          for each: how many defaults are before it, the decision less one
 * check    4 bytes    CRC-32 of all above
 * }</pre>
 *
 * @param test which test
 * @param strategy the text of the strategy
 * @param seed the run's seed
 * @param numbers what the strategy knew from earlier runs
 * @param hash the rolling hash of the run's steps
 * @param steps how many steps the run had
 * @param decisions the run's decisions; if none, strategy, seed and numbers tell them
 */
public record ReplayKey(
        TestId test,
        String strategy,
        long seed,
        List<Long> numbers,
        long hash,
        long steps,
        Optional<Schedule> decisions) {
    private static final String PREFIX = "rw";
    private static final String VERSION = "1";
    private static final int MAX_NUMBERS = 1000;
    private static final int CHECK_BYTES = 4;

    /** Checks the parts. */
    public ReplayKey {
        numbers = List.copyOf(numbers);
        if (steps < 0) {
            throw new IllegalArgumentException("steps must not be negative, but are " + steps);
        }
        if (numbers.size() > MAX_NUMBERS) {
            throw new IllegalArgumentException(
                    "at most " + MAX_NUMBERS + " numbers expected, but got " + numbers.size());
        }
    }

    /** Returns the same run of the same test, told by its decisions. */
    public ReplayKey with(Schedule schedule) {
        return new ReplayKey(test, strategy, seed, numbers, hash, steps, Optional.of(schedule));
    }

    /** Returns the numbers as an array. */
    public long[] knowledge() {
        return numbers.stream().mapToLong(Long::longValue).toArray();
    }

    /** Returns the replay string. */
    public String text() {
        var bits = new Bits().word(test.hash()).text(strategy).longWord(seed).number(numbers.size());
        numbers.forEach(bits::number);
        bits.longWord(hash).number(steps).number(decisions.isPresent() ? 1 : 0);
        decisions.ifPresent(schedule -> ScheduleCode.write(schedule, bits));
        byte[] content = bits.toBytes();
        byte[] all =
                new Bits().raw(content).word(check(content, content.length)).toBytes();
        return PREFIX + VERSION + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(all);
    }

    /**
     * Reads a replay string.
     *
     * @throws IllegalArgumentException if it is no replay string, or is of another version, or damaged
     */
    public static ReplayKey parse(String text) {
        String trimmed = text.strip();
        int dot = trimmed.indexOf('.');
        if (!trimmed.startsWith(PREFIX) || dot < 0) {
            throw new IllegalArgumentException("no replay string: \"" + shortened(trimmed) + "\". One begins with \""
                    + PREFIX + VERSION + ".\"; copy it whole from the failure");
        }
        String version = trimmed.substring(PREFIX.length(), dot);
        if (!version.equals(VERSION)) {
            throw new IllegalArgumentException(
                    "replay string of format " + version + ", but this version of Ropewalk reads format "
                            + VERSION + " only: run the campaign again, or use the version that has printed \""
                            + shortened(trimmed) + "\"");
        }
        try {
            return read(Base64.getUrlDecoder().decode(trimmed.substring(dot + 1)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "damaged replay string \"" + shortened(trimmed) + "\" of " + trimmed.length() + " characters: "
                            + e.getMessage() + ". Copy it whole from the failure",
                    e);
        }
    }

    private static ReplayKey read(byte[] all) {
        int length = all.length - CHECK_BYTES;
        if (length < 0) {
            throw new IllegalArgumentException("it is too short");
        }
        byte[] content = Arrays.copyOf(all, length);
        int expected = check(content, length);
        int found = new BitsReader(Arrays.copyOfRange(all, length, all.length)).word();
        if (found != expected) {
            throw new IllegalArgumentException(
                    "its check sum is " + HexFormat.of().toHexDigits(found) + ", but "
                            + HexFormat.of().toHexDigits(expected) + " was expected");
        }
        var reader = new BitsReader(content);
        TestId test = new TestId(reader.word());
        String strategy = reader.text();
        long seed = reader.longWord();
        var numbers = new Long[reader.count(MAX_NUMBERS, "numbers")];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = reader.number();
        }
        long hash = reader.longWord();
        long steps = reader.number();
        boolean hasDecisions = reader.count(1, "as mark of decisions") == 1;
        if (!hasDecisions && reader.left() > 0) {
            throw new IllegalArgumentException(reader.left() + " bytes follow after its end");
        }
        Optional<Schedule> decisions =
                hasDecisions ? Optional.of(ScheduleCode.read(content, length - reader.left())) : Optional.empty();
        return new ReplayKey(test, strategy, seed, List.of(numbers), hash, steps, decisions);
    }

    private static int check(byte[] bytes, int length) {
        var crc = new CRC32();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    private static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 20) + "..." + text.substring(text.length() - 10);
    }
}

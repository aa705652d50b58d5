package dev.ropewalk.sim.choice;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * The file of a run's whole stream of decisions: text for people and programs, one part a line. The decisions that aren't the
 * default stand in lines of about a hundred characters, each with its {@linkplain DecisionKind#letter kind}, its position and what
 * was decided: {@code p17=2} picked the party in slot 2 at the 17th decision, counted from 0.
 *
 * <pre>{@code
 * ropewalk-schedule 1
 * test com.example.BankTest#transfersKeepTheTotal
 * strategy pct:3
 * seed 7fa3c0de12345678
 * numbers 412
 * hash 0123456789abcdef
 * steps 1234
 * decisions 812
 * p3=1 p17=2 d20=4
 * f400=1
 * end 89abcdef
 * }</pre>
 *
 * <p>The last line has the CRC-32 of all before it, without ends of lines.
 *
 * @param test the name of the test
 * @param key the run, with its decisions
 */
public record ScheduleFile(String test, ReplayKey key) {
    private static final String HEAD = "ropewalk-schedule ";
    private static final String VERSION = "1";
    private static final int MAX_WIDTH = 100;
    private static final int HEAD_LINES = 8;

    /** Returns the lines of a run's file. */
    public static List<String> lines(String test, ReplayKey key, Decisions decisions) {
        key.test().check(test);
        List<String> lines = new ArrayList<>();
        lines.add(HEAD + VERSION);
        lines.add("test " + test);
        lines.add("strategy " + key.strategy());
        lines.add("seed " + HexFormat.of().toHexDigits(key.seed()));
        lines.add("numbers "
                + String.join(" ", key.numbers().stream().map(String::valueOf).toList()));
        lines.add("hash " + HexFormat.of().toHexDigits(key.hash()));
        lines.add("steps " + key.steps());
        lines.add("decisions " + decisions.size());
        var line = new StringBuilder();
        for (int position = 0; position < decisions.size(); position++) {
            if (decisions.value(position) == 0) {
                continue;
            }
            if (line.length() >= MAX_WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ")
                    .append(decisions.kind(position).letter())
                    .append(position)
                    .append('=')
                    .append(decisions.value(position));
        }
        if (!line.isEmpty()) {
            lines.add(line.toString());
        }
        lines.add("end " + check(lines));
        return lines;
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if it is no such file, or is of another version, or damaged
     */
    public static ScheduleFile parse(List<String> lines) {
        if (lines.isEmpty() || !lines.getFirst().startsWith(HEAD)) {
            throw new IllegalArgumentException("no file of a schedule: its first line must be \"" + HEAD + VERSION
                    + "\", but is " + (lines.isEmpty() ? "missing" : "\"" + lines.getFirst() + "\""));
        }
        if (!lines.getFirst().equals(HEAD + VERSION)) {
            throw new IllegalArgumentException("file of a schedule of another format than " + VERSION
                    + ", which is the only one that this version of Ropewalk reads: \"" + lines.getFirst() + "\"");
        }
        int end = lines.indexOf(lines.stream()
                .filter(line -> line.startsWith("end "))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "file of a schedule is damaged: its last line is missing, it has " + lines.size() + " lines")));
        String expected = check(lines.subList(0, end));
        String found = lines.get(end).substring("end ".length());
        if (!found.equals(expected) || end < HEAD_LINES) {
            throw new IllegalArgumentException("file of a schedule is damaged or was changed: its check sum is " + found
                    + ", but " + expected + " was expected");
        }
        return read(lines.subList(0, end));
    }

    private static ScheduleFile read(List<String> lines) {
        String test = part(lines, 1, "test");
        long[] numbers = Arrays.stream(part(lines, 4, "numbers").split(" "))
                .filter(number -> !number.isEmpty())
                .mapToLong(Long::parseLong)
                .toArray();
        var key = new ReplayKey(
                TestId.of(test),
                part(lines, 2, "strategy"),
                Long.parseUnsignedLong(part(lines, 3, "seed"), 16),
                Arrays.stream(numbers).boxed().toList(),
                Long.parseUnsignedLong(part(lines, 5, "hash"), 16),
                Long.parseLong(part(lines, 6, "steps")),
                Optional.of(schedule(lines.subList(HEAD_LINES, lines.size()))));
        return new ScheduleFile(test, key);
    }

    private static String part(List<String> lines, int index, String name) {
        String line = lines.get(index);
        if (!line.startsWith(name + " ")) {
            throw new IllegalArgumentException("line " + (index + 1) + " of the file of a schedule must begin with \""
                    + name + " \", but is \"" + line + "\"");
        }
        return line.substring(name.length() + 1);
    }

    private static Schedule schedule(List<String> lines) {
        List<String> all =
                lines.stream().flatMap(line -> Arrays.stream(line.split(" "))).toList();
        var positions = new int[all.size()];
        var values = new int[all.size()];
        for (int i = 0; i < positions.length; i++) {
            String decision = all.get(i);
            int equals = decision.indexOf('=');
            if (equals < 2) {
                throw new IllegalArgumentException("no decision: \"" + decision + "\" in the file of a schedule");
            }
            DecisionKind.of(decision.charAt(0));
            positions[i] = Integer.parseInt(decision.substring(1, equals));
            values[i] = Integer.parseInt(decision.substring(equals + 1));
        }
        return Schedule.sparse(positions, values);
    }

    private static String check(List<String> lines) {
        var crc = new CRC32();
        lines.forEach(line -> crc.update(line.getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }
}

package dev.ropewalk.cpu.reserve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ropewalk.cpu.CpuHolder;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.cpu.topology.SharedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The holder of each reserved CPU, in a text file with a line of fixed length for each: number, process, time, name, command. A
 * line is read only if its CPU is locked. It informs people and decides nothing, so failures to read or write it are no errors.
 *
 * <p>Any user may have written it, or put something else in its place. So it is always opened for reading and writing: to
 * open a named pipe in only one direction would wait for a process to open the other. And what was read is cleaned before it
 * is shown, since a terminal obeys control characters.
 */
final class HolderNotes {
    private static final int LINE_BYTES = 256;
    private static final int FIELDS = 4;
    private static final Set<OpenOption> OPTIONS =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    /** Reads or writes at a place in a file. */
    private interface Access {
        int transfer(FileChannel channel, ByteBuffer buffer, long position) throws IOException;
    }

    private final Path file;

    HolderNotes(Path file) {
        this.file = file;
    }

    /** Notes that this process reserved the CPUs. */
    void write(CpuSet cpus, String name) {
        String who =
                ProcessHandle.current().pid() + "\t" + Instant.now() + "\t" + clean(name) + "\t" + clean(command());
        for (int cpu : cpus.toArray()) {
            write(cpu, cpu + "\t" + who);
        }
    }

    /** Empties the lines of the CPUs. */
    void clear(CpuSet cpus) {
        for (int cpu : cpus.toArray()) {
            write(cpu, "");
        }
    }

    private void write(int cpu, String text) {
        var line = new byte[LINE_BYTES];
        Arrays.fill(line, (byte) ' ');
        byte[] bytes = text.getBytes(UTF_8);
        System.arraycopy(bytes, 0, line, 0, Math.min(bytes.length, LINE_BYTES - 1));
        line[LINE_BYTES - 1] = '\n';
        try {
            SharedFile.create(file);
            access(line, cpu, FileChannel::write);
        } catch (IOException e) {
            // Without the line the holder shows as unknown.
        }
    }

    /** Returns the holders of these CPUs, in the order of their lowest; all unknown ones as one. */
    List<CpuHolder> holders(CpuSet taken) {
        var byNote = new LinkedHashMap<String, CpuSet>();
        for (int cpu : taken.toArray()) {
            byNote.merge(read(cpu), CpuSet.of(cpu), CpuSet::union);
        }
        var holders = new ArrayList<CpuHolder>();
        byNote.forEach((note, cpus) -> holders.add(parse(cpus, note)));
        return List.copyOf(holders);
    }

    /** Returns what the line of a CPU says, without its number; empty if it is missing or another's. */
    private String read(int cpu) {
        var line = new byte[LINE_BYTES];
        try {
            access(line, cpu, FileChannel::read);
        } catch (IOException e) {
            return "";
        }
        String start = cpu + "\t";
        String text = new String(line, UTF_8).strip();
        return text.startsWith(start) ? text.substring(start.length()) : "";
    }

    private static CpuHolder parse(CpuSet cpus, String note) {
        String[] fields = note.split("\t", -1);
        try {
            if (fields.length == FIELDS) {
                var pid = OptionalLong.of(Long.parseLong(fields[0]));
                return new CpuHolder(
                        cpus, clean(fields[2]), pid, clean(fields[3]), Optional.of(Instant.parse(fields[1])));
            }
        } catch (NumberFormatException | DateTimeParseException e) {
            // Whatever wrote that, it wasn't this class.
        }
        return new CpuHolder(cpus, "", OptionalLong.empty(), "", Optional.empty());
    }

    /** Reads or writes a line, again if an interrupt closed the channel. */
    private void access(byte[] line, int cpu, Access access) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                interrupted |= Thread.interrupted();
                try (FileChannel channel = FileChannel.open(file, OPTIONS)) {
                    var buffer = ByteBuffer.wrap(line);
                    long start = (long) cpu * LINE_BYTES;
                    if (access.transfer(channel, buffer, start) == LINE_BYTES) {
                        return;
                    }
                    throw new IOException(file + ": line " + cpu + " is cut short");
                } catch (ClosedByInterruptException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Replaces what isn't to be seen: controls, and formats such as a change of direction. */
    private static String clean(String text) {
        return text.replaceAll("\\p{C}", " ").strip();
    }

    /** Returns the main class or jar, or else the executable. Arguments may be secret. */
    private static String command() {
        String command = System.getProperty("sun.java.command", "");
        return command.isEmpty() ? ProcessHandle.current().info().command().orElse("") : command.split(" ", 2)[0];
    }
}

package dev.ropewalk.journal.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** What happens to files on a disk behind the journal's back. Its text can be parsed again. */
public sealed interface Damage {
    /** What a disk writes as a whole. */
    int SECTOR = 512;

    /** Does it to the files in a folder; the other image is that of another journal of the same shape. */
    void inflict(Path folder, JournalImage other) throws IOException;

    /** Returns whether bytes of a file may be other ones afterwards. */
    boolean touches(String file, long from, long to);

    /** Returns whether there are as many of them as bytes. */
    default boolean isSmall() {
        return false;
    }

    /** One bit is the other one. */
    record Flip(String file, int offset, int bit) implements Damage {
        @Override
        public void inflict(Path folder, JournalImage other) throws IOException {
            try (FileChannel channel = open(folder, file)) {
                ByteBuffer one = ByteBuffer.allocate(1);
                channel.read(one, offset);
                channel.write(ByteBuffer.wrap(new byte[] {(byte) (one.get(0) ^ (1 << bit))}), offset);
            }
        }

        @Override
        public boolean touches(String name, long from, long to) {
            return name.equals(file) && from <= offset && offset < to;
        }

        @Override
        public boolean isSmall() {
            return true;
        }

        @Override
        public String toString() {
            return "flip:" + file + ":" + offset + ":" + bit;
        }
    }

    /** Sectors or pages are zero. */
    record Zeros(String file, int offset, int bytes) implements Damage {
        @Override
        public void inflict(Path folder, JournalImage other) throws IOException {
            try (FileChannel channel = open(folder, file)) {
                channel.write(ByteBuffer.allocate(bytes), offset);
            }
        }

        @Override
        public boolean touches(String name, long from, long to) {
            return name.equals(file) && from < offset + bytes && offset < to;
        }

        @Override
        public String toString() {
            return "zeros:" + file + ":" + offset + ":" + bytes;
        }
    }

    /** The file is shorter, or longer by zeros. */
    record Length(String file, int bytes) implements Damage {
        @Override
        public void inflict(Path folder, JournalImage other) throws IOException {
            try (FileChannel channel = open(folder, file)) {
                if (channel.size() < bytes) {
                    channel.write(ByteBuffer.allocate(1), bytes - 1L);
                } else {
                    channel.truncate(bytes);
                }
            }
        }

        @Override
        public boolean touches(String name, long from, long to) {
            return name.equals(file) && to > bytes;
        }

        @Override
        public boolean isSmall() {
            return bytes % SECTOR != 0;
        }

        @Override
        public String toString() {
            return "length:" + file + ":" + bytes;
        }
    }

    /** The file isn't there. */
    record Missing(String file) implements Damage {
        @Override
        public void inflict(Path folder, JournalImage other) throws IOException {
            Files.delete(folder.resolve(file));
        }

        @Override
        public boolean touches(String name, long from, long to) {
            return name.equals(file);
        }

        @Override
        public String toString() {
            return "missing:" + file;
        }
    }

    /** Two files have each other's names. */
    record Swap(String file, String with) implements Damage {
        @Override
        public void inflict(Path folder, JournalImage other) throws IOException {
            Path aside = folder.resolve("aside");
            Files.move(folder.resolve(file), aside);
            Files.move(folder.resolve(with), folder.resolve(file), StandardCopyOption.ATOMIC_MOVE);
            Files.move(aside, folder.resolve(with), StandardCopyOption.ATOMIC_MOVE);
        }

        @Override
        public boolean touches(String name, long from, long to) {
            return name.equals(file) || name.equals(with);
        }

        @Override
        public String toString() {
            return "swap:" + file + ":" + with;
        }
    }

    /** The file of another journal lies here. */
    record Foreign(String file) implements Damage {
        @Override
        public void inflict(Path folder, JournalImage other) throws IOException {
            Path copy = Files.write(folder.resolve("aside"), other.bytes(file));
            Files.move(copy, folder.resolve(file), StandardCopyOption.ATOMIC_MOVE);
        }

        @Override
        public boolean touches(String name, long from, long to) {
            return name.equals(file);
        }

        @Override
        public String toString() {
            return "foreign:" + file;
        }
    }

    /** Nothing happens: what an observer sees then must be right, too. */
    record None() implements Damage {
        @Override
        public void inflict(Path folder, JournalImage other) {}

        @Override
        public boolean touches(String name, long from, long to) {
            return false;
        }

        @Override
        public String toString() {
            return "none";
        }
    }

    private static FileChannel open(Path folder, String file) throws IOException {
        return FileChannel.open(folder.resolve(file), StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /** Returns the damage with a text. */
    static Damage parse(String text) {
        String[] parts = text.split(":", -1);
        int[] numbers = Arrays.stream(parts)
                .skip(2)
                .filter(part -> part.matches("\\d+"))
                .mapToInt(Integer::parseInt)
                .toArray();
        return switch (parts[0]) {
            case "none" -> new None();
            case "flip" -> new Flip(parts[1], numbers[0], numbers[1]);
            case "zeros" -> new Zeros(parts[1], numbers[0], numbers[1]);
            case "length" -> new Length(parts[1], numbers[0]);
            case "missing" -> new Missing(parts[1]);
            case "swap" -> new Swap(parts[1], parts[2]);
            case "foreign" -> new Foreign(parts[1]);
            default -> throw new IllegalArgumentException("no damage is called " + text);
        };
    }
}

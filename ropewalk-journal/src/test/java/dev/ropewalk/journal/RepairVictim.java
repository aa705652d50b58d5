package dev.ropewalk.journal;

import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.FileHead;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;

/** A process that damages a journal's heads and repairs them, again and again, until it is killed. */
public final class RepairVictim {
    public static final String REPAIRS = "repairs";

    private RepairVictim() {}

    /** Returns the main class and the arguments of such a process. */
    public static List<String> arguments(Path journal) {
        return List.of(RepairVictim.class.getName(), journal.toString());
    }

    /** Takes what {@link #arguments} gives. */
    public static void main(String[] args) throws IOException {
        Path journal = Path.of(args[0]);
        Journal.verify(journal);
        System.out.println(REPAIRS);
        for (int i = 0; i < 1_000; i++) {
            damage(journal);
            Journal.repair(journal);
        }
        // Stays until it is killed, or the process that started it is no more.
        int end = System.in.read();
        System.out.println("end of input: " + end);
    }

    public static void damageIfIntact(Path journal) throws IOException {
        if (Journal.verify(journal).isIntact()) {
            damage(journal);
        }
    }

    /** Damages the control file and two heads. */
    public static void damage(Path journal) throws IOException {
        overwrite(journal.resolve(ControlLayout.FILE), 70);
        overwrite(SegmentFiles.path(journal, 0), FileHead.BYTES);
        overwrite(SegmentFiles.path(journal, 2), FileHead.BYTES);
    }

    private static void overwrite(Path path, int bytes) throws IOException {
        try (var file = new RandomAccessFile(path.toFile(), "rw")) {
            file.write(new byte[bytes]);
        }
    }
}

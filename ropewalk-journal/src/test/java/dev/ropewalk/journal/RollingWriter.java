package dev.ropewalk.journal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** Another process that appends to a journal of small segments and opens it again and again. */
final class RollingWriter {
    private static final int RECORDS_PER_OPENING = 500;
    private static final int PAYLOAD_BYTES = 200;
    private static final long LOOK_NANOS = 100_000;

    private RollingWriter() {}

    static void main(String[] arguments) {
        Path directory = Path.of(arguments[0]);
        Path start = Path.of(arguments[1]);
        long writer = Long.parseLong(arguments[2]);
        int records = Integer.parseInt(arguments[3]);
        long keptBytes = Long.parseLong(arguments[4]);
        JournalOptions options = JournalOptions.defaults().segmentBytes(4096);
        if (keptBytes > 0) {
            options = options.retention(Retention.keepAll().maxBytes(keptBytes));
        }
        byte[] record = new byte[PAYLOAD_BYTES];
        ByteBuffer word = ByteBuffer.wrap(record).order(ByteOrder.LITTLE_ENDIAN);
        while (!Files.exists(start)) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        for (int done = 0; done < records; ) {
            try (Journal journal = Journal.open(directory, options)) {
                Appender appender = journal.appender();
                for (int end = Math.min(records, done + RECORDS_PER_OPENING); done < end; done++) {
                    word.putLong(0, writer << Integer.SIZE | done);
                    appender.append(record);
                }
            }
        }
    }
}

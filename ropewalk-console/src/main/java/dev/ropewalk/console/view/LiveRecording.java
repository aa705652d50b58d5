package dev.ropewalk.console.view;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.text.ParseException;
import java.util.Objects;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/**
 * A recording that is made while it is read. Whoever closes it early ends it.
 *
 * <p>A server finds out that its client has gone by what it sends. So there is something to send in each second: a file of Flight
 * Recorder consists of parts that can be read by themselves, and the first one here, an empty recording, is given out bit by bit until the
 * real one is done.
 */
final class LiveRecording extends InputStream {
    private final Recording recording;
    private final Runnable whenClosed;
    private final byte[] head;
    private final int seconds;
    private int elapsed;
    private int given;
    private InputStream rest = InputStream.nullInputStream();
    private boolean closed;

    private LiveRecording(Recording recording, byte[] head, int seconds, Runnable whenClosed) {
        this.recording = recording;
        this.head = head;
        this.seconds = seconds;
        this.whenClosed = whenClosed;
    }

    /**
     * Begins a recording.
     *
     * @param whenClosed called once, when what this returns is closed
     */
    static InputStream begin(int seconds, Runnable whenClosed) throws IOException {
        byte[] head = emptyRecording();
        Recording recording = new Recording(settings());
        boolean begun = false;
        try {
            recording.setName("Ropewalk console");
            recording.start();
            begun = true;
            return new LiveRecording(recording, head, seconds, whenClosed);
        } finally {
            if (!begun) {
                recording.close();
            }
        }
    }

    private static Configuration settings() throws IOException {
        try {
            return Configuration.getConfiguration("profile");
        } catch (ParseException e) {
            throw new IOException("the JVM's settings of recordings can't be read", e);
        }
    }

    private static byte[] emptyRecording() throws IOException {
        try (Recording empty = new Recording()) {
            empty.start();
            empty.stop();
            try (InputStream in = dump(empty)) {
                return in.readAllBytes();
            }
        }
    }

    /** Returns what was recorded; it is deleted when that is closed. */
    private static InputStream dump(Recording stopped) throws IOException {
        Path file = Files.createTempFile("ropewalk-console", ".jfr");
        boolean isOpen = false;
        try {
            stopped.dump(file);
            InputStream in = Files.newInputStream(file, StandardOpenOption.DELETE_ON_CLOSE);
            isOpen = true;
            return in;
        } finally {
            if (!isOpen) {
                Files.deleteIfExists(file);
            }
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        if (closed) {
            throw new IOException("the recording is closed");
        }
        if (length == 0) {
            return 0;
        }
        while (given == due() && elapsed < seconds) {
            awaitSecond();
        }
        if (given == head.length) {
            return rest.read(into, offset, length);
        }
        int count = Math.min(length, due() - given);
        System.arraycopy(head, given, into, offset, count);
        given += count;
        return count;
    }

    /** Returns how many bytes of the head may have been given out by now; the last one when the recording is done. */
    private int due() {
        return (int) ((long) head.length * elapsed / seconds);
    }

    private void awaitSecond() throws IOException {
        try {
            Thread.sleep(1000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted while recording").initCause(e);
        }
        elapsed++;
        if (elapsed == seconds) {
            recording.stop();
            rest = dump(recording);
        }
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            recording.close();
            rest.close();
        } finally {
            whenClosed.run();
        }
    }
}

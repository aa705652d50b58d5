package dev.ropewalk.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Runs a program under JDK Flight Recorder. */
public final class FlightRecording {
    /** A program; what it begins has ended when it returns. */
    public interface Program {
        void run() throws Exception;
    }

    private FlightRecording() {}

    /** Returns the events of a kind that a program makes, however short, in no order. */
    public static List<RecordedEvent> of(String event, Program program) throws Exception {
        return of(event, Duration.ZERO, program);
    }

    /** Returns the events of a kind that a program makes and that take as long as the threshold. */
    public static List<RecordedEvent> of(String event, Duration threshold, Program program) throws Exception {
        try (var recording = new Recording()) {
            recording.enable(event).withThreshold(threshold);
            recording.start();
            program.run();
            recording.stop();
            return eventsOf(recording).stream()
                    .filter(each -> each.getEventType().getName().equals(event))
                    .toList();
        }
    }

    private static List<RecordedEvent> eventsOf(Recording recording) {
        try {
            Path file = Files.createTempFile("events", ".jfr");
            try {
                recording.dump(file);
                return RecordingFile.readAllEvents(file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

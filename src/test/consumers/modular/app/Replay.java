package app;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.scheduler.Scheduler;
import java.nio.file.Path;

/** A user's program of modules: a pipeline writes squares into a journal, from which their sum is read. */
class Replay {
    private long number;

    public static void main(String[] args) throws Exception {
        try (Journal journal = Journal.open(Path.of(args[0]))) {
            try (Scheduler scheduler = Scheduler.create();
                    Appender appender = journal.appender();
                    Pipeline<Replay> pipeline = Pipeline.builder(Replay::new)
                            .capacity(16)
                            .scheduler(scheduler)
                            .stage("square", (event, sequence, endOfBatch) -> event.number *= event.number)
                            .stage("write", (event, sequence, endOfBatch) ->
                                    appender.append(new byte[] {(byte) event.number}))
                            .build()) {
                for (int i = 1; i <= 4; i++) {
                    int number = i;
                    pipeline.publish((event, sequence) -> event.number = number);
                }
            }
            long[] sum = {0};
            try (Tailer tailer = journal.tailer("sum")) {
                tailer.poll((memory, offset, length, index) ->
                        sum[0] += memory.get(java.lang.foreign.ValueLayout.JAVA_BYTE, offset));
            }
            System.out.println("modular: " + sum[0]);
        }
    }
}

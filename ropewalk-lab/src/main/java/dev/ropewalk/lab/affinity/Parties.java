package dev.ropewalk.lab.affinity;

import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.lab.experiment.Contender;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The parties that are compared. */
final class Parties {
    static final String MAIN = "ropewalk";
    static final String LIMIT = "limit";

    /** Those that copy blocks of messages where throughput counts. The limit copies each message by itself. */
    static final Set<String> BLOCKS = Set.of("ropewalk-batch", "filechannel");

    /** As its authors recommend where speed counts. */
    private static final List<String> AERON_FLAGS = List.of("-Dagrona.disable.bounds.checks=true");
    /** What it opens of the JDK, and no telemetry. */
    private static final List<String> CHRONICLE_FLAGS = List.of(
            "-Dchronicle.analytics.disable=true",
            "-Dchronicle.disk.monitor.disable=true",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
            "--add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");

    private static final List<Party> ALL = List.of(
            new Party(
                    MAIN,
                    "Ropewalk's journal with its defaults and, as each has one writer, exclusive appenders. Each record has a"
                            + " CRC, which the reader checks too.",
                    List.of(),
                    (directory, load, first) -> RopewalkTransport.exclusive(directory, load, JournalOptions.defaults()),
                    Party.Logs.of(RopewalkLog::new)),
            new Party(
                    "ropewalk-shared",
                    "The same with ordinary appenders, which allow for others in all processes.",
                    List.of(),
                    (directory, load, first) -> RopewalkTransport.shared(directory, load, JournalOptions.defaults()),
                    Party.Logs.none("it does as ropewalk")),
            new Party(
                    "ropewalk-no-prefault",
                    "As ropewalk, without the pages of files that a thread of the journal's own makes present ahead.",
                    List.of(),
                    (directory, load, first) -> RopewalkTransport.exclusive(
                            directory, load, JournalOptions.defaults().prefault(false)),
                    Party.Logs.none("it does as ropewalk")),
            new Party(
                    "ropewalk-batch",
                    "As ropewalk, with batches of up to 64 messages, each visible at once: where messages aren't"
                            + " waited for, the journal's fastest way.",
                    List.of(),
                    (directory, load, first) -> RopewalkTransport.inBatches(directory, load, JournalOptions.defaults()),
                    Party.Logs.none("it does as ropewalk")),
            new Party(
                    "chronicle-queue",
                    "Chronicle Queue, with files that are mapped 256 MiB at once and have hardly an index. It has no CRC.",
                    CHRONICLE_FLAGS,
                    (directory, load, first) -> new ChronicleTransport(directory, load),
                    new Party.Logs(
                            (directory, load) -> new ChronicleLog(directory),
                            Optional.of("it never forces"),
                            Optional.empty())),
            new Party(
                    "agrona",
                    "Agrona's OneToOneRingBuffer of 1 MiB over a mapped file: what was read is gone. It has no CRC.",
                    AERON_FLAGS,
                    (directory, load, first) -> new AgronaTransport(directory, load),
                    Party.Logs.none("it keeps nothing")),
            new Party(
                    "aeron-ipc",
                    "Aeron over shared memory, with exclusive publications and tryClaim. The media driver is in the first process, in"
                            + " one thread that backs off: messages don't pass through it. What was read is gone. It has no CRC.",
                    AERON_FLAGS,
                    (directory, load, first) -> new AeronTransport(directory, first),
                    Party.Logs.none("it keeps nothing")),
            new Party(
                    "filechannel",
                    "A file, written and read by FileChannel: a system call for each message of a ping-pong, and for blocks of 64"
                            + " KiB where throughput counts; a counter in shared memory tells how much there is. Durable entries"
                            + " are forced one by one. It has no CRC.",
                    List.of(),
                    (directory, load, first) -> new FileChannelTransport(directory, load),
                    new Party.Logs(FileChannelLog::new, Optional.empty(), Optional.of("it recovers nothing"))),
            new Party(
                    LIMIT,
                    "What the machine allows. Ping-pong: two bare places in shared memory, used again and again. Throughput: messages"
                            + " are copied one by one into and out of fresh files that are mapped as the journal's are, and counted"
                            + " in steps of 64 KiB: no limit for those that copy blocks of messages.",
                    List.of(),
                    Parties::limit,
                    Party.Logs.none("it has no log")));

    private Parties() {}

    static List<Contender> contenders() {
        return ALL.stream().map(Party::contender).toList();
    }

    static Party named(String name) {
        return ALL.stream()
                .filter(party -> party.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no contender " + name));
    }

    private static Transport limit(Path directory, Load load, boolean first) {
        return load.workload().isPingPong() ? new BareLines(directory, load) : new BareCopy(directory, load);
    }
}

package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.files.Forcer;
import dev.ropewalk.journal.files.MachineStopRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The machine stops, whatever it leaves of what wasn't forced: sectors, sizes and names of files. */
class MachineStopTest {
    private static final int STOPS = Integer.getInteger("ropewalk.stress.stops", 20);
    private static final int TWIN_STOPS = 10;
    private static final long SEED =
            Long.getLong("ropewalk.stress.seed", ThreadLocalRandom.current().nextLong());

    @TempDir(factory = MemoryTempDir.class)
    Path folder;

    @Test
    void shouldKeepWhatWasDurable() throws Exception {
        System.out.println("machine stops: " + STOPS + ", -Dropewalk.stress.seed=" + SEED);
        assertThat(run(new ForcedClasses(), STOPS)).isEmpty();
    }

    @Test
    void shouldCatchForcesThatAreLeftOut() throws Exception {
        assertThat(run(new ForcedClasses(Forcer.class), TWIN_STOPS)).isNotEmpty();
    }

    private List<String> run(ClassLoader classes, int stops) throws Exception {
        List<String> wrong = new ArrayList<>();
        for (int stop = 0; stop < stops; stop++) {
            long seed = SEED + stop;
            Object made = classes.loadClass(MachineStopRun.class.getName())
                    .getConstructor()
                    .newInstance();
            @SuppressWarnings("unchecked") // the same class, loaded another time
            var run = (BiFunction<Path, Long, List<String>>) made;
            for (String what : run.apply(Files.createDirectory(folder.resolve("stop-" + stop)), seed)) {
                wrong.add("-Dropewalk.stress.stops=1 -Dropewalk.stress.seed=" + seed + ": " + what + "\n");
            }
        }
        return wrong;
    }
}

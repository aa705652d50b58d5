package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sample of the damage matrix, another one in each run; the deep run takes all of it. */
class DamageMatrixTest {
    private static final int CASES = Integer.getInteger("ropewalk.stress.damages", Sample.of(400, 1000));
    private static final long SEED =
            Long.getLong("ropewalk.stress.seed", ThreadLocalRandom.current().nextLong());
    private static final String LIKE = System.getProperty("ropewalk.stress.cases", "");
    private static final String ONE = System.getProperty("ropewalk.stress.case", "");

    @TempDir(factory = MemoryTempDir.class)
    Path folder;

    @Test
    void shouldSeeTheSameRecordsOrBeRefusedOrReportWhatWasCut() throws IOException, InterruptedException {
        List<DamageMatrix.Case> cases = ONE.isEmpty() ? cases() : List.of(DamageMatrix.Case.parse(ONE));
        System.out.println("damage matrix: " + cases.size() + " cases, -Dropewalk.stress.seed=" + SEED);
        assertThat(new DamageRun(folder, SEED).run(cases)).isEmpty();
    }

    private List<DamageMatrix.Case> cases() throws IOException {
        List<DamageMatrix.Case> all = new ArrayList<>(new DamageMatrix(folder.resolve("list"), SEED)
                .cases(each -> LIKE.isEmpty() || each.toString().matches(LIKE)));
        Collections.shuffle(all, new Random(SEED));
        return all.subList(0, Math.min(CASES, all.size()));
    }
}

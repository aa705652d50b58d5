package dev.ropewalk.cpu;

import dev.ropewalk.testing.NullArguments;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every public method says which of its arguments is null. */
@Timeout(60)
class NullArgumentsTest {
    private static final Cpu CPU = Cpu.of(0, 0, 0, 0, 0);
    private static final CpuTopology TOPOLOGY = CpuTopology.of(List.of(CPU), CpuSet.of(0));

    private final NullArguments nulls = new NullArguments()
            .sample(int.class, 0)
            .sample(Cpu.class, CPU)
            .sample(CpuSet.class, CpuSet.of(0))
            .sample(CpuTopology.class, TOPOLOGY)
            .sample(Thread.Builder.OfPlatform.class, Thread.ofPlatform())
            .sample(OptionalLong.class, OptionalLong.empty())
            .sample(long[].class, new long[] {1})
            .sample(IOException.class, new IOException())
            .sample(Path.class, Path.of("/"));

    @Test
    void shouldBeNamedByFactoriesAndRecords(@TempDir Path directory) throws Exception {
        try (CpuReservation reservation =
                CpuReservation.builder().cpus(1).directory(directory).reserve()) {
            nulls.sample(CpuReservation.class, reservation)
                    .statics(CpuSet.class)
                    .assertAllNamed();
        }
    }

    @Test
    void shouldBeNamedByObjects() throws Exception {
        nulls.on(CpuSet.class, CpuSet.of(0))
                .on(Cpu.class, CPU)
                .on(CpuTopology.class, TOPOLOGY)
                .on(CpuReservationBuilder.class, CpuReservation.builder())
                .on(PinnedThreadFactory.class, PinnedThreadFactory.of(CpuSet.of(0), Thread.ofPlatform()))
                .assertAllNamed();
    }
}

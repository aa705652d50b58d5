package dev.ropewalk.cluster.pekko.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class TenantsTest {
    private final Tenants tenants = new Tenants();

    @Test
    void shouldEndAtOnceIfNothingLivesHere() {
        assertThat(tenants.enter()).isTrue();
        assertThat(tenants.exit()).isFalse();
        assertThat(tenants.close()).isTrue();
        assertThat(tenants.close()).isFalse();
        assertThat(tenants.enter()).isFalse();
    }

    @Test
    void shouldEndBehindTheLastOne() {
        assertThat(tenants.enter()).isTrue();
        assertThat(tenants.enter()).isTrue();
        assertThat(tenants.close()).isFalse();
        assertThat(tenants.enter()).isFalse();
        assertThat(tenants.exit()).isFalse();
        assertThat(tenants.exit()).isTrue();
    }

    @Test
    void shouldEndOnceWhenAllDoSoAtOnce() throws Exception {
        try (var threads = Executors.newCachedThreadPool()) {
            for (int round = 0; round < 300; round++) {
                var all = new Tenants();
                int ends = 0;
                var start = new CyclicBarrier(4);
                List<Future<Boolean>> results = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    results.add(threads.submit(() -> {
                        start.await();
                        return all.enter() && all.exit();
                    }));
                }
                Callable<Boolean> close = () -> {
                    start.await();
                    return all.close();
                };
                results.add(threads.submit(close));
                for (Future<Boolean> result : results) {
                    if (result.get()) {
                        ends++;
                    }
                }
                assertThat(ends).isEqualTo(1);
            }
        }
    }
}

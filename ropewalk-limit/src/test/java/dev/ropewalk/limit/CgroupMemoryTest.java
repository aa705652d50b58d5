package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.limit.budget.CgroupMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class CgroupMemoryTest {
    private static final String SECOND_VERSION =
            "31 23 0:28 / /sys/fs/cgroup rw,relatime - cgroup2 cgroup rw,nsdelegate\n";
    private static final String FIRST_VERSION = """
            30 23 0:26 / /sys/fs/cgroup ro,nosuid - tmpfs tmpfs ro,mode=755
            31 30 0:27 /docker/a1 /sys/fs/cgroup/cpu ro,nosuid shared:9 - cgroup cgroup rw,cpu
            35 30 0:32 /docker/a1 /sys/fs/cgroup/memory ro,nosuid shared:9 - cgroup cgroup rw,memory
            41 30 0:38 / /sys/fs/cgroup/unified ro,nosuid - cgroup2 cgroup2 rw
            """;
    private static final long MACHINE = 8_000 * 1024;
    private static final long AVAILABLE = 5_000 * 1024;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path root;

    @BeforeEach
    void machine() throws IOException {
        write("proc/meminfo", "MemTotal:       8000 kB\nMemFree:        100 kB\nMemAvailable:   5000 kB\n");
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void group(String path, String limit, long current, long inactive) throws IOException {
        write(path + "/memory.max", limit + '\n');
        write(path + "/memory.current", current + "\n");
        write(path + "/memory.stat", "anon 5\nfile 9\ninactive_anon 1\ninactive_file " + inactive + "\n");
    }

    private void firstVersionGroup(String path, long limit, long usage, long inactive) throws IOException {
        write(path + "/memory.limit_in_bytes", limit + "\n");
        write(path + "/memory.usage_in_bytes", usage + "\n");
        write(path + "/memory.stat", "inactive_file 1\ntotal_inactive_file " + inactive + "\n");
    }

    @Test
    void shouldReadTheLimitOfAContainer() throws IOException {
        write("proc/self/cgroup", "0::/\n");
        write("proc/self/mountinfo", SECOND_VERSION);
        group("sys/fs/cgroup", "1000", 700, 200);
        var memory = new CgroupMemory(root);

        assertThat(memory.limit()).isEqualTo(1000);
        assertThat(memory.room()).as("inactive files don't count").isEqualTo(500);
    }

    @Test
    void shouldTakeTheLeastOfAllGroupsAround() throws IOException {
        write("proc/self/cgroup", "0::/pods/pod1/main\n");
        write("proc/self/mountinfo", SECOND_VERSION);
        write("sys/fs/cgroup/cgroup.controllers", "memory\n");
        group("sys/fs/cgroup/pods", "5000", 4900, 0);
        group("sys/fs/cgroup/pods/pod1", "2000", 900, 0);
        group("sys/fs/cgroup/pods/pod1/main", "max", 300, 100);
        var memory = new CgroupMemory(root);

        assertThat(memory.limit()).isEqualTo(2000);
        assertThat(memory.room()).as("the outermost has least left").isEqualTo(100);
    }

    @Test
    void shouldTakeTheMachineIfThereIsNoLimit() throws IOException {
        write("proc/self/cgroup", "0::/user\n");
        write("proc/self/mountinfo", SECOND_VERSION);
        group("sys/fs/cgroup/user", "max", 300, 100);
        var memory = new CgroupMemory(root);

        assertThat(memory.limit()).isEqualTo(MACHINE);
        assertThat(memory.room()).isEqualTo(AVAILABLE);
    }

    @Test
    void shouldTakeTheMachineIfMemoryIsNotAccounted() throws IOException {
        write("proc/self/cgroup", "0::/\n");
        write("proc/self/mountinfo", "20 1 8:1 / / rw - ext4 /dev/sda rw\n");
        var memory = new CgroupMemory(root);

        assertThat(memory.limit()).isEqualTo(MACHINE);
        assertThat(memory.room()).isEqualTo(AVAILABLE);
    }

    @Test
    void shouldReadTheFirstVersion() throws IOException {
        write("proc/self/cgroup", "5:cpu:/docker/a1\n4:memory:/docker/a1/job\n0::/\n");
        write("proc/self/mountinfo", FIRST_VERSION);
        firstVersionGroup("sys/fs/cgroup/memory", 3000, 2000, 500);
        firstVersionGroup("sys/fs/cgroup/memory/job", 9_223_372_036_854_771_712L, 2000, 500);
        var memory = new CgroupMemory(root);

        assertThat(memory.limit()).isEqualTo(3000);
        assertThat(memory.room()).isEqualTo(1500);
    }

    @Test
    void shouldReadTheContainersPartIfThePathIsTheHosts() throws IOException {
        write("proc/self/cgroup", "4:hugetlb,memory:/elsewhere/../a1\n");
        write("proc/self/mountinfo", FIRST_VERSION);
        firstVersionGroup("sys/fs/cgroup/memory", 3000, 2000, 0);

        assertThat(new CgroupMemory(root).room()).isEqualTo(1000);
    }

    @Test
    void shouldTellThatOtherSystemsHaveNoControlGroups() {
        assertThatThrownBy(() -> new CgroupMemory(root))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("no control groups without")
                .hasMessageContaining("give a capacity with Resource.of");
    }

    @Test
    void shouldFollowTheGroupWhileRequestsAreGranted() throws IOException {
        write("proc/self/cgroup", "0::/\n");
        write("proc/self/mountinfo", SECOND_VERSION);
        group("sys/fs/cgroup", "1000", 300, 100);
        AtomicLong now = new AtomicLong();
        Budget budget = Budget.builder()
                .resource(Resource.cgroup(root, 50))
                .clock(now::get)
                .build();
        assertThat(budget.capacity("cgroup")).isEqualTo(750);

        Grant grant = budget.tryAcquire(Demand.of("cgroup", 400)).orElseThrow();
        group("sys/fs/cgroup", "1000", 800, 100);
        now.addAndGet(1_000_000_000);

        assertThat(budget.capacity("cgroup")).as("others use 100 more").isEqualTo(650);
        grant.close();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldReadThisMachine() {
        Budget budget = Budget.builder().resource(Budget.cgroup()).build();

        assertThat(budget.capacity("cgroup")).isPositive();
    }
}

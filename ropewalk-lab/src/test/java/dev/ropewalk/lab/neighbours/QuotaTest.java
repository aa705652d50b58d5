package dev.ropewalk.lab.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuotaTest {
    @TempDir
    private Path mounted;

    @Test
    void shouldFindTheGroupOfThisProcessInTheHierarchyOfTheCpu() throws IOException {
        List<String> mounts = List.of(
                "24 1 0:22 / /proc rw - proc proc rw",
                "30 25 0:26 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory",
                "31 25 0:27 /docker/abc " + mounted + " rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct");

        assertThat(GroupPlace.find(mounts, List.of("5:memory:/docker/abc", "2:cpu,cpuacct:/docker/abc/lab", "0::/")))
                .containsExactly(new GroupPlace(GroupVersion.V1, mounted.resolve("lab"), mounted.resolve("lab")));
    }

    @Test
    void shouldFindWhereVersion2PassesTheControllerOn() throws IOException {
        Path own = Files.createDirectories(mounted.resolve("user/session"));
        Files.writeString(mounted.resolve("cgroup.subtree_control"), "cpuset cpu io\n");
        Files.writeString(mounted.resolve("user/cgroup.subtree_control"), "cpuset memory\n");
        Files.writeString(own.resolve("cgroup.subtree_control"), "\n");
        List<String> mounts = List.of("31 25 0:27 / " + mounted + " rw,relatime - cgroup2 cgroup2 rw,nsdelegate");

        assertThat(GroupPlace.find(mounts, List.of("0::/user/session")))
                .containsExactly(new GroupPlace(GroupVersion.V2, own, mounted));
    }

    @Test
    void shouldFindNothingOutsideOfItsOwnHierarchy() throws IOException {
        List<String> mounts = List.of("31 25 0:27 / " + mounted + " rw - cgroup cgroup rw,cpu", "no mount", "");

        assertThat(GroupPlace.find(mounts, List.of("2:cpu:/../other"))).isEmpty();
        assertThat(GroupPlace.find(mounts, List.of())).isEmpty();
    }

    @Test
    void shouldSayWhyThereIsNoQuotaAndWhatToDo() {
        assertThat(Quota.tryOut(List.of()).orElseThrow())
                .contains("no control group with a CPU quota can be made")
                .contains("this system has no control groups with a CPU controller")
                .contains("run the lab as root");
    }

    @Test
    void shouldSayWhereNothingCanBeWritten() {
        Path missing = mounted.resolve("missing");

        assertThat(Quota.tryOut(List.of(new GroupPlace(GroupVersion.V1, missing, missing)))
                        .orElseThrow())
                .contains(missing + ": ", "NoSuchFile")
                .contains("run the lab as root");
    }

    @Test
    void shouldRemoveAGroupWithoutACpuController() {
        assertThat(Quota.tryOut(List.of(new GroupPlace(GroupVersion.V2, mounted, mounted)))
                        .orElseThrow())
                .contains("a group made there has no cpu.max");
        assertThat(mounted).isEmptyDirectory();
    }

    @Test
    void shouldRemoveTheGroupsOfProcessesThatWereKilled() throws IOException {
        Path abandoned = Files.createDirectory(mounted.resolve("ropewalk-lab-" + Long.MAX_VALUE));
        Path living = Files.createDirectory(mounted.resolve("ropewalk-lab-1"));
        Path other = Files.createDirectory(mounted.resolve("other"));

        assertThat(Quota.tryOut(List.of(new GroupPlace(GroupVersion.V1, mounted, mounted))))
                .isPresent();
        assertThat(abandoned).doesNotExist();
        assertThat(living).exists();
        assertThat(other).exists();
    }

    @Test
    void shouldWriteHalfACoreForEachWorker() throws IOException {
        GroupVersion.V1.limit(mounted, 1.5);
        GroupVersion.V2.limit(mounted, 1.5);

        assertThat(mounted.resolve("cpu.cfs_period_us")).hasContent("100000");
        assertThat(mounted.resolve("cpu.cfs_quota_us")).hasContent("150000");
        assertThat(mounted.resolve("cpu.max")).hasContent("150000 100000");

        GroupVersion.V1.lift(mounted);
        GroupVersion.V2.lift(mounted);

        assertThat(mounted.resolve("cpu.cfs_quota_us")).hasContent("-1");
        assertThat(mounted.resolve("cpu.max")).hasContent("max 100000");
    }

    @Test
    void shouldReadHowLongAGroupWasHeldBack() throws IOException {
        Files.writeString(mounted.resolve("cpu.stat"), "nr_throttled 3\nthrottled_time 1234567\nthrottled_usec 89\n");

        assertThat(GroupVersion.V1.throttledNanos(mounted)).hasValue(1_234_567);
        assertThat(GroupVersion.V2.throttledNanos(mounted)).hasValue(89_000);

        Files.writeString(mounted.resolve("cpu.stat"), "nr_throttled 3\n");

        assertThat(GroupVersion.V2.throttledNanos(mounted)).isEmpty();
    }
}

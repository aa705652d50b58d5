package dev.ropewalk.journal.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelBootTest {
    private static final String PROC = "22 27 0:21 / /proc rw,relatime shared:5 - proc proc rw";
    private static final List<String> HOST = List.of(
            "27 1 254:0 / / rw,relatime - ext4 /dev/vda rw",
            PROC,
            "23 27 0:22 / /sys rw,relatime - sysfs sysfs rw",
            "40 22 0:33 / /proc/sys/fs/binfmt_misc rw - binfmt_misc binfmt_misc rw");

    private static boolean isToldWith(String mount) {
        List<String> mounts = new ArrayList<>(HOST);
        mounts.add(mount);
        return KernelBoot.isToldByKernel(mounts);
    }

    @Test
    void shouldBelieveTheProcFileSystem() {
        assertThat(KernelBoot.isToldByKernel(HOST)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // As container engines do it, read-only.
                "50 22 0:21 /sys /proc/sys ro,relatime - proc proc rw",
                "50 22 0:21 /sys/kernel/random/boot_id /proc/sys/kernel/random/boot_id ro - proc proc rw",
                "50 22 0:26 / /proc/sys/kernel/random/boot_id_of_another rw - tmpfs tmpfs rw",
                "50 22 0:26 / /proc/sys/kernel/rand rw - tmpfs tmpfs rw",
                "50 27 0:26 / /process rw - tmpfs tmpfs rw",
                "50 22 0:26 /null /proc/kcore rw - tmpfs tmpfs rw",
            })
    void shouldBelieveItBesideMountsThatDoNotHideIt(String mount) {
        assertThat(isToldWith(mount)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "50 22 254:0 /boot_id /proc/sys/kernel/random/boot_id ro - ext4 /dev/vda rw",
                "50 22 0:26 /boot_id /proc/sys/kernel/random/boot_id ro shared:7 master:3 - tmpfs tmpfs rw",
                "50 22 0:21 /sys/kernel/random/uuid /proc/sys/kernel/random/boot_id ro - proc proc rw",
                "50 22 0:26 / /proc/sys/kernel/random rw - tmpfs tmpfs rw",
                "50 22 0:44 / /proc fuse.lxcfs - fuse.lxcfs lxcfs rw",
                "50 22 0:26 / /proc/sys rw",
            })
    void shouldNotBelieveWhatIsMountedOverIt(String mount) {
        assertThat(isToldWith(mount)).isFalse();
    }

    @Test
    void shouldNotBelieveADirectoryThatIsNoMount() {
        assertThat(KernelBoot.isToldByKernel(List.of())).isFalse();
        assertThat(KernelBoot.isToldByKernel(HOST.subList(0, 1))).isFalse();
    }
}

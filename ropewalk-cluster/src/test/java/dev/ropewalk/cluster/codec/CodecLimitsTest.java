package dev.ropewalk.cluster.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

/** Limits say which of them is out of its range. */
class CodecLimitsTest {
    private final CodecLimits limits = CodecLimits.defaults();

    @Test
    void shouldReturnChangedLimits() {
        CodecLimits changed = limits.maxFrameBytes(100)
                .maxDepth(2)
                .maxElements(3)
                .maxStringBytes(4)
                .maxNumberBytes(5)
                .maxScale(6);

        assertThat(changed).isEqualTo(new CodecLimits(100, 2, 3, 4, 5, 6));
    }

    @Test
    void shouldNameALimitOutOfItsRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limits.maxFrameBytes(15))
                .withMessage("maxFrameBytes must be from 16 to 1073741824, not 15");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limits.maxDepth(257))
                .withMessage("maxDepth must be from 1 to 256, not 257");
        assertThatIllegalArgumentException().isThrownBy(() -> limits.maxElements(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> limits.maxStringBytes(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> limits.maxNumberBytes(0));
        assertThatIllegalArgumentException().isThrownBy(() -> limits.maxScale(-1));
    }
}

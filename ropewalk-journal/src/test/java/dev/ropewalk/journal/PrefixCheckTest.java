package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** The broken twins of a journal: the check must notice each way in which one may fail. */
class PrefixCheckTest {
    private static final int LIFE = 3;

    private final CrashPlan plan = new CrashPlan(7);
    private final PrefixCheck check = new PrefixCheck(plan);
    private final long[] acknowledged = new long[CrashPlan.RECORDS];
    private final byte[] bytes = new byte[CrashPlan.MAX_LENGTH];

    @Test
    void shouldAcceptWhatIsInOrderAndWhole() {
        show(0, 0);
        show(1, 1);
        show(4, 2);
        acknowledge(0, 0);
        acknowledge(1, 1);
        acknowledged[3] = AckBoard.ABORTED;

        assertThatCode(() -> check.checkLife(LIFE, acknowledged)).doesNotThrowAnyException();
    }

    @Test
    void shouldMissARecord() {
        show(0, 0);
        acknowledge(0, 0);
        acknowledge(1, 1);

        assertThatThrownBy(() -> check.checkLife(LIFE, acknowledged))
                .hasMessageContaining("record 1 of life 3 was acknowledged at 1, but is missing");
    }

    @Test
    void shouldNoticeARecordElsewhere() {
        show(0, 1);
        acknowledge(0, 0);

        assertThatThrownBy(() -> check.checkLife(LIFE, acknowledged)).hasMessageContaining("at 0, but is there at 1");
    }

    @Test
    void shouldNoticeARecordThatIsThereTwice() {
        show(0, 0);

        assertThatThrownBy(() -> show(0, 1)).hasMessageContaining("is there twice, at 0 and 1");
    }

    @Test
    void shouldNoticeAWrongOrderOfAWritersRecords() {
        show(5, 0);

        assertThatThrownBy(() -> show(4, 1)).hasMessageContaining("record 4 of life 3 at 1 comes after sequence 5");
    }

    @Test
    void shouldNoticeAnIndexThatIsUsedTwice() {
        show(0, 0);

        assertThatThrownBy(() -> show(1, 0)).hasMessageContaining("record 0 comes after 0");
    }

    @Test
    void shouldNoticeADamagedRecord() {
        int length = plan.write(bytes, LIFE, 9);
        bytes[length - 1] ^= 1;

        assertThatThrownBy(() -> check.onRecord(MemorySegment.ofArray(bytes), 0, length, 0))
                .hasMessageContaining("record 0, record 9 of life 3, isn't what was written");
    }

    @Test
    void shouldNoticeAnAbortedRecordThatIsThere() {
        show(0, 0);
        acknowledged[0] = AckBoard.ABORTED;

        assertThatThrownBy(() -> check.checkLife(LIFE, acknowledged)).hasMessageContaining("was given up");
    }

    @Test
    void shouldNoticeARecordBetweenAcknowledgedOnesThatWasNot() {
        int silent = 0;
        while (plan.form(LIFE, silent) == CrashPlan.ASYNC) {
            silent++;
        }
        show(silent, 0);
        acknowledge(silent + 1, 1);
        show(silent + 1, 1);

        assertThatThrownBy(() -> check.checkLife(LIFE, acknowledged)).hasMessageContaining("isn't acknowledged");
    }

    private void acknowledge(int sequence, long index) {
        acknowledged[sequence] = index + 1;
    }

    private void show(int sequence, long index) {
        int length = plan.write(bytes, LIFE, sequence);
        check.onRecord(MemorySegment.ofArray(bytes), 0, length, index);
    }
}

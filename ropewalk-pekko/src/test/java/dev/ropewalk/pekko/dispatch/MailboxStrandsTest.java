package dev.ropewalk.pekko.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.MessageStrand;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ForkJoinTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MailboxStrandsTest {
    private final Scheduler scheduler = Scheduler.builder().workers(1).build();
    private final MailboxStrands strands = new MailboxStrands(scheduler, Runnable::run, 1000);

    @AfterEach
    void close() {
        scheduler.close();
    }

    private static ForkJoinTask<?> mailbox() {
        return ForkJoinTask.adapt(() -> {});
    }

    @Test
    void shouldGiveEachMailboxAStrandOfItsOwn() {
        List<ForkJoinTask<?>> mailboxes = Stream.<ForkJoinTask<?>>generate(MailboxStrandsTest::mailbox)
                .limit(1000)
                .toList();

        List<MessageStrand<Runnable>> first = new ArrayList<>();
        mailboxes.forEach(mailbox -> first.add(Objects.requireNonNull(strands.strandOf(mailbox))));

        assertThat(new HashSet<>(first)).hasSize(1000);
        for (int i = 0; i < 1000; i++) {
            assertThat(strands.strandOf(mailboxes.get(i))).isSameAs(first.get(i));
        }
    }

    @Test
    void shouldHaveNoneForMoreMailboxesThanItMayHave() {
        List<ForkJoinTask<?>> mailboxes = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            mailboxes.add(mailbox());
            assertThat(strands.strandOf(mailboxes.get(i))).isNotNull();
        }

        ForkJoinTask<?> late = mailbox();
        assertThat(strands.strandOf(late)).isNull();
        assertThat(mailboxes).hasSize(1000).doesNotContain(late);
    }

    @Test
    void shouldGiveTheStrandOfAMailboxThatIsGoneToAnother() {
        var few = new MailboxStrands(scheduler, Runnable::run, 3);
        Set<MessageStrand<Runnable>> known = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            known.add(Objects.requireNonNull(few.strandOf(mailbox())));
        }

        for (int i = 0; i < 10; i++) {
            ForkJoinTask<?> next = mailbox();
            Await.until("a strand is free", () -> {
                System.gc();
                return few.strandOf(next) != null;
            });
            assertThat(known).contains(few.strandOf(next));
        }
    }

    @Test
    void shouldHaveNoStrandForATagThatItHasNotGiven() {
        ForkJoinTask<?> stranger = mailbox();
        stranger.setForkJoinTaskTag((short) -1);

        assertThat(strands.strandOf(stranger)).isNull();
    }
}

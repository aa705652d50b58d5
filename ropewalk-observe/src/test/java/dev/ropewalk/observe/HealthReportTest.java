package dev.ropewalk.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.channel.ProcessSnapshot;
import dev.ropewalk.channel.ScopeSnapshot;
import dev.ropewalk.limit.BudgetStats;
import dev.ropewalk.limit.ResourceStats;
import dev.ropewalk.observe.Finding.Kind;
import dev.ropewalk.observe.Finding.Severity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HealthReportTest extends TwoLooks {
    @Test
    void shouldBeHealthyWithoutParts() {
        HealthReport report = report();

        assertThat(report.isHealthy()).isTrue();
        assertThat(report.takenAt()).isEqualTo(Instant.ofEpochSecond(12));
        assertThat(report.span()).isEqualTo(Duration.ofSeconds(2));
        assertThat(report)
                .hasToString("healthy: nothing found by two looks 2.0 s apart, the second at 1970-01-01T00:00:12Z");
    }

    @Test
    void shouldFindStarvationThatWasCounted() {
        before.scheduler(7, 0, 2, 0);
        after.scheduler(8, 3, 4, 0);

        assertThat(found())
                .hasToString("CRITICAL STARVED: Scheduler main: 2 times all workers were stuck or blocked while work"
                        + " waited within 2.0 s; 3 strands and tasks wait, 1 of 1 workers are in blocking()."
                        + " Move work that is long to a BoundedExecutor or a virtual thread, and wrap what blocks in"
                        + " Scheduler.blocking; a thread dump shows where the workers are.");
        assertThat(report().isHealthy()).isFalse();
        assertThat(report().toString())
                .startsWith("1 found by two looks 2.0 s apart, the second at 1970-01-01T00:00:12Z\nCRITICAL STARVED: ");
    }

    @Test
    void shouldFindStarvationThatGoesOn() {
        before.scheduler(7, 1, 2, 0);
        after.scheduler(7, 3, 2, 0);

        assertThat(found().kind()).isEqualTo(Kind.STARVED);
        assertThat(found().what()).startsWith("no worker has run a task while work waited within 2.0 s");
    }

    @Test
    void shouldNotTakeAShortPauseForStarvation() {
        before.scheduler(7, 1, 2, 0);
        after.scheduler(7, 3, 2, 0);
        HealthOptions options = HealthOptions.defaults().stuckAfter(Duration.ofSeconds(3));

        assertThat(HealthReport.between(before.at(10), after.at(12), options).isHealthy())
                .isTrue();
    }

    @Test
    void shouldBeHealthyWhileAWorkerWorks() {
        before.scheduler(7, 5, 2, 3);
        after.scheduler(8, 5, 2, 3);
        expectHealthy();
    }

    @Test
    void shouldFindLongTasks() {
        before.scheduler(7, 0, 0, 1);
        after.scheduler(8, 0, 0, 4);

        assertThat(found().kind()).isEqualTo(Kind.STUCK_WORKER);
        assertThat(found().severity()).isEqualTo(Severity.WARNING);
        assertThat(found().what()).isEqualTo("3 tasks have held their worker for long within 2.0 s");
        assertThat(found().advice()).contains("ropewalk.LongTask", "ropewalk.LongBatch", "the log's line");
    }

    @Test
    void shouldCountOneInTheSingular() {
        before.scheduler(7, 0, 0, 1).actors(0, 0, 0, 0);
        after.scheduler(8, 0, 1, 2).actors(0, 1, 1, 1);

        assertThat(HealthReport.between(
                                before.at(10),
                                after.at(11),
                                HealthOptions.defaults().restarts(1))
                        .findings())
                .extracting(Finding::what)
                .satisfiesExactly(
                        starved -> assertThat(starved).startsWith("1 time all workers were stuck"),
                        stuck -> assertThat(stuck).isEqualTo("1 task has held its worker for long within 1.0 s"),
                        restart -> assertThat(restart).isEqualTo("1 restart after 1 failure within 1.0 s"),
                        drop -> assertThat(drop).startsWith("1 message was dropped"));
    }

    @Test
    void shouldTellShortTimesInMilliseconds() {
        var report = new HealthReport(Instant.EPOCH, Duration.ofMillis(15), List.of());

        assertThat(report).asString().contains("two looks 15 ms apart");
    }

    @Test
    void shouldFindTheWorkerThatIsStuckWhileOthersRun() {
        before.workers(0, 10, 2, 70, 3);
        after.workers(0, 10, 5, 90, 3);

        assertThat(found().kind()).isEqualTo(Kind.STUCK_WORKER);
        assertThat(found().what())
                .isEqualTo("worker 0 has ended no task, and 5 wait there within 2.0 s; all workers have run 20");
    }

    @Test
    void shouldNotTakeAWorkerForStuckThatIsBlockedOrHasNothingToDoOrGoesOn() {
        before.workers(1, 10, 2, 70, 3);
        after.workers(1, 10, 5, 90, 3);
        expectHealthy();
        before.workers(0, 10, 0, 70, 3);
        after.workers(0, 10, 0, 90, 3);
        expectHealthy();
        before.workers(0, 10, 2, 70, 3);
        after.workers(0, 11, 2, 90, 3);
        expectHealthy();
    }

    @Test
    void shouldFindThatMostOfTheWorkIsStolen() {
        before.moves(0, 0, 0);
        after.moves(40_000, 20_000, 0);

        assertThat(found().kind()).isEqualTo(Kind.STEAL_STORM);
        assertThat(found().what()).isEqualTo("10000 strands and tasks are stolen a second, of 20000 that run");
    }

    @Test
    void shouldFindThatStrandsHaveNoHome() {
        before.moves(0, 0, 0);
        after.moves(40_000, 0, 30_000);

        assertThat(found().kind()).isEqualTo(Kind.AFFINITY_THRASH);
        assertThat(found().what()).isEqualTo("15000 strands change their home a second, of 20000 that run");
    }

    @Test
    void shouldNotMindAFewStealsOrASmallShare() {
        before.moves(0, 0, 0);
        after.moves(20_000, 19_998, 19_998);
        expectHealthy();
        after.moves(100_000, 49_999, 49_999);
        expectHealthy();
    }

    @Test
    void shouldFindAChannelFromWhichNobodyReceives() {
        before.received(3, 7, 0);
        after.received(4, 7, 0);

        Finding finding =
                HealthReport.between(before.at(10), after.at(70)).findings().getFirst();
        assertThat(finding.kind()).isEqualTo(Kind.UNREAD_CHANNEL);
        assertThat(finding.what())
                .isEqualTo("4 elements and senders are in it, and nobody has received any within 60.0 s");
        expectHealthy();
    }

    @Test
    void shouldNotTakeAChannelForUnreadThatIsReadOrWasEmpty() {
        before.received(3, 7, 0);
        after.received(4, 8, 0);
        assertThat(HealthReport.between(before.at(10), after.at(70)).isHealthy())
                .isTrue();
        after.received(4, 7, 1);
        assertThat(HealthReport.between(before.at(10), after.at(70)).isHealthy())
                .isTrue();
        before.received(0, 7, 0);
        after.received(4, 7, 0);
        assertThat(HealthReport.between(before.at(10), after.at(70)).isHealthy())
                .isTrue();
    }

    @Test
    void shouldNotTakeAChannelForUnreadIfAnotherHadItsName() {
        before.received(3, 7, 0);
        after.received(4, 0, 0);
        assertThat(HealthReport.between(before.at(10), after.at(70)).isHealthy())
                .isTrue();
        before.sent(3, 99, 0);
        after.sent(4, 4, 0);
        assertThat(HealthReport.between(before.at(10), after.at(70)).isHealthy())
                .isTrue();
    }

    @Test
    void shouldFindThatForcesTakeLong() {
        before.forces(2, Duration.ofMillis(50));
        after.forces(4, Duration.ofMillis(250));

        assertThat(found().kind()).isEqualTo(Kind.FORCE_SLOW);
        assertThat(found().what())
                .isEqualTo("a force takes 100 ms, on average of 2 within 2.0 s; the longest so far took 250 ms");
    }

    @Test
    void shouldNotMindForcesThatAreQuickOrDontCome() {
        before.forces(2, Duration.ofMillis(50));
        after.forces(4, Duration.ofMillis(249));
        expectHealthy();
        after.forces(2, Duration.ofMillis(50));
        expectHealthy();
    }

    @Test
    void shouldFindALongQueueThatGrows() {
        before.scheduler(7, 1000, 0, 0);
        after.scheduler(8, 1100, 0, 0);

        assertThat(found().kind()).isEqualTo(Kind.QUEUE_GROWING);
        assertThat(found().what()).isEqualTo("1100 strands and tasks wait, 100 more within 2.0 s");
    }

    @Test
    void shouldNotTellOfAQueueThatHardlyGrowsOrIsShort() {
        before.scheduler(7, 1000, 0, 0).channel(1, 0, 0);
        after.scheduler(8, 1099, 0, 0).channel(990, 9, 0);
        expectHealthy();
    }

    @Test
    void shouldAddSendersToWhatAChannelHolds() {
        before.channel(990, 0, 0);
        after.channel(990, 200, 0);

        assertThat(found().kind()).isEqualTo(Kind.QUEUE_GROWING);
        assertThat(found().part()).isEqualTo("Channel orders");
    }

    @Test
    void shouldFindARestartLoop() {
        before.actors(0, 1, 1, 0);
        after.actors(0, 7, 6, 0);

        assertThat(found().kind()).isEqualTo(Kind.RESTART_LOOP);
        assertThat(found().what()).isEqualTo("5 restarts after 6 failures within 2.0 s");
        assertThat(found().advice())
                .startsWith(
                        "The console's view Actors sorts them by restarts, ActorSystem.tree() has them in the program,"
                                + " and the log has their failures");
    }

    @Test
    void shouldNotTakeRestartsInAnHourForALoop() {
        before.actors(0, 1, 1, 0);
        after.actors(0, 17, 16, 0);

        assertThat(HealthReport.between(before.at(0), after.at(3600)).isHealthy())
                .isTrue();
    }

    @Test
    void shouldFindDeadLetters() {
        before.deadLetters(5);
        after.deadLetters(15);

        assertThat(found().kind()).isEqualTo(Kind.DEAD_LETTERS);
        assertThat(found().severity()).isEqualTo(Severity.WARNING);
        assertThat(found().what())
                .isEqualTo("10 messages came to no actor within 2.0 s, 15 so far; there are 3 actors");
    }

    @Test
    void shouldNotMindFewDeadLetters() {
        before.deadLetters(5);
        after.deadLetters(14);
        expectHealthy();
        after.deadLetters(1005);
        assertThat(HealthReport.between(before.at(0), after.at(3600)).isHealthy())
                .isTrue();
    }

    @Test
    void shouldFindDropsOfEachKind() {
        before.actors(0, 0, 0, 1).channel(0, 0, 2).executor(Look.admission(5, 0, 0, 3));
        after.actors(0, 0, 0, 2).channel(0, 0, 4).executor(Look.admission(5, 0, 0, 6));
        before.pipeline(10, 64, Map.of("decode", Look.stage(10, 0, 1)));
        after.pipeline(11, 64, Map.of("decode", Look.stage(11, 0, 5)));

        assertThat(report().findings())
                .allMatch(finding -> finding.kind() == Kind.DROPS)
                .extracting(Finding::part, Finding::what)
                .map(Object::toString)
                .containsExactly(
                        "(\"ActorSystem shop\", \"1 message was dropped by full mailboxes within 2.0 s\")",
                        "(\"Channel orders\", \"2 elements were dropped within 2.0 s\")",
                        "(\"Pipeline ring\", \"4 events were not passed on by stage decode within 2.0 s\")",
                        "(\"BoundedExecutor pages\", \"3 tasks were refused or dropped within 2.0 s\")");
    }

    @Test
    void shouldNotMindWhatALimiterTurnsAway() {
        before.limiter(Look.admission(5, 0, 0, 3));
        after.limiter(Look.admission(5, 0, 0, 9));
        expectHealthy();
    }

    @Test
    void shouldFindALimitAtItsFloor() {
        before.limiter(Look.admission(1, 2, 5, 0));
        after.limiter(Look.admission(1, 3, 9, 0));

        assertThat(found().kind()).isEqualTo(Kind.LIMIT_AT_FLOOR);
        assertThat(found().what()).isEqualTo("its limit is 1 while 3 requests wait; 4 admitted within 2.0 s");
    }

    @Test
    void shouldFindALimitThatAdmitsNothing() {
        before.limiter(Look.admission(20, 3, 5, 0));
        after.limiter(Look.admission(20, 4, 5, 0));
        Finding finding =
                HealthReport.between(before.at(10), after.at(70)).findings().getFirst();
        assertThat(finding.kind()).isEqualTo(Kind.NOTHING_ADMITTED);
        assertThat(finding.what()).startsWith("4 requests wait, ").endsWith("and none was admitted within 60.0 s");
        expectHealthy();
        after.limiter(Look.admission(20, 4, 6, 0));
        assertThat(HealthReport.between(before.at(10), after.at(70)).isHealthy())
                .isTrue();
    }

    @Test
    void shouldNotMindALimitAtItsFloorForWhichNothingWaits() {
        before.limiter(Look.admission(1, 0, 5, 0));
        after.limiter(Look.admission(1, 3, 9, 0));
        expectHealthy();
    }

    @Test
    void shouldFindWhatWaitsForABudget() {
        var memory = new ResourceStats("memory", 10, 10, 0, 0, 2000);
        before.budget(new BudgetStats(Look.admission(Long.MAX_VALUE, 0, 0, 0), List.of(memory)));
        after.budget(new BudgetStats(Look.admission(Long.MAX_VALUE, 2000, 0, 0), List.of(memory)));

        assertThat(found().kind()).isEqualTo(Kind.QUEUE_GROWING);
        assertThat(found().advice()).contains("ResourceStats[name=memory");
    }

    @Test
    void shouldFindAPoisonedJournalAtOnce() {
        after.journal(900, 700, true);

        assertThat(found().kind()).isEqualTo(Kind.POISONED);
        assertThat(found().severity()).isEqualTo(Severity.CRITICAL);
        assertThat(found().what()).contains("after position 700 of 900");
    }

    @Test
    void shouldFindThatForcesFallBehind() {
        before.journal(64L << 20, 0, false);
        after.journal(128L << 20, 1 << 20, false);

        assertThat(found().kind()).isEqualTo(Kind.DURABLE_LAG);
    }

    @Test
    void shouldLeaveForcingToTheKernel() {
        before.journal(64L << 20, 4096, false);
        after.journal(512L << 20, 4096, false);
        expectHealthy();
    }

    @Test
    void shouldSuspectADeadlockIfAllWaitAndOneToSend() {
        after.scope(
                Look.waits("main", "join scope job", 11),
                Look.waits("reader", "send to orders", 12),
                Look.waits("books", "receive from answers", 13));

        assertThat(found().kind()).isEqualTo(Kind.DEADLOCKED);
        assertThat(found().severity()).isEqualTo(Severity.WARNING);
        assertThat(found().what())
                .isEqualTo("its owner and all 2 processes wait, for 11.0 s at least: main to join scope job, reader to"
                        + " send to orders, books to receive from answers");
    }

    @Test
    void shouldNotTakeAScopeForDeadlockedThatWorksOrIsIdleOrHasJustBegunToWait() {
        after.scope(Look.waits("main", "join scope job", 11), Look.runs("reader"));
        expectHealthy();
        after.scope(Look.waits("main", "join scope job", 11), Look.waits("reader", "receive from orders", 11));
        expectHealthy();
        after.scope(Look.waits("main", "join scope job", 11), Look.waits("reader", "send to orders", 9));
        expectHealthy();
        after.scope(Look.waits("main", "send to orders", 11));
        expectHealthy();
    }

    @Test
    void shouldLookIntoScopesWithinAScope() {
        ProcessSnapshot owner = Look.waits("main", "send to orders", 11);
        var busy = new ScopeSnapshot("within", owner, List.of(Look.runs("reader")), List.of());
        after.scopes.put("job", new ScopeSnapshot("job", owner, List.of(), List.of(busy)));
        expectHealthy();
        var stuck = new ScopeSnapshot("within", owner, List.of(Look.waits("reader", "join process a", 11)), List.of());
        after.scopes.put("job", new ScopeSnapshot("job", owner, List.of(), List.of(stuck)));

        assertThat(found().what()).startsWith("its owner and its process wait");
    }

    @Test
    void shouldNamePartsThatFailWhenTheyAreAsked() {
        after.unreadable.put("Journal /orders", "java.lang.InternalError: as intended");

        assertThat(found().kind()).isEqualTo(Kind.UNREADABLE);
        assertThat(found().part()).isEqualTo("Journal /orders");
        assertThat(found().what()).contains("as intended");
    }

    @Test
    void shouldNotCompareAPartWithAnotherThatHadItsName() {
        before.scheduler(100, 0, 9, 9).actors(9, 9, 9, 9);
        after.scheduler(0, 0, 0, 0).actors(0, 0, 0, 0);
        expectHealthy();
    }

    @Test
    void shouldNotCompareAPartThatIsNew() {
        after.scheduler(100, 2000, 9, 9).actors(2000, 99, 99, 9).limiter(Look.admission(1, 9, 9, 9));
        expectHealthy();
    }

    @Test
    void shouldBearAClockThatIsPutBack() {
        before.scheduler(0, 1, 0, 0);
        after.scheduler(0, 1, 0, 0);

        HealthReport report = HealthReport.between(before.at(20), after.at(10));
        assertThat(report.span()).isZero();
        assertThat(report.isHealthy()).isTrue();
    }

    @Test
    void shouldLookTwice() throws InterruptedException {
        HealthReport report = HealthReport.take(Duration.ofMillis(1));

        assertThat(report.span()).isGreaterThanOrEqualTo(Duration.ZERO);
    }

    @Test
    void shouldRefuseBothLooksAtOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HealthReport.take(Duration.ZERO))
                .withMessage("the time between two looks must be positive, not PT0S");
    }

    @Test
    void shouldEndByAnInterrupt() {
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> HealthReport.take(Duration.ofDays(1)));
    }
}

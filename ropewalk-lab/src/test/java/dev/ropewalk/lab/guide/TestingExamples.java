package dev.ropewalk.lab.guide;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.testkit.ActorTestKit;
import dev.ropewalk.actor.testkit.Probe;
import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.junit.ManualTime;
import dev.ropewalk.junit.RopewalkTest;
import dev.ropewalk.scheduler.SchedulingPoint;
import dev.ropewalk.sim.CampaignReport;
import dev.ropewalk.sim.Fault;
import dev.ropewalk.sim.SimulatedDisk;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.sim.junit.FaultAt;
import dev.ropewalk.sim.junit.FaultRate;
import dev.ropewalk.sim.junit.SimulationTest;
import dev.ropewalk.task.BoundedExecutor;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The code of docs/testing.md. {@link GuideTest} compares them, region by region. */
@SuppressWarnings("unused") // it shows what can be called
abstract class TestingExamples {
    abstract void transfers(Simulation simulation);

    private static void check(boolean holds) {
        if (!holds) {
            throw new AssertionError();
        }
    }

    void deposits() {
        // @start region="deposits" :
        Simulations.check(SimulationOptions.defaults().name("deposits").runs(1_000), simulation -> {
            ActorSystem bank = ActorSystem.builder("bank")
                    .scheduler(simulation.scheduler())
                    .build();
            AtomicLong total = new AtomicLong();
            ActorRef<Long> account = bank.spawn("account", context -> amount -> total.addAndGet(amount));
            for (int i = 0; i < 3; i++) {
                simulation.start("teller", () -> account.tell(10L));
            }
            simulation.run();
            check(total.get() == 30);
        });
        // @end
    }

    static void lostUpdate() {
        // @start region="lost" :
        Simulations.check(SimulationOptions.defaults().name("transfers"), simulation -> {
            long[] balance = {100};
            for (int i = 0; i < 2; i++) {
                simulation.start("transfer", () -> {
                    Simulation.point(balance);
                    long before = balance[0];
                    Simulation.point(balance);
                    balance[0] = before - 10;
                });
            }
            simulation.run();
            check(balance[0] == 80);
        });
        // @end
    }

    void leftOver() {
        // @start region="leaks" :
        Simulations.check(SimulationOptions.defaults().name("sessions").noLeaks(true), simulation -> {
            try (BoundedExecutor sessions =
                    BoundedExecutor.builder(2).scheduler(simulation.scheduler()).build()) {
                sessions.execute(() -> {});
                simulation.run();
            }
        });
        // @end
    }

    void handled() {
        // @start region="handled" :
        SimulationOptions options =
                SimulationOptions.defaults().allHandled(true).maxWaiting(100);
        // @end
    }

    void files() {
        // @start region="files" :
        SimulationOptions options = SimulationOptions.defaults()
                .name("orders")
                .fault(Fault.LOST_PAGE, 2)
                .fault(Fault.TORN_WRITE, 2);
        Simulations.check(options, simulation -> {
            AtomicLong promised = new AtomicLong();
            AtomicLong promisedThen = new AtomicLong();
            AtomicReference<SimulatedDisk> left = new AtomicReference<>();
            try (Journal journal = Journal.open(simulation.disk().path("/orders"));
                    Appender appender = journal.appender()) {
                simulation.start("power", () -> {
                    promisedThen.set(promised.get());
                    left.set(simulation.disk().afterPowerCut());
                });
                for (int i = 0; i < 3; i++) {
                    appender.append(new byte[100]);
                    journal.force();
                    promised.incrementAndGet();
                }
                simulation.run();
            }
            try (Journal journal = Journal.open(left.get().path("/orders"))) {
                check(journal.durableIndex() >= promisedThen.get());
            }
        });
        // @end
    }

    // @start region="cache" :
    /** Production code, which depends on ropewalk-scheduler and not on ropewalk-sim. */
    static final class Cache {
        private final Map<String, String> loaded = new ConcurrentHashMap<>();

        String get(String key, UnaryOperator<String> loader) {
            SchedulingPoint.before(loaded);
            String found = loaded.get(key);
            if (found == null) {
                found = loader.apply(key);
                SchedulingPoint.before(loaded);
                loaded.put(key, found);
            }
            return found;
        }
    }
    // @end

    static void points() {
        // @start region="points" :
        Simulations.check(SimulationOptions.defaults().name("cache"), simulation -> {
            Cache cache = new Cache();
            AtomicLong loads = new AtomicLong();
            for (int i = 0; i < 2; i++) {
                simulation.start("reader", () -> cache.get("ann", key -> key + loads.incrementAndGet()));
            }
            simulation.run();
            check(loads.get() == 1);
        });
        // @end
    }

    // @start region="parts" :
    @Test
    @RopewalkTest(manualTime = true)
    void shouldWakeAfterEightHours(ActorTestKit kit, ManualTime time) {
        Probe<String> guest = kit.probe("guest");
        kit.system().<String>spawn("clock", context -> {
            context.timers().startSingle("alarm", "wake up", Duration.ofHours(8));
            return message -> guest.ref().tell(message);
        });
        kit.await("the alarm is set", () -> time.next().isPresent());

        time.advance(Duration.ofHours(8));

        guest.expect("wake up");
    }
    // @end

    // @start region="junit" :
    @SimulationTest(
            runs = 1_000,
            faults = @FaultRate(fault = Fault.STALL, oneIn = 100),
            faultsAt = @FaultAt(fault = Fault.ACTOR_FAILURE, place = "/bank/ann", count = 3),
            replay = {"rw1.QEWEqgtyb3Vu...", "rw1.rM8hSRdyb3Vu..."})
    void transfersKeepTheTotal(Simulation simulation) {
        transfers(simulation);
    }
    // @end

    void always(Simulation simulation, ActorSystem bank, AtomicLong total) {
        // @start region="always" :
        ActorRef<Long> account = bank.spawn("account", context -> amount -> {
            simulation.always("amounts are above zero", amount > 0);
            total.addAndGet(amount);
        });
        // @end
    }

    void replay() {
        // @start region="replay" :
        Simulations.regress("rw1.QEWEqgtyb3Vu...", SimulationOptions.defaults().name("transfers"), this::transfers);
        // @end
    }

    void time() {
        // @start region="time" :
        Simulations.check(SimulationOptions.defaults().name("an hour"), simulation -> {
            simulation.runFor(Duration.ofHours(1));
            check(simulation.time().equals(Duration.ofHours(1)));
        });
        // @end
    }

    void campaign() {
        // @start region="campaign" :
        CampaignReport report =
                Simulations.check(SimulationOptions.defaults().runs(100_000).parallelism(8), this::transfers);
        System.out.println(report.text());
        // @end
    }

    void faults() {
        // @start region="faults" :
        SimulationOptions options = SimulationOptions.defaults()
                .fault(Fault.STALL, 100)
                .fault(Fault.ACTOR_FAILURE, 50)
                .faultAt(Fault.REJECTION, "mail", 3);
        // @end
    }
}
